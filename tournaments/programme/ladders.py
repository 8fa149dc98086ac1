"""Which events count for a circuit, and the ladder that they give: a function of results and rules, kept by signature.

Nothing here is a running total. The signature is of the rules, of the events, and of how far the ledger of each has
grown: after whatever changes a result, a person's place or a rule, the next one who asks gets what is then true.
"""

import zlib
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from threading import Lock
from typing import NamedTuple

import msgspec
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from ledger.hashing import digest
from ledger.shapes import Json
from tournaments.events.models import Tournament
from tournaments.season_points import Circuit as Rules
from tournaments.season_points import Event, Ladder, Season, ladder
from tournaments.season_points.circuit_files import read_circuit, to_json

from .models import Circuit, Counts, Frozen
from .outcome_services import heads_of, played_of

KEPT = 8
"""Ladders that a process keeps in memory, the one asked for last the longest."""


class Counted(NamedTuple):
    """A tournament that a circuit looks at: as one of which class, and whether somebody chose it itself."""

    tournament: Tournament
    of: str
    chosen: bool


class PackedSeason(msgspec.Struct, array_like=True):
    """A season as it is stored: rules as their files have them."""

    rules: Json
    events: tuple[Event, ...]
    on: date | None


def rules_of(circuit: Circuit, chosen: Iterable[str] = ()) -> Rules:
    """The rules with the circuit's own name and days; ``chosen``: the keys of events that were chosen by hand.

    What was chosen counts although it came from elsewhere; where rules count chosen events alone, it is those.
    """
    stored: Json = {
        **circuit.rules,
        "key": circuit.slug,
        "name": circuit.name,
        "starts": circuit.starts and circuit.starts.isoformat(),
        "ends": circuit.ends and circuit.ends.isoformat(),
    }
    rules = read_circuit(stored, "circuit")
    keys = frozenset(chosen)
    return replace(rules, also=keys, only=None if rules.only is None else keys)


def ladder_day(circuit: Circuit) -> date | None:
    """The day the ladder is looked at: today where it spans months, at the latest the last, else of its results."""
    if circuit.rules.get("months") is None:
        return None
    today = timezone.localdate()
    return min(today, circuit.ends) if circuit.ends is not None else today


def counting(circuits: Iterable[Circuit | int]) -> QuerySet[Counts]:
    """What these circuits say of events and series, as :func:`class_of` reads it; one query."""
    return with_host(Counts.objects.filter(circuit__in=circuits))


def with_host(rows: QuerySet[Counts]) -> QuerySet[Counts]:
    """Each row with the ``host`` of its series: the organization (id) of the date that began it.

    Whoever copies one of its dates for somebody else has the name of the series, and not its place in a season
    (decision 671).
    """
    first = Tournament.objects.filter(slug=OuterRef("series")).order_by()
    return rows.annotate(host=Subquery(first.values("organization")[:1]))


def of_series(row: Counts, tournament: Tournament) -> bool:
    """Whether a row (of :func:`counting`) is of the series of this tournament."""
    return bool(row.series) and (row.series, vars(row)["host"]) == (
        tournament.series,
        tournament.organization_id,
    )


def class_of(circuit: Circuit, rows: Iterable[Counts], tournament: Tournament) -> tuple[str, bool]:
    """As which class a tournament counts, and whether it was chosen itself; empty: it does not count.

    Its own row goes first, then that of its series, then its size, where it is the organization's own. ``rows``: of
    :func:`counting`.
    """
    counts = [one for one in rows if one.state == Counts.State.COUNTS]
    own = next((one for one in counts if one.tournament_id == tournament.pk), None)
    if own is not None:
        return own.of, bool(own.of)
    series = next((one for one in counts if of_series(one, tournament)), None)
    if series is not None:
        return series.of, False
    ours = tournament.organization_id == circuit.organization_id
    return (str(circuit.by_level.get(str(tournament.scale), "")) if ours else ""), False


def events_for(circuit: Circuit, rows: Iterable[Counts]) -> Q:
    """Which tournaments a circuit looks at, as part of a query: those of its game that may count by any of its rows."""
    counts = [one for one in rows if one.state == Counts.State.COUNTS]
    some = Q(pk__in=[one.tournament_id for one in counts if one.tournament_id])
    for one in counts:
        if one.series:
            some |= Q(series=one.series, organization=vars(one)["host"])
    if circuit.by_level:
        some |= Q(organization=circuit.organization_id, scale__in=[int(level) for level in circuit.by_level])
    return some & Q(game=circuit.game, rehearsal_until=None)


