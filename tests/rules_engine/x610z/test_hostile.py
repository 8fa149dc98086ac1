"""Hostile logs: every limit of docs/gamelog.md, each with a clean verdict in bounded time and memory."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import rules_engine
from rules_engine import audit
from rules_engine.kernel import log as limits
from rules_engine.kernel.errors import EngineGap
from rules_engine.kernel.report import Report
from rules_engine.testing import GameRecorder
from rules_engine.x610z import effects, resolve, stack, triggers
from rules_engine.x610z.log import MAX_PATH
from tests.patience import work
from tests.rules_engine.cards.table import ME, YOU, Table, effect

GREY = "Grey Energy Crystal"
SECONDS = 20.0
"""Of the machine that tests.patience speaks of; far above what each takes, and no machine is slow by that measure."""
MEGABYTES = 150


@contextmanager
def bounded() -> Iterator[None]:
    """The block ends in time and does not eat the memory.

    The fixed pieces of work are not traced: they would take ten times as long, and the limit would be as much wider.
    """
    with work() as cost:
        tracemalloc.start()
        yield
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert cost.spent < SECONDS
    assert peak < MEGABYTES * 1_000_000


def start(deck: int = 30, **header: Any) -> GameRecorder:
    """A game of two that has begun."""
    g = GameRecorder([[GREY] * deck] * 2, **header)
    g.act("begin", 0)
    return g


def verdict(data: bytes) -> tuple[str, str]:
    """Verdict and code of a log, within bounds."""
    with bounded():
        report: Report = audit(data)
    return report.verdict, report.finding.code if report.finding else ""


# --- the size of a log --------------------------------------------------------------------------------------------


def test_more_bytes_than_the_limit() -> None:
    assert verdict(b"x" * (limits.MAX_BYTES + 1)) == ("log_error", "too_long")
    assert verdict(b"\n" * limits.MAX_BYTES)[0] == "log_error"


def test_more_lines_than_the_limit() -> None:
    log = start().writer.data() + b'{"kind":"note","text":"."}\n' * limits.MAX_LINES
    assert verdict(log) == ("log_error", "too_many_lines")


def test_a_line_longer_than_the_limit() -> None:
    log = start().writer.data() + b'{"kind":"note","text":"' + b"." * limits.MAX_LINE_BYTES + b'"}\n'
    assert verdict(log) == ("log_error", "line_too_long")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("path", ["0,0"] * (MAX_PATH + 1)),
        ("targets", ["#1"] * (limits.MAX_ANSWERS + 1)),
        ("answers", [True] * (limits.MAX_ANSWERS + 1)),
        ("answers", [["a"] * (limits.MAX_CARDS + 1)]),
        ("card", "x" * 121),
        ("note", "x" * 2001),
        ("seat", 6),
        ("seat", -1),
        ("x", 1000),
        ("n", 1_000_001),
        ("n", 10**400),
        ("x", 1.5),
        ("pay", {"mystic": 10**30}),
        ("pay", {"mystic": -1}),
    ],
)
def test_a_field_beyond_its_limit(field: str, value: Any) -> None:
    row = {"kind": "act", "n": 2, "do": "cast", "seat": 0, "card": GREY, field: value}
    log = start().writer.data() + json.dumps(row).encode() + b"\n"
    assert verdict(log)[0] == "log_error"


@pytest.mark.parametrize("deep", [b"[" * 60_000, b'{"a":' * 10_000, b'{"kind":"note","x":' + b"[" * 30_000])
def test_nesting_without_end(deep: bytes) -> None:
    assert verdict(start().writer.data() + deep + b"\n")[0] == "log_error"


@pytest.mark.parametrize("number", [b"NaN", b"1e999", b"-0", b"0x10", b"9" * 5000])
def test_numbers_that_are_none(number: bytes) -> None:
    log = start().writer.data() + b'{"kind":"act","n":' + number + b',"do":"end","seat":0}\n'
    assert verdict(log)[0] == "log_error"


def test_a_deck_of_as_many_cards_as_may_be_named_and_one_more() -> None:
    assert verdict(start(998).writer.data()) == ("log_error", "end_missing")
    row = {"kind": "chance", "of": "deck", "seat": 0, "value": [GREY] * (limits.MAX_CARDS + 1)}
    assert verdict(json.dumps(row).encode())[0] == "log_error"


# --- long games that go nowhere -----------------------------------------------------------------------------------


def test_a_game_of_twenty_thousand_lines_in_which_nothing_happens() -> None:
    g = start(900, time_limit=True)
    for _ in range(150):
        g.end_turn()
    head = g.writer.data()
    more = b"".join(
        b'{"kind":"check","n":%d,"public":{"hand":[1]}}\n' % (g.writer.n + 1 + i) for i in range(19_000)
    )
    assert verdict(head + more)[0] == "divergence"


def test_judge_lines_that_shovel_cards_to_and_fro() -> None:
    """The most that one line can ask for, as often as it fits into a log."""
    g = start(998)
    rows = [["draw", 0, 60], *[["zone", f"#{slot}", "deck"] for slot in range(2, 62)]]
    line = json.dumps({"kind": "judge", "n": 0, "do": "fix", "by": "J", "change": rows}).encode()
    data = g.writer.data()
    count = (limits.MAX_BYTES - len(data)) // (len(line) + 8)
    body = b"".join(line.replace(b'"n": 0', b'"n": %d' % (2 + i)) + b"\n" for i in range(min(count, 300)))
    assert verdict(data + body) == ("log_error", "end_missing")


def test_conceding_and_calling_time_for_ever() -> None:
    log = start(organized_play=False).writer.data()
    log += b"".join(b'{"kind":"act","n":%d,"do":"time"}\n' % (2 + i) for i in range(5_000))
    assert verdict(log) == ("log_error", "line_after_end")


# --- cards that feed on each other --------------------------------------------------------------------------------


def test_two_triggers_that_set_each_other_off_only_ever_add_one_action_a_line() -> None:
    """On the stack a cycle goes on as long as the log does, line by line: no line hangs."""
    echo = effect(
        "Echo", "Whenever a summon is dealt damage, heal 1 damage from that summon.", permanent=True
    )
    pang = effect("Pang", "Whenever a summon is dealt damage, deal 1 damage to that summon.", permanent=True)
    t = Table(echo, pang)
    t.permanent(ME, "Echo")
    t.permanent(ME, "Pang")
    t.st.change(0, damage=-500)  # a Life Base that does not break
    with bounded():
        t.cast(ME, "Spark", "#0")
        t.resolve(f"1:#{t.st.triggers[0]}")
        for _ in range(100):
            t.resolve(*([f"1:#{t.st.triggers[0]}"] if t.st.stack[-1].slot == t.st.triggers[1] else []))
    assert 0 < len(t.st.stack) <= stack.MAX_STACK


def test_a_trigger_that_sets_itself_off_in_the_draw_phase_stops() -> None:
    """Where triggers take place at once a cycle is cut off after a hundred rounds."""
    loop = effect("Loop", "Whenever a summon is dealt damage, deal 1 damage to that summon.", permanent=True)
    tick = effect(
        "Tick", "At the beginning of your draw phase, deal 1 damage to 1 summon you control.", permanent=True
    )
    t = Table(loop, tick)
    t.st.change(0, damage=-5000)
    t.permanent(ME, "Loop")
    t.permanent(ME, "Tick")
    t.end_turn()
    with bounded(), pytest.raises(EngineGap, match="triggers_without_end"):
        t.end_turn()


def test_triggers_that_multiply_stop_at_the_number_that_a_line_can_order() -> None:
    burst = effect(
        "Burst", "Whenever a summon is dealt damage, deal 1 damage to all summons.", permanent=True
    )
    t = Table(burst, effect("Quake", "Deal 1 damage to all summons."))
    t.permanent(ME, "Burst")
    for seat in (ME, YOU):
        t.st.change(seat, damage=-9000)
    t.summon(ME, "Mist Dragon", "3,1")
    t.summon(YOU, "Tunnel Beast", "3,3")
    for slot in t.st.occ.values():
        t.st.change(slot, damage=-9000)
    t.cast(ME, "Quake")
    with bounded(), pytest.raises(EngineGap, match="stack_too_high"):
        for _ in range(500):
            names = [f"{i}:#{t.st.triggers[0]}" for i in range(1, 5)]
            t.resolve(*names[:3])


def test_more_triggers_at_once_than_a_line_can_order_are_a_gap() -> None:
    many = [effect(f"Watcher {i}", "Whenever you cast an Effect Card, draw 1 card from your deck.", permanent=True)
            for i in range(triggers.MAX_WAITING + 1)]  # fmt: skip
    t = Table(*many)
    for card in many:
        t.permanent(ME, card.name)
    t.hold(ME, "Discount")
    t.st.pool[ME] = (0, 0, 0, 1)
    with bounded(), pytest.raises(EngineGap, match="too_many_triggers"):
        t.act("cast", seat=ME, card="Discount")


def test_an_effect_of_more_steps_than_the_limit_is_a_gap() -> None:
    long = effect("Drip", "For each extra C1, heal 1 damage from target summon.")
    t = Table(long)
    beast = t.summon(ME, "Tunnel Beast", "3,1")
    with bounded(), pytest.raises(EngineGap, match="too_many_steps"):
        t.play("Drip", beast, x=effects.MAX_STEPS + 1)


def test_turns_that_are_skipped_without_end_are_a_gap() -> None:
    t = Table()
    t.st.skips = tuple((seat, 0) for seat in (ME, YOU)) * 60
    with bounded(), pytest.raises(EngineGap, match="turns_skipped_without_end"):
        t.end_turn()


def test_a_line_holds_the_answers_of_all_abilities_that_may_trigger_at_once() -> None:
    an_order_and_some_choices = 4
    assert an_order_and_some_choices * triggers.MAX_WAITING <= limits.MAX_ANSWERS


def test_every_limit_stands_on_the_page() -> None:
    page = (Path(rules_engine.__file__).parent.parent / "docs" / "gamelog.md").read_text(encoding="utf-8")
    for number in (
        limits.MAX_BYTES, limits.MAX_LINES, limits.MAX_LINE_BYTES, MAX_PATH, limits.MAX_ANSWERS,
        limits.MAX_CARDS, effects.MAX_STEPS, resolve.MAX_DEPTH, stack.MAX_STACK, triggers.MAX_WAITING,
        resolve.MAX_EXTRAS,
    ):  # fmt: skip
        assert f"{number:,}" in page, number
