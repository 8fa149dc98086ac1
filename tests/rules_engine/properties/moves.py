"""What an action is apart from how it is paid, and actions with one thing changed."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules_engine.testing import Stream
from rules_engine.x610z.log import Action
from rules_engine.x610z.model import State


def key_of(st: State, action: Action) -> tuple[Any, ...]:
    """What an action is, whatever way it is paid for and however its card is named."""
    card = action.card
    if action.slot >= 0 and action.do == "cast":
        card = st.game.number_of(st.objs[action.slot].rev)
    lists = (tuple(action.path or ()), tuple(action.targets or ()))
    return (action.do, action.seat, card, *lists, action.x, action.mode, action.ability)


def perturbed(stream: Stream, st: State, action: Action) -> Action:
    """The action with its seat, its card, one dot of its path or one target changed."""
    things = [f"#{slot}" for cards in st.play for slot in cards]
    things += [f"seat:{seat}" for seat in range(len(st.hand))]
    things += [f"stack:{position}" for position in range(1, len(st.stack) + 1)]
    what = stream.pick(
        [name for name in ("seat", "path", "targets", "card") if getattr(action, name) is not None] or ["do"]
    )
    if what == "seat":
        return replace(action, seat=stream.below(len(st.hand)))
    if what in ("path", "targets"):
        row = list(getattr(action, what))
        row[stream.below(len(row))] = stream.pick(st.game.board.names if what == "path" else things)
        return replace(action, path=row) if what == "path" else replace(action, targets=row)
    if what == "card":
        return replace(action, card=stream.pick([f"#{slot}" for slot in range(len(st.objs))]))
    do = stream.pick(["resolve", "proceed", "pass", "end", "concede"])
    return replace(action, do=do, seat=None if do in ("resolve", "proceed") else stream.below(len(st.hand)))


def hidden_otherwise(stream: Stream, st: State, viewer: str | int) -> State:
    """The state with the cards that a viewer may not see dealt differently, seat by seat."""
    other = st.snapshot()
    for seat in range(len(st.hand)):
        hidden = list(st.deck[seat]) + ([] if viewer == seat else list(st.hand[seat]))
        revs = stream.shuffled([st.objs[slot].rev for slot in hidden])
        for slot, rev in zip(hidden, revs, strict=True):
            other.change(slot, rev=rev)
    return other
