"""Lists that were submitted, compared with the hashes that the ledger holds of them."""

from collections.abc import Iterator

from decks.registration.models import DeckRevision, Registration
from decks.registration.receipts import receipt_hash
from ledger.models import LedgerRow
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament


def decks_audit(tournament: Tournament) -> Iterator[str]:
    """Every stored list has the hash it was stored with, a row of the ledger has that hash, and the last one counts."""
    rows = LedgerRow.objects.filter(chain_id=tournament.chain_key, data__has_key="sha256")
    told = {
        (data.get("registration"), data.get("revision")): data["sha256"]
        for data in rows.values_list("data", flat=True)
    }
    entries = Entry.objects.filter(tournament=tournament).values("registration_id")
    found = DeckRevision.objects.filter(registration__in=entries).order_by("pk")
    for one in found.iterator():
        if one.sha256 != receipt_hash(
            salt=one.salt, pool_sha256=one.pool_sha256, main=one.main, sideboard=one.sideboard
        ):
            yield f"list {one.pk} is not the one that was submitted"
        elif told.get((one.registration_id, one.number)) != one.sha256:
            yield f"list {one.pk} was submitted, and no row says so"
    yield from _counting(told, tournament)


def _counting(told: dict[tuple[int, int], str], tournament: Tournament) -> Iterator[str]:
    """Of each registration the list that was submitted last is there and counts."""
    last = dict(sorted(key for key in told if None not in key))
    counting = Registration.objects.filter(entry__tournament=tournament).values_list("pk", "current__number")
    for registration, number in counting.order_by("pk"):
        if registration in last and number != last[registration]:
            yield f"registration {registration}: list {number} counts, the ledger says {last[registration]}"
