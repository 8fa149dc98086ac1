"""Sentences for people, in English and Dutch, by stable code. The engine itself only knows codes and parameters.

A template names its parameters as ``%(card)s``; one that is missing is left out rather than failing.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from rules_engine.kernel import told, words
from rules_engine.kernel.words import Catalogue, Params, without_holes

CATALOGUE = Catalogue("rules_engine.x610z")
_SEATS = ("missing", "who", "active", "turn", "first", "other", "seat", "claimed", "derived", "winners")
"""Parameters that are seats: written with the names of the players, if the finding knows them."""

_WORDED = ("phase", "verb", "what", "prompt")


def fill(template: str, params: Mapping[str, object], lang: str = "en") -> str:
    """A template with its parameters: lists joined by commas, energy by type, names for numbers."""
    somebody = CATALOGUE.table("somebody", lang)
    values = Params(somebody)
    plain = _Plain(params, lang)
    for name, value in params.items():
        if name in ("names", "players") or (name == "effect" and not value):
            continue
        values[name] = plain.said(name, value)
    if "low" in values and "high" in values:
        values["bounds"] = _bounds(values["low"], values["high"], lang)
    sentence = template % values
    begins = next((name for name in somebody if template.startswith(f"%({name})s")), "")
    return sentence[:1].upper() + sentence[1:] if begins and not params.get(begins, "") else sentence


def _bounds(low: str, high: str, lang: str) -> str:
    """How many it must be: one number where there is only one."""
    return low if low == high else f"{low} {CATALOGUE.table('little', lang)['to']} {high}"


class _Plain:
    """Parameters of one sentence as words."""

    def __init__(self, params: Mapping[str, Any], lang: str) -> None:
        self._players: Sequence[object] = params.get("players", ())
        self._names: Mapping[str, object] = params.get("names", {})
        self._lang = lang

    def said(self, name: str, value: object) -> str:
        if isinstance(value, dict):
            return ", ".join(f"{amount} {kind}" for kind, amount in value.items()) or "0"
        if isinstance(value, list | tuple):
            return self._joined([self.said(name, part) for part in value])
        if isinstance(value, str):
            return self._worded(name, value)
        if name in _SEATS and isinstance(value, int) and 0 <= value < len(self._players):
            return str(self._players[value])
        return str(value)

    def _joined(self, parts: list[str]) -> str:
        between = "; " if any("," in part for part in parts) else ", "
        return between.join(parts) or CATALOGUE.table("little", self._lang)["nobody"]

    def _worded(self, name: str, value: str) -> str:
        """A word of the engine in plain words, a name for what has one."""
        if name == "prompt" and (prompt := CATALOGUE.table("prompts", self._lang).get(value)) is not None:
            return prompt
        if name in _WORDED and (word := CATALOGUE.table("words", self._lang).get(value)) is not None:
            return word
        return str(self._names.get(value, value))


def text(code: str, params: Mapping[str, object], lang: str = "en") -> str:
    """The sentence for a violation, gap or log error."""
    return fill(CATALOGUE.findings(lang).get(code, code), without_holes(params), lang)


def step_text(kind: str, action: Mapping[str, Any], names: Mapping[str, str], lang: str = "en") -> str:
    """The sentence for a line of a log. ``names`` maps object names and ``seat:n`` to card and player names."""
    if kind == "note" and (sentence := told.noted(action, names, lang)):
        return sentence
    if kind == "act":
        template = CATALOGUE.table("do", lang).get(action.get("do", ""), "%(do)s")
    else:
        template = CATALOGUE.table("lines", lang)[kind]
    params = {"x": 0, "text": "", **action}
    seat = action.get("seat")
    if "player" not in params:
        params["player"] = names.get(f"seat:{seat}", f"seat {seat}")
    params["of"] = CATALOGUE.table("chance", lang).get(params.get("of", ""), params.get("of", "?"))
    card = action.get("card", "")
    known = names.get(card, card)
    params["card"] = f"{known} ({card})" if card.startswith("#") and known != card else known
    params["path"] = " - ".join(action.get("path", ()))
    sentence = fill(template, params, lang)
    changes = [_row(row, names, lang) for row in action.get("change", ())]
    if changes:
        return f"{sentence} ({'; '.join(changes)})"
    targets = [_target(name, names) for name in action.get("targets", ())]
    return sentence + (" → " + ", ".join(targets) if targets else "")


_SEAT_AT = {"control": 1, "pool": 0, "draw": 0, "lose": 0, "turn": 1, "announce": 1}
"""Where in a row a seat stands."""


def _row(row: Sequence[object], names: Mapping[str, str], lang: str) -> str:
    """One row of a correction; whatever makes no sense is shown as it was written."""
    word = row[0] if row and isinstance(row[0], str) else ""
    template = CATALOGUE.table("rows", lang).get(word)
    if template is None:
        return str(row)[:80]
    seat = _SEAT_AT.get(word)
    values = [_row_value(value, place == seat, names, lang) for place, value in enumerate(row[1:])]
    return template.format(*values, *"???")


def _row_value(value: object, seat: bool, names: Mapping[str, str], lang: str) -> str:
    if value is None:
        return CATALOGUE.table("little", lang)["nothing"]
    if isinstance(value, bool):
        return CATALOGUE.table("little", lang)[str(value).lower()]
    if seat:
        return names.get(f"seat:{value}", f"seat {value}")
    text = str(value)
    if text in names:
        return _target(text, names)
    return CATALOGUE.table("words", lang).get(text, text)


def _target(name: str, names: Mapping[str, str]) -> str:
    """A card with its object name, as there may be two of it; a player or what is on the stack by name alone."""
    if name not in names or name.startswith(("seat:", "stack:")):
        return names.get(name, name)
    return f"{names[name]} ({name})"


def revealed_text(
    kind: str, player: str, count: int, cards: Sequence[str], prompt: str, lang: str = "en"
) -> str:
    """The sentence for something that came out on a line."""
    params = {"player": player, "count": count, "cards": list(cards), "prompt": prompt}
    return fill(CATALOGUE.table("revealed", lang)[kind], params, lang)


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
    "search": ("seat",),
    "show": ("cards",),
    "look": ("seat", "count"),
    "deactivated": ("object",),
    "reactivated": ("object",),
    "judge": ("by", "do"),
    "agree": ("seats",),
}


def event_dicts(events: list[tuple[object, ...]], dots: Sequence[str]) -> list[dict[str, object]]:
    """Events as dicts: ``event`` and named values; objects as ``"#slot"``, paths as names of ``dots``."""
    return words.event_dicts(events, _EVENT_FIELDS, lambda name, value: _event_value(name, value, dots))


def _event_value(name: str, value: Any, dots: Sequence[str]) -> object:
    if name in ("object", "target"):
        return f"#{value}"
    if name == "path":
        return [dots[dot] for dot in value]
    if name == "cards":
        return [f"#{slot}" for slot in value]
    if name == "source":
        return f"#{value[1]}"
    return list(value) if isinstance(value, tuple) else value
