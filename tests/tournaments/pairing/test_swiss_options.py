"""Options of the Swiss round: byes, tables, methods, clans, decided pairs, and the errors of bad input."""

from __future__ import annotations

from itertools import permutations

import pytest

from benchmarks.pairing_states import Dice, Season, states
from tests.tournaments.pairing.builders import bye_of, everybody_once, meetings, players_from
from tests.tournaments.pairing.oracle import every_round, meets
from tournaments.pairing import Options, PairingError, Player, pair_round


def ranked(count: int, score: int = 0) -> list[Player]:
    """Players p1.. with ranks 1.. and one score."""
    return [Player(f"p{place}", score, rank=place) for place in range(1, count + 1)]


def test_the_bye_goes_to_the_lowest_in_standing_by_default_and_is_drawn_on_request() -> None:
    players = ranked(9)
    assert {bye_of(pair_round(players, seed=str(seed), number=1)) for seed in range(20)} == {"p9"}
    drawn = {
        bye_of(pair_round(players, seed=str(seed), number=1, options=Options(bye_choice="random")))
        for seed in range(60)
    }
    assert len(drawn) == 9


def test_the_bye_of_a_large_group_also_goes_to_the_lowest_in_standing() -> None:
    assert bye_of(pair_round(ranked(301), seed="s", number=1)) == "p301"


def test_awarded_byes_count_as_byes() -> None:
    players = [Player(f"p{i:02}", 3 if i < 2 else 0, byes=int(i < 2), rank=i) for i in range(17)]
    season_byes = set()
    for number in range(2, 6):
        draft = pair_round(players, seed="s", number=number)
        bye = bye_of(draft)
        assert bye is not None and bye not in season_byes | {"p00", "p01"}
        season_byes.add(bye)
        players = [
            Player(p.id, p.score, (*tuple(p.opponents), None), p.byes + (p.id == bye), rank=p.rank)
            for p in players
        ]


def test_a_bye_fixed_by_the_staff_is_kept_and_a_second_one_is_named() -> None:
    players = [Player("A", 3, (None,), byes=1), Player("B", 0), Player("C", 0)]
    draft = pair_round(players, seed="s", number=2, fixed_pairs=[("A", None)])
    assert bye_of(draft) == "A"
    assert [note.code for note in draft.certificate.relaxed] == ["fixed_second_bye"]


def test_tables_follow_the_standings_and_byes_have_none() -> None:
    players = [Player("A", 0), Player("B", 3), Player("C", 3), Player("D", 6), Player("E", 6)]
    draft = pair_round(players, seed="s", number=3)
    assert [(pair.table, {pair.a, pair.b}) for pair in draft.pairs] == [
        (1, {"D", "E"}),
        (2, {"B", "C"}),
        (None, {"A", None}),
    ]


def test_fixed_tables_are_honoured_and_the_others_number_around_them() -> None:
    players = [Player(f"p{i}", 30 - i, fixed_table={2: 1, 6: 40}.get(i)) for i in range(8)]
    draft = pair_round(players, seed="s", number=3)
    at = {who: pair.table for pair in draft.pairs for who in (pair.a, pair.b)}
    assert (at["p2"], at["p6"]) == (1, 40)
    assert (at["p0"], at["p4"]) == (2, 3)


def test_two_fixed_tables_in_one_match_use_the_lower_number() -> None:
    players = [Player("A", 0, fixed_table=9), Player("B", 0, fixed_table=4)]
    assert pair_round(players, seed="s", number=1).pairs[0].table == 4


def test_a_fixed_table_wanted_twice_goes_to_the_better_match_and_the_other_is_told() -> None:
    players = [Player("A", 9, fixed_table=5), Player("B", 9), Player("C", 0, fixed_table=5), Player("D", 0)]
    draft = pair_round(players, seed="s", number=1)
    assert [pair.table for pair in draft.pairs] == [1, 5]
    assert {draft.pairs[1].a, draft.pairs[1].b} == {"A", "B"}
    (note,) = draft.certificate.relaxed
    assert (note.code, dict(note.params)) == ("fixed_table", {"player": "C", "table": 5})


def test_closed_tables_and_a_first_table_shift_the_numbers() -> None:
    options = Options(first_table=10, closed_tables=frozenset({11}))
    draft = pair_round(ranked(6), seed="s", number=1, options=options)
    assert [pair.table for pair in draft.pairs] == [10, 12, 13]


