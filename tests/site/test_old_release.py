"""The last release lives with this code: its tests on the new tables, and the new code on what it stored.

This is the short form, on SQLite; ``make old-tests`` is the long one. A clone without history has no last release.
"""

from pathlib import Path

import pytest

from benchmarks.drills import old_release
from benchmarks.drills.old_release import Run, on_new_tables, short
from benchmarks.drills.upgrade import git, previous_release
from x610z_site.services.environment import ROOT


@pytest.fixture
def last() -> str:
    """The last release, where git knows one."""
    if not (ROOT / ".git").exists() or git("rev-parse", "--is-shallow-repository") == "true":
        pytest.skip("a copy of the code without its history: no release before this one is known here")
    return previous_release()


@pytest.mark.night(
    "installs the last release and runs its tests",
    short="tests/site/test_old_release.py::test_only_what_falls_on_the_new_tables_alone_counts",
)
def test_the_tests_of_the_last_release_pass_on_the_new_tables_and_new_code_goes_on_with_its_data(
    last: str, tmp_path: Path
) -> None:
    figures = short(last, tmp_path)
    assert figures["previous release"] == last
    assert " passed" in figures["its tests on the new tables"]
    assert int(figures["pages of old data, opened by new code"]) > 20
    assert (figures["reports on it"], figures["chains whole"]) == ("6", "1")
    assert int(figures["rows put away, brought back, and whole for the old release"]) > 20


@pytest.mark.parametrize(
    ("on_new", "on_own", "only_there"),
    [((), (), ()), (("a", "b"), ("b",), ("a",)), (("b",), ("b",), ()), (("a",), (), ("a",))],
)
def test_only_what_falls_on_the_new_tables_alone_counts(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    on_new: tuple[str, ...],
    on_own: tuple[str, ...],
    only_there: tuple[str, ...],
) -> None:
    falls = {"new": on_new, "own": on_own}

    def run(_code: Path, environment: dict[str, str], _words: list[str]) -> Run:
        return Run("2 passed", frozenset(falls[environment["TABLES"]]), "")

    monkeypatch.setattr(old_release, "run_tests", run)
    if only_there:
        with pytest.raises(AssertionError, match=repr(only_there[0])):
            on_new_tables(tmp_path, {"TABLES": "new"}, {"TABLES": "own"}, (), "sqlite")
    else:
        there, chance = on_new_tables(tmp_path, {"TABLES": "new"}, {"TABLES": "own"}, (), "sqlite")
        assert there.fallen == set(on_new) and not chance


def test_what_falls_once_and_passes_when_tried_again_is_told_and_breaks_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    falls = {"new": [frozenset("b"), frozenset("ab")], "own": [frozenset("b")]}
    monkeypatch.setattr(
        old_release,
        "run_tests",
        lambda _code, environment, _words: Run("2 passed", falls[environment["TABLES"]].pop(), ""),
    )
    there, chance = on_new_tables(tmp_path, {"TABLES": "new"}, {"TABLES": "own"}, (), "sqlite")
    assert there.fallen == set("ab") and chance == {"a"}


def test_old_tests_of_which_none_passes_prove_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(old_release, "run_tests", lambda *_words: Run("no tests ran", frozenset(), ""))
    with pytest.raises(AssertionError, match="no old test passed"):
        on_new_tables(tmp_path, {}, {}, (), "sqlite")
