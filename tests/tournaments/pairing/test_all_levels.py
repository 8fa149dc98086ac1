"""Every level of a round solved in one piece is the least one, floats included, also where rules must give way."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.pairing_states import Dice
from tests.speeds import amount
from tests.tournaments.pairing.levels_oracle import best_levels, round_levels
from tests.tournaments.pairing.test_bye_first import ranked
from tournaments.pairing import Options, Player, pair_round
from tournaments.pairing.kernel import networkx_matching


@pytest.mark.parametrize("size", [4, 5, 7, 8, 10, 11, 16, 21, 34])
def test_a_crowded_field_is_the_optimum_at_every_level(size: int) -> None:
    broken: Counter[bool] = Counter()
    cases = amount(6, 24, "crowded fields")
    for case in range(cases):
        dice = Dice(f"levels{size}.{case}")
        options = Options(group_rule=("off", "soft", "strict")[case % 3])  # type: ignore[arg-type]  # a rule's name
        ids = [f"p{place:02}" for place in range(size)]
        met: dict[str, list[str]] = {one: [] for one in ids}
        density = (500, 800, 950)[dice.below(3)]
        for place, one in enumerate(ids):
            for two in ids[:place]:
                if dice.chance(density):
                    met[one].append(two)
                    met[two].append(one)
        players = ranked(
            [
                Player(
                    one,
                    3 * dice.below(4),
                    tuple(met[one]),
                    byes=dice.below(3),
                    group="red" if dice.chance(300) else None,
                    floats=dice.below(4),
                )
                for one in ids
            ],
            dice,
        )
        apart = {frozenset((ids[0], ids[1]))} if dice.chance(300) else set()
        kept = [(min(pair), max(pair)) for pair in apart]
        draft = pair_round(players, seed="l", number=size, options=options, forbidden_pairs=kept)
        mine = round_levels(players, draft.pairs, size, options, apart)
        if draft.certificate.exact and len(draft.certificate.windows) == 1:
            assert mine == best_levels(players, size, options, apart, pure=size < 12)
            broken[any(mine[:6])] += 1
    assert broken[True] > cases // 8


def test_both_kernels_settle_the_floats_of_a_relaxed_round_alike() -> None:
    for case in range(8):
        dice = Dice(f"kernels{case}")
        ids = [f"p{place}" for place in range(9)]
        players = [
            Player(one, 3 * dice.below(3), tuple(two for two in ids if two != one), floats=dice.below(3))
            for one in ids
        ]
        options = Options(method="fold" if case % 2 else "random")
        fast = pair_round(players, seed="k", number=9, options=options)
        pure = pair_round(players, seed="k", number=9, options=options, kernel=networkx_matching)
        assert fast.pairs == pure.pairs
