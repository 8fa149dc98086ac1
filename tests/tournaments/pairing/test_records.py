"""Plain records: fixed once made, no fields but their own, and what a field means that is left out."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import is_dataclass

import pytest

import tournaments.pairing
from tournaments.pairing import (
    CurrentPair,
    Pair,
    Player,
    pod_repair,
    pod_search,
    pods,
    repair,
    repair_search,
    verdict,
)
from tournaments.pairing.crews import seat_crews
from tournaments.pairing.elimination import Bracket, BracketMatch, Slot, Standing, single_elimination
from tournaments.pairing.pod_final import SHAPES, FinalPod
from tournaments.pairing.pod_model import CurrentPod, PodOptions, PodPlayer
from tournaments.pairing.roundrobin import round_robin
from tournaments.pairing.trf import TrfPlayer

# What the searches work on: they are filled while a round is made and never leave the room.
WORKED_ON = {"Outcome", "Field", "Group", "Inside", "_State", "PodProblem", "Window", "Solved", "_Nodes"}
RECORDS = [
    thing
    for module in pkgutil.iter_modules(tournaments.pairing.__path__)
    for thing in vars(importlib.import_module(f"tournaments.pairing.{module.name}")).values()
    if is_dataclass(thing) and isinstance(thing, type) and thing.__module__.endswith(f".{module.name}")
]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_a_record_cannot_be_changed_and_takes_no_field_it_does_not_know(record: type) -> None:
    assert "__slots__" in vars(record)
    assert record.__dataclass_params__.frozen is (record.__name__ not in WORKED_ON)  # type: ignore[attr-defined]  # a dataclass


def test_what_a_record_leaves_out_means_nothing_special() -> None:
    assert CurrentPod(1, ("a",)) == CurrentPod(1, ("a",), finished=False, locked=False)
    assert CurrentPair("a", "b") == CurrentPair("a", "b", None, finished=False, locked=False)
    assert FinalPod("final", 1, ()) == FinalPod("final", 1, (), ())
    assert PodPlayer("a") == PodPlayer("a", 0, {}, (), 0, 0, active=True, rank=None)
    assert PodOptions() == PodOptions(4, "smaller", "bottom", False, 25, 60_000, 16, 1)
    assert TrfPlayer(1, "A", 2) == TrfPlayer(1, "A", 2, 0, 0, "", "", "", "", "", ())
    slot = Slot("nobody")
    match = BracketMatch("M1.1", "main", 1, 1, slot, slot)
    assert slot == Slot("nobody", "")
    assert Bracket(("a",), (match,)) == Bracket(("a",), (match,), double=False)
    assert Standing(match, None, None, False, None) == Standing(match, None, None, False, None, needed=True)


def test_what_a_call_leaves_out_is_the_simple_form() -> None:
    assert single_elimination(list("abcd")) == single_elimination(list("abcd"), third_place=False)
    assert round_robin("abc") == round_robin("abc", double=False)
    pair = [Pair("a", "b", 1)]
    assert seat_crews(pair, {"a": ["x"], "b": ["y"]})[0][0].seats[0].table == 1
    people = [Player("a", 0), Player("b", 0), Player("c", 0), Player("d", 9)]
    done = [CurrentPair("a", "d", 1, finished=True), CurrentPair("b", "c", 2)]
    made, kept = (
        [
            plan.results_lost
            for plan in repair.repair_plans(
                people, done, seed="s", number=1, fixed_pairs=[("a", "b")], **more
            )
        ]
        for more in ({}, {"break_finished": False})
    )
    assert made == kept


def test_the_shapes_of_a_knock_out_are_those_of_the_rules() -> None:
    assert SHAPES == {4: (4, 0), 10: (2, 2), 16: (0, 4)}


def test_the_counted_limits_of_the_searches_are_part_of_what_a_seed_repeats() -> None:
    """Another limit finds other pods from the same seed: changing one is a change of the method."""
    assert (pods.FEW_STEPS, pod_search.NEAR_PODS, pod_search.WANDER_FIELD) == (3000, 10, 2000)
    assert (pod_search._EXACT_LIMIT, pod_repair.NEAR) == (400_000, 24)
    assert (repair_search.NEAREST_PAIRS, repair_search.EXACT_NODES, verdict.EXACT_LIMIT) == (40, 400, 400)
