"""Many small rounds with their exact pairs: the same players and the same seed give the same round, always.

`golden_drawn_rounds.txt` holds a line per round: pairs by table (`3-7@2`, `5-` for a bye), then the certificate. When
the method itself is changed on purpose, write it anew with `python -m tests.tournaments.pairing.test_drawn_rounds`, and
say so in the change: rounds drawn with an older version can then no longer be repeated.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from tournaments.pairing import Options, Player, RoundDraft, pair_round

GOLDEN = Path(__file__).with_name("golden_drawn_rounds.txt")
RULES = (
    Options(),
    Options(group_rule="strict"),
    Options(method="fold"),
    Options(method="slide", group_rule="strict"),
    Options(method="power"),
    Options(group_rule="off", bye_choice="random"),
    Options(leaders=3),
    Options(method="fold", avoid_repeat_floats=False, bye_step=2),
    Options(method="slide", bye_choice="random", group_rule="off"),
    Options(leaders=5, group_rule="strict", method="fold"),
)
SMALL, GROUPS, AHEAD, PLAIN = 160, 70, 40, 40


def earlier(dice: random.Random, size: int, rounds: int) -> list[Player]:
    """Players after some rounds of chance, with all that can matter: clans, ranks, floats, byes, tables, drops."""
    names = [str(place) for place in range(size)]
    met: dict[str, list[str | None]] = {name: [] for name in names}
    score = dict.fromkeys(names, 0)
    for _ in range(rounds):
        order = sorted(names, key=lambda name: (-score[name], dice.random()))
        if size % 2:
            lone = order.pop(dice.randrange(size))
            met[lone].append(None)
            score[lone] += 3
        for one, two in zip(order[::2], order[1::2], strict=True):
            met[one].append(two)
            met[two].append(one)
            score[dice.choice((one, two))] += 3
    crews, ranked, floated = dice.choice((1, 2, 5)), dice.random() < 0.7, dice.random() < 0.6
    return [
        Player(
            name,
            score[name],
            tuple(met[name]),
            met[name].count(None),
            group=dice.choice((None, *map(str, range(crews)))),
            fixed_table=dice.choice((1, 2, 9)) if dice.random() < 0.05 else None,
            active=dice.random() < 0.96,
            rank=place + 1 if ranked and dice.random() < 0.95 else None,
            floats=dice.choice((0, 0, 1, 2)) if floated else 0,
        )
        for place, name in enumerate(dice.sample(names, size))
    ]


def _round(dice: random.Random, players: list[Player], number: int, options: Options) -> RoundDraft:
    here = [player.id for player in players if player.active]
    decided: list[tuple[str, str | None]] = []
    if len(here) > 3 and dice.random() < 0.25:
        one, two = dice.sample(here, 2)
        decided = [(one, two if dice.random() < 0.7 else None)]
    apart = [] if len(here) < 2 else [tuple(dice.sample(here, 2)) for _ in range(dice.choice((0, 0, 1, 4)))]
    closed = frozenset({2, 3}) if dice.random() < 0.2 else frozenset[int]()
    return pair_round(
        players,
        seed="drawn",
        number=number,
        options=replace(options, closed_tables=closed, first_table=dice.choice((1, 1, 5))),
        fixed_pairs=decided,
        forbidden_pairs=[(one, two) for one, two in apart],
    )


def small_round(case: int) -> RoundDraft:
    """Up to 13 players after up to as many rounds as they can bear, and beyond."""
    dice = random.Random(f"small {case}")
    size, rounds = dice.randrange(2, 14), dice.choice((0, 1, 2, 3, 5))
    return _round(dice, earlier(dice, size, rounds), rounds + 1, RULES[case % len(RULES)])


def grouped_round(case: int) -> RoundDraft:
    """Some large score groups with small ones between them."""
    dice = random.Random(f"groups {case}")
    size, rounds = dice.randrange(40, 100), dice.choice((1, 2, 2, 3))
    players = earlier(dice, size, rounds)
    if case % 2:
        players = [replace(p, score=dice.choice((p.score, p.score, 3, 3, 5, 6))) for p in players]
    return _round(dice, players, rounds + 1, RULES[case % len(RULES)])


def plain_round(case: int) -> RoundDraft:
    """Large score groups of players without a rank or a table of their own."""
    dice = random.Random(f"plain {case}")
    rounds = dice.choice((1, 1, 2))
    rules = (RULES[0], RULES[1], RULES[5])[case % 3]
    players = [
        replace(p, rank=None, fixed_table=None, group=None if case % 4 else p.group)
        for p in earlier(dice, dice.randrange(50, 110), rounds)
    ]
    return _round(dice, players, rounds + 1, rules)


def announced_round(case: int) -> RoundDraft:
    """Few players who are to play many more rounds."""
    dice = random.Random(f"ahead {case}")
    size = dice.randrange(4, 11)
    rounds = dice.randrange(0, size - 1)
    rules = replace(RULES[case % 3], total_rounds=min(size + 1, rounds + dice.randrange(2, 5)))
    return _round(dice, earlier(dice, size, rounds), rounds + 1, rules)


CASES = {
    **{f"small {case}": (small_round, case) for case in range(SMALL)},
    **{f"groups {case}": (grouped_round, case) for case in range(GROUPS)},
    **{f"ahead {case}": (announced_round, case) for case in range(AHEAD)},
    **{f"plain {case}": (plain_round, case) for case in range(PLAIN)},
}


def line_of(draft: RoundDraft) -> str:
    """A draft in one line."""
    one = draft.certificate
    pairs = " ".join(
        f"{pair.a}-{pair.b or ''}" + (f"@{pair.table}" if pair.b else "") for pair in draft.pairs
    )
    marks = f"{one.cost}/{one.lower_bound}" + " certified" * one.certified + " exact" * one.exact
    counts = f"{one.rematches} {one.second_byes} {one.soft_conflicts} {one.pair_downs} {list(one.windows)}"
    notes = "; ".join(
        " ".join([note.code, *(f"{name}={value}" for name, value in note.params.items())])
        for note in one.relaxed
    )
    return f"{pairs} | {marks} | {counts} | {notes}"


@cache
def published() -> dict[str, str]:
    """The lines of the file by their case."""
    return dict(line.split(": ", 1) for line in GOLDEN.read_text("utf-8").splitlines())


@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("family", ["small", "groups", "ahead", "plain"])
def test_a_round_is_drawn_again_from_its_seed(family: str, part: int) -> None:
    names = [name for name, (_, case) in CASES.items() if name.startswith(family) and case % 10 == part]
    assert names
    for name in names:
        make, case = CASES[name]
        assert f"{name}: {line_of(make(case))}" == f"{name}: {published()[name]}"


def test_the_file_holds_every_round_and_no_other() -> None:
    assert list(published()) == list(CASES)


def write() -> None:
    """Write the file anew."""
    lines = [f"{name}: {line_of(make(case))}" for name, (make, case) in CASES.items()]
    GOLDEN.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    write()
