"""docs/reliability.md says what was kept, and every goal names a test and a command that exist."""

import json
import re
import shlex
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks.kept import FOLDER, keep, read
from benchmarks.kept.goals import ALL, DAY, GOALS, TAPS, Goal
from benchmarks.kept.page import current, page
from benchmarks.kept.rests import RESTS_ON, commit_with, digest, unknown
from tests.site.test_docs import known
from x610z_site.services.environment import ROOT


def test_the_page_is_made_of_the_kept_figures() -> None:
    assert (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8") == current(), "run: make figures"


def test_the_goals_are_those_of_the_design_each_once() -> None:
    assert [goal.number for goal in GOALS] == [f"R{number}" for number in range(1, 28)]
    assert [goal.number for goal in DAY] == [f"D{number}" for number in range(1, 11)]
    assert [goal.number for goal in TAPS] == [f"T{number}" for number in range(1, 8)]


@pytest.mark.parametrize("goal", ALL, ids=lambda goal: goal.number)
def test_a_goal_names_a_test_and_a_command_that_exist_or_says_what_is_missing(goal: Goal) -> None:
    assert goal.short or goal.long or goal.gap
    if goal.short:
        assert (ROOT / goal.short).exists()
    if goal.long:
        assert known(goal.long), goal.long


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_a_kept_figure_says_when_where_and_by_which_command(path: Path) -> None:
    one = next(kept for kept in read() if kept.name == path.stem)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", one.date)
    assert re.search(r"^\d+ cores, \d+ GB, ", one.machine)
    assert re.fullmatch(r"[0-9a-f]{8}\+?", one.commit)
    assert all((ROOT / path).exists() for path in RESTS_ON[one.name])
    assert set(one.goals) <= {goal.number for goal in ALL}
    assert one.figures and all(one.figures.values())
    words = shlex.split(one.command)
    assert known(one.command)
    if words[:2] == ["python", "-m"]:
        assert find_spec(words[2])


def test_the_commit_of_a_kept_figure_is_one_that_somebody_can_look_at() -> None:
    """After a rebase a figure names a commit that is gone: `make figures` finds the one that has its code."""
    if not unknown(["deadbeef+"]):  # the control
        pytest.skip("no history here")
    assert unknown([one.commit for one in read()]) == [], "run: make figures"
    newest = commit_with(digest(["LICENSE"]), ["LICENSE"])
    assert newest and unknown([newest]) == []


def test_a_figure_is_marked_once_the_code_that_it_rests_on_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchmarks.kept.FOLDER", tmp_path)
    monkeypatch.setenv("KEEP", "1")
    keep("streams", command="make drill", goals=(), figures={"loss": "0 of 9"}, control="")
    assert "has changed since" not in page(read(tmp_path)).split("## Figures")[1]
    now = digest(RESTS_ON["streams"])
    path = tmp_path / "streams.json"
    path.write_text(path.read_text().replace(now, "0" * 16))
    assert "**Code that it rests on has changed since.**" in page(read(tmp_path))
    (tmp_path / "a.py").write_text("1")
    before = digest(["a.py"], tmp_path)
    (tmp_path / "a.py").write_text("2")
    assert digest(["a.py"], tmp_path) != before


def test_figures_are_kept_only_when_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.kept.FOLDER", tmp_path)
    monkeypatch.delenv("KEEP", raising=False)
    keep("one", command="make drill", goals=("R9",), figures={"loss": "0 of 9"}, control="")
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setenv("KEEP", "1")
    keep("one", command="make drill", goals=("R9",), figures={"loss": "0 of 9"}, control="seen")
    assert json.loads((tmp_path / "one.json").read_text())["figures"] == {"loss": "0 of 9"}
    made = page(read(tmp_path))
    assert "### R9: `make drill`" in made and "| loss | 0 of 9 |" in made and "Control: seen." in made
