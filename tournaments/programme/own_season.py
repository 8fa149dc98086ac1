"""My season: where somebody stands in each circuit, what may still come there, and what one more event can give.

All of it is for the person alone; nobody else is named in any of it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.core.cache import cache
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import get_language

from ledger.people import Account
from rules_engine.drawing.charts import Chart
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.units import PLAYERS, unit_of
from tournaments.season_points import Award, Ladder, honours, what_one_more_can_give
from tournaments.season_points import Circuit as Rules

from .ladders import Counted
from .models import Circuit
from .own_moves import OwnMove, own_moves
from .own_results import Outlook, OwnResult, outlook, own_results, points_words, season_picture
from .several import Standing, circuits_with, standings_of
from .words import number

MOST = 12
"""Circuits on the page, those that run first and then the newest."""
NEXT = 8
"""Coming events of one circuit; beside them all that the person has entered."""
GONE = (Entry.State.WITHDRAWN, Entry.State.NO_SHOW)
_MINUTES_10 = 600


@dataclass(frozen=True)
class Coming:
    """An event to come that counts: as what, how many have entered, and whether the person is one of them."""

    tournament: Tournament
    name: str
    taken: int
    entered: bool


@dataclass(frozen=True)
class OwnCircuit:
    """Where somebody stands in a circuit. ``rank`` is None without points; ``of``: how many have points."""

    circuit: Circuit
    rank: int | None
    of: int
    level: int
    points: str
    said: str
    results: list[OwnResult]
    picture: Chart | None
    honours: tuple[Award, ...]
    coming: list[Coming]
    left: int
    moved: list[OwnMove]

    @property
    def ended(self) -> bool:
        """Whether it stands for good."""
        return self.circuit.state == Circuit.State.CLOSED


def own_circuits(user: Account) -> list[OwnCircuit]:
    """Every circuit in which somebody stands or may still stand, those that run first; about eight queries."""
    entries = Entry.objects.filter(user=user).exclude(state__in=GONE)
    standings = standings_of(list(circuits_with(entries)[:MOST]), coming=True)
    person = str(user.pk)
    known = _entered(user, {one.tournament.pk for standing in standings for one in standing.coming})
    moved = own_moves(person, {one.circuit.pk: one.table for one in standings if person in one.table.results})
    found = [_own_circuit(one, person, known, moved.get(one.circuit.pk, [])) for one in standings]
    return [one for one in found if one.results or one.coming]


def _entered(user: Account, tournaments: Iterable[int]) -> dict[int, tuple[int, int]]:
    """How many have entered each of these events, and whether this person did; one query, none without events."""
    wanted = set(tournaments)
    if not wanted:
        return {}
    rows = Entry.objects.filter(tournament__in=wanted).exclude(state__in=GONE).order_by().values("tournament")
    rows = rows.annotate(many=Count("pk"), own=Count("pk", filter=Q(user=user)))
    return {row["tournament"]: (row["many"], row["own"]) for row in rows}


def _own_circuit(
    standing: Standing, person: str, known: dict[int, tuple[int, int]], moved: list[OwnMove]
) -> OwnCircuit:
    table, circuit = standing.table, standing.circuit
    row, results = table.row(person), own_results(table, person)
    rules = table.season.circuit
    coming = [_coming(one, rules, known) for one in standing.coming if _in_time(one.tournament, circuit)]
    coming = [one for one in coming if one.entered or one.tournament.state == Tournament.State.ENTRY]
    return OwnCircuit(
        circuit=circuit,
        rank=row.rank if row is not None else None,
        of=len(table.rows),
        level=len(row.tie) - 1 if row is not None else 0,
        points=number(table.points(person)),
        said=points_words(table.points(person)),
        results=results,
        picture=season_picture(results, circuit.name),
        honours=own_honours(table, person),
        coming=[one for number, one in enumerate(coming) if number < NEXT or one.entered],
        left=len(coming),
        moved=moved,
    )


def _in_time(tournament: Tournament, circuit: Circuit) -> bool:
    day = timezone.localtime(tournament.starts_at).date()
    return (circuit.starts is None or circuit.starts <= day) and (circuit.ends is None or day <= circuit.ends)


def _coming(one: Counted, rules: Rules, known: dict[int, tuple[int, int]]) -> Coming:
    many, own = known.get(one.tournament.pk, (0, 0))
    return Coming(one.tournament, class_name(rules, one.of), many, bool(own))


def class_name(rules: Rules, key: str) -> str:
    """What a circuit calls a class of events."""
    of = rules.class_of(key)
    return (of.name or of.key) if of is not None else key


def own_honours(table: Ladder, person: str) -> tuple[Award, ...]:
    """What somebody has earned by the rules of a circuit; by the function that gives all, asked for one."""
    season = table.season
    wanted = tuple(rule for rule in season.circuit.honours if rule.kind != "clan_rank")
    if not wanted:
        return ()
    row = table.row(person)
    alone = replace(table, rows=(row,) if row else (), results={person: table.results.get(person, ())})
    return honours(replace(season, circuit=replace(season.circuit, honours=wanted)), alone)


@dataclass(frozen=True)
class OneMore:
    """What a coming event can give with so many entrants, and the other numbers at which that changes."""

    tournament: Tournament
    name: str
    size: int
    sizes: list[int]
    lines: list[Outlook]
    alone: bool


def one_more(user: Account, standing: Standing, slug: str, asked: int) -> OneMore | None:
    """For one person and one event; None for an event that does not count. Exact, and kept for ten minutes.

    The numbers of entrants to choose from are those that have entered, those at which a kicker begins, and all places.
    """
    found = next((one for one in standing.coming if one.tournament.slug == slug), None)
    if found is None or not _in_time(found.tournament, standing.circuit):
        return None
    rules, tournament = standing.table.season.circuit, found.tournament
    many, own = _entered(user, [tournament.pk]).get(tournament.pk, (0, 0))
    now = max(1, many + (0 if own else 1))
    sizes = _sizes(rules, found.of, now, max(now, tournament.capacity))
    size = asked if asked in sizes else now
    alone = unit_of(tournament) is PLAYERS
    lines = _outlook(user, standing, found, size) if alone else []
    return OneMore(tournament, class_name(rules, found.of), size, sizes, lines, alone)


def _sizes(rules: Rules, key: str, now: int, full: int) -> list[int]:
    of = rules.class_of(key)
    steps = {band.field for band in of.bands} if of is not None else set()
    return sorted({now, full, *(step for step in steps if now < step < full)})


def _outlook(user: Account, standing: Standing, found: Counted, size: int) -> list[Outlook]:
    day = timezone.localtime(found.tournament.starts_at).date()
    about = [standing.circuit.pk, standing.signature, found.of, day, size, user.pk, get_language()]
    key = "one-more:" + ".".join(str(one) for one in about)
    kept: list[Outlook] | None = cache.get(key)
    if kept is None:
        chances = what_one_more_can_give(standing.table.season, found.of, day, size, str(user.pk))
        kept = outlook(chances)
        cache.set(key, kept, _MINUTES_10)
    return kept
