"""Standings as a table, and the arithmetic behind one cell, in words."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import TypedDict

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from ledger.shapes import Context
from tournaments.entries.keys import entry_key
from tournaments.entries.models import Entry
from tournaments.entries.questions import page_code
from tournaments.events.models import Tournament
from tournaments.rounds.field import entrants_of, played_matches, preset_of, standings_rows
from tournaments.rounds.units import unit_of
from tournaments.rounds.words import line_names
from tournaments.standings import Arithmetic, explain, metric

from .cache import trimmed
from .holes import hole
from .moulds import Mould, filled_many, mould_of
from .words import decimal_mark, localized

HIDDEN_METRICS = ("random",)
ROWS = 500
"""So many places stand on one page of the standings; a phone in a hall with a slow network waits for each of them."""


def shown(key: str, value: Fraction | None, mark: str = "") -> str:
    """A metric's value as people read it: whole numbers whole, shares as percentages. ``mark``: the decimal one."""
    if value is None:
        return "–"
    if metric(key).style == "percent":
        # A quotient of whole numbers rounds as the exact fraction does, and takes a tenth of the time.
        return localized(f"{100 * value.numerator / value.denominator:.1f}\u00a0%", mark)
    if value.denominator == 1:
        return str(value.numerator)
    return localized(f"{float(value):.3f}".rstrip("0").rstrip("."), mark)


class StandingsLine(TypedDict):
    """One line, as plain values; ``page``: the code of the player's own page, or empty."""

    rank: int | None
    entry: int
    name: str
    page: str
    record: str
    dropped: bool
    values: list[str]


class StandingsTable(TypedDict):
    """One page of the standings: its lines as plain values, and the first and last place of each page."""

    rows: list[StandingsLine]
    columns: list[dict[str, str]]
    through: int
    page: int
    pages: list[tuple[int, int, int]]


def standings_table(tournament: Tournament, through: int, page: int) -> StandingsTable:
    """The standings after round ``through``, the page of that number or the last; a fixed number of queries."""
    names = line_names(tournament)
    keys = [key for key in preset_of(tournament).metrics if key not in HIDDEN_METRICS]
    found = Entry.objects.filter(tournament=tournament).annotate(page=page_code("user__"))
    entries = list(found.order_by("number").values_list("pk", "number", "page"))
    numbers = {entry_key(number): pk for pk, number, _page in entries}
    # A line of a team leads to no one member.
    codes = {entry_key(number): code for _pk, number, code in entries} if unit_of(tournament).alone else {}
    ranked = standings_rows(tournament, through=through)
    pages = _pages(len(ranked))
    place, mark = min(page, len(pages)), decimal_mark()
    rows: list[StandingsLine] = [
        {
            "rank": row.rank,
            "entry": numbers[row.id],
            "name": names[row.id],
            "page": codes.get(row.id) or "",
            "record": "-".join(map(str, row.record)),
            "dropped": row.dropped,
            "values": [shown(key, row.values[key], mark) for key in keys],
        }
        for row in ranked[(place - 1) * ROWS : place * ROWS]
    ]
    return {
        "rows": rows,
        "columns": [{"key": key, "name": metric_name(key), "short": _(metric(key).short)} for key in keys],
        "through": through,
        "page": place,
        "pages": pages if len(pages) > 1 else [],
    }


def _pages(rows: int) -> list[tuple[int, int, int]]:
    """The pages of so many rows: the number of each, its first and its last place."""
    starts = range(0, max(rows, 1), ROWS)
    return [(at, start + 1, min(start + ROWS, rows)) for at, start in enumerate(starts, 1)]


def lines_markup(table: StandingsTable, marks: Mapping[int, str]) -> SafeString:
    """The lines of the table, each from the mould of its shape: a template for every line was most of the page."""
    keys = tuple(column["key"] for column in table["columns"])

    @cache
    def mould(page: bool, dropped: bool, role: str) -> Mould:
        line: Context = {name: hole(name) for name in ("entry", "rank", "name", "record")}
        line |= {"page": hole("page") if page else "", "dropped": dropped}
        cells = [(key, hole(key)) for key in keys]
        context: Context = {"line": line, "role": role, "cells": cells, "through": hole("through")}
        made = mould_of("display/_standings_line.html", (page, dropped, role, keys), lambda: context)
        return Mould(tuple(map(trimmed, made.parts)), made.holes)

    return filled_many(
        (
            mould(bool(row["page"]), row["dropped"], marks.get(row["entry"], "")),
            {
                **row,
                "rank": "–" if row["rank"] is None else row["rank"],
                "through": table["through"],
                **dict(zip(keys, row["values"], strict=True)),
            },
        )
        for row in table["rows"]
    )


def metric_name(key: str) -> str:
    """A metric's name in the reader's language."""
    return _(metric(key).name)


def cell(tournament: Tournament, entry: Entry, key: str, through: int) -> Arithmetic | None:
    """The worked-out arithmetic of one cell, or None when this metric or player has none."""
    preset = preset_of(tournament)
    if key not in preset.metrics:
        return None
    entrants = entrants_of(tournament)
    if all(one.id != entry.key for one in entrants):
        return None
    matches = played_matches(tournament, through=through)
    return explain(entrants, matches, preset, entry.key, key, through_round=through)
