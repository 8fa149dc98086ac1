"""What happens instead of an event: which of several goes first (107.1a, H42)."""

from collections.abc import Iterable, Iterator

from .model import Obj, State
from .nodes import Replace
from .query import static_seat, static_touches, statics_of

Replaced = tuple[Replace, Obj | None, tuple[int, ...]]
"""An "instead" in force, the permanent that says so (None once it only lasts), and what ``onto`` named then."""


def replacements(st: State, event: str, slot: int = -1, seat: int = -1) -> Iterable[Replaced]:
    """Every "instead" that an event to an object or a player would meet, in the order in which they are asked.

    The order is that in which they came: permanents first, then what lasts; or the other way round (H42).
    """
    if not st.temps and not st.statics:
        return ()
    found = _in_force(st, event, slot, seat)
    return found if st.game.chosen["H42"] == "oldest_first" else reversed(list(found))


def _in_force(st: State, event: str, slot: int, seat: int) -> Iterator[Replaced]:
    for source, node in statics_of(st, Replace):
        if node.event == event and _replaces(st, source, node, slot, seat):
            yield node, source, ()
    for temp in st.temps:
        lasting = temp.node
        if type(lasting) is not Replace or lasting.event != event:
            continue
        named = lasting.what is None and seat in temp.seats
        if named or (slot >= 0 and (slot, st.objs[slot].inc) in temp.objects):
            yield lasting, None, temp.seats


def _replaces(st: State, source: Obj, node: Replace, slot: int, seat: int) -> bool:
    if node.what is None:
        return static_seat(st, source, node.who, seat)
    return static_touches(st, source, node.what, slot)
