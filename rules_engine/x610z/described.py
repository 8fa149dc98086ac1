"""Whether a card, or an object in play, is what the words of a selection describe, no matter who controls it."""

from rules_engine.x610z.nodes import Host, Ref, Select, This

from .cards import CardRevision
from .model import REF_OBJECT, UNACTIVATED, Obj, State


def is_described(card: CardRevision, select: Select) -> bool:
    """Whether a card has what ``select`` asks of its face: Class, Life Base or not, Element, crew, energy."""
    if select.classes and card.card_class not in select.classes:
        return False
    if select.life_base is not None and card.is_summon and card.is_life_base is not select.life_base:
        return False
    if select.element is not None and card.element != select.element:
        return False
    if select.crew is not None and card.crew != select.crew:
        return False
    return select.colour is None or bool(getattr(card.produces, select.colour))


def is_kind(card: CardRevision, kind: str) -> bool:
    """Whether a card is of the kind that a text names; permanent is what is printed so (304.4a), not all in play."""
    if kind == "summon":
        return card.is_summon
    if kind == "crystal":
        return card.is_crystal
    if kind == "effect":
        return card.is_effect
    return kind == "permanent" and (card.permanent or card.is_summon or card.is_crystal)


def is_as_described(st: State, select: Select, obj: Obj) -> bool:
    """Whether an object in play is in the state, and at the place, that ``select`` asks for."""
    wanted = select.state
    if wanted != "any":
        if wanted == "damaged":
            if not obj.damage:
                return False
        elif (obj.state == UNACTIVATED) is (wanted == "not_ready"):
            return False
    if select.where != "any":
        if obj.dot < 0:
            return False
        return st.game.board.no_attack[obj.dot] is (select.where == "in_no_attack_zone")
    return True


def is_alike(st: State, slot: int, other: int) -> bool:
    """Whether two cards are summons of the same Class, wherever they are now (208.6)."""
    infos, objs = st.game.infos, st.objs
    if objs[slot].rev < 0 or objs[other].rev < 0:
        return False
    card_class = infos[objs[slot].rev].card.card_class
    return bool(card_class) and card_class == infos[objs[other].rev].card.card_class


def is_like_source(st: State, like: Ref, source: Obj, slot: int) -> bool:
    """Whether a summon is of the Class that a continuous effect names by another: its host's or its own."""
    host = source.host
    if isinstance(like, Host):
        return host is not None and host[0] == REF_OBJECT and is_alike(st, slot, host[1])
    return isinstance(like, This) and is_alike(st, slot, source.slot)
