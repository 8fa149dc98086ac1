"""The replay job. Celery only carries it: what counts stands in the database.

Both checks are always made, one after the other, and stored at one moment: how long a job takes, and how long the next
one waits for it, does not depend on what is registered.
"""

import time

from celery import shared_task
from django.conf import settings

from ledger.commands import SYSTEM

from .audit_services import Audited, audit_progress
from .child import Replayer, replayed
from .models import AuditRun, GameLog
from .replay import check
from .services import log_claim, log_store_verdict


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
            rows.append(_audited(replayer, log_id))
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


def _audited(replayer: Replayer, log_id: int) -> Audited | None:
    """What is stored of a log beside what a replay finds now; None for a log that is gone."""
    log = GameLog.objects.select_related("match__tournament", "match__round").filter(pk=log_id).first()
    if log is None:
        return None
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
    }
