"""Playing a card once it may be played: a Z/X comes onto a Square, an Event resolves."""

from rules_engine.kernel.errors import Violation, broken

from .abilities import happen, links
from .cardtext.nodes import Appears
from .effects import carry_out_event
from .model import DYNAMIS, SQUARE, TEMPORARY, TRASH, State, other
from .moving import move
from .squares import NAMES, PLAYER_SQUARES


def check_square(st: State, seat: int, square: int) -> Violation | None:
    """The first rule that forbids a player to play a Z/X onto a Square."""
    name = NAMES[square]
    standing = st.zx_on(square)
    if standing and any(st.objs[slot].controller != seat for slot in standing):
        return broken("B.place-2", "square_of_enemy", seat, square=name)
    if square == PLAYER_SQUARES[other(seat)]:
        return broken("B.place-3", "enemy_player_square", seat, square=name)
    if standing and any(st.objs[slot].asleep for slot in standing):
        return broken("B.place-4", "own_sleeper", seat, square=name)
    if st.option("Z32") == "closed" and square in {st.objs[link].square for link in links(st)}:
        return broken("B.marker-6", "link_there", seat, square=name)
    return None


def open_squares(st: State, seat: int) -> list[int]:
    """The Squares onto which a player may play a Z/X."""
    return [square for square in range(9) if check_square(st, seat, square) is None]


def playable(st: State, seat: int, slot: int) -> bool:
    """Whether a revealed card can be played without its cost."""
    card = st.card(slot)
    return card.is_event or (
        card.is_zx and any(check_square(st, seat, square) is None for square in range(9))
    )


def appear(st: State, slot: int, square: int) -> None:
    """Put a played Z/X onto its Square in Reboot State; its player's that was there then goes to Trash (B.place-5).

    Between the two a Reload may happen, when the played card was the last of the deck (902.1).
    """
    before = st.zx_on(square)
    st.hit("B.place-1")
    move(st, slot, SQUARE, square=square)
    for standing in before:
        st.hit("B.place-5")
        move(st, standing, TRASH)
    st.events.append(("played", slot, square))
    happen(st, Appears, slot)


def resolve_event(st: State, slot: int) -> None:
    """Carry out an Event; its card goes to Trash afterwards (B.event-2), an Event Extra as ``Z22`` says."""
    if st.option("Z9") == "temporary":
        move(st, slot, TEMPORARY)
    st.events.append(("played", slot, -1))
    st.hit("B.event-2")
    played = st.objs[slot]
    carry_out_event(st, slot)
    if st.objs[slot].inc != played.inc:
        return
    if st.card(slot).kind == "event_extra" and st.option("Z22") == "dynamis":
        move(st, slot, DYNAMIS, face_up=True)
    else:
        move(st, slot, TRASH)
