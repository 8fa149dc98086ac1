"""What a file of cards does to the catalogue: ``cards/1``, with reprints and whom a picture is owed to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from rules_engine.x610z.sheet import SHEET

from .files import CardFile, Plan, RowProblem, rows_of
from .models import Card, Printing
from .printing_services import number_problem
from .reading import FIELDS, CardParts, Reading, read_row

MAX_NEW = 400
"""New or changed texts in one file: each is compiled while somebody waits."""
AGAIN = "printings"
"""The column of further collector's numbers of the same card; reading a file adds those that are new."""
NOTES = ("picture_credit", "picture_licence", "picture_source")
"""Said in a file for anyone who reads it, and left out when it is read: pictures do not travel in files."""
FILE = CardFile(SHEET, (AGAIN, *NOTES))


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


def plan_of(text: str, form: str) -> Plan:
    """What this file would do to the catalogue of this moment. Never raises; nothing is written."""
    plan = Plan()
    rows = rows_of(text, form, FILE, plan)
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

    def place_reprints(self, plan: Plan, row: int, reading: Reading, raw: Mapping[str, object]) -> None:
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
