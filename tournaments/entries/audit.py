"""Who an entry belongs to, and who read what is closed, compared with what the ledger tells of them."""

from collections import Counter
from collections.abc import Iterator

from ledger.audits import Difference
from ledger.models import LedgerRow
from tournaments.events.models import Tournament

from .models import Entry, Reading


def entries_audit() -> Iterator[Difference]:
    """Every entry that a command made or handed over belongs to the person of the last row about that.

    What a file brought in, or a program before there were rows of entries, is not told by the chain one by one.
    """
    for tournament in Tournament.objects.order_by("pk").iterator():
        told = _owners(tournament.chain_key)
        stored = dict(Entry.objects.filter(tournament=tournament).values_list("pk", "user"))
        for entry, user in sorted(told.items()):
            if entry not in stored:
                yield Difference(tournament.chain_key, f"entry {entry} is gone, and a row made it")
            elif stored[entry] != user:
                text = f"entry {entry} belongs to person {stored[entry]}, the ledger says {user}"
                yield Difference(tournament.chain_key, text)


def _owners(chain_key: str) -> dict[int, int]:
    rows = LedgerRow.objects.filter(chain_id=chain_key, data__has_keys=["entry", "user"]).order_by("number")
    return {data["entry"]: data["user"] for data in rows.values_list("data", flat=True).iterator()}


def readings_audit() -> Iterator[Difference]:
    """Every reading that the ledger tells of is stored, and no other."""
    for tournament in Tournament.objects.order_by("pk").iterator():
        stored = Counter(Reading.objects.filter(tournament=tournament).values_list("user", "entry", "kind"))
        told = _readings(tournament.chain_key)
        for one in sorted({*stored, *told}):
            if stored[one] != told[one]:
                user, entry, kind = one
                text = (
                    f"person {user} read the {kind} of entry {entry} {stored[one]} times, "
                    f"the ledger says {told[one]}"
                )
                yield Difference(tournament.chain_key, text)


def _readings(chain_key: str) -> "Counter[tuple[int, int, str]]":
    rows = LedgerRow.objects.filter(chain_id=chain_key, action="secret.read").order_by("number")
    told: Counter[tuple[int, int, str]] = Counter()
    for actor, data in rows.values_list("actor", "data").iterator():
        told.update((actor or 0, entry, data["kind"]) for entry in data["entries"])
    return told
