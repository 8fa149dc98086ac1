"""What followed from a line of a recorded game, as everybody at the table may hear it."""

from collections.abc import Iterator, Sequence

from rules_engine.kernel import told
from rules_engine.kernel.told import Event

from .hidden import is_unknown
from .messages import CATALOGUE, event_dicts
from .model import PHASES, SEATS, State

TOLD = frozenset({"damage", "destroyed", "played", "turn", "end"})
"""The events that are public as they are."""
PUBLIC = frozenset({"trash", "charge", "resource", "remove"})
"""The places whose cards lie open (301.3b)."""
LEFT_FOR = frozenset({"hand", "deck", "trash", "resource", "remove", "dynamis"})
"""Where a card goes from its Square without being destroyed."""


def public_events(st: State) -> Iterator[Event]:
    """The events of the last line: cards by name where they lie open, drawn cards and lost Life by their number."""
    drawn, lost = [0, 0], [0, 0]
    destroyed = {event[1] for event in st.events if event[0] == "destroyed"}
    for event, raw in zip(event_dicts(st.events), st.events, strict=True):
        kind = event["event"]
        if kind == "revealed":
            yield {"event": "revealed", "object": st.table.cards[raw[3]].name}
        elif kind == "zone":
            seat, way = st.objs[raw[1]].owner, (event["from"], event["to"])
            drawn[seat] += way == ("deck", "hand")
            lost[seat] += way[0] == "life"
            if raw[1] not in destroyed and not is_unknown(st, raw[1]):
                yield from _moved(st, raw[1], str(event["from"]), str(event["to"]))
        elif kind in TOLD:
            slot = raw[1] if isinstance(event.get("object"), str) else -1
            yield {**event, "object": st.card(slot).name} if slot >= 0 else event
    yield {"event": "phase", "phase": PHASES[st.phase]}
    for seat in SEATS:
        if drawn[seat]:
            yield {"event": "draw", "seat": seat, "count": drawn[seat]}
        if lost[seat]:
            yield {"event": "life", "seat": seat, "count": lost[seat]}


def _moved(st: State, slot: int, came_from: str, zone: str) -> Iterator[Event]:
    """That a card everybody knows left its Square, or was laid open out of a hand."""
    card = st.card(slot)
    if came_from == "square" and zone in LEFT_FOR and card.is_zx:
        yield {"event": f"left_{zone}", "object": card.name, "seat": st.objs[slot].owner}
    if came_from == "hand" and zone in PUBLIC - {"resource"}:
        yield {"event": "laid", "object": card.name, "zone": zone}


def sentence(events: Sequence[Event], names: Sequence[str], language: str, do: str) -> str:
    """What followed, in words; what the line itself says (``do``) is left out."""
    table = CATALOGUE.table("followed", language)
    found = list[str]()
    turns = any(event["event"] == "turn" for event in events)
    for event in events:
        kind = event["event"]
        if kind == "phase":
            said = table[f"phase_{event['phase']}"] if do == "next" and not turns else ""
        elif kind in table and not (kind == "played" and do in ("play", "extra", "shift")):
            values = {**event, "card": event.get("object"), "name": names[event.get("seat", 0)]}
            said = table[kind] % values
        elif kind == "turn":
            said = told.turn(names[event["seat"]], language)
        elif kind in table:
            continue
        else:
            said = next(iter(told.sentences([event], str, names.__getitem__, language)), "")
        if said and said not in found:
            found.append(said)
    return "; ".join(found)
