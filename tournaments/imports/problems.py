"""Every problem of a file at once: the readers stop at the first, so the row in question is taken out and read again.

A row that is gone makes no other row wrong (nobody has to have a row in every round), so what is found afterwards is
a problem of its own; and what the other rows hold can still be looked at. So it is with a field of a JSON file that
stands beside the rows. What is wrong with the file as a whole, its columns or who its players are, stays alone.
"""

import json
import re
from collections.abc import Callable
from decimal import Decimal

from ledger.shapes import Json
from tournaments.standings import StandingsError
from tournaments.standings.formats import Results, read_csv, results_from
from tournaments.standings.formats_base import text_of
from tournaments.standings.model import Sentence

MOST_PROBLEMS = 20
_LINE = re.compile(r"^line (\d+)")
_MATCH = re.compile(r"rounds\[(\d+)\](\.matches)?\[(\d+)\]")
_PART = re.compile(r"^(players|rounds)\[(\d+)\]\.(?!id$|matches)(.+)$")
_ASIDE = ("date", "preset", "policy", "standings", "final_places", "dropped_after_round")

Rows = dict[int, list[int]]
Reader = Callable[[StandingsError], StandingsError | Results | None]
"""Reads a file again without the row of an error: the next error, what is left, or None when no row is at fault."""


def all_errors(
    data: bytes, first: StandingsError, *, as_json: bool
) -> tuple[list[StandingsError], Results | None]:
    """The first error of a JSON or CSV file and what its other rows do wrong, at most ``MOST_PROBLEMS``.

    The second part is the event without those rows; None when it could not be read to the end.
    """
    found = [first]
    try:
        again = _json_reader(data) if as_json else _csv_reader(data)
        while len(found) < MOST_PROBLEMS:
            following = again(found[-1])
            if not isinstance(following, StandingsError):
                return found, following
            found.append(following)
    except (StandingsError, ValueError, LookupError, TypeError, RecursionError):
        pass  # not even text or JSON, or fields called like places of rows: what was found so far says so
    return found, None


def _csv_reader(data: bytes) -> Reader:
    lines = text_of(data).splitlines()
    head = next((place for place, line in enumerate(lines) if line.strip() and line[0] != "#"), 0)

    def without(error: StandingsError) -> StandingsError | Results | None:
        spot = _LINE.match(error.where)
        place = int(spot[1]) - 1 if spot else head
        if error.code == "not_csv" or place <= head or not lines[place]:
            return None
        lines[place] = ""
        try:
            return read_csv("\n".join(lines))
        except StandingsError as following:
            return following

    return without


def _json_reader(data: bytes) -> Reader:
    tree: Json = json.loads(text_of(data), parse_float=Decimal)
    numbers: Rows = {}

    def without(error: StandingsError) -> StandingsError | Results | None:
        if not isinstance(tree, dict) or not _drop(tree, numbers, error):
            return None
        try:
            return results_from(tree)
        except StandingsError as following:
            where = _as_in_file(following.where, numbers)
            return StandingsError(following.code, _moved(following.message, numbers), where)

    return without


def _drop(tree: Json, numbers: Rows, error: StandingsError) -> bool:
    """Take out what is wrong; whether that could be done. A field of no use may be called like a place of a row."""
    if error.code == "field_twice":
        return True  # read without that check, the last of the two counts
    if error.code == "field_unknown" and error.where in tree:
        del tree[error.where]
        return True
    spot = _MATCH.match(error.where)
    if spot is None:
        return _drop_field(tree, error)
    _drop_row(tree, numbers, int(spot[1]), int(spot[3]))
    return True


def _drop_row(tree: Json, numbers: Rows, round_: int, place: int) -> None:
    """Take a row out; ``numbers`` keeps, for each round, the places in the file of the rows that are left."""
    rows = tree["rounds"][round_]
    rows = rows["matches"] if isinstance(rows, dict) else rows
    kept = numbers.setdefault(round_, list(range(len(rows))))
    del rows[kept.index(place)]
    kept.remove(place)


def _drop_field(tree: Json, error: StandingsError) -> bool:
    """Take a field out that no row needs; whether it was one."""
    part = _PART.match(error.where)
    top = re.split(r"[.\[]", error.where)[0]
    if top == "event":
        tree["event"] = "?"
        return True
    holder, key = (tree[part[1]][int(part[2])], part[3]) if part else (tree, top)
    if not isinstance(holder, dict) or key not in holder or (holder is tree and top not in _ASIDE):
        return False
    del holder[key]
    return True


def _moved(message: str, numbers: Rows) -> str:
    """A sentence that may name the place of another row."""
    if not isinstance(message, Sentence) or "before" not in message.params:
        return message
    before = _as_in_file(str(message.params["before"]), numbers)
    return Sentence(message.pattern, **{**message.params, "before": before})


def _as_in_file(text: str, numbers: Rows) -> str:
    """The places in a text as they are in the file, where the rows taken out still count."""

    def place(found: re.Match[str]) -> str:
        kept = numbers.get(int(found[1]))
        number = int(found[3]) if kept is None else kept[int(found[3])]
        return f"rounds[{found[1]}]{found[2] or ''}[{number}]"

    return _MATCH.sub(place, text)