def counted(circuit: Circuit) -> list[Counted]:
    """The finished tournaments that count, by day; two queries. Those outside its days stand with them."""
    rows = list(counting([circuit]))
    found = Tournament.objects.filter(events_for(circuit, rows), state=Tournament.State.FINISHED)
    made = []
    for tournament in found.defer("description", "announcement").order_by("starts_at", "pk"):
        of, chosen = class_of(circuit, rows, tournament)
        if of:
            made.append(Counted(tournament, of, chosen))
    return made


def season_of(circuit: Circuit, on: date | None = None) -> Season:
    """All that the ladder of a circuit is made of; ``on``: another day to look at it."""
    events = counted(circuit)
    heads = heads_of([one.tournament for one in events])
    return _season(circuit, events, heads, on or ladder_day(circuit))


def _season(circuit: Circuit, events: list[Counted], heads: Mapping[int, int], on: date | None) -> Season:
    classes = {one.tournament.pk: one.of for one in events}
    made = tuple(
        replace(played.event, of=classes[tournament.pk])
        for tournament, played in played_of([one.tournament for one in events], heads)
    )
    return Season(rules_of(circuit, [one.tournament.slug for one in events if one.chosen]), made, on)


def signature_of(circuit: Circuit, events: Iterable[Counted], heads: Mapping[int, int]) -> str:
    """One mark of all that the ladder is made of."""
    looked_at = [[one.tournament.pk, one.of, one.chosen, heads.get(one.tournament.pk, 0)] for one in events]
    rules = [circuit.rules, circuit.name, circuit.starts, circuit.ends, ladder_day(circuit)]
    return digest([rules, looked_at])


def ladder_of(circuit: Circuit) -> Ladder:
    """The ladder that stands, with everybody's results: as of now, or, of a circuit that ended, as it was frozen then.

    Four queries when it is known, whatever its size.
    """
    return frozen_ladder(circuit) if circuit.state == Circuit.State.CLOSED else live_ladder(circuit)[1]


def live_ladder(circuit: Circuit) -> tuple[str, Ladder]:
    """The ladder as of now, also of a circuit that has ended, with its signature."""
    events = counted(circuit)
    heads = heads_of([one.tournament for one in events])
    signature = signature_of(circuit, events, heads)
    key = f"{circuit.pk}.{circuit.made_at.isoformat()}.{signature}"  # numbers come again after a roll-back on SQLite
    known = KNOWN.get(key)
    if known is None:
        known = ladder(_season(circuit, events, heads, ladder_day(circuit)))
        KNOWN.put(key, known)
    return signature, known


def frozen_ladder(circuit: Circuit) -> Ladder:
    """The ladder as it was frozen when the circuit last ended."""
    newest = Frozen.objects.filter(circuit=circuit).order_by("-pk")
    key = "frozen.{}.{}".format(*newest.values_list("pk", "at")[0])
    known = KNOWN.get(key)
    if known is None:
        known = ladder(unpacked_season(bytes(newest.values_list("packed", flat=True)[0])))
        KNOWN.put(key, known)
    return known


class _Known:
    """The ladders that this process made last."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._made: OrderedDict[str, Ladder] = OrderedDict()

    def get(self, key: str) -> Ladder | None:
        """One of them."""
        with self._lock:
            found = self._made.get(key)
            if found is not None:
                self._made.move_to_end(key)
            return found

    def put(self, key: str, made: Ladder) -> None:
        """One more; the one that nobody asked for the longest goes."""
        with self._lock:
            self._made[key] = made
            while len(self._made) > KEPT:
                self._made.popitem(last=False)

    def forget(self) -> None:
        """All of them: they are made again."""
        with self._lock:
            self._made.clear()


KNOWN = _Known()
"""By circuit and signature."""


def packed_season(season: Season) -> bytes:
    """A season as it is stored, to make its ladder of again."""
    return zlib.compress(
        msgspec.msgpack.encode(PackedSeason(to_json(season.circuit), season.events, season.on)), 6
    )


def unpacked_season(data: bytes) -> Season:
    """The same as it was."""
    packed = msgspec.msgpack.decode(zlib.decompress(data), type=PackedSeason)
    return Season(read_circuit(packed.rules, "circuit"), packed.events, packed.on)
