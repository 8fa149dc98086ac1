"""Marks of the card tests."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """``@pytest.mark.rule("101.1a")``: the numbered rule a test obeys or breaks."""
    config.addinivalue_line("markers", "rule(number): the numbered rule this test is about")
