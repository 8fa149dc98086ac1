"""The checker finds what is wrong with a round, on its own."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest

import tournaments.pairing.check as check_module
from benchmarks.pairing_states import Dice
from tests.tournaments.pairing.builders import players_from
from tests.tournaments.pairing.oracle import legal_round_exists
from tournaments.pairing import Options, Pair, Player, check_round, pair_round, render


def codes(problems: object) -> list[tuple[str, str]]:
    """Return (code, severity) of the problems; every one of them must have its sentence."""
    assert isinstance(problems, tuple)
    assert all(render("problem", problem.code, problem.params) for problem in problems)
    return [(problem.code, problem.severity) for problem in problems]


FOUR = players_from({"A": 6, "B": 6, "C": 0, "D": 0}, [("A", "C"), ("B", "D")])


def test_it_shares_no_code_with_the_solver() -> None:
    tree = ast.parse(Path(check_module.__file__).read_text(encoding="utf-8"))
    own = {
        node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tournaments")
    }
    assert own == {"tournaments.pairing.model"}


def test_a_good_round_has_no_problem_and_a_certificate() -> None:
    report = check_round(FOUR, [Pair("A", "B", 1), Pair("C", "D", 2)])
    assert report.ok and report.problems == ()
    assert report.certificate is not None and report.certificate.certified


@pytest.mark.parametrize(
    ("pairs", "code"),
    [
        ([Pair("A", "B", 1), Pair("C", "A", 2)], ("player_twice", "error")),
        ([Pair("A", "B", 1)], ("player_missing", "error")),
        ([Pair("A", "B", 1), Pair("C", "Q", 2)], ("player_unknown", "error")),
        ([Pair("A", "B", 1), Pair("C", "X", 2)], ("player_inactive", "error")),
        ([Pair("A", "A", 1), Pair("C", "D", 2)], ("self_pair", "error")),
        ([Pair("A", "B", 1), Pair("C", None), Pair("D", None)], ("bye_too_many", "error")),
        ([Pair("A", "B", 1), Pair("C", "D", 1)], ("table_twice", "error")),
        ([Pair("A", "B", 1), Pair("C", "D")], ("table_missing", "error")),
        ([Pair("A", "B", 1), Pair("C", "D", 13)], ("table_closed", "error")),
        ([Pair("A", "D", 1), Pair("C", "B", 2)], ("fixed_pair_broken", "error")),
    ],
)
def test_each_thing_that_makes_a_round_invalid_is_named(pairs: list[Pair], code: tuple[str, str]) -> None:
    people = [*FOUR, Player("X", 3, active=False)]
    decided = [("A", "B")] if code[0] == "fixed_pair_broken" else []
    report = check_round(people, pairs, Options(closed_tables=frozenset({13})), fixed_pairs=decided)
    assert not report.ok
    assert code in codes(report.problems)


def test_an_avoidable_rematch_is_told_from_an_unavoidable_one() -> None:
    avoidable = check_round(FOUR, [Pair("A", "C", 1), Pair("B", "D", 2)])
    assert avoidable.ok
    assert codes(avoidable.problems) == [("rematch_avoidable", "warning")] * 2
    stuck = players_from({"A": 0, "B": 0}, [("A", "B")])
    assert codes(check_round(stuck, [Pair("A", "B", 1)]).problems) == [("rematch", "warning")]


@pytest.mark.parametrize("size", [6, 7, 10, 11])
def test_avoidable_means_that_brute_force_finds_a_legal_round(size: int) -> None:
    dice = Dice(f"avoid{size}")
    seen = set()
    for _ in range(60):
        density = (300, 600, 850)[dice.below(3)]
        met = [(f"p{i:02}", f"p{j:02}") for i in range(size) for j in range(i) if dice.chance(density)]
        scores = {f"p{i:02}": 0 for i in range(size)}
        players = [replace(player, byes=dice.below(2)) for player in players_from(scores, met)]
        pairs = [Pair(f"p{i:02}", f"p{i + 1:02}", i) for i in range(0, size - 1, 2)]
        if size % 2:
            pairs.append(Pair(f"p{size - 1:02}", None))
        report = check_round(players, pairs)
        found = {problem.code for problem in report.problems}
        if found:
            possible = legal_round_exists(players)
            assert {code.endswith("_avoidable") for code in found} == {possible}
            seen.add(possible)
    assert seen == {True, False}


def test_a_large_field_is_judged_by_counting_opponents() -> None:
    players = [Player(f"p{i:04}", 0, (f"p{i ^ 1:04}",), byes=int(i == 3000)) for i in range(3001)]
    pairs = [Pair(f"p{i:04}", f"p{i + 1:04}", i) for i in range(0, 3000, 2)]
    report = check_round(players, [*pairs, Pair("p3000", None)])
    assert {problem.code for problem in report.problems} == {"rematch_avoidable", "second_bye_avoidable"}


def test_a_second_bye_is_avoidable_while_another_player_could_take_it() -> None:
    three = [Player("A", 3, (None,), byes=1), Player("B", 0), Player("C", 0)]
    report = check_round(three, [Pair("B", "C", 1), Pair("A", None)])
    assert codes(report.problems) == [("second_bye_avoidable", "warning")]
    assert report.certificate is not None and report.certificate.second_byes == 1


def test_clan_pairs_and_kept_apart_pairs_are_warnings() -> None:
    pair = [Player("A", 0, group="x"), Player("B", 0, group="x")]
    report = check_round(pair, [Pair("A", "B", 1)], forbidden_pairs=[("A", "B")])
    assert codes(report.problems) == [("forbidden_pair", "warning"), ("same_group", "warning")]
    assert check_round(pair, [Pair("A", "B", 1)], Options(group_rule="off")).problems == ()


def test_an_ignored_fixed_table_is_a_warning() -> None:
    pair = [Player("A", 0, fixed_table=7), Player("B", 0)]
    assert codes(check_round(pair, [Pair("A", "B", 1)]).problems) == [("fixed_table_ignored", "warning")]
    assert check_round(pair, [Pair("A", "B", 7)]).problems == ()


def test_a_fixed_bye_does_not_count_as_one_too_many() -> None:
    report = check_round(
        FOUR, [Pair("B", "C", 1), Pair("A", None), Pair("D", None)], fixed_pairs=[("A", None)]
    )
    assert report.ok


def test_a_round_dearer_than_the_bound_is_valid_but_not_certified() -> None:
    report = check_round(FOUR, [Pair("A", "D", 1), Pair("B", "C", 2)])
    assert report.ok and report.certificate is not None
    assert (report.certificate.cost, report.certificate.lower_bound) == (72, 0)
    assert not report.certificate.certified


def test_strict_clan_pairs_deny_the_certificate() -> None:
    pair = [Player("A", 0, group="x"), Player("B", 0, group="x")]
    strict = check_round(pair, [Pair("A", "B", 1)], Options(group_rule="strict")).certificate
    assert strict is not None and not strict.certified
    soft = check_round(pair, [Pair("A", "B", 1)]).certificate
    assert soft is not None and soft.certified


def test_checker_and_engine_agree_on_an_odd_field_with_relaxed_rules() -> None:
    players = [Player(name, 3, tuple(x for x in "ABC" if x != name), byes=1) for name in "ABC"]
    draft = pair_round(players, seed="s", number=4)
    report = check_round(players, draft.pairs)
    assert report.certificate is not None
    assert (report.certificate.cost, report.certificate.rematches) == (draft.certificate.cost, 1)
