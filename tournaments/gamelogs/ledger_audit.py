"""The bytes of submitted logs, compared with the hashes that the ledger holds of them."""

import hashlib
from collections.abc import Iterator

from ledger.audits import Difference
from ledger.models import LedgerRow
from tournaments.events.models import Tournament

from .models import GameLog


def logs_audit() -> Iterator[Difference]:
    """Every stored log is the one that was submitted; one that was forgotten has no bytes, and is not compared."""
    for tournament in Tournament.objects.order_by("pk").iterator():
        rows = LedgerRow.objects.filter(chain_id=tournament.chain_key, action="log.submit")
        told = {data["log"]: data["sha256"] for data in rows.values_list("data", flat=True).iterator()}
        logs = GameLog.objects.filter(match__tournament=tournament).order_by("pk")
        for log in logs.only("original", "sha256").iterator(chunk_size=20):
            bytes_say = hashlib.sha256(bytes(log.original)).hexdigest() if log.original else log.sha256
            if not bytes_say == log.sha256 == told.get(log.pk):
                yield Difference(tournament.chain_key, f"log {log.pk} is not the one that was submitted")
