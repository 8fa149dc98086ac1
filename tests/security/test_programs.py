"""What the program of each person gets of each operation of the API: a token, not only the lack of one."""

import logging
from collections.abc import Iterator

import pytest

from tests.security.cells import RULES, wrong_of
from tests.security.programs import MISSING_HERE, VIEWS, is_for_programs, program_cells
from tests.security.test_access_matrix import Hall, hall
from tests.speeds import fewer
from tournaments.api.operations import OPERATIONS

__all__ = ["hall"]
pytestmark = [pytest.mark.django_db]


@pytest.fixture(autouse=True)
def _silent() -> Iterator[None]:
    """Every refusal would be a line of the log."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def test_a_program_gets_of_each_operation_what_the_right_of_its_owner_and_its_scope_allow(hall: Hall) -> None:
    names = [name for name in RULES if is_for_programs(name)]
    assert len(names) == len(OPERATIONS) + len(VIEWS) > 110
    asked = fewer(names, 4, "operations of the API with the token of each person")
    cells = {name: program_cells(hall, name, RULES[name].args) for name in asked}
    assert {name: said for name, found in cells.items() if (said := wrong_of(*found))} == {}


def test_what_is_missing_in_this_hall_is_a_route_and_has_a_reason() -> None:
    assert set(MISSING_HERE) <= set(RULES) and all(len(reason) > 10 for reason in MISSING_HERE.values())
