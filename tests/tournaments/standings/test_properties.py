"""What must hold for every event, whatever happened in it."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.standings.events import duel_event, pod_event
from tournaments.standings import METRICS, PRESETS, Entrant, Match, Preset, Row, compute
from tournaments.standings.wording import decimal

Event = tuple[list[Entrant], list[Match]]

duels = st.builds(duel_event, st.integers(0, 10**6), st.integers(0, 18), st.integers(0, 7))
pods = st.builds(pod_event, st.integers(0, 10**6), st.integers(0, 14), st.integers(0, 4))
events = st.one_of(duels, pods)
presets = st.sampled_from(list(PRESETS.values()))
FAST = settings(max_examples=60, deadline=None, derandomize=True)


def shape(rows: list[Row]) -> list[tuple[object, ...]]:
    return [(row.rank, row.id, row.tie, dict(row.values), row.record, row.decided_by) for row in rows]


@FAST
@given(events, presets, st.randoms(use_true_random=False))
def test_the_order_of_entrants_and_rows_never_matters(event: Event, policy: Preset, dice) -> None:  # type: ignore[no-untyped-def]  # hypothesis hands over its own Random
    entrants, matches = event
    shuffled, reordered = dice.sample(entrants, len(entrants)), dice.sample(matches, len(matches))
    assert shape(compute(shuffled, reordered, policy)) == shape(compute(entrants, matches, policy))


@FAST
@given(duels, presets)
def test_swapping_the_two_sides_of_every_row_changes_nothing(event: Event, policy: Preset) -> None:
    entrants, matches = event
    turned = [turn(match) for match in matches]
    assert shape(compute(entrants, turned, policy)) == shape(compute(entrants, matches, policy))


def turn(match: Match) -> Match:
    if match.players[1] is None:
        return match
    games = match.games and (match.games[1], match.games[0], match.games[2])
    return Match(match.round, match.players[::-1], games, match.kind, match.results and match.results[::-1])


@FAST
@given(events, presets)
def test_new_names_for_everybody_change_only_the_names(event: Event, policy: Preset) -> None:
    entrants, matches = event
    new = {entrant.id: f"x{index}" for index, entrant in enumerate(reversed(entrants))}
    renamed = [
        Entrant(new[e.id], e.name_key, e.joined_round, e.dropped_after, e.random, e.disqualified)
        for e in entrants
    ]
    played = [
        Match(m.round, tuple(new.get(p or "") for p in m.players), m.games, m.kind, m.results)
        for m in matches
    ]
    before = [(row.rank, new[row.id], dict(row.values)) for row in compute(entrants, matches, policy)]
    assert [(row.rank, row.id, dict(row.values)) for row in compute(renamed, played, policy)] == before


@FAST
@given(duels)
def test_the_sum_of_match_points_is_three_per_win_or_bye_and_two_per_draw(event: Event) -> None:
    rows = compute(*event, PRESETS["x610z"])
    wins = sum(row.record[0] for row in rows)
    draws = sum(row.record[2] for row in rows)
    assert sum(row.points for row in rows) == 3 * wins + draws
    assert draws % 2 == 0
    assert sum(row.played for row in rows) % 2 == 0


@FAST
@given(events, presets)
def test_shares_stay_within_their_bounds(event: Event, policy: Preset) -> None:
    keys = tuple(key for key, metric in METRICS.items() if metric.style == "percent")
    for row in compute(*event, policy.but(metrics=keys)):
        for key, value in row.values.items():
            assert value is not None
            assert 0 <= value <= 1, key
        if row.played:
            assert row.values["omw"] >= policy.match_floor  # type: ignore[operator]  # a share is never None
            assert row.values["ogw"] >= policy.game_floor  # type: ignore[operator]  # a share is never None
            assert row.values["oomw"] >= policy.match_floor  # type: ignore[operator]  # a share is never None
        else:
            assert row.values["omw"] == row.values["ogw"] == row.values["oomw"] == 0


@FAST
@given(events, presets)
def test_ranks_follow_the_policy_and_ties_are_complete(event: Event, policy: Preset) -> None:
    rows = compute(*event, policy.but(metrics=tuple(m for m in policy.metrics if m != "random")))
    flat = [key for key in policy.metrics if key != "random" and not METRICS[key].group]
    for place, row in enumerate(rows, 1):
        first = next(i for i, other in enumerate(rows, 1) if other.id in row.tie)
        assert row.rank == first <= place
        assert [other.id for other in rows if other.rank == row.rank] == list(row.tie)
        assert (row.decided_by is None) == (place == 1 or place > first)
    for above, below in pairwise(rows):
        for key in policy.metrics:
            if key not in flat:
                break
            mine, theirs = above.values[key], below.values[key]
            assert mine is not None and theirs is not None
            better = mine > theirs if METRICS[key].better == "high" else mine < theirs
            if mine != theirs:
                assert better
                assert below.decided_by == key
                break


@FAST
@given(duels, st.integers(1, 7))
def test_a_late_look_at_an_early_round_is_what_it_was_then(event: Event, through: int) -> None:
    entrants, matches = event
    early = [match for match in matches if match.round <= through]
    assert shape(compute(entrants, matches, PRESETS["x610z"], through)) == shape(
        compute(entrants, early, PRESETS["x610z"], through)
    )


@FAST
@given(duels, presets)
def test_a_bye_for_somebody_leaves_ones_own_omw_alone(event: Event, policy: Preset) -> None:
    entrants, matches = event
    policy = policy.but(metrics=("omw", "ogw"), dropped_match_ceiling=Fraction(1))
    last = max((match.round for match in matches), default=0)
    before = {row.id: row.values for row in compute(entrants, matches, policy)}
    for entrant in [e for e in entrants if e.joined_round <= max(last, 1)][:3]:
        after = compute(entrants, [*matches, Match.bye(last + 1, entrant.id)], policy, last + 1)
        assert next(row.values for row in after if row.id == entrant.id) == before[entrant.id]


@FAST
@given(st.fractions(), st.integers(0, 6))
def test_rounding_is_exact_with_halves_away_from_zero(value: Fraction, digits: int) -> None:
    error = Fraction(decimal(value, digits)) - value
    half = Fraction(1, 2 * 10**digits)
    assert abs(error) <= half
    if abs(error) == half:
        assert (error > 0) == (value > 0)
