"""Results: reported by players, disputed, ruled, entered and corrected by staff.

Every writer of a result holds the round's lock shared and the match's row alone. Whoever closes the round
holds the round's lock alone, so a result is either in the standings or refused.
"""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import StaleError, UserError
from ledger.names import clean_name
from tournaments.events.access import RIGHTS
from tournaments.events.models import Staff, Stage, Tournament
from tournaments.formats.games import Score, score_problems, winner

from .models import Dispute, Match, Report, Round, Seat
from .stage_services import settle_deciding_match
from .stages import winner_of

State, Source, Kind = Match.State, Match.Source, Match.Kind


def match_ends_at(match: Match) -> datetime | None:
    """When time is called at this table: the room clock and the table's own extension."""
    ends = match.round.ends_at
    return ends + timedelta(minutes=match.extension_minutes) if ends is not None else None


def time_called(match: Match, at: datetime | None = None) -> bool:
    """Whether time has run out at this table (never while the clock is paused or not started)."""
    ends = match_ends_at(match)
    return ends is not None and match.round.paused_at is None and (at or timezone.now()) >= ends


def locked_match(cmd: Command, tournament: Tournament, match_id: int, *, open_round: bool = True) -> Match:
    """The match under the round's shared lock and its own row lock, in a round that is being played."""
    round_id = (
        Match.objects.filter(tournament=tournament, pk=match_id).values_list("round_id", flat=True).first()
    )
    if round_id is None:
        raise UserError("no_match", _("This match does not exist."))
    cmd.lock_round(round_id, shared=True)
    match = (
        Match.objects.select_for_update(of=("self",), no_key=True)
        .select_related("round__stage")
        .get(pk=match_id)
    )
    if open_round and match.round.state != Round.State.PUBLISHED:
        raise UserError("round_closed", _("This round is closed. Ask a judge if the result is wrong."))
    return match


def refuse_own_match(cmd: Command, match: Match, right: str) -> None:
    """Nobody decides the own match while another of the staff has the ``right``; who is alone stands in the ledger."""
    user = cmd.actor.user
    if user is None or not Seat.objects.filter(match=match, entry__user=user).exists():
        return
    others = Staff.objects.filter(tournament=match.tournament_id, role__in=RIGHTS[right]).exclude(user=user)
    if others.exists():
        raise UserError("own_match", _("You play in this match. Somebody else of the staff decides it."))
    cmd.record(own_match=True)


def _checked(tournament: Tournament, match: Match, score: Score, kind: str, *, called: bool) -> Score:
    """The score as it is stored; refused when a match of this kind cannot end so.

    A forfeit may end a match at any time, but its score must be one that the match could have had.
    """
    if match.round.stage.kind in (Stage.Kind.PODS, Stage.Kind.POD_FINAL):
        raise UserError("pod", _("Say who won this table."), field="score")
    if kind == Kind.DOUBLE_LOSS and match.slot:
        raise UserError("winner_needed", _("Somebody must win a match of the knock-out."), field="score")
    if kind == Kind.DOUBLE_LOSS:
        return (0, 0, 0)
    if kind not in (Kind.PLAYED, Kind.FORFEIT) or (kind == Kind.FORFEIT and score[0] == score[1]):
        raise UserError("kind", _("Say who wins by forfeit."), field="score")
    problems = score_problems(tournament.policy, score, time_called=called or kind == Kind.FORFEIT)
    if problems:
        raise UserError("score", "", problems=problems)
    return (score[0], score[1], score[2])


def _store(cmd: Command, match: Match, score: Score, source: str, *, kind: str = Kind.PLAYED) -> None:
    seats = list(match.seats.select_related("entry"))
    before = [seat.games_won for seat in seats]
    ahead = _goes_on(match, seats) if match.slot and score[0] == score[1] else None
    for seat in seats:
        seat.games_won = score[seat.position]
        seat.result = "" if ahead is None else "w" if seat.entry.key == ahead else "l"
        seat.save(update_fields=["games_won", "result"])
    match.drawn_games, match.source, match.kind = score[2], source, kind
    change(cmd, match, State.FINAL)
    cmd.record(match=match.pk, before=before, score=list(score), source=source, kind=kind)


def _goes_on(match: Match, seats: list[Seat]) -> str:
    """Who goes on from a knock-out match that time ended level: the higher seed; the games stay as they are."""
    seeds = match.round.stage.seeds
    return str(min((seat.entry.key for seat in seats), key=seeds.index))


def _refuse_other_winner(match: Match, score: Score) -> None:
    """The next round of a knock-out is made of this one's winners: with it, the winner cannot change."""
    if not match.slot:
        return
    seats = list(match.seats.select_related("entry"))
    lead = winner(score)
    refuse_other_winner(match, _goes_on(match, seats) if lead is None else seats[lead].entry.key)


def refuse_other_winner(match: Match, new: str | None) -> None:
    """Refuse ``new`` (an entry key) as the winner of a knock-out match that a later round was made with."""
    later = Round.objects.filter(tournament=match.tournament_id, number__gt=match.round.number)
    if new != winner_of(match, match.round.stage.seeds) and later.exists():
        raise UserError(
            "next_round_made",
            _("The next round is already made with the winner of this match. Take that round back first."),
        )


def change(cmd: Command, match: Match, state: str) -> None:
    """Store a match in its new state, with a new version."""
    match.state, match.version = state, match.version + 1
    match.ended_at = cmd.at if state == State.FINAL and match.ended_at is None else match.ended_at
    match.save()


