"""Pages in pieces: the same page with and without compression, whatever is laid between, and short on the wire."""

import gzip
import random
from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string
from hypothesis import given
from hypothesis import strategies as st

from tournaments.display.cache import trimmed
from tournaments.display.page_pieces import LARGEST_BLOCK, Page, Piece
from tournaments.display.standings_page import ROWS, lines_markup

WIRE = 60_000
"""Bytes that a page of a hall of 2,000 may have on the wire."""


def page_of(parts: list[str]) -> Page:
    """A page with a hole between each two parts, named by its number."""
    return Page(tuple(map(Piece.of, parts)), tuple(str(at) for at in range(1, len(parts))))


@given(st.lists(st.text(), min_size=1, max_size=5), st.data())
def test_any_page_in_pieces_reads_the_same_compressed_or_not(parts: list[str], data: Any) -> None:
    page = page_of(parts)
    own = {name: data.draw(st.text()) for name in page.holes}
    assert gzip.decompress(page.gzipped(own)) == page.plain(own)
    between = [*own.values(), ""]
    assert page.plain(own).decode() == "".join(
        text for part, mine in zip(parts, between, strict=True) for text in (part, mine)
    )


@given(st.lists(st.text(), min_size=1, max_size=3), st.lists(st.text(), min_size=1, max_size=3))
def test_a_page_laid_into_another_reads_as_both(inner: list[str], before: list[str]) -> None:
    frame = Page(tuple(map(Piece.of, [*before, "end"])), (*["own"] * (len(before) - 1), "body"))
    body = Page(tuple(map(Piece.of, inner)), ("own",) * (len(inner) - 1))
    both = frame.around("body", body)
    assert both.plain({"own": "|"}).decode() == "|".join(before) + "|".join(inner) + "end"
    assert gzip.decompress(both.gzipped({"own": "|"})) == both.plain({"own": "|"})


def test_what_is_laid_between_may_be_larger_than_a_block() -> None:
    page, own = page_of(["before", "behind"]), {"1": "long " * LARGEST_BLOCK}
    assert gzip.decompress(page.gzipped(own)) == page.plain(own)


def test_a_secret_is_not_compressed_so_its_guess_beside_it_makes_no_page_shorter() -> None:
    secret, other = "s3cretTokenOfThisReader" * 3, "quiteAnotherWordInstead" * 3
    page = page_of([f'<a href="?guess={secret}">', "</a>"])
    assert len(page.gzipped({"1": secret})) == len(page.gzipped({"1": other}))
    together = [len(gzip.compress(f"{secret}{said}".encode())) for said in (secret, other)]
    assert together[0] < together[1], "then the test would see nothing"


def names(count: int) -> list[str]:
    """Names as different as those of a hall."""
    dice = random.Random(1)
    first = [
        "Jan",
        "Piet",
        "Anna",
        "Sofie",
        "Emma",
        "Daan",
        "Sem",
        "Lucas",
        "Levi",
        "Finn",
        "Julia",
        "Mila",
        "Tess",
        "Sara",
        "Noah",
        "Luuk",
        "Bram",
        "Eva",
    ]
    letters = "abcdefghijklmnopqrstuvwxyz"
    return [
        f"{dice.choice(first)} {''.join(dice.choices(letters, k=dice.randint(4, 11))).title()}"
        for _ in range(count)
    ]


def test_the_tables_of_2000_players_are_at_most_60_kb_on_the_wire() -> None:
    hall, dice = names(2000), random.Random(2)
    lines = [
        {
            "entry": SimpleNamespace(name=name, pk=dice.randrange(10**6)),
            "match": SimpleNamespace(table=dice.randint(1, 1000)),
            "dot": None,
            "others": [hall[dice.randrange(2000)]],
        }
        for name in sorted(hall)
    ]
    page = trimmed(render_to_string("display/_pairings_by_name.html", {"lines": lines, "marks": {}}))
    assert page.count("<tr") == 2001
    assert len(Piece.of(page).packed) < WIRE


@pytest.mark.django_db
def test_a_page_of_the_standings_of_2000_players_is_at_most_60_kb_on_the_wire() -> None:
    hall, dice, keys = names(ROWS), random.Random(3), ["points", "omw", "gw", "ogw", "wins"]
    rows = [
        {
            "rank": at,
            "entry": dice.randrange(10**6),
            "name": name,
            "record": f"{dice.randint(0, 11)}-{dice.randint(0, 11)}-{dice.randint(0, 3)}",
            "page": "",
            "dropped": dice.random() < 0.2,
            "values": [f"{dice.uniform(33, 90):.1f}\u00a0%" for _key in keys],
        }
        for at, name in enumerate(hall, 1501)
    ]
    columns = [{"key": key, "name": key, "short": key} for key in keys]
    table: Any = {"rows": rows, "columns": columns, "through": 11, "page": 4, "pages": []}
    context = {
        "tournament": SimpleNamespace(
            slug="national", state="running", mode="1v1", policy=SimpleNamespace(lists="")
        ),
        "marks": {},
        "through": 11,
        "rounds": range(1, 12),
        "table": table,
        "lines": lines_markup(table, {}),
        "pages": [(1, 1, 500), (2, 501, 1000), (3, 1001, 1500), (4, 1501, 2000)],
        "page": 4,
        "heading": "Player",
    }
    page = trimmed(render_to_string("display/_standings.html", context))
    assert page.count('<tr id="e') == ROWS
    assert len(Piece.of(page).packed) < WIRE


def test_what_keeps_a_number_and_its_unit_together_stays_when_a_table_is_trimmed() -> None:
    assert (
        trimmed("<tr>\n  <td> 50.0\u00a0% </td>\n</tr>\n<p>a  \n b</p>")
        == "<tr><td>50.0\u00a0%</td></tr><p>a b</p>"
    )
