"""The whole way of a play test: asked, carried by a real relay to a real worker that is killed on the way, answered."""

import os
import signal
import subprocess
from typing import Any

import msgspec
import pytest

from decks.cards.pools import card_pool
from ledger.selectors import verify_chain
from rules_engine.games import game_of
from rules_engine.kernel.playtest import Tally, play_part
from tests.patience import wait_until

from .test_play_tests import Actor, ask, make_keeper, services

pytestmark = [pytest.mark.redis, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
DEALS = 150


@pytest.mark.night(
    "a real worker, killed in the middle of a slice",
    short="tests/decks/cards/test_play_tests.py::test_what_a_killed_worker_left_is_sent_again_and_given_up_in_the_end",
)
def test_a_killed_worker_costs_a_slice_and_no_deal(celery_worker_process: Any, relay_process: Any) -> None:
    row = ask(Actor(make_keeper(), "keeper"), games=DEALS)

    def stands(least: int) -> bool:
        row.refresh_from_db()
        return row.done >= least

    assert wait_until(lambda: stands(1)), relay_process.said() + celery_worker_process.said()
    found = subprocess.run(
        ["pgrep", "-P", str(celery_worker_process.pid)], capture_output=True, text=True, check=True
    )
    for child in found.stdout.split():
        os.kill(int(child), signal.SIGKILL)
    assert wait_until(lambda: stands(DEALS)), relay_process.said() + celery_worker_process.said()
    assert row.state == "done"
    test, pool = game_of("x610z").playtest, card_pool("x610z", "demo")
    (card,) = msgspec.json.decode(row.card, type=game_of("x610z").engine.cards)
    assert test is not None
    assert msgspec.convert(row.tally, Tally) == play_part(
        test, pool, card, seed=row.seed, first=0, count=DEALS
    )
    assert verify_chain(services.CHAIN) == []
