"""Standings as a table, and the arithmetic behind one cell, in words."""

from fractions import Fraction
from typing import TypedDict

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

from .words import localized

HIDDEN_METRICS = ("random",)


def shown(key: str, value: Fraction | None) -> str:
    """A metric's value as people read it: whole numbers whole, shares as percentages."""
    if value is None:
        return "–"
    if metric(key).style == "percent":
        return localized(f"{float(value * 100):.1f}\u00a0%")
    return str(value) if value.denominator == 1 else localized(f"{float(value):.3f}".rstrip("0").rstrip("."))


class StandingsTable(TypedDict):
    """The standings as plain values."""

    rows: list[Context]
    columns: list[Context]
    through: int


def standings_table(tournament: Tournament, through: int) -> StandingsTable:
    """The standings after round ``through`` as rows of plain values; a fixed number of queries."""
    names = line_names(tournament)
    keys = [key for key in preset_of(tournament).metrics if key not in HIDDEN_METRICS]
    found = Entry.objects.filter(tournament=tournament).annotate(page=page_code("user__"))
    entries = list(found.order_by("number").values_list("pk", "number", "page"))
    numbers = {entry_key(number): pk for pk, number, _page in entries}
    # A line of a team leads to no one member.
    pages = {entry_key(number): page for _pk, number, page in entries} if unit_of(tournament).alone else {}
    rows: list[Context] = [
        {
            "rank": row.rank,
            "entry": numbers[row.id],
            "name": names[row.id],
            "page": pages.get(row.id) or "",
            "record": "-".join(map(str, row.record)),
            "dropped": row.dropped,
            "cells": [{"key": key, "value": shown(key, row.values[key])} for key in keys],
        }
        for row in standings_rows(tournament, through=through)
    ]
    return {
        "rows": rows,
        "columns": [{"key": key, "name": metric_name(key), "short": _(metric(key).short)} for key in keys],
        "through": through,
    }


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
