"""Results: reported by players, disputed, ruled, entered and corrected by staff.

Every writer of a result holds the round's lock shared and the match's row alone. Whoever closes the round
holds the round's lock alone, so a result is either in the standings or refused.
"""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from decks.errors import StaleError, UserError
from decks.names import clean_name
from tournaments.events.models import Tournament
from tournaments.ledger.commands import Command, command

from .models import Dispute, Match, Report, Round, Seat
from .scores import Score, score_problems

State, Source, Kind = Match.State, Match.Source, Match.Kind


def match_ends_at(match: Match) -> datetime | None:
    """When time is called at this table: the room clock and the table's own extension."""
    ends = match.round.ends_at
    return ends + timedelta(minutes=match.extension_minutes) if ends is not None else None


def time_called(match: Match, at: datetime | None = None) -> bool:
    """Whether time has run out at this table (never while the clock is paused or not started)."""
    ends = match_ends_at(match)
    return ends is not None and match.round.paused_at is None and (at or timezone.now()) >= ends


def _locked_match(cmd: Command, tournament: Tournament, match_id: int, *, open_round: bool = True) -> Match:
    """The match under the round's shared lock and its own row lock, in a round that is being played."""
    round_id = (
        Match.objects.filter(tournament=tournament, pk=match_id).values_list("round_id", flat=True).first()
    )
    if round_id is None:
        raise UserError("no_match", _("This match does not exist."))
    cmd.lock_round(round_id, shared=True)
    match = (
        Match.objects.select_for_update(of=("self",), no_key=True).select_related("round").get(pk=match_id)
    )
    if open_round and match.round.state != Round.State.PUBLISHED:
        raise UserError("round_closed", _("This round is closed. Ask a judge if the result is wrong."))
    return match


def _checked(tournament: Tournament, score: Score, kind: str, *, called: bool) -> Score:
    """The score as it is stored; refused when a match of this kind cannot end so.

    A forfeit may end a match at any time, but its score must be one that the match could have had.
    """
    if kind == Kind.DOUBLE_LOSS:
        return (0, 0, 0)
    if kind not in (Kind.PLAYED, Kind.FORFEIT) or (kind == Kind.FORFEIT and score[0] == score[1]):
        raise UserError("kind", _("Say who wins by forfeit."), field="score")
    problems = score_problems(tournament.policy, score, time_called=called or kind == Kind.FORFEIT)
    if problems:
        raise UserError("score", "", problems=problems)
    return (score[0], score[1], score[2])


def _store(cmd: Command, match: Match, score: Score, source: str, *, kind: str = Kind.PLAYED) -> None:
    before = [seat.games_won for seat in match.seats.all()]
    for seat in match.seats.all():
        seat.games_won = score[seat.position]
        seat.save(update_fields=["games_won"])
    match.drawn_games, match.source, match.kind = score[2], source, kind
    _change(cmd, match, State.FINAL)
    cmd.record(match=match.pk, before=before, score=list(score), source=source, kind=kind)


def _change(cmd: Command, match: Match, state: str) -> None:
    match.state, match.version = state, match.version + 1
    match.ended_at = cmd.at if state == State.FINAL and match.ended_at is None else match.ended_at
    match.save()


def _answer(match: Match) -> dict[str, Any]:
    return {"match": match.pk, "state": match.state, "version": match.version}


@command("result.report", public=True)
def result_report(cmd: Command, *, tournament: Tournament, match_id: int, score: Score) -> dict[str, Any]:
    """A player says the score (games won at position 0, at position 1, drawn).

    Two equal reports make the result final, two different ones open a dispute. A changed report counts
    instead of the earlier one as long as the match is neither final nor disputed.
    """
    score = (score[0], score[1], score[2])
    match = _locked_match(cmd, tournament, match_id)
    seat = Seat.objects.filter(match=match, entry__user=cmd.actor.user).select_related("entry").first()
    if seat is None:
        raise UserError("not_your_match", _("This is not your match."))
    if match.state == State.FINAL:
        return _repeat(match, score)
    if match.state == State.DISPUTED:
        raise UserError("disputed", _("The two reports differ. A judge is on the way to your table."))
    _checked(tournament, score, Kind.PLAYED, called=time_called(match, cmd.at))
    Report.objects.update_or_create(
        match=match,
        entry=seat.entry,
        defaults={"first_wins": score[0], "second_wins": score[1], "drawn": score[2], "at": cmd.at},
    )
    cmd.record(match=match.pk, entry=seat.entry_id, claim=list(score))
    other = match.reports.exclude(entry=seat.entry).first()
    if other is None:
        _change(cmd, match, State.REPORTED)
    elif other.score == score:
        _store(cmd, match, score, Source.BOTH)
    else:
        Dispute.objects.create(match=match, opened_at=cmd.at)
        _change(cmd, match, State.DISPUTED)
        cmd.record(disputed=True)
    return _answer(match)


