"""What finished tournaments were, kept by the newest row of their ledgers: made once per change of one."""

import zlib
from collections.abc import Collection, Iterator

import msgspec
from django.utils import timezone

from ledger.models import Chain
from tournaments.events.models import Tournament

from .models import Outcome
from .results import Played, event_of, games_of


def heads_of(tournaments: Collection[Tournament]) -> dict[int, int]:
    """By tournament the number of its newest ledger row; one query."""
    chains = {one.chain_key: one.pk for one in tournaments}
    rows = Chain.objects.filter(pk__in=chains).values_list("pk", "length")
    return {chains[key]: length for key, length in rows}


def played_of(tournaments: Collection[Tournament]) -> Iterator[tuple[Tournament, Played]]:
    """What finished tournaments were; two queries, and some more for each that has changed since it was last asked."""
    heads = heads_of(tournaments)
    kept = Outcome.objects.in_bulk([one.pk for one in tournaments])
    for tournament in tournaments:
        number, outcome = heads.get(tournament.pk, 0), kept.get(tournament.pk)
        if outcome is not None and outcome.number == number:
            yield tournament, unpacked(bytes(outcome.packed))
            continue
        made = Played(event_of(tournament), games_of(tournament))
        Outcome.objects.update_or_create(
            tournament=tournament,
            defaults={"number": number, "packed": packed(made), "made_at": timezone.now()},
        )
        yield tournament, made


def packed(played: Played) -> bytes:
    """What a tournament was, as it is stored."""
    return zlib.compress(msgspec.msgpack.encode(played), 6)


def unpacked(data: bytes) -> Played:
    """The same as it was."""
    return msgspec.msgpack.decode(zlib.decompress(data), type=Played)
