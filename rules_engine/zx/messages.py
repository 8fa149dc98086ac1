"""Sentences for people, in English and Dutch, by stable code. The engine itself only knows codes and parameters."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules_engine.kernel import told, words
from rules_engine.kernel.words import Catalogue, Params, without_holes

from .model import ZONES
from .squares import NAMES

CATALOGUE = Catalogue("rules_engine.zx", also=("deck",))


def text(code: str, params: Mapping[str, object], lang: str = "en") -> str:
    """The sentence of a finding, words of a log in it as people say them. Falls back to English, and to the code."""
    coded = CATALOGUE.table("coded", lang)
    filled = Params(
        {
            **CATALOGUE.table("somebody", lang),
            **{name: _plain(value, coded, f"{name}_") for name, value in without_holes(params).items()},
        }
    )
    sentence = CATALOGUE.findings(lang).get(code, code) % filled
    return sentence[:1].upper() + sentence[1:]


def step_text(kind: str, action: Mapping[str, object], names: Mapping[str, str], lang: str = "en") -> str:
    """What a line does, in one sentence; ``names`` put players and cards for what the line calls them."""
    if kind == "note" and (sentence := told.noted(action, names, lang)):
        return sentence
    word = str(action.get("do", kind)) if kind == "act" else kind
    template = CATALOGUE.table("steps", lang).get(word, word)
    values = {name: _plain(value) for name, value in action.items()} | dict(names)
    return template % Params(values)


_EVENT_FIELDS: Mapping[str, tuple[str, ...]] = {
    "turn": ("turn", "seat"),
    "attack": ("object", "target", "square"),
    "damage": ("object", "amount"),
    "power": ("object",),
    "player_damage": ("seat", "amount"),
    "ability": ("object", "kind"),
    "revealed": ("object", "zone"),
    "destroyed": ("object",),
    "crisis": ("object",),
    "crisis_over": ("object",),
    "showed": ("object", "zone"),
    "counters": ("seat", "marker", "count"),
    "zone": ("object", "from", "to"),
    "played": ("object", "square"),
    "end": ("winners",),
}


def event_dicts(events: Iterable[tuple[object, ...]]) -> list[dict[str, object]]:
    """Events as dicts: ``event`` and named values; objects as ``"#slot"``, zones and Squares by name."""
    return words.event_dicts(events, _EVENT_FIELDS, _event_value)


def _event_value(name: str, value: Any) -> object:
    if name in ("object", "target"):
        return f"#{value}" if value >= 0 else "player"
    if name in ("from", "to", "zone"):
        return ZONES[value]
    if name == "square":
        return NAMES[value] if value >= 0 else None
    return list(value) if isinstance(value, tuple) else value


def _plain(value: object, coded: Mapping[str, str] | None = None, before: str = "") -> str:
    values = value if isinstance(value, list | tuple) else [value]
    return ", ".join((coded or {}).get(f"{before}{one}", str(one)) for one in values)
