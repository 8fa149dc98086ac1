"""What stands on a card of X610Z (rules 300 to 308), and how a card that somebody entered is read."""

import difflib
import json
import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from rules_engine.kernel.card_sheet import (
    FLAG,
    LINE,
    NOTES,
    RAW,
    TEXT,
    CardField,
    CardSheet,
    Parts,
    Read,
    SheetProblem,
)
from rules_engine.kernel.cards import name_key
from rules_engine.kernel.games import gettext_noop as _

from .cards import LIFE_BASE_CLASS, CardRevision
from .cardtext import DEFAULT_VOCABULARY, CardTextError, Finding
from .pool import CARD_TYPES, parse_energy, read_card

INFINITE = ("infinity", "∞", "oneindig")
MAX_TEXT, MAX_LINE, MAX_AMOUNT = 2_000, 300, 99
NUMBER = re.compile(r"[A-Z]{0,2}[0-9]{1,2}\.[0-9]{1,2}/[0-9]{3}/[0-9]{3}-(?:C|U|R|SR|UR)")
CLASSES = (*DEFAULT_VOCABULARY.classes, LIFE_BASE_CLASS)
_KINDS = {name_key(words): words for words in CARD_TYPES} | {
    kind: words for words, kind in CARD_TYPES.items()
}


def _words(words: Collection[str]) -> dict[str, str]:
    return {word: word for word in words}


FIELDS = (
    CardField(
        "number",
        LINE,
        _("Collector's number"),
        _("Act.Print run/card number/cards in the act-rarity: D1.1/008/100-C"),
        MAX_LINE,
        needed=True,
        keeper=True,
    ),
    CardField("name", LINE, _("Name in English"), needed=True),
    CardField("name_nl", LINE, _("Name in Dutch")),
    CardField("type", LINE, _("Type"), "", MAX_LINE, _words(CARD_TYPES), needed=True),
    CardField("class", LINE, _("Class"), "", MAX_LINE, _words(CLASSES)),
    CardField("element", LINE, _("Element"), "", MAX_LINE, _words(DEFAULT_VOCABULARY.elements)),
    CardField("crew", LINE, _("Crew"), "", MAX_LINE, _words(DEFAULT_VOCABULARY.crews)),
    CardField(
        "cost",
        LINE,
        _("Casting cost"),
        _("M for Mystic, B for Boost, R for Robiumm, C for any: M2 C1. Empty: free."),
        MAX_LINE,
    ),
    CardField(
        "restriction",
        RAW,
        _("Deck restriction"),
        _("How many copies a deck may hold: a number, or infinity."),
        MAX_LINE,
        needed=True,
    ),
    CardField("team_restriction", RAW, _("Team restriction"), "", MAX_LINE),
    CardField("permanent", FLAG, _("Stays in play")),
    CardField(
        "text",
        TEXT,
        _("Text in English"),
        _(
            "In English, in the words of card texts. The box on this page shows what the rules engine understands."
        ),
        MAX_TEXT,
    ),
    CardField("text_nl", TEXT, _("Text in Dutch"), "", MAX_TEXT),
    CardField("flavor", LINE, _("Flavor text"), "", MAX_LINE),
    CardField("illustrator", LINE, _("Illustrator"), "", MAX_LINE, keeper=True),
    CardField("legal", LINE, _("Legal text"), "", MAX_LINE, keeper=True),
    CardField("ours", FLAG, _("Our own card"), keeper=True),
    CardField("known", NOTES, _("What the rules say about it"), "", 20, asked=False, keeper=True),
    CardField(
        "manual",
        FLAG,
        _("A judge decides"),
        _(
            "Only when the engine can never understand the text: in a logged game a judge enters what it does."
        ),
        keeper=True,
    ),
)


class _Notes(list[SheetProblem]):
    """The problems found on the way."""

    def say(self, name: str, code: str, text: str, rule: str = "", near: str = "", **params: object) -> None:
        self.append(SheetProblem(name, code, text, params, rule, near))


def _tidy(parts: Parts) -> Sequence[SheetProblem]:
    notes = _Notes()
    if not parts["name"]:
        notes.say("name", "name_missing", _("A card needs a name."), "301.1")
    _check_number(parts, notes)
    kind = _check_type(parts, notes)
    if kind:
        _check_subtypes(parts, kind, notes)
    _check_cost(parts, notes)
    _check_limits(parts, notes)
    return notes


def _read(parts: Parts, wrong: Collection[str]) -> Read:
    """The text can still be read when other parts are wrong, so that all problems come at once."""
    if set(wrong) - {"text"}:
        readable = parts["type"] in CARD_TYPES and not parts["manual"]
        return Read(None, findings=_findings(parts) if readable else ())
    found = _compiled(json.dumps(parts, sort_keys=True))
    return Read(found) if isinstance(found, CardRevision) else Read(None, findings=found)


def engine_row(parts: Mapping[str, object]) -> Parts:
    """The row of an act file for these parts: what is empty is left out."""
    return {name: value for name, value in parts.items() if value not in ("", None)}


