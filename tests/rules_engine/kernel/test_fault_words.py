"""A fault is told in the reader's language down to the names of its cards, and names no card that it did not name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from rules_engine import audit
from rules_engine.games import engine_of
from rules_engine.kernel.cards import values_in
from rules_engine.testing import inject_fault, random_game
from rules_engine.x610z.cards import load_pool
from rules_engine.x610z.faults import KINDS
from rules_engine.zx.audit import audit as zx_audit
from rules_engine.zx.cards import TEXTS_POOL
from rules_engine.zx.cards import load_pool as load_zx_pool
from rules_engine.zx.faults import KINDS as ZX_KINDS
from rules_engine.zx.faults import inject_fault as inject_zx_fault
from rules_engine.zx.random_games import random_zx_game


def found(game: str) -> Iterator[tuple[Any, Any]]:
    """The cards of a game, and the findings of logs with one fault each."""
    if game == "zx":
        pool: Any = load_zx_pool(TEXTS_POOL)
        log = random_zx_game("fault words", pool=pool)
        faults = [inject_zx_fault(log, seed, ZX_KINDS[seed % len(ZX_KINDS)]) for seed in range(60)]
        reports = [zx_audit(one.data, pool=pool) for one in faults if one]
    else:
        pool = load_pool()
        log = random_game(7)
        faults = [inject_fault(log, seed, KINDS[seed % len(KINDS)]) for seed in range(60)]
        reports = [audit(one.data) for one in faults if one]
    yield from ((pool, report.finding) for report in reports if report.finding)


@cache
def whole(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")


@pytest.mark.parametrize("game", ["x610z", "zx"])
def test_a_fault_calls_its_cards_by_the_names_of_its_reader(game: str) -> None:
    text, told = engine_of(game).text, 0
    for pool, finding in found(game):
        printed, dutch = (
            text(finding.code, params, "nl")
            for params in (finding.params, values_in(pool, finding.params, "nl"))
        )
        named = [card for card in pool.cards if whole(card.name).search(printed) or card.number in printed]
        two_names = [card for card in named if card.name_nl and card.name not in card.name_nl]
        told += bool(two_names)
        assert not [card.name for card in two_names if whole(card.name).search(dutch)]
        known = {
            *printed.split(),
            *(word for card in named for word in f"{card.name} {card.name_nl}".split()),
        }
        assert {re.sub(r"\W", "", word) for word in dutch.split()} <= {
            re.sub(r"\W", "", word) for word in known
        }
        assert text(finding.code, values_in(pool, finding.params, "en"), "en") == finding.text("en")
    assert told > 5


def test_people_keep_their_names_and_a_card_before_its_number_is_put_into_words() -> None:
    card = next(card for card in load_pool().cards if card.name_nl not in ("", card.name))
    params = {
        "who": card.name,
        "players": [card.name],
        "names": {"seat:0": card.name, "#3": f"{card.name} (#3)"},
    }
    said = values_in(load_pool(), {**params, "cards": [card.number, "?"], "count": 2}, "nl")
    assert (said["who"], said["players"], said["cards"], said["count"]) == (
        card.name,
        [card.name],
        [card.name_nl, "?"],
        2,
    )
    assert said["names"] == {"seat:0": card.name, "#3": f"{card.name_nl} (#3)"}
