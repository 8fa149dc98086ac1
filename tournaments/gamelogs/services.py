"""Submitting a log, and the replay job around the rules engine.

The job may be lost, doubled or killed: a lease and a count of attempts stand in the database, so each log is
checked in the end or given up after three attempts, and a verdict is stored once.
"""

import hashlib
from datetime import datetime, timedelta
from typing import TypedDict

import msgspec
from django.db.models import Count, Min, Q, QuerySet, Sum
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.commands import SYSTEM, Command, command
from ledger.errors import UserError
from ledger.locks import LockClass
from ledger.shapes import Json
from rules_engine.games import engine_of
from rules_engine.kernel.terms import FOR_A_JUDGE
from tournaments.events.models import Tournament
from tournaments.rounds.models import ROUND_LOCK, Match, Round

from .models import ConfirmedLine, DeckComparison, GameLog
from .selectors import own_entry, sides_of

SENDER_LOCK = LockClass("sender", 61003)
"""Held by one thing at a time from each sender, so that two at once cannot both be the last that fits."""


class LogKept(TypedDict):
    """A log and where its replay stands."""

    log: int
    state: str


class LogClaimed(TypedDict):
    """Whether the worker that asked may replay the log."""

    claimed: bool


class VerdictStored(TypedDict):
    """Where the replay of a log stands, and the verdict."""

    state: str
    verdict: str


class LogsResent(TypedDict):
    """The logs sent to the workers again."""

    logs: list[int]


MAX_BYTES = 2_000_000
MAX_LOGS = 6
"""Logs that one person may submit for one game: a slip or two, and not a guessing game."""
MAX_EVENT_BYTES = 20_000_000
"""What the logs of one person may take up in one event."""
MAX_LATELY = 9
"""Logs that one person may submit within a while: a match of three games, each handed in three times."""
WHILE = timedelta(minutes=10)
MAX_ATTEMPTS = 3
LEASE = timedelta(seconds=22)
TASK = "tournaments.gamelogs.tasks.replay_log"
State = GameLog.State


