"""Card files: ``cards/1`` as JSON or CSV, out of the catalogue and into it again.

Writing and reading back changes nothing. A file is first read into a :class:`Plan`, which names every problem by its
row and says what would be added and changed; only ``services.import_apply`` writes.
"""

import csv
import hashlib
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from ledger.errors import Problem
from ledger.names import plain_cell, safe_cell

from .models import Card, Printing
from .printing_services import number_problem
from .reading import FIELDS, FLAGS, CardParts, Reading, digest_of, read_row

FORMAT = "cards/1"
FORMS = ("json", "csv")
MAX_BYTES = 4 * 1024 * 1024
MAX_ROWS = 6_000
MAX_NEW = 400
"""New or changed texts in one file: each is compiled while somebody waits."""
SHOWN = 200
AGAIN = "printings"
"""The column of further collector's numbers of the same card; reading a file adds those that are new."""
NOTES = ("picture_credit", "picture_licence", "picture_source")
"""Said in a file for whoever reads it, and left out when it is read: pictures do not travel in files."""
COLUMNS = (*FIELDS, AGAIN, *NOTES)


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


# --- writing -------------------------------------------------------------------------------------------


def rows_of_catalogue() -> Iterator[CardParts]:
    """The printed parts of every card, in the order of their numbers, its reprints, and whom its picture is owed to."""
    columns = ("picture__credit", "picture__licence", "picture__source")
    again = _reprints()
    for parts, number, *owed in Card.objects.order_by("short").values_list(
        "current__parts", "number", *columns
    ):
        if parts:
            more = {AGAIN: again[number]} if number in again else {}
            more |= {name: value for name, value in zip(NOTES, owed, strict=True) if value}
            yield {name: parts.get(name) for name in FIELDS} | more


def _reprints() -> dict[str, list[str]]:
    """The further numbers of the cards that have any, by the card's number."""
    found: dict[str, list[str]] = {}
    for number, again in Printing.objects.order_by("number").values_list("card__number", "number"):
        found.setdefault(number, []).append(again)
    return found


def as_json(rows: Iterable[Mapping[str, Any]]) -> str:
    """A ``cards/1`` file as JSON, one card a line."""
    lines = (json.dumps(row, ensure_ascii=False, sort_keys=False) for row in rows)
    return '{"format": "' + FORMAT + '", "cards": [\n' + ",\n".join(lines) + "\n]}\n"


