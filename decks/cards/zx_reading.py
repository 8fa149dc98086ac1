"""From what somebody wrote about a card of Z/X to the card as the engine reads it, or every problem by its field.

As :mod:`.reading` does for the other game: a *row* maps :data:`ZX_FIELDS` to text (a form, a CSV line) or to JSON
values, reading one touches no database, and the same row always gives the same :class:`ZxReading`.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from django.utils.translation import gettext as _

from ledger.errors import Problem
from ledger.names import clean_name
from rules_engine.zx.abilities import read_card
from rules_engine.zx.cards import (
    GATE_CARD,
    LIFE_RECOVERY,
    PLAYER_KINDS,
    START_CARD,
    START_RESOURCE,
    VOID_BRINGER,
    ZxCard,
    ZxCost,
    ZxKind,
)
from rules_engine.zx.cardtext import CardTextError, read_text

from .reading import MAX_NAME, CardParts, clean_text
from .zx_words import ZX_COLOURS, ZX_KINDS, ZX_LABELS

ZX_FIELDS = tuple(ZX_LABELS)
"""Every printed part, and whether a judge carries the card out, in the order of the files."""
ZX_FLAGS = ("ignition", "evol_seed", "multicolor", "manual")
LISTED = ("colours", "tribes", "keywords")
"""The parts of which a card has several."""
KEYWORDS = (LIFE_RECOVERY, VOID_BRINGER, START_CARD, GATE_CARD, START_RESOURCE)
RANGES = (*(f"Range {steps}" for steps in range(2, 9)), "Range ∞")
NUMBER = re.compile(r"[A-Z]{1,3}[0-9]{2}-[0-9]{3}")
MAX_TEXT, MAX_COST, MAX_POWER, MAX_LISTED = 1_000, 99, 99_999, 6
_TRIBE = re.compile(r"[^\W\d_][\w' -]{0,29}")
_WITH_POWER = frozenset({"zx", "zx_extra", "zx_overboost", "token"})
_IN_DECK = frozenset({"zx", "event"})
_YES = {"yes", "y", "true", "1", "ja", "on", "x"}
_NO = {"no", "n", "false", "0", "nee", "", "off"}


@dataclass(frozen=True)
class ZxReading:
    """A row as read: its clean ``parts``, the engine's ``card`` (None when something is wrong) and all ``problems``.

    ``unread`` are the sentences of the text that the engine does not understand, also where a judge decides.
    """

    parts: CardParts
    card: ZxCard | None = None
    problems: tuple[Problem, ...] = ()
    unread: tuple[str, ...] = ()

    @property
    def number(self) -> str:
        """The collector's number, as far as there is one."""
        return str(self.parts.get("number", ""))


@dataclass
class _Notes:
    problems: list[Problem] = field(default_factory=list)

    def add(self, name: str, code: str, message: str) -> None:
        self.problems.append(Problem(code, message, name))


def read_zx_row(row: Mapping[str, Any]) -> ZxReading:
    """Read one card. Never raises, whatever the row holds; unknown keys of the row are left out."""
    notes = _Notes()
    parts: CardParts = {
        name: _text(row, name, notes) for name in ("number", "name", "name_nl", "player_name", "text")
    }
    parts |= {name: _flag(row.get(name), name, notes) for name in ZX_FLAGS}
    parts |= {name: _several(row.get(name), name, notes) for name in LISTED}
    parts["cost"] = _amount(row.get("cost"), "cost", MAX_COST, notes)
    parts["power"] = _amount(row.get("power"), "power", MAX_POWER, notes)
    kind = parts["type"] = _kind(row.get("type"), notes)
    _check_names(parts, notes)
    _check_colours(parts, notes)
    _check_lists(parts, notes)
    if kind:
        _check_for_kind(parts, kind, notes)
    unread = unread_sentences(parts["text"])
    card = _card(parts) if not notes.problems else None
    misplaced = card is not None and not unread and read_card(card) is None
    _check_text(parts, unread, misplaced, notes)
    ordered = {name: parts[name] for name in ZX_FIELDS}
    return ZxReading(ordered, None if notes.problems else card, tuple(notes.problems), unread)


