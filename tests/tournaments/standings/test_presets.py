"""Policies: what the shipped ones say, how they travel as JSON, and what each option does."""

from __future__ import annotations

import json
from fractions import Fraction as F

import pytest

from tournaments.standings import PRESETS, Entrant, Match, Preset, Row, StandingsError, compute, preset


def people(*names: str) -> list[Entrant]:
    return [Entrant(name, name, random=index) for index, name in enumerate(names)]


def rows(
    matches: list[Match], policy: Preset, *names: str, entrants: list[Entrant] | None = None
) -> dict[str, Row]:
    return {row.id: row for row in compute(entrants or people(*names), matches, policy)}


@pytest.mark.parametrize("key", PRESETS)
def test_a_policy_survives_the_json_round_trip(key: str) -> None:
    text = json.dumps(PRESETS[key].to_json())
    assert Preset.from_json(json.loads(text)) == PRESETS[key]
    assert preset(key) is PRESETS[key]
    assert PRESETS[key].key == key


def test_a_stored_policy_may_name_only_what_differs() -> None:
    policy = Preset.from_json(
        {"key": "k", "name": "n", "metrics": ["match_points"], "draw": 0, "match_floor": "0.33"}
    )
    assert (policy.draw, policy.match_floor, policy.win) == (F(0), F(33, 100), F(3))
    assert policy.draw_share is None
    assert Preset.from_json({**policy.to_json(), "draw_share": "1/2"}).draw_share == F(1, 2)


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"luck": 1}, "luck"),
        ({"metrics": []}, "metrics"),
        ({"metrics": ["omw", "omw"]}, "metrics"),
        ({"metrics": "omw"}, "metrics"),
        ({"metrics": [1]}, "metrics"),
        ({"win": 0}, "win"),
        ({"win": "-1"}, "win"),
        ({"win": 1.5}, "win"),
        ({"win": True}, "win"),
        ({"win": "three"}, "win"),
        ({"win": "1/0"}, "win"),
        ({"win": None}, "win"),
        ({"name": 7}, "name"),
        ({"games_to_win": 0}, "games_to_win"),
        ({"games_to_win": True}, "games_to_win"),
        ({"bye_opponents": -1}, "bye_opponents"),
        ({"match_floor": "1.01"}, "match_floor"),
        ({"match_floor": "-1/100"}, "match_floor"),
        ({"match_ceiling": 2}, "match_ceiling"),
        ({"dropped_match_ceiling": 2}, "dropped_match_ceiling"),
        ({"game_floor": 2}, "game_floor"),
        ({"bye_opponent_share": 2}, "bye_opponent_share"),
        ({"draw_share": 2}, "draw_share"),
        ({"draw_share": "-1/2"}, "draw_share"),
        ({"late_missed_round": "draw"}, "late_missed_round"),
        ({"disqualified": "hidden"}, "disqualified"),
        ({"unplayed_opponent": "ghost"}, "unplayed_opponent"),
        ({"unplayed_kinds": ["bye"]}, "unplayed_kinds"),
        ({"bye_in_match_win": 1}, "bye_in_match_win"),
    ],
)
def test_a_wrong_policy_is_refused_with_its_field(changes: dict[str, object], where: str) -> None:
    with pytest.raises(StandingsError) as caught:
        Preset.from_json({**PRESETS["mtg"].to_json(), **changes})
    assert caught.value.where == where
    assert caught.value.code.startswith("preset_field_")


@pytest.mark.parametrize("field", ["key", "name", "metrics"])
def test_a_policy_without_its_name_or_order_is_refused(field: str) -> None:
    data = PRESETS["mtg"].to_json()
    del data[field]
    with pytest.raises(StandingsError) as caught:
        Preset.from_json(data)
    assert (caught.value.code, caught.value.where) == ("preset_field_missing", field)


@pytest.mark.parametrize("edge", [0, 1])
def test_the_ends_of_the_range_of_a_share_are_allowed(edge: int) -> None:
    policy = PRESETS["mtg"].but(match_floor=F(edge), draw_share=F(edge), game_floor=F(edge))
    assert policy.match_floor == edge


def test_an_unknown_preset_names_the_known_ones() -> None:
    with pytest.raises(StandingsError, match="x610z_pods"):
        preset("yahtzee")


