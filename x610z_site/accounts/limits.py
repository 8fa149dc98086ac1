"""How many tries there are: wrong passwords by name, by name and address, by address; sign-ups by address.

Counts stand in the database, so all processes share them and they hold while Redis is away; what is counted is a
hash, never a name or an address. A hall of thousands shares one address: right passwords count nowhere, and a browser
that has signed in to an account before (its cookie says so) is never stopped by what strangers try on that name.
"""

import hashlib
import ipaddress
import logging
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from ledger.names import fold

from .models import Tries
from .tries_services import tries_count, tries_forget

KNOWN_SECONDS = 365 * 24 * 3600
MOST_KNOWN = 5
_SALT = "x610z_site.accounts.known"
LOG = logging.getLogger("x610z.security")


@dataclass(frozen=True)
class Limit:
    """So many tries in a window of so many minutes."""

    name: str
    most: int
    minutes: int


PAIR = Limit("pair", 10, 10)
"""Wrong passwords for one name from one address."""
NAME = Limit("name", 30, 10)
"""Wrong passwords for one name from everywhere: then only browsers that the account knows may try."""
ADDRESS = Limit("address", 300, 10)
"""Wrong passwords from one address, whatever the names: more than a hall mistypes, less than spraying needs."""
SIGN_UPS = Limit("sign-ups", 300, 10)
"""New accounts from one address: a whole queue at the door, and no flood."""
LINKS = Limit("links", 300, 10)
"""Personal links that opened nothing, from one address: a hall of guests may press twice."""
CODES = Limit("codes", 10, 10)
"""Wrong passwords and codes of somebody who is half or wholly signed in, for one person."""
FORGOTTEN = Limit("forgotten", 60, 60)
"""Forgotten passwords asked about from one address."""
MAILED = Limit("mailed", 3, 60)
"""Mailed links to a new password, for one account."""
MAILED_TO = Limit("mailed-to", 5, 60)
"""Mailed links to a new password, to one mail address."""
NEWSLETTERS = Limit("newsletters", 30, 60)
"""Newsletters asked for from one address: each sends a mail to somebody."""
REPORTS = Limit("reports", 20, 60)
"""Reports of people without an account from one address."""
CLAIMS = Limit("claims", 5, 60)
"""Mail addresses one person types as theirs."""
CLAIMED = Limit("claimed", 5, 60)
"""Links to verify one mail address, no matter who typed it."""

PASSKEYS = Limit("passkeys", 300, 10)
"""Passkeys that did not work, from one address; nobody guesses one, but each costs a check."""
CHALLENGES = Limit("challenges", 3000, 10)
"""Challenges from one address, right or wrong: each is a session of five minutes. A hall signs in with fewer."""


def address_of(request: HttpRequest) -> str:
    """Where a request comes from: the proxy's word where there is one; of IPv6 the network, which is one person's."""
    said = request.META.get("REMOTE_ADDR", "")
    if settings.CLIENT_ADDRESS_HEADER:
        said = request.META.get(settings.CLIENT_ADDRESS_HEADER, said).rpartition(",")[2].strip()
    try:
        address = ipaddress.ip_address(said)
    except ValueError:
        return "unknown"
    if address.version == 6:
        return str(ipaddress.ip_network(f"{address}/64", strict=False))
    return str(address)


def _key(limit: Limit, *what: str) -> str:
    said = "\x00".join((settings.SECRET_KEY, limit.name, *what))
    return hashlib.sha256(said.encode()).hexdigest()


def wait_for(limit: Limit, *what: str) -> int:
    """Seconds until this may be tried again; 0 when it may now."""
    row = Tries.objects.filter(key=_key(limit, *what)).first()
    if row is None or row.count < limit.most:
        return 0
    left = row.since + timedelta(minutes=limit.minutes) - timezone.now()
    return max(0, int(left.total_seconds()) + (1 if left.total_seconds() > 0 else 0))


def count(limit: Limit, *what: str) -> None:
    """One more try; the window begins anew when the last one is over."""
    tries_count(_key(limit, *what), timedelta(minutes=limit.minutes))


def forget(limit: Limit, *what: str) -> None:
    """Start over: it went right."""
    tries_forget(_key(limit, *what))


def sign_in_wait(request: HttpRequest, username: str) -> int:
    """Seconds before this browser may try a password for this name again; 0 when it may now."""
    name, address = fold(username), address_of(request)
    if knows(request, name):
        return wait_for(PAIR, name, "known", request.COOKIES[settings.KNOWN_COOKIE_NAME])
    return max(wait_for(PAIR, name, address), wait_for(NAME, name), wait_for(ADDRESS, address))


def sign_in_failed(request: HttpRequest, username: str) -> None:
    """Count a wrong password."""
    name, address = fold(username), address_of(request)
    # No name: people type their password into the wrong field. The key tells the same name again.
    LOG.warning("wrong password: name %s from %s", _known_hash(name)[:8], address)
    if knows(request, name):
        count(PAIR, name, "known", request.COOKIES[settings.KNOWN_COOKIE_NAME])
        return
    count(PAIR, name, address)
    count(NAME, name)
    count(ADDRESS, address)


def sign_in_worked(request: HttpRequest, username: str) -> None:
    """The right password: the count of this name from here starts over. What others tried stays counted."""
    forget(PAIR, fold(username), address_of(request))


def _known(request: HttpRequest) -> list[str]:
    try:
        names = signing.loads(
            request.COOKIES.get(settings.KNOWN_COOKIE_NAME, ""), salt=_SALT, max_age=KNOWN_SECONDS
        )
    except signing.BadSignature:
        return []
    return [name for name in names if isinstance(name, str)]


def knows(request: HttpRequest, username: str) -> bool:
    """Whether somebody has signed in with this name in this browser before."""
    return _known_hash(username) in _known(request)


def _known_hash(username: str) -> str:
    return _key(NAME, "known", fold(username))[:20]


def remember(request: HttpRequest, response: HttpResponseBase, username: str) -> None:
    """Let this browser be known to an account after the right password."""
    mine = _known_hash(username)
    names = [mine, *(name for name in _known(request) if name != mine)][:MOST_KNOWN]
    response.set_cookie(
        settings.KNOWN_COOKIE_NAME,
        signing.dumps(names, salt=_SALT),
        max_age=KNOWN_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
