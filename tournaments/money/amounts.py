"""Amounts: whole cents of one currency, as people type and read them."""

import re

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from ledger.errors import UserError

CURRENCIES = ("EUR", "CHF", "CZK", "DKK", "GBP", "NOK", "PLN", "SEK", "USD")
"""Currencies of a hundred cents each, the default first."""
MOST = 1_000_000
"""So many cents at most in one row."""
_SIGNS = {"EUR": "€", "GBP": "£", "USD": "$"}
_TYPED = re.compile(r"(-?)([0-9]{1,7})(?:[.,]([0-9]{1,2}))?")


def money(cents: int, currency: str) -> str:
    """An amount in words of the reader's language: “€ 7.50”, “−€ 7,50”, “SEK 75.00”."""
    whole, rest = divmod(abs(cents), 100)
    text = f"{number_format(whole)}{number_format('0.0')[1]}{rest:02}"
    return f"{'−' if cents < 0 else ''}{_SIGNS.get(currency, currency)}\u00a0{text}"


def typed(cents: int | None) -> str:
    """An amount as somebody would type it into a field."""
    return "" if cents is None else f"{cents // 100}.{cents % 100:02}"


def cents_of(text: str, field: str | None = None) -> int:
    """What somebody typed, in cents; :class:`UserError` for what is no amount, or one below zero.

    A sign of a currency is none of ours to read: an event has one currency, and its fields say which.
    """
    found = _TYPED.fullmatch(text.strip().removeprefix("€").strip())
    if found is None:
        raise UserError("amount", _("Type an amount like 7.50, without the currency."), field=field)
    sign, whole, rest = found.groups()
    cents = int(whole) * 100 + int((rest or "0").ljust(2, "0"))
    if sign and cents:
        cents = -cents
    return require_amount(cents, field)


def require_amount(cents: int, field: str | None = None) -> int:
    """The amount, from nothing to the most that one row holds; else :class:`UserError`."""
    if cents < 0:
        raise UserError("negative", _("An amount is never below zero."), field=field)
    if cents > MOST:
        raise UserError("amount", _("This amount is too large."), field=field)
    return cents


def require_currency(currency: str, field: str | None = None) -> str:
    """A currency that we know; else :class:`UserError`."""
    if currency not in CURRENCIES:
        raise UserError("currency", _("This currency is not known here."), field=field)
    return currency


def same_currency(said: str, known: str, field: str | None = None) -> None:
    """Refuse an amount in another currency than the event's; nothing is ever converted."""
    if said and said != known:
        text = _("This event counts in %(known)s. An amount in %(said)s cannot be mixed in.")
        raise UserError("mixed", text % {"known": known, "said": said[:3]}, field=field)
