"""Windows that end and begin by themselves, and reminders: the relay's sweep calls these every few seconds.

A window whose days are over ends once every table has a result. A table without one is nobody's loss by itself: the
staff are told of it once, and the window waits for what they decide. Everything here may be done twice, or by two.
"""

from datetime import timedelta
from typing import TypedDict

from django.db.models import Q
from django.utils import timezone

from ledger.commands import SYSTEM, Command, command
from ledger.errors import UserError
from ledger.shapes import Done
from tournaments.events.models import Tournament
from tournaments.events.notices import announce
from tournaments.events.services import lock
from tournaments.rounds.models import ROUND_LOCK, Match, Round
from tournaments.rounds.pairing_services import close, draft_next, show
from tournaments.rounds.services import people_at, time_called
from tournaments.rounds.stages import rounds_planned

from .models import Appointment
from .services import appointment_of, deciding

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
MOST = 200
"""So many leagues, and so many reminders, of one sweep; the rest in the next."""
State = Round.State


class WindowTurned(TypedDict):
    """What became of a league: the number of its window, and ``ended``, ``begun``, ``waiting`` or nothing new."""

    number: int
    turn: str


def leagues_sweep() -> None:
    """Remind who plays soon, and let every league go on whose window is over."""
    _remind()
    running = Tournament.objects.filter(state=Tournament.State.RUNNING, policy__window_days__gt=0)
    due = running.exclude(rounds__state=State.DRAFT)
    for tournament in due.order_by("pk")[:MOST]:
        if _is_due(tournament):
            try:
                while window_turn(actor=SYSTEM, tournament=tournament)["turn"] == "ended":
                    pass
            except UserError:
                continue  # too few are left to pair, say: the desk shows it, and a person decides


def _is_due(tournament: Tournament) -> bool:
    """Whether there is anything to do: without a command, so that a league at rest writes nothing."""
    newest = Round.objects.filter(tournament=tournament).order_by("-number").first()
    if newest is None:
        return False  # the first window is begun by a person
    if newest.state == State.COMPLETED:
        return newest.number < rounds_planned(tournament)
    if newest.paused_at is not None or newest.ends_at is None or newest.ends_at > timezone.now():
        return False
    waiting = Match.objects.filter(round=newest).exclude(state=Match.State.FINAL)
    late = waiting.filter(Q(appointment=None) | Q(appointment__over_told_at=None))
    return not waiting.exists() or any(time_called(match) for match in late.select_related("round"))


@command("league.turn", public=True)
def window_turn(cmd: Command, *, tournament: Tournament) -> WindowTurned:
    """End the window whose days are over, tell staff of tables without a result, or begin the next window."""
    tournament = lock(cmd, tournament)
    round_ = Round.objects.filter(tournament=tournament).select_related("stage").order_by("-number").first()
    if round_ is None or tournament.state != Tournament.State.RUNNING or not tournament.policy.window_days:
        return {"number": 0, "turn": ""}
    cmd.lock(ROUND_LOCK, round_.pk)
    round_.refresh_from_db()
    round_.tournament = round_.stage.tournament = tournament
    if round_.state == State.COMPLETED:
        return _begin_next(cmd, tournament, round_.number + 1)
    if round_.state == State.PUBLISHED and round_.paused_at is None:
        ends = round_.ends_at
        if ends is not None and ends <= cmd.at:
            return _end(cmd, tournament, round_)
    return {"number": round_.number, "turn": ""}


def _begin_next(cmd: Command, tournament: Tournament, number: int) -> WindowTurned:
    if number > rounds_planned(tournament):
        return {"number": number - 1, "turn": ""}
    draft_next(cmd, tournament, number)
    round_ = Round.objects.select_related("stage").get(tournament=tournament, number=number)
    round_.tournament = round_.stage.tournament = tournament
    cmd.lock(ROUND_LOCK, round_.pk)
    show(cmd, tournament, round_, start_clock=True)
    return {"number": number, "turn": "begun"}


def _end(cmd: Command, tournament: Tournament, round_: Round) -> WindowTurned:
    waiting = list(round_.matches.exclude(state=Match.State.FINAL).order_by("table"))
    if not waiting:
        close(cmd, tournament, round_)
        return {"number": round_.number, "turn": "ended"}
    told = []
    for match in waiting:
        match.round = round_
        one = appointment_of(match)
        if one.over_told_at is None and time_called(match, cmd.at):
            Appointment.objects.filter(pk=one.pk).update(over_told_at=cmd.at)
            told.append(match)
    for match in told:
        about = {"round": round_.number, "table": match.table or 0}
        match.tournament = tournament
        announce(cmd, "league.over", {*deciding(tournament), *people_at(match)}, **about)
    cmd.record(round=round_.pk, without_result=[match.pk for match in told])
    return {"number": round_.number, "turn": "waiting"}


# --- reminders -------------------------------------------------------------------------------------------------


def _remind() -> None:
    now = timezone.now()
    near = Appointment.objects.filter(state=Appointment.State.AGREED, starts_at__gt=now)
    late = Q(hour_told_at=None, starts_at__lte=now + HOUR)
    early = Q(day_told_at=None, starts_at__lte=now + DAY, starts_at__gt=now + HOUR)
    rows = (
        near.filter(late | early).exclude(match__state=Match.State.FINAL).select_related("match__tournament")
    )
    for one in rows.order_by("pk")[:MOST]:
        appointment_remind(actor=SYSTEM, tournament=one.match.tournament, match_id=one.match_id)


@command("appointment.remind")
def appointment_remind(cmd: Command, *, tournament: Tournament, match_id: int) -> Done:
    """Tell both that their match begins soon: a day before and an hour before, unless they agreed just now."""
    one = (
        Appointment.objects.select_for_update(of=("self",), no_key=True)
        .select_related("match__round")
        .filter(match=match_id, match__tournament=tournament)
        .first()
    )
    if one is None or one.state != Appointment.State.AGREED or one.starts_at is None:
        return {}
    if not cmd.at < one.starts_at <= cmd.at + DAY:
        return {}
    last = one.starts_at <= cmd.at + HOUR
    field, fact = ("hour_told_at", "appointment.hour") if last else ("day_told_at", "appointment.day")
    if getattr(one, field) is not None:
        return {}
    setattr(one, field, cmd.at)
    one.save(update_fields=[field])
    cmd.record(match=match_id, last=last)
    match = one.match
    match.tournament = tournament
    if one.agreed_at is not None and one.agreed_at <= one.starts_at - (HOUR if last else DAY):
        announce(cmd, fact, people_at(match), round=match.round.number, table=match.table or 0)
    return {}
