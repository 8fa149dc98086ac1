"""Cards that nobody wrote down: in a deck without an order every card is unknown until the log names it.

So is what lies face-down beside a deck, the Start Card and the Dynamis, where its seat line says ``?``.
``shown`` of a line names unknown cards in the order in which they come to lie open; a card played from a hand, or
chosen from it, is named where the line names it. What is named must be left of the registered deck, if there is one.
"""

from collections.abc import Iterable, Mapping, Sequence

from rules_engine.kernel.errors import Divergence, LogError

from .model import DECK, DYNAMIS, ZONES, State

OF_A_CARD = frozenset({"revealed", "showed", "destroyed", "damage", "power", "played", "zone"})
"""The events that say first which card they are about."""
UNNAMED = "?"
"""What stands for an unknown card of a hand that goes where nobody sees it."""


def is_unknown(st: State, slot: int) -> bool:
    """Whether nobody has named the card in a slot."""
    return st.objs[slot].rev == st.table.unknown


def known(st: State, slot: int, to: int = -1) -> bool:
    """Let an unknown card that comes to lie open be named by the line; whether it was unknown. ``to``: where it goes.

    Raises :class:`LogError` if the line names no more cards.
    """
    if not is_unknown(st, slot):
        return False
    if st.named >= len(st.names):
        owner, zone, goal = st.objs[slot].owner, ZONES[st.objs[slot].zone], ZONES[to] if to >= 0 else ""
        raise LogError("card_not_named", seat=owner, zone=zone, to=goal)
    name = st.names[st.named]
    st.named += 1
    bind(st, slot, st.table.rev_of(name))
    _turned_up(st, slot, st.objs[slot].zone)
    return True


def reveal(st: State, slot: int, zone: int) -> None:
    """A card of Life or of the deck is turned up; a line that names cards names one that was known before as well."""
    if known(st, slot) or ("revealed", slot, zone, st.objs[slot].rev) in st.events:
        return
    _turned_up(st, slot, zone)
    if st.hides and st.named < len(st.names) and st.table.rev_of(st.names[st.named]) == st.objs[slot].rev:
        st.named += 1


def _turned_up(st: State, slot: int, zone: int) -> None:
    """Keep what card it was: a shuffle on the same line may make it unknown again."""
    st.events.append(("revealed", slot, zone, st.objs[slot].rev))


def bind(st: State, slot: int, rev: int) -> None:
    """Make an unknown card known. Raises :class:`Divergence` if no such card is left of its player's deck."""
    seat = st.objs[slot].owner
    left = st.left[seat]
    if left is not None and st.objs[slot].zone != DYNAMIS:
        if not left.get(rev):
            card = st.table.cards[rev].name
            raise Divergence("divergence", "301.3a", "not_in_deck", seat=seat, card=card)
        st.left[seat] = {**left, rev: left[rev] - 1}
    st.change(slot, rev=rev)


def bind_in_hand(st: State, name: str, slots: Sequence[int]) -> int:
    """The unknown card of a hand or Dynamis that a line calls by this name, known from now on; -1 if there is none."""
    unknown = next((slot for slot in slots if is_unknown(st, slot)), -1)
    if unknown >= 0 and name != UNNAMED:
        bind(st, unknown, st.table.rev_of(name))
    return unknown


def forget(st: State, owner: int) -> None:
    """A deck is shuffled and nobody writes its order down: its cards are unknown from now on."""
    st.hides = True
    left = st.left[owner]
    more = dict(left) if left is not None else None
    st.events.append(("forgotten", {slot: st.objs[slot].rev for slot in st.pile(DECK, owner)}))
    for slot in st.pile(DECK, owner):
        rev = st.objs[slot].rev
        if more is not None and rev != st.table.unknown:
            more[rev] = more.get(rev, 0) + 1
        st.change(slot, rev=st.table.unknown)
    st.left[owner] = more


def revs_then(st: State) -> list[int]:
    """The card of every event of the last line, as it was when that happened; -1 where an event has no card.

    A shuffle that nobody writes down makes a slot another card: what lay in it before is what the shuffle remembers.
    """
    found, forgotten = list[int](), dict[int, int]()
    for what, *values in reversed(st.events):
        if what == "forgotten":
            forgotten.update(values[0])
        slot = values[0] if what in OF_A_CARD else -1
        found.append(forgotten.get(slot, st.objs[slot].rev) if slot >= 0 else -1)
    return found[::-1]


def counted(revs: Iterable[int]) -> Mapping[int, int]:
    """How often each card is there."""
    found: dict[int, int] = {}
    for rev in revs:
        found[rev] = found.get(rev, 0) + 1
    return found
