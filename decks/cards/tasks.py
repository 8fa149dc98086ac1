"""What workers do here: play a card, slice by slice. Celery only carries it: what counts stands in the database."""

import time

import msgspec
from celery import shared_task
from django.conf import settings as site

from ledger.commands import SYSTEM
from rules_engine.games import game_of
from rules_engine.kernel.playtest import Tally, play_part

from .models import PlayTest
from .playtest_services import TASK, play_test_progress
from .pools import card_pool

SLICE_SECONDS = 6.0
INLINE_SECONDS = 1.0
"""Where tasks run inside the relay, everything else that it sends waits meanwhile."""


@shared_task(name=TASK)
def play_test(number: int, before: int) -> str:
    """Play deals from number ``before`` on for some seconds; harmless to run twice."""
    row = PlayTest.objects.filter(pk=number).first()
    test = game_of(row.game).playtest if row is not None else None
    if row is None or test is None or row.over or row.done != before:
        return "not wanted"
    if row.semantics != game_of(row.game).engine.semantics:
        return "begun by another engine"  # it is given up in time, and can be asked of the engine of today
    until = time.monotonic() + (INLINE_SECONDS if site.TASKS_INLINE else SLICE_SECONDS)
    pool = card_pool(row.game, row.pool, row.pool_sha256)
    (card,) = msgspec.json.decode(row.card, type=game_of(row.game).engine.cards)
    tally = msgspec.convert(row.tally, Tally) if row.tally else Tally()
    while tally.pairs < row.games:
        tally = tally.plus(play_part(test, pool, card, seed=row.seed, first=tally.pairs, count=1))
        if time.monotonic() >= until:
            break
    answer = play_test_progress(actor=SYSTEM, number=number, before=before, tally=msgspec.to_builtins(tally))
    return "stored" if answer["stored"] else "not wanted"
