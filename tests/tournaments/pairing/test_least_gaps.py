"""Large problems look at the pairs that a round of least gaps can have, and find the round that all pairs give."""

from dataclasses import replace
from itertools import combinations

import pytest

from benchmarks.pairing_states import Dice, Season, states
from tournaments.pairing import CurrentPair, Options, Player, pair_round, repair_plans, repair_search, window
from tournaments.pairing.bounds import Near, least_gaps, lower_bound, pairs_within
from tournaments.pairing.model import GroupRule

NEVER = 10**9


def rounds_of(scores: list[int]) -> list[list[tuple[int, int]]]:
    """Every complete round of the scores."""
    if not scores:
        return [[]]
    first, *rest = scores
    return [
        [(first, two), *others]
        for place, two in enumerate(rest)
        for others in rounds_of(rest[:place] + rest[place + 1 :])
    ]


@pytest.mark.parametrize("number", range(12))
def test_no_round_that_costs_the_bound_and_some_room_has_another_pair(number: int) -> None:
    dice = Dice(f"gaps {number}")
    scores = [dice.below(9) for _ in range(8)]
    bound = lower_bound(scores, 0)
    rounds = [(sum((one - two) ** 2 for one, two in pairs), pairs) for pairs in rounds_of(scores)]
    assert min(cost for cost, _ in rounds) == bound
    for room in (0, 1, 4, 9):
        near = pairs_within(scores, room)
        for cost, pairs in rounds:
            assert cost > bound + room or all(two in near[one] and one in near[two] for one, two in pairs)
    near = pairs_within(scores, 0)
    assert any(two not in near[one] for one, two in combinations(scores, 2)), "nothing is left out"


def test_what_is_found_is_the_cheapest_of_all_even_where_the_first_pairs_give_a_dearer_one() -> None:
    dearer = 0
    for number in range(300):
        dice = Dice(f"apart {number}")
        scores = [dice.below(5) for _ in range(8)]
        banned = {pair for pair in combinations(range(8), 2) if dice.below(100) < 60}
        rounds = [pairs for pairs in rounds_of(list(range(8))) if not banned & set(pairs)]
        asked: list[int] = []

        def cost(pairs: list[tuple[int, int]], scores: list[int] = scores) -> int:
            return sum((scores[one] - scores[two]) ** 2 for one, two in pairs)

        def solve(
            near: Near,
            scores: list[int] = scores,
            rounds: list[list[tuple[int, int]]] = rounds,
            asked: list[int] = asked,
        ) -> list[int] | None:
            left = [pairs for pairs in rounds if all(scores[two] in near[scores[one]] for one, two in pairs)]
            if not left:
                return None
            best = min(left, key=cost)
            asked.append(cost(best))
            mates = dict(best) | {two: one for one, two in best}
            return [mates[one] for one in range(8)]

        found = least_gaps(scores, solve)
        if found is not None:
            assert cost([(one, two) for one, two in enumerate(found) if one < two]) == min(map(cost, rounds))
            dearer += asked[0] > asked[-1]
    assert dearer, "the first pairs always gave the cheapest round"


def field_of(size: int, seed: str) -> tuple[int, list[Player]]:
    """A round in the middle of an event in which some scores were corrected, so that no round reaches the bound."""
    dice = Dice(seed)
    *_, (number, players) = states(Season(size, 6, seed=seed))
    return number, [
        replace(
            player, score=player.score + dice.below(40) * (dice.below(12) == 0), group=f"g{dice.below(30)}"
        )
        for player in players
    ]


@pytest.mark.parametrize("size", [65, 90, 130])
@pytest.mark.parametrize("rule", ["soft", "strict"])
def test_rounds_and_repairs_are_those_of_all_pairs(
    monkeypatch: pytest.MonkeyPatch, size: int, rule: GroupRule
) -> None:
    number, players = field_of(size, f"{size} {rule}")
    options = Options(group_rule=rule)

    def told() -> tuple[object, object]:
        draft = pair_round(players, seed="s", number=number, options=options)
        current = [CurrentPair(pair.a, pair.b, pair.table) for pair in draft.pairs]
        now = [
            replace(one, active=one is not players[3], score=one.score + 3 * (one is players[9]))
            for one in players
        ]
        return draft, repair_plans(now, current, seed="s", number=number, options=options)

    chosen = told()
    for module in (window, repair_search):
        monkeypatch.setattr(module, "FEW_NODES", NEVER)
    assert told() == chosen
