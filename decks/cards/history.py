"""What changed from one printed form of a card to the next, word by word."""

import difflib
import re
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules_engine.x610z.sheet import SHEET

from .models import Card, CardRevision
from .reading import CardParts


@dataclass(frozen=True)
class Difference:
    """One part that changed: ``pieces`` are (kind, text), kind being "same", "gone" or "new"."""

    label: object
    pieces: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Step:
    """One form of a card with what made it different from the form before; the first form has no differences."""

    revision: CardRevision
    differences: tuple[Difference, ...]


def steps_of(card: Card) -> list[Step]:
    """Every form of the card, the newest first."""
    revisions = list(CardRevision.objects.filter(card=card).order_by("revision"))
    before = [None, *revisions[:-1]]
    steps = [
        Step(revision, differences(older.parts, revision.parts) if older is not None else ())
        for older, revision in zip(before, revisions, strict=False)
    ]
    return steps[::-1]


def differences(old: CardParts, new: CardParts) -> tuple[Difference, ...]:
    """The parts in which two forms differ, in the order of the card."""
    return tuple(
        Difference(_(one.label), _compared(shown(old.get(one.name)), shown(new.get(one.name))))
        for one in SHEET.fields
        if old.get(one.name) != new.get(one.name)
    )


def shown(value: object) -> str:
    """A part of a card as text."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(str(item) for item in value)
    return "" if value is None else "∞" if value == "infinity" else str(value)


def _compared(old: str, new: str) -> tuple[tuple[str, str], ...]:
    before, after = re.findall(r"\s+|[^\s]+", old), re.findall(r"\s+|[^\s]+", new)
    pieces: list[tuple[str, str]] = []
    matcher = difflib.SequenceMatcher(a=before, b=after, autojunk=False)
    for kind, start, end, begin, stop in matcher.get_opcodes():
        if kind == "equal":
            pieces.append(("same", "".join(before[start:end])))
            continue
        if end > start:
            pieces.append(("gone", "".join(before[start:end])))
        if stop > begin:
            pieces.append(("new", "".join(after[begin:stop])))
    return tuple(pieces)
