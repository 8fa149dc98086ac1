"""Playing a match at another table: a noisy corner, a broken chair, a wheelchair. Only the numbers change.

The match stays the same row, so its reports, its judge calls, its extra time and its clock come with it.
"""

from typing import NamedTuple

from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.hashing import digest
from tournaments.events.models import Tournament
from tournaments.events.notices import announce
from tournaments.events.services import lock
from tournaments.rounds.fixed_tables import LAST_TABLE, fixed_tables
from tournaments.rounds.models import ROUND_LOCK, Match, Round, Seat
from tournaments.rounds.selectors import placed
from tournaments.rounds.services import MatchIs, answer_of
from tournaments.rounds.units import unit_of

from .act_services import agreed_reason


class Move(NamedTuple):
    """A match on its way to another table: who sits there now, what is odd about it, and the token of all that."""

    match: Match
    table: int
    other: Match | None
    problems: tuple[str, ...]
    token: str


def move_of(tournament: Tournament, match: Match, table: int | None) -> Move:
    """What moving a match to a table means as things are; :class:`UserError` where it cannot be.

    ``match`` was fetched with its round. Anyone who plays at that table changes places with it.
    """
    if match.round.state == Round.State.COMPLETED:
        raise UserError("round_closed", _("This round is closed. Ask at the desk if the result is wrong."))
    if match.table is None:
        raise UserError("no_table", _("A bye has no table."), field="table")
    if match.state == Match.State.FINAL:
        raise UserError("final", _("This match is over; it stays at its table."), field="table")
    if table is None or not 1 <= table <= LAST_TABLE:
        raise UserError("number", _("Enter the number of the table."), field="table")
    if table == match.table:
        raise UserError("same", _("They sit at that table already."), field="table")
    others = Match.objects.filter(round=match.round_id, table=table).select_related("round")
    other = others.first()
    problems = [*_misplaced(tournament, match, table)]
    if other is not None:
        problems += _misplaced(tournament, other, match.table)
    facts = [match.pk, match.table, table, other.pk if other else None, problems]
    return Move(match, table, other, tuple(problems), digest(facts)[:16])


def _misplaced(tournament: Tournament, match: Match, table: int) -> list[str]:
    """Who would leave their fixed table."""
    wishes = fixed_tables(tournament)
    seats = Seat.objects.filter(match=match).select_related("entry").order_by("position")
    here = [seat.entry for seat in seats if seat.entry.key in wishes]
    if not here or table in {wishes[entry.key] for entry in here}:
        return []
    text = _("%(player)s should sit at table %(table)s.")
    return [text % {"player": entry.name, "table": wishes[entry.key]} for entry in here]


@command("match.move", public=True)
def match_move(
    cmd: Command, *, tournament: Tournament, match_id: int, table: int, agreed: str, reason: str
) -> MatchIs:
    """Play a match at another table, as the preview said; anyone who plays there takes its table in exchange.

    A second press finds the match there and answers as the first. In a draft nobody has to be told.
    """
    tournament = lock(cmd, tournament)
    numbers = Match.objects.filter(tournament=tournament, pk=match_id).values_list("round_id", flat=True)
    round_id = numbers.first()
    if round_id is None:
        raise UserError("no_match", _("This match does not exist."))
    cmd.lock(ROUND_LOCK, round_id)
    match = Match.objects.select_related("round__stage").get(pk=match_id)
    match.tournament = match.round.tournament = match.round.stage.tournament = tournament
    if match.table == table:
        return answer_of(match)
    move = move_of(tournament, match, table)
    needed = _("Say why: the players concerned read it.")
    reason = agreed_reason(move.token, agreed, reason, needed=needed)
    here, other = match.table, move.other
    shown = match.round.state == Round.State.PUBLISHED
    Match.objects.filter(pk=match.pk).update(
        table=None
    )  # two matches never share a number, not even for a moment
    moved = [(match, table), *([(other, here)] if other is not None else [])]
    for one, number in reversed(moved):
        one.table, one.version = number, one.version + 1
        one.moved_at = cmd.at if shown else None
        one.save(update_fields=["table", "version", "moved_at"])
    cmd.record(round=round_id, match=match.pk, tables=[here, table], other=other.pk if other else None)
    cmd.record(**placed(match.round))
    cmd.explain(reason)
    if not shown:
        cmd.public = False
        return answer_of(match)
    seats = Seat.objects.filter(match__in=[one.pk for one, _number in moved])
    people = unit_of(tournament).people(seats.values_list("entry_id", flat=True))
    announce(cmd, "round.table_changed", people, round=match.round.number)
    return answer_of(match)
