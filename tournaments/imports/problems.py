"""Every problem of a file at once: the readers stop at the first, so the row in question is taken out and read again.

A row that is gone makes no other row wrong (nobody has to have a row in every round), so what is found afterwards is
a problem of its own. What is wrong with the file as a whole, its columns or its players, stays the only problem.
"""

import json
import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from tournaments.standings import StandingsError
from tournaments.standings.formats import read_csv, results_from
from tournaments.standings.formats_base import text_of

MOST_PROBLEMS = 20
_LINE = re.compile(r"^line (\d+)")
_MATCH = re.compile(r"rounds\[(\d+)\](\.matches)?\[(\d+)\]")

Rows = dict[int, list[int]]


def all_errors(data: bytes, first: StandingsError, *, as_json: bool) -> list[StandingsError]:
    """The first error of a JSON or CSV file and what its other rows do wrong, at most ``MOST_PROBLEMS``."""
    found = [first]
    try:
        again = _json_reader(data) if as_json else _csv_reader(data)
        while len(found) < MOST_PROBLEMS:
            following = again(found[-1])
            if following is None:
                break
            found.append(following)
    except (StandingsError, ValueError, RecursionError):
        pass  # not even text or JSON: the first error says so
    return found


def _csv_reader(data: bytes) -> Callable[[StandingsError], StandingsError | None]:
    lines = text_of(data).splitlines()
    head = next((place for place, line in enumerate(lines) if line.strip() and line[0] != "#"), 0)

    def without(error: StandingsError) -> StandingsError | None:
        spot = _LINE.match(error.where)
        place = int(spot[1]) - 1 if spot else head
        if error.code == "not_csv" or place <= head or not lines[place]:
            return None
        lines[place] = ""
        try:
            read_csv("\n".join(lines))
        except StandingsError as following:
            return following
        return None

    return without


def _json_reader(data: bytes) -> Callable[[StandingsError], StandingsError | None]:
    tree: dict[str, Any] = json.loads(text_of(data), parse_float=Decimal)
    numbers: Rows = {}

    def without(error: StandingsError) -> StandingsError | None:
        spot = _MATCH.match(error.where)
        if spot is None:
            return None
        round_, place = int(spot[1]), int(spot[3])
        rows = tree["rounds"][round_]
        rows = rows["matches"] if isinstance(rows, dict) else rows
        kept = numbers.setdefault(round_, list(range(len(rows))))
        del rows[kept.index(place)]
        kept.remove(place)
        try:
            results_from(tree)
        except StandingsError as following:
            return StandingsError(
                following.code, _as_in_file(following.message, numbers), _as_in_file(following.where, numbers)
            )
        return None

    return without


def _as_in_file(text: str, numbers: Rows) -> str:
    """The places in a text as they are in the file, where the rows taken out still count."""

    def place(found: re.Match[str]) -> str:
        kept = numbers.get(int(found[1]))
        number = int(found[3]) if kept is None else kept[int(found[3])]
        return f"rounds[{found[1]}]{found[2] or ''}[{number}]"

    return _MATCH.sub(place, text)
