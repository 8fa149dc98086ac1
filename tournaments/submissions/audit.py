"""Lists that were submitted, compared with the hashes that the ledger holds of them."""

from collections.abc import Iterator

from decks.registration.models import DeckRevision
from decks.registration.receipts import receipt_hash
from ledger.audits import Difference
from ledger.models import LedgerRow
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament


def decks_audit() -> Iterator[Difference]:
    """Every stored list has the hash it was stored with, and a row of the ledger has that hash."""
    for tournament in Tournament.objects.order_by("pk").iterator():
        rows = LedgerRow.objects.filter(chain_id=tournament.chain_key, data__has_key="sha256")
        told = {
            (data.get("registration"), data.get("revision")): data["sha256"]
            for data in rows.values_list("data", flat=True)
        }
        entries = Entry.objects.filter(tournament=tournament).values("registration_id")
        for one in DeckRevision.objects.filter(registration__in=entries).order_by("pk").iterator():
            if one.sha256 != receipt_hash(
                salt=one.salt, pool_sha256=one.pool_sha256, main=one.main, sideboard=one.sideboard
            ):
                yield Difference(tournament.chain_key, f"list {one.pk} is not the one that was submitted")
            elif told.get((one.registration_id, one.number)) != one.sha256:
                yield Difference(tournament.chain_key, f"list {one.pk} was submitted, and no row says so")
