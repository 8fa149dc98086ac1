"""Marks of the card tests."""

from __future__ import annotations

import pytest

from .table import ME, YOU, Table


def pytest_configure(config: pytest.Config) -> None:
    """``@pytest.mark.rule("101.1a")``: the numbered rule a test obeys or breaks."""
    config.addinivalue_line("markers", "rule(number): the numbered rule this test is about")


@pytest.fixture
def t() -> Table:
    """A table with a game that has begun."""
    return Table()


@pytest.fixture
def mine(t: Table) -> str:
    """A summon of mine on the board."""
    return t.summon(ME, "Hunter Dragon", "3,1")


@pytest.fixture
def theirs(t: Table) -> str:
    """A summon of the other player."""
    return t.summon(YOU, "Tunnel Beast", "3,3")
