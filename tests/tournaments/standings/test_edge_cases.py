"""The edge cases of a tournament day, each with numbers worked out by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from tournaments.standings import PRESETS, Entrant, Match, Preset, Row, StandingsError, compute, explain

MTG = PRESETS["mtg"].but(metrics=("match_points", "mw", "omw", "gw", "ogw", "oomw", "random"))
X610Z = PRESETS["x610z"]


def people(*names: str) -> list[Entrant]:
    return [Entrant(name, name, random=index) for index, name in enumerate(names)]


def by_id(
    entrants: list[Entrant], matches: list[Match], preset: Preset = MTG, through: int | None = None
) -> dict:
    return {row.id: row for row in compute(entrants, matches, preset, through)}


def values(row: Row, *keys: str) -> list[F | None]:
    return [row.values[key] for key in keys]


def test_before_round_one_everybody_stands_at_nothing_in_the_order_of_the_lots() -> None:
    rows = compute([Entrant("b", random=2), Entrant("a", random=7)], [], X610Z)
    assert [(row.rank, row.id) for row in rows] == [(1, "b"), (2, "a")]
    assert all(row.values[key] == 0 for row in rows for key in ("match_points", "omw", "gw", "ogw", "oomw"))
    assert rows[0].record == (0, 0, 0)
    assert rows[0].played == rows[0].byes == 0


def test_no_entrants_make_an_empty_table() -> None:
    assert compute([], [], X610Z) == []


def test_a_hand_made_event_of_four_comes_out_in_every_cell() -> None:
    matches = [
        Match(1, ("A", "B"), (2, 0, 0)),
        Match(1, ("C", "D"), (2, 1, 0)),
        Match(2, ("A", "C"), (1, 1, 1)),
        Match(2, ("B", "D"), (0, 2, 0)),
    ]
    rows = by_id(people("A", "B", "C", "D"), matches)
    assert {name: row.values["match_points"] for name, row in rows.items()} == {
        "A": 4,
        "B": 0,
        "C": 4,
        "D": 3,
    }
    assert {name: row.record for name, row in rows.items()} == {
        "A": (1, 0, 1),
        "B": (0, 2, 0),
        "C": (1, 0, 1),
        "D": (1, 1, 0),
    }
    # MW: A 4/6, B 0, C 4/6, D 3/6; opponents of A are B (0.33 floor) and C.
    assert rows["A"].values["omw"] == (F(33, 100) + F(2, 3)) / 2
    assert rows["B"].values["omw"] == (F(2, 3) + F(1, 2)) / 2
    assert rows["C"].values["omw"] == (F(1, 2) + F(2, 3)) / 2
    assert rows["D"].values["omw"] == (F(2, 3) + F(33, 100)) / 2
    # Games: A 2-0 and 1-1-1: (9 + 1) of 15; B 0-2, 0-2: 0; C 2-1, 1-1-1: 10 of 18; D 1-2, 2-0: 9 of 15.
    assert {name: row.values["gw"] for name, row in rows.items()} == {
        "A": F(10, 15),
        "B": F(0),
        "C": F(10, 18),
        "D": F(9, 15),
    }
    assert rows["A"].values["ogw"] == (F(33, 100) + F(5, 9)) / 2
    assert rows["A"].values["oomw"] == (rows["B"].values["omw"] + rows["C"].values["omw"]) / 2
    assert [row.id for row in compute(people("A", "B", "C", "D"), matches, MTG)] == ["C", "A", "D", "B"]


def test_only_byes_give_points_and_no_opponents() -> None:
    row = by_id(people("A"), [Match.bye(1, "A"), Match.bye(2, "A", "awarded_bye")])["A"]
    assert values(row, "match_points", "mw", "omw", "gw", "ogw") == [6, 1, 0, 1, 0]
    assert (row.record, row.played, row.byes) == ((2, 0, 0), 0, 2)


@pytest.mark.parametrize("bye_round", [1, 3])
def test_a_bye_counts_the_same_in_the_first_and_in_the_last_round(bye_round: int) -> None:
    others = [number for number in (1, 2, 3) if number != bye_round]
    matches = [Match.bye(bye_round, "A")]
    matches += [Match(number, ("A", name), (0, 2, 0)) for number, name in zip(others, "BC", strict=True)]
    row = by_id(people("A", "B", "C"), matches)["A"]
    assert values(row, "match_points", "mw", "gw") == [3, F(3, 9), F(6, 18)]
    assert row.values["omw"] == 1


def test_a_bye_raises_the_opponents_average_under_magic_and_leaves_it_alone_under_x610z() -> None:
    matches = [Match(1, ("A", "B"), (2, 0, 0)), Match.bye(2, "B")]
    assert by_id(people("A", "B"), matches)["A"].values["omw"] == F(1, 2)
    assert by_id(people("A", "B"), matches, X610Z)["A"].values["omw"] == F(1, 3)
    assert by_id(people("A", "B"), matches)["A"].values["ogw"] == F(1, 2)
    assert by_id(people("A", "B"), matches, X610Z)["A"].values["ogw"] == F(1, 3)


def test_adding_a_bye_does_not_change_ones_own_omw() -> None:
    matches = [
        Match(1, ("A", "B"), (2, 0, 0)),
        Match(1, ("C", "D"), (2, 1, 0)),
        Match(2, ("A", "C"), (0, 2, 0)),
    ]
    for preset in (MTG, X610Z):
        before = by_id(people("A", "B", "C", "D"), matches, preset)["A"].values["omw"]
        after = by_id(people("A", "B", "C", "D"), [*matches, Match.bye(3, "A")], preset)["A"].values["omw"]
        assert before == after


def test_a_player_who_dropped_without_a_match_stays_in_the_table() -> None:
    entrants = [*people("A", "B"), Entrant("C", "C", dropped_after=1, random=9)]
    rows = by_id(entrants, [Match(1, ("A", "B"), (2, 0, 0)), Match(2, ("A", "B"), (2, 0, 0))])
    assert values(rows["C"], "match_points", "omw", "gw") == [0, 0, 0]
    assert rows["C"].dropped
    assert rows["C"].rank == 3


def test_dropping_after_the_last_round_is_no_drop() -> None:
    entrants = [Entrant("A", dropped_after=1), Entrant("B", dropped_after=0, random=1)]
    rows = by_id(entrants, [Match(1, ("A", "B"), (2, 0, 0))])
    assert not rows["A"].dropped
    assert rows["B"].dropped


def test_rounds_after_a_drop_do_not_dilute_the_percentage() -> None:
    matches = [
        Match(1, ("A", "B"), (2, 0, 0)),
        Match(2, ("B", "C"), (2, 0, 0)),
        Match(3, ("B", "C"), (2, 0, 0)),
    ]
    rows = by_id([Entrant("A", dropped_after=1), *people("B", "C")], matches)
    assert rows["A"].values["mw"] == 1
    assert rows["B"].values["omw"] == (1 + 2 * F(33, 100)) / 3


def test_all_draws_are_a_third_and_lie_above_the_magic_floor() -> None:
    matches = [Match(number, ("A", "B"), (0, 0, 3)) for number in (1, 2)]
    row = by_id(people("A", "B"), matches)["A"]
    assert values(row, "match_points", "mw", "omw", "gw", "ogw") == [2, F(1, 3), F(1, 3), F(1, 3), F(1, 3)]
    assert row.values["omw"] > F(33, 100)


def test_the_magic_floor_is_33_hundredths_and_that_of_x610z_a_third() -> None:
    matches = [Match(1, ("A", "B"), (2, 0, 0)), Match(2, ("A", "B"), (2, 0, 0))]
    assert by_id(people("A", "B"), matches)["A"].values["omw"] == F(33, 100)
    assert by_id(people("A", "B"), matches, X610Z)["A"].values["omw"] == F(1, 3)
    assert by_id(people("A", "B"), matches)["B"].values["gw"] == 0
    assert by_id(people("A", "B"), matches, PRESETS["manatraders"])["B"].values["gw_floored"] == F(33, 100)


def test_a_drawn_match_without_any_game_has_no_game_percentage() -> None:
    row = by_id(people("A", "B"), [Match(1, ("A", "B"), (0, 0, 0))])["A"]
    assert values(row, "match_points", "gw", "ogw") == [1, 0, F(33, 100)]


def test_a_match_decided_without_game_scores_counts_only_as_a_match() -> None:
    row = by_id(people("A", "B"), [Match(1, ("A", "B"), None, "played", ("w", "l"))])["A"]
    assert values(row, "match_points", "gw") == [3, 0]


def test_a_no_show_is_a_two_nil_win_for_who_came_and_a_round_for_both() -> None:
    rows = by_id(people("A", "B"), [Match.no_show(1, "A", "B")])
    assert values(rows["A"], "match_points", "gw", "omw") == [3, 1, F(33, 100)]
    assert values(rows["B"], "match_points", "gw", "omw") == [0, 0, 1]
    assert (
        explain(people("A", "B"), [Match.no_show(1, "A", "B")], MTG, "B", "gw").steps[0].params["lost"] == 2
    )


def test_a_double_no_show_is_a_loss_for_both_without_games() -> None:
    row = by_id(people("A", "B"), [Match(1, ("A", "B"), None, "no_show", ("l", "l"))])["A"]
    assert values(row, "match_points", "mw", "omw", "gw") == [0, 0, F(33, 100), 0]
    assert row.record == (0, 1, 0)
    assert row.played == 1


def test_a_double_loss_gives_nobody_points_whatever_the_games_say() -> None:
    matches = [Match(1, ("A", "B"), (1, 1, 0), "double_loss")]
    rows = by_id(people("A", "B"), matches)
    assert [rows[name].record for name in "AB"] == [(0, 1, 0), (0, 1, 0)]
    assert rows["A"].values["gw"] == F(1, 2)
    assert by_id(people("A", "B"), [Match.double_loss(1, "A", "B")])["A"].values["gw"] == 0


def test_a_forfeit_with_its_score_counts_as_played() -> None:
    rows = by_id(people("A", "B"), [Match(1, ("A", "B"), (1, 2, 0), "forfeit")])
    assert values(rows["A"], "match_points", "gw") == [0, F(1, 3)]
    assert values(rows["B"], "match_points", "gw") == [3, F(2, 3)]


def test_results_override_the_games() -> None:
    rows = by_id(people("A", "B"), [Match(1, ("A", "B"), (2, 0, 0), "played", ("l", "w"))])
    assert values(rows["A"], "match_points", "gw") == [0, 1]
    assert rows["B"].record == (1, 0, 0)


def test_a_late_player_has_losses_for_missed_rounds_or_nothing_by_policy() -> None:
    entrants = [*people("A", "B"), Entrant("C", "C", joined_round=2, random=5)]
    matches = [Match(1, ("A", "B"), (2, 0, 0)), Match(2, ("A", "C"), (0, 2, 0)), Match.bye(2, "B")]
    lost = by_id(entrants, matches)["C"]
    assert (lost.record, lost.values["mw"], lost.played) == ((1, 1, 0), F(1, 2), 1)
    unplayed = by_id(entrants, matches, MTG.but(late_missed_round="unplayed"))["C"]
    assert (unplayed.record, unplayed.values["mw"]) == ((1, 0, 0), 1)


def test_a_written_missed_round_is_not_counted_twice() -> None:
    entrants = [Entrant("C", joined_round=3)]
    row = by_id(entrants, [Match.bye(1, "C", "missed"), Match.bye(3, "C")])["C"]
    assert row.record == (1, 2, 0)


def test_a_late_player_is_not_listed_before_joining() -> None:
    entrants = [*people("A", "B"), Entrant("C", joined_round=2)]
    matches = [Match(1, ("A", "B"), (2, 0, 0)), Match(2, ("A", "C"), (2, 0, 0))]
    assert set(by_id(entrants, matches, MTG, 1)) == {"A", "B"}
    assert set(by_id(entrants, matches, MTG, 2)) == {"A", "B", "C"}


def test_standings_through_a_round_ignore_what_came_later() -> None:
    matches = [Match(1, ("A", "B"), (2, 0, 0)), Match(2, ("A", "B"), (0, 2, 0))]
    early = by_id(people("A", "B"), matches, MTG, 1)
    assert early["A"].record == (1, 0, 0)
    assert early == by_id(people("A", "B"), matches[:1], MTG)


def test_identical_players_share_a_rank_without_lots_and_are_ordered_with_them() -> None:
    matches = [Match(1, ("A", "B"), (0, 0, 3)), Match(1, ("C", "D"), (0, 0, 3))]
    even = [Entrant(name, name) for name in "DBCA"]
    rows = compute(even, matches, X610Z)
    assert [(row.rank, row.id) for row in rows] == [(1, "A"), (1, "B"), (1, "C"), (1, "D")]
    assert rows[1].tied_with == ("A", "C", "D")
    assert all(row.decided_by is None for row in rows)
    drawn = compute([Entrant(name, name, random=7 - i) for i, name in enumerate("ABCD")], matches, X610Z)
    assert [(row.rank, row.id, row.decided_by) for row in drawn] == [
        (1, "D", None),
        (2, "C", "random"),
        (3, "B", "random"),
        (4, "A", "random"),
    ]
    assert drawn[0].tied_with == ()


def test_a_shared_rank_is_followed_by_a_gap() -> None:
    entrants = [Entrant(name, name) for name in "ABC"]
    rows = compute(entrants, [Match.bye(1, "A"), Match.bye(1, "B")], X610Z.but(metrics=("match_points",)))
    assert [(row.rank, row.id, row.decided_by) for row in rows] == [
        (1, "A", None),
        (1, "B", None),
        (3, "C", "match_points"),
    ]


def test_the_metric_that_separates_two_rows_is_named() -> None:
    matches = [Match(1, ("A", "B"), (2, 0, 0)), Match(1, ("C", "D"), (2, 1, 0))]
    rows = compute(people("A", "B", "C", "D"), matches, X610Z)
    assert [(row.id, row.decided_by) for row in rows] == [
        ("A", None),
        ("C", "gw"),
        ("D", "match_points"),
        ("B", "gw"),
    ]


def test_metrics_where_less_is_better_put_the_lower_first() -> None:
    matches = [Match(1, ("A", "B"), (2, 0, 0)), Match.bye(1, "C")]
    rows = compute(people("A", "B", "C"), matches, MTG.but(metrics=("losses", "match_points", "random")))
    assert [row.id for row in rows] == ["A", "C", "B"]
    assert rows[2].decided_by == "losses"


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("unranked", [(1, "A"), (2, "C"), (None, "B")]),
        ("last", [(1, "A"), (2, "C"), (3, "B")]),
        ("removed", [(1, "A"), (2, "C")]),
        ("ranked", [(1, "B"), (2, "A"), (3, "C")]),
    ],
)
def test_a_disqualified_player_is_listed_by_policy(
    policy: str, expected: list[tuple[int | None, str]]
) -> None:
    entrants = [Entrant("A", random=1), Entrant("B", random=2, disqualified=True), Entrant("C", random=3)]
    matches = [Match(1, ("B", "A"), (2, 0, 0)), Match.bye(2, "A"), Match.bye(2, "B")]
    rows = compute(entrants, matches, MTG.but(disqualified=policy))
    assert [(row.rank, row.id) for row in rows] == expected
    for row in rows:
        assert row.disqualified == (row.id == "B")
    if policy == "last":
        assert rows[2].decided_by == "disqualified"


def test_two_disqualified_players_are_unranked_each_alone() -> None:
    entrants = [Entrant("A"), Entrant("B", disqualified=True), Entrant("C", disqualified=True)]
    rows = compute(entrants, [], MTG)
    assert [(row.rank, row.id, row.tied_with) for row in rows] == [
        (1, "A", ()),
        (None, "B", ()),
        (None, "C", ()),
    ]


def test_a_disqualified_opponent_counts_or_vanishes_by_policy() -> None:
    entrants = [Entrant("A"), Entrant("B", disqualified=True), Entrant("C")]
    matches = [Match(1, ("A", "B"), (0, 2, 0)), Match(2, ("A", "C"), (2, 0, 0))]
    kept = by_id(entrants, matches)["A"]
    assert kept.values["omw"] == (1 + F(33, 100)) / 2
    gone = by_id(entrants, matches, MTG.but(disqualified_as_opponent=False))["A"]
    assert gone.values["omw"] == F(33, 100)
    assert gone.values["match_points"] == 3
    assert gone.played == 1


def test_the_order_of_the_input_rows_never_matters() -> None:
    matches = [
        Match(1, ("A", "B"), (2, 1, 0)),
        Match.bye(1, "C"),
        Match(2, ("C", "A"), (1, 1, 0)),
        Match.bye(2, "B"),
    ]
    entrants = people("A", "B", "C")
    assert compute(entrants, matches, X610Z) == compute(entrants[::-1], matches[::-1], X610Z)


@pytest.mark.parametrize(
    ("matches", "code"),
    [
        ([Match(1, ("A", "A"), (2, 0, 0))], "player_twice"),
        ([Match(1, ("A", "B"), (2, 0, 0)), Match(1, ("C", "A"), (2, 0, 0))], "player_twice"),
        ([Match(1, ("A", "B"), (2, 0, 0)), Match.bye(1, "A")], "player_twice"),
        ([Match(1, ("A", "B"), (2, 0, 0)), Match(1, ("A", "B"), None, "played", ("w", "l"))], "player_twice"),
        ([Match(1, ("A", "Z"), (2, 0, 0))], "player_unknown"),
        ([Match(1, ("Z", "A"), (2, 0, 0))], "player_unknown"),
        ([Match.bye(1, "Z")], "player_unknown"),
        ([Match(0, ("A", "B"), (2, 0, 0))], "round_wrong"),
        ([Match(1, ("A", "B"), (2, -1, 0))], "games_wrong"),
        ([Match(1, ("A", "B"), (2, 1))], "games_wrong"),  # type: ignore[arg-type]  # a caller's mistake
        ([Match(1, ("A", "B"))], "result_missing"),
        ([Match(1, ("A", "B", "C"), (2, 0, 0))], "result_missing"),
        ([Match(1, ("A", "B"), (1, 1, 0), "forfeit")], "result_missing"),
        ([Match(1, ("A", "B"), None, "no_show")], "result_missing"),
        ([Match(1, ("A", "B"), (2, 0, 0), "walkover")], "kind_unknown"),
        ([Match(1, ("A", None), (2, 0, 0))], "player_missing"),
        ([Match(1, ("A",), (2, 0, 0))], "player_missing"),
        ([Match(1, ("A", "B"), None, "bye")], "bye_has_opponent"),
        ([Match(1, (None, "A"), None, "bye")], "bye_has_opponent"),
        ([Match(1, (None, None), None, "bye")], "bye_has_opponent"),
        ([Match(1, ("A", "B"), None, "played", ("w",))], "results_wrong"),
        ([Match(1, ("A", "B"), None, "played", ("w", "x"))], "results_wrong"),
        ([Match(1, ("A", "B"), None, "played", ("w", "w"))], "results_wrong"),
        ([Match(1, ("A", "B"), None, "played", ("w", "d"))], "results_wrong"),
    ],
)
def test_rows_that_make_no_sense_are_refused(matches: list[Match], code: str) -> None:
    with pytest.raises(StandingsError) as caught:
        compute(people("A", "B", "C"), matches, MTG)
    assert caught.value.code == code


def test_two_entrants_with_one_id_are_refused() -> None:
    with pytest.raises(StandingsError) as caught:
        compute([Entrant("A"), Entrant("A")], [], MTG)
    assert caught.value.code == "entrant_twice"


def test_an_error_names_the_place_and_what_is_wrong() -> None:
    with pytest.raises(StandingsError, match=r"round 3: no entrant has the id 'Z'"):
        compute(people("A"), [Match.bye(3, "Z")], MTG)
    with pytest.raises(StandingsError, match=r"round 2, \('A', 'B'\): neither games nor results"):
        compute(people("A", "B"), [Match(2, ("A", "B"))], MTG)


def test_unknown_names_are_refused_when_a_cell_is_opened() -> None:
    with pytest.raises(StandingsError) as caught:
        explain(people("A"), [], MTG, "Z", "omw")
    assert caught.value.code == "player_unknown"
    with pytest.raises(StandingsError) as caught:
        explain(people("A"), [], MTG, "A", "luck")
    assert caught.value.code == "metric_unknown"
    with pytest.raises(StandingsError) as caught:
        compute(people("A"), [], MTG.but(metrics=("luck",)))
    assert caught.value.code == "metric_unknown"
