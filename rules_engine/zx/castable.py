"""What could be played from a hand or a Dynamis that nobody has written down, out of a registered list."""

from collections import Counter
from collections.abc import Mapping

from .cards import ZxCard
from .hidden import is_unknown
from .legal import legal_actions
from .log import Action
from .model import DYNAMIS, HAND, State
from .play import PLAYED_FROM


def left_of(st: State, seat: int, deck: Mapping[str, int]) -> dict[str, int]:
    """Copies by card number of a registered list that nobody has named yet; cards without any are left out."""
    known = Counter(st.card(slot).number for slot, obj in enumerate(st.objs) if obj.owner == seat)
    return {number: copies - known[number] for number, copies in deck.items() if copies > known[number]}


def playable_of(st: State, seat: int, deck: Mapping[str, int]) -> dict[str, int]:
    """Copies that may still be played: those that nobody has named, and those that everybody knows in a hand."""
    found = Counter(left_of(st, seat, deck))
    for zone in {*PLAYED_FROM.values()}:
        found.update(st.card(slot).number for slot in st.pile(zone, seat) if not is_unknown(st, slot))
    return found


def playable(st: State, seat: int, card: ZxCard) -> list[Action]:
    """How a player could play a card, or put it into Resource, if it is one of those that nobody has named."""
    trial, slot = with_card(st, seat, card)
    if slot < 0:
        return []
    zone, found = st.objs[slot].zone, legal_actions(trial, seat)
    return [one for one in found if one.card == card.number and PLAYED_FROM.get(one.do) == zone]


def with_card(st: State, seat: int, card: ZxCard) -> tuple[State, int]:
    """A position in which one of the unknown cards of a hand or a Dynamis is this one, and which; -1: there is none."""
    zone = DYNAMIS if card.in_dynamis else HAND
    unknown = [slot for slot in st.pile(zone, seat) if is_unknown(st, slot) and not st.objs[slot].face_up]
    if not unknown:
        return st, -1
    trial = st.snapshot()
    trial.change(unknown[0], rev=st.table.rev_of(card.number))
    return trial, unknown[0]
