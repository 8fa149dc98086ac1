"""Files of Z/X cards: ``zx-cards/1`` as JSON or CSV, out of the catalogue and into it again. As :mod:`.files`."""

import csv
import hashlib
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from ledger.errors import Problem
from ledger.names import plain_cell, safe_cell
from rules_engine.zx.cards import TEXTS_POOL, load_pool

from .files import RowProblem
from .reading import CardParts, digest_of
from .zx_pools import printed_zx
from .zx_reading import LISTED, ZX_FIELDS, ZX_FLAGS, ZxReading, read_zx_row

ZX = "zx"
FORMAT = "zx-cards/1"
MAX_ROWS = 1_000
SAME_AS = tuple(name for name in ZX_FIELDS if name not in ("number", "name_nl", "manual"))
"""The parts that two cards of one name share: they are one card, printed twice."""


@dataclass
class ZxPlan:
    """What a file would do: cards ``added`` and ``changed``, how many are the ``same``, and all ``problems``.

    ``printed``: digests of what is printed today by number; ``named``: one card's parts by its folded name.
    """

    printed: dict[str, str] = field(default_factory=dict)
    named: dict[str, CardParts] = field(default_factory=dict)
    packaged: frozenset[str] = frozenset()
    added: list[ZxReading] = field(default_factory=list)
    changed: list[ZxReading] = field(default_factory=list)
    same: int = 0
    problems: list[RowProblem] = field(default_factory=list)
    rows: dict[str, int] = field(default_factory=dict)

    @classmethod
    def now(cls) -> "ZxPlan":
        """An empty plan beside what is printed at this moment."""
        rows, pool = printed_zx(), load_pool(TEXTS_POOL)
        named = {card.name.casefold(): parts_of_packaged(card.number) for card in pool.cards}
        named |= {str(row.parts["name"]).casefold(): row.parts for row in rows}
        return cls({row.number: row.sha256 for row in rows}, named, frozenset(pool))

    @property
    def sha256(self) -> str:
        """A hash of what would be written over what, to see whether the catalogue changed since a preview."""
        digest = hashlib.sha256()
        for reading in (*self.added, *self.changed):
            digest.update(f"{digest_of(reading.parts)} {self.printed.get(reading.number, '')}\n".encode())
        return digest.hexdigest()

    def add(self, row: int, code: str, message: str, number: str = "", name: str | None = None) -> None:
        """Name a problem that no single card reading has."""
        self.problems.append(RowProblem(row, number, Problem(code, message, name)))

    def place(self, row: int, reading: ZxReading, *, changing: str | None = None) -> None:
        """Put a card where it belongs, and name what it takes from another card.

        ``changing``: the number of the card being changed, "" for a new one; None: what a file has may be either.
        """
        number, name = reading.number, str(reading.parts["name"]).casefold()
        if number in self.packaged:
            text = _("%(number)s comes with the site and cannot be entered.") % {"number": number}
            self.add(row, "number_packaged", text, number, "number")
        elif number in self.rows:
            text = _("The number %(number)s is already in row %(row)s.")
            self.add(
                row, "number_twice", text % {"number": number, "row": self.rows[number]}, number, "number"
            )
        elif number in self.printed and changing == "":
            text = _("%(number)s is taken by another card.") % {"number": number}
            self.add(row, "number_taken", text, number, "number")
        self.rows.setdefault(number, row)
        other = self.named.get(name)
        if name and other is not None and other["number"] != number and _differ(other, reading.parts):
            text = _(
                "%(number)s has this name too. Two cards of one name are the same card: all else must be equal."
            )
            self.add(row, "name_taken", text % {"number": other["number"]}, number, "name")
        if name:
            self.named.setdefault(name, reading.parts)
        if self.printed.get(number) == digest_of(reading.parts):
            self.same += 1
        elif number in self.printed:
            self.changed.append(reading)
        else:
            self.added.append(reading)


