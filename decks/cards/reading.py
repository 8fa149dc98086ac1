"""From what somebody wrote about a card to the card as its game reads it, or every problem by its field.

A *row* is a mapping of the fields of a game's sheet to text (a form, a CSV line) or to JSON values. Reading one touches
no database: the same row always gives the same :class:`Reading`.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import msgspec
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from ledger.errors import Problem
from ledger.names import clean_name
from rules_engine.kernel import card_sheet as sheets
from rules_engine.kernel.card_sheet import CardField, CardSheet, Parts, SheetProblem, TextFinding
from rules_engine.x610z.cards import CardRevision
from rules_engine.x610z.cardtext import Offer, offer_text
from rules_engine.x610z.pool import CARD_TYPES
from rules_engine.x610z.sheet import SHEET

FIELDS = SHEET.names
"""Every printed part of a card of the catalogue, and what we note beside it, in the order of the files."""
_YES = {"yes", "y", "true", "1", "ja", "on", "x"}
_NO = {"no", "n", "false", "0", "nee", "", "off"}
CardParts = Parts
"""A row of a card file by the names of its columns: as it came, cleaned part by part, and as it is stored."""


@dataclass(frozen=True)
class Reading:
    """A row as read: its clean ``parts``, the game's ``card`` (None when something is wrong) and all ``problems``.

    ``findings`` are the places in ``parts["text"]`` that the engine does not understand, ``unread`` such sentences,
    also where a judge decides. ``same``: nothing differs from what is printed today, so the card was not read.
    """

    parts: CardParts
    card: Any = None
    problems: tuple[Problem, ...] = ()
    findings: tuple[TextFinding, ...] = ()
    unread: tuple[str, ...] = ()
    same: bool = False

    @property
    def number(self) -> str:
        """The collector's number, as far as there is one."""
        return str(self.parts.get("number", ""))


@dataclass
class _Notes:
    """Problems found on the way."""

    problems: list[Problem] = field(default_factory=list)

    def add(self, name: str, code: str, message: str) -> None:
        self.problems.append(Problem(code, message, name))


def read_row(row: Mapping[str, object], printed: Mapping[str, str] | None = None) -> Reading:
    """Read one card of the catalogue; see :func:`read_entry`."""
    return read_entry(SHEET, row, printed)


def read_entry(
    sheet: CardSheet, row: Mapping[str, object], printed: Mapping[str, str] | None = None
) -> Reading:
    """Read one card. Never raises, whatever the row holds; unknown keys of the row are left out.

    ``printed`` maps numbers to :func:`digest_of` what is printed today: a row that says the same is not read again,
    so a whole catalogue is compared in a moment.
    """
    notes = _Notes()
    parts = {one.name: _READERS[one.kind](row.get(one.name), one, notes) for one in sheet.fields}
    notes.problems += [_said(problem) for problem in sheet.tidy(parts)]
    if printed and not notes.problems and printed.get(parts["number"]) == digest_of(parts):
        return Reading(parts, same=True)
    read = sheet.read(parts, {problem.field or "" for problem in notes.problems})
    language = (get_language() or "en")[:2]
    notes.problems += [
        *(_said(problem) for problem in read.problems),
        *(Problem(f"text_{one.code}", one.text(language), "text", "305.2") for one in read.findings),
    ]
    card = None if notes.problems else read.card
    return Reading(parts, card, tuple(notes.problems), tuple(read.findings), tuple(read.unread))


def _said(problem: SheetProblem) -> Problem:
    text = _(problem.text) % problem.params
    if problem.near:
        text += " " + _("Did you mean %(words)s?") % {"words": problem.near}
    return Problem(problem.code, text, problem.field, problem.rule or None)


