"""Head-to-head in its three meanings."""

from __future__ import annotations

from fractions import Fraction as F

from tournaments.standings import PRESETS, Entrant, Match, Preset, compute, explain


def policy(metric: str) -> Preset:
    return PRESETS["x610z"].but(metrics=tuple(dict.fromkeys(("match_points", metric, "random"))))


def win(number: int, winner: str, loser: str) -> Match:
    return Match(number, (winner, loser), (2, 0, 0))


def draw(number: int, first: str, second: str) -> Match:
    return Match(number, (first, second), (1, 1, 0))


def people(names: str) -> list[Entrant]:
    return [Entrant(name, name, random=10 - index) for index, name in enumerate(names)]


def order(names: str, matches: list[Match], metric: str) -> list[str]:
    return [row.id for row in compute(people(names), matches, policy(metric))]


TWO_TIED = [win(1, "A", "B"), win(1, "C", "D"), win(2, "B", "C"), win(2, "D", "A")]
"""Everybody has 3 points; A beat B, B beat C, C beat D, D beat A; A-C and B-D did not meet."""


def test_two_who_are_level_and_met_are_separated_by_their_match() -> None:
    matches = [win(1, "A", "B"), win(2, "B", "C")]
    assert order("ABC", matches, "random") == ["B", "A", "C"]
    for metric in ("h2h_two", "h2h_all", "h2h_recursive"):
        rows = compute(people("ABC"), matches, policy(metric))
        assert [row.id for row in rows] == ["A", "B", "C"]
        assert rows[1].decided_by == metric
        assert rows[2].values[metric] is None
    assert [row.values["h2h_all"] for row in compute(people("ABC"), matches, policy("h2h_all"))] == [
        3,
        0,
        None,
    ]


def test_two_who_never_met_stay_level() -> None:
    matches = [win(1, "A", "C"), win(1, "B", "D")]
    rows = compute(people("ABCD"), matches, policy("h2h_all"))
    assert [row.id for row in rows] == ["B", "A", "D", "C"]
    assert all(row.values["h2h_all"] is None for row in rows)
    opened = explain(people("ABCD"), matches, policy("h2h_all"), "A", "h2h_all")
    assert [step.code for step in opened.steps] == ["level_with", "not_all_met"]
    assert opened.steps[0].params == {"others": "B"}


def test_a_drawn_match_between_two_leaves_them_to_the_next_metric() -> None:
    rows = compute(people("AB"), [draw(1, "A", "B")], policy("h2h_two"))
    assert [(row.id, row.values["h2h_two"]) for row in rows] == [("B", 1), ("A", 1)]


def test_pokemon_head_to_head_counts_only_for_exactly_two() -> None:
    circle = [draw(1, "A", "B"), draw(2, "B", "C"), draw(3, "C", "A")]
    two = compute(people("ABC"), circle, policy("h2h_two"))
    assert all(row.values["h2h_two"] is None for row in two)
    assert explain(people("ABC"), circle, policy("h2h_two"), "A", "h2h_two").steps[-1].code == "not_two"
    assert all(row.values["h2h_all"] == 2 for row in compute(people("ABC"), circle, policy("h2h_all")))


def test_a_mini_league_needs_every_pair_to_have_met() -> None:
    rows = compute(people("ABCD"), TWO_TIED, policy("h2h_all"))
    assert all(row.values["h2h_all"] is None for row in rows)
    assert [row.id for row in rows] == ["D", "C", "B", "A"]


def test_matches_against_others_do_not_count_in_the_mini_league() -> None:
    matches = [win(1, "A", "B"), win(2, "B", "X"), win(3, "X", "Y"), win(4, "Y", "Z")]
    rows = {row.id: row for row in compute(people("ABXYZ"), matches, policy("h2h_all"))}
    assert all(rows[name].values["h2h_all"] is None for name in "ABXY")
    alone = matches[:2]
    rows = {row.id: row for row in compute(people("ABX"), alone, policy("h2h_all"))}
    assert (rows["A"].values["h2h_all"], rows["B"].values["h2h_all"]) == (3, 0)


LEVEL_TWICE = [
    # Among A, B, C, D (all on 6): A and B win twice there, A beat B; C and D win once, D beat C.
    *(
        win(1, "A", "B"),
        win(1, "D", "C"),
        win(2, "B", "C"),
        win(2, "A", "D"),
        win(3, "B", "D"),
        win(3, "C", "A"),
    ),
    *(win(4, "C", "X"), win(4, "D", "Y")),
]


def test_the_repeated_mini_league_separates_who_is_still_level_inside() -> None:
    rows = compute(people("ABCDXY"), LEVEL_TWICE, policy("h2h_all"))
    assert [row.id for row in rows][:4] == ["B", "A", "D", "C"]
    rows = compute(people("ABCDXY"), LEVEL_TWICE, policy("h2h_recursive"))
    assert [(row.id, row.values["h2h_recursive"]) for row in rows][:4] == [
        ("A", 3),
        ("B", 2),
        ("D", 1),
        ("C", 0),
    ]
    assert [row.decided_by for row in rows][:4] == [None, *["h2h_recursive"] * 3]


def test_the_opened_repeated_mini_league_tells_both_levels() -> None:
    opened = explain(people("ABCDXY"), LEVEL_TWICE, policy("h2h_recursive"), "A", "h2h_recursive")
    assert opened.value == 3
    assert [step.params["others"] for step in opened.steps if step.code == "above"] == ["C, D", "B"]
    assert [step.params["others"] for step in opened.steps if step.code == "level_with"] == ["B, C, D", "B"]


def test_a_head_to_head_outside_the_policy_looks_at_who_is_level_on_points() -> None:
    opened = explain(people("AB"), [draw(1, "A", "B"), draw(2, "A", "B")], PRESETS["mtg"], "A", "h2h_all")
    assert opened.value == 2
    nobody = explain(people("AB"), [win(1, "A", "B")], PRESETS["mtg"], "A", "h2h_all")
    assert (nobody.value, nobody.steps[0].code) == (None, "not_level")


def test_only_who_is_level_on_everything_before_takes_part() -> None:
    matches = [
        win(1, "A", "B"),
        win(2, "B", "C"),
        win(3, "C", "A"),
        Match(4, ("A", "X"), (2, 1, 0)),
        win(4, "B", "Y"),
    ]
    preset = PRESETS["x610z"].but(metrics=("match_points", "gw", "h2h_all", "random"))
    rows = {row.id: row for row in compute(people("ABCXY"), matches, preset)}
    assert rows["A"].values["match_points"] == rows["B"].values["match_points"] == 6
    assert rows["A"].values["gw"] == F(4, 7)
    assert rows["B"].values["gw"] == F(4, 6)
    assert rows["A"].values["h2h_all"] is None


def test_pods_among_who_is_level_count_once_each() -> None:
    matches = [Match.pod(1, ("A", "B", "C"), "A"), Match.pod(2, ("A", "B", "D"), "B"), Match.bye(2, "C")]
    preset = PRESETS["x610z_pods"].but(metrics=("match_points", "h2h_all", "random"))
    rows = compute(people("ABCD"), matches, preset)
    assert [(row.id, row.values["h2h_all"]) for row in rows] == [("B", 5), ("A", 5), ("C", 0), ("D", None)]
