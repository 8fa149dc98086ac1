"""Sentences for people, in English and Dutch, by stable code. The engine itself only knows codes and parameters."""

from collections.abc import Iterable, Mapping
from typing import Any

from . import deckrules
from .messages_en import EN
from .messages_nl import NL
from .model import ZONES
from .squares import NAMES

TABLES: Mapping[str, Mapping[str, str]] = {
    "en": {**{code: words["en"] for code, words in deckrules.MESSAGES.items()}, **EN},
    "nl": {**{code: words["nl"] for code, words in deckrules.MESSAGES.items()}, **NL},
}
STEPS: Mapping[str, tuple[str, str]] = {
    "header": ("The log begins", "Het verslag begint"),
    "seat": ("%(player)s sits down", "%(player)s gaat zitten"),
    "chance": ("Chance decides", "Het toeval beslist"),
    "check": ("The players compare the state of the game", "De spelers vergelijken de stand van het spel"),
    "judge": ("A judge corrects the game", "Een scheidsrechter herstelt het spel"),
    "note": ("Note: %(text)s", "Opmerking: %(text)s"),
    "end": ("The game is over", "De game is afgelopen"),
    "keep": ("%(player)s keeps the first hand", "%(player)s houdt de eerste hand"),
    "redraw": ("%(player)s redraws the first hand", "%(player)s trekt de eerste hand opnieuw"),
    "resource": ("%(player)s puts %(card)s into Resource", "%(player)s legt %(card)s in Resource"),
    "ignite": ("%(player)s uses %(card)s for Ignition", "%(player)s gebruikt %(card)s voor Ignition"),
    "play": ("%(player)s plays %(card)s", "%(player)s speelt %(card)s"),
    "boot": ("%(player)s uses an ability of %(card)s", "%(player)s gebruikt een ability van %(card)s"),
    "extra": ("%(player)s plays %(card)s from the Dynamis", "%(player)s speelt %(card)s uit de Dynamis"),
    "shift": ("%(player)s plays the Shift %(card)s", "%(player)s speelt de Shift %(card)s"),
    "attack": (
        "%(player)s attacks Square %(square)s with %(card)s",
        "%(player)s valt Square %(square)s aan met %(card)s",
    ),
    "attack_player": (
        "%(player)s attacks the player with %(card)s",
        "%(player)s valt de speler aan met %(card)s",
    ),
    "pass": ("%(player)s passes", "%(player)s past"),
    "next": ("%(player)s goes on to the next phase", "%(player)s gaat door naar de volgende fase"),
    "crisis": ("%(player)s turns up %(card)s", "%(player)s legt %(card)s open"),
    "concede": ("%(player)s gives up", "%(player)s geeft op"),
    "time": ("Time is up", "De tijd is om"),
}
"""What happened on a line, in English and Dutch, by kind of line and by action."""
_WHO = ("this player", "deze speler")


class _Params(dict[str, Any]):
    """A parameter that is missing is left out rather than failing."""

    def __missing__(self, key: str) -> str:
        return "?"


def text(code: str, params: Mapping[str, Any], lang: str = "en") -> str:
    """The sentence of a finding. Falls back to English, and to the code itself."""
    dutch = lang == "nl"
    table = TABLES["nl" if dutch else "en"]
    filled = {"who": _WHO[dutch]} | {name: _plain(value) for name, value in params.items()}
    sentence = table.get(code, code) % _Params(filled)
    return sentence[:1].upper() + sentence[1:]


def step_text(kind: str, action: Mapping[str, Any], names: Mapping[str, str], lang: str = "en") -> str:
    """What a line does, in one sentence; ``names`` put players and cards for what the line calls them."""
    word = str(action.get("do", kind)) if kind == "act" else kind
    template = STEPS.get(word, (word, word))[lang == "nl"]
    values = {name: _plain(value) for name, value in action.items()} | dict(names)
    return template % _Params(values)


_EVENT_FIELDS: Mapping[str, tuple[str, ...]] = {
    "turn": ("turn", "seat"),
    "attack": ("object", "target", "square"),
    "damage": ("object", "amount"),
    "player_damage": ("seat", "amount"),
    "ability": ("object", "kind"),
    "revealed": ("object", "zone"),
    "destroyed": ("object",),
    "crisis": ("object",),
    "showed": ("object", "zone"),
    "counters": ("seat", "marker", "count"),
    "zone": ("object", "from", "to"),
    "played": ("object", "square"),
    "end": ("winners",),
}


def event_dicts(events: Iterable[tuple[Any, ...]]) -> list[dict[str, Any]]:
    """Events as dicts: ``event`` and named values; objects as ``"#slot"``, zones and Squares by name."""
    return [
        {
            "event": event[0],
            **{
                name: _event_value(name, value)
                for name, value in zip(_EVENT_FIELDS.get(event[0], ()), event[1:], strict=False)
            },
        }
        for event in events
    ]


def _event_value(name: str, value: Any) -> Any:
    if name in ("object", "target"):
        return f"#{value}" if value >= 0 else "player"
    if name in ("from", "to", "zone"):
        return ZONES[value]
    if name == "square":
        return NAMES[value] if value >= 0 else None
    return list(value) if isinstance(value, tuple) else value


def _plain(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
