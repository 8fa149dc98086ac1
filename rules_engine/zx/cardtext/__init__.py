"""The texts of Z/X cards: read into abilities, and printed from them by the same table.

A text has an ability on each line: its kind in brackets, signs that say when it is there and what it costs, and
sentences after ``<Effect>``. What is not read exactly as it would be printed is refused, never guessed.
"""

import functools
import re
from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from . import nodes
from .nodes import Ability, Every, Kind, May, Node, One, Sleep, Then, This, Which
from .reading import printed, read
from .table import LANGUAGES

__all__ = ["LANGUAGES", "CardTextError", "print_text", "read_text"]

MAX_CHARS = 1_000
KINDS: dict[Kind, str] = {
    "boot": "Boot",
    "auto": "Auto",
    "always": "Always",
    "event": "Event",
    "evol_seed": "Evol Seed",
    "advent": "Advent",
    "awaken": "Awaken",
    "idealize": "Idealize",
    "crisis": "Crisis",
    "shift": "Shift",
}
CONDITIONS = frozenset({"advent", "awaken", "idealize"})
"""The kinds of line that say how a Z/X Extra is played."""
_ASKED = {**{kind: kind for kind in CONDITIONS}, "crisis": "condition", "shift": "condition"}
"""The category of what a line asks for, by its kind; the last two belong to Player Extra and Shift."""
_KIND_OF = {said: kind for kind, said in KINDS.items()}
_LINE = re.compile(r"\[([\w ]+)\]( \[Z/Xtend Drive\])?((?: <[\w ]+> [^<]+)+)")
_SIGN = re.compile(r" <([\w ]+)> ([^<]+?)(?= <|$)")
_LEVEL = re.compile(r"(\S[^\d<]*) ([1-9]\d?)")
SIGNS = ("Player", "Valid", "Zero Optima", "Level", "Cost", "Trigger", "Condition", "Vessel", "Effect")
"""The signs of a line in the order in which they stand."""
_VALID = {"Charge": "charge", "Trash": "trash"}


