"""Undoing a step of the day: a published round that nobody has touched, and a round that was just completed.

The ledger keeps both the step and its undoing; each is a command of its own with a reason.
"""

from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.names import reason_of
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.events.notices import announce
from tournaments.events.services import require_state
from tournaments.rounds.begun import touched_matches
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.pairing_services import RoundIs
from tournaments.rounds.snapshot_services import snapshot_take
from tournaments.rounds.units import unit_of

from .act_services import locked_round

State = Round.State


@command("round.withdraw", public=True)
def round_withdraw(cmd: Command, *, tournament: Tournament, round_id: int, reason: str) -> RoundIs:
    """A published round is a draft again, as if it had never been published; only while nobody has touched it.

    A second press gets the first one's outcome. Who came after it was published can play in it; who dropped after it
    dropped before it.
    """
    round_ = locked_round(cmd, tournament, round_id)
    tournament = round_.tournament
    if round_.state == State.DRAFT:
        return _answer(round_)
    require_state(tournament, Tournament.State.RUNNING)
    if round_.state != State.PUBLISHED:
        raise UserError("not_published", _("This round is not being played."))
    reason = reason_of(reason, needed=_("Say why: the ledger keeps it."))
    tables = Match.objects.filter(pk__in=touched_matches(round_)).order_by("table")
    if tables:
        numbers = ", ".join(str(match.table) for match in tables)
        raise UserError(
            "touched",
            _("This round has begun at table %(tables)s, so it stays. Repair it instead.")
            % {"tables": numbers},
        )
    snapshot_take(cmd, tournament, round_.number)
    round_.state, round_.published_at, round_.started_at = State.DRAFT, None, None
    round_.paused_at, round_.paused_seconds, round_.law = None, 0, {}
    round_.save()
    Match.objects.filter(round=round_, moved_at__isnull=False).update(moved_at=None)
    entries = Entry.objects.filter(tournament=tournament)
    entries.filter(joined_round__gt=round_.number).update(joined_round=round_.number)
    entries.filter(dropped_after__gte=round_.number).update(dropped_after=round_.number - 1)
    cmd.record(round=round_.pk, number=round_.number)
    cmd.explain(reason)
    seats = Seat.objects.filter(round=round_).values_list("entry_id", flat=True)
    announce(cmd, "round.withdrawn", unit_of(tournament).people(seats), round=round_.number)
    return _answer(round_)


@command("round.reopen", public=True)
def round_reopen(cmd: Command, *, tournament: Tournament, round_id: int, reason: str) -> RoundIs:
    """The newest round is being played again, with all its results; only while nothing was built on it.

    The next round and the cut are made of its results: they are discarded first, where they can be. A second press
    gets the first one's outcome.
    """
    round_ = locked_round(cmd, tournament, round_id)
    tournament = round_.tournament
    if round_.state == State.PUBLISHED:
        return _answer(round_)
    require_state(tournament, Tournament.State.RUNNING)
    if round_.state != State.COMPLETED:
        raise UserError("not_completed", _("This round is not complete."))
    reason = reason_of(reason, needed=_("Say why: the ledger keeps it."))
    if Round.objects.filter(tournament=tournament, number__gt=round_.number).exists():
        raise UserError(
            "later_round", _("The next round is already made of these results. Discard its draft first.")
        )
    if tournament.stages.filter(number__gt=round_.stage.number).exists():
        raise UserError(
            "cut_made", _("The cut is already made of these results. Correct a single result instead.")
        )
    snapshot_take(cmd, tournament, round_.number)
    round_.state, round_.completed_at = State.PUBLISHED, None
    round_.save(update_fields=["state", "completed_at"])
    cmd.record(round=round_.pk, number=round_.number)
    cmd.explain(reason)
    return _answer(round_)


def _answer(round_: Round) -> RoundIs:
    return {"round": round_.pk, "number": round_.number, "state": round_.state}
