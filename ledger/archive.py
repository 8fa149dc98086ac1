"""Rows of a chain that nobody asks for any more, put away: many packed in one volume, and read back as they were.

A volume holds what the hashes are made of and none of the hashes: those are computed anew when it is opened, from the
hash before it, and must lead to the row behind it. What somebody wrote beside a row is in no volume: a row with words
stays in its table, where an erasure finds it, so no volume is ever opened to be changed.
"""

import zlib
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from heapq import merge
from itertools import islice, takewhile
from operator import attrgetter

import msgspec
from django.db import transaction
from django.db.models import Max

from .commands import BEFORE_THE_FIRST, row_hash
from .errors import UserError
from .hashing import canonical
from .models import Chain, LedgerRow, Volume

MOST = 10_000
"""Rows of one volume: what is packed in one transaction, and held in memory when it is opened."""
_FIELDS = ("id", "action", "actor_id", "role", "data")


def rows_of(chain_key: str) -> Iterator[LedgerRow]:
    """Every row of a chain in order, those of its volumes included.

    The table first: what is put away between two questions is then seen twice, and never missed.
    """
    rows = LedgerRow.objects.filter(chain_id=chain_key).order_by("number").iterator()
    first = list(islice(rows, 1))
    volumes = Volume.objects.filter(chain_id=chain_key).order_by("first").iterator(chunk_size=1)
    packed = (row for one in volumes for row in opened(one))
    number = 0
    for row in merge((row for part in (first, rows) for row in part), packed, key=attrgetter("number")):
        if row.number > number:
            yield row
        number = row.number


def opened(volume: Volume) -> Iterator[LedgerRow]:
    """The rows of a volume, each with the hash that follows from all before it; none when it cannot be read."""
    previous = volume.previous
    try:
        said = msgspec.json.decode(zlib.decompress(bytes(volume.body)))
    except (zlib.error, msgspec.DecodeError):
        return
    for number, (at, *values) in enumerate(said, volume.first):
        row = LedgerRow(
            chain_id=volume.chain_id,
            number=number,
            at=datetime.fromisoformat(at),
            previous=previous,
            **dict(zip(_FIELDS, values, strict=True)),
        )
        row.hash = previous = row_hash(row)
        yield row


def of_volumes(chains: Collection[str] | None = None) -> Iterator[LedgerRow]:
    """The rows of the volumes of these chains, or of all there are."""
    found = Volume.objects.order_by("pk")
    if chains is not None:
        found = found.filter(chain__in=chains)
    for volume in found.iterator(chunk_size=1):
        yield from opened(volume)


def put_away(chain_key: str, *, before: datetime | None = None, stay: Collection[str] = ()) -> int:
    """Pack the rows of a chain that are older than ``before``, or all of them; how many were packed.

    What pages still read stays in the table as well: rows with words, the first and the last one, and the last one of
    the actions ``stay``. Raises UserError, and changes nothing, when the rows are not what their hashes were made of.
    """
    number = Volume.objects.filter(chain=chain_key).aggregate(last=Max("last"))["last"] or 0
    packed = 0
    while rows := _next(chain_key, number, before):
        with transaction.atomic():
            _pack(chain_key, rows, stay)
        number, packed = rows[-1].number, packed + len(rows)
    return packed


def _next(chain_key: str, number: int, before: datetime | None) -> list[LedgerRow]:
    """The rows behind this number that make a volume."""
    rows = LedgerRow.objects.filter(chain=chain_key, number__gt=number).order_by("number")[:MOST]
    return list(takewhile(lambda row: before is None or row.at < before, rows.iterator()))


def _pack(chain_key: str, rows: list[LedgerRow], stay: Collection[str]) -> None:
    """Make a volume of rows that follow each other, open it, and take out of the table what it holds as it was."""
    said = [(row.at.isoformat(), *(getattr(row, name) for name in _FIELDS)) for row in rows]
    volume = Volume(
        chain_id=chain_key,
        first=rows[0].number,
        last=rows[-1].number,
        previous=_hash_before(chain_key, rows[0].number),
        body=zlib.compress(canonical(said), 9),
        actors="".join(
            f" {pk} " for pk in sorted({row.actor_id for row in rows if row.actor_id is not None})
        ),
    )
    if [(row.number, row.hash) for row in opened(volume)] != [(row.number, row.hash) for row in rows]:
        raise UserError("not_whole", f"{chain_key} is not whole behind row {volume.first - 1}")
    volume.save()
    numbers = LedgerRow.objects.filter(chain=chain_key).order_by().values_list("number", flat=True)
    shown = numbers.filter(action__in=stay).aggregate(last=Max("number"))["last"]
    gone = LedgerRow.objects.filter(chain=chain_key, number__range=(volume.first, volume.last), note="")
    gone.exclude(number__in=(1, shown or 1, Chain.objects.get(pk=chain_key).length)).delete()


def _hash_before(chain_key: str, number: int) -> str:
    """The hash of the row before this one, which may be in a volume alone."""
    before = (
        LedgerRow.objects.filter(chain=chain_key, number=number - 1).values_list("hash", flat=True).first()
    )
    if before is None and number > 1:
        last = Volume.objects.filter(chain=chain_key, last=number - 1).first()
        before = [row.hash for row in opened(last)][-1] if last is not None else None
    return before or BEFORE_THE_FIRST


def bring_back(chain_key: str) -> int:
    """Put the rows of a chain back into their table, and its volumes away; how many came back."""
    with transaction.atomic():
        count = _insert(Volume.objects.filter(chain=chain_key))
        Volume.objects.filter(chain=chain_key).delete()
    return count


@contextmanager
def brought_back(chains: Collection[str]) -> Iterator[None]:
    """For the length of the block the rows of these chains are all in their table; afterwards it is as before."""
    volumes = Volume.objects.filter(chain__in=chains)
    if not volumes.exists():
        yield
        return
    with transaction.atomic():
        _insert(volumes)
        yield
        transaction.set_rollback(True)


def by(user_id: int) -> list[str]:
    """The chains of which a volume has something that this person did."""
    found = Volume.objects.filter(actors__contains=f" {user_id} ").order_by()
    return list(found.values_list("chain", flat=True).distinct())


def _insert(volumes: Iterable[Volume]) -> int:
    count = 0
    for volume in volumes:
        there = set(
            LedgerRow.objects.filter(
                chain=volume.chain_id, number__range=(volume.first, volume.last)
            ).values_list("number", flat=True)
        )
        rows = [row for row in opened(volume) if row.number not in there]
        LedgerRow.objects.bulk_create(rows, batch_size=500)
        count += len(rows)
    return count
