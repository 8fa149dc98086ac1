"""Single simulated events: people who come late, leave, or are of one clan; and that a seed says everything."""

from dataclasses import replace

import pytest

from tournaments.pairing import Pair, Player, check_round
from tournaments.pairing.model import Options
from tournaments.simulator import Cut, Settings, Totals, play, totals_of
from tournaments.simulator.event import cut_of
from tournaments.standings import PRESETS, compute

BUSY = Settings(
    players=27,
    rounds=5,
    draws=0.1,
    drops=((0.02,), (0.1,), (0.3,)),
    late=0.2,
    late_until=3,
    clans=0.5,
    cut=Cut(size=8),
)


def test_the_same_seed_plays_the_same_day_and_another_seed_another_one():
    assert play(BUSY, 7) == play(BUSY, 7)
    assert play(BUSY, 7) != play(BUSY, 8)
    assert play(BUSY, 7) != play(replace(BUSY, seed="other"), 7)


def test_the_work_may_be_divided_in_any_way():
    whole = totals_of(BUSY, range(12))
    parts = Totals()
    for numbers in (range(9, 12), range(1), range(1, 9)):
        parts.merge(Totals.from_json(totals_of(BUSY, numbers).to_json()))
    assert parts == whole
    assert whole.to_json() == parts.to_json()


def test_a_player_is_as_strong_under_every_setting_of_the_same_day():
    """Round one of two settings is the same day: what differs is what the setting changes."""
    short, long = replace(BUSY, rounds=3), replace(BUSY, rounds=5, cut=Cut())
    first = [match for match in play(short, 1000).matches if match.round == 1]
    assert first == [match for match in play(long, 1000).matches if match.round == 1]


@pytest.mark.parametrize("number", range(6))
def test_every_round_of_an_event_is_a_round_that_the_checker_accepts(number):
    """The rounds are put together again from the bare matches and held against the checker and the standings."""
    event = play(BUSY, number + 1000)
    byes = 0
    for at in range(1, BUSY.rounds + 1):
        matches = [match for match in event.matches if match.round == at]
        names = [name for match in matches for name in match.players if name is not None]
        assert len(set(names)) == len(names)
        present = {
            one.id
            for one in event.entrants
            if one.joined_round <= at and (one.dropped_after is None or one.dropped_after >= at)
        }
        assert set(names) == present
        byes += sum(match.kind == "bye" for match in matches)
        here = [row.id for row in event.rounds[at - 1].standing]
        assert set(here) == present
        assert here == [
            row.id
            for row in compute(event.entrants, event.matches, BUSY.preset, through_round=at)
            if row.id in present
        ]
    assert byes == sum(one.byes for one in event.rounds[: BUSY.rounds])


def test_the_counts_of_a_round_are_those_of_the_checker():
    chosen = replace(BUSY, drops=((0.0,),), late=0.0)
    for number in range(1000, 1004):
        event = play(chosen, number)
        for at in range(2, chosen.rounds + 1):
            players = players_before(chosen, event, at)
            matches = [match for match in event.matches if match.round == at]
            pairs = [
                Pair(*match.players, table=None if match.kind == "bye" else table)
                for table, match in enumerate(matches, 1)
            ]
            report = check_round(players, pairs, Options(total_rounds=chosen.rounds))
            played = event.rounds[at - 1]
            assert report.ok
            assert report.certificate.rematches == played.rematches
            assert report.certificate.pair_downs == played.floats
            assert report.certificate.soft_conflicts == played.clan_pairs
            assert report.certificate.second_byes == played.second_byes


