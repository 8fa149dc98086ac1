"""From what somebody wrote about a card to the card as the engine reads it, or every problem by its field.

A *row* is a mapping of :data:`FIELDS` to text (a form, a CSV line) or to JSON values. Reading one touches no
database: the same row always gives the same :class:`Reading`.
"""

import difflib
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import msgspec
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from ledger.errors import Problem
from ledger.names import clean_name, fold
from rules_engine.x610z.cards import LIFE_BASE_CLASS, CardRevision
from rules_engine.x610z.cardtext import DEFAULT_VOCABULARY, CardTextError, Finding, suggest_text
from rules_engine.x610z.pool import CARD_TYPES, parse_energy, read_card

FIELDS = (
    "number", "name", "name_nl", "type", "class", "element", "crew", "cost", "restriction", "team_restriction",
    "permanent", "text", "text_nl", "flavor", "illustrator", "legal", "ours", "known", "manual",
)  # fmt: skip
"""Every printed part (rules 300 to 308) and what we note beside it, in the order of the files."""
FLAGS = ("permanent", "ours", "manual")
INFINITE = ("infinity", "∞", "oneindig")
MAX_NAME, MAX_TEXT, MAX_LINE, MAX_AMOUNT = 80, 2_000, 300, 99
NUMBER = re.compile(r"[A-Z]{0,2}[0-9]{1,2}\.[0-9]{1,2}/[0-9]{3}/[0-9]{3}-(?:C|U|R|SR|UR)")
_YES = {"yes", "y", "true", "1", "ja", "on", "x"}
_NO = {"no", "n", "false", "0", "nee", "", "off"}
_KINDS = {fold(words): words for words in CARD_TYPES} | {kind: words for words, kind in CARD_TYPES.items()}


CardParts = dict[str, Any]
"""A row of a card file by the names of its columns: as it came, cleaned part by part, and as it is stored. The engine's
:class:`CardRevision` is what it means."""


@dataclass(frozen=True)
class Reading:
    """A row as read: its clean ``parts``, the engine's ``card`` (None when something is wrong) and all ``problems``.

    ``findings`` are the places in ``parts["text"]`` that the engine does not understand. ``same``: nothing differs from
    what is printed today, so the card was not compiled.
    """

    parts: CardParts
    card: CardRevision | None = None
    problems: tuple[Problem, ...] = ()
    findings: tuple[Finding, ...] = ()
    same: bool = False

    @property
    def number(self) -> str:
        """The collector's number, as far as there is one."""
        return str(self.parts.get("number", ""))


@dataclass
class _Notes:
    """Problems found on the way."""

    problems: list[Problem] = field(default_factory=list)

    def add(self, name: str, code: str, message: str, rule: str | None = None) -> None:
        self.problems.append(Problem(code, message, name, rule))


def read_row(row: Mapping[str, Any], printed: Mapping[str, str] | None = None) -> Reading:
    """Read one card. Never raises, whatever the row holds; unknown keys of the row are left out.

    ``printed`` maps numbers to :func:`digest_of` what is printed today: a row that says the same is not compiled again,
    so a whole catalogue is compared in a moment.
    """
    notes = _Notes()
    parts = _texts(row, notes)
    parts |= {flag: _flag(row.get(flag), flag, notes) for flag in FLAGS}
    _check_number(parts, notes)
    kind = _check_type(parts, notes)
    if kind:
        _check_subtypes(parts, kind, notes)
    _check_cost(parts, notes)
    _check_limits(parts, row, notes)
    parts["known"] = _known(row.get("known"))
    ordered = {name: parts[name] for name in FIELDS}
    if printed and not notes.problems and printed.get(ordered["number"]) == digest_of(ordered):
        return Reading(ordered, same=True)
    if notes.problems and any(problem.field not in (None, "text") for problem in notes.problems):
        # The text can still be read when its card is of a known type: all problems come at once.
        findings = _findings(ordered) if kind and not parts["manual"] else ()
        return Reading(ordered, None, (*notes.problems, *_text_problems(findings)), findings)
    found = _compiled(json.dumps(ordered, sort_keys=True))
    if isinstance(found, CardRevision) and not notes.problems:
        return Reading(ordered, found)
    findings = () if isinstance(found, CardRevision) else found
    return Reading(ordered, None, (*notes.problems, *_text_problems(findings)), findings)


