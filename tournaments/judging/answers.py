"""What the rooms below ask of judges, and tell them."""

from ledger.commands import Command
from tournaments.events import questions as of_events
from tournaments.recordings import questions as of_recordings
from tournaments.recordings.models import Recording
from tournaments.rounds import questions as of_rounds
from tournaments.rounds.models import Match, Round

from .call_services import call_ends, call_follows
from .infractions import Level
from .models import OPEN_CALLS, DeckCheck, JudgeCall, Penalty
from .penalty_selectors import waiting_for_office


@of_events.disqualifications_waiting.answered_by
def disqualifications_waiting() -> int:
    """Those that no judge of their tournament can confirm."""
    return len(waiting_for_office())


@of_rounds.losses_given.answered_by
def losses_given(match: Match) -> list[Penalty]:
    """The penalties of this match that count and cost a game or the match."""
    losses = (Level.GAME_LOSS, Level.MATCH_LOSS)
    found = Penalty.objects.filter(match=match, state=Penalty.State.GIVEN, level__in=losses)
    return list(found.select_related("entry").order_by("number"))


@of_recordings.table_waits.answered_by
def table_waits(cmd: Command, recording: Recording) -> None:
    """A game that was stopped in its recording is a call like any other."""
    call_follows(cmd, recording)


@of_recordings.table_plays.answered_by
def table_plays(cmd: Command, recording: Recording) -> None:
    """A game that goes on by its own page ends the call of its table."""
    call_ends(cmd, recording)


@of_rounds.judged_matches.answered_by
def judged_matches(round_: Round) -> set[int]:
    """The matches (ids) of a round that a judge had to do with: calls, deck checks, penalties."""
    kinds = (JudgeCall, DeckCheck, Penalty)
    found = (
        kind._default_manager.filter(match__round=round_).values_list("match_id", flat=True) for kind in kinds
    )
    return {pk for rows in found for pk in rows if pk is not None}


@of_rounds.judges_at.answered_by
def judges_at(round_: Round) -> dict[int, of_rounds.Visit]:
    """Open calls and open deck checks by match, with the judge; a call tells more than the check beside it."""
    checks = DeckCheck.objects.filter(match__round=round_, state=DeckCheck.State.OPEN).order_by("pk")
    found = {
        one.match_id: of_rounds.Visit("check", one.opened_by.display_name)
        for one in checks.select_related("opened_by")
    }
    calls = JudgeCall.objects.filter(match__round=round_, state__in=OPEN_CALLS).order_by("pk")
    for call in calls.select_related("claimed_by"):
        judge = call.claimed_by.display_name if call.claimed_by is not None else ""
        if call.match_id is not None:
            found[call.match_id] = of_rounds.Visit("call", judge)
    return found
