"""The golden games of the third act are judged as they were."""

from __future__ import annotations

import re

import pytest

from rules_engine import audit
from tests.referee.compare import compare
from tests.speeds import few_by_day

from . import third_act


@pytest.mark.parametrize("place", range(third_act.COUNT))
def test_a_golden_game_of_the_third_act_is_judged_as_before(place: int) -> None:
    log, known = third_act.frozen()[place], third_act.expected()[place]
    report = audit(log, pool=third_act.pool())
    assert (report.verdict, report.fidelity) == ("ok", "exact"), report.finding
    assert {"steps": report.steps, "digest": report.digest} == known


@pytest.mark.parametrize("place", few_by_day(range(0, third_act.COUNT, 3), 1, "golden games of two referees"))
def test_a_golden_game_of_the_third_act_is_judged_alike_by_the_second_referee(place: int) -> None:
    outcome = compare(third_act.frozen()[place], third_act.pool())
    assert outcome.difference is None, str(outcome.difference)


def test_the_games_play_many_of_the_cards() -> None:
    written = b"".join(third_act.frozen())
    cast = set(re.findall(rb'"do":"cast","seat":\d+,"card":"(D3[^"]*)"', written))
    assert len(cast) >= 40
