"""The referee of Z/X and the engine must agree, and two of whom one is wrong must not."""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Callable
from typing import Any

import pytest

from tests.speeds import amount, few_by_day

from . import games, judging
from .games import Tally


def agreed(tally: Tally) -> Tally:
    """No difference, and no game left before its end but for what this referee does not judge."""
    assert not tally.differences, f"{tally.differences[0][0]}: {tally.differences[0][2]}"
    assert not tally.unsupported
    return tally


def test_random_games_are_judged_alike() -> None:
    tally = agreed(games.judge_many(range(amount(8, 12, "random games"))))
    assert tally.actions > 500 and tally.moves > 5_000
    assert {"904.1", "906.1", "907.2", "907.2e", "910.1", "Overdrive"} <= set(tally.hits)
    assert {"Advent", "Awaken", "Idealize", "Event Extra", "Counters", "Crisis"} <= set(tally.hits)
    assert {"Shift on a Z/X", "Shift on a Player card", "913.1"} <= set(tally.hits)


def test_games_with_open_questions_settled_otherwise_are_judged_alike() -> None:
    assert agreed(games.judge_settled(range(6))).actions > 400


def test_games_in_which_much_happens_at_once_are_judged_alike() -> None:
    assert agreed(games.judge_quick(range(amount(5, 10, "quick games")))).hits["902.1"] > 0


def test_games_with_many_shifts_that_say_something_are_judged_alike() -> None:
    tally = agreed(games.judge_shifts(range(8)))
    assert min(tally.hits["Shift on a Z/X"], tally.hits["Shift on a Player card"], tally.hits["913.1"]) > 10


def test_games_in_which_a_judge_settles_what_a_shift_is_are_judged_alike() -> None:
    tally = agreed(games.judge_ruled(range(amount(10, 60, "games with Shifts that a judge puts"))))
    said = [tally.hits[f"{what} by a judge"] for what in ("Shift", "Name", "Colours", "Power", "Text")]
    assert min(said) > 3 and tally.hits["913.1"] > 3


@pytest.mark.parametrize("what", ["name", "colours", "power"])
def test_a_referee_that_does_not_hear_a_judge_does_not_agree(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(judging.SAID, what, lambda game, value: {})
    assert any(games.judge_ruled(range(seed, seed + 1)).differences for seed in range(10))


def test_games_whose_decks_nobody_wrote_down_are_judged_alike() -> None:
    tally = agreed(games.judge_hidden(range(8)))
    assert tally.hits["named"] > 100 and tally.hits["902.1"] and tally.hits["Awaken blue"]


def test_the_same_lines_are_refused() -> None:
    tally = games.judge_faults(range(9))
    games.judge_payments(range(9), tally)
    assert not tally.differences, f"{tally.differences[0][0]}: {tally.differences[0][2]}"
    assert tally.refused > 12 and set(tally.unsupported) <= {"a fingerprint"}


def test_golden_games_are_judged_alike() -> None:
    tally = games.judge_golden(range(0, 40, 5))
    games.judge_golden(range(21, 24), tally)  # time is called
    assert not tally.differences, f"{tally.differences[0][0]}: {tally.differences[0][2]}"
    assert tally.games == 11 and set(tally.unsupported) <= {"a fingerprint"}


def test_a_game_that_leaves_open_what_a_shift_is_ends_there_and_is_counted() -> None:
    rows = [json.loads(line) for line in games.play_one(3).splitlines()]
    rows[0] = {name: said for name, said in rows[0].items() if name not in ("choices", "rulings")}
    log = b"".join(json.dumps(row).encode() + b"\n" for row in rows if row["kind"] != "check")
    tally = Tally()
    games.judge("open", log, tally)
    assert [row.get("do") for row in rows].count("shift") == 1 and not tally.differences
    assert list(tally.unsupported) == ["what a Shift and the card under it are together (Z25)"]


SABOTAGE: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "draws one too many": (
        "turns.draw",
        lambda real: lambda game, seat, number: real(game, seat, number + 1),
    ),
    "nobody needs the colour": (
        "playing.payable_with",
        lambda real: lambda game, cards, colours: real(game, cards, []),
    ),
    "Range is not read": ("turns.reach", lambda real: lambda game, card: 1),
    "Charge holds five": ("rules.charge_has_no_limit", lambda real: lambda game, seat: True),
    "equal damage is not lethal": ("rules.power", lambda real: lambda game, card: real(game, card) + 1),
    "an Advent needs no cost": (
        "dynamis.may_fall",
        lambda real: lambda game, seat, card, cards, words: True,
    ),
    "green wakes what it puts into Resource": (
        "dynamis.AWAKEN",
        lambda real: real | {"green": real["white"]},
    ),
    "what is given for an Advent stays": ("dynamis.destroy", lambda real: lambda game, cards: None),
    "a Shift comes back face-down": (
        "moving.put",
        lambda real: (
            lambda game, card, zone, state="": real(
                game, card, zone, "" if card["number"] == "Z03-002" else state
            )
        ),
    ),
    "a Shift needs no condition": ("shifts.holds", lambda real: lambda game, seat, words: True),
    "a Shift is put nowhere": ("shifts.put_on_top", lambda real: lambda game, shift, under: None),
    "no Crisis ever comes": ("rules.crisis", lambda real: lambda game: False),
    "everybody looks into a Dynamis": ("views.sees", lambda real: lambda card, viewer: True),
    "the enemy Player Square is open": ("playing.may_put", lambda real: lambda game, seat, square: True),
}


@pytest.mark.parametrize("wrong", few_by_day(SABOTAGE, 2, "wrong referees"))
def test_two_referees_of_whom_one_is_wrong_do_not_agree(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place, change = SABOTAGE[wrong]
    target = f"tests.referee_zx.{place}"
    monkeypatch.setattr(target, change(pkgutil.resolve_name(target)))
    for seed in range(8):
        tally = games.judge_many(range(seed, seed + 1))
        if tally.differences:
            return
    raise AssertionError("nobody noticed")


def test_a_card_that_the_referee_cannot_read_ends_the_comparison_and_is_counted() -> None:
    log = games.play_one(0)
    pool = games.with_text(games.cards(), games.first_card(log), "[Auto] <Trigger> it rains <Effect> Sing.")
    tally = Tally()
    log = log.replace(games.cards().sha256.encode(), pool.sha256.encode())
    games.judge("unread", log, tally, pool)
    assert sum(tally.unsupported.values()) == 1 and not tally.differences
