"""Figures that can be worked out by hand, held against simulated events: exactly where exact, else within 4 sigma."""

from collections import Counter
from fractions import Fraction
from math import comb, erf, log, sqrt

import pytest

from tests.speeds import amount
from tournaments.simulator import Clock, Cut, Settings, answer, play, totals_of
from tournaments.simulator.answers import mean, share
from tournaments.simulator.dice import normal, uniform

EVEN = {"draws": 0.0, "strength": 0.0, "drops": ((0.0,),)}


def settings(players: int, rounds: int, **changes: object) -> Settings:
    """Equal players, no draws, nobody leaves, unless a test says so."""
    return Settings(players=players, rounds=rounds, **{**EVEN, **changes})


def near(measured: float, expected: float, variance: float, trials: int) -> bool:
    """Within four standard deviations: a right simulator fails once in 16,000 seeds, and the seeds are fixed."""
    return abs(measured - expected) <= 4 * sqrt(variance / trials) + 1e-12


@pytest.mark.parametrize("rounds", [1, 2, 3, 4, 5])
def test_a_power_of_two_without_draws_leaves_exactly_the_binomial_records(rounds):
    players = 2**rounds
    for number in range(10):
        event = play(settings(players, rounds, cut=Cut(size=2)), number + 1000)
        found = Counter(row.record[0] for row in event.rounds[-1].standing)
        assert found == {wins: comb(rounds, wins) for wins in range(rounds + 1)}


def test_a_power_of_two_has_one_unbeaten_however_unequal_its_players_are():
    totals = totals_of(settings(32, 5, strength=300.0), range(1000, 1040))
    assert totals.per_event["unbeaten"] == {1: 40}
    assert totals.per_event["floats"] == {0: 40}