def test_the_shipped_orders_are_those_of_their_sources() -> None:
    order = {key: list(policy.metrics) for key, policy in PRESETS.items()}
    assert order["x610z"] == ["match_points", "omw", "gw", "ogw", "oomw", "h2h_all", "random"]
    assert order["x610z_team"] == ["match_points", "omw", "oomw", "h2h_all", "random"]
    assert order["x610z_pods"] == ["match_points", "opponents_average", "wins", "random"]
    assert order["mtg"] == ["match_points", "omw", "gw", "ogw", "random"]
    assert order["manatraders"] == ["match_points", "last_round", "omw", "gw_floored", "ogw", "gw", "random"]
    assert order["pokemon"] == ["match_points", "omw", "oomw", "h2h_two", "random"]
    assert order["flesh_and_blood"] == [
        *("match_points", "ctb", "loss_rate", "opponents_loss_rate", "opponents_ctb", "random"),
    ]
    assert order["netrunner"] == ["match_points", "sos", "esos", "random"]
    assert order["commander_pods"] == ["match_points", "opponents_win_rate", "random"]
    assert order["fide"][:4] == ["match_points", "buchholz_cut1", "buchholz", "sonneborn_berger"]


def test_points_of_every_shipped_policy() -> None:
    points = {key: (p.win, p.draw, p.loss, p.bye) for key, p in PRESETS.items()}
    assert points == {
        "x610z": (3, 1, 0, 3),
        "x610z_team": (3, 1, 0, 3),
        "x610z_pods": (5, 1, 0, 5),
        "mtg": (3, 1, 0, 3),
        "manatraders": (3, 1, 0, 3),
        "pokemon": (3, 1, 0, 3),
        "flesh_and_blood": (1, 0, 0, 1),
        "netrunner": (3, 1, 0, 3),
        "commander_pods": (5, 1, 0, 5),
        "fide": (1, F(1, 2), 0, 1),
    }


def test_floors_and_byes_of_every_shipped_policy() -> None:
    floors = {key: (p.match_floor, p.game_floor, p.bye_in_match_win) for key, p in PRESETS.items()}
    third, magic = F(1, 3), F(33, 100)
    assert floors["x610z"] == floors["x610z_team"] == (third, third, False)
    assert floors["mtg"] == floors["manatraders"] == (magic, magic, True)
    assert floors["pokemon"] == (F(1, 4), 0, False)
    assert floors["commander_pods"][0] == magic
    assert not PRESETS["x610z"].bye_in_game_win
    assert PRESETS["mtg"].bye_in_game_win
    assert not PRESETS["pokemon"].bye_in_game_win


def test_pokemon_counts_a_tie_as_half_and_caps_who_left_at_three_quarters() -> None:
    entrants = [Entrant("A"), Entrant("B", dropped_after=1), Entrant("C"), Entrant("D")]
    matches = [
        Match(1, ("A", "B"), (0, 2, 0)),
        Match(1, ("C", "D"), (1, 1, 0)),
        Match(2, ("A", "C"), (2, 0, 0)),
        Match.bye(2, "D"),
    ]
    table = rows(matches, PRESETS["pokemon"], entrants=entrants)
    # B won his only round (100 %, capped at 75 %); C has a tie and a loss: 25 %.
    assert table["A"].values["omw"] == (F(3, 4) + F(1, 4)) / 2
    # A 50 %, D's bye does not count: a tie in one round is 50 %.
    assert table["C"].values["omw"] == F(1, 2)
    assert table["B"].values["omw"] == F(1, 2)
    assert table["B"].values["oomw"] == table["A"].values["omw"]


def test_pokemon_floors_at_a_quarter() -> None:
    table = rows([Match(1, ("A", "B"), (2, 0, 0))], PRESETS["pokemon"], "A", "B")
    assert table["A"].values["omw"] == F(1, 4)
    assert table["B"].values["omw"] == 1


def test_flesh_and_blood_looks_at_when_the_points_came() -> None:
    matches = [
        Match(1, ("A", "B"), (1, 0, 0)),
        Match(1, ("C", "D"), (1, 0, 0)),
        Match(2, ("C", "A"), (1, 0, 0)),
        Match(2, ("B", "D"), (1, 0, 0)),
        Match(3, ("D", "A"), (0, 0, 1)),
        Match.bye(3, "B"),
    ]
    table = rows(matches, PRESETS["flesh_and_blood"], "A", "B", "C", "D")
    # B: 0, then 0/4 + 1, then 1/4 + 2; A: 1, then 1/4 + 1, then 5/16 + 1; C stops after round 2: 1, 1/4 + 2.
    assert table["B"].values["ctb"] == F(9, 4)
    assert table["A"].values["ctb"] == F(21, 16)
    assert table["C"].values["ctb"] == F(9, 4)
    assert table["D"].values["match_points"] == 0
    assert table["A"].values["loss_rate"] == F(1, 3)
    assert table["B"].values["loss_rate"] == F(1, 2)
    assert table["D"].values["loss_rate"] == F(2, 3)
    assert table["A"].values["opponents_loss_rate"] == (F(1, 2) + 0 + F(2, 3)) / 3
    assert table["A"].values["opponents_ctb"] == (F(9, 4) + F(9, 4) + table["D"].values["ctb"]) / 3
    assert [
        row.id for row in compute(people("A", "B", "C", "D"), matches, PRESETS["flesh_and_blood"])
    ] == list("CBAD")