def _repeat(match: Match, score: Score) -> dict[str, Any]:
    """The same score again is no new fact; another score needs a judge."""
    if stored_score(match) == tuple(score):
        return _answer(match)
    raise UserError("final", _("The result of this match is final. Ask a judge if it is wrong."))


def stored_score(match: Match) -> Score:
    """The stored score as (first, second, drawn) games."""
    won = {seat.position: seat.games_won or 0 for seat in match.seats.all()}
    return (won.get(0, 0), won.get(1, 0), match.drawn_games or 0)


@command("result.enter", public=True)
def result_enter(
    cmd: Command,
    *,
    tournament: Tournament,
    match_id: int,
    score: Score,
    kind: str = "played",
    version: int | None = None,
) -> dict[str, Any]:
    """Staff enter a result from the slip, a forfeit or a double loss; ``version`` guards against a stale page."""
    match = _locked_match(cmd, tournament, match_id)
    if version is not None and match.version != version:
        raise StaleError("stale", _("Somebody changed this match in the meantime. Look at it again."))
    if match.state == State.DISPUTED:
        raise UserError("disputed", _("This match is disputed: a judge must settle it."))
    if match.state == State.FINAL:
        return _repeat(match, score)
    score = _checked(tournament, score, kind, called=time_called(match, cmd.at))
    _store(cmd, match, score, Source.STAFF, kind=kind)
    return _answer(match)


@command("dispute.settle", public=True)
def dispute_settle(
    cmd: Command, *, tournament: Tournament, match_id: int, score: Score, reason: str, kind: str = "played"
) -> dict[str, Any]:
    """A judge settles a dispute: the score that counts, and why."""
    match = _locked_match(cmd, tournament, match_id)
    reason = clean_name(reason)[:300]
    if not reason:
        raise UserError("reason_needed", _("Write down why you rule this way."), field="reason")
    dispute = match.disputes.filter(settled_at=None).first()
    if dispute is None:
        raise UserError("no_dispute", _("This match is not disputed any more."))
    score = _checked(tournament, score, kind, called=time_called(match, cmd.at))
    dispute.settled_at, dispute.settled_by, dispute.reason = cmd.at, cmd.actor.user, reason
    dispute.save()
    _store(cmd, match, score, Source.JUDGE, kind=kind)
    cmd.record(dispute=dispute.pk)
    return _answer(match)


@command("result.correct", public=True)
def result_correct(
    cmd: Command,
    *,
    tournament: Tournament,
    match_id: int,
    score: Score,
    reason: str,
    kind: str = "played",
    version: int,
) -> dict[str, Any]:
    """Change a final result with a reason, also after its round closed; later pairings stay as they are."""
    cmd.lock_tournament()
    match = _locked_match(cmd, tournament, match_id, open_round=False)
    reason = clean_name(reason)[:300]
    if not reason:
        raise UserError("reason_needed", _("Write down why the result changes."), field="reason")
    if match.version != version:
        raise StaleError("stale", _("Somebody changed this match in the meantime. Look at it again."))
    if match.state != State.FINAL or match.kind == Kind.BYE:
        raise UserError("not_final", _("Only a final result can be corrected."))
    score = _checked(tournament, score, kind, called=True)
    match.corrected_at = cmd.at
    _store(cmd, match, score, Source.STAFF, kind=kind)
    cmd.record(reason=reason)
    return _answer(match)


@command("match.extend", public=True)
def match_extend(cmd: Command, *, tournament: Tournament, match_id: int, minutes: int) -> dict[str, Any]:
    """Give one table more time; no other table changes."""
    match = _locked_match(cmd, tournament, match_id)
    if not 1 <= minutes <= 60:
        raise UserError("minutes", _("Give between 1 and 60 minutes."), field="minutes")
    match.extension_minutes += minutes
    match.version += 1
    match.save(update_fields=["extension_minutes", "version"])
    cmd.record(match=match.pk, minutes=minutes, total=match.extension_minutes)
    return _answer(match)