def test_fold_pairs_first_with_last_and_slide_pairs_the_halves_in_order() -> None:
    fold = pair_round(ranked(8), seed="s", number=1, options=Options(method="fold"))
    slide = pair_round(ranked(8), seed="s", number=1, options=Options(method="slide"))
    assert meetings(fold) == {frozenset((f"p{i}", f"p{9 - i}")) for i in range(1, 5)}
    assert meetings(slide) == {frozenset((f"p{i}", f"p{i + 4}")) for i in range(1, 5)}


@pytest.mark.parametrize("method", ["fold", "slide"])
def test_fold_and_slide_in_a_large_group_follow_the_pattern(method: str) -> None:
    options = Options(method="fold") if method == "fold" else Options(method="slide")
    draft = pair_round(ranked(100), seed="s", number=1, options=options)
    expected = {
        frozenset((f"p{i}", f"p{101 - i}" if method == "fold" else f"p{i + 50}")) for i in range(1, 51)
    }
    assert meetings(draft) == expected


def test_fold_in_a_large_group_repairs_only_the_pairs_that_met() -> None:
    players = ranked(100)
    players[0] = Player("p1", 0, ("p100",), rank=1)
    players[99] = Player("p100", 0, ("p1",), rank=100)
    made = meetings(pair_round(players, seed="s", number=2, options=Options(method="fold")))
    assert frozenset(("p1", "p100")) not in made
    assert len(made & {frozenset((f"p{i}", f"p{101 - i}")) for i in range(1, 51)}) == 48


def test_fold_lets_the_lowest_of_a_group_play_down_against_the_highest_below() -> None:
    players = [*ranked(3, 3), *(Player(f"q{place}", 0, rank=place + 3) for place in range(1, 4))]
    draft = pair_round(players, seed="s", number=2, options=Options(method="fold"))
    assert frozenset(("p3", "q1")) in meetings(draft)


def test_power_pairing_meets_by_standings_without_rematch() -> None:
    players = [
        Player("A", 9, ("B", "C"), rank=1),
        Player("B", 9, ("A",), rank=2),
        Player("C", 6, ("A",), rank=3),
        Player("D", 6, rank=4),
        Player("E", 3, rank=5),
    ]
    draft = pair_round(players, seed="s", number=5, options=Options(method="power"))
    assert meetings(draft) == {frozenset("AD"), frozenset("BC"), frozenset(("E", None))}


def test_power_pairing_is_the_lexicographic_optimum_of_small_fields() -> None:
    dice = Dice("power")
    compared = 0
    for _ in range(250):
        size = 2 * (1 + dice.below(4))
        met = {(i, j) for i in range(size) for j in range(i) if dice.chance(350)}
        players = [
            Player(
                f"p{i}",
                0,
                tuple(f"p{j}" for j in range(size) if (max(i, j), min(i, j)) in met),
                rank=i + 1,
            )
            for i in range(size)
        ]
        rounds = [
            sorted((one.rank, two.rank) for one, two in pairs if two is not None)
            for pairs in every_round(players)
            if not any(two is not None and meets(one, two, set()) for one, two in pairs)
        ]
        if not rounds:
            continue
        draft = pair_round(players, seed="s", number=3, options=Options(method="power"))
        made = sorted((int(pair.a[1:]) + 1, int(str(pair.b)[1:]) + 1) for pair in draft.pairs)
        assert made == min(rounds)
        compared += 1
    assert compared > 100


def test_power_pairing_of_a_large_field_is_complete_and_close() -> None:
    last: list[Player] = []
    for _, players in states(Season(500, 8, seed="last")):
        last = [Player(p.id, p.score, p.opponents, p.byes, rank=None) for p in players]
    order = sorted(last, key=lambda player: (-player.score, player.id))
    standing = [Player(p.id, p.score, p.opponents, p.byes, rank=i) for i, p in enumerate(order, 1)]
    draft = pair_round(standing, seed="s", number=9, options=Options(method="power"))
    assert everybody_once(draft, standing)
    assert draft.certificate.rematches == 0
    ranks = {player.id: player.rank or 0 for player in standing}
    assert all(abs(ranks[p.a] - ranks[p.b]) <= 20 for p in draft.pairs if p.b is not None)


