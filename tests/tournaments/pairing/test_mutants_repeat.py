"""A published round can be repeated from its seed, today and with every later version.

`golden_rounds.json` holds rounds, checks, explanations and repairs of invented fields, as they were published. When the
method itself is changed on purpose, write it anew with `python -m tests.tournaments.pairing.test_mutants_repeat`, and
say so in the change: rounds drawn with an older version can then no longer be repeated.
"""

from __future__ import annotations

import json
import random
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tournaments.pairing import (
    CurrentPair,
    Options,
    Pair,
    Player,
    RoundDraft,
    check_round,
    explain,
    pair_round,
    repair_plans,
)
from tournaments.pairing.jsonform import write_draft, write_explanation, write_report
from tournaments.pairing.pod_jsonform import write_pods
from tournaments.pairing.pod_model import CurrentPod, PodOptions, PodPlayer
from tournaments.pairing.pod_repair import pod_plans
from tournaments.pairing.pods import pair_pods

GOLDEN = Path(__file__).with_name("golden_rounds.json")
ROUNDS = (
    Options(),
    Options(method="fold"),
    Options(method="slide", group_rule="strict"),
    Options(method="power"),
    Options(bye_choice="random", group_rule="off"),
    Options(total_rounds=9),
    Options(bye_step=2, first_table=11, closed_tables=frozenset({12, 14})),
    Options(avoid_repeat_floats=False, group_rule="strict"),
    Options(leaders=4),
    Options(window_limit=6),
    Options(method="fold", group_rule="strict", window_limit=8),
    Options(method="slide", bye_choice="random", leaders=2),
)
SIZES = (5, 6, 8, 9, 11, 14, 17, 20, 23, 26, 31, 40)
LARGE = (120, 161, 240)


def field_of(number: int, size: int, *, wide: bool = False) -> tuple[list[Player], int]:
    """An invented field and the round that comes next: earlier pairings, clans, drops, fixed tables, byes."""
    dice = random.Random(f"field {number}")
    names = [f"p{place:03}" for place in range(size)]
    before = dice.randint(2, 5) if not wide else 3
    history: dict[str, list[str | None]] = {name: [] for name in names}
    score = dict.fromkeys(names, 0)
    byes = dict.fromkeys(names, 0)
    for _ in range(before):
        order = sorted(names, key=lambda name: (-score[name], dice.random()))
        if len(order) % 2:
            lone = order.pop(dice.randrange(len(order)))
            history[lone].append(None)
            score[lone] += 3
            byes[lone] += 1
        for one, two in zip(order[::2], order[1::2], strict=True):
            history[one].append(two)
            history[two].append(one)
            result = dice.random()
            score[one] += 3 if result < 0.45 else 1 if result > 0.9 else 0
            score[two] += 3 if 0.45 <= result <= 0.9 else 1 if result > 0.9 else 0
    ranked = sorted(names, key=lambda name: (-score[name], dice.random()))
    players = [
        Player(
            name,
            score[name],
            tuple(history[name]),
            byes[name],
            group=dice.choice((None, "red", "blue", "red")) if number % 3 else None,
            fixed_table=dice.choice((3, 12, 40)) if dice.random() < 0.08 else None,
            active=dice.random() > 0.06,
            rank=ranked.index(name) + 1 if number % 4 else None,
            floats=dice.choice((0, 0, 1, 2)),
        )
        for name in names
    ]
    return players, before + 1


def _plain(value: Any) -> Any:
    return json.loads(
        json.dumps(value, default=lambda other: sorted(other) if isinstance(other, set) else str(other))
    )


def _line(pair: Any) -> str:
    return f"{pair['a']} {pair['b'] or '-'} {pair['table'] or '-'}"


def _round(draft: RoundDraft) -> dict[str, Any]:
    answer = write_draft(draft)
    return {**answer, "pairs": [_line(pair) for pair in answer["pairs"]]}


