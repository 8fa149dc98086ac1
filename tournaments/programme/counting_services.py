"""What counts for a circuit: one's own events and series at once, those of others once both sides have said yes."""

import secrets
from datetime import timedelta
from typing import TypedDict

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.models import LedgerRow
from ledger.quotas import require_quota
from tournaments.events.access import ORGANIZER, roles_of
from tournaments.events.models import Staff, Tournament
from tournaments.season_points import Ladder

from .agreement import agree, has_counted, tell
from .circuit_services import lock
from .ladder_services import ladder_settled, ladders_mark
from .ladders import counting, live_ladder, of_series
from .models import Circuit, Counts

MOST_A_DAY = 60
"""So many events and series one person lets count within a day."""
MOST_ROWS = 600
"""Events and series one circuit names."""
AGAIN = timedelta(days=14)
"""So long after it was asked for, an event (or one of its series) may be asked for again."""


class AboutCounts(TypedDict):
    """What was said of an event or a series."""

    counts: int
    state: str


@command("circuit.count")
def circuit_count(
    cmd: Command,
    *,
    circuit: Circuit,
    event: Tournament,
    of: str,
    series: bool = False,
    agreed: str = "",
    reason: str = "",
) -> AboutCounts:
    """Let an event, or with ``series`` every date of its series, count as one of a class; ``of`` empty: never.

    What is somebody else's is asked for, and counts once they say yes; what a yes would move is agreed to here, as in
    :func:`.circuit_services.circuit_edit`. Nobody is asked again within two weeks.
    """
    circuit = lock(cmd, circuit, Circuit.State.DRAFT, Circuit.State.OPEN)
    require_quota(cmd, MOST_A_DAY)
    event = Tournament.objects.get(pk=event.pk)
    _check(circuit, event, of, series=series)
    own = event.organization_id == circuit.organization_id
    where = {"series": event.series} if series else {"tournament": event}
    known = Counts.objects.filter(circuit=circuit, **where).first()
    if known is not None and known.of == of and known.state != Counts.State.REFUSED:
        return {"counts": known.pk, "state": known.state}
    waits = known is not None and known.state == Counts.State.ASKED
    if not own and not waits:
        _may_ask(cmd, circuit, event, known)
    before = _table(circuit)
    row = known or Counts(circuit=circuit, **where)
    row.of, row.state, row.made_by, row.made_at = of, Counts.State.COUNTS, cmd.actor.user, cmd.at
    row.save()
    _agree(cmd, circuit, before, [row.tournament_id, row.series, of], agreed=agreed, reason=reason)
    if not own:
        row.state = Counts.State.ASKED
        row.save(update_fields=["state"])
        if not waits:
            _ask(cmd, event)
    cmd.record(circuit=circuit.pk, counts=row.pk, state=row.state)
    return {"counts": row.pk, "state": row.state}


def _may_ask(cmd: Command, circuit: Circuit, event: Tournament, known: Counts | None) -> None:
    """Refuse to ask for another class of what counts, and to ask again so soon, whatever was answered or removed."""
    if known is not None and known.state == Counts.State.COUNTS:
        text = _("It counts already, as its organizer agreed. Remove it first, then ask for the other class.")
        raise UserError("counts", text, field="of")
    rows = LedgerRow.objects.filter(chain_id=circuit.chain_key, action=cmd.action, at__gt=cmd.at - AGAIN)
    if rows.filter(data__asked=event.series or event.slug).exists():
        text = _("You have asked its organizer less than %(days)s days ago.")
        raise UserError("asked", text % {"days": AGAIN.days}, field="event")


@command("circuit.uncount")
def circuit_uncount(
    cmd: Command, *, circuit: Circuit, counts_id: int, agreed: str = "", reason: str = ""
) -> AboutCounts:
    """Say nothing of an event or a series: it counts by its series or its size, or not at all."""
    circuit = lock(cmd, circuit, Circuit.State.DRAFT, Circuit.State.OPEN)
    row = Counts.objects.filter(circuit=circuit, pk=counts_id).first()
    if row is None:
        raise UserError("gone", _("This no longer stands there. Look at the list again."))
    before = _table(circuit)
    told = [row.tournament_id, row.series, None]
    row.delete()
    _agree(cmd, circuit, before, told, agreed=agreed, reason=reason)
    cmd.record(circuit=circuit.pk, counts=counts_id)
    return {"counts": counts_id, "state": "gone"}