@lru_cache(maxsize=4096)
def _compiled(parts: str) -> CardRevision | tuple[Finding, ...]:
    """The card of clean parts (as JSON), or what its text says wrongly; kept, for a preview is read twice."""
    try:
        return read_card(engine_row(json.loads(parts)))
    except CardTextError as error:
        return tuple(error.findings)


def _findings(parts: Mapping[str, object]) -> tuple[Finding, ...]:
    """What is wrong with the text alone, other parts being wrong as well."""
    bare = {**parts, "number": "X1.1/001/001-C", "name": parts["name"] or "~", "cost": "", "restriction": 1}
    bare["team_restriction"] = None
    found = _compiled(json.dumps(bare, sort_keys=True))
    return () if isinstance(found, CardRevision) else found


# --- one part after the other --------------------------------------------------------------------------


def _check_number(parts: Parts, notes: _Notes) -> None:
    number = parts["number"] = parts["number"].upper().replace(" ", "")
    if not NUMBER.fullmatch(number):
        text = _("“%(number)s” is not a collector's number; one looks like D1.1/008/100-C.")
        notes.say("number", "bad_number", text, "307.2", number=number[:40])


def _check_type(parts: Parts, notes: _Notes) -> str:
    words = _KINDS.get(name_key(parts["type"]))
    if words is None:
        near = difflib.get_close_matches(parts["type"][:40].title(), CARD_TYPES, 1, 0.4)
        text = _("“%(type)s” is not a type of card.")
        notes.say("type", "unknown_type", text, "304.2a", "".join(near), type=parts["type"][:40])
        return ""
    parts["type"] = words
    return str(CARD_TYPES[words])


def _check_subtypes(parts: Parts, kind: str, notes: _Notes) -> None:
    classed = kind in ("summon", "class_effect")
    _check_word(parts, "class", CLASSES, "402.2", notes, needed=classed, allowed=classed)
    elemental = kind == "summon" and parts["class"] != LIFE_BASE_CLASS
    elements = DEFAULT_VOCABULARY.elements
    _check_word(parts, "element", elements, "402.4", notes, needed=elemental, allowed=elemental)
    crewed = kind in ("effect", "summon_effect")
    _check_word(parts, "crew", DEFAULT_VOCABULARY.crews, "304.2c", notes, needed=False, allowed=crewed)


def _check_word(
    parts: Parts,
    name: str,
    known: tuple[str, ...],
    rule: str,
    notes: _Notes,
    *,
    needed: bool,
    allowed: bool,
) -> None:
    value = str(parts[name])
    if not value:
        if needed:
            notes.say(name, f"{name}_missing", _("A card of this type needs one."), rule)
        return
    found = {name_key(word): word for word in known}.get(name_key(value))
    if found is None:
        near = difflib.get_close_matches(value[:40].title(), known, 1, 0.5)
        text = _("“%(value)s” is not known here.")
        notes.say(name, f"unknown_{name}", text, rule, "".join(near), value=value[:40])
    elif not allowed:
        notes.say(name, f"{name}_not_printed", _("A card of this type has none."), rule)
    parts[name] = found or value


def _check_cost(parts: Parts, notes: _Notes) -> None:
    cost = parts["cost"] = " ".join(parts["cost"].upper().split())
    try:
        sound = max(parse_energy(cost).as_tuple()) <= MAX_AMOUNT
    except ValueError:
        sound = False
    if not sound:
        text = _(
            "“%(cost)s” is not an energy cost; write M for Mystic, B for Boost, R for Robiumm, C for any: M2 C1."
        )
        notes.say("cost", "bad_cost", text, "302.1", cost=cost[:40])


def _check_limits(parts: Parts, notes: _Notes) -> None:
    copies, team = parts["restriction"], parts["team_restriction"]
    parts["restriction"] = "infinity" if copies.casefold() in INFINITE else _amount(copies)
    if parts["restriction"] is None:
        text = _("The deck restriction is a number from 1 to 99, or infinity.")
        notes.say("restriction", "bad_restriction", text, "304.3b")
    parts["team_restriction"] = _amount(team)
    if team and parts["team_restriction"] is None:
        text = _("The team restriction is a number from 1 to 99, or empty.")
        notes.say("team_restriction", "bad_team_restriction", text, "G.team-restriction")


def _amount(text: str) -> int | None:
    if not text.isascii() or not text.isdecimal():
        return None
    amount = int(text)
    return amount if 1 <= amount <= MAX_AMOUNT else None


def _number_of(book: int, place: int, size: int) -> str:
    """K and two numbers stand for an act that players made (307.2)."""
    return f"K{book % 99 + 1}.{book // 99 % 99 + 1}/{place:03}/{size:03}-C"


SHEET = CardSheet(
    fields=FIELDS, format="cards/1", most_rows=6_000, tidy=_tidy, read=_read, number_of=_number_of
)
