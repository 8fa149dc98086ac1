"""Who read what is closed, compared with what the ledger tells of it."""

from collections import Counter
from collections.abc import Iterator

from ledger.models import LedgerRow
from tournaments.events.models import Tournament

from .models import Reading


def readings_audit(tournament: Tournament) -> Iterator[str]:
    """Every reading that the ledger tells of is stored, and no other."""
    stored = Counter(Reading.objects.filter(tournament=tournament).values_list("user", "entry", "kind"))
    told = _readings(tournament.chain_key)
    for one in sorted({*stored, *told}):
        if stored[one] != told[one]:
            user, entry, kind = one
            yield (
                f"person {user} read the {kind} of entry {entry} {stored[one]} times, the ledger says {told[one]}"
            )


def _readings(chain_key: str) -> "Counter[tuple[int, int, str]]":
    rows = LedgerRow.objects.filter(chain_id=chain_key, action="secret.read").order_by("number")
    told: Counter[tuple[int, int, str]] = Counter()
    for actor, data in rows.values_list("actor", "data").iterator():
        told.update((actor or 0, entry, data["kind"]) for entry in data["entries"])
    return told
