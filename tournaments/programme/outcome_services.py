"""What finished tournaments were, kept by the newest row of their ledgers: made once per change of one.

A command that changes a finished tournament lets its row wait, inside its own transaction; the relay makes it anew.
Whoever asks for results before that makes them; pages that show places read what is there.
"""

import logging
import zlib
from collections.abc import Collection, Iterator, Mapping

import msgspec
from django.utils import timezone

from ledger.models import Chain
from tournaments.events.models import Tournament

from .models import Outcome
from .results import Places, Played, read

AT_ONCE = 100
"""Outcomes that are kept by one statement."""
SWEPT = 20
"""Outcomes that the relay makes at once."""
logger = logging.getLogger(__name__)


def heads_of(tournaments: Collection[Tournament]) -> dict[int, int]:
    """By tournament the number of its newest ledger row; one query."""
    chains = {one.chain_key: one.pk for one in tournaments}
    rows = Chain.objects.filter(pk__in=chains).values_list("pk", "length")
    return {chains[key]: length for key, length in rows}


def played_of(
    tournaments: Collection[Tournament], heads: Mapping[int, int] | None = None
) -> Iterator[tuple[Tournament, Played]]:
    """What finished tournaments were; one query, and for each that has changed since some more and one to keep it.

    ``heads``: as :func:`heads_of` has them, which is one query more.
    """
    heads = heads_of(tournaments) if heads is None else heads
    kept = Outcome.objects.in_bulk([one.pk for one in tournaments])
    anew = []
    for tournament in tournaments:
        number, outcome = heads.get(tournament.pk, 0), kept.get(tournament.pk)
        if outcome is not None and outcome.number == number:
            yield tournament, unpacked(bytes(outcome.packed))
            continue
        made, places = read(tournament)
        values = {"packed": packed(made), "places": packed(places), "made_at": timezone.now()}
        anew.append(Outcome(tournament=tournament, number=number, **values))
        yield tournament, made
    Outcome.objects.bulk_create(
        anew,
        batch_size=AT_ONCE,
        update_conflicts=True,
        unique_fields=["tournament"],
        update_fields=["number", "packed", "places", "made_at"],
    )


def places_of(tournaments: Collection[Tournament]) -> dict[int, Places]:
    """The final places of finished tournaments; those that wait to be made are left out. One query however many."""
    made = Outcome.objects.filter(pk__in=[one.pk for one in tournaments]).exclude(number=None)
    return {
        pk: msgspec.msgpack.decode(zlib.decompress(bytes(places)), type=Places)
        for pk, places in made.values_list("pk", "places")
    }


def outcomes_await(tournaments: Collection[int]) -> None:
    """Let the results of these tournaments (ids) be made anew; inside the transaction of the cause."""
    rows = [Outcome(tournament_id=pk, number=None, made_at=timezone.now()) for pk in sorted(tournaments)]
    Outcome.objects.bulk_create(
        rows, AT_ONCE, update_conflicts=True, unique_fields=["tournament"], update_fields=["number"]
    )


def outcomes_sweep() -> None:
    """What the relay does every few seconds: make what waits, the newest first; one that cannot be made stays."""
    waiting = Outcome.objects.filter(number=None).order_by("-pk").select_related("tournament")[:SWEPT]
    for tournament in [one.tournament for one in waiting]:
        if tournament.state != Tournament.State.FINISHED:  # it was, and goes on
            Outcome.objects.filter(pk=tournament.pk, number=None).delete()
            continue
        try:
            for _tournament, _played in played_of([tournament]):
                pass  # kept by having been read
        except Exception:
            logger.exception("the results of a tournament cannot be made")
            continue
        # Whatever changed while it was read has let it wait, and that was written over.
        if not Outcome.objects.filter(pk=tournament.pk, number=heads_of([tournament]).get(tournament.pk, 0)):
            outcomes_await([tournament.pk])


def packed(made: Played | Places) -> bytes:
    """What a tournament was, or its places, as it is stored."""
    return zlib.compress(msgspec.msgpack.encode(made), 6)


def unpacked(data: bytes) -> Played:
    """The same as it was."""
    return msgspec.msgpack.decode(zlib.decompress(data), type=Played)
