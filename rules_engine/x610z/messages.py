"""Sentences for people, in English and Dutch, by stable code. The engine itself only knows codes and parameters.

A template names its parameters as ``%(card)s``; one that is missing is left out rather than failing.
"""

from collections.abc import Sequence
from typing import Any

from .messages_en import EN
from .messages_nl import NL

TABLES = {"en": EN, "nl": NL}

_DO = {
    "cast": ("%(player)s casts %(card)s", "%(player)s cast %(card)s"),
    "activate": ("%(player)s activates %(card)s", "%(player)s activeert %(card)s"),
    "move": ("%(player)s moves %(card)s: %(path)s", "%(player)s verplaatst %(card)s: %(path)s"),
    "attack": ("%(player)s attacks with %(card)s: %(path)s", "%(player)s valt aan met %(card)s: %(path)s"),
    "resolve": ("The top of the stack resolves", "De bovenste actie van de stack wordt uitgevoerd"),
    "pass": ("%(player)s passes", "%(player)s past"),
    "end": ("%(player)s ends the action phase", "%(player)s beëindigt de actiefase"),
    "proceed": ("Nobody responds; the phase ends", "Niemand reageert; de fase is voorbij"),
    "murphy": (
        "%(player)s uses Murphy's Law for %(x)s new cards",
        "%(player)s gebruikt Murphy's Law voor %(x)s nieuwe kaarten",
    ),
    "begin": ("%(player)s begins the game", "%(player)s begint het spel"),
    "concede": ("%(player)s gives up", "%(player)s geeft op"),
    "time": ("Time is up", "De tijd is om"),
}

_LINES = {
    "header": ("The log begins", "Het verslag begint"),
    "seat": ("%(player)s sits at dot %(dot)s", "%(player)s zit bij dot %(dot)s"),
    "chance": ("Chance decides: %(of)s", "Het toeval beslist: %(of)s"),
    "check": ("The players compare the state of the game", "De spelers vergelijken de stand van het spel"),
    "judge": (
        "Judge %(by)s corrects the game: %(text)s",
        "Scheidsrechter %(by)s herstelt het spel: %(text)s",
    ),
    "note": ("Note: %(text)s", "Opmerking: %(text)s"),
    "end": ("The game is over", "Het spel is afgelopen"),
}


_CHANCE = {"first": ("who begins", "wie begint"), "deck": ("the order of a deck", "de volgorde van een deck")}


class _Params(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "?"


def fill(template: str, params: dict[str, Any]) -> str:
    """A template with its parameters; lists are joined by commas, energy is written by type."""
    return template % _Params({name: _plain(value) for name, value in params.items()})


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{amount} {name}" for name, amount in value.items()) or "0"
    if isinstance(value, list | tuple):
        return ", ".join(str(part) for part in value)
    return str(value)


def text(code: str, params: dict[str, Any], lang: str = "en") -> str:
    """The sentence for a violation, gap or log error."""
    table = TABLES.get(lang, EN)
    return fill(table.get(code, EN.get(code, code)), params)


def step_text(kind: str, action: dict[str, Any], names: dict[str, str], lang: str = "en") -> str:
    """The sentence for a line of a log. ``names`` maps object names and ``seat:n`` to card and player names."""
    pair = _DO.get(action.get("do", ""), ("%(do)s", "%(do)s")) if kind == "act" else _LINES[kind]
    params = {"x": 0, "text": "", **action}
    seat = action.get("seat")
    if "player" not in params:
        params["player"] = names.get(f"seat:{seat}", f"seat {seat}")
    if params.get("of") in _CHANCE:
        params["of"] = _CHANCE[params["of"]][lang == "nl"]
    card = action.get("card", "")
    known = names.get(card, card)
    params["card"] = f"{known} ({card})" if card.startswith("#") and known != card else known
    params["path"] = " - ".join(action.get("path", ()))
    sentence = fill(pair[1] if lang == "nl" else pair[0], params)
    targets = [_target(name, names) for name in action.get("targets", ())]
    return sentence + (" → " + ", ".join(targets) if targets else "")


def _target(name: str, names: dict[str, str]) -> str:
    """A card with its object name, as there may be two of it; a player by name alone."""
    if name not in names or name.startswith("seat:"):
        return names.get(name, name)
    return f"{names[name]} ({name})"


_EVENT_FIELDS = {
    "zone": ("object", "from", "to"),
    "pay": ("seat", "energy"),
    "crystal": ("object", "seat"),
    "draw": ("seat", "count"),
    "damage": ("object", "amount", "source"),
    "heal": ("object", "amount"),
    "destroyed": ("object", "rule"),
    "turn": ("turn", "seat"),
    "end": ("rule", "winners"),
    "lose": ("seat", "rule"),
    "place": ("place", "seats"),
    "resolve": ("item", "kind", "seat"),
    "fizzle": ("item", "rule"),
    "cast": ("seat", "object"),
    "activate": ("seat", "object"),
    "move": ("object", "path"),
    "warp": ("object", "path"),
    "attack": ("object", "target", "path"),
    "control": ("object", "from", "to"),
    "cancelled": ("item",),
    "short": ("seat", "object"),
    "shuffle": ("seat",),
    "show": ("cards",),
    "deactivated": ("object",),
    "reactivated": ("object",),
    "judge": ("by", "do"),
}


_OBJECTS = ("object", "target")


def event_dicts(events: list[tuple[Any, ...]], dots: Sequence[str]) -> list[dict[str, Any]]:
    """Events as dicts: ``event`` and named values; objects as ``"#slot"``, paths as names of ``dots``."""
    return [
        {
            "event": event[0],
            **{
                name: _event_value(name, value, dots)
                for name, value in zip(_EVENT_FIELDS.get(event[0], ()), event[1:], strict=False)
            },
        }
        for event in events
    ]


def _event_value(name: str, value: Any, dots: Sequence[str]) -> Any:
    if name in _OBJECTS:
        return f"#{value}"
    if name == "path":
        return [dots[dot] for dot in value]
    if name == "cards":
        return [f"#{slot}" for slot in value]
    if name == "source":
        return f"#{value[1]}"
    return list(value) if isinstance(value, tuple) else value
