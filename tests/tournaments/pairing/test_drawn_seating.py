"""Large groups come out of the draw in order already; the shortcut must seat them as a sort would."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.pairing_states import Season, states
from tournaments.pairing import Options, Player, pair_round
from tournaments.pairing.decompose import solve_field
from tournaments.pairing.field import make_field
from tournaments.pairing.randomness import player_keys
from tournaments.pairing.tables import seat_pairs

FIRST, SECOND, LAST = "p00007", "p00400", "p00800"


@pytest.fixture(scope="module")
def crowd() -> list[Player]:
    """Return 900 players of a few clans before their fifth round."""
    *_, (_, players) = states(Season(900, 5, seed="seated", clans=40))
    return players


def _shaped(players: list[Player], shape: str) -> list[Player]:
    if shape == "no clans":
        return [replace(player, group=None) for player in players]
    if shape == "the decided match has a table":
        return [replace(player, fixed_table=5) if player.id == FIRST else player for player in players]
    if shape == "the decided match is ranked":
        return [replace(player, rank=1) if player.id == FIRST else player for player in players]
    return players


@pytest.mark.parametrize(
    "shape", ["no clans", "clans", "the decided match has a table", "the decided match is ranked"]
)
def test_a_drawn_round_is_seated_as_the_same_pairs_in_any_order(crowd: list[Player], shape: str) -> None:
    players = _shaped(crowd, shape)
    options = Options(closed_tables=frozenset({3}))
    draft = pair_round(
        players, seed="s", number=5, options=options, fixed_pairs=[(FIRST, SECOND), (LAST, None)]
    )
    by_id = {player.id: player for player in players}
    couples = [(by_id[pair.a], by_id[pair.b] if pair.b is not None else None) for pair in draft.pairs]
    seated, _ = seat_pairs(couples[::-1], player_keys("s", 5, by_id), options)
    assert draft.pairs == seated


def test_the_field_here_is_one_whose_drawn_pairs_had_to_be_exchanged(crowd: list[Player]) -> None:
    """Otherwise the test above would not see the shortcut's difficult half."""
    for players in (crowd, _shaped(crowd, "no clans")):
        field = make_field(players, seed="s", number=5, options=Options())
        outcome = solve_field(field)
        assert field.plain
        assert sum(len(group.links()) for group in outcome.inside) > 300
        assert any(group.moved for group in outcome.inside)
        steady = [place for group in outcome.inside for place in group.steady()[0]]
        assert steady == sorted(steady, key=lambda place: (-field.scores[place], field.draws[place]))
