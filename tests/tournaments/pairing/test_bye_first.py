"""The bye goes to the lowest in standing: compared with full matching over gaps and places, in every solving path."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from benchmarks.pairing_states import Dice, Season, states
from tests.tournaments.pairing.builders import bye_of
from tests.tournaments.pairing.levels_oracle import best_levels, round_levels
from tests.tournaments.pairing.oracle import every_round
from tournaments.pairing import Options, Pair, Player, pair_round
from tournaments.pairing.lookahead import needs_lookahead

GAP_AND_BYE = 8
"""So many levels, down to the place of the bye, are exact in every field that is solved by windows."""


def ranked(players: Sequence[Player], dice: Dice, *, unknown: int = 0) -> list[Player]:
    """Give every player a place of their own, by points and then by chance; ``unknown`` of a thousand have none."""
    order = sorted(players, key=lambda player: (-player.score, dice.below(1 << 40)))
    return [
        replace(player, rank=None if dice.chance(unknown) else place) for place, player in enumerate(order, 1)
    ]


def compare(
    players: Sequence[Player], number: int, options: Options, apart: set[frozenset[str]], seed: str
) -> bool:
    """Compare one round with the oracle; False when it was not an exact one."""
    draft = pair_round(
        players,
        seed=seed,
        number=number,
        options=options,
        forbidden_pairs=[tuple(sorted(one)) for one in apart],  # type: ignore[misc]
    )
    if not draft.certificate.exact:
        return False
    best = best_levels(players, number, options, apart, upto=GAP_AND_BYE)
    assert round_levels(players, draft.pairs, number, options, apart)[:GAP_AND_BYE] == best[:GAP_AND_BYE]
    return True


@pytest.mark.parametrize(("size", "rounds"), [(29, 40), (33, 40), (65, 25), (129, 8), (201, 3)])
def test_after_one_round_of_an_odd_field_the_last_in_standing_gets_the_bye(size: int, rounds: int) -> None:
    for case in range(rounds):
        dice = Dice(f"second{size}.{case}")
        season = Season(size, 2, seed=f"second{size}.{case}", draws=0, drops=0)
        players = ranked(list(states(season))[1][1], dice)
        draft = pair_round(players, seed=f"s{case}", number=2)
        able = [player for player in players if not player.byes]
        assert bye_of(draft) == max(able, key=lambda player: player.rank or 0).id
        assert compare(players, 2, Options(), set(), f"s{case}")


@pytest.mark.parametrize("group_rule", ["off", "soft", "strict"])
@pytest.mark.parametrize("size", [9, 17, 33, 61, 97])
def test_whole_events_with_drops_draws_byes_clans_and_kept_apart_pairs(size: int, group_rule: str) -> None:
    compared = 0
    for case in range(3):
        options = Options(group_rule=group_rule)  # type: ignore[arg-type]  # every name in turn
        season = Season(
            size,
            6,
            seed=f"whole{size}.{case}",
            draws=150,
            drops=40,
            clans=3,
            clan_size=max(3, size // 8),
            awarded_byes=(0, 2, size // 3)[case],
            cliques=(3,),
            options=options,
        )
        apart = {frozenset(pair) for pair in season.forbidden()}
        dice = Dice(f"ranks{size}.{case}")
        for number, players in states(season):
            field = ranked(players, dice, unknown=(0, 0, 300)[case])
            compared += compare(field, number, options, apart, f"w{case}")
    assert compared >= 6


@pytest.mark.parametrize("size", [5, 7, 9, 11])
def test_small_fields_where_rules_must_give_way(size: int) -> None:
    for case in range(60):
        dice = Dice(f"tight{size}.{case}")
        players = []
        for place in range(size):
            others = [f"p{other}" for other in range(size) if other != place and dice.chance(600)]
            players.append(
                Player(f"p{place}", 3 * dice.below(3), tuple(others), byes=dice.below(2), rank=None)
            )
        field = ranked(players, dice)
        assert compare(field, size + 1, Options(), set(), f"t{case}")


@pytest.mark.parametrize("size", [150, 301])
def test_a_long_window_keeps_the_last_in_standing_for_the_bye(size: int) -> None:
    """Short window limit: the rolling horizon; equal scores at the end of the field are what went wrong there."""
    for case in range(4):
        dice = Dice(f"long{size}.{case}")
        # A hundred rounds without an opponent: as many might have been met, so no group counts as large.
        players = [
            Player(f"p{place:03}", max(0, dice.below(60) - 30), (None,) * 100)
            for place in range(size - 1 + size % 2)
        ]
        field = ranked(players, dice)
        draft = pair_round(field, seed=f"h{case}", number=101, options=Options(window_limit=60))
        last = max(field, key=lambda player: player.rank or 0)
        assert bye_of(draft) == last.id


def left_over(players: Sequence[Player], pairs: Sequence[tuple[Player, Player | None]], wanted: int) -> int:
    """How many more complete rounds without rematch or second bye are possible after ``pairs``, by trying."""
    met = {frozenset((one.id, two.id if two else "")) for one, two in pairs}
    for one in players:
        met |= {frozenset((one.id, other or "")) for other in one.opponents}

    def most(met: set[frozenset[str]], wanted: int) -> int:
        best = 0
        for pairs in every_round(players):
            if best == wanted:
                break
            new = {frozenset((one.id, two.id if two else "")) for one, two in pairs}
            if not new & met:
                best = max(best, 1 + (most(met | new, wanted - 1) if wanted > 1 else 0))
        return best

    return most(met, wanted) if wanted else 0


@pytest.mark.parametrize("clans", [0, 2])
def test_looking_ahead_takes_the_best_of_all_rounds_that_keep_as_many_later_ones(clans: int) -> None:
    """Every level counts there as well: of rounds with equal gaps, the one whose bye stands lowest, and so on."""
    looked = 0
    for case in range(6):
        options = Options(total_rounds=5)
        dice = Dice(f"ahead{case}")
        season = Season(
            7, 5, seed=f"ahead{case}", draws=300, drops=0, clans=clans, clan_size=2, options=options
        )
        for number, players in states(season):
            field = ranked(players, dice)
            if number < 3 or not needs_lookahead(options, number, len(field)):
                continue
            wanted = 5 - number
            rounds = []
            for pairs in every_round(field):
                made = [Pair(one.id, two.id if two else None) for one, two in pairs]
                levels = round_levels(field, made, number, options)
                if not any(levels[:6]):
                    rounds.append((-left_over(field, pairs, wanted), levels))
            if not rounds:
                continue
            draft = pair_round(field, seed="a", number=number, options=options)
            assert round_levels(field, draft.pairs, number, options) == min(rounds)[1]
            looked += 1
    assert looked > 8


def test_a_drawn_bye_is_not_bound_to_the_last_place() -> None:
    field = [Player(f"p{place}", 0, rank=place) for place in range(1, 34)]
    options = Options(bye_choice="random")
    taken = {bye_of(pair_round(field, seed=f"d{case}", number=1, options=options)) for case in range(40)}
    assert len(taken) > 15
