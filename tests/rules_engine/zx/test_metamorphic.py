"""A card that does nothing changes nothing: a game with one more face-down card of the Dynamis goes the same way.

That a mirrored board and exchanged players change nothing is in ``test_games``.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules_engine.practice.zx_games import random_zx_game
from rules_engine.practice.zx_hiding import hide_zx_decks
from rules_engine.zx.audit import audit
from rules_engine.zx.cards import TEXTS_POOL, load_pool

POOL = load_pool(TEXTS_POOL)
LAID_OUT = ("player_card", "behind", "start_card", "gate_card", "start_resource")


def with_one_more(log: bytes, seat: int, card: str) -> bytes:
    """The log with one more card in a player's Dynamis: every card that is counted behind it has the next number."""
    rows = [json.loads(line) for line in log.splitlines()]
    seats = sorted((row for row in rows if row["kind"] == "seat"), key=lambda row: row["seat"])
    decks = {row["seat"]: len(row["value"]) for row in rows if row.get("of") == "deck"}
    place = 0
    for row in seats[: seat + 1]:
        if row["seat"] == seat:
            place += sum(name in row for name in LAID_OUT[:3]) + len(row.get("dynamis", ()))
            row["dynamis"] = [*row.get("dynamis", ()), card]
        else:
            place += sum(name in row for name in LAID_OUT) + len(row.get("dynamis", ())) + decks[row["seat"]]
    lines = []
    for row in rows:
        if row["kind"] == "check":
            row.pop("digest", None)
        if row["kind"] == "end":
            row.pop("sha256", None)
        lines.append(
            {
                key: _moved(value, place) if key in ("card", "pay", "answers") else value
                for key, value in row.items()
            }
        )
    return b"".join(json.dumps(row).encode() + b"\n" for row in lines)


def _moved(value: Any, place: int) -> Any:
    if isinstance(value, list):
        return [_moved(one, place) for one in value]
    if not isinstance(value, str) or value[:1] != "#":
        return value
    number = int(value[1:])
    return f"#{number + (number >= place)}"


@pytest.mark.parametrize("seed", range(6))
def test_a_card_that_nobody_plays_changes_nothing(seed: int) -> None:
    log = random_zx_game(f"useless/{seed}", pool=POOL)
    plain = audit(log, pool=POOL)
    spare = next(card.number for card in POOL.cards if card.kind == "zx_extra")
    report = audit(with_one_more(log, seed % 2, spare), pool=POOL)
    assert (report.verdict, report.finding, report.steps) == ("ok", None, plain.steps)
    assert (report.result, report.rule_hits) == (plain.result, plain.rule_hits)
    assert report.digest != plain.digest, "the card is there"


@pytest.mark.parametrize("seed", range(3))
def test_what_nobody_wrote_down_changes_no_rule(seed: int) -> None:
    """Without the orders of the decks the same rules take effect, equally often."""
    log = random_zx_game(f"unwritten/{seed}", pool=POOL)
    decks, hidden = hide_zx_decks(log, POOL)
    plain, other = audit(log, pool=POOL), audit(hidden, pool=POOL, decks=decks)
    assert (other.verdict, other.steps, other.result) == ("ok", plain.steps, plain.result)
    assert other.rule_hits == plain.rule_hits
