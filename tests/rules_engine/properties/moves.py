"""What an action is apart from how it is paid, and actions with one thing changed."""

from __future__ import annotations

from typing import Any

from rules_engine.testing import Stream
from rules_engine.x610z.model import State


def key_of(st: State, action: dict[str, Any]) -> tuple[Any, ...]:
    """What an action is, whatever way it is paid for and however its card is named."""
    card = action.get("card")
    if card and card[0] == "#" and action["do"] == "cast":
        card = st.game.number_of(st.objs[int(card[1:])].rev)
    lists = (tuple(action.get("path") or ()), tuple(action.get("targets") or ()))
    numbers = (action.get(name, 0) for name in ("x", "mode", "ability"))
    return (action["do"], action.get("seat"), card, *lists, *numbers)


def perturbed(stream: Stream, st: State, action: dict[str, Any]) -> dict[str, Any]:
    """The action with its seat, its card, one dot of its path or one target changed."""
    changed = dict(action)
    things = [f"#{slot}" for cards in st.play for slot in cards]
    things += [f"seat:{seat}" for seat in range(len(st.hand))]
    things += [f"stack:{position}" for position in range(1, len(st.stack) + 1)]
    what = stream.pick([name for name in ("seat", "path", "targets", "card") if name in action] or ["do"])
    if what == "seat":
        changed["seat"] = stream.below(len(st.hand))
    elif what in ("path", "targets"):
        row = list(action[what])
        row[stream.below(len(row))] = stream.pick(st.game.board.names if what == "path" else things)
        changed[what] = row
    elif what == "card":
        changed["card"] = stream.pick([f"#{slot}" for slot in range(len(st.objs))])
    else:
        changed["do"] = stream.pick(["resolve", "proceed", "pass", "end", "concede"])
        if changed["do"] in ("resolve", "proceed"):
            changed.pop("seat", None)
        else:
            changed["seat"] = stream.below(len(st.hand))
    return changed


def hidden_otherwise(stream: Stream, st: State, viewer: str | int) -> State:
    """The state with the cards that a viewer may not see dealt differently, seat by seat."""
    other = st.snapshot()
    for seat in range(len(st.hand)):
        hidden = list(st.deck[seat]) + ([] if viewer == seat else list(st.hand[seat]))
        revs = stream.shuffled([st.objs[slot].rev for slot in hidden])
        for slot, rev in zip(hidden, revs, strict=True):
            other.change(slot, rev=rev)
    return other
