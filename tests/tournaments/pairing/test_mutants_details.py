"""Prices of repairs, codes of refusals, sizes of pods and names of what gave way, in full."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Callable
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

from tournaments.pairing import (
    CurrentPair,
    Options,
    Pair,
    PairingError,
    Player,
    Problem,
    pair_round,
    repair_plans,
)
from tournaments.pairing.__main__ import main
from tournaments.pairing.elimination import double_elimination, single_elimination, top_cut
from tournaments.pairing.pod_final import final_pods, final_rounds, pod_cut
from tournaments.pairing.pod_model import CurrentPod, PodOptions, PodPlayer, pod_sizes
from tournaments.pairing.pod_repair import pod_plans
from tournaments.pairing.pods import pair_pods
from tournaments.pairing.roundrobin import most_rounds, round_robin


def two(*fixed: tuple[str, str | None]) -> Any:
    return pair_round([Player("a", 0), Player("b", 0), Player("c", 0)], seed="s", number=1, fixed_pairs=fixed)


@pytest.mark.parametrize(
    ("call", "code", "params"),
    [
        (lambda: pair_round([Player("a", 0)] * 2, seed="s", number=1), "player_twice", {"player": "a"}),
        (lambda: two(("a", "a")), "fixed_self", {"player": "a"}),
        (lambda: two(("a", "z")), "unknown_player", {"player": "z"}),
        (lambda: two(("a", "b"), ("b", "c")), "fixed_twice", {"player": "b"}),
        (lambda: two(("a", None), ("a", "c")), "fixed_twice", {"player": "a"}),
        (lambda: top_cut([]), "unknown_option", {"option": "size", "value": None}),
        (lambda: single_elimination(["a"]), "bad_size", {"count": 1}),
        (lambda: single_elimination(["a", "a"]), "player_twice", {"player": "a"}),
        (lambda: double_elimination([]), "bad_size", {"count": 0}),
        (lambda: round_robin(["a"]), "bad_size", {"count": 1}),
        (lambda: round_robin(["a", "b", "b"]), "player_twice", {"player": "b"}),
        (lambda: final_pods(["a"]), "bad_size", {"count": 1}),
        (lambda: final_rounds(5), "bad_size", {"count": 5}),
        (lambda: final_pods(["a", "b", "c", "c"]), "player_twice", {"player": "c"}),
        (lambda: final_pods(list("abcd"), {"final": "z"}), "unknown_player", {"player": "z"}),
    ],
)
def test_every_refusal_has_its_code_and_names_who(
    call: Callable[[], object], code: str, params: dict[str, object]
) -> None:
    with pytest.raises(PairingError) as caught:
        call()
    assert (caught.value.code, dict(caught.value.params)) == (code, params)


def test_the_cut_of_pods_follows_the_rounds_table() -> None:
    assert [pod_cut(entries) for entries in (3, 16, 17, 34, 35, 400)] == [0, 0, 4, 4, 10, 10]
    assert [final_rounds(size) for size in (4, 10, 16)] == [1, 2, 2]


def test_a_round_robin_has_one_round_less_than_places() -> None:
    assert [most_rounds(players) for players in (0, 1, 2, 3, 4, 5, 6, 7)] == [0, 1, 1, 3, 3, 5, 5, 7]


@pytest.mark.parametrize("target", [3, 4, 5, 6])
@pytest.mark.parametrize("uneven", ["smaller", "larger"])
@pytest.mark.parametrize("six", [False, True])
def test_pods_are_of_the_target_size_but_for_as_few_as_possible(target: int, uneven: Any, six: bool) -> None:
    options = PodOptions(target=target, uneven=uneven, allow_six=six)
    largest = 6 if six or target == 6 else 5
    other = target - 1 if uneven == "smaller" else target + 1
    for players in range(3, 26):
        sizes = pod_sizes(players, options)
        wanted = [
            mix
            for pods in range(1, players // 3 + 1)
            for mix in combinations_with_replacement(range(3, largest + 1), pods)
            if sum(mix) == players
        ]
        plain = [mix for mix in wanted if set(mix) <= {target, other}]
        best = min(sum(size != target for size in mix) for mix in plain or wanted)
        assert tuple(sorted(sizes)) in (plain or wanted)
        assert sum(size != target for size in sizes) == best
        assert list(sizes) == sorted(sizes, key=lambda size: size != target)
    assert pod_sizes(2, options) == pod_sizes(0, options) == ()


def mended(kind: str, *players: Player, pairs: list[CurrentPair], **more: Any) -> Any:
    plans = repair_plans(players, pairs, seed="s", number=3, **more)
    return next(plan for plan in plans if plan.kind == kind)


def test_a_repair_that_needs_a_rematch_and_a_clan_pair_says_both() -> None:
    players = (
        Player("a", 6, ("b", "x"), group="red"),
        Player("b", 1, ("a", "y"), group="red"),
        Player("x", 3, ("y", "a"), active=False),
        Player("y", 3, ("x", "b"), active=False),
    )
    plan = mended(
        "smallest", *players, pairs=[CurrentPair("a", "x", 1), CurrentPair("b", "y", 2, finished=False)]
    )
    assert plan.added[0][:2] == ("a", "b")
    assert plan.problems == (
        Problem("rematch", {"a": "a", "b": "b", "last": 1}, "warning"),
        Problem("same_group", {"a": "a", "b": "b", "group": "red"}, "warning"),
    )
    assert (plan.rematches, plan.second_byes, plan.worst_gap) == (1, 0, 5)
    # Nobody loses a match by it: both opponents had left already.
    assert (plan.matches_broken, plan.results_lost, plan.unpaired) == (0, 0, ())
    free = mended("smallest", *players, pairs=[CurrentPair("a", "x", 1)], options=Options(group_rule="off"))
    assert [problem.code for problem in free.problems] == ["rematch"]


def test_a_repair_that_gives_a_second_bye_says_how_many_there_were() -> None:
    players = (
        Player("a", 6, (None, "b"), byes=1),
        Player("b", 3, ("c", "a")),
        Player("c", 3, ("b", "d")),
        Player("d", 0, (None, "c"), byes=1, active=False),
    )
    pairs = [CurrentPair("a", "d", 1), CurrentPair("b", "c", 2, finished=True)]
    plan = mended("smallest", *players, pairs=pairs)
    # The finished match is a rematch whatever is done; the whole round is priced.
    assert plan.problems == (
        Problem("rematch", {"a": "b", "b": "c", "last": 1}, "warning"),
        Problem("second_bye", {"player": "a", "byes": 1}, "warning"),
    )
    assert (plan.second_byes, plan.rematches, plan.worst_gap) == (1, 1, 0)


def test_a_repair_names_a_pair_the_staff_keeps_apart() -> None:
    players = (Player("a", 3), Player("b", 0), Player("c", 0, active=False))
    plan = mended("full", *players, pairs=[CurrentPair("a", "c", 1)], forbidden_pairs=[("b", "a")])
    assert Problem("forbidden_pair", {"a": "a", "b": "b"}, "warning") in plan.problems
    assert plan.worst_gap == 3


def test_a_finished_match_may_be_broken_only_when_the_head_judge_says_so() -> None:
    players = (Player("a", 3), Player("b", 3), Player("c", 0), Player("d", 0, active=False))
    pairs = [CurrentPair("a", "b", 1, finished=True), CurrentPair("c", "d", 2)]
    kept = mended("full", *players, pairs=pairs)
    assert (kept.results_lost, kept.matches_broken) == (0, 0)
    assert ("a", "b") in [pair[:2] for pair in kept.pairs]
    new = mended("full", *players, pairs=pairs, break_finished=True, fixed_pairs=[("a", "c"), ("b", None)])
    assert (new.results_lost, new.matches_broken, new.worst_gap) == (1, 1, 3)
    assert [pair[:2] for pair in new.pairs] == [("a", "c"), ("b", None)]


def test_a_round_names_every_rule_that_gave_way() -> None:
    players = [Player("a", 3, ("b",), group="red"), Player("b", 0, ("a",), group="red")]
    first = pair_round(players, seed="s", number=2).certificate
    assert [(one.code, dict(one.params)) for one in first.relaxed] == [
        ("rematch", {"a": "a", "b": "b", "last": 1}),
        ("same_group", {"a": "a", "b": "b", "group": "red"}),
    ]
    assert (first.cost, first.rematches, first.soft_conflicts, first.pair_downs, first.certified) == (
        9,
        1,
        1,
        1,
        False,
    )
    had = [
        Player("a", 0, (None, "c"), byes=1),
        Player("b", 0, ("c", None), byes=1),
        Player("c", 3, ("b", "a"), byes=1),
    ]
    second = pair_round(had, seed="s", number=3).certificate
    codes = Counter(one.code for one in second.relaxed)
    assert codes["everyone_had_bye"] == 1 and second.second_byes == 0
    apart = pair_round(
        [Player("a", 0), Player("b", 0)], seed="s", number=1, forbidden_pairs=[("b", "a")]
    ).certificate
    assert [one.code for one in apart.relaxed] == ["forbidden_pair"]
    lone = pair_round(
        [Player("a", 0, (None,), byes=1), Player("b", 0)], seed="s", number=2, fixed_pairs=[("b", None)]
    )
    assert [dict(one.params) for one in lone.certificate.relaxed if one.code == "second_bye"] in (
        [],
        [{"player": "a", "byes": 1}],
    )
    assert {pair[:2] for pair in lone.pairs} == {("b", None), ("a", None)}


def test_too_few_for_a_pod_get_byes_and_are_named() -> None:
    draft = pair_pods([PodPlayer("a", 3), PodPlayer("b")], seed="s", number=1)
    assert (draft.pods, draft.byes) == ((), ("a", "b"))
    assert [(one.code, dict(one.params)) for one in draft.certificate.relaxed] == [
        ("pod_bye", {"player": "a"}),
        ("pod_bye", {"player": "b"}),
    ]


def test_a_pod_that_loses_a_player_is_filled_by_who_comes() -> None:
    names = "abcdefgh"
    players = [PodPlayer(name, 5, active=name != "d") for name in names] + [PodPlayer("late", 5)]
    current = [CurrentPod(1, tuple("abcd")), CurrentPod(2, tuple("efgh"), finished=True)]
    leave, smallest, full = pod_plans(players, current, seed="s", number=2)
    assert leave.unpaired == ("late",) and smallest.unpaired == full.unpaired == ()
    assert sorted(smallest.pods[0].seats) == ["a", "b", "c", "late"]
    assert smallest.pods[1].seats == ("e", "f", "g", "h") == full.pods[1].seats
    assert (smallest.results_lost, smallest.spread, smallest.repeats, smallest.short) == (0, 0, 0, 0)
    assert leave.pods_broken == 0


def test_the_order_of_a_mended_round_is_by_table_with_byes_last() -> None:
    players = [Player(name, 0) for name in "abcde"]
    pairs = [
        CurrentPair("c", "d", 2, True),
        CurrentPair("e", None, finished=True),
        CurrentPair("a", "b", 1, True),
    ]
    plan = mended("full", *players, pairs=pairs)
    assert plan.pairs == (Pair("a", "b", 1), Pair("c", "d", 2), Pair("e", None))


def test_the_command_line_reads_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    text = json.dumps({"format": "pairing/1", "players": [{"id": "a", "score": 0}, {"id": "b", "score": 3}]})
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(["pair", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["pairs"] == [{"a": "b", "b": "a", "table": 1}]


def test_an_older_report_in_latin_letters_is_read(tmp_path: Path, capsys: Any) -> None:
    lines = [f"{f'001 {n:>4}  {name}':<80} 0.0 {n:>4}" for n, name in ((1, "Zo\u00eb"), (2, "Ren\u00e9"))]
    path = tmp_path / "old.trf"
    path.write_bytes("\r\n".join(["012 Caf\u00e9", "XXR 3", *lines]).encode("latin-1"))
    assert main(["pair", str(path), "--format", "pairs"]) == 0
    assert capsys.readouterr().out == "1\n1 2\n"
    assert main(["pair", str(path)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["seed"], answer["number"]) == ("Caf\u00e9", 1)


def test_a_bye_from_a_report_stands_a_whole_point_below_the_lowest(tmp_path: Path, capsys: Any) -> None:
    lines = [f"{f'001 {n:>4}  P{n}':<80} 0.0 {n:>4}" for n in (1, 2, 3)]
    path = tmp_path / "three.trf"
    path.write_text("\n".join(lines), "utf-8")
    assert main(["pair", str(path)]) == 0
    # Scores are half points, so one point is two steps: its square is the whole cost.
    assert json.loads(capsys.readouterr().out)["certificate"]["cost"] == 4
