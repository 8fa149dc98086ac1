"""Reading the ledger: versions, histories and the check that nobody edited it."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Exists, Q, prefetch_related_objects

from .archive import rows_of
from .commands import note_hash, row_hash
from .models import Chain, LedgerRow, Volume


@dataclass(frozen=True)
class ChainProblem:
    """A broken link: the row's number and what is wrong with it."""

    number: int
    code: str


def live_version(chain_key: str) -> int:
    """The public version of a tournament: cache key, ETag and live event."""
    return Chain.objects.filter(key=chain_key).values_list("version", flat=True).first() or 0


def history(chain_key: str, most: int, *, kind: str = "", before: int = 0) -> list[LedgerRow]:
    """The newest rows of a chain, of one kind or all, and before a number or all, with their actors."""
    volumes = Volume.objects.filter(chain_id=chain_key)
    rows = LedgerRow.objects.filter(chain_id=chain_key).select_related("actor").order_by("-number")
    rows = rows.filter(action__startswith=f"{kind}.") if kind else rows
    rows = rows.filter(number__lt=before) if before else rows
    found = list(rows.annotate(packed=Exists(volumes))[:most])
    if not (found[0].packed if found else volumes.exists()):
        return [*found]
    every = [row for row in rows_of(chain_key) if row.action.startswith(kind and f"{kind}.")]
    shown = [row for row in reversed(every) if not before or row.number < before][:most]
    prefetch_related_objects(shown, "actor")
    return shown


def kinds_of(chain_key: str) -> list[str]:
    """The kinds of rows a chain has (what stands before the dot of their actions), in order."""
    packed = Exists(Volume.objects.filter(chain_id=chain_key))
    rows = LedgerRow.objects.filter(chain_id=chain_key).order_by().annotate(packed=packed)
    found = list(rows.values_list("action", "packed").distinct())
    if any(packed for _action, packed in found):  # a chain with volumes has its last row in the table
        found = [(row.action, True) for row in rows_of(chain_key)]
    return sorted({action.partition(".")[0] for action, _packed in found})


def last_of(chain_key: str, actions: Collection[str]) -> LedgerRow | None:
    """The newest row of a chain that is one of these actions: what is published as its head."""
    rows = LedgerRow.objects.filter(chain_id=chain_key, action__in=actions)
    return rows.order_by("-number").only("number", "hash", "at", "action", "data").first()


def parts_of(key: str) -> list[str]:
    """The chains that one name stands for: itself, and what it is parted into."""
    found = Chain.objects.filter(Q(key=key) | Q(key__startswith=f"{key}/"))
    return list(found.order_by("key").values_list("key", flat=True))


def verify_chain(chain_key: str, *, expected_heads: Collection[str] = ()) -> list[ChainProblem]:
    """Every break of the chain: gaps, edits, deletions, and a head that does not fit the last row.

    ``expected_heads`` are hashes that were published while the chain grew (on a page, by the API, or their first digits
    on a slip or poster): each must still begin the hash of one of its rows. Who cuts the end off a chain, or computes a
    whole chain anew, can make everything fit but that.
    """
    chain = Chain.objects.get(key=chain_key)
    problems: list[ChainProblem] = []
    previous, number = "0" * 64, 0
    missing = set(expected_heads)
    for row in rows_of(chain_key):
        if row.number != number + 1:
            problems.append(ChainProblem(number + 1, "missing"))
        if row.previous != previous:
            problems.append(ChainProblem(row.number, "unlinked"))
        if row.note and note_hash(row.note_salt, row.note) != row.data.get("note_sha256"):
            problems.append(ChainProblem(row.number, "note"))
        if row.hash != row_hash(row):
            problems.append(ChainProblem(row.number, "edited"))
        missing -= {said for said in missing if row.hash.startswith(said)}
        previous, number = row.hash, row.number
    if (chain.length, chain.head_hash) != (number, previous):
        problems.append(ChainProblem(number + 1, "head"))
    problems += [ChainProblem(number, "published_head") for _head in sorted(missing)]
    return problems
