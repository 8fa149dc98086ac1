"""Reading the state: who admits what, Basic Stats with everything added, costs with everything raised, prohibitions."""

from collections.abc import Iterator
from typing import TypeVar

from rules_engine.x610z.nodes import (
    All,
    Allow,
    Const,
    Controller,
    Count,
    Each,
    Figure,
    Forbid,
    Host,
    ModCost,
    ModStat,
    Node,
    Owner,
    Select,
    This,
    You,
)

from .described import is_as_described, is_described, is_kind, is_like_source
from .game import CardInfo, above_zero
from .model import (
    ITEM_KINDS,
    PLAY,
    REF_ITEM,
    REF_OBJECT,
    REF_PLAYER,
    Amounts,
    Item,
    Obj,
    Ref,
    State,
)

EVERYTHING = 1_000_000
"""The value of "all": more than there can be of anything."""
N = TypeVar("N", bound=Node)


def info(st: State, slot: int) -> CardInfo:
    """The card in a slot; its identity must be known."""
    return st.game.infos[st.objs[slot].rev]


def you_of(st: State, source: Obj) -> int:
    """Who "you" is on a permanent: its caster, or under ruling H37 the player who controls it (107.3a, 208.3)."""
    return source.caster if st.game.you_is_caster else source.controller


def in_play(st: State, slot: int, inc: int) -> bool:
    """True if this incarnation of the card is still in play (208.5)."""
    obj = st.objs[slot]
    return obj.zone == PLAY and obj.inc == inc


def item_of(st: State, ident: int) -> Item | None:
    """The stack item with this id, None once it has left the stack."""
    for item in st.stack:
        if item.id == ident:
            return item
    return None


def exists(st: State, ref: Ref) -> bool:
    """True while what the reference names is still there."""
    kind, a, b = ref
    if kind == REF_OBJECT:
        return in_play(st, a, b)
    if kind == REF_PLAYER:
        return st.living(a)
    return kind == REF_ITEM and item_of(st, a) is not None


def side(st: State, select: Select, seat: int, you: int) -> bool:
    """True if ``seat`` is on the side that "you control", "an opponent controls" or "another player" asks for."""
    control = select.control
    if control == "any":
        return True
    if control == "you":
        return seat == you
    if control == "opponent":
        return st.game.enemies(seat, you)
    return seat != you


def admits_object(st: State, select: Select, obj: Obj, you: int, but: int = -1) -> bool:
    """True if an object in play is what ``select`` asks for; ``but`` is the slot that "other" leaves out."""
    if obj.rev < 0:
        return False
    card = st.game.infos[obj.rev].card
    if not is_kind(card, select.kind):
        return False
    if not side(st, select, obj.controller, you):
        return False
    if select.other and obj.slot == but:
        return False
    return is_described(card, select) and is_as_described(st, select, obj)


def admits_card(st: State, select: Select | None, rev: int) -> bool:
    """True if a card (not in play) is what ``select`` asks for; an unknown card never is."""
    if select is None:
        return True
    if rev < 0:
        return False
    card = st.game.infos[rev].card
    wanted = {"energy_crystal": card.is_crystal, "summon": card.is_summon, "effect": card.is_effect}
    if select.card_kind != "any" and not wanted[select.card_kind]:
        return False
    if select.kind in ("summon", "crystal", "effect") and not is_kind(card, select.kind):
        return False
    return is_described(card, select)


def admits(st: State, select: Select, ref: Ref, you: int, but: int = -1) -> bool:
    """True if the reference is to something that ``select`` admits now."""
    kind, a, b = ref
    if kind == REF_OBJECT:
        return in_play(st, a, b) and admits_object(st, select, st.objs[a], you, but)
    if kind == REF_PLAYER:
        return select.kind == "player" and st.living(a) and side(st, select, a, you)
    item = item_of(st, a)
    if item is None or select.kind != "action" or not side(st, select, item.seat, you):
        return False
    if select.action != "any" and ITEM_KINDS[item.kind] != select.action:
        return False
    return ITEM_KINDS[item.kind] != "trigger" and _admits_item_card(st, select, item)


def _admits_item_card(st: State, select: Select, item: Item) -> bool:
    if select.card_kind == "any" and not select.classes:
        return True
    return admits_card(st, select, st.objs[item.slot].rev)


def candidates(st: State, select: Select, you: int, but: int = -1) -> Iterator[Ref]:
    """Everything that ``select`` admits now: the active player's first, then clockwise."""
    if select.kind == "player":
        for seat in from_active(st):
            ref = (REF_PLAYER, seat, 0)
            if admits(st, select, ref, you):
                yield ref
    elif select.kind == "action":
        for item in st.stack:
            ref = (REF_ITEM, item.id, 0)
            if admits(st, select, ref, you):
                yield ref
    else:
        for seat in from_active(st):
            for slot in st.play[seat]:
                obj = st.objs[slot]
                if admits_object(st, select, obj, you, but):
                    yield (REF_OBJECT, slot, obj.inc)


