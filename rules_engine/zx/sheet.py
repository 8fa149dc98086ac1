"""What stands on a card of Z/X, and how a card that somebody entered is read."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import cast

from rules_engine.kernel.card_sheet import (
    AMOUNT,
    FLAG,
    LINE,
    SEVERAL,
    TEXT,
    CardField,
    CardSheet,
    Parts,
    Read,
    SheetProblem,
    Shown,
)
from rules_engine.kernel.decks import Reader
from rules_engine.kernel.games import gettext_noop as _

from .abilities import read_card
from .card_words import COLOURS, KINDS
from .cards import (
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
from .cardtext import CardTextError, print_text, read_text
from .pools import colours_in

KEYWORDS = (LIFE_RECOVERY, VOID_BRINGER, START_CARD, GATE_CARD, START_RESOURCE)
RANGES = (*(f"Range {steps}" for steps in range(2, 9)), "Range ∞")
NUMBER = re.compile(r"[A-Z]{1,3}[0-9]{2}-[0-9]{3}")
MAX_TEXT, MAX_COST, MAX_POWER, MAX_LISTED = 1_000, 99, 99_999, 6
_TRIBE = re.compile(r"[^\W\d_][\w' -]{0,29}")
_WITH_POWER = frozenset({"zx", "zx_extra", "zx_overboost", "token"})
_IN_DECK = frozenset({"zx", "event"})
_BARE = PLAYER_KINDS | {"link"}
"""The types of card without a cost."""
_NONE, _NEEDED = _("A card of this type has none."), _("A card of this type needs one.")

FIELDS = (
    CardField("number", LINE, _("Collector's number"), _("As printed: B01-005."), needed=True, keeper=True),
    CardField("name", LINE, _("Name in English"), needed=True),
    CardField("name_nl", LINE, _("Name in Dutch")),
    CardField("type", LINE, _("Type"), choices=KINDS, needed=True),
    CardField(
        "player_name",
        LINE,
        _("Player Name"),
        _("On a Player card and a Player Extra; a Z/X may have one, too."),
    ),
    CardField(
        "colours",
        SEVERAL,
        _("Colours"),
        _("Several for a card of several colours; none for a colourless card."),
        MAX_LISTED,
        COLOURS,
    ),
    CardField(
        "tribes", SEVERAL, _("Tribe"), _("Several with a comma between them: Braver, Mythos."), MAX_LISTED
    ),
    CardField("cost", AMOUNT, _("Cost"), most=MAX_COST),
    CardField("power", AMOUNT, _("Power"), _("Only on what counts as a Z/X."), MAX_POWER),
    CardField("ignition", FLAG, _("Ignition icon")),
    CardField("evol_seed", FLAG, _("Evol Seed icon")),
    CardField("multicolor", FLAG, _("Multicolor indicator")),
    CardField(
        "keywords", SEVERAL, _("Keywords"), "", MAX_LISTED, {word: word for word in (*KEYWORDS, *RANGES)}
    ),
    CardField(
        "text",
        TEXT,
        _("Text in English"),
        _(
            "In English, an ability on each line. The box on this page shows what the rules engine understands."
        ),
        MAX_TEXT,
    ),
    CardField(
        "manual",
        FLAG,
        _("A judge decides"),
        _("Only when the engine cannot understand the text: in a logged game a judge enters what it does."),
        keeper=True,
    ),
)


class _Notes(list[SheetProblem]):
    """The problems found on the way."""

    def say(self, name: str, code: str, text: str, **params: object) -> None:
        self.append(SheetProblem(name, code, text, params))


def _tidy(parts: Parts) -> Sequence[SheetProblem]:
    notes = _Notes()
    kind = _type_of(parts, notes)
    _check_names(parts, notes)
    _check_colours(parts, notes)
    _check_lists(parts, notes)
    if kind:
        _check_for_kind(parts, kind, notes)
    return notes


def _read(parts: Parts, wrong: Collection[str]) -> Read:
    notes = _Notes()
    unread = unread_sentences(parts["text"])
    card = None if wrong else _card(parts)
    misplaced = card is not None and not unread and read_card(card) is None
    _check_text(parts, unread, misplaced, not wrong, notes)
    return Read(None if notes else card, notes, unread)


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


def _card(parts: Parts) -> ZxCard:
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


def _parts_of(card: ZxCard) -> Parts:
    plain = (one for one in FIELDS if one.name not in ("type", "cost", "manual"))
    parts = {
        one.name: list(getattr(card, one.name)) if one.kind == SEVERAL else getattr(card, one.name)
        for one in plain
    }
    return {
        **parts,
        "type": card.kind,
        "cost": None if card.kind in _BARE else card.cost.total,
        "manual": False,
    }


# --- one part after the other --------------------------------------------------------------------------


def _type_of(parts: Parts, notes: _Notes) -> str:
    word = parts["type"][:40]
    kind = word.casefold().replace("/", "").replace(" ", "_")
    if kind not in KINDS:
        notes.say("type", "unknown_type", _("“%(type)s” is not a type of card."), type=word)
        kind = ""
    parts["type"] = kind
    return str(kind)


def _check_names(parts: Parts, notes: _Notes) -> None:
    number = parts["number"] = parts["number"].upper().replace(" ", "")
    if not NUMBER.fullmatch(number):
        text = _("“%(number)s” is not a collector's number of Z/X; one looks like B01-005.")
        notes.say("number", "bad_number", text, number=number[:40])
    if not parts["name"]:
        notes.say("name", "name_missing", _("A card needs a name."))


def _check_colours(parts: Parts, notes: _Notes) -> None:
    colours = [colour.casefold() for colour in parts["colours"]]
    for colour in colours:
        if colour not in COLOURS:
            text = _("“%(value)s” is not a colour of Z/X: red, blue, white, black, green, or none.")
            notes.say("colours", "unknown_colour", text, value=colour[:40])
    parts["colours"] = [colour for colour in COLOURS if colour in colours]
    if parts["multicolor"] and len(parts["colours"]) < 2:
        text = _("Only a card of two or more colours has this indicator.")
        notes.say("multicolor", "one_colour", text)


def _check_lists(parts: Parts, notes: _Notes) -> None:
    for tribe in parts["tribes"]:
        if not _TRIBE.fullmatch(tribe):
            text = _("“%(value)s” is not a Tribe: letters, at most 30 of them.")
            notes.say("tribes", "bad_tribe", text, value=tribe)
    known = {word.casefold(): word for word in (*KEYWORDS, *RANGES)}
    for word in parts["keywords"]:
        if word.casefold() not in known:
            text = _("“%(value)s” is not a keyword. Known are: %(known)s.")
            said = ", ".join((*KEYWORDS, "Range 2", "Range ∞"))
            notes.say("keywords", "unknown_keyword", text, value=word, known=said)
    parts["keywords"] = [known.get(word.casefold(), word) for word in parts["keywords"]]


def _check_for_kind(parts: Parts, kind: str, notes: _Notes) -> None:
    """What a card of this type has to have, and what it cannot have (003, the types of card and the deck)."""
    wanted = {
        "power": (kind in _WITH_POWER, parts["power"] is not None),
        "cost": (kind not in _BARE, parts["cost"] is not None if kind not in _BARE else bool(parts["cost"])),
    }
    for name, (needed, there) in wanted.items():
        if needed and not there:
            notes.say(name, f"{name}_missing", _NEEDED)
        if there and not needed:
            notes.say(name, f"{name}_not_printed", _NONE)
    named = bool(parts["player_name"])
    if named != (kind in PLAYER_KINDS) and not (named and kind in _WITH_POWER):
        notes.say("player_name", "player_name", _NONE if named else _NEEDED)
    for name in ("ignition", "evol_seed"):
        if parts[name] and kind not in _IN_DECK:
            notes.say(name, "icon_not_printed", _("Only a Z/X or an Event of the deck has this icon."))
    _check_keywords(parts["keywords"], kind, notes)


def _check_keywords(keywords: Sequence[str], kind: str, notes: _Notes) -> None:
    for word in keywords:
        if kind not in (_WITH_POWER if word in RANGES else _fits(word)):
            text = _("A card of this type has no %(keyword)s.")
            notes.say("keywords", "keyword_not_printed", text, keyword=word)
    if sum(word in RANGES for word in keywords) > 1:
        notes.say("keywords", "two_ranges", _("A Z/X has one Range."))


def _fits(keyword: str) -> frozenset[str]:
    """The types of card that can have a keyword."""
    return frozenset({"zx"}) if keyword in (LIFE_RECOVERY, VOID_BRINGER) else _IN_DECK


def _check_text(parts: Parts, unread: Sequence[str], misplaced: bool, sound: bool, notes: _Notes) -> None:
    """A text that the engine does not read needs a judge, and only such a text."""
    if parts["manual"]:
        if not unread and not misplaced and sound:
            text = _("The engine understands this card; a judge has nothing to decide.")
            notes.say("manual", "not_manual", text)
        return
    for sentence in unread:
        text = _("The engine does not understand: %(sentence)s")
        notes.say("text", "text_unread", text, sentence=sentence[:200])
    if misplaced:
        text = _("This kind of ability does not belong on a card of this type.")
        notes.say("text", "text_misplaced", text)


# --- what is shown -------------------------------------------------------------------------------------


def _understood(card: ZxCard) -> str:
    """Nothing for a card without text, or with one that a judge has to carry out."""
    return print_text(read_text(card.text), "nl") if card.text else ""


def _facts(card: ZxCard, reader: Reader) -> Mapping[str, str]:
    yes = reader.say(_("yes"))
    return {
        "number": card.number,
        "type": reader.say(KINDS[card.kind]),
        "player_name": card.player_name,
        "colours": colours_in(card, reader),
        "tribes": ", ".join(card.tribes),
        "cost": "" if card.kind in _BARE else str(card.cost.total),
        "power": "" if card.power is None else str(card.power),
        "ignition": yes if card.ignition else "",
        "evol_seed": yes if card.evol_seed else "",
        "multicolor": yes if card.multicolor else "",
        "keywords": ", ".join(card.keywords),
    }


SHEET = CardSheet(
    fields=FIELDS,
    format="zx-cards/1",
    most_rows=1_000,
    tidy=_tidy,
    read=_read,
    shown=Shown(
        parts_of=_parts_of,
        own=frozenset({"number", "name_nl", "manual"}),
        understood=_understood,
        is_manual=lambda card: read_card(card) is None,
        facts=_facts,
    ),
    number_of=lambda book, place, _size: f"K{chr(ord('A') + book // 100 % 26)}{book % 100:02}-{place:03}",
)
