"""What finished tournaments were, kept by the newest row of their ledgers: made once per change of one."""

import zlib
from collections.abc import Collection, Iterator

import msgspec
from django.utils import timezone

from ledger.models import Chain
from tournaments.events.models import Tournament

from .models import Outcome
from .results import Played, played

AT_ONCE = 100
"""Outcomes that are kept by one statement."""


def heads_of(tournaments: Collection[Tournament]) -> dict[int, int]:
    """By tournament the number of its newest ledger row; one query."""
    chains = {one.chain_key: one.pk for one in tournaments}
    rows = Chain.objects.filter(pk__in=chains).values_list("pk", "length")
    return {chains[key]: length for key, length in rows}


def played_of(tournaments: Collection[Tournament]) -> Iterator[tuple[Tournament, Played]]:
    """What finished tournaments were; two queries, and for each that has changed since some more and one to keep it."""
    heads = heads_of(tournaments)
    kept = Outcome.objects.in_bulk([one.pk for one in tournaments])
    anew = []
    for tournament in tournaments:
        number, outcome = heads.get(tournament.pk, 0), kept.get(tournament.pk)
        if outcome is not None and outcome.number == number:
            yield tournament, unpacked(bytes(outcome.packed))
            continue
        made = played(tournament)
        anew.append(
            Outcome(tournament=tournament, number=number, packed=packed(made), made_at=timezone.now())
        )
        yield tournament, made
    Outcome.objects.bulk_create(
        anew,
        batch_size=AT_ONCE,
        update_conflicts=True,
        unique_fields=["tournament"],
        update_fields=["number", "packed", "made_at"],
    )


def packed(played: Played) -> bytes:
    """What a tournament was, as it is stored."""
    return zlib.compress(msgspec.msgpack.encode(played), 6)


def unpacked(data: bytes) -> Played:
    """The same as it was."""
    return msgspec.msgpack.decode(zlib.decompress(data), type=Played)