def from_active(st: State) -> list[int]:
    """All seats clockwise, the active player's first: the order in which players choose at the same moment (107.2a)."""
    count = len(st.hand)
    return [(st.active + step) % count for step in range(count)]


def static_touches(st: State, source: Obj, ref: object, slot: int) -> bool:
    """True if a continuous effect of ``source`` that works on ``ref`` works on the object in ``slot`` (207.5)."""
    if isinstance(ref, Host):
        host = source.host
        return host is not None and host[0] == REF_OBJECT and host[1] == slot
    if isinstance(ref, This):
        return source.slot == slot
    if isinstance(ref, Each):
        if ref.of is not None and not static_seat(st, source, ref.of, st.objs[slot].controller):
            return False
        if ref.like is not None and not is_like_source(st, ref.like, source, slot):
            return False
        return admits_object(st, ref.select, st.objs[slot], you_of(st, source), source.slot)
    return False


def static_seat(st: State, source: Obj, ref: object, seat: int) -> bool:
    """True if a continuous effect of ``source`` that works on players ``ref`` works on ``seat``."""
    if ref is None:
        return True
    if isinstance(ref, You):
        return you_of(st, source) == seat
    if isinstance(ref, Host):
        host = source.host
        return host is not None and host[0] == REF_PLAYER and host[1] == seat
    if isinstance(ref, Controller | Owner):
        inner = source.slot if isinstance(ref.of, This) else source.host[1] if source.host else -1
        if inner < 0:
            return False
        obj = st.objs[inner]
        return (obj.controller if isinstance(ref, Controller) else obj.owner) == seat
    if isinstance(ref, Each):
        return ref.select.kind == "player" and side(st, ref.select, seat, you_of(st, source))
    return False


def static_amount(st: State, source: Obj, value: object) -> int:
    """The value of a continuous effect now."""
    if isinstance(value, Const):
        return value.n
    if isinstance(value, Count):
        return count_value(st, value, you_of(st, source), source.slot)
    return EVERYTHING if isinstance(value, All) else 0


def count_value(st: State, value: Count, you: int, slot: int, who: int | None = None) -> int:
    """The number that a ``Count`` stands for, counted now."""
    seat = you if who is None else who
    if value.what == "hand":
        return value.per * len(st.hand[seat])
    if value.what == "discard":
        return value.per * len(st.discard[seat])
    if value.what == "counters":
        return value.per * _counters(st, slot)
    if value.select is None:
        return 0
    return value.per * sum(1 for _ in candidates(st, value.select, you, slot))


def _counters(st: State, slot: int) -> int:
    """The counters on an Effect; if it has left play, those it had."""
    obj = st.objs[slot]
    gone = st.gone.get(slot)
    return gone[0].counters if obj.zone != PLAY and gone is not None else obj.counters


def statics_of(st: State, kind: type[N]) -> Iterator[tuple[Obj, N]]:
    """Every continuous effect of one kind in play, with its source."""
    for slot in st.statics:
        source = st.objs[slot]
        for node in st.game.infos[source.rev].statics:
            if isinstance(node, kind):
                yield source, node


def defense_changes(st: State) -> bool:
    """True if anything in force adds to or takes from the Defense of some summon (402.13)."""
    for temp in st.temps:
        if type(temp.node) is ModStat and temp.node.stat == "defense":
            return True
    infos, objs = st.game.infos, st.objs
    return any(infos[objs[slot].rev].changes_defense for slot in st.statics)


def _over(st: State, source: Obj) -> bool:
    """True if a continuous change of Defense does not last any more (402.13, H35)."""
    return source.stamp <= st.turn_stamp and st.game.chosen["H35"] == "one_turn"


def stat(st: State, slot: int, name: str) -> int:
    """A Basic Stat with everything added and subtracted; Attack Power, Speed and Range not below zero (402.12)."""
    obj = st.objs[slot]
    total: int = getattr(st.game.infos[obj.rev].card, name)
    for temp in st.temps:
        node = temp.node
        if type(node) is ModStat and node.stat == name and (slot, obj.inc) in temp.objects:
            total += temp.amount
    if st.statics:
        for source, node in statics_of(st, ModStat):
            if name == "defense" and _over(st, source):
                continue
            if node.stat == name and static_touches(st, source, node.what, slot):
                amount = static_amount(st, source, node.delta)
                total += -amount if node.negative else amount
    return total if name == "defense" else max(0, total)


NO_STATS = (0, 0, 0, 0)
STATS = ("attack", "defense", "speed", "range")


