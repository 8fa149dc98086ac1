"""The links in mails of the newsletter: one to confirm it, one to have no more of it, one for what bounces.

The first is a secret of its own, kept as a hash. The other two are numbers of subscriptions with a signature: all that
their holder can do is end that one subscription.
"""

import hashlib

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

_OUT, _BOUNCE = "community.newsletter.out", "community.newsletter.bounce"
SHORT = 20
"""So many signs of a signature stand in the address that mails come back to: mail servers fold it and cut it off."""


def token_hash(token: str) -> str:
    """What is kept of the secret of a link."""
    return hashlib.sha256(token.encode()).hexdigest()


def confirm_link(token: str) -> str:
    """The page that confirms a subscription."""
    return settings.SITE_URL.rstrip("/") + reverse("community:newsletter_confirm", args=[token])


def out_link(number: int, *, at_once: bool = False) -> str:
    """The page where a subscription is ended, or the address that ends it by one click (RFC 8058)."""
    token = signing.Signer(salt=_OUT).sign(str(number))
    name = "community:newsletter_out_at_once" if at_once else "community:newsletter_out"
    return settings.SITE_URL.rstrip("/") + reverse(name, args=[token])


def number_of(token: str) -> int | None:
    """The subscription that such an address ends; None for one that this site never wrote."""
    try:
        return int(signing.Signer(salt=_OUT).unsign(token))
    except (signing.BadSignature, ValueError):
        return None


def _signature(number: int) -> str:
    return salted_hmac(_BOUNCE, str(number), algorithm="sha256").hexdigest()[:SHORT]


def bounce_address(number: int) -> str:
    """Where a copy that cannot be delivered comes back to; empty where the site takes none back."""
    name, _at, host = settings.NEWSLETTER_BOUNCES.rpartition("@")
    return f"{name}+{number}-{_signature(number)}@{host}" if name else ""


def bounced_number(address: str) -> int | None:
    """The subscription whose copy came back to this address; None for one that this site never wrote."""
    name, _at, host = address.strip().strip("<>").rpartition("@")
    ours, _at, at = settings.NEWSLETTER_BOUNCES.rpartition("@")
    before, _plus, token = name.rpartition("+")
    number, _dash, signature = token.partition("-")
    if not ours or (before.casefold(), host.casefold()) != (ours.casefold(), at.casefold()):
        return None
    if not (number.isascii() and number.isdigit() and len(number) < 18):
        return None
    return int(number) if constant_time_compare(signature.casefold(), _signature(int(number))) else None
