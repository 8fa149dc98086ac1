"""What was made fast for large fields must give exactly what the plain way gives."""

from __future__ import annotations

import gc
from array import array
from collections import Counter
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing import Options, Pair, PairingError, Player, groups, pair_round
from tournaments.pairing import field as fields
from tournaments.pairing.bounds import lower_bound
from tournaments.pairing.collector import collector_resting
from tournaments.pairing.groups import make_groups
from tournaments.pairing.randomness import player_key, player_keys
from tournaments.pairing.swiss import MANY_PLAYERS
from tournaments.pairing.tables import seat_pairs


@given(st.text(), st.integers(0, 99), st.lists(st.text(), unique=True))
def test_the_draws_of_many_are_the_draws_of_each(seed: str, number: int, ids: list[str]) -> None:
    assert player_keys(seed, number, ids) == {one: player_key(seed, number, one) for one in ids}


@given(st.lists(st.integers(-3, 12)), st.integers(-9, -4))
def test_the_bound_is_what_pairing_neighbours_in_sorted_order_costs(scores: list[int], bye: int) -> None:
    line = sorted(scores, reverse=True) + [bye] * (len(scores) % 2)
    assert lower_bound(scores, bye) == sum((line[i] - line[i + 1]) ** 2 for i in range(0, len(line), 2))


@pytest.mark.parametrize("many", [0, 10**9])
@given(rows=st.lists(st.tuples(st.integers(-2, 2), st.integers(0, 2**64 - 1)), unique_by=lambda row: row[1]))
def test_groups_are_in_the_order_of_the_exact_draws(many: int, rows: list[tuple[int, int]]) -> None:
    """By numpy and by Python."""
    players = [Player(f"p{place}", score) for place, (score, _) in enumerate(rows)]
    problem = fields.make_field(players, seed="s", number=1, options=Options())
    problem.drawn = array("Q", [draw for _, draw in rows])
    with patch.object(groups, "SORTED_BY_NUMPY", many):
        found = [
            (group.score, [problem.draws[one] for one in group.places]) for group in make_groups(problem)
        ]
    wanted = {score: sorted(draw for other, draw in rows if other == score) for score, _ in rows}
    assert found == sorted(wanted.items(), reverse=True)


@pytest.mark.parametrize("many", [0, 10**9])
def test_two_draws_that_round_to_one_float_or_are_equal_lose_nobody(
    many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(groups, "SORTED_BY_NUMPY", many)
    players = [Player("one", 0), Player("two", 0), Player("three", 3), Player("four", 0)]
    problem = fields.make_field(players, seed="s", number=1, options=Options())
    for first, second, order in ((2, 1, [3, 1, 0]), (1, 2, [3, 0, 1]), (1, 1, [3, 0, 1])):
        problem.drawn = array("Q", [2**63 + first, 2**63 + second, 2**63, 5])
        assert [group.places for group in make_groups(problem)] == [[2], order]
    problem.scores = [0, 0, 2**70, 0]
    problem.heads = Counter(problem.scores)
    assert [group.places for group in make_groups(problem)] == [[2], order]


@pytest.mark.parametrize("many", [0, 10**9])
@pytest.mark.parametrize("options", [Options(), Options(method="power"), Options(leaders=2)])
def test_a_player_twice_is_refused_however_the_round_is_paired(
    many: int, options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(groups, "SORTED_BY_NUMPY", many)
    players = [Player(f"p{place}", place % 3) for place in range(9)]
    for twice in (Player("p4", 1), Player("p4", 2), Player("p4", 1, active=False)):
        for fixed in ([], [("p1", "p2")], [("p4", None)]):
            with pytest.raises(PairingError, match=r"player_twice .*p4"):
                pair_round([*players, twice], seed="s", number=1, options=options, fixed_pairs=fixed)


@given(
    st.lists(st.tuples(st.integers(0, 2), st.none() | st.integers(1, 4)), min_size=2, max_size=8),
    st.booleans(),
    st.integers(0, 5),
)
def test_matches_are_seated_by_score_then_rank_then_draw(
    rows: list[tuple[int, int | None]], distinct: bool, shift: int
) -> None:
    """Ranks may be missing, equal or all different: each has its own shortcut, and one order."""
    players = [
        Player(f"p{place}", score, rank=place + 1 if distinct else rank)
        for place, (score, rank) in enumerate(rows)
    ]
    turned = players[shift % len(players) :] + players[: shift % len(players)]
    couples = list(zip(turned[::2], turned[1::2], strict=False))
    keys = player_keys("s", 1, [player.id for player in players])

    def mark(player: Player) -> tuple[int, int, int]:
        return (-player.score, 1 << 33 if player.rank is None else player.rank, keys[player.id])

    wanted = sorted((sorted(couple, key=mark) for couple in couples), key=lambda couple: mark(couple[0]))
    seated, _ = seat_pairs(couples, keys, Options(first_table=7))
    assert seated == tuple(Pair(one.id, two.id, 7 + place) for place, (one, two) in enumerate(wanted))


@pytest.mark.parametrize("before", [True, False])
def test_the_collector_rests_only_inside_and_is_left_as_it_was(before: bool) -> None:
    was = gc.isenabled()
    try:
        (gc.enable if before else gc.disable)()
        with pytest.raises(ValueError), collector_resting(True):
            assert not gc.isenabled()
            raise ValueError
        assert gc.isenabled() == before
        with collector_resting(False):
            assert gc.isenabled() == before
    finally:
        (gc.enable if was else gc.disable)()


def test_a_field_large_enough_to_rest_the_collector_is_paired_like_any_other() -> None:
    players = [Player(f"p{place:05}", 3 * (place % 3)) for place in range(MANY_PLAYERS + 1)]
    draft = pair_round(players, seed="s", number=2)
    assert len({who for pair in draft.pairs for who in pair[:2] if who}) == len(players)
    assert draft.certificate.certified
    assert draft == pair_round(reversed(players), seed="s", number=2)
