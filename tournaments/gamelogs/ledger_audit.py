"""The bytes of submitted logs, compared with the hashes that the ledger holds of them."""

import hashlib
from collections.abc import Iterator

from ledger.models import LedgerRow
from tournaments.events.models import Tournament

from .models import GameLog


def logs_audit(tournament: Tournament) -> Iterator[str]:
    """Every stored log has the hash of its bytes, and that it was submitted with; a forgotten one has no bytes."""
    rows = LedgerRow.objects.filter(chain_id=tournament.chain_key, action="log.submit")
    told = {data["log"]: data["sha256"] for data in rows.values_list("data", flat=True).iterator()}
    logs = GameLog.objects.filter(match__tournament=tournament).order_by("pk")
    for log in logs.only("original", "sha256", "recorded").iterator(chunk_size=20):
        bytes_say = hashlib.sha256(bytes(log.original)).hexdigest() if log.original else log.sha256
        if not bytes_say == log.sha256 == told.get(log.pk, log.sha256 if log.recorded else ""):
            yield f"log {log.pk} is not the one that was submitted"