def test_clan_mates_are_kept_apart_softly_but_not_at_the_price_of_points() -> None:
    players = [
        Player("A", 3, group="x"),
        Player("B", 3, group="x"),
        Player("C", 0, group="x"),
        Player("D", 0),
    ]
    soft = pair_round(players, seed="s", number=2)
    strict = pair_round(players, seed="s", number=2, options=Options(group_rule="strict"))
    off = pair_round(players, seed="s", number=2, options=Options(group_rule="off"))
    assert soft.certificate.cost == off.certificate.cost == 0
    assert soft.certificate.soft_conflicts == 1
    assert off.certificate.relaxed == ()
    assert strict.certificate.soft_conflicts == 1  # three of one clan among four cannot all be parted
    more = [*players, Player("E", 0), Player("F", 0)]
    parted = pair_round(more, seed="s", number=2, options=Options(group_rule="strict")).certificate
    assert (parted.soft_conflicts, parted.cost) == (0, 18)


def test_strict_clans_give_way_before_a_rematch() -> None:
    left, right = ["A", "B", "C", "D", "E"], ["V", "W", "X", "Y", "Z"]
    met = [(one, two) for one in left for two in right]
    group = {name: "left" if name in left else "right" for name in (*left, *right)}
    players = [
        Player(p.id, p.score, p.opponents, group=group[p.id])
        for p in players_from(dict.fromkeys([*left, *right], 3), met)
    ]
    certificate = pair_round(players, seed="s", number=6, options=Options(group_rule="strict")).certificate
    assert certificate.rematches == 1  # five and five: one of each must cross again
    assert certificate.soft_conflicts == 4


def test_no_clan_pair_in_two_rounds_of_226_players_with_twelve_clans() -> None:
    for number, players in states(Season(226, 2, seed="s1", clans=12, drops=0)):
        draft = pair_round(players, seed="s1", number=number)
        assert len(draft.pairs) == 113
        assert draft.certificate.soft_conflicts == draft.certificate.rematches == 0


def test_forbidden_pairs_are_kept_apart_and_given_up_last() -> None:
    players = players_from({"A": 0, "B": 0, "C": 0, "D": 0}, [("A", "C"), ("A", "D")])
    apart = pair_round(players, seed="s", number=3, forbidden_pairs=[("A", "B")])
    assert apart.certificate.rematches == 1
    assert frozenset("AB") not in meetings(apart)
    two = [Player("A", 0), Player("B", 0)]
    (note,) = pair_round(two, seed="s", number=1, forbidden_pairs=[("B", "A")]).certificate.relaxed
    assert note.code == "forbidden_pair"


def test_the_oldest_rematch_is_chosen() -> None:
    met = [("A", "B"), ("C", "D"), ("A", "C"), ("B", "D"), ("A", "D"), ("B", "C")]
    players = players_from(dict.fromkeys("ABCD", 3), met)
    draft = pair_round(players, seed="s", number=4)
    assert meetings(draft) == {frozenset("AB"), frozenset("CD")}
    assert [note.params["last"] for note in draft.certificate.relaxed] == [1, 1]


@pytest.mark.parametrize("size", [4, 60])
def test_a_meeting_that_only_one_of_the_two_lists_counts_all_the_same(size: int) -> None:
    names = [f"p{place:02}" for place in range(size)]
    for seed in range(12):
        first = {
            frozenset((pair.a, pair.b))
            for pair in pair_round([Player(name, 0) for name in names], seed=str(seed), number=2).pairs
        }
        for chosen in (min, max):
            knows = {chosen(pair, key=str): next(iter(pair - {chosen(pair, key=str)})) for pair in first}
            players = [Player(name, 0, (knows[name],) if name in knows else ()) for name in names]
            draft = pair_round(players, seed=str(seed), number=2)
            assert not meetings(draft) & first
            assert draft.certificate.rematches == 0


def test_those_who_floated_least_float_now() -> None:
    players = [Player("A", 3, floats=2), Player("B", 3, floats=2), Player("C", 3), Player("D", 0)]
    for seed in range(10):
        assert frozenset("CD") in meetings(pair_round(players, seed=str(seed), number=3))


