"""What followed from a line, in words: the events that every game tells alike (:data:`~.cursor.TOLD`)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .words import Catalogue

Event = Mapping[str, Any]
Named = Callable[[str], str]
Player = Callable[[int], str]

CATALOGUE = Catalogue(__package__)
SHORT = ("damage", "heal", "destroyed", "deactivated", "reactivated")
"""What an event is called in short where everybody knows already to which card it happened."""


def sentences(events: Iterable[Event], label: Named, player: Player, language: str) -> list[str]:
    """What followed from a step, as sentences; payments and cards moving from pile to pile are left out."""
    events, found = list(events), list[str]()
    gone = {event["object"] for event in events if event["event"] == "zone" and event["from"] == "play"}
    for event in events:
        said = _said(event, gone, label, player, language)
        if said and said not in found:
            found.append(said)
    return found


def turn(name: str, language: str) -> str:
    """That the turn goes to a player."""
    return CATALOGUE.table("told", language)["turn"] % {"name": name}


def noted(note: Mapping[str, Any], names: Mapping[str, str], language: str) -> str:
    """A note that has no words of its own: a count that differed, lines taken back, a hand that is kept.

    "" for one with words. ``names`` put players for ``seat:0``.
    """
    if note.get("text"):
        return ""
    table, said, undone = CATALOGUE.table("notes", language), note.get("said"), note.get("undone")
    count = said if isinstance(said, Mapping) and said.get("kind") == "count" else None
    seat = (count or note).get("seat")
    name = names.get(f"seat:{seat}", CATALOGUE.table("table", language)["somebody"])
    if count is not None:
        return table["count"] % {"name": name, "hand": count.get("hand", "?"), "deck": count.get("deck", "?")}
    if isinstance(undone, list):
        return table["undone"] % {"lines": ", ".join(map(str, undone))}
    return table["kept"] % {"name": name} if note.get("keeps") is not None else table["empty"]


def short(event: Event, language: str) -> str:
    """What happened to a card that was named before: *2 damage*; "" where there is nothing to say."""
    amount = event.get("amount")
    if event["event"] not in SHORT or amount == 0:
        return ""
    return CATALOGUE.table("did", language)[event["event"]] % {"amount": amount}


def _off_the_stack(event: Event, gone: set[str], label: Named, table: Mapping[str, str]) -> str:
    if event["from"] != "stack":
        return ""
    said = "never" if event["to"] != "play" else "happens" if event["object"] in gone else "into_play"
    return table[said] % {"card": label(event["object"])}


def _said(event: Event, gone: set[str], label: Named, player: Player, language: str) -> str:
    table, word = CATALOGUE.table("told", language), event["event"]
    if word == "draw":
        said = "draw_one" if event["count"] == 1 else "draw"
        return table[said] % {"name": player(event["seat"]), "count": event["count"]}
    if word == "zone":
        return _off_the_stack(event, gone, label, table)
    if word == "lose":
        return table["lose"] % {"name": player(event["seat"])}
    if word == "end":
        names = ", ".join(player(seat) for seat in event.get("winners") or ())
        return table["won"] % {"names": names} if names else table["drawn"]
    if word in ("move", "warp"):
        path = event.get("path")
        return table["move"] % {"card": label(event["object"]), "place": path[-1] if path else "?"}
    if word not in SHORT or event.get("amount") == 0:
        return ""
    return table[word] % {"card": label(event["object"]), "amount": event.get("amount")}


def apart(one: Event, other: Event, named: Named, language: str) -> str:
    """What a line says that another one of the same place says otherwise: *the way: 1,1, 2,1; on what: Bell Beast*.

    "" where they are acts of two kinds: their sentences say that.
    """
    if one.get("do") != other.get("do"):
        return ""
    table = CATALOGUE.table("fields", language)
    keys = [key for key in (*one, *other) if one.get(key) != other.get(key)]
    parts = []
    for key in dict.fromkeys(keys):
        word = table.get(key, table["other"])
        value = one.get(key)
        said = named(f"seat:{value}") if key == "seat" and value is not None else _plain(value, named)
        parts.append(f"{word}: {said or table['nothing']}")
    return "; ".join(parts)


def _plain(value: object, named: Named) -> str:
    """A value of a line in words; "" for none."""
    if isinstance(value, Mapping):
        return ", ".join(f"{amount} {kind}" for kind, amount in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(filter(None, (_plain(part, named) for part in value)))
    return named(value) if isinstance(value, str) else "" if value is None else str(value)
