"""How many names fit on the big screen, and which of them stand on which page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Row = TypeVar("Row")

ROWS: dict[str, int] = {"S": 156, "M": 110, "L": 64, "XL": 36, "XXL": 16}
"""Size -> names on one page of a 16:9 screen; six, five, four, three and two columns."""


def screen_page(rows: Sequence[Row], size: str, page: int) -> tuple[Sequence[Row], int, int]:
    """Return the rows of one page, its number and the number of pages; pages count from 1 and wrap around.

    An unknown size counts as ``M``. All pages hold as many as the others, or one less: none is nearly empty.
    """
    pages = max(1, -(-len(rows) // ROWS.get(size, ROWS["M"])))
    number = (page - 1) % pages + 1
    return rows[len(rows) * (number - 1) // pages : len(rows) * number // pages], number, pages
