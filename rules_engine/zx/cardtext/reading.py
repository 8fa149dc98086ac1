"""Reading and printing by the rows of :mod:`.table`: the same row in both directions, so that neither can drift."""

import functools
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from .nodes import Node
from .table import INCLUDED, ROWS, Row

_PIECE = re.compile(r"\{(\w+)(?::(\w+))?\}|\(([^()/]+)/([^()/]+)\)")
_TERMINALS: Mapping[str, re.Pattern[str]] = {
    "n": re.compile(r"(?:0|[1-9]\d{0,5})(?!\d)"),
    "signed": re.compile(r"[+-][1-9]\d{0,5}(?!\d)"),
    "tribe": re.compile(r"(?:[A-Z][^\W\d_]+ )?"),
    "marker": re.compile(r'"[^"<>,.]{1,40}"'),
}
"""Categories that are one word: a number, a number with its sign, the name of a Tribe or nothing, that of a marker."""

_WORD_OF: Mapping[str, Callable[[str], object]] = {"tribe": str.strip, "marker": lambda said: said[1:-1]}

Piece = str | tuple[str, str] | tuple[str, str, str]


@functools.cache
def _pieces(template: str) -> tuple[Piece, ...]:
    """A template as words, slots (key and category) and words that agree with the number (two forms)."""
    found: list[Piece] = []
    end = 0
    for match in _PIECE.finditer(template):
        if match.start() > end:
            found.append(template[end : match.start()])
        if match[1]:
            found.append((match[1], match[2] or match[1]))
        else:
            found.append(("", match[3], match[4]))
        end = match.end()
    if end < len(template):
        found.append(template[end:])
    return tuple(found)


@functools.cache
def rows_of(category: str) -> tuple[Row, ...]:
    """Every row of a category, those of the categories that it includes last."""
    own = tuple(row for row in ROWS if row.category == category)
    return own + tuple(row for other in INCLUDED.get(category, ()) for row in rows_of(other))


def read(category: str, text: str, language: str) -> list[object]:
    """Everything that the whole text can mean in a category, each meaning once."""
    found: list[object] = []
    for value, end in _read(category, text, 0, language):
        if end == len(text) and value not in found:
            found.append(value)
    return found


def _read(category: str, text: str, at: int, language: str) -> Iterator[tuple[object, int]]:
    pattern = _TERMINALS.get(category)
    if pattern is not None:
        match = pattern.match(text, at)
        if match is not None:
            yield _WORD_OF.get(category, int)(match[0]), match.end()
        return
    for row in rows_of(category):
        for values, end in _fill(_pieces(getattr(row, language)), text, at, language):
            yield _made(row, values), end


def _fill(
    pieces: tuple[Piece, ...], text: str, at: int, language: str
) -> Iterator[tuple[dict[str, object], int]]:
    if not pieces:
        yield {}, at
        return
    first, rest = pieces[0], pieces[1:]
    if isinstance(first, str):
        if text.startswith(first, at):
            yield from _fill(rest, text, at + len(first), language)
    elif len(first) == 3:
        for form in first[1:]:
            if text.startswith(form, at):
                yield from _fill(rest, text, at + len(form), language)
    else:
        for value, end in _read(first[1], text, at, language):
            for values, last in _fill(rest, text, end, language):
                yield {first[0]: value, **values}, last


def _made(row: Row, values: Mapping[str, object]) -> object:
    if row.make is None:
        return row.fixed[""]
    return values["n"] if row.make is int else row.make(**values, **row.fixed)


def printed(category: str, value: object, language: str) -> str:
    """The words of a value. Raises ``LookupError`` for what no row says."""
    if category in _TERMINALS:
        return _terminal(category, value)
    for row in rows_of(category):
        if _says(row, value):
            return _words(row, value, language)
    raise LookupError(f"no row of {category} says {value!r}")


def _terminal(category: str, value: object) -> str:
    if category == "tribe":
        return f"{value} " if value else ""
    if category == "marker":
        return f'"{value}"'
    return f"{value:+d}" if category == "signed" else str(value)


def _says(row: Row, value: object) -> bool:
    if row.make is None:
        return type(row.fixed[""]) is type(value) and bool(row.fixed[""] == value)
    if row.make is int:
        return type(value) is int and value >= 0
    if type(value) is not row.make or any(getattr(value, key) != said for key, said in row.fixed.items()):
        return False
    slots = [piece for piece in _pieces(row.en) if len(piece) == 2 and not isinstance(piece, str)]
    return all(_sayable(category, getattr(value, key)) for key, category in slots)


def _sayable(category: str, value: object) -> bool:
    """Whether a slot can hold the value; the rows that differ in a slot only are told apart by it."""
    if category in _TERMINALS:
        return category != "signed" or value != 0
    return any(_says(row, value) for row in rows_of(category))


def _words(row: Row, value: Any, language: str) -> str:
    said = []
    for piece in _pieces(getattr(row, language)):
        if isinstance(piece, str):
            said.append(piece)
        elif len(piece) == 3:
            said.append(piece[1] if value.n == 1 else piece[2])
        else:
            held = getattr(value, piece[0]) if isinstance(value, Node) else value
            said.append(printed(piece[1], held, language))
    return "".join(said)
