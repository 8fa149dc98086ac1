"""The campaigns behind ``make games`` and ``make faults``, on so many seeds as ``./test`` has time for."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter

import pytest

from rules_engine import audit
from rules_engine.rulebook import rule
from rules_engine.testing.campaigns import MODES, decks_of, plan_of, play, try_fault, try_game
from rules_engine.x610z.cards import load_pool
from rules_engine.x610z.faults import KINDS
from rules_engine.x610z.pool import POOLS, ready_decks
from tests.speeds import amount, few_by_day

FEW = 64
FOUND_AT_NIGHT = (
    1332,
)  # an effect on the cards of all players, of whom one alone has cards that nobody knows
FAULTS = amount(25, 540, "single faults")
PLAYED = amount(6, 16, "games under other hash seeds")


@pytest.mark.parametrize("seed", [*few_by_day(range(FEW), 6, "random games"), *FOUND_AT_NIGHT])
def test_a_game_that_keeps_the_rules_is_never_called_illegal(seed: int) -> None:
    outcome = try_game(seed)
    assert not outcome.wrong, outcome.wrong
    assert outcome.counts["games"] == outcome.counts["hidden games"] == 1


def test_the_seeds_mix_every_mode_level_and_ruleset() -> None:
    plans = [plan_of(seed) for seed in range(FEW)]
    assert Counter(plan.mode for plan in plans) == {name: FEW // len(MODES) for name, _, _ in MODES}
    assert {(plan.mode, plan.level) for plan in plans} == {
        (m, lv) for m, _, _ in MODES for lv in ("compact", "full")
    }
    assert {plan.options["ruleset"] for plan in plans} == {"x610z/2010-02", "x610z/2010-03"}
    assert {(plan.level, plan.cards) for plan in plans} == {
        (level, cards) for level in ("compact", "full") for cards in POOLS
    }
    assert {(plan.cards, plan.ready) for plan in plans} == {(c, r) for c in POOLS for r in (False, True)}
    assert any(plan.options.get("places") for plan in plans)
    assert sum("choices" in plan.options for plan in plans) > FEW // 4


def test_the_seeds_play_every_ready_made_deck_of_the_newer_acts() -> None:
    newer = {
        frozenset(ready.deck.main) - {load_pool().life_base.number}
        for ready in ready_decks(load_pool("demo-4"))
        if any(number.startswith(("D3", "D4")) for number in ready.deck.main)
    }
    plans = [plan for plan in map(plan_of, range(FEW)) if plan.ready]
    played = {frozenset(deck) for plan in plans for deck in decks_of(plan, load_pool(plan.cards))}
    assert len(newer) == 4
    assert newer <= played


def test_single_faults_are_found_where_they_are() -> None:
    counts: Counter[str] = Counter()
    for seed in range(0, FAULTS * 11, 11):  # over all modes and levels: a game has twenty seeds
        outcome = try_fault(seed)
        assert not outcome.wrong, (seed, outcome.wrong)
        counts.update(outcome.counts)
    assert counts["faults"] > FAULTS * 0.9
    assert counts["found"] + counts["harmless"] == counts["faults"]
    assert counts["at the line or the next"] >= 0.95 * counts["found"], counts
    assert min(counts["compact"], counts["full"]) > FAULTS * 0.15


@pytest.mark.night(
    "a fault of every kind",
    short="tests/rules_engine/properties/test_campaigns.py::test_single_faults_are_found_where_they_are",
)
def test_every_kind_of_fault_is_planted() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(90):
        kinds.update(name for name in try_fault(seed).counts if name in KINDS)
    assert set(kinds) == set(KINDS)


def test_replays_under_different_hash_seeds_agree() -> None:
    code = (
        "from rules_engine import audit; from rules_engine.x610z.cards import load_pool\n"
        "from rules_engine.testing.campaigns import plan_of, play\n"
        f"for seed in range({PLAYED}):\n"
        "    log = play(plan_of(seed, 60), pool=load_pool()); report = audit(log)\n"
        "    print(seed, len(log), report.digest, report.verdict, sorted(report.rule_hits.items()))"
    )
    seen = set()
    for seed in ("0", "1", "random"):
        run = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        seen.add(run.stdout)
    assert len(seen) == 1
    assert seen.pop().count(" ok ") == PLAYED


def test_rules_that_took_effect_are_rules_of_the_book() -> None:
    for seed in range(amount(3, 8, "games whose rules are looked up")):
        for rule_id in audit(play(plan_of(seed, 150), pool=load_pool())).rule_hits:
            assert rule(rule_id).id == rule_id
