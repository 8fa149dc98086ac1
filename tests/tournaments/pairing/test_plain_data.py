"""The plain data of the pairing room: frozen, without room for a misspelt name, and every code with its sentence."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
import re
from pathlib import Path
from typing import Any, get_args

import pytest

import tournaments.pairing
from tournaments.pairing import (
    CheckReport,
    Options,
    PairingError,
    Player,
    Problem,
    horizon,
    lookahead,
    model,
    randomness,
    swiss,
    texts,
)
from tournaments.pairing.model import (
    Candidate,
    Certificate,
    CurrentPair,
    Pair,
    Reason,
    Relaxation,
    RepairPlan,
)
from tournaments.pairing.swiss import pair_round

FOLDER = Path(tournaments.pairing.__file__).parent
# What one computation fills step by step; everything else goes in or comes out, and stays as it is.
WORKING = {"Field", "Group", "Inside", "Outcome", "Solved", "Window", "PodProblem"}


def plain_classes() -> list[type[Any]]:
    """Every dataclass of the room."""
    found: dict[str, type[Any]] = {}
    for module in pkgutil.iter_modules([str(FOLDER)]):
        if module.name != "__main__":
            names = vars(importlib.import_module(f"tournaments.pairing.{module.name}"))
            found |= {
                one.__qualname__: one
                for one in names.values()
                if isinstance(one, type)
                and dataclasses.is_dataclass(one)
                and one.__module__.startswith("tournaments.pairing")
            }
    return [found[name] for name in sorted(found)]


@pytest.mark.parametrize("kind", plain_classes(), ids=lambda kind: kind.__qualname__)
def test_what_goes_in_and_comes_out_cannot_be_changed_or_given_another_name(kind: type[Any]) -> None:
    one = object.__new__(kind)
    name = dataclasses.fields(kind)[0].name
    if kind.__qualname__ not in WORKING and not kind.__qualname__.startswith("_"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(one, name, "other")
    assert not hasattr(one, "__dict__")


def test_the_choices_a_type_names_are_the_choices_that_are_accepted() -> None:
    assert get_args(model.Method) == model.METHODS
    assert get_args(model.GroupRule) == model.GROUP_RULES
    assert get_args(model.ByeChoice) == model.BYE_CHOICES


def test_what_nobody_says_is_the_usual_round() -> None:
    assert Options() == Options(
        "random", "soft", "standing", None, 1, True, 1, frozenset(), window_limit=450, leaders=0
    )
    assert Player("a", 3) == Player("a", 3, (), 0, None, None, True, None, 0)
    assert Certificate(4, 1, False) == Certificate(4, 1, False, 0, 0, 0, 0, (), (), exact=True)
    assert CurrentPair("a", "b") == CurrentPair("a", "b", None, finished=False, locked=False)
    assert Candidate("a", 3, legal=True) == Candidate("a", 3, True, (), chosen=False)
    assert Pair("a", "b") == Pair("a", "b", None)
    assert Relaxation("rematch").params == Problem("rematch").params == Reason("drawn").params == {}
    plan = RepairPlan("leave", (), (), (), (), 0, 0, 0, 0, 0)
    assert plan == RepairPlan("leave", (), (), (), (), 0, 0, 0, 0, 0, ())


@pytest.mark.parametrize(
    ("wrong", "value"),
    [
        ({"method": "swiss"}, "swiss"),
        ({"group_rule": "hard"}, "hard"),
        ({"bye_choice": "lowest"}, "lowest"),
        ({"bye_step": 0}, 0),
        ({"leaders": -1}, -1),
    ],
)
def test_an_option_that_does_not_exist_is_refused_by_its_name(wrong: dict[str, Any], value: object) -> None:
    with pytest.raises(PairingError) as caught:
        Options(**wrong)
    assert caught.value.code == "unknown_option"
    assert dict(caught.value.params) == {"option": next(iter(wrong)), "value": value}
    assert Options(bye_step=1, leaders=0)


def test_a_refusal_says_its_code_in_a_log() -> None:
    assert "player_twice {'player': 'a'}" in str(PairingError("player_twice", player="a"))


def test_a_report_with_warnings_alone_is_in_order() -> None:
    weak, wrong = Problem("rematch", {}, "warning"), Problem("self_pair")
    assert CheckReport((), None).ok and CheckReport((weak,), None).ok
    assert not CheckReport((weak, wrong), None).ok
    assert Problem("self_pair").severity == "error"


def test_the_limits_in_the_manual_are_those_of_the_code() -> None:
    manual = " ".join((FOLDER.parents[1] / "docs" / "pairing.md").read_text("utf-8").split())
    for limit in (
        f"a field of up to {swiss.EXACT_CLANS} players, the whole field is solved in one piece",
        f"Above `window_limit` ({Options().window_limit}) the best {horizon.BLOCK} unpaired players",
        f"Fields above {lookahead.SMALL_FIELD} players do not look ahead",
        f"The draw takes {randomness.EDGE_BITS} bits",
    ):
        assert limit in manual


def spoken() -> set[str]:
    """Every word in quotes that occurs in the room outside the table of sentences."""
    sources = (path.read_text("utf-8") for path in FOLDER.glob("*.py") if path.name != "texts.py")
    return {word for source in sources for word in re.findall('"([a-z_]+)"', source)}


def test_every_sentence_belongs_to_a_code_that_is_used() -> None:
    tables = (texts.ERRORS, texts.RELAXATIONS, texts.PROBLEMS, texts.REASONS, texts.PODS)
    assert {code for table in tables for code in table} <= spoken()


def test_every_code_is_said_in_the_kinds_of_places_it_can_occur_in() -> None:
    kinds = {
        "error": texts.ERRORS,
        "relaxed": texts.PROBLEMS | texts.RELAXATIONS,
        "problem": texts.PROBLEMS,
        "reason": texts.RELAXATIONS | texts.REASONS,
        "pod": texts.PROBLEMS | texts.PODS,
    }
    expected = {f"{kind}.{code}": text for kind, table in kinds.items() for code, text in table.items()}
    assert expected == texts.TEMPLATES
    assert texts.render("pod", "short_pod", {"player": "Ada"}) == "Ada is in a smaller pod again."


@pytest.mark.parametrize("here", [True, False])
@pytest.mark.parametrize("fixed", [(), (("a", "c"),), (("b", None),)])
def test_an_entry_given_twice_is_refused_even_when_absent_or_decided(here: bool, fixed: Any) -> None:
    twice = [Player("a", 0), Player("c", 0), Player("b", 0), Player("b", 3, active=here)]
    with pytest.raises(PairingError) as caught:
        pair_round(twice, seed="s", number=1, fixed_pairs=fixed)
    assert (caught.value.code, dict(caught.value.params)) == ("player_twice", {"player": "b"})
