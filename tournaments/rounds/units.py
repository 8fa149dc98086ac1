"""Who is paired and ranked: the players, or what a format says plays in their place (a crew, a team).

A unit is known by the key of one entry. A *board* is a table as it stands in the hall, a *pairing* a table of units;
for players the two are the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from ledger.people import Account
from ledger.sql import run
from tournaments.entries.keys import entry_key
from tournaments.entries.lists import entry_with_list
from tournaments.entries.models import Entry
from tournaments.events.kinds import Kind, first_format
from tournaments.events.models import Tournament
from tournaments.standings import Match as Played

from .models import Match, Round, Seat
from .outcomes import Games
from .statements import SIDES
from .tables import Table, active_keys


class Line(NamedTuple):
    """The columns of an entry that pairing and standings need; a large field is read without its other ones."""

    pk: int
    number: int
    state: str
    sort_name: str
    joined_round: int
    dropped_after: int | None
    random: int
    seed: int | None
    disqualified: bool
    clan_name: str | None

    @property
    def key(self) -> str:
        """As :attr:`tournaments.entries.models.Entry.key`."""
        return entry_key(self.number)


class Unit:
    """Players, each for themselves; what else plays says what differs."""

    alone = True
    """Whether what staff decided about an entry holds for the unit, and a level knock-out match is settled in it."""
    fetch = "seats__entry"
    """What to fetch with matches for :meth:`winner` and :meth:`score`."""

    def heading(self) -> str:
        """One of them, as the heading of a column."""
        return _("Player")

    def lines(self, tournament: Tournament, lines: list[Line]) -> list[Line]:
        """The lines of the field, from those of all entries."""
        return lines

    def played(self, tournament: Tournament, *, through: int | None) -> list[Played] | None:
        """What was played before a cut, by units; None when every match counts by itself."""
        return None

    def names(self, tournament: Tournament) -> dict[str, str]:
        """Display names by key."""
        rows = Entry.objects.filter(tournament=tournament).values_list("number", "name")
        return {entry_key(number): name for number, name in rows}

    def here(self, tournament: Tournament) -> list[str]:
        """The keys of those who play on, in order of their numbers."""
        return active_keys(tournament)

    def boards(self, tournament: Tournament, pairings: Sequence[Table]) -> list[Table]:
        """The tables in the hall for these pairings."""
        return list(pairings)

    def pairings(self, tournament: Tournament, boards: Sequence[Table]) -> list[Table]:
        """The pairings that these tables in the hall stand for."""
        return list(boards)

    def winner(self, tournament: Tournament, matches: Sequence[Match], seeds: Sequence[str]) -> str | None:
        """Who goes on from the matches of one slot of a knock-out, all of them final and fetched with their seats.

        ``seeds``: where time ended it without a winner, the highest seed still in goes on.
        """
        return winner_of(matches[0], seeds)

    def score(self, tournament: Tournament, matches: Sequence[Match]) -> dict[str, int]:
        """What stands beside the names in the drawing of one slot: games won, or seats won."""
        seats = matches[0].seats.all()
        return {seat.entry.key: seat.games_won for seat in seats if seat.games_won is not None}

    def reporter(self, match: Match, user: Account | None) -> Seat | None:
        """The seat somebody may report for, at a match that was fetched with its seats."""
        if user is None:
            return None
        return next((seat for seat in match.seats.all() if seat.entry.user_id == user.pk), None)

    def label(self, tournament: Tournament, matches: Sequence[Match]) -> None:
        """Give the seats of these matches, fetched with their entries, the names of those who sit there."""

    def overview(self, tournament: Tournament, matches: Sequence[Match]) -> str:
        """What stands above the tables of a round, as markup."""
        return ""

    def own(self, entry: Entry, round_: Round, context: Mapping[str, object]) -> str:
        """What a player's screen shows beside their own table, as markup; ``context`` is that of the page."""
        return ""

    def entry_of(self, entry: Entry) -> Entry:
        """The entry that has the seat of this player."""
        return entry

    def people(self, entries: Iterable[int]) -> list[int]:
        """The people (ids) who play where these entries (ids) have the seats."""
        found = Entry.objects.filter(pk__in=entries).order_by("pk").values_list("user_id", flat=True)
        return [user for user in found if user is not None]

    def seat_holders(self, tournament: Tournament, people: Iterable[int]) -> dict[int, int]:
        """For each of these people (ids) who play here, the entry (id) that has their seat."""
        rows = Entry.objects.filter(tournament=tournament, user_id__in=people).order_by("pk")
        return dict(rows.values_list("user_id", "pk"))

    def sides(self, tournament: Tournament, match: Match) -> list[tuple[Entry, ...]]:
        """Who plays at each seat of one match, side by side, with their registrations."""
        [rows] = run((SIDES, [match.pk]))
        found = [entry_with_list(tournament, row)[0] for row in rows]
        return [(entry,) for entry in found if entry is not None]


PLAYERS = Unit()


class OfUnits(Kind):
    """A kind of stage that says who plays it."""

    unit: Unit | None = None
    """Who is paired and ranked; None for the players themselves."""


def unit_of(tournament: Tournament) -> Unit:
    """Who is paired and ranked in this tournament."""
    first = first_format(tournament.policy)
    return (first.unit if isinstance(first, OfUnits) else None) or PLAYERS


def winner_of(match: Match, seeds: Sequence[str] = ()) -> str | None:
    """The entry key of who won a final match (in a knock-out: who goes on); None for a draw.

    ``seeds``: of a knock-out. Where time ended a final table without a winner, the highest seed still in goes on.
    """
    outcome, seats = match.outcome, list(match.seats.all())
    if outcome is None:
        return None
    if outcome.winner is not None:
        return next(seat.entry.key for seat in seats if seat.position == outcome.winner)
    still_in = [seat.entry.key for seat in seats if outcome.letter(seat.position) == "d"]
    return min(still_in, key=seeds.index) if seeds and still_in and not isinstance(outcome, Games) else None
