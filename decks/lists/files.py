"""Lists from files and into files: plain text, CSV and our own JSON.

A file becomes text, and the text is read like any pasted one; so one reader names every line it does not know.
"""

import csv
import io
from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from decks.cards.faces import card_name
from decks.cards.pools import AnyPool
from decks.registration.text import MAX_CHARACTERS
from ledger.errors import UserError
from ledger.names import clean_name, plain_cell, safe_cell
from rules_engine.games import game_of
from rules_engine.kernel.decklist import USUAL, Headings

from .models import Deck

MAX_BYTES = 100_000
FORMAT = "x610z-deck/1"
_NAME = 80
_COLUMNS = {
    "count": ("count", "copies", "quantity", "qty", "amount", "aantal"),
    "name": ("name", "card", "card name", "naam", "kaart"),
    "number": ("number", "card number", "collector number", "nummer", "kaartnummer"),
    "side": ("side", "board", "section", "zone", "deel"),
}


class Line(msgspec.Struct):
    """One card of a list in JSON; the number counts, the name is for people."""

    count: int
    name: str = ""
    number: str = ""


class DeckFile(msgspec.Struct):
    """A deck in JSON; see docs/formats/deck.md."""

    format: str
    name: str = ""
    play: str = "constructed"
    pool: str = ""
    pool_sha256: str = ""
    main: list[Line] = []
    sideboard: list[Line] = []
    notes: str = ""


def file_text(name: str, data: bytes, headings: Headings = USUAL) -> tuple[str, DeckFile | None]:
    """The list in a file as text, and for our JSON what else it says; ``headings`` are those of its game.

    Raises :class:`UserError` for a file too large, not text, or of a shape that cannot be read.
    """
    if len(data) > MAX_BYTES:
        raise UserError(
            "file_too_large",
            _("This file is too large for a deck list: at most %(limit)s kB.") % {"limit": MAX_BYTES // 1000},
            field="file",
        )
    text = _decoded(data)
    ending = name.lower().rpartition(".")[2]
    if ending == "json" or text.lstrip().startswith("{"):
        deck = _json(text)
        return _lines_text(deck, headings), deck
    if ending in ("csv", "tsv"):
        return _csv_text(text, headings), None
    return text.replace("\r\n", "\n").replace("\r", "\n"), None


def _decoded(data: bytes) -> str:
    """UTF-8, UTF-16 with its mark, else the old Western encoding of office programs."""
    marked = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise UserError("file_not_text", _("This file is not text. Save the list as plain text."), field="file")


def _json(text: str) -> DeckFile:
    try:
        deck = msgspec.json.decode(text, type=DeckFile)
    except (msgspec.DecodeError, RecursionError) as error:
        raise UserError(
            "file_bad_json",
            _("This is not a deck in our JSON format: %(error)s") % {"error": error},
            field="file",
        ) from None
    if deck.format != FORMAT:
        raise UserError(
            "file_bad_json",
            _("This JSON is not a deck: its format must be %(format)s.") % {"format": FORMAT},
            field="file",
        )
    return deck


def _lines_text(deck: DeckFile, headings: Headings) -> str:
    lines = [_line(item.count, item.name, item.number) for item in deck.main]
    if deck.sideboard:
        lines += ["", headings.side, *(_line(item.count, item.name, item.number) for item in deck.sideboard)]
    return "\n".join(lines)[: MAX_CHARACTERS + 1]


def _line(count: object, name: str, number: str) -> str:
    """One card as a line; the number alone says which card, so that a renamed card is still found."""
    words = [clean_name(str(count))[:8], clean_name(name)[:_NAME]]
    if number:
        words.append(f"[{clean_name(number)[:_NAME]}]")
    return " ".join(word for word in words if word)


def _csv_text(text: str, headings: Headings) -> str:
    """Rows with a heading of known columns in any order, or else "copies, name" without one."""
    first = text.split("\n", 1)[0]
    mark = max(";,\t", key=first.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=mark))
    except csv.Error as error:
        raise UserError(
            "file_bad_csv", _("This CSV file cannot be read: %(error)s") % {"error": error}, field="file"
        ) from None
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    places = _places(rows[0]) if rows else {}
    if "name" in places or "number" in places:
        rows = rows[1:]
    else:
        places = {"count": 0, "name": 1}
    sides: dict[bool, list[str]] = {False: [], True: []}
    for row in rows:
        cells = {
            column: plain_cell(row[place].strip()) for column, place in places.items() if place < len(row)
        }
        line = _line(cells.get("count", "1"), cells.get("name", ""), cells.get("number", ""))
        sides[cells.get("side", "").casefold() in headings.sides].append(line)
    lines = [*sides[False], *(["", headings.side, *sides[True]] if sides[True] else [])]
    return "\n".join(lines)[: MAX_CHARACTERS + 1]


def _places(head: list[str]) -> dict[str, int]:
    found = {}
    for place, cell in enumerate(head):
        for column, words in _COLUMNS.items():
            if cell.strip().casefold() in words and column not in found:
                found[column] = place
    return found


# --- out -----------------------------------------------------------------------------------------------------


def deck_json(deck: Deck, pool: AnyPool, *, notes: bool) -> bytes:
    """The deck in our JSON, cards in the order they were typed; notes only when they may be read."""
    current = deck.current
    main, sideboard = (current.main, current.sideboard) if current is not None else ({}, {})
    file = DeckFile(
        format=FORMAT,
        name=deck.name,
        play=deck.play,
        pool=deck.pool_key,
        pool_sha256=current.pool_sha256 if current is not None else "",
        main=_json_lines(main, pool),
        sideboard=_json_lines(sideboard, pool),
        notes=deck.notes if notes else "",
    )
    return msgspec.json.format(msgspec.json.encode(file), indent=2)


def _json_lines(counts: Mapping[str, int], pool: AnyPool) -> list[Line]:
    ordered = sorted(counts, key=lambda number: (pool.index.get(number, len(pool)), number))
    return [Line(counts[number], _name_of(pool, number, "en"), number) for number in ordered]


def deck_csv(deck: Deck, pool: AnyPool, language: str) -> str:
    """The deck as CSV with a heading; a cell that a table program would take for a formula begins with a quote."""
    out = io.StringIO(newline="")
    writer: Any = csv.writer(out)
    writer.writerow(["count", "name", "number", "side"])
    beside = game_of(deck.game).decks.headings.side.casefold()
    if deck.current is not None:
        for side, counts in (("main", deck.current.main), (beside, deck.current.sideboard)):
            for line in _json_lines(counts, pool):
                name = _name_of(pool, line.number, language)
                writer.writerow([line.count, safe_cell(name), safe_cell(line.number), side])
    return out.getvalue()


def _name_of(pool: AnyPool, number: str, language: str) -> str:
    card = pool.get(number)
    return card_name(card, language) if card is not None else number
