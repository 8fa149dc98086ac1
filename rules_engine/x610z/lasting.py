"""Control and lasting changes: who holds what, what goes along with it, and how it goes back (206.1g, H20)."""

from msgspec.structs import replace

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
    """Take lasting changes away; control that was only lent goes back (206.1g). False if there is nothing to end.

    A permanent that somebody took since stays where it is, and the later change notes whoever it was lent from first:
    where it goes back to does not hang on the order in which several changes end.
    """
    if not over:
        return False
    temps = list(st.temps)
    ended = [place for place, temp in enumerate(temps) if temp in over]
    lent = []
    for place in ended:
        temp = temps[place]
        if isinstance(temp.node, TakeControl):
            later = _taken_since(temps, place)
            if later < 0:
                lent.append(temp)
            else:
                temps[later] = replace(temps[later], amount=temp.amount)
    st.temps = tuple(temp for place, temp in enumerate(temps) if place not in ended)
    for temp in lent:
        _give_back(st, temp)
    return True


def keep_for_good(st: State, slot: int, inc: int) -> None:
    """Somebody takes a permanent without end: it goes back to nobody when what lent it before is over."""
    st.temps = tuple(
        temp for temp in st.temps if not isinstance(temp.node, TakeControl) or temp.objects != ((slot, inc),)
    )


def _taken_since(temps: list[Temp], place: int) -> int:
    """The place of the next change of control of the same permanent, -1 if there is none."""
    for index in range(place + 1, len(temps)):
        if isinstance(temps[index].node, TakeControl) and temps[index].objects == temps[place].objects:
            return index
    return -1


def _give_back(st: State, temp: Temp) -> None:
    slot, inc = temp.objects[0]
    obj = st.objs[slot]
    back = temp.amount if st.living(temp.amount) else obj.owner
    if obj.zone == PLAY and obj.inc == inc and obj.controller != back and st.living(back):
        change_control(st, slot, back, temp.slot)
