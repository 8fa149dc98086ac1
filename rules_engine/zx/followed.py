"""What followed from a line of a recorded game, as everybody at the table may hear it."""

from collections.abc import Callable, Iterator, Sequence

from rules_engine.kernel import told
from rules_engine.kernel.told import Event

from .hidden import is_unknown
from .messages import CATALOGUE, event_dicts
from .model import PHASES, SEATS, SQUARE, State
from .squares import NAMES

TOLD = frozenset({"damage", "destroyed", "played", "turn", "counters"})
"""The events that are public as they are."""
RELOAD = ("trash", "deck")
"""The way of cards in a Reload (902.1)."""
LAID = frozenset({"trash", "charge", "remove"})
"""The places where a card of a hand is laid open; into Resource the line itself says so."""
OPEN = frozenset({"square", "trash", "charge", "resource"})
"""The places out of which everybody sees a card go (301.3b)."""
LEFT_FOR = frozenset({"hand", "deck", "trash", "resource", "remove", "dynamis"})
"""Where a card goes from there without being destroyed."""


def public_events(st: State) -> Iterator[Event]:
    """The events of the last line: cards by name where they lie open, drawn cards and lost Life by their number.

    Each card has the seat of its owner. How the game ended comes last.
    """
    gone = {event[1] for event in st.events if event[0] == "destroyed"}
    counted, ends = list(_counted(st)), [event for event in event_dicts(st.events) if event["event"] == "end"]
    reloads = {event["seat"] for event in counted if event["event"] == "reload"}
    for event, raw in zip(event_dicts(st.events), st.events, strict=True):
        slot = raw[1] if isinstance(event.get("object"), str) else -1
        if event["event"] != "zone":
            yield from _plain(st, event, slot, raw)
        elif slot not in gone and not is_unknown(st, slot):
            way = (str(event["from"]), str(event["to"]))
            yield from _moved(st, slot, *way) if way != RELOAD or st.objs[slot].owner not in reloads else ()
    yield {"event": "phase", "phase": PHASES[st.phase]}
    yield from counted
    yield from ends


def _plain(st: State, event: Event, slot: int, raw: tuple[object, ...]) -> Iterator[Event]:
    """An event that says itself what happened, with its card by name."""
    if event["event"] == "revealed":
        yield {
            "event": "revealed",
            "object": st.table.cards[int(str(raw[3]))].name,
            "seat": st.objs[slot].owner,
        }
    elif event["event"] in TOLD:
        yield {**event, "object": st.card(slot).name, "seat": st.objs[slot].owner} if slot >= 0 else event


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


def _moved(st: State, slot: int, came_from: str, zone: str) -> Iterator[Event]:
    """That a card everybody knows left an open place, went to another Square, or was laid open out of a hand."""
    card, obj = st.card(slot), st.objs[slot]
    said = {"object": card.name, "seat": obj.owner}
    if came_from == "square" == zone and obj.zone == SQUARE:
        yield {"event": "moved", **said, "square": NAMES[obj.square]}
    if came_from in OPEN and zone in LEFT_FOR and (card.is_zx or came_from != "square"):
        yield {"event": f"left_{zone}", **said}
    if came_from == "hand" and zone in LAID:
        yield {"event": "laid", **said}


def sentences(
    events: Sequence[Event], names: Sequence[str], language: str, do: str, called: Callable[[str], str]
) -> list[str]:
    """What followed, in words; what the line itself says (``do``) is left out. ``called``: a card by its name."""
    table = CATALOGUE.table("followed", language)
    found = list[str]()
    for event in events:
        kind, name = event["event"], names[event.get("seat", 0)]
        if kind == "phase" or (kind == "played" and do in ("play", "extra", "shift")):
            continue
        card = called(str(event.get("object", "")))
        values = {**event, "card": card, "name": name}
        if kind == "shuffled_in" and event["count"] == 1:
            said = table["shuffled_one"] % values
        elif kind == "turn":
            said = told.turn(name, language)
        elif kind in table:
            said = table["played_event" if kind == "played" and event["square"] is None else kind] % values
        else:
            told_of = {**event, "object": table["owned"] % values}
            said = next(iter(told.sentences([told_of], str, names.__getitem__, language)), "")
        if said and said not in found:
            found.append(said)
    return found


def went_on(events: Sequence[Event], name: str, language: str) -> str:
    """Where somebody went who goes on: to which phase, or that their turn is over."""
    table = CATALOGUE.table("followed", language)
    if any(event["event"] == "turn" for event in events):
        return table["turn_ended"] % {"name": name}
    phase = next((event["phase"] for event in events if event["event"] == "phase"), "")
    return (
        table["went_on"] % {"name": name, "phase": CATALOGUE.table("coded", language)[f"phase_{phase}"]}
        if phase
        else ""
    )
