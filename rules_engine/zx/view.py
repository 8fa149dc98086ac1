"""What one viewer may see of a state, built from an allow list: nothing hidden gets in by being forgotten.

A card that its viewer may not see has no slot in the view either: a slot stays with its card through every shuffle.
"""

from .hidden import is_unknown
from .model import (
    CHARGE,
    DECK,
    DYNAMIS,
    FORCE,
    HAND,
    LIFE,
    PHASES,
    REMOVE,
    RESOURCE,
    SEATS,
    SQUARE,
    TEMPORARY,
    TRASH,
    ZONES,
    State,
)
from .squares import NAMES

Viewer = str | int
"""``"judge"`` sees everything, ``"spectator"`` what is public, a seat number also what its player may look at."""

_OWN = (HAND, LIFE, DECK, DYNAMIS, CHARGE, TRASH, RESOURCE, REMOVE)
_LOOKED_AT = frozenset({HAND, DYNAMIS, FORCE, SQUARE, TRASH, CHARGE, RESOURCE, TEMPORARY, REMOVE})
"""Where a player may look at face-down cards of his own: public zones (301.3b), and hand and Dynamis."""

_SETTLED = ("name", "colours", "power")
"""What a card is otherwise than printed, because it was said at the table; so is the card whose ``text`` it has."""


def view(st: State, viewer: Viewer = "spectator") -> dict[str, object]:
    """The state as a dict of plain JSON values for one viewer. Raises :class:`ValueError` for any other word."""
    if viewer not in ("judge", "spectator", *SEATS):
        raise ValueError(f"nobody at this table is {viewer!r}")
    result = st.result
    return {
        "turn": st.turn,
        "phase": PHASES[st.phase],
        "active": st.active,
        "seats": [_seat(st, seat, viewer) for seat in SEATS],
        "squares": {
            NAMES[square]: [_card(st, slot, viewer) for slot in st.squares[square]] for square in range(9)
        },
        "temporary": [_card(st, slot, viewer) for slot in st.pile(TEMPORARY)],
        "force": [_card(st, slot, viewer) for slot in st.pile(FORCE)],
        "battle": _battle(st),
        "result": None
        if result is None
        else {
            "winners": list(result.winners),
            "losers": list(result.losers),
            "draw": result.draw,
            "rule": result.rule,
        },
    }


def _seat(st: State, seat: int, viewer: Viewer) -> dict[str, object]:
    """The count of every zone (301.3d), and the cards that this viewer may see."""
    found: dict[str, object] = {
        "seat": seat,
        "player": st.table.seats[seat].player,
        "damage": st.damage[seat],
    }
    for zone in _OWN:
        cards = st.pile(zone, seat)
        entry: dict[str, object] = {"count": len(cards)}
        if zone not in (DECK, LIFE) or viewer == "judge" or any(st.objs[slot].face_up for slot in cards):
            entry["cards"] = [_card(st, slot, viewer) for slot in cards]
        found[ZONES[zone]] = entry
    if st.counters[seat]:
        found["counters"] = dict(st.counters[seat])
    return found


def visible(st: State, slot: int, viewer: Viewer) -> bool:
    """Whether a viewer may see the face of a card."""
    obj = st.objs[slot]
    if viewer == "judge" or obj.face_up:
        return True
    return obj.owner == viewer and obj.zone in _LOOKED_AT


def _card(st: State, slot: int, viewer: Viewer) -> dict[str, object]:
    obj = st.objs[slot]
    if not visible(st, slot, viewer) or is_unknown(st, slot):
        return {"owner": obj.owner, "face_up": False}
    card = st.card(slot)
    found: dict[str, object] = {
        "oid": f"#{slot}",
        "number": card.number,
        "card": card.name,
        "kind": card.kind,
        "owner": obj.owner,
        "face_up": obj.face_up,
        "colours": list(card.colours),
    }
    printed = st.table.cards[obj.rev]
    if settled := {
        name: getattr(card, name) for name in _SETTLED if getattr(card, name) != getattr(printed, name)
    }:
        found["settled"] = settled
    if (says := st.text_of(slot)) != obj.rev:
        found["text"] = st.table.cards[says].name if says < st.table.virtual_player else "none"
    if obj.zone in (SQUARE, RESOURCE):
        found["state"] = "sleep" if obj.asleep else "reboot"
    if obj.zone == SQUARE:
        found["controller"] = obj.controller
        if card.is_zx:
            found["cost"] = card.cost.total
            found |= {"power": st.power(slot), "damage": obj.damage}
    return found


def _battle(st: State) -> dict[str, object] | None:
    battle = st.battle
    if battle is None:
        return None
    return {
        "attacker": f"#{battle.attacker}",
        "target": f"#{battle.target}" if battle.target >= 0 else "player",
        "square": NAMES[battle.square],
        "priority": battle.priority,
        "passes": battle.passes,
    }
