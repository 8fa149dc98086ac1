"""A player's page: what its owner shows of finished tournaments, opponents, decks and clan.

Everything here stands somewhere else for everybody; the page only brings it together, and only as far as its owner
says. Nothing of a tournament that is not finished: where somebody will be is nobody's business. Other people are named
only where they show their own head-to-heads; nobody's page tells what somebody else is called elsewhere.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TypeVar

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from decks.lists.own_decks import deck_tiles
from decks.lists.selectors import shown_decks_of
from ledger.shapes import Context
from ledger.web import whole_number
from rules_engine.drawing.charts import PHONE, Chart
from rules_engine.drawing.season import Stop, season_svg
from tournaments.clans.models import Clan, Membership
from tournaments.entries.models import Entry
from tournaments.entries.questions import OpenPage, open_pages
from tournaments.events.models import Tournament
from tournaments.programme.outcome_services import places_of
from tournaments.rounds.field import ABSENT
from tournaments.rounds.models import Match, Round
from tournaments.rounds.selectors import with_seats

MOST = 60
"""Tournaments of one year on a page; the newest stay."""
FEW = 6
"""A year of no more tournaments than this is a small picture beside the results."""
DECKS = 6
"""Decks on a page."""
T = TypeVar("T")


@dataclass
class Record:
    """Matches won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def add(self, letter: str) -> None:
        """One match, by the letter of how it ended."""
        self.won += letter == "w"
        self.drawn += letter == "d"
        self.lost += letter == "l"

    @property
    def total(self) -> int:
        """Matches in all."""
        return self.won + self.drawn + self.lost

    def __str__(self) -> str:
        return f"{self.won}–{self.lost}–{self.drawn}"


@dataclass
class Played:
    """A finished tournament of somebody: where it is shown, its day, the place of how many, and the matches.

    ``counted``: whether its places are known yet.
    """

    entry: Entry
    day: date
    place: int | None = None
    of: int = 0
    counted: bool = True
    record: Record = field(default_factory=Record)

    @property
    def tournament(self) -> Tournament:
        """Where it was."""
        return self.entry.tournament


@dataclass
class Opponent:
    """Somebody who shows head-to-heads as well, and the score against them."""

    page: OpenPage
    record: Record = field(default_factory=Record)


@dataclass
class Opponents:
    """Head-to-heads: everybody with a name, most matches first, and all others as one."""

    named: list[Opponent] = field(default_factory=list)
    others: Record = field(default_factory=Record)

    def __bool__(self) -> bool:
        """Whether there is anybody."""
        return bool(self.named or self.others.total)


def finished_entries(users: Iterable[int], clan: Clan | None = None) -> list[Entry]:
    """What these people finished, the newest first; with a clan, only what they played for it."""
    found = Entry.objects.filter(user__in=set(users), tournament__state=Tournament.State.FINISHED)
    if clan is not None:
        found = found.filter(clan=clan)
    found = found.exclude(state__in=ABSENT).select_related("tournament", "team__captain")
    return list(found.order_by("-tournament__starts_at", "-tournament__pk", "sort_name", "pk"))


def played_of(entries: Sequence[Entry], matches: Iterable[Match] = ()) -> list[Played]:
    """The same with days, places and the matches of these entries."""
    places = places_of([entry.tournament for entry in entries])
    own = {entry.pk: Played(entry, day_of(entry.tournament.starts_at)) for entry in entries}
    for one in own.values():
        one.counted = one.tournament.pk in places
        known = places.get(one.tournament.pk, {})
        keys = [one.entry.key] + ([one.entry.team.captain.key] if one.entry.team is not None else [])
        one.place = next((known[key] for key in keys if key in known), None)
        one.of = len(known)
    for match in matches:
        for seat in match.seats.all():
            if seat.entry_id in own:
                own[seat.entry_id].record.add(seat.result)
    return list(own.values())


def start_of(entry: Entry) -> datetime:
    """When its tournament began."""
    return entry.tournament.starts_at


