"""What the pages of money show: who paid, the sheet of a till, prizes; a fixed number of queries each."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from ledger.people import Account
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament

from .amounts import money
from .fee_services import currency_of
from .models import Booking, Fee, OnlinePayment, Prize, TillClosing
from .prices import due, fee_lines
from .prize_services import due_to, winners

Kind, Method, State = Booking.Kind, Booking.Method, Entry.State
ASKED = (State.ENTERED, State.CHECKED_IN, State.DROPPED)
"""Who owes the fee; somebody who waits has no place yet."""


def fee_of(tournament: Tournament) -> Fee | None:
    """What a tournament costs; None: it asks no fee."""
    return Fee.objects.filter(tournament=tournament).first()


def fees_of(tournaments: Iterable[Tournament]) -> dict[int, Fee]:
    """The same of many, by their number; one query."""
    rows = Fee.objects.filter(tournament__in=[one.pk for one in tournaments])
    return {fee.tournament_id: fee for fee in rows}


@dataclass
class Books:
    """The books of one entry: its rows, and the fees that stand, with what is left of each."""

    rows: list[Booking] = field(default_factory=list)
    standing: list[tuple[Booking, int]] = field(default_factory=list)

    @property
    def paid(self) -> bool:
        """Whether a fee stands."""
        return bool(self.standing)

    @property
    def twice(self) -> bool:
        """Whether more than one does: at the desk and online, say."""
        return len(self.standing) > 1


def accounts_of(rows: Iterable[Booking]) -> dict[int, Books]:
    """The books by entry, out of rows in their order."""
    found: dict[int, Books] = defaultdict(Books)
    left, undone = _left(rows := list(rows))
    for row in rows:
        found[row.entry_id].rows.append(row)
        if row.kind == Kind.FEE and row.pk not in undone and (left[row.pk] > 0 or row.cents == 0):
            found[row.entry_id].standing.append((row, left[row.pk]))
    return found


def _left(rows: Iterable[Booking]) -> tuple[dict[int, int], set[int]]:
    """What is left of each fee after refunds, and which rows were reversed."""
    left, undone, by_key = {}, set(), {}
    for row in rows:
        by_key[row.pk] = row
        if row.kind == Kind.FEE:
            left[row.pk] = row.cents
        elif row.kind == Kind.REFUND and row.about_id is not None:
            left[row.about_id] += row.cents
        elif row.kind == Kind.REVERSAL and row.about_id is not None:
            undone.add(row.about_id)
            about = by_key[row.about_id]
            if about.kind == Kind.REFUND and about.about_id is not None:
                left[about.about_id] += row.cents
    return left, undone


def bookings(tournament: Tournament, **only: object) -> QuerySet[Booking]:
    """Rows of the books in their order."""
    return Booking.objects.filter(tournament=tournament, **only).order_by("number")


def paid_entries(tournament: Tournament) -> set[int]:
    """The entries whose fee is paid."""
    rows = bookings(tournament).exclude(kind=Kind.PRIZE).select_related(None)
    return {entry for entry, one in accounts_of(rows).items() if one.paid}


def owing(tournament: Tournament) -> dict[int, str]:
    """What is still to be paid, in words, by entry; empty where no fee is asked."""
    fee = fee_of(tournament)
    if fee is None:
        return {}
    paid = paid_entries(tournament)
    rows = Entry.objects.filter(tournament=tournament, state__in=ASKED).exclude(pk__in=paid)
    return {one.pk: owed_words(offer.cents, fee) for one in rows if (offer := due(fee, one)).cents > 0}


def owed_words(cents: int, fee: Fee) -> str:
    """What is still to be paid, as a badge says it."""
    return _("not paid: %(amount)s") % {"amount": money(cents, fee.currency)}


def unpaid_here(tournament: Tournament) -> list[Entry]:
    """Players who are here and have not paid, by name. They play; the desk knows."""
    owed = owing(tournament)
    if not owed:
        return []
    rows = Entry.objects.filter(tournament=tournament, state=State.CHECKED_IN, pk__in=owed)
    return list(rows.order_by("sort_name", "number"))


class FeeRow(NamedTuple):
    """A player as whoever takes the fee sees them; ``search``: what the search looks in."""

    entry: Entry
    owes: str
    account: Books
    search: str


def fee_rows(tournament: Tournament, fee: Fee) -> list[FeeRow]:
    """Everybody who owes or paid a fee, by name; two queries."""
    accounts = accounts_of(bookings(tournament).exclude(kind=Kind.PRIZE))
    rows = Entry.objects.filter(tournament=tournament).order_by("sort_name", "number")
    found = []
    for one in rows:
        account = accounts.get(one.pk, Books())
        if one.state not in ASKED and not account.rows:
            continue
        offer = due(fee, one)
        owing_ = one.state in ASKED and not account.paid and offer.cents > 0
        owes = owed_words(offer.cents, fee) if owing_ else ""
        found.append(FeeRow(one, owes, account, f"{one.name} {one.number}".casefold()))
    return found


def rows_with_people(rows: QuerySet[Booking]) -> list[Booking]:
    """Rows of the books with the names that a sheet needs."""
    return list(rows.select_related("entry", "taken_by", "about", "prize", "payment"))


class Line(NamedTuple):
    """A line of the till's sheet: who took by which way how often how much, and what went out again."""

    method: str
    who: str
    times: int
    came: str
    went: str
    sum: str


