"""The replay job. Celery only carries it: what counts stands in the database.

Both checks are always made, one after the other, and stored at one moment: how long a job takes, and how long the next
one waits for it, does not depend on what is registered.
"""

from celery import shared_task

from ledger.commands import SYSTEM

from .models import GameLog
from .replay import check, compare
from .services import log_claim, log_store_verdict


@shared_task
def replay_log(log_id: int) -> str:
    """Check one submitted log; harmless to run twice."""
    log = GameLog.objects.select_related("match__tournament", "match__round").filter(pk=log_id).first()
    if log is None:
        return "gone"
    tournament = log.match.tournament
    if not log_claim(actor=SYSTEM, tournament=tournament, log_id=log.pk)["claimed"]:
        return "not claimed"
    report, decks = check(log), compare(log)
    stored = log_store_verdict(actor=SYSTEM, tournament=tournament, log_id=log.pk, report=report, decks=decks)
    return str(stored["verdict"])