def year_of(
    entries: Sequence[T], asked: str, start: Callable[[T], datetime]
) -> tuple[list[int], int, list[T]]:
    """The years with a tournament, the newest first, the one that was asked for, else the newest, and what is in it."""
    years = list(dict.fromkeys(day_of(start(entry)).year for entry in entries))
    number = whole_number(asked)
    year = number if number in years else (years[0] if years else 0)
    return years, year, [entry for entry in entries if day_of(start(entry)).year == year][:MOST]


def day_of(moment: datetime) -> date:
    """The day of a moment, where the site is."""
    return timezone.localtime(moment).date()


def matches_of(entries: Sequence[Entry]) -> list[Match]:
    """Every match of these entries that counts; two queries however many."""
    found = Match.objects.filter(state=Match.State.FINAL, seats__entry__in=[entry.pk for entry in entries])
    found = found.exclude(round__state=Round.State.DRAFT).distinct()
    return list(with_seats(found.order_by("round__tournament", "round__number", "pk")))


def opponents_of(page: OpenPage, entries: Sequence[Entry], matches: Iterable[Match]) -> Opponents:
    """The score against each opponent who shows theirs too, and against all the others together.

    Only matches of two that were played count: no bye, no forfeit, no table of more.
    """
    own = {entry.pk for entry in entries}
    scores: dict[int, Record] = {}
    for match in matches:
        seats = list(match.seats.all())
        mine = [seat for seat in seats if seat.entry_id in own]
        if len(seats) != 2 or len(mine) != 1 or match.kind != Match.Kind.PLAYED:
            continue
        other = next(seat for seat in seats if seat is not mine[0])
        scores.setdefault(other.entry.user_id, Record()).add(mine[0].result)
    pages = {user: one for user, one in open_pages(scores).items() if "opponents" in one.parts}
    shown = Opponents()
    for user, record in scores.items():
        if user in pages:
            shown.named.append(Opponent(pages[user], record))
        else:
            shown.others.won += record.won
            shown.others.drawn += record.drawn
            shown.others.lost += record.lost
    shown.named.sort(key=lambda one: (-one.record.total, one.page.name.casefold(), one.page.user_id))
    return shown


def season_chart(played: Sequence[Played], year: int, *, whose: str = "") -> Chart | None:
    """The places of one year as a picture and as rows; None where there is no place to show."""
    placed = sorted(
        (one for one in played if one.place is not None), key=lambda one: (one.day, one.tournament.pk)
    )
    if not placed:
        return None
    by_event: dict[int, list[Played]] = {}
    for one in placed:
        by_event.setdefault(one.tournament.pk, []).append(one)
    stops = [
        Stop(_day_label(some[0].day), some[0].of, tuple(sorted(one.place or 0 for one in some)))
        for some in by_event.values()
    ]
    title = _("The year %(year)s") % {"year": year}
    about = _(
        "Each line is a tournament: the more players, the longer. "
        "The first place is on top, the ring is the place reached."
    )
    phone = season_svg(stops, title, width=PHONE)
    wide = season_svg(stops, title) if len(stops) > FEW else phone
    heads = (_("Tournament"), _("Day"), *((whose,) if whose else ()), _("Place"), _("Players"))
    rows = tuple(
        (
            one.tournament.name,
            date_format(one.day, "j F"),
            *((one.entry.name,) if whose else ()),
            str(one.place),
            str(one.of),
        )
        for one in placed
    )
    return Chart("season", title, about, heads, rows, wide, phone, sky=True)


def _day_label(day: date) -> str:
    return date_format(day, "j-n")


def clan_of_page(page: OpenPage) -> Clan | None:
    """The clan, while its owner shows it on the clan's page and here."""
    if "clan" not in page.parts:
        return None
    shown = Membership.objects.filter(user=page.user_id, shown=True, clan__ended_at=None)
    membership = shown.select_related("clan").first()
    return membership.clan if membership is not None else None


def decks_of_page(page: OpenPage, language: str) -> list[Context]:
    """The newest decks that everybody may find anyway, as tiles."""
    if "decks" not in page.parts:
        return []
    decks = list(shown_decks_of(page.user_id)[:DECKS])
    return [
        {**tile, "url": reverse("decks:deck_view", args=[deck.public_id])}
        for deck, tile in zip(decks, deck_tiles(decks, language), strict=True)
    ]
