"""Sentences for people, in English and Dutch, by stable code. The engine itself only knows codes and parameters.

A template names its parameters as ``%(card)s``; one that is missing is left out rather than failing.
"""

from collections.abc import Mapping, Sequence
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
    "agree": (
        "The players set the game right together: %(text)s",
        "De spelers herstellen samen het spel: %(text)s",
    ),
    "note": ("Note: %(text)s", "Opmerking: %(text)s"),
    "end": ("The game is over", "Het spel is afgelopen"),
}


_CHANCE = {"first": ("who begins", "wie begint"), "deck": ("the order of a deck", "de volgorde van een deck")}


_SOMEBODY = {"who": ("this player", "deze speler"), "effect": ("this choice", "deze keuze")}
"""Who and what a sentence is about, where the finding does not say."""
_SEATS = ("missing", "who", "active", "turn", "first", "other", "seat", "claimed", "derived", "winners")
"""Parameters that are seats: written with the names of the players, if the finding knows them."""

_WORDS = {
    "reactivation": ("reactivation", "reactivatie"), "draw": ("draw", "trek"), "action": ("action", "actie"),
    "end": ("end", "eind"), "attack": ("attack", "aanvallen"), "move": ("move", "bewegen"),
    "be_attacked": ("be attacked", "aangevallen worden"), "be_targeted": ("be targeted", "doelwit worden"),
    "be_activated": ("be activated", "geactiveerd worden"), "activate": ("activate", "activeren"),
    "cast": ("cast", "casten"), "be_damaged": ("be damaged", "schade krijgen"),
    "turn": ("turn", "beurt"), "round": ("round", "ronde"), "active": ("active player", "actieve speler"),
    "phase": ("phase", "fase"), "hand": ("cards in hand", "kaarten in de hand"),
    "deck": ("cards in the deck", "kaarten in het deck"), "discard": ("discard", "discard"),
    "pool": ("Energy Pools", "Energy Pools"), "": ("", ""), "removed": ("out of the game", "uit het spel"),
    "unactivated": ("upright", "rechtop"), "non_active": ("rotated", "gedraaid"),
    "deactivated": ("deactivated", "gedeactiveerd"),
    "mystic": ("Mystic Energy", "Mystic Energy"), "boost": ("Boost Energy", "Boost Energy"),
    "robiumm": ("Robiumm Energy", "Robiumm Energy"), "colorless": ("Colorless Energy", "Colorless Energy"),
    "order_triggers":
        ("which triggered effect comes first; on the stack, the last one happens first",
         "welk triggered effect eerst komt; op de stack gebeurt het laatste als eerste"),
    "choose_target": ("a target", "een doelwit"), "new_target": ("a new target", "een nieuw doelwit"),
    "choose_object": ("which one", "welke"), "choose_option": ("which option", "welke mogelijkheid"),
    "choose_card": ("which cards", "welke kaarten"), "keep": ("which cards to keep", "welke kaarten blijven"),
    "discard_random": ("which cards are discarded by chance", "welke kaarten het toeval weglegt"),
    "pick_unseen": ("which cards are picked unseen", "welke kaarten ongezien gekozen worden"),
    "take": ("which cards to take", "welke kaarten gepakt worden"),
    "search": ("which cards to take", "welke kaarten gepakt worden"),
    "order_on_deck": ("the order on the deck, top first", "de volgorde op het deck, de bovenste eerst"),
    "name_card": ("which card it is", "welke kaart het is"), "shuffle": ("the new order", "de nieuwe volgorde"),
    "move_path": ("the way", "de weg"), "warp_to": ("the dot to warp to", "de dot om naartoe te warpen"),
    "place_summon": ("the dot for the summon", "de dot voor de summon"), "may": ("yes or no", "ja of nee"),
    "pay_additional": ("whether to pay the additional cost", "of de bijkomende kosten betaald worden"),
    "pay_raised_cost": ("whether to pay the raised cost", "of de hogere kosten betaald worden"),
    "pay_colorless": ("with which energy", "met welke energie"),
}  # fmt: skip
_WORDED = ("phase", "verb", "what", "prompt")
_PROMPTS = {"discard": ("which cards to discard", "welke kaarten weggelegd worden")}