def check_upload(data: bytes, game: str) -> None:
    """Refuse at once what can be no log, with what to mend; the replay finds the rest and names the line."""
    if not data.strip():
        raise UserError(
            "empty", _("The log is empty. Choose the file that your recorder saved."), field="file"
        )
    if len(data) > MAX_BYTES:
        raise UserError(
            "too_large",
            _("The log is larger than %(limit)s MB. A game needs far less: is this the right file?")
            % {"limit": MAX_BYTES // 1_000_000},
            field="file",
        )
    try:
        header = msgspec.json.decode(data.split(b"\n", 1)[0])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        header = None
    if not isinstance(header, dict) or header.get("kind") != "header":
        raise UserError(
            "not_a_log",
            _("This is not a game log: the first line must be the header that the recorder writes."),
            field="file",
        )
    formats = engine_of(game).formats
    if header.get("format") not in formats:
        raise UserError(
            "format",
            _("We do not know this log's format. We read %(formats)s.") % {"formats": ", ".join(formats)},
            field="file",
        )


@command("log.submit")
def log_submit(
    cmd: Command, *, tournament: Tournament, match_id: int, data: bytes, game_number: int = 1
) -> LogKept:
    """A player of the match, or staff, submits the log of one game; the same bytes twice are one log."""
    check_upload(data, tournament.game)
    match = (
        Match.objects.filter(tournament=tournament, pk=match_id)
        .exclude(round__state=Round.State.DRAFT)
        .select_related("tournament")
        .first()
    )
    entry = own_entry(sides_of(match), cmd.actor.user) if match is not None else None
    if match is None or match.kind == Match.Kind.BYE or (entry is None and cmd.actor.role == "player"):
        raise UserError("not_your_match", _("This is not your match."))
    if not 1 <= game_number <= tournament.policy.games:
        raise UserError("game_number", _("Say which game of the match this was."), field="game_number")
    cmd.lock(ROUND_LOCK, match.round_id, shared=True)
    cmd.lock(SENDER_LOCK, entry.pk if entry is not None else -tournament.pk)
    sent = GameLog.objects.filter(match__tournament=tournament, entry=entry).defer("original")
    sha256 = hashlib.sha256(data).hexdigest()
    log = sent.filter(match=match, sha256=sha256).first()
    made = log is None
    if log is None:
        if entry is not None:
            _check_pace(sent, cmd.at)
        _check_room(sent.filter(match=match, game_number=game_number), sent, len(data))
        log = GameLog.objects.create(
            match=match,
            entry=entry,
            game_number=game_number,
            original=data,
            size=len(data),
            sha256=sha256,
            submitted_at=cmd.at,
        )
        cmd.send_task(TASK, log.pk, queue="replay")
    cmd.record(log=log.pk, match=match.pk, game=game_number, sha256=sha256, new=made)
    return {"log": log.pk, "state": log.state}


def _check_pace(of_event: QuerySet[GameLog], at: datetime) -> None:
    """Refuse more logs in a while than a match can need, so that nobody keeps the machine busy with checking."""
    lately = of_event.filter(submitted_at__gt=at - WHILE).aggregate(
        logs=Count("pk"), first=Min("submitted_at")
    )
    if lately["logs"] < MAX_LATELY:
        return
    minutes = -((at - WHILE - lately["first"]) // timedelta(minutes=1))
    raise UserError(
        "too_fast",
        ngettext(
            "You have submitted %(count)s logs in the last ten minutes. Try again in %(minutes)s minute.",
            "You have submitted %(count)s logs in the last ten minutes. Try again in %(minutes)s minutes.",
            minutes,
        )
        % {"count": lately["logs"], "minutes": minutes},
    )


def _check_room(of_game: QuerySet[GameLog], of_event: QuerySet[GameLog], size: int) -> None:
    """Refuse what would go over the limits of a person; the logs that are there stay."""
    if of_game.count() >= MAX_LOGS:
        raise UserError(
            "too_many_logs",
            _(
                "You have already submitted %(count)s logs of this game, which is as many as we take. Show a judge "
                "what is wrong with them."
            )
            % {"count": MAX_LOGS},
        )
    taken = of_event.aggregate(bytes=Sum("size"))["bytes"] or 0
    if taken + size > MAX_EVENT_BYTES:
        raise UserError(
            "no_room",
            _(
                "Your logs of this tournament take up %(taken)s of %(limit)s MB, so this one does not fit. Show it "
                "to a judge."
            )
            % {"taken": f"{taken / 1_000_000:.1f}", "limit": MAX_EVENT_BYTES // 1_000_000},
        )


@command("log.claim")
def log_claim(cmd: Command, *, tournament: Tournament, log_id: int) -> LogClaimed:
    """Take the job for one lease; says no when it is done, given up, or somebody else has it."""
    log = _taken(tournament, log_id)
    if not _claimable(log, cmd.at):
        return {"claimed": False}
    if log.attempts >= MAX_ATTEMPTS:
        log.state, log.error = State.FAILED, "attempts"
        log.save(update_fields=["state", "error"])
        cmd.record(log=log.pk, given_up=True)
        return {"claimed": False}
    log.state, log.attempts, log.lease_until = State.RUNNING, log.attempts + 1, cmd.at + LEASE
    log.save(update_fields=["state", "attempts", "lease_until"])
    cmd.record(log=log.pk, attempt=log.attempts)
    return {"claimed": True}


def _taken(tournament: Tournament, log_id: int) -> GameLog:
    """A log whose row nobody else changes meanwhile. Its bytes stay where they are: they may be two megabytes."""
    logs = GameLog.objects.select_for_update(of=("self",)).defer("original")
    return logs.get(pk=log_id, match__tournament=tournament)


def _claimable(log: GameLog, at: datetime) -> bool:
    """Whether the job waits for a worker: not finished, and nobody holds a lease on it."""
    leased = log.state == State.RUNNING and log.lease_until is not None and log.lease_until > at
    return not leased and log.state not in (State.DONE, State.FAILED)


@command("log.verdict")
def log_store_verdict(
    cmd: Command,
    *,
    tournament: Tournament,
    log_id: int,
    report: Json,
    decks: list[Json],
) -> VerdictStored:
    """Store what the replay found, and apart from it what the registered lists say; the first verdict stays.

    The ledger's row tells of the verdict alone: staff who may not read lists read it.
    """
    log = _taken(tournament, log_id)
    if log.state != State.DONE:
        log.state, log.verdict, log.report = State.DONE, report["verdict"], report
        log.semantics, log.checked_at, log.lease_until = report.get("semantics"), cmd.at, None
        log.save(update_fields=["state", "verdict", "report", "semantics", "checked_at", "lease_until"])
        DeckComparison.objects.update_or_create(log=log, defaults={"findings": decks})
        cmd.record(log=log.pk, verdict=log.verdict, semantics=log.semantics)
    return {"state": log.state, "verdict": log.verdict}


@command("log.confirm")
def log_confirm_line(cmd: Command, *, tournament: Tournament, log_id: int, line: int) -> LogKept:
    """A judge of the event says that a correction in a log is theirs or a colleague's: the log is checked again."""
    log = _taken(tournament, log_id)
    if log.state != State.DONE:
        raise UserError("being_checked", _("This log is being checked. Try again in a moment."))
    waiting = {found["line"] for found in log.report.get("binding", ()) if found["code"] in FOR_A_JUDGE}
    if line not in waiting:
        raise UserError("no_correction", _("No correction on this line is waiting for a judge."))
    ConfirmedLine.objects.create(log=log, line=line, by=cmd.actor.user, at=cmd.at)
    log.state, log.attempts, log.lease_until = State.QUEUED, 0, None
    log.save(update_fields=["state", "attempts", "lease_until"])
    cmd.send_task(TASK, log.pk, queue="replay")
    cmd.record(log=log.pk, line=line)
    return {"log": log.pk, "state": log.state}


@command("log.requeue")
def logs_requeue(cmd: Command) -> LogsResent:
    """Send stuck jobs again: queued or leased for too long (a lost message, a killed worker)."""
    stuck = list(stuck_logs(cmd.at).values_list("pk", flat=True)[:100])
    for log_id in stuck:
        cmd.send_task(TASK, log_id, queue="replay")
    GameLog.objects.filter(pk__in=stuck).update(lease_until=cmd.at + LEASE, state=State.QUEUED)
    cmd.record(logs=stuck)
    return {"logs": stuck}


def stuck_logs(at: datetime) -> QuerySet[GameLog]:
    """Jobs whose lease has run out, and queued ones nobody took for a whole lease."""
    lost = Q(state=State.RUNNING, lease_until__lt=at)
    lost |= Q(state=State.QUEUED, lease_until=None, submitted_at__lt=at - LEASE)
    lost |= Q(state=State.QUEUED, lease_until__lt=at)
    return GameLog.objects.filter(lost)


def stuck_logs_sweep() -> None:
    """Send replay jobs again that nobody finished; the relay calls it every few seconds."""
    if stuck_logs(timezone.now()).exists():
        logs_requeue(actor=SYSTEM)
