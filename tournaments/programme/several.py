"""Several circuits at once: those in which somebody may stand, and their ladders in as few queries as one needs.

What a single circuit asks for stands in :mod:`.ladders`; here every query is made once for all of them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.season_points import Event, Ladder, Season, ladder

from .ladders import (
    KNOWN,
    Counted,
    class_of,
    counting,
    events_for,
    ladder_day,
    rules_of,
    signature_of,
    unpacked_season,
)
from .models import Circuit, Counts, Frozen
from .outcome_services import heads_of, played_of

COMING = (Tournament.State.ENTRY, Tournament.State.CHECK_IN)
"""Events that somebody may still enter, or has entered."""


@dataclass(frozen=True)
class Standing:
    """A circuit with its ladder, and the events to come that count for it, the next one first."""

    circuit: Circuit
    signature: str
    table: Ladder
    coming: tuple[Counted, ...] = ()

    @property
    def frozen(self) -> bool:
        """Whether it stands as it was when the circuit ended."""
        return self.circuit.state == Circuit.State.CLOSED


def circuits_with(entries: QuerySet[Entry]) -> QuerySet[Circuit]:
    """The circuits that everybody may see and for which events of these entries may count: perhaps some too many."""
    played = Tournament.objects.filter(pk__in=entries.values("tournament"))
    row = Counts.objects.filter(circuit=OuterRef("pk"), state=Counts.State.COUNTS).exclude(of="")
    series = played.exclude(series="").values("series")
    by_hand = Exists(row.filter(Q(tournament__in=played) | Q(series__in=series)))
    of_theirs = Q(organization__in=played.exclude(organization=None).values("organization"))
    found = Circuit.objects.exclude(state=Circuit.State.DRAFT).filter(of_theirs | Q(by_hand))
    return found.select_related("organization").order_by("-state", "-starts", "pk")


def standings_of(circuits: Sequence[Circuit], *, coming: bool = False) -> list[Standing]:
    """The ladders of these circuits, in their order; those that have ended as they were frozen.

    Four queries for all that run, one for all that have ended, and some for each event that changed since.
    """
    made = _frozen([one for one in circuits if one.state == Circuit.State.CLOSED])
    running = [one for one in circuits if one.pk not in made]
    if running:
        made |= _running(running, coming)
    return [made[one.pk] for one in circuits]


def _frozen(circuits: Sequence[Circuit]) -> dict[int, Standing]:
    known = {one.pk: one for one in circuits}
    found: dict[int, Standing] = {}
    for row in Frozen.objects.filter(circuit__in=known).order_by("at", "pk") if known else ():
        signature = f"frozen.{row.pk}"
        key = f"{row.circuit_id}.{signature}"
        table = KNOWN.get(key) or ladder(unpacked_season(bytes(row.packed)))
        KNOWN.put(key, table)
        found[row.circuit_id] = Standing(known[row.circuit_id], signature, table)
    return found


def _running(circuits: Sequence[Circuit], coming: bool) -> dict[int, Standing]:
    rows: dict[int, list[Counts]] = {one.pk: [] for one in circuits}
    for row in counting(list(rows)):
        rows[row.circuit_id].append(row)
    tournaments = _looked_at(circuits, rows, coming)
    finished = [one for one in tournaments if one.state == Tournament.State.FINISHED]
    later = [one for one in tournaments if one.state in COMING]
    counted = {one.pk: _counted(one, rows[one.pk], finished) for one in circuits}
    tables = _tables(circuits, counted, heads_of(finished))
    return {
        one.pk: Standing(one, *tables[one.pk], tuple(_counted(one, rows[one.pk], later))) for one in circuits
    }


def _looked_at(
    circuits: Iterable[Circuit], rows: Mapping[int, Sequence[Counts]], coming: bool
) -> list[Tournament]:
    looked_at = Q(pk__in=())
    for circuit in circuits:
        looked_at |= events_for(circuit, rows[circuit.pk])
    states = (Tournament.State.FINISHED, *(COMING if coming else ()))
    found = Tournament.objects.filter(looked_at, state__in=states).defer("description", "announcement")
    return list(found.order_by("starts_at", "pk"))


def _tables(
    circuits: Sequence[Circuit], counted: Mapping[int, list[Counted]], heads: Mapping[int, int]
) -> dict[int, tuple[str, Ladder]]:
    """Signature and ladder of each, by what this process knows, else made of results read once for all."""
    signed = {one.pk: signature_of(one, counted[one.pk], heads) for one in circuits}
    known = {pk: KNOWN.get(f"{pk}.{signature}") for pk, signature in signed.items()}
    missing = {one.tournament for pk, table in known.items() if table is None for one in counted[pk]}
    events = {tournament.pk: played.event for tournament, played in played_of(list(missing), heads)}
    found = {}
    for one in circuits:
        table = known[one.pk] or ladder(_season(one, counted[one.pk], events))
        KNOWN.put(f"{one.pk}.{signed[one.pk]}", table)
        found[one.pk] = signed[one.pk], table
    return found


def _counted(circuit: Circuit, rows: Iterable[Counts], tournaments: Iterable[Tournament]) -> list[Counted]:
    known = list(rows)
    made = []
    for tournament in tournaments:
        of, chosen = class_of(circuit, known, tournament)
        if of and tournament.game == circuit.game:
            made.append(Counted(tournament, of, chosen))
    return made


def _season(circuit: Circuit, counted: Sequence[Counted], events: Mapping[int, Event]) -> Season:
    made = tuple(replace(events[one.tournament.pk], of=one.of) for one in counted)
    chosen = [one.tournament.slug for one in counted if one.chosen]
    return Season(rules_of(circuit, chosen), made, ladder_day(circuit))
