"""The checker finds what is wrong with a round, on its own."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest

import tournaments.pairing.check as check_module
from benchmarks.pairing_states import Dice
from tests.tournaments.pairing.builders import players_from
from tests.tournaments.pairing.levels_oracle import best_levels, round_levels
from tournaments.pairing import (
    Options,
    Pair,
    Player,
    Problem,
    check_round,
    pair_round,
    render,
    round_is_valid,
)


def codes(problems: object) -> list[tuple[str, str]]:
    """Return (code, severity) of the problems; every one of them must have its sentence."""
    assert isinstance(problems, tuple)
    assert all(render("problem", problem.code, problem.params) for problem in problems)
    return [(problem.code, problem.severity) for problem in problems]


FOUR = players_from({"A": 6, "B": 6, "C": 0, "D": 0}, [("A", "C"), ("B", "D")])


def test_it_shares_no_code_with_the_solver() -> None:
    room = Path(check_module.__file__).parent
    own: set[str] = set()
    waiting = ["tournaments.pairing.check"]
    while waiting:
        name = waiting.pop()
        if name in own:
            continue
        own.add(name)
        tree = ast.parse((room / f"{name.rpartition('.')[2]}.py").read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tournaments"):
                waiting.append(str(node.module))
    parts = {"check", "model", "verdict", "verdict_ahead", "verdict_order"}
    assert own == {f"tournaments.pairing.{part}" for part in parts}


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
    assert codes(avoidable.problems)[:2] == [("rematch_avoidable", "warning")] * 2
    assert [dict(problem.params)["c"] for problem in avoidable.problems[:2]] == ["B", "A"]
    stuck = players_from({"A": 0, "B": 0}, [("A", "B")])
    assert codes(check_round(stuck, [Pair("A", "B", 1)]).problems) == [("rematch", "note")]


def test_two_older_rematches_are_better_than_one_of_the_last_round_though_their_ages_add_up_to_more() -> None:
    rounds = {"A": "1..CB", "B": "1..DA", "C": "D..A.", "D": "C..B."}
    players = [Player(one, 0, tuple(met)) for one, met in rounds.items()]
    apart = [("A", "D"), ("B", "C")]
    now = check_round(players, [Pair("A", "B", 1), Pair("C", "D", 2)], forbidden_pairs=apart)
    assert now.problems == (
        Problem("rematch_older", {"a": "A", "b": "B", "last": 5, "c": "C"}, "warning"),
        Problem("rematch", {"a": "C", "b": "D", "last": 1}, "note"),
    )
    better = check_round(players, [Pair("A", "C", 1), Pair("B", "D", 2)], forbidden_pairs=apart)
    assert codes(better.problems) == [("rematch", "note")] * 2


@pytest.mark.parametrize("size", [6, 7, 10, 11])
def test_avoidable_means_that_another_matching_finds_a_round_with_fewer(size: int) -> None:
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
        report = check_round(players, pairs, number=size)
        mine = round_levels(players, pairs, size)[1:5]
        best = best_levels(players, size, pure=True)[1:5]
        broken = {problem.code for problem in report.problems}
        assert ("second_bye_avoidable" in broken) == (best[0] < mine[0])
        assert mine < best or mine == best or not report.strong
        if best[0] == mine[0]:
            assert ("rematch_avoidable" in broken) == (best[1] < mine[1])
            if best[1] == mine[1]:
                assert ("rematch_older" in broken) == (best[2:4] < mine[2:4])
        seen |= broken
    assert {"rematch_avoidable", "rematch"} <= seen


def test_a_large_field_of_rematches_is_refuted_by_its_weak_pairs_and_those_near_them() -> None:
    players = [Player(f"p{i:04}", 0, (f"p{i ^ 1:04}",), byes=int(i == 3000)) for i in range(3001)]
    pairs = [Pair(f"p{i:04}", f"p{i + 1:04}", i) for i in range(0, 3000, 2)]
    report = check_round(players, [*pairs, Pair("p3000", None)])
    found = [problem.code for problem in report.problems]
    assert set(found) == {"rematch_avoidable", "second_bye_avoidable"}
    assert len(found) == 1501
    assert {problem.severity for problem in report.problems} == {"warning"}


def test_a_second_bye_is_avoidable_while_another_player_could_take_it() -> None:
    three = [Player("A", 3, (None,), byes=1), Player("B", 0), Player("C", 0)]
    report = check_round(three, [Pair("B", "C", 1), Pair("A", None)])
    assert ("second_bye_avoidable", "warning") in codes(report.problems)
    assert report.problems[0].params["c"] in ("B", "C")
    assert report.certificate is not None and report.certificate.second_byes == 1


def test_clan_pairs_and_kept_apart_pairs_that_must_be_are_noted() -> None:
    pair = [Player("A", 0, group="x"), Player("B", 0, group="x")]
    report = check_round(pair, [Pair("A", "B", 1)], forbidden_pairs=[("A", "B")])
    assert codes(report.problems) == [("forbidden_pair", "note"), ("same_group", "note")]
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


def test_it_never_raises_for_a_round_nobody_should_have_made() -> None:
    two = [Player("A", 0), Player("B", 0)]
    assert codes(check_round(two, [Pair("A", "B", 1)], fixed_pairs=[("A", "A")]).problems) == [
        ("fixed_pair_broken", "error")
    ]
    assert check_round([], []).ok
    gone = check_round([Player("A", 0, active=False)], [])
    assert gone.ok and gone.certificate is not None and gone.certificate.certified


def test_of_two_wishes_for_a_table_the_lower_table_is_named() -> None:
    pair = [Player("A", 0, fixed_table=9), Player("B", 0, fixed_table=7)]
    (problem,) = check_round(pair, [Pair("A", "B", 1)]).problems
    assert dict(problem.params) == {"player": "B", "table": 7}


@pytest.mark.parametrize("one", [("B",), frozenset("B")])
def test_a_meeting_only_one_of_the_two_remembers_is_a_rematch_nobody_can_avoid(
    one: tuple[str, ...] | frozenset[str],
) -> None:
    for pair in ([Player("A", 0, one), Player("B", 0)], [Player("B", 0), Player("A", 0, one)]):
        (problem,) = check_round(pair, [Pair(pair[0].id, pair[1].id, 1)]).problems
        # The round is only known where the order of the opponents is.
        assert (problem.code, problem.params["last"]) == ("rematch", int(isinstance(one, tuple)))


def test_a_bye_that_is_listed_first_hides_nothing_behind_it() -> None:
    players = players_from({"A": 3, "B": 0, "C": 0}, [("A", "C")])
    report = check_round(players, [Pair("B", None), Pair("A", "C", 1)])
    assert codes(report.problems) == [("rematch_avoidable", "warning")]
    assert report.certificate is not None and report.certificate.cost == 1 + 9


@pytest.mark.parametrize(
    ("scores", "bound"), [((0,), 4), ((3, 3, 0), 4), ((6, 3, 0), 9 + 4), ((6, 6, 6, 3, 3), 9 + 4)]
)
def test_the_bound_of_an_odd_field_ends_at_the_place_of_the_bye(scores: tuple[int, ...], bound: int) -> None:
    players = [Player(f"p{place}", score) for place, score in enumerate(scores)]
    pairs = [Pair(f"p{i}", f"p{i + 1}", i + 1) for i in range(0, len(scores) - 1, 2)]
    report = check_round(players, [*pairs, Pair(players[-1].id, None)], Options(bye_step=2))
    assert report.certificate is not None
    assert report.certificate.lower_bound == bound


def _circle(count: int, reach: int, more: int) -> list[Player]:
    """Players on a circle who met ``reach`` neighbours on either side; the first met ``more`` others as well."""
    ids = [f"p{place:03}" for place in range(count)]
    met = {
        one: {ids[(place + step) % count] for step in range(-reach, reach + 1) if step}
        for place, one in enumerate(ids)
    }
    for other in ids[count // 2 : count // 2 + more]:
        met[ids[0]].add(other)
        met[other].add(ids[0])
    return [Player(one, 0, frozenset(met[one])) for one in ids]


@pytest.mark.parametrize("count", [252, 253])
def test_whoever_has_met_about_half_of_a_field_leaves_a_legal_round(count: int) -> None:
    def verdict(players: list[Player]) -> set[str]:
        line = [player.id for player in players]
        pairs = [Pair(line[i], line[i + 1], i + 1) for i in range(0, count - 1, 2)]
        if count % 2:
            pairs.append(Pair(line[-1], None))
        return {problem.code for problem in check_round(players, pairs).problems}

    assert verdict(_circle(count, 62, 1)) == {"rematch_avoidable"}
    assert verdict(_circle(count, 62, 2)) == {"rematch_avoidable"}


def test_above_400_players_nothing_found_is_no_proof() -> None:
    for count, severity in ((400, "note"), (402, "warning")):
        ids = [f"p{place:03}" for place in range(count)]
        everybody = frozenset(ids)
        # The first two may only meet each other's first opponents, who may not meet: one rematch must be.
        players = [Player(one, 0, everybody - {one}) for one in ids[:2]]
        players += [Player(one, 0, frozenset(ids[:2])) for one in ids[2:]]
        pairs = [Pair(ids[i], ids[i + 1], i + 1) for i in range(0, count, 2)]
        report = check_round(players, pairs)
        assert codes(report.problems) == [("rematch", severity)]
        assert report.certificate is not None and report.certificate.exact is (count == 400)


def test_a_fixed_table_that_a_better_placed_match_has_is_only_noted() -> None:
    players = [Player("A", 3, fixed_table=7), Player("B", 3), Player("C", 0, fixed_table=7), Player("D", 0)]
    (note,) = check_round(players, [Pair("A", "B", 7), Pair("C", "D", 1)]).problems
    assert (note.code, note.severity, note.params["player"]) == ("fixed_table_ignored", "note", "C")
    assert (
        codes(check_round(players, [Pair("A", "B", 1), Pair("C", "D", 2)]).problems)
        == [("fixed_table_ignored", "warning")] * 2
    )


@pytest.mark.parametrize("closed", [frozenset[int](), frozenset({2})])
def test_whether_a_round_is_valid_can_be_asked_alone(closed: frozenset[int]) -> None:
    options = Options(closed_tables=closed)
    for pairs in (
        [Pair("A", "C", 1), Pair("B", "D", 2)],
        [Pair("A", "B", 2), Pair("C", "D", 2)],
        [Pair("A", "B", 1)],
        [Pair("A", "D", 1), Pair("B", "C", 3)],
    ):
        for fixed in ([], [("A", "B")]):
            report = check_round(FOUR, pairs, options, fixed_pairs=fixed)
            assert round_is_valid(FOUR, pairs, options, fixed_pairs=fixed) is report.ok
