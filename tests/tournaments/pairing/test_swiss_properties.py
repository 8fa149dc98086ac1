"""Properties every Swiss round must have, whatever the tournament (docs/pairing.md)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.pairing_states import Dice, Season, states
from tests.speeds import amount
from tests.tournaments.pairing.builders import bye_of, everybody_once, meetings
from tests.tournaments.pairing.oracle import brute_force, full_cost, legal_round_exists, measure
from tournaments.pairing import Options, Player, check_round, pair_round
from tournaments.pairing.kernel import networkx_matching, rustworkx_matching
from tournaments.pairing.swiss import EXACT_CLANS

seasons = st.builds(
    Season,
    players=st.integers(4, 40),
    rounds=st.integers(1, 8),
    seed=st.text("abcdef0123456789", min_size=1, max_size=8),
    draws=st.sampled_from([0, 50, 300]),
    drops=st.sampled_from([0, 10, 80]),
    clans=st.integers(0, 4),
    clan_size=st.integers(2, 9),
    awarded_byes=st.sampled_from([0, 0, 2, 3]),
    cliques=st.sampled_from([(), (), (3,), (4, 3)]),
)


@given(seasons)
@settings(max_examples=amount(15, 120, "examples of a property"), deadline=None)
def test_every_round_of_a_season_is_complete_checked_and_as_cheap_as_the_full_matching(
    season: Season,
) -> None:
    for number, players in states(season):
        draft = pair_round(players, seed=season.seed, number=number, forbidden_pairs=season.forbidden())
        certificate = draft.certificate
        assert everybody_once(draft, players)
        optimum = full_cost(players, season.forbidden())
        report = check_round(players, draft.pairs, forbidden_pairs=season.forbidden())
        assert report.ok and report.certificate is not None
        assert report.certificate.cost == certificate.cost >= certificate.lower_bound
        assert report.certificate.lower_bound == certificate.lower_bound
        assert report.certificate.certified == certificate.certified
        if optimum is None:
            assert any(
                note.code in ("rematch", "second_bye", "forbidden_pair") for note in certificate.relaxed
            )
        else:
            assert (certificate.rematches, certificate.second_byes) == (0, 0)
            assert certificate.cost == optimum
            assert certificate.exact


@st.composite
def small_fields(draw: st.DrawFn) -> list[Player]:
    size = draw(st.integers(2, 8))
    dice = Dice(str(draw(st.integers(0, 10**9))))
    density = draw(st.sampled_from([200, 500, 800, 950]))
    met: dict[int, list[str]] = {place: [] for place in range(size)}
    for one in range(size):
        for two in range(one + 1, size):
            if dice.chance(density):
                met[one].append(f"p{two}")
                met[two].append(f"p{one}")
    return [
        Player(f"p{place}", 3 * dice.below(4) + dice.below(2), tuple(met[place]), byes=dice.below(2))
        for place in range(size)
    ]


@given(small_fields())
@settings(max_examples=amount(37, 300, "examples of a property"), deadline=None)
def test_small_fields_match_brute_force_on_byes_rematches_and_gaps(players: list[Player]) -> None:
    draft = pair_round(players, seed="s", number=5)
    by_id = {player.id: player for player in players}
    pairs = [(by_id[pair.a], by_id[pair.b] if pair.b is not None else None) for pair in draft.pairs]
    best = brute_force(players, 5)
    assert measure(players, pairs, 5) == best
    assert draft.certificate.rematches == best[1]


@given(small_fields())
@settings(max_examples=amount(15, 120, "examples of a property"), deadline=None)
def test_a_rematch_or_second_bye_only_happens_when_no_legal_round_exists(players: list[Player]) -> None:
    certificate = pair_round(players, seed="x", number=9).certificate
    assert legal_round_exists(players) == (certificate.rematches == certificate.second_byes == 0)


@given(seasons, st.permutations(range(40)))
@settings(max_examples=25, deadline=None)
def test_the_order_of_the_input_never_matters(season: Season, order: list[int]) -> None:
    for number, players in states(season):
        shuffled = [players[place] for place in order if place < len(players)]
        assert pair_round(players, seed="a", number=number) == pair_round(shuffled, seed="a", number=number)


@given(seasons, st.integers(1, 50), st.integers(2, 5))
@settings(max_examples=20, deadline=None)
def test_adding_points_to_everybody_changes_nothing(season: Season, shift: int, scale: int) -> None:
    for number, players in states(season):
        usual = pair_round(players, seed="a", number=number)
        moved = [replace(player, score=player.score + shift) for player in players]
        assert meetings(pair_round(moved, seed="a", number=number)) == meetings(usual)
        if len(players) % 2 == 0:
            scaled = [replace(player, score=player.score * scale) for player in players]
            grown = pair_round(scaled, seed="a", number=number).certificate
            assert grown.cost == usual.certificate.cost * scale * scale


@given(seasons)
@settings(max_examples=25, deadline=None)
def test_both_kernels_give_the_same_round(season: Season) -> None:
    for number, players in states(season):
        fast = pair_round(players, seed="k", number=number, kernel=rustworkx_matching)
        pure = pair_round(players, seed="k", number=number, kernel=networkx_matching)
        assert fast == pure


@given(seasons)
@settings(max_examples=25, deadline=None)
def test_clans_never_raise_the_point_gap(season: Season) -> None:
    for number, players in states(season):
        plain = pair_round(players, seed="c", number=number, options=Options(group_rule="off"))
        apart = pair_round(players, seed="c", number=number, options=Options(group_rule="soft"))
        assert apart.certificate.cost == plain.certificate.cost
        assert apart.certificate.rematches == plain.certificate.rematches


@given(seasons)
@settings(max_examples=25, deadline=None)
def test_the_number_of_pairs_across_a_cut_has_the_parity_of_the_players_above_it(season: Season) -> None:
    for number, players in states(season):
        score = {player.id: player.score for player in players}
        draft = pair_round(players, seed="c", number=number)
        for cut in set(score.values()):
            above = sum(points >= cut for points in score.values())
            crossing = sum(
                (score[pair.a] >= cut) != (pair.b is not None and score[pair.b] >= cut)
                for pair in draft.pairs
            )
            assert crossing % 2 == above % 2


def test_the_same_seed_repeats_the_draw_and_another_seed_does_not() -> None:
    players = [Player(f"p{place}", 0) for place in range(40)]
    first = pair_round(players, seed="a", number=1)
    assert pair_round(players, seed="a", number=1) == first
    assert meetings(pair_round(players, seed="b", number=1)) != meetings(first)
    assert meetings(pair_round(players, seed="a", number=2)) != meetings(first)


def test_all_pairings_of_six_equal_players_are_drawn_about_equally_often() -> None:
    players = [Player(f"p{place}", 0) for place in range(6)]
    counts: dict[frozenset[frozenset[str | None]], int] = {}
    for seed in range(3000):
        drawn = frozenset(meetings(pair_round(players, seed=str(seed), number=1)))
        counts[drawn] = counts.get(drawn, 0) + 1
    assert len(counts) == 15
    assert min(counts.values()) > 130 and max(counts.values()) < 275  # 200 expected, 5 sigma is 68


@pytest.mark.parametrize("number_of_players", [6, 9, 14, 30, 61])
def test_a_legal_round_exists_while_half_the_field_has_not_been_met(number_of_players: int) -> None:
    size = number_of_players + number_of_players % 2
    season = Season(number_of_players, size // 2, seed="dirac", drops=0)
    for number, players in states(season):
        certificate = pair_round(players, seed="d", number=number).certificate
        assert certificate.rematches == certificate.second_byes == 0


@pytest.mark.parametrize(
    "season",
    [
        Season(101, 7, seed="w1"),
        Season(150, 12, seed="w2", draws=300),
        Season(226, 8, seed="w3", clans=12),
        Season(300, 6, seed="w4", awarded_byes=31),
        Season(256, 8, seed="w5", drops=60, cliques=(5, 4, 3)),
    ],
)
def test_fields_with_large_groups_cost_as_little_as_the_full_matching(season: Season) -> None:
    windows_used = 0
    for number, players in states(season):
        draft = pair_round(players, seed="w", number=number, forbidden_pairs=season.forbidden())
        assert draft.certificate.cost == full_cost(players, season.forbidden())
        assert everybody_once(draft, players)
        windows_used += not any(size >= len(players) for size in draft.certificate.windows)
    assert windows_used >= 1


@pytest.mark.parametrize(
    "season", [Season(150, 7, seed="st1", clans=10), Season(201, 8, seed="st2", clans=20)]
)
def test_strict_clans_cost_as_little_as_a_full_matching_without_clan_pairs(season: Season) -> None:
    options = Options(group_rule="strict")
    for number, players in states(season):
        mates = [
            (one.id, two.id)
            for place, one in enumerate(players)
            for two in players[place + 1 :]
            if one.group is not None and one.group == two.group
        ]
        certificate = pair_round(players, seed="st", number=number, options=options).certificate
        assert certificate.soft_conflicts == certificate.rematches == 0
        assert certificate.cost == full_cost(players, mates)


@given(seasons)
@settings(max_examples=15, deadline=None)
def test_the_bye_goes_to_the_lowest_eligible_score_when_the_bound_is_met(season: Season) -> None:
    for number, players in states(season):
        draft = pair_round(players, seed="b", number=number)
        bye = bye_of(draft)
        if bye is None or not draft.certificate.certified:
            continue
        chosen = next(player for player in players if player.id == bye)
        assert chosen.score == min(player.score for player in players)


def test_clan_pairs_are_the_exact_minimum_up_to_the_stated_size() -> None:
    assert EXACT_CLANS >= 400
    players = [Player(f"p{place:03}", 0, group="big" if place < 55 else None) for place in range(100)]
    draft = pair_round(players, seed="g", number=1)
    assert draft.certificate.soft_conflicts == 5  # 55 of one clan, 45 others: five pairs cannot be parted
