"""The replay job. Celery only carries it: what counts stands in the database.

Both checks are always made, one after the other, and stored at one moment: how long a job takes, and how long the next
one waits for it, does not depend on what is registered.
"""

import time
from collections.abc import Sequence

from celery import shared_task
from django.conf import settings

from ledger.commands import SYSTEM
from ledger.shapes import Json
from rules_engine.games import engine_of
from rules_engine.kernel.lawdiff import names_of

from .audit_services import Audited, audit_progress
from .child import Replayer, replayed
from .child_main import Job, diff
from .models import AuditRun, GameLog
from .replay import check, pool_of
from .services import log_claim, log_store_verdict
from .terms import terms_of


@shared_task
def replay_log(log_id: int) -> str:
    """Check one submitted log; harmless to run twice."""
    logs = GameLog.objects.select_related("match__tournament", "match__round").defer("original")
    log = logs.filter(pk=log_id).first()
    if log is None:
        return "gone"
    tournament = log.match.tournament
    if not log_claim(actor=SYSTEM, tournament=tournament, log_id=log.pk)["claimed"]:
        return "not claimed"
    report, decks = replayed(log)
    stored = log_store_verdict(actor=SYSTEM, tournament=tournament, log_id=log.pk, report=report, decks=decks)
    return str(stored["verdict"])


SLICE_SECONDS = 4.0
INLINE_SECONDS = 1.0
"""Where tasks run inside the relay, everything else that it sends waits meanwhile."""


@shared_task
def audit_logs(run_id: int, before: int) -> str:
    """Replay the logs of a run from number ``before`` on for some seconds; harmless to run twice."""
    run = AuditRun.objects.select_related("tournament").filter(pk=run_id).first()
    if run is None or run.state != AuditRun.State.RUNNING or run.done != before:
        return "not wanted"
    end = time.monotonic() + (INLINE_SECONDS if settings.TASKS_INLINE else SLICE_SECONDS)
    rows = []
    with Replayer() as replayer:
        for log_id in run.wanted[before:]:
            rows.append(_audited(replayer, log_id, run.settled))
            if time.monotonic() >= end:
                break
    found = audit_progress(
        actor=SYSTEM,
        tournament=run.tournament,
        run_id=run.pk,
        before=before,
        rows=[row for row in rows if row],
        passed=len(rows),
    )
    return "stored" if found["stored"] else "not wanted"


def _audited(replayer: Replayer, log_id: int, settled: dict[str, str]) -> Audited | None:
    """A log as it is stored beside a replay, or by its law beside another; None for a log that is gone."""
    log = GameLog.objects.select_related("match__tournament", "match__round").filter(pk=log_id).first()
    if log is None:
        return None
    if settled:
        return _by_another_law(replayer, log, settled)
    report = replayer.replay(log)[0] if settings.REPLAY_IN_CHILD else check(log)
    old, new = log.report.get("finding") or {}, report.get("finding") or {}
    return {
        "log_id": log.pk,
        "old_verdict": log.verdict,
        "old_line": old.get("line"),
        "old_rule": old.get("rule") or "",
        "old_semantics": log.semantics,
        "verdict": report["verdict"],
        "line": new.get("line"),
        "rule": new.get("rule") or "",
        "old_result": _ended(log, log.report.get("result")),
        "result": _ended(log, report.get("result")),
        "parts": None,
    }


def _ended(log: GameLog, result: Json | None) -> str:
    """How a game ended, as a row keeps it."""
    names = names_of(bytes(log.original))
    winners = [names.get(seat, str(seat)) for seat in (result or {}).get("winners", ())]
    return told_result(winners, bool(result and result.get("draw")))


def told_result(winners: Sequence[str], drawn: bool) -> str:
    """Winners by the keys of the log, "=" for a draw."""
    return ("=" if drawn else ",".join(winners))[:200]


def _by_another_law(replayer: Replayer, log: GameLog, settled: dict[str, str]) -> Audited:
    """What the engine of today finds by the law of the event and by the other one."""
    if settings.REPLAY_IN_CHILD:
        found = replayer.diff(log, settled)
    else:
        found = diff(
            Job(bytes(log.original), terms_of(log), "", lenient=log.recorded, settled=settled), pool_of(log)
        )
    stopped: Json = {"verdict": "engine_gap", "line": None, "rule": "", "winners": [], "drawn": False}
    old, new = (found["before"], found["after"]) if found else (stopped, stopped)
    return {
        "log_id": log.pk,
        "old_verdict": old["verdict"],
        "old_line": old["line"],
        "old_rule": old["rule"],
        "old_semantics": engine_of(log.match.tournament.game).semantics,
        "verdict": new["verdict"],
        "line": new["line"],
        "rule": new["rule"],
        "old_result": told_result(old["winners"], old["drawn"]),
        "result": told_result(new["winners"], new["drawn"]),
        "parts": (found["parts"] or None) if found else None,
    }