def unread_sentences(text: str) -> tuple[str, ...]:
    """What of a text the engine's grammar does not read: the sentence, or the whole line where its signs are wrong."""
    found = []
    for line in text.splitlines():
        try:
            read_text(line)
        except CardTextError as error:
            sentence = re.search(r"\d+ meanings: (.*)", str(error), re.DOTALL)
            found.append(sentence[1] if sentence else line)
    return tuple(found)


def _card(parts: CardParts) -> ZxCard:
    return ZxCard(
        number=parts["number"],
        name=parts["name"],
        kind=cast(ZxKind, parts["type"]),
        colours=tuple(parts["colours"]),
        cost=ZxCost(parts["cost"] or 0),
        power=parts["power"],
        ignition=parts["ignition"],
        keywords=tuple(parts["keywords"]),
        name_nl=parts["name_nl"],
        tribes=tuple(parts["tribes"]),
        evol_seed=parts["evol_seed"],
        multicolor=parts["multicolor"],
        player_name=parts["player_name"],
        text=parts["text"],
    )


# --- one part after the other --------------------------------------------------------------------------


def _text(row: Mapping[str, Any], name: str, notes: _Notes) -> str:
    value = row.get(name)
    if not isinstance(value, str | None):
        notes.add(name, "not_text", _("This must be text."))
        value = ""
    long = name == "text"
    value = clean_text(value or "") if long else clean_name(value or "")
    limit = MAX_TEXT if long else MAX_NAME
    if len(value) > limit:
        notes.add(name, "too_long", _("At most %(count)s characters.") % {"count": limit})
    return value[:limit]


def _flag(value: Any, name: str, notes: _Notes) -> bool:
    if isinstance(value, bool):
        return value
    word = str(value if value is not None else "").strip().casefold()[:20]
    if word not in _YES | _NO:
        notes.add(name, "not_yes_or_no", _("“%(value)s” is neither yes nor no.") % {"value": word})
    return word in _YES


def _several(value: Any, name: str, notes: _Notes) -> list[str]:
    if not isinstance(value, str | list | tuple | None):
        notes.add(name, "not_text", _("This must be text."))
        return []
    given: Iterable[Any] = re.split(r"[;,]", value[:1_000]) if isinstance(value, str) else value or ()
    words = [
        clean_name(word)[:40] if isinstance(word, str) else "?" for word in list(given)[: 4 * MAX_LISTED]
    ]
    words = [word for word in words if word]
    if len(words) > MAX_LISTED:
        notes.add(name, "too_many", _("At most %(count)s of them.") % {"count": MAX_LISTED})
    if len(set(words)) < len(words):
        notes.add(name, "twice", _("One of them appears twice."))
    return words[:MAX_LISTED]


def _amount(value: Any, name: str, most: int, notes: _Notes) -> int | None:
    text = "" if value is None or isinstance(value, bool) else str(value).strip()[:20]
    if not text and not isinstance(value, bool):
        return None
    if text.isascii() and text.isdecimal() and int(text) <= most:
        return int(text)
    notes.add(name, f"bad_{name}", _("This is a whole number from 0 to %(most)s.") % {"most": most})
    return None


def _kind(value: Any, notes: _Notes) -> str:
    word = str(value if value is not None else "").strip()[:40]
    kind = word.casefold().replace("/", "").replace(" ", "_")
    if kind not in ZX_KINDS:
        notes.add("type", "unknown_type", _("“%(type)s” is not a type of card.") % {"type": word})
        return ""
    return kind


def _check_names(parts: CardParts, notes: _Notes) -> None:
    number = parts["number"] = parts["number"].upper().replace(" ", "")
    if not NUMBER.fullmatch(number):
        text = _("“%(number)s” is not a collector's number of Z/X; one looks like B01-005.")
        notes.add("number", "bad_number", text % {"number": number[:40]})
    if not parts["name"]:
        notes.add("name", "name_missing", _("A card needs a name."))