@dataclass(frozen=True)
class Sheet:
    """A till: its number, rows and sums by way and taker, the cash that should be in it, and its closing."""

    number: int
    last: int
    currency: str
    rows: list[Booking]
    lines: list[Line]
    totals: list[tuple[str, str]]
    cash: int
    closing: TillClosing | None
    undone: frozenset[int]

    @property
    def cash_words(self) -> str:
        """The cash that came in less what went out."""
        return money(self.cash, self.currency)

    @property
    def figures(self) -> list[tuple[str, str]]:
        """What the closing says, in words."""
        if self.closing is None:
            return []
        one = self.closing
        return [
            (_("Change at the beginning"), money(one.begun_cents, one.currency)),
            (_("Expected"), money(one.expected_cents, one.currency)),
            (_("Counted"), money(one.counted_cents, one.currency)),
            (_("Difference"), money(one.difference, one.currency)),
        ]


def sheet_of(tournament: Tournament, number: int = 0) -> Sheet:
    """A till by its number, else the one that is open; four queries."""
    last = TillClosing.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0
    number = number if 1 <= number <= last + 1 else last + 1
    closing = (
        TillClosing.objects.filter(tournament=tournament, number=number).select_related("closed_by").first()
    )
    currency = closing.currency if closing else currency_of(tournament)
    rows = rows_with_people(bookings(tournament, till=number))
    undone = Booking.objects.filter(tournament=tournament, kind=Kind.REVERSAL).values_list("about", flat=True)
    lines: dict[tuple[str, str], list[int]] = defaultdict(list)
    totals: dict[str, int] = defaultdict(int)
    for row in rows:
        if row.method == Method.GOODS:
            continue
        who = row.taken_by.display_name if row.taken_by is not None else "–"
        lines[row.method, who].append(row.cents)
        totals[row.method] += row.cents
    return Sheet(
        number=number,
        last=last + 1,
        currency=currency,
        rows=rows,
        lines=[_line(way, who, sums, currency) for (way, who), sums in sorted(lines.items())],
        totals=[(str(Method(way).label), money(sum_, currency)) for way, sum_ in sorted(totals.items())],
        cash=totals[Method.CASH],
        closing=closing,
        undone=frozenset(one for one in undone if one is not None),
    )


