"""The rules of what the end of a circuit gives: added and taken off until it ends, by those who organize for it."""

from typing import TypedDict

from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.names import clean_name
from tournaments.entries.award_services import MOST_BYES, require_awards
from tournaments.events.models import Tournament
from tournaments.organizations.selectors import organizes

from .agreement import explain, has_counted, tell
from .invitation_models import LAST_RANK, MOST_DAYS, TITLE_LENGTH, Gift
from .ladders import live_ladder
from .models import Circuit

Kind = Gift.Kind
COMING = (Tournament.State.DRAFT, Tournament.State.ENTRY, Tournament.State.CHECK_IN)
"""A final that has not begun."""
MOST_GIFTS = 40
"""Rules of one circuit."""
USUAL_DAYS = 14


class AboutGift(TypedDict):
    """The rule that a command was about."""

    gift: int


def held(cmd: Command, circuit_id: int, *, organizing: bool = False) -> Circuit:
    """Keep a circuit's row until commit, read anew; where no tournament is, the command is written into its chain.

    ``organizing``: refused for whoever does not organize for it. Who needs the final has locked it before.
    """
    circuit = Circuit.objects.select_for_update(no_key=True).get(pk=circuit_id)
    if cmd.tournament is None:
        cmd.chain = circuit.chain_key
    user = cmd.actor.user
    if organizing and (user is None or not organizes(user, circuit.organization_id)):
        raise UserError("no_role", _("You no longer have the role that may do this."))
    return circuit


@command("gift.add", public=True)
def gift_add(
    cmd: Command,
    *,
    circuit: Circuit,
    kind: str,
    first: int,
    last: int,
    final: str = "",
    value: int = 0,
    title: str = "",
    reason: str = "",
) -> AboutGift:
    """Add a rule: what those in line from ``first`` to ``last`` get. ``final``: the slug of the tournament.

    ``value``: days to answer, or byes. A final is a tournament of the same organization that has not begun. Once an
    event has counted, only with a ``reason``, and everybody with a result is told.
    """
    circuit = _editable(cmd, circuit, reason)
    if kind not in Kind.values:
        raise UserError("kind", _("Choose what is given."), field="kind")
    if not 1 <= first <= last <= LAST_RANK:
        raise UserError(
            "last", _("Enter from which place to which place, the better one first."), field="last"
        )
    if Gift.objects.filter(circuit=circuit).count() >= MOST_GIFTS:
        raise UserError("too_many", _("A circuit has at most %(most)s such rules.") % {"most": MOST_GIFTS})
    made = Gift(circuit=circuit, kind=kind, first=first, last=last, made_at=cmd.at)
    if kind == Kind.TITLE:
        made.title = clean_name(title)[:TITLE_LENGTH]
        if not made.title:
            raise UserError("title", _("Enter the title."), field="title")
    else:
        made.final = _final(circuit, final)
        made.value = _value(made, value)
    made.save()
    cmd.record(gift=made.pk, kind=kind, first=first, last=last, final=made.final_id, value=made.value)
    return {"gift": made.pk}


@command("gift.drop", public=True)
def gift_drop(cmd: Command, *, circuit: Circuit, gift_id: int, reason: str = "") -> AboutGift:
    """Take a rule off; twice is once. ``reason`` as in :func:`gift_add`."""
    circuit = _editable(cmd, circuit, reason)
    Gift.objects.filter(circuit=circuit, pk=gift_id).delete()
    cmd.record(gift=gift_id)
    return {"gift": gift_id}


def _editable(cmd: Command, circuit: Circuit, reason: str) -> Circuit:
    fresh = held(cmd, circuit.pk, organizing=True)
    if fresh.state == Circuit.State.CLOSED:
        raise UserError("ended", _("The circuit has ended: what it gives stays as it is."))
    if noticed(fresh):
        explain(cmd, reason)
        tell(cmd, fresh, live_ladder(fresh)[1])
    return fresh


def noticed(circuit: Circuit) -> bool:
    """Whether what the end gives changes only with a reason that everybody reads: an event has counted."""
    return circuit.state == Circuit.State.OPEN and has_counted(live_ladder(circuit)[1])


def _final(circuit: Circuit, slug: str) -> Tournament:
    found = Tournament.objects.filter(
        slug=slug, organization=circuit.organization_id, state__in=COMING
    ).first()
    if found is None or found.rehearsal:
        text = _("Choose the final: a tournament of your organization that has not begun.")
        raise UserError("final", text, field="final")
    return found


def _value(made: Gift, value: int) -> int:
    """Days to answer, byes, or nothing."""
    if made.kind == Kind.PLACE:
        if not 1 <= (value or USUAL_DAYS) <= MOST_DAYS:
            text = _("Between 1 and %(most)s days to answer.") % {"most": MOST_DAYS}
            raise UserError("value", text, field="value")
        return value or USUAL_DAYS
    if made.final is not None:
        require_awards(made.final)
    if made.kind == Kind.SEED:
        return 0
    if not 1 <= value <= MOST_BYES:
        raise UserError("value", _("Between 1 and %(most)s byes.") % {"most": MOST_BYES}, field="value")
    return value