def test_players_who_are_not_active_are_left_out() -> None:
    players = [Player("A", 3), Player("B", 3, active=False), Player("C", 0)]
    assert meetings(pair_round(players, seed="s", number=2)) == {frozenset("AC")}


@pytest.mark.parametrize(
    ("fixed", "code"),
    [
        ([("A", "A")], "fixed_self"),
        ([("A", "Q")], "unknown_player"),
        ([("A", "X")], "unknown_player"),
        ([("A", "B"), ("B", "C")], "fixed_twice"),
        ([("A", None), ("A", "B")], "fixed_twice"),
    ],
)
def test_contradictory_decisions_are_refused(fixed: list[tuple[str, str | None]], code: str) -> None:
    players = [Player("A", 0), Player("B", 0), Player("C", 0), Player("X", 0, active=False)]
    with pytest.raises(PairingError) as caught:
        pair_round(players, seed="s", number=1, fixed_pairs=fixed)
    assert caught.value.code == code


def test_a_player_twice_is_refused() -> None:
    with pytest.raises(PairingError) as caught:
        pair_round([Player("A", 0), Player("A", 3)], seed="s", number=1)
    assert caught.value.code == "player_twice"
    assert dict(caught.value.params) == {"player": "A"}


@pytest.mark.parametrize(
    "bad",
    [{"method": "guess"}, {"group_rule": "maybe"}, {"bye_choice": "me"}, {"bye_step": 0}, {"leaders": -1}],
)
def test_unknown_options_are_refused(bad: dict[str, object]) -> None:
    with pytest.raises(PairingError) as caught:
        Options(**bad)  # type: ignore[arg-type]  # wrong on purpose
    assert caught.value.code == "unknown_option"


def test_every_permutation_of_a_small_input_gives_one_draft() -> None:
    players = [Player(f"p{i}", i % 2 * 3) for i in range(5)]
    assert len({pair_round(order, seed="s", number=2).pairs for order in permutations(players)}) == 1


def leaderboard(count: int, met: tuple[tuple[int, int], ...] = (), **byes: int) -> list[Player]:
    """Return players p1, p2 ... by standing, all of one score; some met, some had byes."""
    foes: dict[int, list[str]] = {}
    for one, two in met:
        foes.setdefault(one, []).append(f"p{two}")
        foes.setdefault(two, []).append(f"p{one}")
    return [
        Player(f"p{place}", 3, tuple(foes.get(place, ())), rank=place, byes=byes.get(f"p{place}", 0))
        for place in range(1, count + 1)
    ]


def test_leaders_are_paired_first_by_standing_and_the_others_are_drawn() -> None:
    options = Options(leaders=4)
    seen = set()
    for seed in range(6):
        draft = pair_round(leaderboard(12), seed=str(seed), number=3, options=options)
        pairs = meetings(draft)
        assert {frozenset(("p1", "p2")), frozenset(("p3", "p4"))} <= pairs
        seen.add(frozenset(pairs))
    assert len(seen) > 1


def test_a_leader_who_met_the_next_gets_the_best_other_and_an_even_cut_is_not_needed() -> None:
    draft = pair_round(leaderboard(10, ((1, 2),)), seed="s", number=3, options=Options(leaders=3))
    assert {frozenset(("p1", "p3")), frozenset(("p2", "p4"))} <= meetings(draft)


def test_leaders_wait_when_their_pair_would_leave_the_others_without_a_round() -> None:
    """p3 met p4, p5 and p6: after 1-2 it would have nobody."""
    met = ((3, 4), (3, 5), (3, 6))
    draft = pair_round(leaderboard(6, met), seed="s", number=3, options=Options(leaders=2))
    assert draft.certificate.rematches == 0
    assert frozenset(("p1", "p2")) not in meetings(draft)


def test_leaders_leave_the_bye_to_somebody_who_may_have_it() -> None:
    byes = {f"p{place}": 1 for place in range(2, 8)}
    draft = pair_round(leaderboard(7, **byes), seed="s", number=3, options=Options(leaders=2))
    assert bye_of(draft) == "p1"
    assert draft.certificate.second_byes == 0


def test_leaders_of_an_impossible_round_are_paired_like_everybody() -> None:
    players = leaderboard(4, ((1, 2), (1, 3), (1, 4)))
    draft = pair_round(players, seed="s", number=4, options=Options(leaders=2))
    assert draft.certificate.rematches == 1