def test_netrunner_strength_of_schedule_skips_own_byes_but_counts_those_of_opponents() -> None:
    matches = [
        Match(1, ("A", "B"), (1, 0, 0)),
        Match.bye(1, "C"),
        Match(2, ("A", "C"), (0, 1, 0)),
        Match.bye(2, "B"),
    ]
    table = rows(matches, PRESETS["netrunner"], "A", "B", "C")
    assert table["A"].values["sos"] == (F(3, 2) + F(6, 2)) / 2
    assert table["B"].values["sos"] == F(3, 2)
    assert table["C"].values["sos"] == F(3, 2)
    assert table["A"].values["esos"] == F(3, 2)
    assert table["B"].values["esos"] == F(9, 4)


def test_pods_average_over_everybody_at_the_table_and_stand_ins_for_a_bye() -> None:
    matches = [Match.pod(1, ("A", "B", "C"), "A"), Match.bye(1, "D"), Match.pod(2, ("B", "C", "D"), None)]
    table = rows(matches, PRESETS["x610z_pods"], "A", "B", "C", "D")
    assert {name: row.values["match_points"] for name, row in table.items()} == {
        "A": 5,
        "B": 1,
        "C": 1,
        "D": 6,
    }
    assert table["A"].values["opponents_average"] == F(1, 2)
    # D: three stand-ins at a fifth of 5 points, then B and C with half a point per round.
    assert table["D"].values["opponents_average"] == (3 * 1 + 2 * F(1, 2)) / 5
    assert table["B"].values["opponents_average"] == (5 + F(1, 2) + F(1, 2) + 3) / 4
    assert table["B"].values["wins"] == 0
    assert table["D"].values["wins"] == 1
    assert table["B"].played == 2


def test_commander_counts_shares_of_wins_with_a_floor_and_stand_ins_at_the_floor() -> None:
    matches = [Match.pod(1, ("A", "B", "C"), "A"), Match.bye(1, "D"), Match.pod(2, ("B", "C", "D"), "B")]
    table = rows(matches, PRESETS["commander_pods"], "A", "B", "C", "D")
    assert table["A"].values["opponents_win_rate"] == (F(1, 2) + F(33, 100)) / 2
    assert table["D"].values["opponents_win_rate"] == (3 * F(33, 100) + F(1, 2) + F(33, 100)) / 5


def test_a_pod_that_ran_out_of_time_gives_draws_to_those_still_in() -> None:
    match = Match(1, ("A", "B", "C", "D"), None, "played", ("d", "d", "l", "l"))
    table = rows([match], PRESETS["x610z_pods"], "A", "B", "C", "D")
    assert [table[name].values["match_points"] for name in "ABCD"] == [1, 1, 0, 0]
    assert [table[name].record for name in "ABCD"] == [(0, 0, 1), (0, 0, 1), (0, 1, 0), (0, 1, 0)]


def test_the_winner_of_a_pod_must_sit_in_it() -> None:
    with pytest.raises(StandingsError) as caught:
        Match.pod(1, ("A", "B", "C"), "D")
    assert caught.value.code == "winner_unknown"


def test_draw_points_of_zero_make_draws_worthless_in_the_percentage_too() -> None:
    policy = PRESETS["x610z"].but(draw=F(0), metrics=("match_points", "mw"))
    assert rows([Match(1, ("A", "B"), (1, 1, 0))], policy, "A", "B")["A"].values["mw"] == 0


def test_a_half_point_bye_is_a_draw_without_an_opponent() -> None:
    table = rows([Match.bye(1, "A", "half_bye")], PRESETS["fide"], "A")
    assert (table["A"].record, table["A"].byes, table["A"].points) == ((0, 0, 1), 1, F(1, 2))


def test_games_to_win_fills_in_what_a_bye_is_worth() -> None:
    matches = [Match.bye(1, "A"), Match(2, ("A", "B"), (0, 1, 0))]
    policy = PRESETS["mtg"].but(metrics=("gw",))
    assert rows(matches, policy, "A", "B")["A"].values["gw"] == F(2, 3)
    assert rows(matches, policy.but(games_to_win=1), "A", "B")["A"].values["gw"] == F(1, 2)
    given = [Match(1, ("A", None), (3, 0, 0), "bye"), matches[1]]
    assert rows(given, policy, "A", "B")["A"].values["gw"] == F(3, 4)