def players_before(chosen, event, at):
    """The players of a round from the matches before it alone."""
    members = round(chosen.clans * chosen.players)
    rows = compute(event.entrants, event.matches, chosen.preset, through_round=at - 1)
    met = {row.id: [] for row in rows}
    for match in event.matches:
        if match.round < at:
            first, second = match.players
            met[first].append(second)
            if second is not None:
                met[second].append(first)
    return [
        Player(
            id=row.id,
            score=int(row.points),
            opponents=tuple(met[row.id]),
            byes=row.byes,
            rank=place,
            group=str((int(row.id[1:]) - 1) // chosen.clan_size) if int(row.id[1:]) <= members else None,
        )
        for place, row in enumerate(rows, 1)
    ]


def test_who_comes_late_has_lost_the_rounds_before_and_nobody_comes_after_the_last_round_for_it():
    event = play(replace(BUSY, drops=((0.0,),), late=0.5), 1003)
    joined = {one.id: one.joined_round for one in event.entrants}
    assert set(joined.values()) == {1, 2, 3}
    for row in event.rounds[BUSY.rounds - 1].standing:
        assert sum(row.record) == BUSY.rounds
        assert row.record[1] >= joined[row.id] - 1
    none = play(replace(BUSY, late=0.5, late_until=1), 1003)
    assert {one.joined_round for one in none.entrants} == {1}


def test_more_losses_make_more_people_leave_and_who_left_is_not_in_the_cut():
    chosen = replace(BUSY, drops=((0.0,), (0.0,), (0.9,)), late=0.0)
    event = play(chosen, 1000)
    left = {one.id: one.dropped_after for one in event.entrants if one.dropped_after}
    assert event.dropped == len(left) > 0
    for name, after in left.items():
        lost = sum(
            match.games is not None
            and name in match.players
            and match.games[match.players.index(name)] < match.games[1 - match.players.index(name)]
            for match in event.matches
            if match.round <= after
        )
        assert lost >= 2
    assert not set(event.cut) & set(left)


def test_clan_mates_meet_less_often_than_chance_and_never_under_the_strict_rule():
    chosen = Settings(players=24, rounds=3, clans=1.0, clan_size=6)
    soft = totals_of(chosen, range(1000, 1010)).per_event["clan_pairs"]
    strict = totals_of(replace(chosen, clan_rounds=3), range(1000, 1010)).per_event["clan_pairs"]
    assert strict == {0: 10}
    chance = 36 * 5 / 23 * 10
    assert sum(value * count for value, count in soft.items()) < chance / 3


def test_a_tournament_that_everybody_leaves_comes_to_its_end():
    event = play(Settings(players=3, rounds=6, drops=((0.9,),), cut=Cut(size=2)), 4)
    assert len(event.rounds) == 6
    assert event.rounds[-1].standing == () or len(event.rounds[-1].standing) == 1
    assert event.winner_seed == 0


def test_half_points_reach_the_pairing_as_whole_ones():
    chosen = Settings(players=12, rounds=4, draws=0.5, preset=PRESETS["fide"])
    assert chosen.preset.scale == 2
    event = play(chosen, 1000)
    halves = [row for row in event.rounds[-1].standing if row.points.denominator == 2]
    assert halves
    assert sum(one.floats for one in event.rounds) > 0
    assert all(one.largest_gap <= 2 for one in event.rounds)


def test_a_cut_by_points_takes_all_who_have_them_and_both_limits_hold():
    event = play(Settings(players=32, rounds=5, cut=Cut(points=12), draws=0.0), 1000)
    standing = event.rounds[-1].standing
    assert set(event.cut) == {row.id for row in standing if row.points >= 12}
    both = Settings(players=32, rounds=5, cut=Cut(size=4, points=12), draws=0.0)
    assert cut_of(both, standing) == event.cut[:4]
    assert 1 <= event.winner_seed <= len(event.cut)


def test_a_double_elimination_is_played_to_its_end_and_takes_longer():
    single = totals_of(replace(BUSY, cut=Cut(size=8)), range(1000, 1015))
    double = totals_of(replace(BUSY, cut=Cut(size=8, knock_out="double")), range(1000, 1015))
    assert sum(double.per_event["winner_seed"].values()) == 15
    assert 0 not in double.per_event["winner_seed"]
    assert double.per_event["swiss_length"] == single.per_event["swiss_length"]
    assert sum(k * n for k, n in double.per_event["length"].items()) > sum(
        k * n for k, n in single.per_event["length"].items()
    )
