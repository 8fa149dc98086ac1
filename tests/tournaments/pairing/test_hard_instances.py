"""The hard instances on which pairing programs are known to fail; numbers as in docs/pairing.md."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.pairing_states import Dice, Season, states
from tests.tournaments.pairing.builders import bye_of, everybody_once, meetings, players_from
from tests.tournaments.pairing.oracle import full_cost
from tournaments.pairing import Options, Player, RoundDraft, pair_round
from tournaments.pairing.decompose import solve_field
from tournaments.pairing.field import make_field
from tournaments.pairing.groups import make_groups


def all_meet(names: list[str]) -> list[tuple[str, str]]:
    """Every pair of the names has met."""
    return [(one, two) for place, one in enumerate(names) for two in names[place + 1 :]]


def test_01_four_players_in_round_three_get_the_only_pairing_left() -> None:
    met = [("A", "B"), ("C", "D"), ("A", "C"), ("B", "D")]
    players = players_from({"A": 6, "B": 3, "C": 3, "D": 0}, met)
    draft = pair_round(players, seed="s", number=3)
    assert meetings(draft) == {frozenset("AD"), frozenset("BC")}


@pytest.mark.parametrize(("size", "rounds"), [(4, 3), (5, 5), (6, 5), (7, 7), (8, 7), (10, 9), (12, 11)])
def test_02_small_fields_can_play_everybody_when_the_rounds_are_announced(size: int, rounds: int) -> None:
    for seed in range(12):
        season = Season(size, rounds, seed=f"all{seed}", drops=0, options=Options(total_rounds=rounds))
        played = 0
        for number, players in states(season):
            draft = pair_round(players, seed=season.seed, number=number, options=season.options)
            assert (draft.certificate.rematches, draft.certificate.second_byes) == (0, 0)
            played += 1
        assert played == rounds


def test_02_two_triangles_are_recognised_as_impossible_and_answered_with_one_rematch() -> None:
    left, right = ["A", "B", "C"], ["D", "E", "F"]
    met = [(one, two) for one in left for two in right]
    draft = pair_round(players_from(dict.fromkeys("ABCDEF", 3), met), seed="s", number=4)
    assert draft.certificate.rematches == 1
    assert [note.code for note in draft.certificate.relaxed] == ["rematch"]
    assert not draft.certificate.certified


def test_02_more_rounds_than_a_field_can_carry_are_announced_before_they_fail() -> None:
    players = [Player(name, 0) for name in "ABCD"]
    draft = pair_round(players, seed="s", number=1, options=Options(total_rounds=5))
    (note,) = draft.certificate.relaxed
    assert (note.code, dict(note.params)) == ("future_rounds", {"possible": 2, "wanted": 4})


def test_02_a_pair_decided_by_the_staff_is_part_of_looking_ahead() -> None:
    for seed in range(8):
        season = Season(6, 5, seed=f"dec{seed}", drops=0)

        def pair(players: list[Player], number: int, seed: int = seed) -> RoundDraft:
            first = players[0]
            partner = next(player for player in players[1:] if player.id not in first.opponents)
            return pair_round(
                players,
                seed=str(seed),
                number=number,
                options=Options(total_rounds=5),
                fixed_pairs=[(partner.id, first.id)],
            )

        notes = []
        for number, players in states(season, pair):
            certificate = pair(players, number).certificate
            assert certificate.rematches == 0
            notes += certificate.relaxed
        assert notes == []


def test_03_a_last_group_of_two_who_met_is_broken_up() -> None:
    players = players_from({"A": 6, "B": 6, "C": 3, "D": 3, "E": 0, "F": 0}, [("E", "F")])
    draft = pair_round(players, seed="s", number=2)
    assert draft.certificate.rematches == 0
    assert draft.certificate.cost == 18


def test_03_a_last_player_who_had_the_bye_plays_and_the_next_lowest_gets_it() -> None:
    players = [
        Player("A", 6),
        Player("B", 6),
        Player("C", 3),
        Player("D", 3),
        Player("E", 3, (None,), byes=1),
    ]
    players[4] = replace(players[4], score=0)
    draft = pair_round(players, seed="s", number=2)
    assert bye_of(draft) in {"C", "D"}
    assert draft.certificate.second_byes == 0


def test_03_three_bottom_players_with_used_byes_leave_the_bye_to_a_higher_score() -> None:
    players = [Player(name, 6) for name in "ABCD"] + [Player(name, 3, (None,), byes=1) for name in "EFG"]
    draft = pair_round(players, seed="s", number=2)
    assert bye_of(draft) in set("ABCD")
    assert draft.certificate.second_byes == 0


def test_04_a_top_group_of_three_who_all_met_pairs_down_three_times() -> None:
    scores = {"A": 9, "B": 9, "C": 9} | {f"p{i}": 6 for i in range(9)}
    players = players_from(scores, all_meet(["A", "B", "C"]))
    draft = pair_round(players, seed="s", number=4)
    assert draft.certificate.cost == 27 > draft.certificate.lower_bound == 9
    assert draft.certificate.pair_downs == 3
    assert not draft.certificate.certified and draft.certificate.exact


def test_05_a_group_of_mutual_opponents_and_one_stranger_sends_floaters_down() -> None:
    team = [f"t{i}" for i in range(5)]
    scores = dict.fromkeys([*team, "stranger"], 6) | {f"p{i}": 3 for i in range(6)}
    draft = pair_round(players_from(scores, all_meet(team)), seed="s", number=5)
    assert draft.certificate.rematches == 0
    assert draft.certificate.pair_downs == 4
    assert draft.certificate.cost == 36


def test_06_groups_of_one_in_a_row_pair_as_neighbours() -> None:
    players = players_from({"A": 7, "B": 6, "C": 5, "D": 4, "E": 3, "F": 2})
    draft = pair_round(players, seed="s", number=4)
    assert meetings(draft) == {frozenset("AB"), frozenset("CD"), frozenset("EF")}
    assert draft.certificate.certified


def test_06_an_odd_prefix_above_a_group_emptied_by_drops_pairs_over_the_hole() -> None:
    players = [Player("A", 9), Player("B", 6, active=False), Player("C", 3), Player("D", 0), Player("E", 0)]
    draft = pair_round(players, seed="s", number=4)
    assert frozenset("AC") in meetings(draft)
    assert draft.certificate.cost == draft.certificate.lower_bound == 36
    assert everybody_once(draft, players)


@pytest.mark.parametrize("above_threshold", [0, -1, -2])
def test_07_a_group_at_the_threshold_of_large_and_just_below_cost_the_same_as_the_full_matching(
    above_threshold: int,
) -> None:
    degree = 3
    size = 2 * degree + 4 * degree + 8 + above_threshold
    middle = [f"m{i:02}" for i in range(size)]
    met = [pair for start in range(0, size - 3, 4) for pair in all_meet(middle[start : start + 4])]
    scores = dict.fromkeys(["a0", "a1", "a2"], 9) | dict.fromkeys(middle, 6) | dict.fromkeys("xyzw", 3)
    players = players_from(scores, [*all_meet(["a0", "a1", "a2"]), *met])
    field = make_field(players, seed="t", number=4, options=Options())
    groups = make_groups(field)
    assert groups[1].large == (above_threshold == 0)
    outcome = solve_field(field)
    cost = sum((one.score - (two.score if two else field.bye_score)) ** 2 for one, two in outcome.everybody())
    assert cost == full_cost(players)


@pytest.mark.parametrize(("mates", "others"), [(55, 45), (11, 9), (220, 180)])
def test_08_half_the_field_in_one_clan_leaves_exactly_the_pairs_nobody_can_part(
    mates: int, others: int
) -> None:
    players = [Player(f"c{i:03}", 0, group="clan") for i in range(mates)]
    players += [Player(f"o{i:03}", 0) for i in range(others)]
    certificate = pair_round(players, seed="s", number=1).certificate
    assert certificate.soft_conflicts == (mates - others) // 2
    assert certificate.cost == 0


def test_09_a_thousand_awarded_byes_in_ten_thousand_stay_small_problems() -> None:
    season = Season(10_001, 3, seed="gp", awarded_byes=1000)
    for number, players in states(season):
        certificate = pair_round(players, seed="gp", number=number).certificate
        assert certificate.second_byes == certificate.rematches == 0
        assert max(certificate.windows, default=0) < 450
        assert certificate.cost <= certificate.lower_bound + 60


def test_09_when_everybody_had_a_bye_one_with_the_fewest_gets_it() -> None:
    players = [Player(name, 3, (None,), byes=1 if name in "CDE" else 2) for name in "ABCDE"]
    draft = pair_round(players, seed="s", number=3)
    assert bye_of(draft) in {"C", "D", "E"}
    assert draft.certificate.second_byes == 0
    assert [note.code for note in draft.certificate.relaxed] == ["everyone_had_bye"]


def test_09_a_single_player_gets_a_bye_and_nobody_gives_an_empty_round() -> None:
    assert bye_of(pair_round([Player("A", 3, (None,), byes=1)], seed="s", number=2)) == "A"
    assert pair_round([], seed="s", number=2).pairs == ()


def test_10_seventeen_players_over_eight_rounds_never_meet_again_nor_get_a_second_bye() -> None:
    for seed in range(12):
        for number, players in states(Season(17, 8, seed=f"trap{seed}", drops=0)):
            certificate = pair_round(players, seed=str(seed), number=number).certificate
            assert (certificate.rematches, certificate.second_byes) == (0, 0)


def test_11_distinct_scores_use_the_rolling_horizon_and_stay_within_a_few_percent_of_the_bound() -> None:
    season = Season(1200, 3, seed="vp", victory_points=True)
    for number, players in states(season):
        if number == 1:
            continue
        spread = [replace(player, score=player.score * 1000 + place) for place, player in enumerate(players)]
        draft = pair_round(spread, seed="vp", number=number)
        assert everybody_once(draft, spread)
        assert draft.certificate.rematches == 0
        assert draft.certificate.cost < 1.2 * draft.certificate.lower_bound + 1
        assert not draft.certificate.exact or draft.certificate.windows == ()


def test_11_the_rolling_horizon_equals_the_full_matching_on_a_few_hundred_players() -> None:
    options = Options(window_limit=60)
    dice = Dice("horizon")
    for size in (120, 201):
        season = Season(size, 5, seed=f"h{size}", victory_points=True)
        for number, players in states(season):
            spread = [replace(player, score=player.score * 20 + dice.below(20)) for player in players]
            draft = pair_round(spread, seed="h", number=number, options=options)
            assert everybody_once(draft, spread)
            optimum = full_cost(spread)
            assert optimum is not None
            assert optimum <= draft.certificate.cost <= 1.02 * optimum


def test_13_a_forced_rematch_is_kept_and_named() -> None:
    players = players_from({"A": 3, "B": 0, "C": 3, "D": 0}, [("A", "B"), ("C", "D")])
    draft = pair_round(players, seed="s", number=2, fixed_pairs=[("A", "B")])
    assert meetings(draft) == {frozenset("AB"), frozenset("CD")}
    assert [note.code for note in draft.certificate.relaxed] == ["rematch", "fixed_rematch"]


def test_13_two_members_of_different_groups_can_be_forced_and_the_rest_stays_optimal() -> None:
    players = players_from({"A": 9, "B": 6, "C": 6, "D": 3, "E": 3, "F": 0})
    draft = pair_round(players, seed="s", number=4, fixed_pairs=[("A", "F")])
    assert meetings(draft) == {frozenset("AF"), frozenset("BC"), frozenset("DE")}
    assert draft.certificate.cost == 0 and draft.certificate.certified


def test_13_locking_all_but_three_who_all_met_still_gives_a_complete_round() -> None:
    names = [f"p{i}" for i in range(9)]
    players = players_from(dict.fromkeys(names, 3), all_meet(["p6", "p7", "p8"]))
    fixed = [("p0", "p1"), ("p2", "p3"), ("p4", "p5")]
    draft = pair_round(players, seed="s", number=3, fixed_pairs=fixed)
    assert everybody_once(draft, players)
    assert draft.certificate.rematches == 1
