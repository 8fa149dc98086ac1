"""The six phases of a turn, each running on to the next choice that somebody has."""

from rules_engine.kernel.errors import GameOver
from rules_engine.kernel.report import Result

from .abilities import happen
from .answers import ask_cards, ask_yes
from .cardtext.nodes import TurnEnds
from .damage import play_free
from .effects import seeds_at_once
from .hidden import reveal
from .model import (
    AGAIN,
    CHARGE,
    DECK,
    DRAWING,
    ENDING,
    HAND,
    IGNITION,
    LIFE,
    MAIN,
    REBOOTING,
    RESOURCE,
    RESOURCES,
    SEATS,
    TEMPORARY,
    TRASH,
    State,
    other,
)
from .moving import draw, move, move_all
from .placing import playable
from .preprocessing import preprocess

HAND_LIMIT = 6
CARDS_PER_TURN = 2


def start_turn(st: State) -> None:
    """Reboot Phase and Draw Phase; then the Resource Phase begins."""
    st.turn += 1
    st.extras, st.shifted = [False, False], [False, False]
    st.events.append(("turn", st.turn, st.active))
    st.phase = REBOOTING
    _reboot(st)
    _phase_done(st)
    st.phase = DRAWING
    if st.turn == 1:
        st.hit("B.draw-2")
    else:
        st.hit("B.draw-1")
        draw(st, st.active, CARDS_PER_TURN)
    _phase_done(st)
    st.phase = RESOURCES
    if not st.pile(HAND, st.active):
        to_ignition(st)


def _reboot(st: State) -> None:
    """Wake the turn player's sleeping cards on Squares and in Resource."""
    st.hit("B.reboot-1")
    objs, seat = st.objs, st.active
    own = [slot for slot in st.standing if objs[slot].controller == seat]
    st.lay([slot for slot in (*own, *st.pile(RESOURCE, seat)) if objs[slot].asleep], asleep=False)


def _phase_done(st: State) -> None:
    if st.option("Z1") == "every_phase":
        preprocess(st)


def resource_done(st: State) -> None:
    """The Resource Phase is over."""
    _phase_done(st)
    to_ignition(st)


def to_ignition(st: State) -> None:
    """The Ignition Phase begins; without Charge it is over at once."""
    st.phase = IGNITION
    preprocess(st)
    if not st.pile(CHARGE, st.active):
        to_main(st)


def to_main(st: State) -> None:
    """The Main Phase begins: the turn player gets priority."""
    st.phase = MAIN
    preprocess(st)


def ignite(st: State, slot: int) -> None:
    """One Ignition: the Charge card to Trash, the top of the deck revealed, and played or put into Trash."""
    st.hit("B.ignition-1")
    move(st, slot, TRASH)
    seat = st.active
    top = st.pile(DECK, seat)[-1]  # never empty: the card just put into Trash would have been reloaded
    st.hit("B.ignition-2")
    if st.option("Z7") == "temporary":
        move(st, top, TEMPORARY)
    reveal(st, top, DECK)
    st.change(top, face_up=True)
    if (
        st.card(top).ignition
        and playable(st, seat, top)
        and ask_yes(st, seat, "play_revealed", "B.ignition-3")
    ):
        st.hit("B.ignition-3")
        play_free(st, seat, top, "B.ignition-3")
    else:
        st.hit("B.ignition-4")
        move(st, top, TRASH)
        seeds_at_once(st)
    preprocess(st)
    if not st.pile(CHARGE, seat):
        to_main(st)


def end_turn(st: State) -> None:
    """The End Phase, and the beginning of the opponent's turn."""
    st.phase = ENDING
    last = bool(st.last_turn) and st.turn >= st.last_turn
    if last and st.option("Z29") == "before_end_phase":
        end_by_life(st)
    happen(st, TurnEnds, -1)
    if st.waiting:
        st.hit("B.end-1")
        preprocess(st)
    for slot in st.standing:
        if st.objs[slot].damage:
            st.change(slot, damage=0)
            st.hit("B.end-2")
    st.hurt = False
    if st.lasting:
        st.hit("B.end-3")
        st.lasting = ()
    hand = st.pile(HAND, st.active)
    if len(hand) > HAND_LIMIT:
        st.hit("B.end-4")
        excess = len(hand) - HAND_LIMIT
        move_all(st, ask_cards(st, st.active, "hand_limit", "B.end-4", hand, excess), TRASH)
    _phase_done(st)
    if last:
        end_by_life(st)
    st.active = other(st.active)
    st.moved |= AGAIN  # a Crisis may ask whose turn it is
    start_turn(st)


def call_time(st: State) -> None:
    """The time of the round is up: the turn in progress is finished, and another follows unless ``Z19`` has none."""
    st.last_turn = st.turn + (st.option("Z19") == "one_more_turn")


def end_by_life(st: State) -> None:
    """Whoever has more Life wins, after the last turn or before its End Phase (Z29); equal Life is as Z20 says."""
    first, second = (len(st.pile(LIFE, seat)) for seat in SEATS)
    if first == second:
        drawn = st.option("Z20") == "draw"
        st.result = Result(losers=() if drawn else SEATS, draw=drawn, rule="Z20")
    else:
        winner = 0 if first > second else 1
        st.result = Result((winner,), (other(winner),), rule="Z19")
    raise GameOver