def _line(method: str, who: str, sums: list[int], currency: str) -> Line:
    came, went = sum(one for one in sums if one > 0), sum(one for one in sums if one < 0)
    words = (money(one, currency) for one in (came, went, came + went))
    return Line(str(Method(method).label), who, len(sums), *words)


class DuePrize(NamedTuple):
    """Somebody to whom a prize is due: with the place, and the row that says that it was given."""

    entry: Entry
    place: int | None
    given: Booking | None


MOST_SHOWN = 20
"""People of one prize on the page of all prizes; each has a form. The sheet to sign has all of them."""


class PrizeList(NamedTuple):
    """A prize, what it is in words, and to whom it is due."""

    prize: Prize
    worth: str
    due: list[DuePrize]
    more: int = 0

    def shown(self, query: str) -> "PrizeList":
        """Those who are looked for, whoever has not received it first, no more than a page holds; ``more`` are left."""
        found = [one for one in self.due if query.casefold() in one.entry.name.casefold()]
        found.sort(key=lambda one: one.given is not None)
        return self._replace(due=found[:MOST_SHOWN], more=max(0, len(found) - MOST_SHOWN))


def prizes_of(tournament: Tournament) -> list[PrizeList]:
    """Every prize with those to whom it is due; as many queries for one as for sixty, but for the places."""
    prizes = list(Prize.objects.filter(tournament=tournament))
    if not prizes:
        return []
    currency = currency_of(tournament)
    entries = {one.number: one for one in Entry.objects.filter(tournament=tournament)}
    rows = list(Booking.objects.filter(tournament=tournament, prize__isnull=False).order_by("number"))
    undone = set(
        Booking.objects.filter(tournament=tournament, kind=Kind.REVERSAL).values_list("about", flat=True)
    )
    given = {(row.prize_id, row.entry_id): row for row in rows if row.pk not in undone}
    found = []
    for prize, people in zip(prizes, _due(tournament, prizes), strict=True):
        due_ = [
            DuePrize(entries[number], place, given.get((prize.pk, entries[number].pk)))
            for number, place in people.items()
        ]
        found.append(PrizeList(prize, money(prize.cents, currency) if prize.cents else "", due_))
    return found


def _due(tournament: Tournament, prizes: Iterable[Prize]) -> list[Mapping[int, int | None]]:
    """To whom each is due; what is the same for all prizes of a kind is asked once."""
    whole = Prize(tournament=tournament, by=Prize.By.PLACE, first=1, last=1_000_000)
    kinds = {one.by for one in prizes}
    places = due_to(tournament, whole) if Prize.By.PLACE in kinds else {}
    everybody = due_to(tournament, Prize(by=Prize.By.ALL)) if Prize.By.ALL in kinds else {}
    found: list[Mapping[int, int | None]] = []
    for one in prizes:
        if one.by == Prize.By.PLACE:
            found.append({n: at for n, at in places.items() if at and one.first <= at <= one.last})
        else:
            found.append(everybody if one.by == Prize.By.ALL else dict.fromkeys(winners(one)))
    return found


class Announced(NamedTuple):
    """What everybody reads of the money of a tournament: the fee line by line, the prizes with their worth."""

    fee: list[str]
    prizes: list[tuple[Prize, str]]


def announced(tournament: Tournament) -> Announced:
    """The fee and the prizes as everybody reads them; two queries."""
    fee, prizes = fee_of(tournament), list(Prize.objects.filter(tournament=tournament))
    currency = fee.currency if fee is not None else ""
    if not currency and any(one.cents for one in prizes):
        currency = currency_of(tournament)
    worth = [(one, money(one.cents, currency) if one.cents else "") for one in prizes]
    return Announced(fee_lines(fee) if fee is not None else [], worth)


def own_payment(user: Account, entry: Entry) -> OnlinePayment | None:
    """The newest payment online of one's own entry."""
    return (
        OnlinePayment.objects.filter(entry=entry, entry__user=user)
        .select_related("tournament")
        .order_by("-pk")
        .first()
    )
