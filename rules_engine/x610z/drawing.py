"""Drawing cards, and losing for a card that is not there (212.1, 106.3#2)."""

from .instead import replacements
from .model import HAND, State, hit
from .nodes import Const
from .triggers import happened
from .winning import lose
from .zones import move_card


def draw_cards(st: State, seat: int, count: int) -> list[int]:
    """Draw from the top of a deck (212.1, 501.2).

    Who must draw more than there is, is noted for :func:`lose_for_decks`. An effect may have another number of cards
    drawn instead of each (107.1a); these are not replaced once more.
    """
    drawn: list[int] = []
    for node, _, _ in replacements(st, "draws", seat=seat):
        hit(st, "107.1a")
        count *= node.count.n if isinstance(node.count, Const) else 1
        break
    for _ in range(count):
        if not st.deck[seat]:
            if st.living(seat):
                st.decked_out |= 1 << seat
            break
        slot = st.deck[seat][-1]
        move_card(st, slot, HAND)
        drawn.append(slot)
        if st.triggers:
            happened(st, "draws", None, seat)
    if drawn:
        hit(st, "212.1")
        st.events.append(("draw", seat, len(drawn)))
    return drawn


def lose_for_decks(st: State, turn_passes: bool = False) -> None:
    """Everybody who had to draw too many cards loses at the same moment: at once, or when the turn passes (H16)."""
    if not st.decked_out or not (turn_passes or st.game.deckout_at_once):
        return
    seats = [seat for seat in range(len(st.hand)) if st.decked_out >> seat & 1]
    st.decked_out = 0
    lose(st, seats, "106.3#2")
