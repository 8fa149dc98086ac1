"""The price of every plan over the whole round, and the fewest broken matches: compared with trying every round."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.pairing_states import Dice, Season, states
from tests.tournaments.pairing.builders import players_from
from tests.tournaments.pairing.oracle import every_round
from tests.tournaments.pairing.test_repair import by_kind, published
from tournaments.pairing import (
    CurrentPair,
    Options,
    Pair,
    Player,
    RepairPlan,
    pair_round,
    repair_exchange,
    repair_plans,
)
from tournaments.pairing.repair_exchange import fewest_broken
from tournaments.pairing.repair_price import make_prices

Link = frozenset[str | None]
Match = tuple[str, str]
RULES = ("off", "soft", "strict")


def price(
    players: list[Player], pairs: list[tuple[str, str | None]], options: Options, apart: set[Link]
) -> tuple[int, ...]:
    """The measure of a whole round of active players, written from docs/pairing.md."""
    people = {player.id: player for player in players}
    low = min(player.score for player in players) - 1
    fewest = min(player.byes for player in players)
    kept = byes = rematches = strict = gaps = place = soft = 0
    for a, b in pairs:
        one = people[a]
        if b is None:
            byes += one.byes - fewest
            gaps += (one.score - low) ** 2
            place += sum((p.score, -(p.rank or 0)) < (one.score, -(one.rank or 0)) for p in players)
            continue
        two = people[b]
        kept += frozenset((a, b)) in apart
        rematches += b in one.opponents or a in two.opponents
        clan = one.group is not None and one.group == two.group
        strict += clan and options.group_rule == "strict"
        soft += clan and options.group_rule == "soft"
        gaps += (one.score - two.score) ** 2
    return 0, kept, byes, rematches, strict, gaps, place, soft


def links(plan: RepairPlan) -> set[Link]:
    return {frozenset((pair.a, pair.b)) for pair in plan.pairs}


def broken(old: set[Link], new: set[Link]) -> int:
    """How many matches are broken; a bye is no match."""
    return sum(None not in link for link in old - new)


@pytest.mark.parametrize("size", [4, 5, 6, 7, 8])
def test_nobody_waits_but_the_round_could_be_better(size: int) -> None:
    better = 0
    for case in range(30):
        dice = Dice(f"better{size}.{case}")
        options = Options(group_rule=RULES[case % 3])  # type: ignore[arg-type]  # a rule's name
        met = [(f"p{i}", f"p{j}") for i in range(size) for j in range(i) if dice.chance(250)]
        players = [
            replace(player, byes=dice.below(2), group="x" if dice.chance(400) else None, rank=place)
            for place, player in enumerate(
                players_from({f"p{i}": 3 * dice.below(4) for i in range(size)}, met), 1
            )
        ]
        order = sorted((player.id for player in players), key=lambda _: dice.below(1 << 30))
        current = [
            CurrentPair(
                order[i], order[i + 1], i // 2 + 1, finished=dice.chance(150), locked=dice.chance(100)
            )
            for i in range(0, size - 1, 2)
        ]
        current += [CurrentPair(order[-1], None)] if size % 2 else []
        apart = {frozenset(("p0", "p1"))} if dice.chance(300) else set()
        plans = by_kind(
            repair_plans(
                players,
                current,
                seed="s",
                number=9,
                options=options,
                forbidden_pairs=[("p0", "p1")] if apart else [],
            )
        )
        old = {frozenset((pair.a, pair.b)) for pair in current}
        fixed = {frozenset((pair.a, pair.b)) for pair in current if pair.finished or pair.locked}
        rounds = []
        for pairs in every_round(players):
            ids = [(one.id, two.id if two else None) for one, two in pairs]
            made = {frozenset(pair) for pair in ids}
            if fixed <= made:
                rounds.append((price(players, ids, options, apart), broken(old, made), made))
        now = price(players, [(pair.a, pair.b) for pair in current], options, apart)
        assert plans["leave"].measure == now
        for plan in plans.values():
            assert plan.measure == price(players, [(p.a, p.b) for p in plan.pairs], options, apart)
            assert plan.matches_broken == broken(old, links(plan)) and plan.results_lost == 0
            assert plan.restarts == sum(pair.b is not None for pair in plan.added)
        best = min(rounds, key=lambda row: row[0])[0]
        improving = [(count, measure) for measure, count, _ in rounds if measure < now]
        smallest = plans["smallest"]
        if not improving:
            assert links(smallest) == old and "best" not in plans
            continue
        better += 1
        assert (smallest.matches_broken, smallest.measure) == min(improving)
        reached = plans.get("best") or min((smallest, plans["full"]), key=lambda plan: plan.measure)
        assert reached.measure == best
        assert reached.matches_broken == min(count for measure, count, _ in rounds if measure == best)
    assert better > 5


def test_after_a_correction_two_matches_are_broken_and_not_four() -> None:
    """Two tables pair three points with none: leaving it is priced, and exchanging two players mends it."""
    players = [Player(f"p{i}", 3 if i < 5 else 0, rank=i + 1) for i in range(10)]
    current = [
        CurrentPair(f"p{one}", f"p{two}", place)
        for place, (one, two) in enumerate([(0, 1), (2, 5), (3, 6), (4, 7), (8, 9)], 1)
    ]
    plans = by_kind(repair_plans(players, current, seed="s", number=2, elapsed=12))
    leave, smallest = plans["leave"], plans["smallest"]
    assert (leave.worst_gap, leave.cost, leave.minutes_lost, leave.restarts) == (3, 27, 0, 0)
    assert (smallest.matches_broken, smallest.cost) == (2, 9)
    assert (smallest.restarts, smallest.minutes_lost) == (2, 12)
    assert "best" not in plans  # the exchange reached it
    assert plans["full"].cost == 9 and plans["full"].matches_broken >= 2


def test_chains_of_three_and_four_are_found_where_no_exchange_of_two_helps() -> None:
    lengths = set()
    for case in range(400):
        dice = Dice(f"chain{case}")
        ids = "ABCDEFGH"
        met = [(one, two) for place, one in enumerate(ids) for two in ids[:place] if dice.chance(600)]
        if ("B", "A") not in met:
            continue
        players = players_from(dict.fromkeys(ids, 0), met)
        current = [CurrentPair(ids[i], ids[i + 1], i // 2 + 1) for i in range(0, 8, 2)]
        old = {frozenset((pair.a, pair.b)) for pair in current}
        rounds = []
        for pairs in every_round(players):
            again = sum(two is not None and two.id in one.opponents for one, two in pairs)
            rounds.append((again, len(old - {frozenset((one.id, two.id)) for one, two in pairs if two})))
        now = next(again for again, count in rounds if count == 0)
        least = min((count for again, count in rounds if again < now), default=0)
        if least < 3:
            continue
        smallest = by_kind(repair_plans(players, current, seed="s", number=9))["smallest"]
        assert smallest.matches_broken == least and smallest.rematches < now
        lengths.add(least)
    assert lengths == {3, 4}


Circle = tuple[list[str], dict[int, int]]


def circles(*rows: Circle) -> tuple[list[Player], list[Match], list[Match]]:
    """Rounds of which each row is a circle: its first match is a rematch, and only all its matches together spare it.

    A row is its players, and by place the points of those who have some.
    """
    now: list[Match] = []
    then: list[Match] = []
    for ids, _ in rows:
        now += zip(ids[::2], ids[1::2], strict=True)
        then += zip(ids[1::2], [*ids[2::2], ids[0]], strict=True)
    again = {frozenset((ids[0], ids[1])) for ids, _ in rows}
    fresh = {frozenset(match) for match in (*now, *then)} - again
    names = [one for ids, _ in rows for one in ids]
    points = {ids[place]: score for ids, scores in rows for place, score in scores.items()}
    met = {one: {two for two in names if two != one and frozenset((one, two)) not in fresh} for one in names}
    return [Player(one, points.get(one, 0), frozenset(met[one])) for one in names], now, then


def test_of_the_circles_of_a_better_round_that_break_fewest_matches_the_one_that_gains_most_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # As in a round of so many matches that no three of them are tried together.
    monkeypatch.setattr(repair_exchange, "SETS", 0)
    four, three, five = (
        [f"{mark}{place}" for place in range(size)] for mark, size in (("a", 8), ("b", 6), ("c", 10))
    )
    other = [f"d{place}" for place in range(6)]
    for rows, wanted in (
        (((four, {}), (three, {}), (five, {})), three),
        # The third has a gap before and after: nothing is gained by it, and the first of two as good is taken.
        (((other, {2: 3}), (three, {}), (four, {})), other),
        (((three, {}), (other, {2: 3})), three),
        # A gap of six goes and one of three stays: the dearer round, and the better exchange.
        (((three, {}), (other, {3: 6, 4: 3}), (four, {3: 9, 4: 3})), other),
    ):
        players, now, goal = circles(*rows)
        prices = make_prices({player.id: player for player in players}, Options(), [], [])
        found = {frozenset(link) for link in fewest_broken(prices, now, goal)}
        assert found == {frozenset(match) for match in goal if match[0] in wanted}


def test_what_a_plan_does_to_later_rounds_is_told() -> None:
    players = players_from(
        {"A": 6, "B": 6, "C": 3, "D": 3, "E": 0, "F": 0},
        [("A", "C"), ("B", "D"), ("E", "F"), ("A", "E"), ("B", "F"), ("C", "D")],
    )
    for pairs in every_round(players):
        current = [
            CurrentPair(one.id, two.id if two else None, 1 + place) for place, (one, two) in enumerate(pairs)
        ]
        plan = repair_plans(players, current, seed="s", number=3, options=Options(total_rounds=5))[0]
        met = {frozenset((one.id, other)) for one in players for other in one.opponents}
        met |= {frozenset((pair.a, pair.b)) for pair in current}
        left = {
            one.id: [two.id for two in players if two is not one and frozenset((one.id, two.id)) not in met]
            for one in players
        }
        assert plan.fewest_left == min(map(len, left.values()))

        def rounds(met: set[frozenset[str | None]], wanted: int) -> int:
            best = 0
            for more in every_round(players):
                new = {frozenset((one.id, two.id if two else None)) for one, two in more}
                if wanted and not new & met:
                    best = max(best, 1 + rounds(met | new, wanted - 1))
            return best

        assert plan.later_rounds == rounds(met, 2)


def test_after_the_last_announced_round_there_is_no_later_one() -> None:
    players = players_from(dict.fromkeys("ABCD", 0), [])
    for total in (1, 2):
        options = Options(total_rounds=total)
        plans = repair_plans(players, published(players, 2), seed="s", number=2, options=options)
        assert [plan.later_rounds for plan in plans] == [0] * len(plans)


def test_a_large_round_knows_of_later_ones_what_counting_opponents_proves() -> None:
    for number, players in states(Season(40, 3, seed="later", drops=0)):
        current = published(players, number)
        plans = repair_plans(players, current, seed="s", number=number, options=Options(total_rounds=6))
        assert plans[0].later_rounds == 6 - number
        assert plans[0].fewest_left == 39 - number
        many = repair_plans(players, current, seed="s", number=number, options=Options(total_rounds=35))
        assert many[0].later_rounds is None
        assert repair_plans(players, current, seed="s", number=number)[0].later_rounds is None


def test_leaving_counts_whoever_lost_the_opponent_and_whoever_came_late() -> None:
    players = [
        Player("a", 3),
        Player("b", 3, active=False),
        Player("c", 0),
        Player("d", 0),
        Player("late", 0),
    ]
    current = [CurrentPair("a", "b", 1), CurrentPair("c", "d", 2)]
    leave = repair_plans(players, current, seed="s", number=2)[0]
    assert leave.unpaired == ("a", "late") and leave.measure[0] == 2
    done = [CurrentPair("a", "b", 1, finished=True), CurrentPair("c", "d", 2)]
    assert repair_plans(players, done, seed="s", number=2)[0].unpaired == ("late",)


def test_the_best_plan_of_a_large_round_is_no_dearer_than_the_smallest_and_breaks_less_than_all() -> None:
    players = [Player(f"p{i:04}", 3 * (i % 8), rank=i + 1) for i in range(1200)]
    draft = pair_round(players, seed="s", number=2)
    current = [CurrentPair(pair.a, pair.b, pair.table) for pair in draft.pairs]
    # Two of one score who do not meet each other turn out to have won once more: both play down.
    risen = [pair.a for pair in draft.pairs if int(pair.a[1:]) % 8 == 3][:2]
    corrected = [replace(one, score=one.score + 3) if one.id in risen else one for one in players]
    plans = by_kind(repair_plans(corrected, current, seed="s", number=2))
    assert plans["leave"].cost == 18
    assert plans["smallest"].measure < plans["leave"].measure
    assert plans["smallest"].matches_broken == 2
    reached = plans.get("best", plans["smallest"])
    assert reached.measure == plans["full"].measure
    assert reached.matches_broken <= 4 < plans["full"].matches_broken


def test_the_best_plan_is_offered_only_where_it_is_better_than_the_smallest() -> None:
    offered = 0
    for case in range(60):
        dice = Dice(f"offer{case}")
        players = [Player(f"p{i}", 3 * dice.below(4), rank=i + 1) for i in range(12)]
        order = sorted((player.id for player in players), key=lambda _: dice.below(1 << 30))
        current = [CurrentPair(order[i], order[i + 1], i // 2 + 1) for i in range(0, 12, 2)]
        plans = by_kind(repair_plans(players, current, seed="s", number=3))
        if "best" in plans:
            offered += 1
            assert plans["best"].measure < plans["smallest"].measure < plans["leave"].measure
            assert plans["best"].matches_broken > plans["smallest"].matches_broken
    assert offered > 10


def test_of_two_free_players_in_an_odd_round_the_lower_one_gets_the_bye() -> None:
    players = [Player("a", 0, rank=1), Player("b", 0, rank=3), Player("c", 0, rank=2)]
    for seed in range(8):
        smallest = by_kind(repair_plans(players, [], seed=f"s{seed}", number=1))["smallest"]
        assert Pair("b", None) in smallest.pairs