def basic_stats(st: State, slot: int) -> tuple[int, int, int, int]:
    """The four Basic Stats of a summon now, in the order of :data:`STATS`."""
    if not st.temps and not st.statics:
        card = info(st, slot).card
        return (card.attack, card.defense, card.speed, card.range)
    return (
        stat(st, slot, "attack"),
        stat(st, slot, "defense"),
        stat(st, slot, "speed"),
        stat(st, slot, "range"),
    )


def last_known(st: State, slot: int, inc: int) -> Obj | None:
    """The object of this incarnation as it is in play, or as it last was there this turn (208.5)."""
    obj = st.objs[slot]
    if obj.inc == inc:
        return obj
    gone = st.gone.get(slot)
    return gone[0] if gone is not None and gone[0].inc == inc else None


def figure(st: State, value: Figure, ref: Ref) -> int:
    """A Basic Stat of a summon or the damage on it; as it last was if it left play this turn (208.5)."""
    obj = last_known(st, ref[1], ref[2]) if ref[0] == REF_OBJECT else None
    if obj is None or not info(st, obj.slot).card.is_summon:
        return 0
    if value.stat == "damage":
        return obj.damage
    if in_play(st, ref[1], ref[2]):
        return stat(st, obj.slot, value.stat)
    return max(0, st.gone[obj.slot][1][STATS.index(value.stat)]) if obj.slot in st.gone else 0


def cost_of(st: State, action: str, base: Amounts, seat: int, slot: int, rev: int) -> Amounts:
    """A cost with everything that raises or lowers it; no type falls below zero."""
    total = list(base)
    for temp in st.temps:
        node = temp.node
        if (
            type(node) is ModCost
            and node.of == action
            and _cost_applies(st, node, temp.seats, temp.objects, seat, slot, rev)
        ):
            _add_cost(total, node, 1 if node.times is None else temp.amount)
    if st.statics:
        for source, found in statics_of(st, ModCost):
            node = found
            if node.of != action or not admits_card(st, node.select, rev):
                continue
            if node.who is not None and not static_seat(st, source, node.who, seat):
                continue
            if node.what is not None and not static_touches(st, source, node.what, slot):
                continue
            _add_cost(total, node, 1 if node.times is None else static_amount(st, source, node.times))
    return above_zero(*total)


def _cost_applies(
    st: State,
    node: ModCost,
    seats: tuple[int, ...],
    objects: tuple[tuple[int, int], ...],
    seat: int,
    slot: int,
    rev: int,
) -> bool:
    if node.who is not None and seat not in seats:
        return False
    if node.what is not None and (slot, st.objs[slot].inc) not in objects:
        return False
    return admits_card(st, node.select, rev)


def _add_cost(total: list[int], node: ModCost, times: int) -> None:
    sign = -times if node.less else times
    for index, amount in enumerate(node.energy.as_tuple()):
        total[index] += sign * amount


def forbidden(st: State, verb: str, slot: int = -1, seat: int = -1, rev: int = -1) -> bool:
    """True if something in force says that this can't be done (107.1b)."""
    if not st.temps and not st.statics:
        return False
    return _forbidden_a_while(st, verb, slot, seat, rev) or _forbidden_in_play(st, verb, slot, seat, rev)


def _forbidden_a_while(st: State, verb: str, slot: int, seat: int, rev: int) -> bool:
    """Whether an effect that has been done says so until a moment."""
    for temp in st.temps:
        node = temp.node
        if type(node) is not Forbid or node.verb != verb:
            continue
        if node.what is not None and (slot < 0 or (slot, st.objs[slot].inc) not in temp.objects):
            continue
        if node.who is not None and seat not in temp.seats:
            continue
        if node.select is None or rev < 0 or admits_card(st, node.select, rev):
            return True
    return False


def _forbidden_in_play(st: State, verb: str, slot: int, seat: int, rev: int) -> bool:
    """Whether a permanent says so as long as it is in play."""
    for source, found in statics_of(st, Forbid):
        if found.verb != verb:
            continue
        if found.what is not None and (slot < 0 or not static_touches(st, source, found.what, slot)):
            continue
        if found.who is not None and not static_seat(st, source, found.who, seat):
            continue
        if found.select is None or rev < 0 or admits_card(st, found.select, rev):
            return True
    return False


def allowances(st: State, verb: str, slot: int, spent: bool = False) -> int:
    """How many effects in force allow this to the summon in ``slot`` (107.1a).

    ``spent``: the once more that continuous effects allow each turn is used up, only the others count.
    """
    if not st.temps and not st.statics:
        return 0
    key = (slot, st.objs[slot].inc)
    found = sum(
        1 for temp in st.temps if type(temp.node) is Allow and temp.node.verb == verb and key in temp.objects
    )
    if spent:
        return found
    lasting = (one for one in statics_of(st, Allow) if one[1].verb == verb)
    return found + sum(static_touches(st, source, node.what, slot) for source, node in lasting)
