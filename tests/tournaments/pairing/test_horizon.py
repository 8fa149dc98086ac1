"""Long windows: the rolling horizon freezes from the top, grows backwards when stuck, and never loses anybody."""

from __future__ import annotations

import pytest

from tests.tournaments.pairing.builders import bye_of, everybody_once
from tests.tournaments.pairing.oracle import full_cost
from tournaments.pairing import Options, Player, horizon, pair_round
from tournaments.pairing.kernel import Edge, default_kernel

SHORT = Options(window_limit=15)


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A quarter of the real block, so that fields of a quarter of the size do."""
    monkeypatch.setattr(horizon, "BLOCK", 24)


def distinct(
    count: int, *, strangers_from: int = 0, clique_to: int = 0, byes_from: int = 10**6
) -> list[Player]:
    """Return players with distinct scores, high to low; some at the top or the bottom have all met each other.

    strangers_from: from this place on everybody met everybody (0: nobody). clique_to: up to this place.
    byes_from: from this place on everybody had a bye.
    """
    names = [f"p{place:04}" for place in range(count)]
    players = []
    for place, name in enumerate(names):
        met: list[str] = []
        if strangers_from and place >= strangers_from:
            met = [other for other in names[strangers_from:] if other != name]
        if place < clique_to:
            met = [other for other in names[:clique_to] if other != name]
        players.append(Player(name, 2 * (count - place), tuple(met), byes=int(place >= byes_from)))
    return players


def test_a_tail_that_cannot_be_completed_grows_backwards() -> None:
    players = distinct(76, strangers_from=43)
    draft = pair_round(players, seed="s", number=35, options=SHORT)
    assert everybody_once(draft, players)
    assert draft.certificate.rematches == 0
    assert draft.certificate.cost >= draft.certificate.lower_bound
    assert not draft.certificate.exact


def test_a_tail_that_is_too_long_for_any_legal_round_meets_again_as_rarely_as_possible() -> None:
    players = distinct(60, strangers_from=20)
    draft = pair_round(players, seed="s", number=42, options=SHORT)
    assert everybody_once(draft, players)
    assert draft.certificate.rematches == 10  # 40 who all met, 20 others


def test_a_top_that_has_all_met_makes_the_first_block_grow() -> None:
    players = distinct(84, clique_to=30)
    draft = pair_round(players, seed="s", number=33, options=SHORT)
    assert everybody_once(draft, players)
    assert draft.certificate.rematches == 0
    assert draft.certificate.cost <= 1.02 * (full_cost(players) or 0)


def test_the_bye_is_found_far_up_when_everybody_below_had_one() -> None:
    players = distinct(75, byes_from=10)
    draft = pair_round(players, seed="s", number=3, options=SHORT)
    assert everybody_once(draft, players)
    assert draft.certificate.second_byes == 0
    assert (bye_of(draft) or "p9999") < "p0010"


@pytest.mark.parametrize("size", [20, 21])
@pytest.mark.parametrize("large_first", [True, False])
def test_a_large_group_beside_a_long_window_costs_what_the_full_matching_costs(
    size: int, large_first: bool
) -> None:
    tail = distinct(50)
    score = 1000 if large_first else -10
    players = [*tail, *(Player(f"g{place:02}", score) for place in range(size))]
    draft = pair_round(players, seed="s", number=2, options=SHORT)
    assert everybody_once(draft, players)
    assert draft.certificate.cost == full_cost(players)


def test_two_horizons_with_one_seed_are_one() -> None:
    players = distinct(62)
    assert pair_round(players, seed="s", number=2, options=SHORT) == pair_round(
        players[::-1], seed="s", number=2, options=SHORT
    )


@pytest.mark.parametrize(
    ("size", "clan", "top"), [(500, 250, False), (500, 240, True), (501, 200, False), (460, 260, False)]
)
def test_one_huge_clan_is_kept_apart_at_once_under_the_strict_rule(size: int, clan: int, top: bool) -> None:
    """Blocks cut by the score would hold too many of the clan; the searches stay small in pairs offered."""
    offered: list[int] = []

    def watched(count: int, edges: list[Edge]) -> list[int] | None:
        offered.append(len(edges))
        return default_kernel()(count, edges)

    players = [
        Player(f"p{i:03}", 3 * ((i < clan) if top else i % 3), group="big" if i < clan else None, rank=i + 1)
        for i in range(size)
    ]
    options = Options(group_rule="strict")
    draft = pair_round(players, seed="s", number=1, options=options, kernel=watched)
    certificate = draft.certificate
    assert certificate.soft_conflicts == max(0, clan - (size + 1) // 2)
    assert sum(offered) < 160 * size
    if not top and clan <= size // 2:
        assert certificate.cost == certificate.lower_bound
    if size % 2:
        assert (
            draft.pairs[-1].a
            == max((one for one in players if one.score == 0), key=lambda one: one.rank or 0).id
        )
