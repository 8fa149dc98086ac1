"""Markers: whether a player has the dedicated one for something, and the Counters of each player."""

from rules_engine.kernel.errors import EngineGap

from .model import State


def has_marker(st: State, seat: int, name: str) -> bool:
    """Whether a player has the marker of that name and no other at hand, so that something can be created with it.

    Raises :class:`EngineGap` where nobody wrote down which markers there are.
    """
    markers = st.table.seats[seat].markers
    if markers is None:
        raise EngineGap("markers_not_written", marker=name, seat=seat)
    if name in markers:
        return True
    st.hit("B.marker-2")
    return False


def counters(st: State, seat: int, name: str) -> int:
    """How many Counters of that name a player has (B.marker-5)."""
    return dict(st.counters[seat]).get(name, 0)


def add_counters(st: State, seat: int, name: str, count: int) -> None:
    """Give a player Counters; a negative number takes them away."""
    found = {**dict(st.counters[seat]), name: counters(st, seat, name) + count}
    st.counters[seat] = tuple(sorted((key, value) for key, value in found.items() if value))
    st.hit("B.marker-5")
    st.events.append(("counters", seat, name, count))
