"""What this room answers the rooms below it: how often one address may write to them, and how somebody is reached."""

import ipaddress
from collections.abc import Iterable

from django.http import HttpRequest

from community.contests.questions import network_of
from community.forum.questions import Mail, mail_of
from community.newsletter.questions import wait_to_ask
from community.safety.questions import wait_to_report

from .limits import NEWSLETTERS, REPORTS, Limit, address_of, count, wait_for
from .models import MailAddress


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


@mail_of.answered_by
def _mail_of(people: Iterable[int]) -> dict[int, Mail]:
    rows = MailAddress.objects.filter(user__in=set(people)).values_list("user_id", "address", "wanted")
    found = {user: Mail(address or wanted, bool(address)) for user, address, wanted in rows}
    return {user: mail for user, mail in found.items() if mail.address}


@network_of.answered_by
def _network_of(request: HttpRequest) -> str:
    """Of four numbers the first three; of IPv6 the first 48 bits, which a provider gives one customer."""
    said = address_of(request).partition("/")[0]
    try:
        address = ipaddress.ip_address(said)
    except ValueError:
        return ""
    return str(ipaddress.ip_network(f"{address}/{24 if address.version == 4 else 48}", strict=False))
