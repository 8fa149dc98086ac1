"""What one viewer may see of a state, built from an allow list: nothing hidden gets in by being forgotten."""

from . import query
from .answers import name_of
from .model import ITEM_KINDS, PHASES, STATES, TYPES, Item, State
from .stack import waiting_for

TEAM = "team:"

Viewer = str | int
"""``"judge"`` sees everything, ``"spectator"`` what is public, a seat number also its own hand (502.3).

``"team:NAME"`` is what the players of a team know between them: they may consult, but at the table nobody looks into
a teammate's hand, so this view is for anyone who was given both sides (a coach, the team's own page after the game).
"""


def view(st: State, viewer: Viewer = "spectator") -> dict[str, object]:
    """The state as a dict of plain JSON values for one viewer; see the docs for every key.

    Raises :class:`ValueError` for a team that does not play, or any other word that names no viewer.
    """
    board = st.game.board
    hands = _hands_seen(st, viewer)
    return {
        "turn": st.turn,
        "round": st.round,
        "phase": PHASES[st.phase],
        "active": st.active,
        "ending": st.ending,
        "waiting": waiting_for(st) if st.game.full else -1,
        "stack": [_item(st, item) for item in st.stack],
        "seats": [_seat(st, seat, seat in hands) for seat in range(len(st.hand))],
        "pawns": [_pawn(st, slot) for _, slot in sorted(st.occ.items())],
        "last": None
        if st.last is None
        else {"kind": st.last[0], "path": [board.names[dot] for dot in st.last[1]], "ok": st.last[2]},
        "result": None
        if st.result is None
        else {
            "winners": list(st.result.winners),
            "losers": list(st.result.losers),
            "draw": st.result.draw,
            "rule": st.result.rule,
        },
    }


def _hands_seen(st: State, viewer: Viewer) -> frozenset[int]:
    """The seats whose hands a viewer sees (502.3)."""
    seats = range(len(st.hand))
    if viewer == "judge":
        return frozenset(seats)
    if viewer == "spectator":
        return frozenset()
    if isinstance(viewer, int) and viewer in seats:
        return frozenset({viewer})
    if isinstance(viewer, str) and viewer.startswith(TEAM):
        mates = frozenset(
            seat for seat in seats if st.game.seats[seat].team_name == viewer.removeprefix(TEAM)
        )
        if mates:
            return mates
    raise ValueError(f"nobody at this table is {viewer!r}")


def _seat(st: State, seat: int, hand_seen: bool) -> dict[str, object]:
    """Counts of what is hidden (501.3, 502.3), and whole what everybody may see (504.3, 505.2, 506.3)."""
    info = st.game.seats[seat]
    hand: dict[str, object] = {"count": len(st.hand[seat])}
    if hand_seen:
        hand["cards"] = [_card(st, slot) for slot in st.hand[seat]]
    pool = dict(zip(TYPES, st.pool[seat], strict=True))
    return {
        "seat": seat,
        "player": info.player,
        "team": info.team_name,
        "dot": st.game.board.names[info.home],
        "alive": st.living(seat),
        "hand": hand,
        "deck": {"count": len(st.deck[seat])},
        "discard": [_card(st, slot) for slot in st.discard[seat]],
        "removed": [_card(st, slot) for slot in st.removed[seat]],
        "pool": pool,
        "play": [_object(st, slot) for slot in st.play[seat]],
    }


def _card(st: State, slot: int) -> dict[str, object]:
    """A card that this viewer may see; unknown cards are named ``?``."""
    rev = st.objs[slot].rev
    if rev < 0:
        return {"oid": f"#{slot}", "number": "?", "card": "?"}
    card = st.game.pool.cards[rev]
    return {"oid": f"#{slot}", "number": card.number, "card": card.name, "kind": st.game.kind_of(card)}


def _object(st: State, slot: int) -> dict[str, object]:
    obj = st.objs[slot]
    return {
        **_card(st, slot),
        "owner": obj.owner,
        "controller": obj.controller,
        "state": STATES[obj.state],
        "counters": obj.counters,
        "damage": obj.damage,
        "dot": st.game.board.names[obj.dot] if obj.dot >= 0 else None,
        "on": name_of(st, obj.host) if obj.host is not None else None,
    }


def _pawn(st: State, slot: int) -> dict[str, object]:
    obj = st.objs[slot]
    card = query.info(st, slot).card
    return {
        "oid": f"#{slot}",
        "seat": obj.controller,
        "card": card.name,
        "class": card.card_class,
        "dot": st.game.board.names[obj.dot],
        "damage": obj.damage,
        "defense": query.stat(st, slot, "defense"),
        "attack": query.stat(st, slot, "attack"),
        "speed": query.stat(st, slot, "speed"),
        "range": query.stat(st, slot, "range"),
        "state": STATES[obj.state],
        "element": card.element,
    }


def _item(st: State, item: Item) -> dict[str, object]:
    """An action on the stack, which everybody knows (503.3)."""
    names = st.game.board.names
    return {
        **_card(st, item.slot),
        "kind": ITEM_KINDS[item.kind],
        "seat": item.seat,
        "targets": [name_of(st, ref) for ref in item.targets if ref[0] >= 0],
        "path": [names[dot] for dot in item.path],
        "x": sum(item.paid),
        "extras": list(item.paid),
        "mode": item.mode,
    }