def _differ(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return any(one[name] != other[name] for name in SAME_AS)


def parts_of_packaged(number: str) -> CardParts:
    """The parts of a card that comes with the engine, as a keeper would have entered them."""
    card = load_pool(TEXTS_POOL)[number]
    cost = None if card.kind in ("player", "player_extra", "link") else card.cost.total
    parts = {name: getattr(card, name) for name in ZX_FIELDS if name not in ("type", "cost", "manual")}
    parts |= {name: list(parts[name]) for name in LISTED}
    return {**parts, "type": card.kind, "cost": cost, "manual": False}


# --- writing -------------------------------------------------------------------------------------------


def zx_rows() -> Iterator[CardParts]:
    """The printed parts of every card that keepers entered, in the order of their numbers."""
    for row in printed_zx():
        yield {name: row.parts.get(name) for name in ZX_FIELDS}


def zx_as_json(rows: Iterable[Mapping[str, Any]]) -> str:
    """A ``zx-cards/1`` file as JSON, one card a line."""
    lines = (json.dumps(row, ensure_ascii=False) for row in rows)
    return '{"format": "' + FORMAT + '", "cards": [\n' + ",\n".join(lines) + "\n]}\n"


def zx_as_csv(rows: Iterable[Mapping[str, Any]]) -> str:
    """A ``zx-cards/1`` file as CSV with a heading. What a spreadsheet would take for a formula gets an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(ZX_FIELDS)
    for row in rows:
        writer.writerow([_cell(name, row.get(name)) for name in ZX_FIELDS])
    return out.getvalue()


def _cell(name: str, value: Any) -> str:
    if name in ZX_FLAGS:
        return "yes" if value else "no"
    if isinstance(value, list):
        value = "; ".join(value)
    return safe_cell("" if value is None else str(value))


# --- reading -------------------------------------------------------------------------------------------


def zx_plan_of(text: str, form: str) -> ZxPlan:
    """What this file would do to the catalogue of this moment. Never raises; nothing is written."""
    plan = ZxPlan.now()
    rows = list(_json_rows(text, plan) if form == "json" else _csv_rows(text, plan))
    if not rows and not plan.problems:
        plan.add(0, "empty", _("There is no card in this file."))
    if len(rows) > MAX_ROWS:
        message = _("The file has %(rows)s cards; at most %(most)s can be imported at once.")
        plan.add(0, "too_many_rows", message % {"rows": len(rows), "most": MAX_ROWS})
        return plan
    for row, raw in rows:
        reading = read_zx_row(raw)
        plan.problems += [RowProblem(row, reading.number, problem) for problem in reading.problems]
        plan.place(row, reading)
    return plan


def _json_rows(text: str, plan: ZxPlan) -> Iterator[tuple[int, Mapping[str, Any]]]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        return plan.add(0, "no_json", _("This is not JSON from line %(line)s on.") % {"line": line})
    if isinstance(data, dict) and data.get("format", FORMAT) != FORMAT:
        message = _("The file says its format is “%(format)s”; this page reads %(known)s.")
        return plan.add(0, "format", message % {"format": str(data["format"])[:40], "known": FORMAT})
    cards = data.get("cards") if isinstance(data, dict) else data
    if not isinstance(cards, list):
        return plan.add(0, "no_cards", _("There is no list “cards” in this file."))
    for number, row in enumerate(cards, start=1):
        if not isinstance(row, dict):
            plan.add(number, "no_card", _("This is not a card."))
            continue
        _check_columns(number, row, plan)
        yield number, row


def _csv_rows(text: str, plan: ZxPlan) -> Iterator[tuple[int, Mapping[str, Any]]]:
    first = text.split("\n", 1)[0]
    sign = ";" if first.count(";") > first.count(",") else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=sign)
    heading: list[str] | None = None
    try:
        for number, cells in enumerate(reader, start=1):
            if not any(cell.strip() for cell in cells):
                continue
            if heading is None:
                heading = [cell.strip().lower() for cell in cells]
                _check_columns(1, heading, plan)
                continue
            if len(cells) > len(heading):
                plan.add(number, "too_many_cells", _("This row has more cells than the heading."))
            yield number, {name: plain_cell(cell) for name, cell in zip(heading, cells, strict=False)}
    except csv.Error as error:
        plan.add(reader.line_num, "no_csv", _("This is not CSV: %(error)s.") % {"error": str(error)[:80]})


def _check_columns(row: int, names: Iterable[Any], plan: ZxPlan) -> None:
    for name in sorted(str(name)[:40] for name in names if name not in ZX_FIELDS)[:5]:
        plan.add(row, "unknown_column", _("“%(name)s” is not a part of a card.") % {"name": name})
