"""What every race needs."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from tests.races.tools import Racers, racers


@pytest.fixture(autouse=True)
def no_quota(monkeypatch: pytest.MonkeyPatch) -> None:
    """At night the same two people do the same a hundred times within a day."""
    monkeypatch.setattr("ledger.quotas.DAY", timedelta(0))


@pytest.fixture
def run(transactional_db: None) -> Iterator[Racers]:
    """Two writers that start together; a race of more makes its own."""
    with racers(2) as made:
        yield made
