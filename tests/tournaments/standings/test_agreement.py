"""Three independent ways to every number agree: columns, opened cells, and the naive reference."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.speeds import few_by_day
from tests.tournaments.standings.events import duel_event, pod_event
from tests.tournaments.standings.reference import COVERED, Reference
from tournaments.standings import METRICS, PRESETS, Entrant, Match, Preset, compute, explain

EVERYTHING = tuple(METRICS)
CARD_GAMES = [key for key, preset in PRESETS.items() if preset.unplayed_opponent == "none"]


def test_every_metric_is_worked_out_the_way_it_is_computed() -> None:
    for metric in METRICS.values():
        alone = metric.column is not None, metric.told is not None
        in_group = metric.league is not None, metric.told_in_group is not None
        assert {alone, in_group} == {(True, True), (False, False)}, metric.key
        assert metric.group == (in_group == (True, True))


def test_every_preset_names_known_metrics_and_ends_in_the_drawn_lot() -> None:
    for preset in PRESETS.values():
        assert set(preset.metrics) <= set(METRICS)
        assert preset.metrics[0] == "match_points"
        assert preset.metrics[-1] == "random"


@pytest.mark.parametrize("key", CARD_GAMES)
@pytest.mark.parametrize("seed", few_by_day(range(4), 1, "events with every metric"))
def test_columns_equal_the_naive_reference(key: str, seed: int) -> None:
    entrants, matches = duel_event(seed, 19 + seed, 4 + seed)
    preset = PRESETS[key].but(metrics=COVERED, late_missed_round="unplayed")
    slow = Reference(entrants, matches, preset)
    for row in compute(entrants, matches, preset):
        for metric in COVERED:
            assert row.values[metric] == slow.value(metric, row.id), (metric, row.id)


def with_rare_rows(entrants: list[Entrant], matches: list[Match]) -> tuple[list[Entrant], list[Match]]:
    """The same event with one more player who asks for half-point byes and sits rounds out."""
    guest = Entrant("guest", "guest", random=999)
    return [*entrants, guest], [*matches, Match.bye(1, "guest", "half_bye"), Match.bye(3, "guest", "missed")]


@pytest.mark.parametrize("key", PRESETS)
@pytest.mark.parametrize("seed", few_by_day(range(3), 1, "events with every cell opened"))
def test_every_opened_cell_ends_in_the_value_of_the_standings(key: str, seed: int) -> None:
    event = pod_event(seed, 13, 4) if "pods" in key else with_rare_rows(*duel_event(seed, 14, 5))
    check_cells(*event, PRESETS[key].but(metrics=(*(m for m in EVERYTHING if m != "random"), "random")))
    check_cells(*event, PRESETS[key])


@pytest.mark.parametrize(
    "changes",
    [
        {"unplayed_opponent": "virtual"},
        {"unplayed_opponent": "dummy", "adjust_unplayed": False},
        {"bye_in_match_win": False, "match_ceiling": Fraction(3, 4)},
        {"disqualified_as_opponent": False, "disqualified": "last"},
        {
            "draw": Fraction(0),
            "bye": Fraction(1, 2),
            "bye_opponents": 2,
            "bye_opponent_share": Fraction(1, 7),
        },
    ],
)
def test_opened_cells_agree_under_unusual_policies(changes: dict[str, object]) -> None:
    entrants, matches = with_rare_rows(*duel_event(11, 14, 5))
    entrants[3] = Entrant("P003", "P003", random=3, disqualified=True)
    check_cells(entrants, matches, PRESETS["fide"].but(metrics=EVERYTHING, **changes))


def check_cells(entrants: list[Entrant], matches: list[Match], preset: Preset) -> None:
    for row in compute(entrants, matches, preset):
        for metric, value in row.values.items():
            opened = explain(entrants, matches, preset, row.id, metric)
            assert opened.value == value, (metric, row.id, opened)
            assert opened.steps, (metric, row.id)