def as_csv(rows: Iterable[Mapping[str, Any]]) -> str:
    """A ``cards/1`` file as CSV with a heading. What a spreadsheet would take for a formula gets an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for row in rows:
        writer.writerow([_cell(name, row.get(name)) for name in COLUMNS])
    return out.getvalue()


def _cell(name: str, value: Any) -> str:
    if name in FLAGS:
        return "yes" if value else "no"
    if isinstance(value, list):
        return "; ".join(value)
    text = "" if value is None else str(value)
    return safe_cell(text)


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


def plan_of(text: str, form: str) -> Plan:
    """What this file would do to the catalogue of this moment. Never raises; nothing is written."""
    plan = Plan()
    rows = list(_json_rows(text, plan) if form == "json" else _csv_rows(text, plan))
    if not rows and not plan.problems:
        plan.add(0, "empty", _("There is no card in this file."))
    if len(rows) > MAX_ROWS:
        message = _("The file has %(rows)s cards; at most %(most)s can be imported at once.")
        plan.add(0, "too_many_rows", message % {"rows": len(rows), "most": MAX_ROWS})
        return plan
    known = _Known.now()
    new = 0
    for row, raw in rows:
        reading = read_row(raw, known.printed)
        if reading.same:
            plan.same += 1
            known.place(plan, row, reading)
            known.place_reprints(plan, row, reading, raw)
            continue
        new += 1
        if new > MAX_NEW:
            message = _(
                "More than %(most)s new or changed cards: split the file, because the engine has to read every "
                "text."
            )
            plan.add(row, "too_many_new", message % {"most": MAX_NEW}, reading.number)
            break
        plan.problems += [RowProblem(row, reading.number, problem) for problem in reading.problems]
        known.place(plan, row, reading)
        known.place_reprints(plan, row, reading, raw)
        if reading.number in known.printed:
            plan.changed.append(reading)
            plan.replaced[reading.number] = known.printed[reading.number]
        else:
            plan.added.append(reading)
    return plan


@dataclass
class _Known:
    """What is taken: digests by number, numbers by short number and by name, reprints, and the rows of this file."""

    printed: dict[str, str]
    shorts: dict[str, str]
    names: dict[str, str]
    again: set[tuple[str, str]]
    rows: dict[str, int] = field(default_factory=dict)
    named: dict[str, int] = field(default_factory=dict)

    @classmethod
    def now(cls) -> "_Known":
        rows = list(Card.objects.values_list("number", "short", "name", "current__sha256"))
        again = list(Printing.objects.values_list("short", "number", "card__number"))
        return cls(
            {number: sha for number, _short, _name, sha in rows},
            {short: number for number, short, _name, _sha in rows}
            | {short: of for short, _again, of in again},
            {name.casefold(): number for number, _short, name, _sha in rows},
            {(of, number) for _short, number, of in again},
        )

    def place(self, plan: Plan, row: int, reading: Reading) -> None:
        """Name numbers and names that stand twice in the file, or belong to another card of the catalogue."""
        number, name = reading.number, str(reading.parts["name"]).casefold()
        short = "/".join(number.split("/")[:2])
        if short in self.rows:
            message = _("The number %(number)s is already in row %(row)s.")
            plan.add(
                row, "number_twice", message % {"number": short, "row": self.rows[short]}, number, "number"
            )
        elif self.shorts.get(short, number) != number:
            message = _("%(number)s is taken by another card.") % {"number": short}
            plan.add(row, "number_taken", message, number, "number")
        if name and name in self.named:
            message = _("The name is already in row %(row)s.") % {"row": self.named[name]}
            plan.add(row, "name_twice", message, number, "name")
        elif self.names.get(name, number) != number:
            message = _("Another card has this name: %(number)s.") % {"number": self.names[name]}
            plan.add(row, "name_taken", message, number, "name")
        self.rows.setdefault(short, row)
        if name:
            self.named.setdefault(name, row)

    def place_reprints(self, plan: Plan, row: int, reading: Reading, raw: Mapping[str, Any]) -> None:
        """Note the further numbers of a row that are new, and name those that are taken or no numbers."""
        value = raw.get(AGAIN)
        numbers = value.split(";") if isinstance(value, str) else value if isinstance(value, list) else []
        for number in dict.fromkeys(str(number).upper().replace(" ", "")[:40] for number in numbers):
            if not number or (reading.number, number) in self.again:
                continue
            problem = number_problem(number, {**self.shorts, **dict.fromkeys(self.rows, "")})
            if problem is not None:
                plan.problems.append(RowProblem(row, reading.number, replace(problem, field=AGAIN)))
                continue
            self.shorts["/".join(number.split("/")[:2])] = reading.number
            plan.reprints.append((reading.number, number))


def _json_rows(text: str, plan: Plan) -> Iterator[tuple[int, Mapping[str, Any]]]:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        message = _("This is not JSON from line %(line)s on.") % {"line": error.lineno}
        return plan.add(0, "no_json", message)
    except (ValueError, RecursionError):
        return plan.add(0, "no_json", _("This is not JSON from line %(line)s on.") % {"line": 1})
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
        for unknown in sorted(set(row) - set(COLUMNS))[:5]:
            message = _("“%(name)s” is not a part of a card.") % {"name": str(unknown)[:40]}
            plan.add(number, "unknown_column", message, str(row.get("number", ""))[:40])
        yield number, row


def _csv_rows(text: str, plan: Plan) -> Iterator[tuple[int, Mapping[str, Any]]]:
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
                _check_heading(heading, plan)
                continue
            if len(cells) > len(heading):
                plan.add(number, "too_many_cells", _("This row has more cells than the heading."))
            yield number, {name: plain_cell(cell) for name, cell in zip(heading, cells, strict=False)}
    except csv.Error as error:
        plan.add(reader.line_num, "no_csv", _("This is not CSV: %(error)s.") % {"error": str(error)[:80]})


def _check_heading(heading: list[str], plan: Plan) -> None:
    for name in heading:
        if name not in COLUMNS:
            plan.add(1, "unknown_column", _("“%(name)s” is not a part of a card.") % {"name": name[:40]})
    for name in ("number", "name", "type", "restriction"):
        if name not in heading:
            plan.add(1, "missing_column", _("The column “%(name)s” is missing.") % {"name": name})
