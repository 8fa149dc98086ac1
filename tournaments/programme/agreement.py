"""A change of what moves people is shown first, and made only by whoever has agreed to exactly that."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from ledger.commands import Command
from ledger.errors import UserError
from ledger.hashing import digest
from ledger.names import reason_of
from tournaments.season_points import Ladder
from tournaments.season_points.model import NOT_COUNTED

from .ladder_services import Moved, moves_told
from .models import Circuit

SHORTEST_REASON = 10


class MovesAskedError(UserError):
    """What somebody wants to change moves people, or changes rules by which some have points: they must agree to it.

    ``moves``: everybody who would move. ``token``: by which one agrees to these and no others.
    """

    def __init__(self, circuit: Circuit, found: Sequence[Moved], token: str, *, other: bool) -> None:
        text = _("This changes a ladder that counts. Look at who moves, and say why.")
        if other:
            text = _("What it moves has changed in the meantime. Look at it again.")
        super().__init__("moves", text)
        self.circuit, self.moves, self.token = circuit, tuple(found), token


def has_counted(table: Ladder) -> bool:
    """Whether an event has counted: from then on rules change only with notice."""
    return any(one.state not in NOT_COUNTED for own in table.results.values() for one in own)


def agree(
    cmd: Command, circuit: Circuit, before: Ladder, after: Ladder, values: object, *, agreed: str, reason: str
) -> None:
    """Go on only where the actor agreed to what moves, with a reason; tell everybody who has a result in it.

    ``values``: what is changed; the token is of them and of every move. Nothing is asked before anything has counted.
    Raises MovesAskedError, or UserError without a reason.
    """
    if not has_counted(before):
        return
    found = moves_told(before, after)
    token = digest([circuit.pk, cmd.action, values, [list(one[:5]) for one in found]])[:24]
    if agreed != token:
        raise MovesAskedError(circuit, found, token, other=bool(agreed))
    explain(cmd, reason)
    cmd.record(moved=len(found))
    tell(cmd, circuit, before, after)


def explain(cmd: Command, reason: str) -> None:
    """Write down why, for everybody who takes part; raises UserError for less than a sentence."""
    needed = _("Say why, in a sentence: everybody who takes part reads it.")
    cmd.explain(reason_of(reason, needed=needed, fewest=SHORTEST_REASON, most=300))


def tell(cmd: Command, circuit: Circuit, *tables: Ladder) -> None:
    """Tell everybody with a result on these ladders that the circuit changed."""
    people = {int(person) for table in tables for person in table.results}
    cmd.notify("circuit.changed", people, circuit=circuit.pk)