def unbeaten_after(players: int, rounds: int) -> dict[int, Fraction]:
    """How many are unbeaten without draws: of an odd number one floats down, and wins there half the time."""
    chances = {players: Fraction(1)}
    for _round in range(rounds):
        after: dict[int, Fraction] = {}
        for count, chance in chances.items():
            for won in (0, 1) if count % 2 else (0,):
                part = chance / 2 if count % 2 else chance
                after[count // 2 + won] = after.get(count // 2 + won, Fraction(0)) + part
        chances = after
    return chances


@pytest.mark.parametrize(("players", "rounds"), [(12, 3), (22, 4), (38, 4)])
def test_the_number_of_unbeaten_follows_the_chain_of_halves(players, rounds):
    events = amount(100, 400, "simulated events")
    found = totals_of(settings(players, rounds), range(1000, 1000 + events)).per_event["unbeaten"]
    expected = unbeaten_after(players, rounds)
    assert set(found) <= set(expected)
    for count, chance in expected.items():
        share = float(chance)
        assert near(found.get(count, 0) / events, share, share * (1 - share), events), (count, share, found)


def test_after_one_round_every_draw_adds_one_unbeaten_player():
    events, players, draws = amount(200, 600, "simulated events"), 20, 0.25
    found = totals_of(settings(players, 1, draws=draws), range(1000, 1000 + events)).per_event["unbeaten@1"]
    for drawn in range(players // 2 + 1):
        chance = comb(10, drawn) * draws**drawn * (1 - draws) ** (10 - drawn)
        assert near(found.get(10 + drawn, 0) / events, chance, chance * (1 - chance), events)
    assert min(found) >= 10


@pytest.mark.parametrize(("players", "byes"), [(15, 5), (16, 0), (3, 3)])
def test_an_odd_field_has_one_bye_a_round_and_an_even_one_none(players, byes):
    totals = totals_of(settings(players, min(5, players)), range(1000, 1020))
    assert totals.per_event["byes"] == {byes: 20}
    assert totals.per_event["second_byes"] == {0: 20}


def test_equal_players_win_the_cut_equally_often_from_every_seed():
    events = amount(250, 800, "simulated events")
    seeds = totals_of(settings(8, 3, cut=Cut(size=8)), range(1000, 1000 + events)).per_event["winner_seed"]
    assert set(seeds) == set(range(1, 9))
    assert all(near(count / events, 1 / 8, 7 / 64, events) for count in seeds.values())


@pytest.mark.parametrize("games", [1, 3, 5])
def test_the_stronger_wins_as_often_as_elo_and_the_number_of_games_say(games):
    chosen = settings(2, 1, strength=200.0, games=games)
    needed = games // 2 + 1
    expected = variance = wins = 0.0
    events = amount(400, 1500, "simulated events")
    for number in range(events):
        first, second = strengths(chosen, number)
        game = 1 / (1 + 10 ** ((second - first) / 400))
        match = sum(
            comb(needed - 1 + lost, lost) * game**needed * (1 - game) ** lost for lost in range(needed)
        )
        expected += match
        variance += match * (1 - match)
        (played,) = play(chosen, number).matches
        winner = played.players[0] if played.games[0] > played.games[1] else played.players[1]
        wins += winner == "P1"
    assert abs(wins - expected) <= 4 * sqrt(variance)


def strengths(chosen: Settings, number: int) -> tuple[float, float]:
    """How strong the two players of an event are."""
    seed = f"{chosen.seed}|{number}"
    first, second = (normal(seed, 0, f"{one}/strength") for one in ("P1", "P2"))
    return chosen.strength * first, chosen.strength * second


def test_the_longest_of_many_matches_is_as_long_as_the_closed_form_says():
    """With a log-normal length, all of n matches are over by t with the n-th power of one match's chance."""
    clock = Clock(minutes=0, match=40.0, spread=0.35, between=0.0)
    events = amount(300, 1000, "simulated events")
    totals = totals_of(settings(16, 1, clock=clock), range(1000, 1000 + events))
    for limit in (50, 60, 70, 90):
        one = 0.5 * (1 + erf(log((limit + 0.5) / 40.0) / 0.35 / sqrt(2)))
        found = sum(n for length, n in totals.per_event["length"].items() if length <= limit) / events
        assert near(found, one**8, one**8 * (1 - one**8), events)


def test_fixed_lengths_add_up_to_the_day():
    clock = Clock(round_lengths=(50.0,), betweens=(7.0,), pause=30, match=20.0, spread=0.0, cut_minutes=0)
    event = play(settings(8, 4, cut=Cut(size=4), clock=clock), 0)
    assert event.swiss_length == 4 * 50 + 3 * 7 + 30
    assert event.length == event.swiss_length + 2 * (7 + 20)


def test_a_drawn_match_takes_the_whole_round_and_a_round_of_byes_none():
    clock = Clock(minutes=45, match=10.0, spread=0.0, overtime=0.0, between=0.0)
    assert play(settings(8, 1, draws=1.0, clock=clock), 0).length == 45
    assert play(settings(8, 1, clock=clock), 0).length == 10
    gone = play(settings(3, 3, drops=((0.9,),), clock=clock), 12)
    assert gone.length == 10 * sum(one.matches > 0 for one in gone.rounds)


def test_intervals_hold_what_they_promise():
    """Of 300 campaigns of 60 tosses of a known coin, about 15 may have their 95 % interval beside the truth."""
    missed = missed_mean = 0
    for campaign in range(300):
        coins = [uniform("coin", campaign, str(toss)) < 0.5 for toss in range(60)]
        found, average = share(sum(coins), 60), mean(Counter(int(coin) for coin in coins))
        missed += not found.low <= 0.5 <= found.high
        missed_mean += not average.low <= 0.5 <= average.high
    assert 4 <= missed <= 30
    assert 4 <= missed_mean <= 30


def test_one_unbeaten_is_reached_after_the_number_of_halvings():
    chosen = settings(16, 2, events=40)
    answers = answer(chosen, totals_of(chosen, range(chosen.events)))
    assert answers.rounds_one_unbeaten == 4
    assert [line.one_unbeaten.value for line in answers.rounds[:4]] == [0.0, 0.0, 0.0, 1.0]
    assert [line.announced for line in answers.rounds] == [True, True] + [False] * 5


def test_sixteen_players_after_four_rounds_leave_out_one_of_five_with_one_loss_for_a_cut_of_four():
    chosen = settings(16, 4, cut=Cut(size=4), events=30)
    answers = answer(chosen, totals_of(chosen, range(30)))
    made = {line.record: line.made.value for line in answers.records}
    assert made == {(4, 0, 0): 1.0, (3, 1, 0): 0.75, (2, 2, 0): 0.0, (1, 3, 0): 0.0, (0, 4, 0): 0.0}
    assert answers.rounds[3].none_left_out.value == 0.0  # one and four: one of them always misses
    assert answers.unbeaten_missed.value == 0.0