def _check_colours(parts: CardParts, notes: _Notes) -> None:
    colours = [colour.casefold() for colour in parts["colours"]]
    for colour in colours:
        if colour not in ZX_COLOURS:
            text = _("“%(value)s” is not a colour of Z/X: red, blue, white, black, green, or none.")
            notes.add("colours", "unknown_colour", text % {"value": colour[:40]})
    parts["colours"] = [colour for colour in ZX_COLOURS if colour in colours]
    if parts["multicolor"] and len(parts["colours"]) < 2:
        notes.add("multicolor", "one_colour", _("Only a card of two or more colours has this indicator."))


def _check_lists(parts: CardParts, notes: _Notes) -> None:
    for tribe in parts["tribes"]:
        if not _TRIBE.fullmatch(tribe):
            text = _("“%(value)s” is not a Tribe: letters, at most 30 of them.")
            notes.add("tribes", "bad_tribe", text % {"value": tribe})
    known = {word.casefold(): word for word in (*KEYWORDS, *RANGES)}
    for word in parts["keywords"]:
        if word.casefold() not in known:
            text = _("“%(value)s” is not a keyword. Known are: %(known)s.")
            said = ", ".join((*KEYWORDS, "Range 2", "Range ∞"))
            notes.add("keywords", "unknown_keyword", text % {"value": word, "known": said})
    parts["keywords"] = [known.get(word.casefold(), word) for word in parts["keywords"]]


def _check_for_kind(parts: CardParts, kind: str, notes: _Notes) -> None:
    """What a card of this type has to have, and what it cannot have (003, the types of card and the deck)."""
    bare = kind in PLAYER_KINDS or kind == "link"
    none = _("A card of this type has none.")
    needed = _("A card of this type needs one.")
    if kind in _WITH_POWER and parts["power"] is None:
        notes.add("power", "power_missing", needed)
    if kind not in _WITH_POWER and parts["power"] is not None:
        notes.add("power", "power_not_printed", none)
    if not bare and parts["cost"] is None:
        notes.add("cost", "cost_missing", needed)
    if bare and parts["cost"]:
        notes.add("cost", "cost_not_printed", none)
    if (kind in PLAYER_KINDS) != bool(parts["player_name"]):
        notes.add("player_name", "player_name", needed if kind in PLAYER_KINDS else none)
    for name in ("ignition", "evol_seed"):
        if parts[name] and kind not in _IN_DECK:
            notes.add(name, "icon_not_printed", _("Only a Z/X or an Event of the deck has this icon."))
    for word in parts["keywords"]:
        if kind not in (_WITH_POWER if word in RANGES else _fits(word)):
            text = _("A card of this type has no %(keyword)s.")
            notes.add("keywords", "keyword_not_printed", text % {"keyword": word})
    if sum(word in RANGES for word in parts["keywords"]) > 1:
        notes.add("keywords", "two_ranges", _("A Z/X has one Range."))


def _fits(keyword: str) -> frozenset[str]:
    """The types of card that can have a keyword."""
    return frozenset({"zx"}) if keyword in (LIFE_RECOVERY, VOID_BRINGER) else _IN_DECK


def _check_text(parts: CardParts, unread: tuple[str, ...], misplaced: bool, notes: _Notes) -> None:
    """A text that the engine does not read needs a judge, and only such a text."""
    if parts["manual"]:
        if not unread and not misplaced and not notes.problems:
            text = _("The engine understands this card; a judge has nothing to decide.")
            notes.add("manual", "not_manual", text)
        return
    for sentence in unread:
        text = _("The engine does not understand: %(sentence)s")
        notes.add("text", "text_unread", text % {"sentence": sentence[:200]})
    if misplaced:
        text = _("This kind of ability does not belong on a card of this type.")
        notes.add("text", "text_misplaced", text)
