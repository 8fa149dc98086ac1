"""Which names stand on which page of the big screen."""

import pytest

from tournaments.display.screen import ROWS, screen_page


def test_every_name_is_on_exactly_one_page() -> None:
    rows = list(range(250))
    _, _, pages = screen_page(rows, "M", 1)
    shown = [row for page in range(1, pages + 1) for row in screen_page(rows, "M", page)[0]]
    assert shown == rows


def test_after_the_last_page_comes_the_first() -> None:
    rows = list(range(ROWS["L"] + 1))
    assert screen_page(rows, "L", 3)[:2] == (rows[: ROWS["L"]], 1)


def test_an_empty_hall_has_one_empty_page() -> None:
    assert screen_page([], "S", 1) == ([], 1, 1)


@pytest.mark.parametrize("size", ["", "XXXL", "m"])
def test_an_unknown_size_counts_as_medium(size: str) -> None:
    assert len(screen_page(list(range(500)), size, 1)[0]) == ROWS["M"]
