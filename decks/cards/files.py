"""Card files as JSON or CSV, out of the site and into it again, whichever game the cards are of.

Writing and reading back changes nothing. A file is first read into a :class:`Plan`, which names every problem by its
row and says what would be added and changed; only the services write. What stands in a row is the game's
(:class:`~rules_engine.kernel.card_sheet.CardSheet`); what a file does to the catalogue is in :mod:`.catalogue_files`.
"""

import csv
import hashlib
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from ledger.errors import Problem
from ledger.names import plain_cell, safe_cell
from rules_engine.kernel.card_sheet import FLAG, CardSheet

from .reading import Reading, digest_of

FORMS = ("json", "csv")
MAX_BYTES = 4 * 1024 * 1024
SHOWN = 200


@dataclass(frozen=True)
class RowProblem:
    """A problem and its place: ``row`` counts as a spreadsheet does (the heading is row 1); 0 for the whole file."""

    row: int
    number: str
    problem: Problem


@dataclass
class Plan:
    """What a file would do: cards ``added`` and ``changed``, how many are the ``same``, and all ``problems``.

    ``replaced``: number -> digest of what is printed today of a card that would change. ``reprints``: (number of a
    card, number under which it was printed again) that are new.
    """

    added: list[Reading] = field(default_factory=list)
    changed: list[Reading] = field(default_factory=list)
    replaced: dict[str, str] = field(default_factory=dict)
    reprints: list[tuple[str, str]] = field(default_factory=list)
    same: int = 0
    problems: list[RowProblem] = field(default_factory=list)

    @property
    def sha256(self) -> str:
        """A hash of what would be written over what, to see whether the catalogue changed since a preview."""
        digest = hashlib.sha256()
        for kind, readings in (("added", self.added), ("changed", self.changed)):
            for reading in readings:
                before = self.replaced.get(reading.number, "")
                digest.update(f"{kind} {digest_of(reading.parts)} {before}\n".encode())
        digest.update(repr(self.reprints).encode())
        return digest.hexdigest()

    def add(self, row: int, code: str, message: str, number: str = "", name: str | None = None) -> None:
        """Name a problem that no single card reading has."""
        self.problems.append(RowProblem(row, number, Problem(code, message, name)))


@dataclass(frozen=True)
class CardFile:
    """What a file of cards holds: the fields of a ``sheet``, and columns ``beside`` them."""

    sheet: CardSheet
    beside: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """Every column, in the order of the files."""
        return (*self.sheet.names, *self.beside)


# --- writing -------------------------------------------------------------------------------------------


def as_json(rows: Iterable[Mapping[str, object]], file: CardFile) -> str:
    """The file as JSON, one card a line."""
    lines = (json.dumps(row, ensure_ascii=False, sort_keys=False) for row in rows)
    return '{"format": "' + file.sheet.format + '", "cards": [\n' + ",\n".join(lines) + "\n]}\n"


def as_csv(rows: Iterable[Mapping[str, object]], file: CardFile) -> str:
    """The file as CSV with a heading. What a spreadsheet would take for a formula gets an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(file.columns)
    flags = file.sheet.of_kind(FLAG)
    for row in rows:
        writer.writerow(
            [_yes(row.get(name)) if name in flags else _cell(row.get(name)) for name in file.columns]
        )
    return out.getvalue()


def _yes(value: object) -> str:
    return "yes" if value else "no"


def _cell(value: object) -> str:
    if isinstance(value, list):
        value = "; ".join(value)
    return safe_cell("" if value is None else str(value))


# --- reading -------------------------------------------------------------------------------------------


def decoded(data: bytes) -> str:
    """The text of a file. Raises ``ValueError`` with a sentence when it is too large or not UTF-8."""
    if len(data) > MAX_BYTES:
        raise ValueError(_("The file is larger than %(size)s MB.") % {"size": MAX_BYTES // 1024**2})
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        text = _("The file is not written in UTF-8 (line %(line)s). Save it as “CSV UTF-8” or JSON.")
        raise ValueError(text % {"line": line}) from None


def form_of(filename: str, text: str) -> str:
    """``"json"`` or ``"csv"``, by the name and else by how the file begins."""
    ending = filename.rsplit(".", 1)[-1].lower()
    if ending in FORMS:
        return ending
    return "json" if text.lstrip()[:1] in ("{", "[") else "csv"


def rows_of(text: str, form: str, file: CardFile, plan: Plan) -> list[tuple[int, Mapping[str, object]]]:
    """Every row of a file with its number; what is wrong with the file as a whole is named in the plan."""
    rows = list(_json_rows(text, file, plan) if form == "json" else _csv_rows(text, file, plan))
    if not rows and not plan.problems:
        plan.add(0, "empty", _("There is no card in this file."))
    if len(rows) > file.sheet.most_rows:
        message = _("The file has %(rows)s cards; at most %(most)s can be imported at once.")
        plan.add(0, "too_many_rows", message % {"rows": len(rows), "most": file.sheet.most_rows})
        return []
    return rows


def _json_rows(text: str, file: CardFile, plan: Plan) -> Iterator[tuple[int, Mapping[str, object]]]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 1
        return plan.add(0, "no_json", _("This is not JSON from line %(line)s on.") % {"line": line})
    if isinstance(data, dict) and data.get("format", file.sheet.format) != file.sheet.format:
        message = _("The file says its format is “%(format)s”; this page reads %(known)s.")
        return plan.add(
            0, "format", message % {"format": str(data["format"])[:40], "known": file.sheet.format}
        )
    cards = data.get("cards") if isinstance(data, dict) else data
    if not isinstance(cards, list):
        return plan.add(0, "no_cards", _("There is no list “cards” in this file."))
    for number, row in enumerate(cards, start=1):
        if not isinstance(row, dict):
            plan.add(number, "no_card", _("This is not a card."))
            continue
        for unknown in sorted(set(row) - set(file.columns))[:5]:
            message = _("“%(name)s” is not a part of a card.") % {"name": str(unknown)[:40]}
            plan.add(number, "unknown_column", message, str(row.get("number", ""))[:40])
        yield number, row


def _csv_rows(text: str, file: CardFile, plan: Plan) -> Iterator[tuple[int, Mapping[str, object]]]:
    first = text.split("\n", 1)[0]
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=";" if first.count(";") > first.count(",") else ","
    )
    heading: list[str] | None = None
    try:
        for number, cells in enumerate(reader, start=1):
            if not any(cell.strip() for cell in cells):
                continue
            if heading is None:
                heading = [cell.strip().lower() for cell in cells]
                _check_heading(heading, file, plan)
                continue
            if len(cells) > len(heading):
                plan.add(number, "too_many_cells", _("This row has more cells than the heading."))
            yield number, {name: plain_cell(cell) for name, cell in zip(heading, cells, strict=False)}
    except csv.Error as error:
        plan.add(reader.line_num, "no_csv", _("This is not CSV: %(error)s.") % {"error": str(error)[:80]})


def _check_heading(heading: list[str], file: CardFile, plan: Plan) -> None:
    for name in heading:
        if name not in file.columns:
            plan.add(1, "unknown_column", _("“%(name)s” is not a part of a card.") % {"name": name[:40]})
    for name in (one.name for one in file.sheet.fields if one.needed):
        if name not in heading:
            plan.add(1, "missing_column", _("The column “%(name)s” is missing.") % {"name": name})