class _Params(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "?"


def fill(template: str, params: dict[str, Any], lang: str = "en") -> str:
    """A template with its parameters: lists joined by commas, energy by type, names for numbers."""
    dutch = lang == "nl"
    values = _Params({key: pair[dutch] for key, pair in _SOMEBODY.items()})
    for name, value in params.items():
        if name in ("names", "players") or (name == "effect" and not value):
            continue
        values[name] = _plain(name, value, params, dutch)
    if "low" in values and "high" in values:
        values["bounds"] = _bounds(values["low"], values["high"], dutch)
    sentence = template % values
    begins = next((name for name in _SOMEBODY if template.startswith(f"%({name})s")), "")
    return sentence[:1].upper() + sentence[1:] if begins and not params.get(begins, "") else sentence


def _bounds(low: str, high: str, dutch: bool) -> str:
    """How many it must be: one number where there is only one."""
    return low if low == high else f"{low} {'tot' if dutch else 'to'} {high}"


def _plain(name: str, value: Any, params: dict[str, Any], dutch: bool) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{amount} {kind}" for kind, amount in value.items()) or "0"
    if isinstance(value, list | tuple):
        parts = [_plain(name, part, params, dutch) for part in value]
        between = "; " if any("," in part for part in parts) else ", "
        return between.join(parts) or ("niemand" if dutch else "nobody")
    if name in _SEATS and isinstance(value, int) and 0 <= value < len(params.get("players", ())):
        return str(params["players"][value])
    if isinstance(value, str):
        if name == "prompt" and value in _PROMPTS:
            return _PROMPTS[value][dutch]
        if name in _WORDED and value in _WORDS:
            return _WORDS[value][dutch]
        return str(params.get("names", {}).get(value, value))
    return str(value)


def text(code: str, params: dict[str, Any], lang: str = "en") -> str:
    """The sentence for a violation, gap or log error."""
    table = TABLES.get(lang, EN)
    return fill(table.get(code, EN.get(code, code)), params, lang)


def step_text(kind: str, action: Mapping[str, Any], names: Mapping[str, str], lang: str = "en") -> str:
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
    sentence = fill(pair[1] if lang == "nl" else pair[0], params, lang)
    changes = [_row(row, names, lang == "nl") for row in action.get("change", ())]
    if changes:
        return f"{sentence} ({'; '.join(changes)})"
    targets = [_target(name, names) for name in action.get("targets", ())]
    return sentence + (" → " + ", ".join(targets) if targets else "")


_ROWS = {
    "damage": ("damage on {0}: {1}", "schade op {0}: {1}"),
    "state": ("{0}: {1}", "{0}: {1}"),
    "counters": ("counters on {0}: {1}", "counters op {0}: {1}"),
    "dot": ("{0} to dot {1}", "{0} naar dot {1}"),
    "used": ("{0} has moved and attacked: {1}", "{0} heeft bewogen en aangevallen: {1}"),
    "control": ("{0} to {1}", "{0} naar {1}"),
    "zone": ("{0} to: {1}", "{0} naar: {1}"),
    "pool": ("{1} of {0}: {2}", "{1} van {0}: {2}"),
    "draw": ("{0} draws cards: {1}", "{0} trekt kaarten: {1}"),
    "lose": ("{0} loses", "{0} verliest"),
    "turn": ("turn {0} of {1}, phase {2}", "beurt {0} van {1}, fase {2}"),
    "crystal": ("an Energy Crystal Card has been cast: {0}", "een Energy Crystal Card is gecast: {0}"),
    "on": ("{0} lies on {1}", "{0} ligt op {1}"),
    "stack": ("the stack is emptied", "de stack wordt leeggemaakt"),
    "announce": ("{1} announces {2} ({0})", "{1} kondigt {2} aan ({0})"),
}
"""Each row of a correction in words; the places are those behind the first word of the row."""
_SEAT_AT = {"control": 1, "pool": 0, "draw": 0, "lose": 0, "turn": 1, "announce": 1}
"""Where in a row a seat stands."""


def _row(row: Sequence[Any], names: Mapping[str, str], dutch: bool) -> str:
    """One row of a correction; whatever makes no sense is shown as it was written."""
    word = row[0] if row and isinstance(row[0], str) else ""
    if word not in _ROWS:
        return str(row)[:80]
    values = [
        _row_value(value, place == _SEAT_AT.get(word), names, dutch) for place, value in enumerate(row[1:])
    ]
    return _ROWS[word][dutch].format(*values, *"???")


def _row_value(value: Any, seat: bool, names: Mapping[str, str], dutch: bool) -> str:
    if isinstance(value, bool):
        return ("no", "nee", "yes", "ja")[2 * value + dutch]
    if value is None:
        return "niets" if dutch else "nothing"
    if seat:
        return names.get(f"seat:{value}", f"seat {value}")
    text = str(value)
    if text in names:
        return _target(text, names)
    return _WORDS[text][dutch] if text in _WORDS else text


def _target(name: str, names: Mapping[str, str]) -> str:
    """A card with its object name, as there may be two of it; a player or what is on the stack by name alone."""
    if name not in names or name.startswith(("seat:", "stack:")):
        return names.get(name, name)
    return f"{names[name]} ({name})"


_REVEALED = {
    "drawn": ("%(player)s drew cards: %(count)s", "%(player)s trok kaarten: %(count)s"),
    "searched": ("%(player)s searched the deck", "%(player)s doorzocht het deck"),
    "shown": ("%(player)s showed %(cards)s", "%(player)s liet zien: %(cards)s"),
    "shuffled": ("%(player)s's deck was shuffled", "Het deck van %(player)s werd geschud"),
    "named": ("Of %(player)s's cards it became known: %(cards)s", "Van %(player)s werd bekend: %(cards)s"),
    "answered": ("%(player)s chose: %(prompt)s", "%(player)s koos: %(prompt)s"),
}


def revealed_text(
    kind: str, player: str, count: int, cards: Sequence[str], prompt: str, lang: str = "en"
) -> str:
    """The sentence for something that came out on a line."""
    params = {"player": player, "count": count, "cards": list(cards), "prompt": prompt}
    return fill(_REVEALED[kind][lang == "nl"], params, lang)


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
    "deactivated": ("object",),
    "reactivated": ("object",),
    "judge": ("by", "do"),
    "agree": ("seats",),
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
