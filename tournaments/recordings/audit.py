"""Journals of recorded games, compared with their own hashes and with those that the ledger holds of them."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain as chained

from django.db.models import Q

from ledger.archive import of_volumes
from ledger.audits import Difference
from ledger.hashing import digest
from ledger.models import LedgerRow

from .chain import broken_at
from .models import Recording
from .practice_services import CHAIN
from .rows import rows_of


def recordings_audit(chain: str | None = None) -> Iterator[Difference]:
    """Every entry has the hash of what it says and of the one before it, and the ledger knows the same hashes.

    Those of an event with its chain, those of practice with theirs. Of what was forgotten only the hash is left, and
    that still has to fit.
    """
    told = _told(chain)
    found = Recording.objects.select_related("match__tournament").order_by("pk")
    if chain is not None:
        alone = chain.partition("/")[0] == CHAIN
        event = Q(match=None) if alone else Q(match__tournament__slug=chain.partition("-")[2])
        found = found.filter(event)
    for recording in found.iterator():
        match = recording.match
        where = match.tournament.chain_key if match is not None else CHAIN.of(recording.owner_id)
        rows = rows_of(recording)
        number = broken_at(recording.pk, digest(bytes(recording.opening)), rows, forgotten=True)
        if number:
            yield Difference(where, f"entry {number} of recording {recording.pk} is not what was written")
        last = rows[-1] if rows else {"seq": 0, "hash": digest(bytes(recording.opening))}
        if (recording.head, recording.head_hash) != (last["seq"], last["hash"]):
            yield Difference(where, f"recording {recording.pk} ends with another entry than its journal")
        hashes = {row["seq"]: row["hash"] for row in rows}
        for seq, said in sorted(told[recording.pk].items()):
            if hashes.get(seq) != said:
                text = f"entry {seq} of recording {recording.pk} is another one than the ledger has"
                yield Difference(where, text)


def _told(chain: str | None) -> dict[int, dict[int, str]]:
    """The hashes that the ledger has of journals: by recording, then by number of the entry."""
    rows = LedgerRow.objects.filter(Q(action__startswith="recording.") | Q(action__startswith="practice."))
    told: dict[int, dict[int, str]] = defaultdict(dict)
    volumes = of_volumes(None if chain is None else [chain])
    packed = (row.data for row in volumes if row.action.startswith(("recording.", "practice.")))
    for data in chained(packed, rows.order_by("pk").values_list("data", flat=True).iterator()):
        if data.get("seq") and data.get("hash"):
            told[data["recording"]][data["seq"]] = data["hash"]
    return told
