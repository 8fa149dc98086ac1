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
    assert screen_page(rows, "L", 3) == screen_page(rows, "L", 1)
    assert screen_page(rows, "L", 1)[1:] == (1, 2)


def test_an_empty_hall_has_one_empty_page() -> None:
    assert screen_page([], "S", 1) == ([], 1, 1)


@pytest.mark.parametrize("size", ["", "XXXL", "m"])
def test_an_unknown_size_counts_as_medium(size: str) -> None:
    assert screen_page(list(range(500)), size, 1) == screen_page(list(range(500)), "M", 1)


@pytest.mark.parametrize("count", [8, 111, 226, 2000])
def test_no_page_holds_more_than_fits_and_all_hold_the_same_but_one(count: int) -> None:
    for size, most in ROWS.items():
        pages = screen_page(range(count), size, 1)[2]
        held = {len(screen_page(range(count), size, page)[0]) for page in range(1, pages + 1)}
        assert max(held) <= most
        assert max(held) - min(held) <= 1
