"""Prizes: announced, drawn by lot, given and signed for.

A lottery is drawn by a seed that nobody can choose: when the prize is announced the site draws the seed and publishes
its hash; at the drawing it publishes the seed itself, and everybody can compute the rest (:func:`drawn`).
"""

import hashlib
import secrets
from collections.abc import Iterable
from typing import TypedDict

from django.db.models import Max
from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.names import clean_name
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.events.services import lock, refuse_rehearsal, require_state

from .amounts import require_amount
from .fee_services import currency_of
from .models import TILL_LOCK, Booking, Prize, money_book
from .payment_services import Booked, book, booked, entry_here, hold_till
from .questions import final_numbers

By, Kind = Prize.By, Booking.Kind
PLAYED = (Entry.State.CHECKED_IN, Entry.State.DROPPED)
MOST_PRIZES = 60
State = Tournament.State


class PrizeIs(TypedDict):
    """A prize, and for a lottery what was published of it: the hash of its seed, then the numbers that were drawn."""

    prize: int
    seal: str
    drawn: list[int]


def sealed(seed: str) -> str:
    """The hash of a seed, published before it."""
    return hashlib.sha256(seed.encode()).hexdigest()


def drawn(seed: str, numbers: Iterable[int]) -> list[int]:
    """The numbers in the order of the lot: by the SHA-256 of the seed, a colon and the number, the smallest first."""
    return sorted(numbers, key=lambda one: hashlib.sha256(f"{seed}:{one}".encode()).hexdigest())


def winners(prize: Prize) -> list[int]:
    """The numbers of the entries that a drawn prize goes to; empty before the drawing."""
    return drawn(prize.seed, prize.drawn_from)[: prize.last] if prize.drawn_at else []


def _answer(prize: Prize) -> PrizeIs:
    return {"prize": prize.number, "seal": prize.seal, "drawn": winners(prize)}


@command("prize.announce", public=True)
def prize_announce(
    cmd: Command,
    *,
    tournament: Tournament,
    by: str,
    what: str,
    first: int = 1,
    last: int = 1,
    cents: int = 0,
) -> PrizeIs:
    """Announce a prize: for the places ``first`` to ``last``, for ``last`` who are drawn, or for everybody."""
    tournament = lock(cmd, tournament)
    refuse_rehearsal(tournament)
    require_state(tournament, State.DRAFT, State.ENTRY, State.CHECK_IN, State.RUNNING, State.FINISHED)
    what = clean_name(what)[:80]
    if len(what) < 2:
        raise UserError("what", _("Say what the prize is."), field="what")
    if by not in By.values:
        raise UserError("by", _("Say who gets it."), field="by")
    if not 1 <= first <= last <= 4096:
        raise UserError("places", _("The first place comes before the last one."), field="last")
    require_amount(cents, "cents")
    rows = Prize.objects.filter(tournament=tournament)
    if rows.count() >= MOST_PRIZES:
        raise UserError("many", _("An event has at most %(count)s prizes.") % {"count": MOST_PRIZES})
    seed = secrets.token_hex(32) if by == By.LOT else ""
    prize = Prize.objects.create(
        tournament=tournament,
        number=(rows.aggregate(last=Max("number"))["last"] or 0) + 1,
        by=by,
        first=first,
        last=last,
        what=what,
        cents=cents,
        seed=seed,
        seal=sealed(seed) if seed else "",
    )
    cmd.record(prize=prize.number, by=by, seal=prize.seal)
    return _answer(prize)


@command("prize.drop", public=True)
def prize_drop(cmd: Command, *, tournament: Tournament, prize: int) -> PrizeIs:
    """Take a prize back that nobody was given and that was not drawn."""
    tournament = lock(cmd, tournament)
    cmd.lock(TILL_LOCK, tournament.pk)
    row = _prize(tournament, prize)
    if row.drawn_at is not None or Booking.objects.filter(prize=row).exists():
        raise UserError("given", _("This prize was drawn or given: it stays."))
    said = _answer(row)
    row.delete()
    cmd.record(prize=prize)
    return said


@command("prize.draw", public=True)
def prize_draw(cmd: Command, *, tournament: Tournament, prize: int) -> PrizeIs:
    """Draw a lottery among all who were checked in; the seed is published with it. Twice is once."""
    tournament = lock(cmd, tournament)
    row = _prize(tournament, prize)
    if row.by != By.LOT:
        raise UserError("by", _("This prize is not given by lot."))
    if row.drawn_at is not None:
        return _answer(row)
    require_state(tournament, State.RUNNING, State.FINISHED)
    numbers = list(
        Entry.objects.filter(tournament=tournament, state__in=PLAYED)
        .order_by("number")
        .values_list("number", flat=True)
    )
    if not numbers:
        raise UserError("nobody", _("Nobody played: there is nobody to draw."))
    row.drawn_at, row.drawn_from = cmd.at, numbers
    row.save(update_fields=["drawn_at", "drawn_from"])
    cmd.record(prize=row.number, seed=row.seed, among=numbers, drawn=winners(row))
    return _answer(row)


@command("prize.give", chain=money_book)
def prize_give(cmd: Command, *, tournament: Tournament, prize: int, entry_id: int) -> Booked:
    """Hand a prize to somebody it is due to, once; money goes out of the till, goods are written down."""
    tournament = hold_till(cmd, tournament)
    row, entry = _prize(tournament, prize), entry_here(tournament, entry_id)
    if entry.number not in due_to(tournament, row):
        raise UserError("not_due", _("This prize is not due to this player."))
    if already_given(row, entry):
        raise UserError("given", _("%(name)s was given this prize already.") % {"name": entry.name})
    method = Booking.Method.CASH if row.cents else Booking.Method.GOODS
    made = book(cmd, entry, Kind.PRIZE, -row.cents, currency_of(tournament), method=method, prize=row)
    return booked(made)


def already_given(prize: Prize, entry: Entry) -> bool:
    """Whether somebody was given a prize, and it was not undone."""
    rows = Booking.objects.filter(prize=prize, entry=entry, kind=Kind.PRIZE)
    undone = Booking.objects.filter(about__in=rows, kind=Kind.REVERSAL)
    return rows.exclude(pk__in=undone.values("about")).exists()


def due_to(tournament: Tournament, prize: Prize) -> dict[int, int | None]:
    """The numbers of the entries to whom a prize is due, with their place where it is by place."""
    if prize.by == By.LOT:
        return dict.fromkeys(winners(prize))
    if prize.by == By.ALL:
        rows = Entry.objects.filter(tournament=tournament, state__in=PLAYED).order_by("number")
        return dict.fromkeys(rows.values_list("number", flat=True))
    found = final_numbers(tournament)
    return {number: place for number, place in found if prize.first <= place <= prize.last}


def _prize(tournament: Tournament, number: int) -> Prize:
    row = Prize.objects.select_for_update(no_key=True).filter(tournament=tournament, number=number).first()
    if row is None:
        raise UserError("no_prize", _("There is no such prize."))
    return row
