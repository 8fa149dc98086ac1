"""Buchholz and its cuts, Sonneborn-Berger, cumulative and Koya, with and without unplayed rounds (FIDE C.07)."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from tournaments.standings import PRESETS, Entrant, Match, Preset, Row, compute, explain

METRICS = (
    *("match_points", "buchholz", "buchholz_cut1", "buchholz_cut2", "median_buchholz", "sonneborn_berger"),
    *("cumulative", "cumulative_cut1", "koya", "random"),
)
FIDE = PRESETS["fide"].but(metrics=METRICS)
PLAIN = FIDE.but(unplayed_opponent="none", adjust_unplayed=False)
VIRTUAL = FIDE.but(unplayed_opponent="virtual")
HALF = F(1, 2)


def win(number: int, winner: str, loser: str) -> Match:
    return Match(number, (winner, loser), (1, 0, 0))


def draw(number: int, first: str, second: str) -> Match:
    return Match(number, (first, second), (0, 0, 1))


def table(matches: list[Match], policy: Preset, names: str) -> dict[str, Row]:
    return {
        row.id: row
        for row in compute([Entrant(n, n, random=i) for i, n in enumerate(names)], matches, policy)
    }


ALL_PLAY = [
    *(win(1, "A", "B"), draw(1, "C", "D")),
    *(win(2, "A", "C"), win(2, "B", "D")),
    *(draw(3, "A", "D"), win(3, "B", "C")),
]
"""Round robin of four: A 2.5, B 2, D 1, C 0.5."""


@pytest.mark.parametrize("policy", [FIDE, PLAIN, VIRTUAL])
def test_a_full_round_robin_is_the_same_under_every_rule_for_unplayed_rounds(policy: Preset) -> None:
    row = table(ALL_PLAY, policy, "ABCD")["A"]
    assert row.values == {
        "match_points": F(5, 2),
        "buchholz": F(7, 2),
        "buchholz_cut1": F(3),
        "buchholz_cut2": F(2),
        "median_buchholz": F(1),
        "sonneborn_berger": 2 + HALF + HALF * 1,
        "cumulative": 1 + 2 + F(5, 2),
        "cumulative_cut1": 2 + F(5, 2),
        "koya": F(1),
        "random": F(0),
    }
    assert [r.id for r in compute([Entrant(n) for n in "DCBA"], ALL_PLAY, policy)] == ["A", "B", "D", "C"]


def test_exactly_half_of_all_points_is_enough_for_koya() -> None:
    matches = [win(1, "A", "B"), win(2, "B", "C"), draw(2, "A", "D")]
    row = table(matches, PLAIN, "ABCD")["A"]
    assert row.values["koya"] == 1  # B has 1 of 2, D half a point of 2


def test_cutting_more_than_there_is_leaves_nothing() -> None:
    row = table([win(1, "A", "B")], PLAIN, "AB")["B"]
    assert [row.values[key] for key in ("buchholz", "buchholz_cut1", "buchholz_cut2", "median_buchholz")] == [
        1,
        0,
        0,
        0,
    ]


def test_ones_own_unplayed_round_counts_as_a_match_against_their_own_score() -> None:
    matches = [win(1, "A", "B"), Match.bye(1, "C"), win(2, "C", "A"), Match.bye(2, "B", "half_bye")]
    rows = table(matches, FIDE, "ABC")
    # C won a bye and beat A (1 point): stand-in with C's own 2 points, and A with 1.
    assert rows["C"].values["buchholz"] == 2 + 1
    assert rows["C"].values["sonneborn_berger"] == 1 * 2 + 1 * 1
    assert rows["C"].values["buchholz_cut1"] == 2
    assert table(matches, PLAIN, "ABC")["C"].values["buchholz"] == 1


def test_a_round_sat_out_freely_is_cut_before_a_lower_score() -> None:
    matches = [
        draw(1, "A", "B"),
        Match.bye(2, "A", "half_bye"),
        win(2, "C", "B"),
        win(3, "A", "C"),
        Match.bye(3, "B"),
    ]
    rows = table(matches, FIDE, "ABC")
    # A: 2 points. Meetings: B 1.5, half-point bye worth A's own 2, C 1 (no row in 1 and beaten in 3).
    assert rows["A"].values["buchholz"] == F(3, 2) + 2 + 1
    assert rows["A"].values["buchholz_cut1"] == F(3, 2) + 1
    opened = explain([Entrant(n) for n in "ABC"], matches, FIDE, "A", "buchholz_cut1")
    assert [(s.code, s.params["round"]) for s in opened.steps if s.code == "cut_low"] == [("cut_low", 2)]


def test_a_pairing_bye_is_no_round_sat_out_freely() -> None:
    matches = [Match.bye(1, "A"), win(2, "A", "B"), win(3, "A", "C")]
    row = table(matches, FIDE, "ABC")["A"]
    # B lost and then sat out to the end: half a point. C came late and lost: nothing. The bye: A's own 3.
    assert row.values["buchholz"] == 3 + HALF + 0
    assert row.values["buchholz_cut1"] == 3 + HALF
    assert row.values["buchholz_cut2"] == 3


def test_requested_byes_at_the_end_count_as_draws_for_the_opponents() -> None:
    matches = [win(1, "B", "A"), Match.bye(2, "B", "missed"), win(2, "A", "C"), win(3, "A", "D")]
    rows = table(matches, FIDE, "ABCD")
    # B: 1 point, then two rounds sat out to the end, each worth half a point for A.
    b_lines = explain([Entrant(n) for n in "ABCD"], matches, FIDE, "A", "buchholz").steps
    assert (b_lines[0].code, b_lines[0].value, b_lines[0].params["points"]) == ("opponent_adjusted", 2, 1)
    assert rows["B"].points == 1


def test_a_requested_bye_followed_by_a_match_keeps_its_points() -> None:
    matches = [
        win(1, "B", "A"),
        Match.bye(2, "B", "missed"),
        draw(3, "B", "C"),
        Match.bye(2, "A"),
        Match.bye(3, "A"),
    ]
    opened = explain([Entrant(n) for n in "ABC"], matches, FIDE, "A", "buchholz")
    assert (opened.steps[0].code, opened.steps[0].value) == ("opponent_score", F(3, 2))


def test_a_lost_no_show_at_the_end_keeps_its_nought_but_ends_nothing() -> None:
    matches = [
        *(win(1, "B", "A"), Match.bye(2, "B", "half_bye"), Match.no_show(3, "C", "B")),
        *(Match.bye(2, "A"), Match.bye(3, "A"), Match.bye(1, "C"), Match.bye(2, "C")),
    ]
    opened = explain([Entrant(n) for n in "ABC"], matches, FIDE.but(half_bye=F(0)), "A", "buchholz")
    # Round 2 was requested and only a free round follows: a draw. Round 3, a lost no-show, keeps its 0.
    assert (opened.steps[0].code, opened.steps[0].value) == ("opponent_adjusted", 1 + HALF + 0)
    rows = table(matches, FIDE, "ABC")
    assert rows["B"].played == 1
    assert rows["C"].played == 0


def test_a_forfeit_win_is_a_stand_in_and_no_opponent() -> None:
    matches = [Match.no_show(1, "A", "B"), win(2, "A", "C"), win(2, "B", "D")]
    row = table(matches, FIDE, "ABCD")["A"]
    assert (row.values["buchholz"], row.values["sonneborn_berger"]) == (2 + 0, 1 * 2 + 1 * 0)
    assert row.played == 1


def test_the_virtual_opponent_of_2009_had_the_same_score_and_drew_ever_after() -> None:
    matches = [win(1, "A", "B"), Match.bye(2, "A"), win(3, "A", "C")]
    opened = explain([Entrant(n) for n in "ABC"], matches, VIRTUAL, "A", "buchholz")
    # 1 point before round 2, nothing from the bye's other side, half a point for round 3.
    assert (opened.steps[1].code, opened.steps[1].value) == ("virtual_score", 1 + 0 + HALF)
    # B lost in round 1 and has two unplayed rounds: two draws. C: two unplayed rounds and a loss.
    assert [step.value for step in (opened.steps[0], opened.steps[2])] == [1, 1]


def test_card_game_policies_count_real_opponents_only() -> None:
    policy = PRESETS["x610z"].but(metrics=METRICS)
    matches = [Match(1, ("A", "B"), (2, 0, 0)), Match.bye(2, "A"), Match(2, ("B", "C"), (2, 1, 0))]
    row = table(matches, policy, "ABC")["A"]
    assert (row.values["buchholz"], row.values["sonneborn_berger"]) == (3, 9)
    assert row.values["cumulative"] == 3 + 6
