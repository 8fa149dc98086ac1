"""Control and lasting changes: who holds what, what goes along with it, and how it goes back (206.1g, H20)."""

from .model import PLAY, REF_OBJECT, State, Temp
from .nodes import TakeControl
from .zones import set_controller


def change_control(st: State, slot: int, seat: int, but: int = -1) -> None:
    """Give a permanent to ``seat``, and with it what is fixed on it (H20, NL.effects-gaan-mee).

    ``but`` is the slot of the Effect that does it: it stays with its own controller.
    """
    set_controller(st, slot, seat)
    if st.game.chosen["H20"] != "follows":
        return
    for slots in list(st.play):
        for other in slots:
            obj = st.objs[other]
            fixed_on_it = obj.host is not None and obj.host[:2] == (REF_OBJECT, slot)
            if fixed_on_it and other != but and obj.controller != seat:
                change_control(st, other, seat, but)


def end_lasting(st: State, over: list[Temp]) -> bool:
    """Take lasting changes away; control that was only lent goes back (206.1g). False if there is nothing to end."""
    if not over:
        return False
    st.temps = tuple(temp for temp in st.temps if temp not in over)
    for temp in over:
        if isinstance(temp.node, TakeControl):
            for slot, inc in temp.objects:
                obj = st.objs[slot]
                back = temp.amount if st.living(temp.amount) else obj.owner
                if obj.zone == PLAY and obj.inc == inc and obj.controller != back and st.living(back):
                    change_control(st, slot, back, temp.slot)
    return True
