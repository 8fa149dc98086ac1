"""What this room answers the rooms below it that strangers write to: how often one address may."""

from django.http import HttpRequest

from community.newsletter.questions import wait_to_ask
from community.safety.questions import wait_to_report

from .limits import NEWSLETTERS, REPORTS, Limit, address_of, count, wait_for


@wait_to_ask.answered_by
def _wait_to_ask(request: HttpRequest) -> int:
    return _counted(NEWSLETTERS, request)


@wait_to_report.answered_by
def _wait_to_report(request: HttpRequest) -> int:
    return _counted(REPORTS, request)


def _counted(limit: Limit, request: HttpRequest) -> int:
    sender = address_of(request)
    wait = wait_for(limit, sender)
    if not wait:
        count(limit, sender)
    return wait