def digest_of(parts: Mapping[str, object]) -> str:
    """SHA-256 of the printed parts: by what a revision is known to be the same."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


# --- one field after the other -------------------------------------------------------------------------


def _line(value: object, of: CardField, notes: _Notes) -> str:
    if not isinstance(value, str | None):
        notes.add(of.name, "not_text", _("This must be text."))
        value = ""
    value = clean_text(value or "") if of.kind == sheets.TEXT else clean_name(value or "")
    if len(value) > of.most:
        notes.add(of.name, "too_long", _("At most %(count)s characters.") % {"count": of.most})
    return value[: of.most]


def clean_text(text: str) -> str:
    """Lines fit to print: no control or direction-changing characters, no blank lines or spaces at the ends."""
    lines = (clean_name(line) for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    return "\n".join(line for line in lines if line)


def _flag(value: object, of: CardField, notes: _Notes) -> bool:
    if isinstance(value, bool):
        return value
    word = str(value if value is not None else "").strip().casefold()[:20]
    if word not in _YES | _NO:
        notes.add(of.name, "not_yes_or_no", _("“%(value)s” is neither yes nor no.") % {"value": word})
    return word in _YES


def _several(value: object, of: CardField, notes: _Notes) -> list[str]:
    if not isinstance(value, str | list | tuple | None):
        notes.add(of.name, "not_text", _("This must be text."))
        return []
    given: Iterable[object] = re.split(r"[;,]", value[:1_000]) if isinstance(value, str) else value or ()
    words = [clean_name(word)[:40] if isinstance(word, str) else "?" for word in list(given)[: 4 * of.most]]
    words = [word for word in words if word]
    if len(words) > of.most:
        notes.add(of.name, "too_many", _("At most %(count)s of them.") % {"count": of.most})
    if len(set(words)) < len(words):
        notes.add(of.name, "twice", _("One of them appears twice."))
    return words[: of.most]


def _amount(value: object, of: CardField, notes: _Notes) -> int | None:
    text = "" if value is None or isinstance(value, bool) else str(value).strip()[:20]
    if not text and not isinstance(value, bool):
        return None
    if text.isascii() and text.isdecimal() and int(text) <= of.most:
        return int(text)
    notes.add(
        of.name,
        f"bad_{of.name}",
        _("This is a whole number from 0 to %(most)s.") % {"most": of.most},
    )
    return None


def _remarks(value: object, of: CardField, _notes: _Notes) -> list[str]:
    words = value.split(";") if isinstance(value, str) else value if isinstance(value, list | tuple) else []
    return [clean_name(str(word).replace(";", ","))[:40] for word in words if str(word).strip()][: of.most]


def _raw(value: object, _of: CardField, _notes: _Notes) -> str:
    return str(value if value is not None else "").strip()[:20]


_READERS: Mapping[str, Callable[[Any, CardField, _Notes], Any]] = {
    sheets.LINE: _line,
    sheets.TEXT: _line,
    sheets.FLAG: _flag,
    sheets.AMOUNT: _amount,
    sheets.SEVERAL: _several,
    sheets.NOTES: _remarks,
    sheets.RAW: _raw,
}


# --- showing a text that is read -----------------------------------------------------------------------


def marked(text: str, findings: Sequence[TextFinding]) -> list[dict[str, str]]:
    """The text in pieces, those the engine does not understand with ``why``: for the page that marks them."""
    pieces: list[dict[str, str]] = []
    at = 0
    language = (get_language() or "en")[:2]
    for finding in sorted(findings, key=lambda found: found.start):
        start, end = max(at, finding.start), max(finding.end, finding.start)
        if start > at:
            pieces.append({"text": text[at:start], "why": ""})
        if end > start:
            pieces.append({"text": text[start:end], "why": finding.text(language)})
        elif finding.start >= len(text):
            pieces.append({"text": "…", "why": finding.text(language)})
        at = max(at, end)
    if at < len(text):
        pieces.append({"text": text[at:], "why": ""})
    return pieces


def offered_text(found: Reading) -> dict[str, str]:
    """A whole text near the one written that the engine reads on such a card, and what it is to that one; nothing if
    the engine reads the one written."""
    parts = found.parts
    kind = CARD_TYPES.get(str(parts.get("type", "")))
    if kind is None or not found.findings:
        return {}
    given = (str(parts["text"]), str(parts["name"]), str(kind), bool(parts["permanent"]), str(parts["class"]))
    offer = _offered(*given)
    return {"text": offer.text, "heading": offer.heading((get_language() or "en")[:2])}


@lru_cache(maxsize=256)
def _offered(text: str, name: str, kind: str, permanent: bool, card_class: str) -> Offer:
    return offer_text(text, name=name, kind=kind, permanent=permanent, card_class=card_class)


def printed_text(card: CardRevision) -> str:
    """The effect printed back out of its tree: what the engine understood, in the words of card texts."""
    from rules_engine.x610z.cardtext import print_tree

    return print_tree(card.tree).replace("~", card.name) if card.tree is not None else ""


def face_of(card: CardRevision) -> CardParts:
    """The card without its tree as plain data, small enough to read a page full of."""
    return dict(msgspec.to_builtins(msgspec.structs.replace(card, tree=None)))