@command("circuit.answer")
def circuit_answer(cmd: Command, *, counts_id: int, event: Tournament, accept: bool) -> AboutCounts:
    """The organizer of an event says whether it, or its series, counts for somebody else's circuit.

    A yes is taken back like that until an event that counts by it is over. A yes that moves people is told to them.
    """
    circuit, row = _asked(cmd, counts_id, event)
    if circuit.state == Circuit.State.CLOSED:
        raise UserError("ended", _("This circuit has ended."))
    if row.state == Counts.State.COUNTS and not accept and _over(row, event).exists():
        raise UserError("over", _("It has been played and counts. Ask the organizer of the circuit."))
    before = _table(circuit)
    row.state = Counts.State.COUNTS if accept else Counts.State.REFUSED
    row.save(update_fields=["state"])
    if before is not None and has_counted(before) and (after := live_ladder(circuit)[1]) is not before:
        tell(cmd, circuit, before, after)
    ladders_mark([circuit])
    cmd.record(circuit=circuit.pk, counts=row.pk, state=row.state)
    return {"counts": row.pk, "state": row.state}


def _asked(cmd: Command, counts_id: int, event: Tournament) -> tuple[Circuit, Counts]:
    """What a circuit of somebody else asks of an event, the circuit held, for who organizes the event."""
    circuit = Circuit.objects.select_for_update(no_key=True).filter(counting=counts_id).first()
    row = counting([circuit]).filter(pk=counts_id).first() if circuit is not None else None
    if circuit is None or row is None or not (row.tournament_id == event.pk or of_series(row, event)):
        raise UserError("gone", _("Nobody asks this now."))
    cmd.chain = circuit.chain_key
    if ORGANIZER not in roles_of(cmd.actor.user, event) or circuit.organization_id == event.organization_id:
        raise UserError("no_role", _("You no longer have the role that may do this."))
    return circuit, row


def _over(row: Counts, event: Tournament) -> QuerySet[Tournament]:
    """What a row is about and is over: the event, or every date of its series."""
    of = Q(series=row.series, organization=event.organization_id) if row.series else Q(pk=event.pk)
    return Tournament.objects.filter(of, state=Tournament.State.FINISHED)


def _ask(cmd: Command, event: Tournament) -> None:
    """Tell those who organize an event that a circuit asks for it."""
    cmd.record(asked=event.series or event.slug)
    organize = Staff.objects.filter(tournament=event, role=ORGANIZER).values_list("user_id", flat=True)
    people, about = sorted(set(organize)), dict[str, int]()
    fact = secrets.token_hex(16)
    cmd.send("notice", fact=fact, name="circuit.asks", tournament=event.pk, people=people, about=about)


def _check(circuit: Circuit, event: Tournament, of: str, *, series: bool) -> None:
    """Refuse what can never count."""
    if of and of not in {one["key"] for one in circuit.rules["classes"]}:
        raise UserError("class", _("Choose one of the classes of this circuit."), field="of")
    if event.game != circuit.game:
        raise UserError("game", _("This event is of another game than the circuit."), field="event")
    if event.rehearsal:
        text = _("This is a rehearsal: its players are invented, so nobody could be paid.")
        raise UserError("rehearsal", text, field="event")
    if series and not (event.series and _begun_by(event.series) == event.organization_id):
        raise UserError("series", _("This event belongs to no series."), field="event")
    if Counts.objects.filter(circuit=circuit).count() >= MOST_ROWS:
        raise UserError("too_many", _("At most %(most)s fit here.") % {"most": MOST_ROWS})


def _begun_by(series: str) -> int | None:
    """The organization (id) of the date that began a series."""
    return Tournament.objects.filter(slug=series).values_list("organization", flat=True).first()


def _table(circuit: Circuit) -> Ladder | None:
    return ladder_settled(circuit) if circuit.state == Circuit.State.OPEN else None


def _agree(
    cmd: Command, circuit: Circuit, before: Ladder | None, values: object, *, agreed: str, reason: str
) -> None:
    """Ask for agreement where an open circuit's ladder is another one now."""
    if before is not None:
        after = live_ladder(circuit)[1]
        if after is not before and (after.rows != before.rows or after.results != before.results):
            agree(cmd, circuit, before, after, values, agreed=agreed, reason=reason)
    ladders_mark([circuit])
