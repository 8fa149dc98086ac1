"""A card behind a Player card that nobody has named: its owner says when its Crisis comes, and which card it is.

Where the card is named from the beginning the engine turns it up by itself, in the preprocessing (B.arc-4). A table
tells nobody what lies there: then a line of its own, ``crisis``, says that it was turned up behind the line before.
"""

from rules_engine.kernel.errors import EngineGap, LogError, Violation, broken

from .abilities import crisis
from .log import Action
from .model import MAIN, State
from .preprocessing import preprocess


def unseen_behind(st: State, seat: int) -> int:
    """The card behind a player's Player card that nobody has named; -1 if there is none."""
    found = (slot for slot in st.behind if st.objs[slot].owner == seat)
    return next((slot for slot in found if st.objs[slot].rev == st.table.unseen_behind), -1)


def check_crisis(st: State, action: Action) -> Violation | None:
    """What forbids that a player turns up the named Player Extra now.

    Raises :class:`LogError` where no unnamed card lies behind, :class:`EngineGap` for a card whose text is not read.
    """
    seat = action.seat
    slot = unseen_behind(st, seat)
    if slot < 0:
        raise LogError("nothing_behind", seat=seat)
    rev = st.table.rev_of(action.card)
    card = st.table.cards[rev]
    if rev in st.table.texts.manual:
        raise EngineGap("manual_card", card=card.number)
    if card.kind != "player_extra":
        return broken("B.arc-4", "not_behind", seat, card=card.name)
    late = st.option("Z23") == "main_phase" and (st.phase != MAIN or seat != st.active)
    if late or not crisis(st, slot, rev):
        return broken("B.arc-4", "no_crisis", seat, card=card.name)
    return None


def turn_up(st: State, action: Action) -> None:
    """The card is named; the preprocessing reveals it, and does what is due then."""
    st.change(unseen_behind(st, action.seat), rev=st.table.rev_of(action.card))
    preprocess(st)
