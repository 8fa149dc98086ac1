"""Results of tables of three to six: every player says who won; equal words of all make the result final.

The locks are those of the other results: the round's shared, the match's row alone.
"""

from typing import Any

from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import StaleError, UserError
from ledger.names import clean_name
from tournaments.entries.models import Entry
from tournaments.events.models import Stage, Tournament
from tournaments.formats.letters import claim_problems

from .models import Dispute, Match, Report, Seat
from .services import (
    Kind,
    Source,
    State,
    answer_of,
    change,
    locked_match,
    refuse_other_winner,
    refuse_own_match,
    time_called,
)


def _pod(cmd: Command, tournament: Tournament, match_id: int, *, open_round: bool = True) -> Match:
    match = locked_match(cmd, tournament, match_id, open_round=open_round)
    if match.round.stage.kind not in (Stage.Kind.PODS, Stage.Kind.POD_FINAL) or match.kind == Kind.BYE:
        raise UserError("no_pod", _("This is no table of three to six players."))
    return match


def _check(match: Match, claim: str, *, called: bool) -> None:
    problems = claim_problems(claim, match.seats.count(), time_called=called)
    if problems:
        raise UserError("result", "", problems=problems)


def stored_claim(match: Match) -> str:
    """How a final table ended, a letter for every seat."""
    return "".join(seat.result for seat in sorted(match.seats.all(), key=lambda seat: seat.position))


def _store(cmd: Command, match: Match, claim: str, source: str) -> None:
    before = stored_claim(match)
    for seat in match.seats.all():
        seat.result = claim[seat.position]
        seat.games_won = int(seat.result == "w")
        seat.save(update_fields=["result", "games_won"])
    match.drawn_games, match.source, match.kind = int("w" not in claim), source, Kind.PLAYED
    change(cmd, match, State.FINAL)
    cmd.record(match=match.pk, before=before, result=claim, source=source)


def _goes_on(match: Match, claim: str) -> str | None:
    """Who goes on from a final table that ends so: the winner, or the highest seed still in when time ended."""
    seats = list(match.seats.select_related("entry"))
    said = {letter: [seat.entry.key for seat in seats if claim[seat.position] == letter] for letter in "wd"}
    return (said["w"] or sorted(said["d"], key=match.round.stage.seeds.index))[0]


def _repeat(match: Match, claim: str) -> dict[str, Any]:
    """The same word again is no new fact; another one needs a judge."""
    if stored_claim(match) == claim:
        return answer_of(match)
    raise UserError("final", _("The result of this match is final. Ask a judge if it is wrong."))


@command("pod.report", public=True)
def pod_report(cmd: Command, *, tournament: Tournament, match_id: int, claim: str) -> dict[str, Any]:
    """A player says how the table ended: "w", "d" or "l" for every seat in order.

    Two different words open a dispute; equal words of everybody who is still in the tournament make it final.
    A changed report counts instead of the earlier one as long as the table is neither final nor disputed.
    """
    match = _pod(cmd, tournament, match_id)
    seat = Seat.objects.filter(match=match, entry__user=cmd.actor.user).select_related("entry").first()
    if seat is None:
        raise UserError("not_your_match", _("This is not your match."))
    if match.state == State.FINAL:
        return _repeat(match, claim)
    if match.state == State.DISPUTED:
        raise UserError("disputed", _("The reports differ. A judge is on the way to your table."))
    _check(match, claim, called=time_called(match, cmd.at))
    Report.objects.update_or_create(
        match=match,
        entry=seat.entry,
        defaults={"first_wins": 0, "second_wins": 0, "drawn": 0, "claim": claim, "at": cmd.at},
    )
    cmd.record(match=match.pk, entry=seat.entry_id, claim=claim)
    said = dict(match.reports.values_list("entry_id", "claim"))
    here = match.seats.filter(entry__state=Entry.State.CHECKED_IN).values_list("entry_id", flat=True)
    if len(set(said.values())) > 1:
        Dispute.objects.create(match=match, opened_at=cmd.at)
        change(cmd, match, State.DISPUTED)
        cmd.record(disputed=True)
    elif set(here) <= set(said):
        _store(cmd, match, claim, Source.BOTH)
    else:
        change(cmd, match, State.REPORTED)
    return answer_of(match)


@command("pod.enter", public=True)
def pod_enter(
    cmd: Command, *, tournament: Tournament, match_id: int, claim: str, version: int | None = None
) -> dict[str, Any]:
    """Staff enter how a table ended; ``version`` guards against a stale page."""
    match = _pod(cmd, tournament, match_id)
    refuse_own_match(cmd, match, "result")
    _fresh(match, version)
    if match.state == State.DISPUTED:
        raise UserError("disputed", _("This match is disputed: a judge must settle it."))
    if match.state == State.FINAL:
        return _repeat(match, claim)
    _check(match, claim, called=time_called(match, cmd.at))
    _store(cmd, match, claim, Source.STAFF)
    return answer_of(match)


@command("pod.settle", public=True)
def pod_settle(
    cmd: Command, *, tournament: Tournament, match_id: int, claim: str, reason: str
) -> dict[str, Any]:
    """A judge settles a dispute of a table: how it ended, and why."""
    match = _pod(cmd, tournament, match_id)
    refuse_own_match(cmd, match, "rule")
    reason = clean_name(reason)[:300]
    if not reason:
        raise UserError("reason_needed", _("Write down why you rule this way."), field="reason")
    dispute = match.disputes.filter(settled_at=None).first()
    if dispute is None:
        raise UserError("no_dispute", _("This match is not disputed any more."))
    _check(match, claim, called=time_called(match, cmd.at))
    dispute.settled_at, dispute.settled_by, dispute.reason = cmd.at, cmd.actor.user, reason
    dispute.save()
    _store(cmd, match, claim, Source.JUDGE)
    cmd.record(dispute=dispute.pk)
    cmd.explain(reason)
    return answer_of(match)


@command("pod.correct", public=True)
def pod_correct(
    cmd: Command, *, tournament: Tournament, match_id: int, claim: str, reason: str, version: int
) -> dict[str, Any]:
    """Change the final result of a table with a reason, also after its round closed; later rounds stay."""
    cmd.lock_tournament()
    match = _pod(cmd, tournament, match_id, open_round=False)
    refuse_own_match(cmd, match, "correct")
    reason = clean_name(reason)[:300]
    if not reason:
        raise UserError("reason_needed", _("Write down why the result changes."), field="reason")
    _fresh(match, version)
    if match.state != State.FINAL:
        raise UserError("not_final", _("Only a final result can be corrected."))
    _check(match, claim, called=True)
    if match.slot:
        refuse_other_winner(match, _goes_on(match, claim))
    match.corrected_at = cmd.at
    _store(cmd, match, claim, Source.STAFF)
    cmd.explain(reason)
    return answer_of(match)


def _fresh(match: Match, version: int | None) -> None:
    if version is not None and match.version != version:
        raise StaleError("stale", _("Somebody changed this match in the meantime. Look at it again."))
