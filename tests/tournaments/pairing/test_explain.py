"""The explainer says who was possible, why this one, and which rule gave way."""

from __future__ import annotations

from dataclasses import replace

from benchmarks.pairing_states import Season, states
from tests.tournaments.pairing.builders import players_from
from tournaments.pairing import Explanation, Options, Pair, Player, explain, pair_round, render


def codes(explanation: Explanation) -> list[str]:
    """Return the reason codes; every one must have its sentence."""
    for reason in explanation.reasons:
        assert render("reason", reason.code, reason.params)
    return [reason.code for reason in explanation.reasons]


def test_a_draw_among_equals_names_the_number_and_the_seed() -> None:
    players = [Player(f"p{i}", 3) for i in range(6)]
    told = explain(players, pair_round(players, seed="dice", number=2), "p0")
    assert codes(told) == ["same_score", "drawn"]
    assert dict(told.reasons[1].params) == {"count": 5, "seed": "dice"}
    assert sum(row.chosen for row in told.candidates) == 1
    assert all(row.legal and row.gap == 0 for row in told.candidates)


def test_a_pair_down_says_why_and_who_was_met() -> None:
    players = players_from(
        {"A": 6, "B": 6, "C": 6, "D": 3, "E": 3, "F": 3}, [("A", "B"), ("A", "C"), ("B", "C")]
    )
    draft = pair_round(players, seed="s", number=3)
    told = explain(players, draft, "A")
    assert codes(told) == ["down", "drawn_between", "nobody_same_score", "odd_group", "already_met"]
    against = {row.id: row.against for row in told.candidates}
    assert against["B"] == against["C"] == ("rematch",)
    opponent = told.opponent
    assert opponent is not None
    assert codes(explain(players, draft, opponent))[0] == "up"


def test_the_only_possible_opponent_is_called_that() -> None:
    players = players_from({"A": 3, "B": 3, "C": 3, "D": 3}, [("A", "B"), ("A", "C")])
    told = explain(players, pair_round(players, seed="s", number=3), "A")
    assert told.opponent == "D"
    assert codes(told) == ["same_score", "else_rematch", "only_option", "already_met"]


def test_the_bye_tells_of_lower_players_who_had_theirs() -> None:
    players = [Player("A", 6), Player("B", 6), Player("C", 3, (None,), byes=1)]
    draft = pair_round(players, seed="s", number=2)
    lucky = next(pair.a for pair in draft.pairs if pair.b is None)
    told = explain(players, draft, lucky)
    assert told.opponent is None
    assert codes(told) == ["bye_odd", "bye_lowest", "bye_lower_had", "bye_drawn"]
    assert told.reasons[2].params["count"] == 1


def test_a_pair_that_was_not_drawn_is_called_that_plainly_where_clans_that_may_not_be_told_count_for_nothing() -> (
    None
):
    players = [Player(name, 3, group="red") for name in "abcd"]
    for options, code in (
        (Options(group_rule="off"), "not_as_drawn"),
        (Options(group_rule="soft"), "not_as_drawn_in_public"),
    ):
        draft = pair_round(players, seed="s", number=1, options=options)
        (one, two, _), (three, four, _) = draft.pairs
        changed = replace(draft, pairs=(Pair(one, three, 1), Pair(two or "", four, 2)))
        told = explain(players, changed, one, options=options, tell_groups=False)
        assert codes(told)[-1] == code


def test_rules_that_gave_way_are_told_to_the_players_concerned() -> None:
    players = players_from({"A": 3, "B": 3}, [("A", "B")])
    draft = pair_round(players, seed="s", number=2)
    assert codes(explain(players, draft, "B"))[-1] == "rematch"


def test_decided_pairs_and_byes_are_called_decided() -> None:
    players = [Player(name, 0) for name in "ABC"]
    fixed = [("A", "B")]
    draft = pair_round(players, seed="s", number=1, fixed_pairs=fixed)
    assert codes(explain(players, draft, "A", fixed_pairs=fixed)) == ["fixed"]
    free = [("C", None)]
    draft = pair_round(players, seed="s", number=1, fixed_pairs=free)
    assert codes(explain(players, draft, "C", fixed_pairs=free)) == ["fixed_bye"]


def test_methods_other_than_random_name_themselves() -> None:
    players = [Player(f"p{i}", 0, rank=i) for i in range(1, 5)]
    for method in ("power", "fold", "slide"):
        options = Options(method=method)  # type: ignore[arg-type]  # every name of Method in turn
        draft = pair_round(players, seed="s", number=1, options=options)
        assert method in codes(explain(players, draft, "p1", options=options))


def test_the_leaders_are_the_best_in_standing_and_whoever_has_no_rank_comes_behind() -> None:
    players = [Player("A", 3), Player("B", 3, rank=2), Player("C", 3, rank=1), Player("D", 3, rank=3)]
    players += [Player("E", 6), Player("F", 0, rank=0)]
    for leaders, led in ((1, "EC"), (2, "EC"), (3, "ECBD"), (4, "ECBD"), (5, "ECBDAF")):
        options = Options(leaders=leaders)
        draft = pair_round(players, seed="s", number=2, options=options)
        for player in "ABCDEF":
            told = codes(explain(players, draft, player, options=options))
            assert ("leaders" in told) is (player in led)


def test_avoided_clan_mates_are_counted() -> None:
    players = [Player("A", 0, group="x"), Player("B", 0, group="x"), Player("C", 0), Player("D", 0)]
    draft = pair_round(players, seed="s", number=1)
    told = explain(players, draft, "A")
    assert "kept_apart" in codes(told)
    assert next(row for row in told.candidates if row.id == "B").against == ("same_group",)


def test_somebody_outside_the_round_is_told_so() -> None:
    players = [Player("A", 0), Player("B", 0), Player("X", 0, active=False)]
    draft = pair_round(players, seed="s", number=1)
    assert codes(explain(players, draft, "X")) == ["not_paired"]
    assert codes(explain(players, draft, "nobody")) == ["not_paired"]
    # Somebody who came after the round was paired, and somebody who left after it.
    assert codes(explain([*players, Player("late", 0)], draft, "late")) == ["not_paired"]
    assert codes(explain([Player("A", 0), Player("B", 0, active=False)], draft, "B")) == ["not_paired"]


def test_a_meeting_that_only_one_of_the_two_remembers_is_a_rematch_for_both() -> None:
    players = [Player("A", 0, ("B",)), Player("B", 0), Player("C", 0), Player("D", 0)]
    draft = pair_round(players, seed="s", number=2)
    for one, two in ("AB", "BA"):
        against = {row.id: row.against for row in explain(players, draft, one).candidates}
        assert against == {two: ("rematch",), "C": (), "D": ()}


def test_every_player_of_a_season_gets_an_explanation_in_words() -> None:
    for number, players in states(Season(31, 7, seed="words", clans=3, drops=20)):
        draft = pair_round(players, seed="words", number=number)
        for player in players:
            assert codes(explain(players, draft, player.id))


def test_leaders_are_told_that_the_best_are_paired_first_and_others_are_not() -> None:
    players = [Player(str(rank), 6 if rank < 5 else 3, rank=rank) for rank in range(1, 9)]
    options = Options(leaders=2)
    draft = pair_round(players, seed="s", number=3, options=options)
    for who in ("1", "2"):
        assert codes(explain(players, draft, who, options=options)) == ["same_score", "leaders"]
    assert "leaders" not in codes(explain(players, draft, "3", options=options))
    assert "leaders" not in codes(explain(players, draft, "1"))