def round_case(number: int) -> Any:
    """Everything that is said about one round: the draft, its check, explanations, and how it would be mended."""
    options, size = ROUNDS[number % len(ROUNDS)], SIZES[number * 5 % len(SIZES)]
    if size > 26 and options.total_rounds:
        options = replace(options, total_rounds=None)
    players, coming = field_of(number, size)
    here = [player.id for player in players if player.active]
    fixed = [(here[0], here[3])] if number % 5 == 1 else [(here[1], None)] if number % 5 == 2 else []
    apart = [(here[2], here[4]), (here[4], here[1])] if number % 2 else []
    draft = pair_round(
        players, seed="golden", number=coming, options=options, fixed_pairs=fixed, forbidden_pairs=apart
    )
    shifted = [
        Pair(pair.a, after.b, pair.table) for pair, after in zip(draft.pairs, draft.pairs[1:], strict=False)
    ]
    asked = (draft.pairs[0].a, draft.pairs[len(draft.pairs) // 2].a, draft.pairs[-1].a)
    current = [
        CurrentPair(pair.a, pair.b, pair.table, finished=place % 4 == 1, locked=place % 7 == 5)
        for place, pair in enumerate(draft.pairs)
    ]
    gone = draft.pairs[0].b if number % 2 else draft.pairs[-1].a
    later = [replace(p, active=p.id != gone and (p.active or number % 3 == 0)) for p in players]
    plans = repair_plans(
        later, current, seed="mend", number=coming, options=options, break_finished=number % 6 == 0
    )
    return _plain(
        {
            "draft": _round(draft),
            "check": write_report(check_round(players, draft.pairs, options, forbidden_pairs=apart)),
            "wrong": write_report(
                check_round(players, shifted, options, fixed_pairs=fixed, forbidden_pairs=apart)
            ),
            "explained": [
                write_explanation(
                    explain(players, draft, one, options=options, fixed_pairs=fixed, forbidden_pairs=apart)
                )
                for one in (asked if size < 12 else asked[1:2])
            ],
            "plans": [
                {
                    **asdict(plan),
                    **{
                        key: [_line(pair._asdict()) for pair in getattr(plan, key)]
                        for key in ("pairs", "broken", "added")
                    },
                }
                for plan in plans
            ],
        }
    )


def large_case(number: int) -> Any:
    """A field with score groups large enough to be paired without a search."""
    players, coming = field_of(number, LARGE[number % len(LARGE)], wide=True)
    if number >= 3:
        players = [replace(player, group=f"crew {place % 3}") for place, player in enumerate(players)]
    return _plain(
        _round(
            pair_round(
                players, seed="large", number=coming, options=ROUNDS[(0, 1, 2, 7, 8, 2, 4, 5, 6)[number]]
            )
        )
    )


def spread_case(number: int) -> Any:
    """A field with hardly two equal scores, larger than a window: the rolling horizon."""
    players, coming = field_of(number, 128 + number, wide=True)
    players = [replace(player, score=7 * player.score + place % 11) for place, player in enumerate(players)]
    options = Options(window_limit=40, group_rule=("soft", "strict", "off")[number % 3])
    return _plain(_round(pair_round(players, seed="spread", number=coming, options=options)))


def tail_case(number: int) -> Any:
    """A rolling horizon whose last players have all met: blocks that were frozen must be opened again."""
    players, coming = field_of(number + 20, 131 + number, wide=True)
    players = [
        replace(player, score=7 * player.score + place % 11, active=True)
        for place, player in enumerate(players)
    ]
    lowest = sorted(players, key=lambda player: (player.score, player.id))[: (24, 50, 71)[number]]
    names = [player.id for player in lowest]
    met = {name: tuple(other for other in names if other != name) for name in names}
    players = [replace(player, opponents=met.get(player.id, player.opponents)) for player in players]
    options = Options(window_limit=40)
    return _plain(_round(pair_round(players, seed="tail", number=coming, options=options)))


def mend_case(number: int) -> Any:
    """Several leave and somebody comes, among clans, earlier opponents and pairs the staff keeps apart."""
    players, coming = field_of(number + 70, (8, 10, 13, 16, 21, 30, 45, 120)[number])
    players = [
        replace(player, active=True, group="red" if place % 3 else "blue")
        for place, player in enumerate(players)
    ]
    options = Options(group_rule=("strict", "soft", "off")[number % 3])
    draft = pair_round(players, seed="mend", number=coming, options=options)
    gone = {
        pair.a if place % 2 else pair.b or pair.a for place, pair in enumerate(draft.pairs) if place % 3 == 0
    }
    left = [player.id for player in players if player.id not in gone]
    apart = [
        (one, two)
        for place, one in enumerate(left)
        for two in left[place + 1 :]
        if (len(one + two) + place) % 4 == 0
    ]
    later = [replace(player, active=player.id not in gone) for player in players]
    later += [Player("late", 1, ("p000",), group="red"), Player("later", 4, (None,), byes=1)][: number % 3]
    current = [
        CurrentPair(pair.a, pair.b, pair.table, finished=place % 5 == 4)
        for place, pair in enumerate(draft.pairs)
    ]
    plans = repair_plans(
        later, current, seed="mend", number=coming, options=options, forbidden_pairs=apart[:: number + 1]
    )
    return _plain(
        [
            {
                "kind": plan.kind,
                "pairs": [_line(pair._asdict()) for pair in plan.pairs],
                "cost": [
                    plan.matches_broken,
                    plan.results_lost,
                    plan.worst_gap,
                    plan.rematches,
                    plan.second_byes,
                ],
                "problems": [[one.code, dict(one.params)] for one in plan.problems],
            }
            for plan in plans
        ]
    )


PODS = (
    PodOptions(),
    PodOptions(target=3, uneven="larger"),
    PodOptions(uneven_at="top", repeat_weight=4),
    PodOptions(target=5, allow_six=True, first_table=7),
    PodOptions(exact_up_to=0, steps=300),
)


def pod_case(number: int) -> Any:
    """Pods for an invented field, and how they would be mended when somebody leaves and somebody comes."""
    dice = random.Random(f"pods {number}")
    options = PODS[number % len(PODS)]
    names = [f"q{place:02}" for place in range((7, 9, 11, 12, 13, 14, 18, 22, 27, 30)[number])]
    met = {name: {other: dice.choice((0, 0, 0, 1, 2)) for other in names if other != name} for name in names}
    players = [
        PodPlayer(
            name,
            dice.choice((0, 5, 5, 6, 10)),
            {other: times for other, times in met[name].items() if times},
            tuple(dice.randint(0, 2) for _ in range(4)),
            dice.choice((0, 0, 1)),
            dice.choice((0, 0, 1)),
            rank=place + 1 if number % 2 else None,
        )
        for place, name in enumerate(names)
    ]
    draft = pair_pods(players, seed="golden", number=3, options=options)
    current = [
        CurrentPod(pod.table, pod.seats, finished=place == 1, locked=place == 2)
        for place, pod in enumerate(draft.pods)
    ]
    gone = draft.pods[0].seats[number % 3]
    later = [replace(p, active=p.id != gone) for p in players] + [PodPlayer("late", 5)] * (number % 2)
    plans = pod_plans(
        later, current, draft.byes, seed="mend", number=3, options=options, break_finished=number == 4
    )
    return _plain({"draft": write_pods(draft), "plans": [asdict(plan) for plan in plans]})


CASES = {
    **{f"round {number}": (round_case, number) for number in range(36)},
    **{f"large {number}": (large_case, number) for number in range(9)},
    **{f"spread {number}": (spread_case, number) for number in range(3)},
    **{f"tail {number}": (tail_case, number) for number in range(3)},
    **{f"mend {number}": (mend_case, number) for number in range(8)},
    **{f"pods {number}": (pod_case, number) for number in range(10)},
}


@cache
def published() -> dict[str, Any]:
    """What the file holds."""
    return json.loads(GOLDEN.read_text("utf-8"))


@pytest.mark.parametrize("name", CASES)
def test_a_published_round_is_repeated_from_its_seed(name: str) -> None:
    make, number = CASES[name]
    again, before = make(number), published()[name]
    parts = before if isinstance(before, dict) else range(len(before))
    for part in parts:
        assert again[part] == before[part], part


def write() -> None:
    """Write the file anew, one line per case."""
    lines = [f"{json.dumps(name)}: {json.dumps(make(number))}" for name, (make, number) in CASES.items()]
    GOLDEN.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    write()
