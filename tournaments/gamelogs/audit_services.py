"""Replaying every log of a round, a tournament or its season once more, with a report that changes no verdict.

With a question settled otherwise it is a law diff: which verdicts and results another answer would change.

The job goes in slices, each a Celery message that names how many logs it starts from. A slice is stored only if the run
still stands there, so a message that comes twice adds nothing, and a killed worker costs one slice.
"""

from datetime import datetime, timedelta
from typing import TypedDict

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.commands import SYSTEM, Command, command
from ledger.errors import UserError
from rules_engine.games import engine_of
from rules_engine.kernel.rulings import UnknownOption, UnknownRuling
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round

from .models import AuditRow, AuditRun, GameLog
from .seasons import allowed, season_of


class Audited(TypedDict):
    """What a new replay of a log says beside what was stored of it."""

    log_id: int
    old_verdict: str
    old_line: int | None
    old_rule: str
    old_semantics: int | None
    verdict: str
    line: int | None
    rule: str
    old_result: str
    result: str
    parts: int | None


class AuditStarted(TypedDict):
    """The audit that is being made."""

    audit: int


class Stored(TypedDict):
    """Whether a worker's slice was still wanted."""

    stored: bool


class AuditsResent(TypedDict):
    """The audits sent to the workers again."""

    audits: list[int]


TASK = "tournaments.gamelogs.tasks.audit_logs"
LEASE = timedelta(seconds=180)
MAX_ATTEMPTS = 3
KEPT = 10
"""Runs of one tournament that are kept."""
State = AuditRun.State


@command("audit.start")
def audit_start(
    cmd: Command,
    *,
    tournament: Tournament,
    round_id: int | None = None,
    settled: dict[str, str] | None = None,
    season: bool = False,
) -> AuditStarted:
    """Replay every checked log of a round, of all rounds or of the season; one run of a tournament at a time.

    ``settled``: options by question, for a law diff. ``season``: the dates that belong together with this one, as far
    as whoever asks may see what became of their games.
    """
    chosen = _chosen(tournament, settled or {})
    logs = GameLog.objects.filter(match__tournament=tournament, state=GameLog.State.DONE)
    if season:
        dates = allowed(cmd.actor.user, season_of(tournament))
        logs = GameLog.objects.filter(match__tournament__in=dates, state=GameLog.State.DONE)
    round_ = None
    if round_id is not None:
        round_ = Round.objects.filter(tournament=tournament, pk=round_id).first()
        if round_ is None:
            raise UserError("no_round", _("There is no such round."))
        logs = logs.filter(match__round=round_)
    runs = AuditRun.objects.select_for_update().filter(tournament=tournament)
    if any(run.state == State.RUNNING for run in runs):
        raise UserError("audit_running", _("The logs of this tournament are being checked already."))
    logs = logs.order_by(
        "match__tournament__starts_at", "match__round__number", "match__table", "game_number", "pk"
    )
    wanted = list(logs.values_list("pk", flat=True))
    if not wanted:
        raise UserError("no_logs", _("There is no checked log yet."))
    run = AuditRun.objects.create(
        tournament=tournament,
        round=round_,
        asked_by=cmd.actor.user,
        asked_at=cmd.at,
        touched_at=cmd.at,
        semantics=engine_of(tournament.game).semantics,
        settled=chosen,
        season=season,
        wanted=wanted,
    )
    old = AuditRun.objects.filter(tournament=tournament).values_list("pk", flat=True)[KEPT:]
    AuditRun.objects.filter(pk__in=list(old)).delete()
    cmd.send_task(TASK, run.pk, 0, queue="replay")
    cmd.record(audit=run.pk, logs=len(wanted), round=round_id, settled=chosen, season=season)
    return {"audit": run.pk}


def _chosen(tournament: Tournament, settled: dict[str, str]) -> dict[str, str]:
    """The options by id; refused where the game knows no such question or answer."""
    try:
        return engine_of(tournament.game).answers().chosen(settled)
    except (UnknownRuling, UnknownOption):
        raise UserError("no_answer", _("There is no such question or answer."), field="settled") from None


@command("audit.progress")
def audit_progress(
    cmd: Command,
    *,
    tournament: Tournament,
    run_id: int,
    before: int,
    rows: list[Audited],
    passed: int,
) -> Stored:
    """Store a slice; nothing if the run does not stand at ``before`` any more.

    ``rows``: one for every log that was replayed. ``passed``: how many logs that were, with those that are gone.
    """
    run = AuditRun.objects.select_for_update().filter(pk=run_id, tournament=tournament).first()
    if run is None or run.state != State.RUNNING or run.done != before:
        return {"stored": False}
    AuditRow.objects.bulk_create(AuditRow(run=run, **row) for row in rows)
    run.done, run.touched_at, run.attempts = before + passed, cmd.at, 0
    if run.done >= run.total:
        run.state = State.DONE
    else:
        cmd.send_task(TASK, run.pk, run.done, queue="replay")
    run.save()
    cmd.record(audit=run.pk, done=run.done, over=run.state == State.DONE)
    return {"stored": True}


@command("audit.requeue")
def audits_requeue(cmd: Command) -> AuditsResent:
    """Send runs again that stand still; give up those that did so too often."""
    sent = []
    for run in stuck_audits(cmd.at).select_for_update()[:50]:
        run.attempts, run.touched_at = run.attempts + 1, cmd.at
        if run.attempts > MAX_ATTEMPTS:
            run.state = State.FAILED
        else:
            cmd.send_task(TASK, run.pk, run.done, queue="replay")
            sent.append(run.pk)
        run.save(update_fields=["attempts", "touched_at", "state"])
    cmd.record(audits=sent)
    return {"audits": sent}


def stuck_audits(at: datetime) -> QuerySet[AuditRun]:
    """Runs without progress for a whole lease."""
    return AuditRun.objects.filter(state=State.RUNNING, touched_at__lt=at - LEASE)


def stuck_audits_sweep() -> None:
    """Look after runs that stand still; the relay calls it every half minute."""
    if stuck_audits(timezone.now()).exists():
        audits_requeue(actor=SYSTEM)


def audits_of(tournament: Tournament) -> QuerySet[AuditRun]:
    """The runs of a tournament, for its judges."""
    return AuditRun.objects.filter(tournament=tournament).select_related("round", "asked_by")


def rows_of(run: AuditRun) -> list[AuditRow]:
    """The rows of a run with their matches: those that differ first, each part in the order of the replay."""
    rows = run.rows.select_related("log__match__round", "log__match__tournament", "log__entry")
    return sorted(rows.defer("log__original", "log__report"), key=lambda row: (not row.differs, row.pk))