def answer_of(match: Match) -> dict[str, Any]:
    """What a result command answers."""
    return {"match": match.pk, "state": match.state, "version": match.version}


@command("result.report", public=True)
def result_report(cmd: Command, *, tournament: Tournament, match_id: int, score: Score) -> dict[str, Any]:
    """A player says the score (games won at position 0, at position 1, drawn).

    The captain of a crew may say it for a member. Two equal reports make the result final, two different ones open a
    dispute. A changed report counts instead of the earlier one as long as the match is neither final nor disputed.
    """
    score = (score[0], score[1], score[2])
    match = locked_match(cmd, tournament, match_id)
    seat = _reporting_seat(match, cmd.actor.user)
    if seat is None:
        raise UserError("not_your_match", _("This is not your match."))
    if match.state == State.FINAL:
        return _repeat(match, score)
    if match.state == State.DISPUTED:
        raise UserError("disputed", _("The two reports differ. A judge is on the way to your table."))
    _checked(tournament, match, score, Kind.PLAYED, called=time_called(match, cmd.at))
    Report.objects.update_or_create(
        match=match,
        entry=seat.entry,
        defaults={"first_wins": score[0], "second_wins": score[1], "drawn": score[2], "at": cmd.at},
    )
    cmd.record(match=match.pk, entry=seat.entry_id, claim=list(score))
    other = match.reports.exclude(entry=seat.entry).first()
    if other is None:
        change(cmd, match, State.REPORTED)
    elif other.score == score:
        _store(cmd, match, score, Source.BOTH)
    else:
        Dispute.objects.create(match=match, opened_at=cmd.at)
        change(cmd, match, State.DISPUTED)
        cmd.record(disputed=True)
    return answer_of(match)


def _reporting_seat(match: Match, user: Any) -> Seat | None:
    """For whom somebody reports: for themselves, or as captain of a crew for its member at this table."""
    seats = Seat.objects.filter(match=match).select_related("entry")
    own = seats.filter(entry__user=user).first()
    if own is None and match.round.stage.kind == Stage.Kind.CREWS:
        return seats.filter(entry__team__captain__user=user).first()
    return own


def _repeat(match: Match, score: Score) -> dict[str, Any]:
    """The same score again is no new fact; another score needs a judge."""
    if stored_score(match) == tuple(score):
        return answer_of(match)
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
    match = locked_match(cmd, tournament, match_id)
    refuse_own_match(cmd, match, "result")
    if version is not None and match.version != version:
        raise StaleError("stale", _("Somebody changed this match in the meantime. Look at it again."))
    if match.state == State.DISPUTED:
        raise UserError("disputed", _("This match is disputed: a judge must settle it."))
    if match.state == State.FINAL:
        return _repeat(match, score)
    score = _checked(tournament, match, score, kind, called=time_called(match, cmd.at))
    _store(cmd, match, score, Source.STAFF, kind=kind)
    return answer_of(match)


@command("dispute.settle", public=True)
def dispute_settle(
    cmd: Command, *, tournament: Tournament, match_id: int, score: Score, reason: str, kind: str = "played"
) -> dict[str, Any]:
    """A judge settles a dispute: the score that counts, and why."""
    match = locked_match(cmd, tournament, match_id)
    refuse_own_match(cmd, match, "rule")
    reason = clean_name(reason)[:300]
    if not reason:
        raise UserError("reason_needed", _("Write down why you rule this way."), field="reason")
    dispute = match.disputes.filter(settled_at=None).first()
    if dispute is None:
        raise UserError("no_dispute", _("This match is not disputed any more."))
    score = _checked(tournament, match, score, kind, called=time_called(match, cmd.at))
    dispute.settled_at, dispute.settled_by, dispute.reason = cmd.at, cmd.actor.user, reason
    dispute.save()
    _store(cmd, match, score, Source.JUDGE, kind=kind)
    cmd.record(dispute=dispute.pk)
    cmd.explain(reason)
    return answer_of(match)


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
    match = locked_match(cmd, tournament, match_id, open_round=False)
    refuse_own_match(cmd, match, "correct")
    reason = clean_name(reason)[:300]
    if not reason:
        raise UserError("reason_needed", _("Write down why the result changes."), field="reason")
    if match.version != version:
        raise StaleError("stale", _("Somebody changed this match in the meantime. Look at it again."))
    if match.state != State.FINAL or match.kind == Kind.BYE:
        raise UserError("not_final", _("Only a final result can be corrected."))
    score = _checked(tournament, match, score, kind, called=True)
    _refuse_other_winner(match, score)
    match.corrected_at = cmd.at
    _store(cmd, match, score, Source.STAFF, kind=kind)
    settle_deciding_match(cmd, tournament, match.round.stage)
    cmd.explain(reason)
    return answer_of(match)


@command("match.extend", public=True)
def match_extend(cmd: Command, *, tournament: Tournament, match_id: int, minutes: int) -> dict[str, Any]:
    """Give one table more time; no other table changes."""
    match = locked_match(cmd, tournament, match_id)
    if not 1 <= minutes <= 60:
        raise UserError("minutes", _("Give between 1 and 60 minutes."), field="minutes")
    match.extension_minutes += minutes
    match.version += 1
    match.save(update_fields=["extension_minutes", "version"])
    cmd.record(match=match.pk, minutes=minutes, total=match.extension_minutes)
    return answer_of(match)
