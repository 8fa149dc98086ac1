"""What followed from a line of a recorded game, as everybody at the table may hear it."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from rules_engine.kernel import told
from rules_engine.kernel.told import Event

from .hidden import revs_then
from .messages import CATALOGUE, event_dicts
from .model import PHASES, SEATS, SQUARE, State
from .squares import NAMES

TOLD = frozenset({"damage", "destroyed", "played", "turn", "counters", "revealed", "showed"})
"""The events that are public as they are."""
RELOAD = ("trash", "deck")
"""The way of cards in a Reload (902.1)."""
LAID = frozenset({"trash", "charge", "remove"})
"""The places where a card of a hand is laid open; into Resource the line itself says so."""
FROM_UNSEEN = frozenset({"deck", "life"})
"""The places that nobody looks into: a card that goes from there to an open one is told with where it went."""
OPEN = frozenset({"square", "trash", "charge", "resource"})
"""The places out of which everybody sees a card go (301.3b)."""
LEFT_FOR = frozenset({"hand", "deck", "trash", "resource", "remove", "dynamis"})
"""Where a card goes from there without being destroyed."""


def public_events(st: State) -> Iterator[Event]:
    """The events of the last line: cards by name where they lie open, drawn cards and lost Life by their number.

    Each card has the seat of its owner and the name that it had when that happened. How the game ended comes last.
    """
    gone = {event[1] for event in st.events if event[0] == "destroyed"}
    counted, ends = list(_counted(st)), [event for event in event_dicts(st.events) if event["event"] == "end"]
    reloads = {event["seat"] for event in counted if event["event"] == "reload"}
    for event, raw, rev in zip(_but_twice(st), st.events, revs_then(st), strict=True):
        if event["event"] == "zone" and rev != st.table.unknown:
            way = (str(event["from"]), str(event["to"]))
            said = (way != RELOAD or st.objs[raw[1]].owner not in reloads) and not (
                way == ("square", "charge") and raw[1] in gone
            )
            yield from _moved(st, raw[1], rev, *way) if said else ()
        elif event["event"] in TOLD:
            yield {**event, **_card(st, raw[1], rev)} if rev >= 0 else event
        elif event["event"] == "power" and st.objs[raw[1]].zone == SQUARE:
            yield {"event": "power", **_card(st, raw[1], rev), "power": st.power(raw[1])}
    yield {"event": "phase", "phase": PHASES[st.phase]}
    yield from counted
    yield from ends


def _card(st: State, slot: int, rev: int) -> Event:
    return {"object": st.table.cards[rev].name, "seat": st.objs[slot].owner}


def _but_twice(st: State) -> Iterator[Event]:
    """The events; of a card that is turned up by going elsewhere, or by being shown, that it goes or is shown alone."""
    nothing: Event = {"event": ""}
    events = list[Event](event_dicts(st.events))
    for event, after in zip(events, [*events, nothing][1:], strict=True):
        goes = after["event"] == "showed" or (
            after["event"] == "zone" and after["to"] in LAID | OPEN - {"square"}
        )
        twice = event["event"] == "revealed" and goes and event["object"] == after["object"]
        yield nothing if twice else event


def _counted(st: State) -> Iterator[Event]:
    """Drawn cards, lost Life and cards of a hand that were shuffled in, by their number; and a Reload (902.1)."""
    for seat in SEATS:
        ways = [
            (event["from"], event["to"])
            for event, raw in zip(event_dicts(st.events), st.events, strict=True)
            if event["event"] == "zone" and st.objs[raw[1]].owner == seat
        ]
        if RELOAD in ways:
            yield {"event": "reload", "seat": seat}
        numbers = {
            "shuffled_in": ways.count(("hand", "deck")),
            "draw": ways.count(("deck", "hand")),
            "life": sum(way[0] == "life" for way in ways),
        }
        yield from ({"event": what, "seat": seat, "count": count} for what, count in numbers.items() if count)


def _moved(st: State, slot: int, rev: int, came_from: str, zone: str) -> Iterator[Event]:
    """That a card everybody knows left an open place, went to another Square, or came to lie open."""
    card, obj, said = st.table.cards[rev], st.objs[slot], _card(st, slot, rev)
    if came_from == "square" == zone and obj.zone == SQUARE:
        yield {"event": "moved", **said, "square": NAMES[obj.square]}
    left = came_from in OPEN and zone in LEFT_FOR and (card.is_zx or came_from != "square")
    laid = came_from == "hand" and zone in LAID
    if left or laid or (came_from in FROM_UNSEEN and zone in LAID | {"resource"}):
        yield {"event": f"left_{zone}", **said}


def sentences(
    events: Sequence[Event], names: Sequence[str], language: str, do: str, called: Callable[[str], str]
) -> list[str]:
    """What followed, in words; what the line itself says (``do``) is left out. ``called``: a card by its name."""
    table = CATALOGUE.table("followed", language)
    found = list[str]()
    for (kind, seat), same in groupby(events, lambda event: (str(event["event"]), event.get("seat", 0))):
        many = list(same)
        if kind == "phase" or (kind == "played" and do in ("play", "extra", "shift")):
            continue
        if len(many) > 1 and f"many_{kind}" in table:
            cards = ", ".join(called(str(event["object"])) for event in many)
            found.append(table[f"many_{kind}"] % {"name": names[seat], "cards": cards})
            continue
        for event in many:
            said = _sentence(event, names, language, called)
            if said and said not in found:
                found.append(said)
    return found


def _sentence(event: Event, names: Sequence[str], language: str, called: Callable[[str], str]) -> str:
    table = CATALOGUE.table("followed", language)
    kind, name = event["event"], names[event.get("seat", 0)]
    values = {**event, "card": called(str(event.get("object", ""))), "name": name}
    if kind == "shuffled_in" and event["count"] == 1:
        return table["shuffled_one"] % values
    if kind == "turn":
        return told.turn(name, language)
    if kind in table:
        return table["played_event" if kind == "played" and event["square"] is None else kind] % values
    told_of = {**event, "object": table["owned"] % values}
    return next(iter(told.sentences([told_of], str, names.__getitem__, language)), "")


def went_on(events: Sequence[Event], name: str, language: str) -> str:
    """Where somebody went who goes on: to which phase, or that their turn is over."""
    table = CATALOGUE.table("followed", language)
    if any(event["event"] == "turn" for event in events):
        return table["turn_ended"] % {"name": name}
    phase = next((event["phase"] for event in events if event["event"] == "phase"), "")
    if not phase:
        return ""
    return table["went_on"] % {"name": name, "phase": CATALOGUE.table("coded", language)[f"phase_{phase}"]}
