"""The runner of the mutants finds the functions that live, and breaks them where they stand."""

import gc
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from tests.mutation import forks
from tests.mutation.sites import mutants_of

SOURCE = "def twice(number):\n    return number * 2\n"


@pytest.fixture
def small(tmp_path: Path) -> ModuleType:
    """A module with one function, loaded from a file."""
    (tmp_path / "small.py").write_text(SOURCE)
    spec = importlib.util.spec_from_file_location("small", tmp_path / "small.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_function_is_found_though_what_is_loaded_was_frozen(tmp_path: Path, small: ModuleType) -> None:
    gc.freeze()  # as the tests do once they are collected
    found = forks._functions(tmp_path)
    assert found == {(str(tmp_path / "small.py"), "twice", 1): [small.twice]}


def test_a_mutant_answers_otherwise_and_the_right_code_is_put_back(tmp_path: Path, small: ModuleType) -> None:
    functions, right, answers = forks._functions(tmp_path), small.twice.__code__, set()
    for mutant in mutants_of(tmp_path, "small.py"):
        assert forks._replace_code(tmp_path, mutant, functions), mutant.where
        answers.add(small.twice(3))
        small.twice.__code__ = right
    assert answers and 6 not in answers and small.twice(3) == 6


def test_where_no_function_is_found_nothing_is_said_to_be_broken(tmp_path: Path, small: ModuleType) -> None:
    assert not any(forks._replace_code(tmp_path, mutant, {}) for mutant in mutants_of(tmp_path, "small.py"))
