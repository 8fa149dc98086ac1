"""What an entry costs: the fee's prices, and which of them counts without anybody asking."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournaments.entries.models import Entry

from .amounts import money
from .models import Booking, Fee

Price = Booking.Price


class Offer(NamedTuple):
    """A price: how many cents, and by which reduction."""

    cents: int
    reduction: str

    @property
    def why(self) -> str:
        """The reduction in words."""
        return str(Price(self.reduction).label)


def prices_of(fee: Fee, entry: Entry) -> list[Offer]:
    """Every price this entry may pay, the one that counts unless somebody says more first.

    Early is a fact of the entry. Whether somebody is a member or under 16 the site does not know: who takes the money
    looks at them.
    """
    base = Offer(fee.cents, Price.FULL)
    if fee.early_cents is not None and fee.early_until is not None and entry.entered_at <= fee.early_until:
        base = Offer(fee.early_cents, Price.EARLY)
    more = (Offer(cents, reduction) for cents, reduction in _asked(fee) if cents < base.cents)
    return [base, *more]


def due(fee: Fee, entry: Entry) -> Offer:
    """What the entry pays when nobody says more."""
    return prices_of(fee, entry)[0]


def _asked(fee: Fee) -> Iterator[tuple[int, str]]:
    if fee.member_cents is not None:
        yield fee.member_cents, Price.MEMBER
    if fee.young_cents is not None:
        yield fee.young_cents, Price.YOUNG


def _price(cents: int, fee: Fee) -> str:
    return money(cents, fee.currency) if cents else _("free")


def fee_lines(fee: Fee) -> list[str]:
    """The fee and its reductions in words, for everybody."""
    lines = [_price(fee.cents, fee)]
    if fee.early_cents is not None and fee.early_until is not None:
        said = {
            "amount": _price(fee.early_cents, fee),
            "time": date_format(localtime(fee.early_until), "DATETIME_FORMAT"),
        }
        lines.append(_("%(amount)s for those who enter by %(time)s") % said)
    if fee.member_cents is not None:
        lines.append(_("%(amount)s for members") % {"amount": _price(fee.member_cents, fee)})
    if fee.young_cents is not None:
        lines.append(_("%(amount)s under 16") % {"amount": _price(fee.young_cents, fee)})
    return lines
