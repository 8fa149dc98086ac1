"""A finished tournament as season points read it: its places in which the disqualified still stand, and its games.

People are the ids of their accounts, clans their ids; no name. What comes out is kept (:mod:`.outcome_services`).
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from tournaments.entries.crews import has_crews
from tournaments.entries.keys import entry_key
from tournaments.entries.models import Entry, Team
from tournaments.events.models import Tournament
from tournaments.rounds.field import ABSENT
from tournaments.rounds.models import EntryRule, Match, Round
from tournaments.rounds.places import places_by_key
from tournaments.rounds.units import PLAYERS, unit_of
from tournaments.season_points import Event, Finish, Game, Member

RANK = {"w": 0, "d": 1, "l": 2}
"""Where a seat came in by how its match ended."""


class Played(NamedTuple):
    """What an :class:`.models.Outcome` holds."""

    event: Event
    games: tuple[Game, ...]


class Line(NamedTuple):
    """An entry that was in the tournament, as far as points need it.

    ``unclaimed``: of a guest, or of somebody who has been erased (decision 560).
    """

    number: int
    user_id: int
    clan_id: int | None
    team_id: int | None
    left: bool
    unclaimed: bool
    disqualified: bool


Places = dict[str, int]
"""By the key of a line of the standings its final place, as the standings show it."""
Units = dict[str, tuple[int | None, list[Line]]]
"""By the key of a line of the standings its clan, where it plays for one, and who it is."""


def event_of(tournament: Tournament) -> Event:
    """The final places of a finished tournament, its class still empty: of which it is, each circuit says.

    A tournament of which no round was completed has no places. Whoever came with a crew or a team is a member of it.
    Whoever was disqualified keeps the place and stands in no finish: a ladder, with all that is made of it, cannot tell
    what only staff may know (decision 625).
    """
    return read(tournament)[0].event


def read(tournament: Tournament) -> tuple[Played, Places]:
    """Its event, its games and its places at once: who came is read once."""
    lines = _lines(tournament)
    units = _units(tournament, lines)
    games = _games(tournament, _sides(tournament, lines, units))
    ranked = shown = dict[str, int | None]()
    if games or _was_played(tournament):
        ranked = shown = places_by_key(tournament, disqualified="ranked")
        if any(line.disqualified for line in lines):
            shown = places_by_key(tournament)
    places = {key: place for key, place in shown.items() if place is not None}
    return Played(_event(tournament, units, ranked), games), places


def _event(tournament: Tournament, units: Units, places: Mapping[str, int | None]) -> Event:
    crews = has_crews(tournament)
    finishes = []
    for key, place in places.items():
        clan, members = units.get(key, (None, []))
        stayed = [one for one in members if not one.disqualified]
        if place is not None and stayed:
            finishes.append(_finish(place, stayed, clan if crews else None))
    return Event(
        tournament.slug,
        "",
        timezone.localtime(tournament.starts_at).date(),
        tuple(finishes),
        len(places),
        "single" if unit_of(tournament) is PLAYERS else "crew" if crews else "team",
        tournament.name,
        tournament.rehearsal,
        tournament.policy.imported is not None,
    )


def _was_played(tournament: Tournament) -> bool:
    return Round.objects.filter(tournament=tournament, state=Round.State.COMPLETED).exists()


def _lines(tournament: Tournament) -> list[Line]:
    """Everybody who came, by number; one query."""
    out = EntryRule.objects.filter(entry=OuterRef("pk"), kind=EntryRule.Kind.DISQUALIFIED)
    found = Entry.objects.filter(tournament=tournament).exclude(state__in=ABSENT).annotate(out=Exists(out))
    rows = found.order_by("number").values_list(
        *("number", "user_id", "clan_id", "team_id", "dropped_after"),
        *("user__guest_of", "user__is_active", "out"),
    )
    return [
        Line(number, user, clan, team, left is not None, bool(guest) or not in_use, barred)
        for number, user, clan, team, left, guest, in_use, barred in rows
    ]


def _units(tournament: Tournament, lines: Sequence[Line]) -> Units:
    """By the key of a line of the standings its clan, where it plays for one, and who it is."""
    if unit_of(tournament) is PLAYERS:
        return {entry_key(line.number): (None, [line]) for line in lines}
    teams = Team.objects.filter(tournament=tournament).values_list("pk", "captain__number", "clan_id")
    members: dict[int | None, list[Line]] = {}
    for line in lines:
        members.setdefault(line.team_id, []).append(line)
    return {entry_key(captain): (clan, members.get(pk, [])) for pk, captain, clan in teams}


def _finish(place: int, lines: Sequence[Line], clan: int | None) -> Finish:
    """One line of the places. A crew plays for its clan, everybody else for their own of that day."""
    members = tuple(
        Member(
            str(line.user_id),
            str(line.clan_id) if line.clan_id and clan is None else None,
            line.unclaimed,
        )
        for line in lines
    )
    return Finish(place, members, str(clan) if clan else None, dropped=any(line.left for line in lines))


def games_of(tournament: Tournament) -> tuple[Game, ...]:
    """Every match that was played at a table, by round: who sat on which side and where each side came in.

    No bye, no forfeit, no double loss. Members of a team share a side.
    """
    lines = _lines(tournament)
    return _games(tournament, _sides(tournament, lines, _units(tournament, lines)))


def _games(tournament: Tournament, people: Mapping[int, tuple[str, ...]]) -> tuple[Game, ...]:
    day = timezone.localtime(tournament.starts_at).date()
    pool = f"{tournament.game}/{tournament.mode}"
    games = []
    for (match, number, outcome), seats in groupby(_seats(tournament), key=itemgetter(0, 1, 2)):
        rows = list(seats)
        sides = tuple(people.get(row[4], ()) for row in rows)
        if len(rows) > 1 and all(sides):
            ranks = tuple(RANK[outcome.letter(row[3])] for row in rows)
            games.append(Game(f"{tournament.slug}-{match}", day, pool, sides, ranks, number))
    return tuple(games)


def _seats(tournament: Tournament) -> QuerySet[Match, tuple[Any, ...]]:
    """Match, round, how it ended, position and entry number of every seat at a table that was played."""
    found = Match.objects.filter(tournament=tournament, state=Match.State.FINAL, kind=Match.Kind.PLAYED)
    found = found.exclude(round__state=Round.State.DRAFT).order_by("round__number", "pk", "seats__position")
    return found.values_list("pk", "round__number", "outcome", "seats__position", "seats__entry__number")


def _sides(tournament: Tournament, lines: Sequence[Line], units: Units) -> Mapping[int, tuple[str, ...]]:
    """Who sits where an entry has the seat, by its number: a player, or all of a team at its captain's board."""
    if unit_of(tournament).alone and unit_of(tournament) is not PLAYERS:
        return {
            line.number: tuple(str(one.user_id) for one in units[entry_key(line.number)][1])
            for line in lines
            if entry_key(line.number) in units
        }
    return {line.number: (str(line.user_id),) for line in lines}
