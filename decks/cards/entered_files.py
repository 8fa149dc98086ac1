"""What a file of cards does to those that keepers entered, of a game without a catalogue."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from .entered import packaged, printed, sheet_of, shown_of
from .files import CardFile, Plan, RowProblem, rows_of
from .reading import CardParts, Reading, digest_of, read_entry


def entered_rows(game: str) -> Iterator[CardParts]:
    """The printed parts of every card that keepers entered, in the order of their numbers."""
    names = sheet_of(game).names
    for row in printed(game):
        yield {name: row.parts.get(name) for name in names}


def entered_plan(game: str, text: str, form: str) -> Plan:
    """What this file would do to the cards of this moment. Never raises; nothing is written."""
    plan, beside, sheet = Plan(), Beside.now(game), sheet_of(game)
    for row, raw in rows_of(text, form, CardFile(sheet), plan):
        reading = read_entry(sheet, raw)
        plan.problems += [RowProblem(row, reading.number, problem) for problem in reading.problems]
        beside.place(plan, row, reading)
    return plan


@dataclass
class Beside:
    """What is printed today: digests by number, one card's parts by its folded name, and the rows of this file."""

    game: str
    digests: dict[str, str]
    named: dict[str, CardParts]
    packaged: frozenset[str]
    rows: dict[str, int] = field(default_factory=dict)

    @classmethod
    def now(cls, game: str) -> "Beside":
        """What stands beside a card at this moment."""
        rows, pool, parts_of = printed(game), packaged(game), shown_of(game).parts_of
        named = {card.name.casefold(): parts_of(card) for card in pool.cards}
        named |= {str(row.parts["name"]).casefold(): row.parts for row in rows}
        return cls(game, {row.number: row.sha256 for row in rows}, named, frozenset(pool))

    def place(self, plan: Plan, row: int, reading: Reading, *, changing: str | None = None) -> None:
        """Put a card where it belongs in the plan, and name what it takes from another card.

        ``changing``: the number of the card being changed, "" for a new one; None: what a file has may be either.
        """
        number = reading.number
        self._check_number(plan, row, number, changing)
        self._check_name(plan, row, reading)
        self.rows.setdefault(number, row)
        before = self.digests.get(number)
        if before == digest_of(reading.parts):
            plan.same += 1
        elif before is not None:
            plan.changed.append(reading)
            plan.replaced[number] = before
        else:
            plan.added.append(reading)

    def _check_number(self, plan: Plan, row: int, number: str, changing: str | None) -> None:
        if number in self.packaged:
            text = _("%(number)s comes with the site and cannot be entered.") % {"number": number}
            plan.add(row, "number_packaged", text, number, "number")
        elif number in self.rows:
            text = _("The number %(number)s is already in row %(row)s.")
            text %= {"number": number, "row": self.rows[number]}
            plan.add(row, "number_twice", text, number, "number")
        elif number in self.digests and changing == "":
            text = _("%(number)s is taken by another card.") % {"number": number}
            plan.add(row, "number_taken", text, number, "number")

    def _check_name(self, plan: Plan, row: int, reading: Reading) -> None:
        number, name = reading.number, str(reading.parts["name"]).casefold()
        if not name:
            return
        other = self.named.setdefault(name, reading.parts)
        if other["number"] != number and self._differ(other, reading.parts):
            text = _(
                "%(number)s has this name too. Two cards of one name are the same card: all else must be equal."
            )
            plan.add(row, "name_taken", text % {"number": other["number"]}, number, "name")

    def _differ(self, one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
        own = shown_of(self.game).own
        return any(one[name] != other[name] for name in sheet_of(self.game).names if name not in own)
