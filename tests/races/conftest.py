"""What every race needs."""

from collections.abc import Iterator

import pytest

from tests.races.tools import Racers, racers


@pytest.fixture
def run(transactional_db: None) -> Iterator[Racers]:
    """Two writers that start together; a race of more makes its own."""
    with racers(2) as made:
        yield made