def digest_of(parts: Mapping[str, Any]) -> str:
    """SHA-256 of the printed parts: by what a revision is known to be the same."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def engine_row(parts: Mapping[str, Any]) -> CardParts:
    """The row of an act file for these parts: what is empty is left out."""
    return {name: value for name, value in parts.items() if value not in ("", None)}


@lru_cache(maxsize=4096)
def _compiled(parts: str) -> CardRevision | tuple[Finding, ...]:
    """The card of clean parts (as JSON), or what its text says wrongly; kept, for a preview is read twice."""
    try:
        return read_card(engine_row(json.loads(parts)))
    except CardTextError as error:
        return tuple(error.findings)


def _findings(parts: Mapping[str, Any]) -> tuple[Finding, ...]:
    """What is wrong with the text alone, other parts being wrong as well."""
    bare = {**parts, "number": "X1.1/001/001-C", "name": parts["name"] or "~", "cost": "", "restriction": 1}
    bare["team_restriction"] = None
    found = _compiled(json.dumps(bare, sort_keys=True))
    return () if isinstance(found, CardRevision) else found


def _text_problems(findings: tuple[Finding, ...]) -> tuple[Problem, ...]:
    language = (get_language() or "en")[:2]
    return tuple(
        Problem("text_" + finding.code, finding.text(language), "text", "305.2") for finding in findings
    )


# --- one part after the other --------------------------------------------------------------------------


def _texts(row: Mapping[str, Any], notes: _Notes) -> CardParts:
    parts: CardParts = {}
    for name in FIELDS:
        if name in FLAGS or name in ("restriction", "team_restriction", "known"):
            continue
        value = row.get(name)
        if value is None:
            value = ""
        if not isinstance(value, str):
            notes.add(name, "not_text", _("This must be text."))
            value = ""
        long = name in ("text", "text_nl")
        value = clean_text(value) if long else clean_name(value)
        limit = MAX_TEXT if long else MAX_NAME if name.startswith("name") else MAX_LINE
        if len(value) > limit:
            notes.add(name, "too_long", _("At most %(count)s characters.") % {"count": limit})
            value = value[:limit]
        parts[name] = value
    if not parts["name"]:
        notes.add("name", "name_missing", _("A card needs a name."), "301.1")
    return parts


def clean_text(text: str) -> str:
    """Lines fit to print: no control or direction-changing characters, no blank lines or spaces at the ends."""
    lines = (clean_name(line) for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    return "\n".join(line for line in lines if line)


def _flag(value: Any, name: str, notes: _Notes) -> bool:
    if isinstance(value, bool):
        return value
    word = str(value if value is not None else "").strip().casefold()[:20]
    if word not in _YES | _NO:
        notes.add(name, "not_yes_or_no", _("“%(value)s” is neither yes nor no.") % {"value": word})
    return word in _YES


def _check_number(parts: CardParts, notes: _Notes) -> None:
    number = parts["number"] = parts["number"].upper().replace(" ", "")
    if not NUMBER.fullmatch(number):
        text = _("“%(number)s” is not a collector's number; one looks like D1.1/008/100-C.") % {
            "number": number[:40]
        }
        notes.add("number", "bad_number", text, "307.2")


def _check_type(parts: CardParts, notes: _Notes) -> str:
    words = _KINDS.get(fold(parts["type"]))
    if words is None:
        near = difflib.get_close_matches(parts["type"][:40].title(), CARD_TYPES, 1, 0.4)
        text = _("“%(type)s” is not a type of card.") % {"type": parts["type"][:40]} + _meant(near)
        notes.add("type", "unknown_type", text, "304.2a")
        return ""
    parts["type"] = words
    return str(CARD_TYPES[words])


def _meant(near: list[str]) -> str:
    return " " + _("Did you mean %(words)s?") % {"words": near[0]} if near else ""


def _check_subtypes(parts: CardParts, kind: str, notes: _Notes) -> None:
    classes = (*DEFAULT_VOCABULARY.classes, LIFE_BASE_CLASS)
    needs_class = kind in ("summon", "class_effect")
    parts["class"] = _one_of(parts, "class", classes, "402.2", notes, needed=needs_class, allowed=needs_class)
    base = parts["class"] == LIFE_BASE_CLASS
    elements = DEFAULT_VOCABULARY.elements
    needs_element = kind == "summon" and not base
    parts["element"] = _one_of(
        parts, "element", elements, "402.4", notes, needed=needs_element, allowed=needs_element
    )
    crews = DEFAULT_VOCABULARY.crews
    has_crew = kind in ("effect", "summon_effect")
    parts["crew"] = _one_of(parts, "crew", crews, "304.2c", notes, needed=False, allowed=has_crew)


def _one_of(
    parts: Mapping[str, Any],
    name: str,
    known: tuple[str, ...],
    rule: str,
    notes: _Notes,
    *,
    needed: bool,
    allowed: bool,
) -> str:
    value = str(parts[name])
    if not value:
        if needed:
            notes.add(name, f"{name}_missing", _("A card of this type needs one."), rule)
        return ""
    found = {fold(word): word for word in known}.get(fold(value))
    if found is None:
        near = difflib.get_close_matches(value[:40].title(), known, 1, 0.5)
        text = _("“%(value)s” is not known here.") % {"value": value[:40]} + _meant(near)
        notes.add(name, f"unknown_{name}", text, rule)
    elif not allowed:
        notes.add(name, f"{name}_not_printed", _("A card of this type has none."), rule)
    return found or value


def _check_cost(parts: CardParts, notes: _Notes) -> None:
    cost = " ".join(parts["cost"].upper().split())
    try:
        energy = parse_energy(cost)
        if max(energy.as_tuple()) > MAX_AMOUNT:
            raise ValueError(cost)
    except ValueError:
        text = _(
            "“%(cost)s” is not an energy cost; write M for Mystic, B for Boost, R for Robiumm, C for any: M2 "
            "C1."
        )
        notes.add("cost", "bad_cost", text % {"cost": cost[:40]}, "302.1")
    parts["cost"] = cost


def _check_limits(parts: CardParts, row: Mapping[str, Any], notes: _Notes) -> None:
    raw = str(row.get("restriction") if row.get("restriction") is not None else "").strip()[:20]
    if raw.casefold() in INFINITE:
        parts["restriction"] = "infinity"
    else:
        parts["restriction"] = _amount(raw)
        if parts["restriction"] is None:
            text = _("The deck restriction is a number from 1 to 99, or infinity.")
            notes.add("restriction", "bad_restriction", text, "304.3b")
    team = str(row.get("team_restriction") if row.get("team_restriction") is not None else "").strip()[:20]
    parts["team_restriction"] = _amount(team)
    if team and parts["team_restriction"] is None:
        text = _("The team restriction is a number from 1 to 99, or empty.")
        notes.add("team_restriction", "bad_team_restriction", text, "G.team-restriction")


def _amount(text: str) -> int | None:
    if not text.isascii() or not text.isdecimal():
        return None
    amount = int(text)
    return amount if 1 <= amount <= MAX_AMOUNT else None


def _known(value: Any) -> list[str]:
    words = value.split(";") if isinstance(value, str) else value if isinstance(value, list | tuple) else []
    return [clean_name(str(word).replace(";", ","))[:40] for word in words if str(word).strip()][:20]


# --- showing a text that is read -----------------------------------------------------------------------


def marked(text: str, findings: tuple[Finding, ...]) -> list[dict[str, str]]:
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


def offered_text(found: Reading) -> str:
    """A whole text near the one written that the engine reads on such a card; "" if it reads the one written."""
    parts = found.parts
    kind = CARD_TYPES.get(str(parts.get("type", "")))
    if kind is None or not found.findings:
        return ""
    given = (str(parts["text"]), str(parts["name"]), str(kind), bool(parts["permanent"]), str(parts["class"]))
    return _offered(*given)


@lru_cache(maxsize=256)
def _offered(text: str, name: str, kind: str, permanent: bool, card_class: str) -> str:
    return suggest_text(text, name=name, kind=kind, permanent=permanent, card_class=card_class)


def printed_text(card: CardRevision) -> str:
    """The effect printed back out of its tree: what the engine understood, in the words of card texts."""
    from rules_engine.x610z.cardtext import print_tree

    return print_tree(card.tree).replace("~", card.name) if card.tree is not None else ""


def face_of(card: CardRevision) -> CardParts:
    """The card without its tree as plain data, small enough to read a page full of."""
    return dict(msgspec.to_builtins(msgspec.structs.replace(card, tree=None)))
