"""Repairs of rounds that are too large to look at every pair: the best one is as good as pairing everybody anew."""

from dataclasses import replace

import pytest

from benchmarks.pairing_states import Dice, Season, states
from tournaments.pairing import CurrentPair, Player, RepairPlan, pair_round, repair_plans
from tournaments.pairing.repair_search import EXACT_NODES

SEASONS = {
    "draws": Season(500, 5, seed="draws", draws=300, drops=20),
    "points": Season(460, 4, seed="points", victory_points=True),
    "clans": Season(440, 5, seed="clans", clans=30),
}


def broken_rounds(season: Season) -> list[tuple[int, list[Player], list[CurrentPair]]]:
    """The last round of a season as it was published; then some leave and the points of some are corrected."""
    *_, (number, players) = states(season)
    current = [
        CurrentPair(pair.a, pair.b, pair.table) for pair in pair_round(players, seed="r", number=number).pairs
    ]
    found = []
    for turn in range(4):
        dice = Dice(f"{season.seed} {turn}")
        gone = {dice.below(len(players)) for _ in range(1 + dice.below(3))}
        corrected = {dice.below(len(players)) for _ in range(dice.below(5))}
        people = [
            replace(player, active=place not in gone, score=player.score + 3 * (place in corrected))
            for place, player in enumerate(players)
        ]
        found.append((number, people, current))
    return found


@pytest.mark.parametrize("kind", SEASONS)
def test_the_best_repair_of_a_large_round_is_as_good_as_pairing_everybody_anew(kind: str) -> None:
    """It changes fewer matches for that, which is why it is there."""
    for number, people, current in broken_rounds(SEASONS[kind]):
        assert sum(player.active for player in people) > EXACT_NODES
        plans: dict[str, RepairPlan] = {
            plan.kind: plan for plan in repair_plans(people, current, seed="r", number=number)
        }
        full = plans.pop("full")
        least = min(plans.values(), key=lambda plan: plan.measure)
        assert least.measure <= full.measure
        assert least.matches_broken < full.matches_broken
