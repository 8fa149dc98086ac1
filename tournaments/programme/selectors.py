"""Reading circuits: those of an organization, those an event counts for, what a circuit looks at, what moved."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Prefetch, Q

from ledger.models import LedgerRow
from tournaments.events.hosts import OVER
from tournaments.events.models import Tournament
from tournaments.organizations.models import Organization

from .ladders import class_of, counting, events_for, of_series, with_host
from .models import Change, Circuit, Counts

ON_A_PAGE = 10
"""Changes of a ladder on one page."""
MOST_EVENTS = 300
MOST_SHOWN = 40


class For(NamedTuple):
    """A circuit that an event counts for, and the name of the class it counts as."""

    circuit: Circuit
    as_class: str


class Line(NamedTuple):
    """An event that a circuit looks at: as which class (empty: it does not count), and the row that says so."""

    tournament: Tournament
    of: str
    row: Counts | None
    over: bool


def class_name(circuit: Circuit, key: str) -> str:
    """What a class of a circuit is called."""
    return next((str(one["name"]) for one in circuit.rules["classes"] if one["key"] == key), key)


def circuits_of(organization: Organization, *, drafts: bool = False) -> list[Circuit]:
    """The circuits of an organization: running ones first, then the newest; in preparation only for its people."""
    found = Circuit.objects.filter(organization=organization)
    found = found if drafts else found.exclude(state=Circuit.State.DRAFT)
    order = {"open": 0, "draft": 1}  # a state of tomorrow comes with those that ended
    return sorted(found, key=lambda one: (order.get(one.state, 2), -one.pk))[:MOST_SHOWN]


def circuits_for(tournament: Tournament) -> list[For]:
    """Which circuits an event counts for, or will; two queries. Those in preparation are not told."""
    looks = Q(counting__tournament=tournament)
    if tournament.series:
        looks |= Q(counting__series=tournament.series)
    if tournament.organization_id is not None:
        looks |= Q(organization=tournament.organization_id)
    found = Circuit.objects.filter(looks, game=tournament.game, organization__ended_at=None)
    found = (
        found.exclude(state=Circuit.State.DRAFT)
        .select_related("organization")
        .prefetch_related(Prefetch("counting", with_host(Counts.objects.all())))
    )
    made = []
    day = tournament.starts_at.date()
    for circuit in found.distinct().order_by("pk"):
        of, _chosen = class_of(circuit, circuit.counting.all(), tournament)
        inside = (circuit.starts is None or circuit.starts <= day) and (
            circuit.ends is None or day <= circuit.ends
        )
        if of and inside and not tournament.rehearsal:
            made.append(For(circuit, class_name(circuit, of)))
    return made


def asked_of_event(tournament: Tournament) -> list[Counts]:
    """What circuits of others say, or ask, of an event or its series; the newest first."""
    about = Q(tournament=tournament)
    if tournament.series:
        about |= Q(series=tournament.series)
    found = Counts.objects.filter(about).exclude(circuit__state=Circuit.State.CLOSED)
    others = with_host(found.exclude(circuit__organization=tournament.organization_id))
    rows = others.select_related("circuit__organization").order_by("-made_at", "-pk")[:MOST_SHOWN]
    return [one for one in rows if one.tournament_id or of_series(one, tournament)]


def events_of_circuit(circuit: Circuit, *, coming: bool = False) -> list[Line]:
    """The events a circuit looks at by its rows and by size, the newest first; ``coming``: only those to come."""
    rows = list(counting([circuit]))
    found = Tournament.objects.filter(events_for(circuit, rows)).exclude(
        state__in=(Tournament.State.DRAFT, Tournament.State.CANCELLED)
    )
    if coming:
        found = found.exclude(state__in=OVER)
    found = found.defer("policy", "description", "announcement").order_by("-starts_at", "-pk")
    lines = []
    for tournament in found[:MOST_EVENTS]:
        of, _chosen = class_of(circuit, rows, tournament)
        lines.append(Line(tournament, of, _row_of(rows, tournament), tournament.state in OVER))
    return lines


def _row_of(rows: Iterable[Counts], tournament: Tournament) -> Counts | None:
    return next((one for one in rows if one.tournament_id == tournament.pk), None)


def named_by(circuit: Circuit) -> list[Counts]:
    """What a circuit names: events with their tournaments, and series, the newest first."""
    found = Counts.objects.filter(circuit=circuit).select_related("tournament")
    return list(found.order_by("-made_at", "-pk"))


def changes_of(circuit: Circuit, page: int) -> tuple[list[Change], bool]:
    """One page of what moved, the newest first, and whether there is more."""
    found = Change.objects.filter(circuit=circuit).select_related("tournament").order_by("-at", "-pk")
    rows = list(found[(page - 1) * ON_A_PAGE : page * ON_A_PAGE + 1])
    return rows[:ON_A_PAGE], len(rows) > ON_A_PAGE


def notes_of(circuit: Circuit, changes: Sequence[Change]) -> dict[int, str]:
    """The reasons with which organizers changed rules or events: by change what was written last before it."""
    own = [one for one in changes if one.number is None]
    rows = LedgerRow.objects.filter(chain_id=circuit.chain_key).exclude(note="").order_by("-number")
    notes = list(rows.values_list("at", "note")[: 4 * ON_A_PAGE]) if own else []
    return {change.pk: next((note for at, note in notes if at <= change.at), "") for change in own}
