"""Ratings: what must hold of them whatever was played, and what the library behind them is trusted with."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.season_points import Meetings, SeasonError, meetings
from tournaments.season_points.games import Game
from tournaments.season_points.ratings import Rating, rate

DAY = date(2026, 3, 6)
FAST = settings(max_examples=100, deadline=None, derandomize=True)
seeds = st.integers(0, 10**9)


def duel(key: str, winner: str, loser: str, on: date = DAY, drawn: bool = False) -> Game:
    return Game(key, on, "duel", ((winner,), (loser,)), (1, 1 if drawn else 2))


def some_games(seed: int, count: int = 12) -> list[Game]:
    dice = random.Random(seed)
    games = []
    for number in range(count):
        people = dice.sample("abcdefgh", dice.randint(2, 6))
        cut = 2 if len(people) % 2 == 0 and dice.random() < 0.3 else 1
        sides = tuple(tuple(people[at : at + cut]) for at in range(0, len(people), cut))
        if len(sides) < 2:
            continue
        ranks = (1, *[2] * (len(sides) - 1))
        on = DAY + timedelta(days=dice.randint(0, 3))
        games.append(Game(f"g{number:02}", on, dice.choice(("one", "two")), sides, ranks, dice.randint(0, 2)))
    return games


def by_person(found: dict[str, list[Rating]]) -> dict[tuple[str, str], Rating]:
    return {(one.pool, one.person): one for pool in found.values() for one in pool}


@FAST
@given(seeds, st.randoms(use_true_random=False))
def test_how_games_sides_and_partners_are_written_down_never_matters(seed: int, dice: random.Random) -> None:
    games = some_games(seed)
    other = []
    for game in dice.sample(games, len(games)):
        order = dice.sample(range(len(game.sides)), len(game.sides))
        sides = tuple(tuple(dice.sample(game.sides[i], len(game.sides[i]))) for i in order)
        other.append(replace(game, sides=sides, ranks=tuple(game.ranks[i] for i in order)))
    assert rate(other) == rate(games)


@FAST
@given(seeds)
def test_the_winner_of_a_game_never_falls(seed: int) -> None:
    games = sorted(some_games(seed), key=lambda game: (game.on, game.number, game.key))
    for count, game in enumerate(games):
        before, after = by_person(rate(games[:count])), by_person(rate(games[: count + 1]))
        for person in game.sides[0]:
            was = before.get((game.pool, person))
            assert after[game.pool, person].mu >= (was.mu if was else 25)


def test_equal_losers_stay_equal_and_a_draw_between_equals_changes_neither() -> None:
    four = Game("g", DAY, "pods", (("a",), ("b",), ("c",), ("d",)), (1, 2, 2, 2))
    found = by_person(rate([four]))
    assert (
        found["pods", "b"].mu == found["pods", "c"].mu == found["pods", "d"].mu < 25 < found["pods", "a"].mu
    )
    drawn = by_person(rate([duel("g", "a", "b", drawn=True)]))
    assert drawn["duel", "a"].mu == drawn["duel", "b"].mu == pytest.approx(25)


def test_only_the_order_of_ranks_counts_not_their_size() -> None:
    game = duel("g", "a", "b")
    assert rate([replace(game, ranks=(-3, 100))]) == rate([game])


def test_pools_know_nothing_of_each_other() -> None:
    games = [duel("1", "a", "b"), replace(duel("2", "a", "b"), pool="pods")]
    found = by_person(rate(games))
    assert (found["duel", "a"].mu, found["duel", "a"].games) == (found["pods", "a"].mu, 1)


def test_a_rating_is_shown_after_eight_games() -> None:
    games = [duel(str(number), "a", f"x{number}") for number in range(8)]
    assert by_person(rate(games[:7]))["duel", "a"].shown is None
    one = by_person(rate(games))["duel", "a"]
    assert one.shown == round(1000 + 40 * (one.mu - 25)) > 1000


def test_a_pool_is_ordered_by_what_is_sure_then_by_key() -> None:
    found = rate([duel("1", "z", "y"), duel("2", "b", "a")])["duel"]
    assert [one.person for one in found] == ["b", "z", "a", "y"]
    assert found[0].sure == found[1].sure > found[2].sure


def test_games_of_one_day_are_taken_by_number_then_key_so_that_a_correction_is_as_if_it_had_always_been() -> (
    None
):
    first, second = duel("b", "ann", "bob"), replace(duel("a", "bob", "cas"), number=1)
    turned = replace(first, number=2)
    assert rate([second, first]) == rate([first, second])
    assert rate([turned, second]) != rate([first, second])


@pytest.mark.parametrize(
    ("game", "code"),
    [
        (replace(duel("g", "a", "b"), sides=(("a",),), ranks=(1,)), "sides"),
        (replace(duel("g", "a", "b"), sides=(("a",), ())), "sides"),
        (replace(duel("g", "a", "b"), ranks=(1,)), "ranks"),
        (duel("g", "a", "a"), "person_twice"),
    ],
)
def test_a_game_that_means_nothing_is_refused(game: Game, code: str) -> None:
    with pytest.raises(SeasonError) as caught:
        rate([game])
    assert (caught.value.code, caught.value.where) == (code, "games.g")


def test_one_key_is_one_game() -> None:
    with pytest.raises(SeasonError, match="two games with this key"):
        rate([duel("g", "a", "b"), duel("g", "c", "d")])


def test_no_games_are_no_ratings() -> None:
    assert rate([]) == {}


def test_a_head_to_head_tells_who_came_in_before_whom_and_knows_no_partners() -> None:
    games = [
        duel("2", "ann", "bob", DAY + timedelta(days=1)),
        duel("1", "bob", "ann"),
        duel("3", "ann", "bob", DAY + timedelta(days=2), drawn=True),
        Game("4", DAY, "teams", (("ann", "bob"), ("cas", "dee")), (1, 2)),
        Game("5", DAY, "pods", (("dee",), ("ann",), ("bob",)), (1, 2, 2), 1),
    ]
    found = meetings(games, "ann")
    assert found["bob"] == Meetings(("2",), ("1",), ("5", "3"))
    assert (found["cas"], found["dee"]) == (Meetings(won=("4",)), Meetings(won=("4",), lost=("5",)))
    assert [found[other].count for other in found] == [4, 1, 2]
    assert meetings(games, "eve") == {}


def test_a_duel_moves_both_as_the_formula_of_plackett_and_luce_says() -> None:
    """Weng and Lin 2011, algorithm 4 for two sides, worked out by hand: three duels one after the other."""
    beta, tau = 25 / 6, 25 / 300
    mu, variance = dict.fromkeys("abc", 25.0), dict.fromkeys("abc", (25 / 3) ** 2)
    for winner, loser in ("ab", "ca", "ab"):
        for name in (winner, loser):
            variance[name] += tau**2
        c = math.sqrt(variance[winner] + variance[loser] + 2 * beta**2)
        chance = 1 / (1 + math.exp((mu[loser] - mu[winner]) / c))
        mu[winner] += variance[winner] / c * (1 - chance)
        mu[loser] -= variance[loser] / c * (1 - chance)
        for name in (winner, loser):
            shrink = math.sqrt(variance[name]) / c * variance[name] / c**2 * chance * (1 - chance)
            variance[name] *= max(1 - shrink, 0.0001)
    games = [duel(str(number), *pair) for number, pair in enumerate(("ab", "ca", "ab"))]
    found = {one.person: one for one in rate(games)["duel"]}
    assert {name: found[name].mu for name in "abc"} == pytest.approx(mu)
    assert {name: found[name].sigma ** 2 for name in "abc"} == pytest.approx(variance)