class CardTextError(ValueError):
    """A text that is not of the language; ``line`` counts from 1."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(f"line {line} is not read: {text}")
        self.line = line


@functools.lru_cache(maxsize=4_096)
def read_text(text: str, language: str = "en") -> tuple[Ability, ...]:
    """The abilities of a text, none for an empty one. Raises :class:`CardTextError` at the first line not read."""
    if len(text) > MAX_CHARS:
        raise CardTextError(1, "too long")
    return tuple(_line(number, line, language) for number, line in enumerate(text.splitlines(), 1))


def _line(number: int, line: str, language: str) -> Ability:
    try:
        ability = _ability(line, language)
    except (LookupError, ValueError) as error:
        raise CardTextError(number, str(error)) from None
    if _wrong(ability):
        raise CardTextError(number, _wrong(ability))
    if _printed(ability, language) != line:
        raise CardTextError(number, _printed(ability, language))
    return ability


def _ability(line: str, language: str) -> Ability:
    match = _LINE.fullmatch(line)
    if match is None:
        raise ValueError("no kind of ability, or no signs")
    kind = _KIND_OF[match[1]]
    signs = dict(_SIGN.findall(match[3]))
    level = _LEVEL.fullmatch(signs.get("Level", "any 0"))
    category = "static" if kind == "always" else "sentence"
    return Ability(
        kind=kind,
        drive=bool(match[2]),
        player=signs.get("Player", ""),
        zone=_VALID[signs["Valid"]] if "Valid" in signs else "",
        optima=int(signs.get("Zero Optima", "0")),
        level=int(level[2]) if level else 0,
        level_of=level[1] if level else "",
        costs=tuple(_one("cost", part, language) for part in signs["Cost"].split(", "))
        if "Cost" in signs
        else (),
        trigger=_one("trigger", signs["Trigger"], language) if "Trigger" in signs else None,
        condition=tuple(_one(_ASKED[kind], part, language) for part in signs["Condition"].split(", "))
        if kind in _ASKED
        else (),
        vessel=_one("vessel", signs["Vessel"], language) if "Vessel" in signs else None,
        effects=tuple(_sentences(category, signs["Effect"], language)) if kind not in _ASKED else (),
    )


def _sentences(category: str, text: str, language: str) -> Iterator[Any]:
    if not text.endswith("."):
        raise ValueError("a sentence without its full stop")
    for place, sentence in enumerate(text[:-1].split(". ")):
        small = sentence[:1].lower() + sentence[1:]
        found = read("follow", small, language) if place and category == "sentence" else []
        yield found[0] if len(found) == 1 else _one(category, small, language)


def _one(category: str, text: str, language: str) -> Any:
    found = read(category, text, language)
    if len(found) != 1:
        raise ValueError(f"{len(found)} meanings: {text}")
    return found[0]


def print_text(abilities: tuple[Ability, ...], language: str = "en") -> str:
    """The text of abilities: what :func:`read_text` reads."""
    return "\n".join(_printed(ability, language) for ability in abilities)


def _printed(ability: Ability, language: str) -> str:
    signs = {
        "Player": ability.player,
        "Valid": next((said for said, zone in _VALID.items() if zone == ability.zone), ""),
        "Zero Optima": str(ability.optima or ""),
        "Level": f"{ability.level_of} {ability.level}" if ability.level else "",
        "Cost": ", ".join(printed("cost", cost, language) for cost in ability.costs),
        "Trigger": printed("trigger", ability.trigger, language) if ability.trigger else "",
        "Condition": ", ".join(printed(_ASKED[ability.kind], part, language) for part in ability.condition),
        "Vessel": printed("vessel", ability.vessel, language) if ability.vessel else "",
        "Effect": " ".join(_sentence(ability, effect, language) for effect in ability.effects),
    }
    drive = " [Z/Xtend Drive]" if ability.drive else ""
    line = f"[{KINDS[ability.kind]}]{drive}" + "".join(
        f" <{sign}> {signs[sign]}" for sign in SIGNS if signs[sign]
    )
    return re.sub(r"\b([Aa]) (?=[aeiouAEIOU])", r"\1n ", line) if language == "en" else line


def _sentence(ability: Ability, effect: Node, language: str) -> str:
    category = "static" if ability.kind == "always" else "follow" if isinstance(effect, Then) else "sentence"
    said = printed(category, effect, language)
    return f"{said[:1].upper()}{said[1:]}."


# --- what is said, but makes no sense -------------------------------------------------------------------------------


def _wrong(ability: Ability) -> str:
    """Why an ability that can be read means nothing, "" if it does."""
    if ability.kind in _ASKED:
        return _wrong_condition(ability)
    return _wrong_signs(ability) or _wrong_parts(ability)


def _wrong_signs(ability: Ability) -> str:
    """Why the signs of an ability do not belong to its kind."""
    boot, auto = ability.kind == "boot", ability.kind == "auto"
    if ability.vessel is not None:
        return "only a Shift has a vessel"
    if bool(ability.costs) != boot or (ability.trigger is not None) != auto:
        return "this kind has other signs"
    if (ability.drive or ability.zone) and not boot:
        return "only a startup ability has this sign"
    if sum(isinstance(cost, nodes.Colour) for cost in ability.costs) > 1:
        return "two payments with Resource"
    return ""


def _wrong_parts(ability: Ability) -> str:
    """Why what an ability speaks of is not there, or never happens."""
    parts = list(_parts(ability))
    named = [part for part in parts if isinstance(part, Which)]
    away = ability.zone or ability.kind in ("event", "evol_seed")
    if away and any(isinstance(part, This | Sleep | nodes.DamageOfPower) for part in parts):
        return "this card is no Z/X on a Square there"
    if any(which.own and which.enemy for which in named):
        return "nothing is both one's own and an enemy"
    if any(isinstance(part, Every) for part in _parts_of(ability.trigger)):
        return "nothing happens to all of them"
    if ability.kind == "always" and any(isinstance(_said(effect), One) for effect in ability.effects):
        return "nobody picks one of them"
    if ability.kind == "always" and any(which.power >= 0 for which in named):
        return "Power that depends on Power"
    if _follows_nothing(ability.effects):
        return "nothing goes before it that could be left out"
    return ""


def _said(effect: Any) -> object:
    """Which Z/X an effect speaks of, its conditions left aside."""
    while isinstance(effect, nodes.When):
        effect = effect.effect
    return getattr(effect, "what", None)


def _wrong_condition(ability: Ability) -> str:
    """Why the condition of a Z/X Extra means nothing: it has no other signs and asks for what is printed on cards."""
    if (ability.kind == "shift") != (ability.vessel is not None):
        return "a Shift has a vessel, and nothing else has"
    if msgspec.structs.replace(ability, condition=(), vessel=None) != Ability(ability.kind):
        return "a condition has no other signs"
    if ability.kind in ("crisis", "shift"):
        return ""
    if ability.kind == "awaken" and len(ability.condition) > 1:
        return "two things to do"
    if any(getattr(part, "n", 0) < 1 for part in ability.condition):
        return "nothing is asked for"
    plain = [nodes.Which(colour=which.colour, tribe=which.tribe) for which in _whichs(ability)]
    return "only colour and Tribe are asked for" if plain != _whichs(ability) else ""


def _whichs(ability: Ability) -> list[Which]:
    return [part.which for part in ability.condition if isinstance(part, nodes.Offer)]


def of_this(ability: Ability) -> bool:
    """Whether an ability speaks of its own card as a Z/X: on a Player card that would mean nothing."""
    own = (This, Sleep, nodes.GiveThis, nodes.Destroys, nodes.DamageOfPower, nodes.Instead)
    return any(isinstance(part, own) for part in _parts(ability))


def markers_of(abilities: tuple[Ability, ...]) -> Iterator[tuple[str, str]]:
    """Kind and name of every Token and Link that a text names."""
    for ability in abilities:
        for part in _parts(ability):
            if isinstance(part, nodes.Token):
                yield "token", part.marker
            elif isinstance(part, nodes.Link | nodes.Linked):
                yield "link", part.marker


def named_markers(abilities: tuple[Ability, ...]) -> set[str]:
    """The names of all dedicated markers that a text names, those of Counters too."""
    parts = (part for ability in abilities for part in _parts(ability))
    return {marker for part in parts if (marker := getattr(part, "marker", ""))}


def _follows_nothing(effects: tuple[object, ...]) -> bool:
    return any(
        isinstance(effect, Then) and not isinstance(before, May)
        for before, effect in zip((None, *effects), effects, strict=False)
    )


def _parts_of(node: Node | None) -> Iterator[Node]:
    return _parts(node) if node is not None else iter(())


def _parts(node: Node | Ability) -> Iterator[Node]:
    """Everything that an ability is made of."""
    held = [getattr(node, name) for name in node.__struct_fields__]
    for value in held:
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Node):
                yield part
                yield from _parts(part)


assert set(get_args(Kind)) == set(KINDS) and issubclass(One, Node) and issubclass(Every, Node)
