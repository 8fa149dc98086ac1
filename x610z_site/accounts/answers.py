"""What this room answers the room below it that sends newsletters: how often one address may ask."""

from django.http import HttpRequest

from community.newsletter.questions import wait_to_ask

from .limits import NEWSLETTERS, address_of, count, wait_for


@wait_to_ask.answered_by
def _wait_to_ask(request: HttpRequest) -> int:
    sender = address_of(request)
    wait = wait_for(NEWSLETTERS, sender)
    if not wait:
        count(NEWSLETTERS, sender)
    return wait
