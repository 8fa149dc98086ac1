"""Damage to a player: one point, one card of Life, and what happens when that card is played (907)."""

from .answers import ask_place, ask_slot, ask_square, ask_yes
from .cards import LIFE_RECOVERY, VOID_BRINGER
from .hidden import reveal
from .model import CHARGE, DECK, LIFE, TRASH, State, Waiting, other
from .moving import move
from .placing import appear, open_squares, playable, resolve_event


def player_damage(st: State) -> bool:
    """One point of damage, the turn player's first (907.2); False if nobody has damage to take."""
    if not any(st.damage):
        return False
    seat = st.active if st.damage[st.active] else other(st.active)
    st.damage[seat] -= 1
    counts = st.option("Z35") == "any_damage" or st.fought[seat] > 0
    st.fought[seat] = max(0, st.fought[seat] - 1)
    st.hit("907.2a")
    life = st.pile(LIFE, seat)
    slot = life[ask_place(st, other(seat), "life", "907.2c", len(life))]
    reveal(st, slot, LIFE)
    st.change(slot, face_up=True)
    st.hit("907.2c")
    if not st.card(slot).ignition:
        st.hit("907.2d")
        move(st, slot, CHARGE)
        return True
    st.hit("907.2e")
    if not (playable(st, seat, slot) and ask_yes(st, seat, "play_revealed", "907.2e")):
        move(st, slot, CHARGE)
        return True
    _play_from_life(st, seat, slot, counts)
    return True


def _play_from_life(st: State, seat: int, slot: int, counts: bool) -> None:
    """Play the card; ``counts``: whether Life Recovery and Void Bringer work for this point of damage (Z35)."""
    card = st.card(slot)
    play_free(st, seat, slot, "907.2e")
    if not card.is_zx or not counts:
        return
    for keyword in (LIFE_RECOVERY, VOID_BRINGER):
        if keyword not in card.keywords:
            continue
        if st.option("Z6") == "in_procedure":
            recover_or_void(st, Waiting(keyword, slot, seat))
        else:
            st.waiting += (Waiting(keyword, slot, seat),)


def play_free(st: State, seat: int, slot: int, rule: str) -> None:
    """Play a revealed card without its cost."""
    if st.card(slot).is_event:
        resolve_event(st, slot)
        return
    square = ask_square(st, seat, "square", rule, open_squares(st, seat))
    appear(st, slot, square)


def recover_or_void(st: State, ability: Waiting) -> None:
    """Life Recovery or Void Bringer of a card just played from Life, if its player has no more Life than the other."""
    seat = ability.seat
    if len(st.pile(LIFE, seat)) > len(st.pile(LIFE, other(seat))):
        st.hit("B.damage-player-3")
        return
    if ability.keyword == LIFE_RECOVERY:
        deck = st.pile(DECK, seat)
        if deck:
            st.hit("B.damage-player-4")
            move(st, deck[-1], LIFE)
        return
    standing = st.all_zx()
    if standing:
        st.hit("B.damage-player-5")
        move(st, ask_slot(st, seat, "void_bringer", "B.damage-player-5", standing), TRASH)
