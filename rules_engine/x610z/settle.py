"""What the rules do by themselves after every change: lethal damage, fallen Effects, the class limit (210, 402)."""

from .instead import replacements
from .lasting import end_lasting
from .model import DEACTIVATIONS, DISCARD, PLAY, REF_ITEM, Ref, State, Temp, hit
from .query import defense_changes, exists, stat
from .winning import lose, win_together
from .zones import leave_together, move_card

_ROUNDS = 200


def settle(st: State) -> None:
    """Apply what follows from the state until nothing follows any more. May end the game."""
    for _ in range(_ROUNDS):
        if st.temps and _drop_tied(st):
            continue
        if not (_destroy_damaged(st) or _drop_attached(st) or _class_limit(st)):
            return


def destroy(st: State, slots: list[int], rule: str) -> set[int]:
    """Destroy permanents at the same moment: they go to the discard pile, a lost Life Base loses the game (210.7-8).

    Returns those to which something else happened instead (107.1a).
    """
    gone = [slot for slot in slots if st.objs[slot].zone == PLAY]
    instead = {slot: zone for slot in gone if (zone := _instead(st, slot, rule))}
    for slot in [slot for slot in gone if instead.get(slot) == "play"]:
        st.events.append(("heal", slot, st.objs[slot].damage))
        st.change(slot, damage=0)
        gone.remove(slot)
    losers, destroyed = [], []
    for slot in gone:
        card = st.game.infos[st.objs[slot].rev].card
        if slot in instead:
            losers += [st.objs[slot].owner] if card.is_life_base else []
            continue
        if not card.is_summon:
            hit(st, "205.3")
            continue
        hit(st, rule)
        st.events.append(("destroyed", slot, rule))
        if card.is_life_base:
            losers.append(st.objs[slot].owner)
            destroyed.append(st.objs[slot].owner)
        else:
            hit(st, "210.7")
    elsewhere = {slot: zone for slot, zone in instead.items() if zone != "play"}
    leave_together(st, gone, DISCARD, destroyed=True, instead=elsewhere)
    if losers:
        hit(st, "210.8")
        _first_life_base(st, destroyed)
        lose(st, losers, "106.3#1")
    return set(instead)


def _instead(st: State, slot: int, rule: str) -> str:
    """Where an effect sends a summon that would be destroyed; "play" = it is healed and stays; "" = nothing does.

    Healing saves nobody without damage, nor anyone who is destroyed for the dot that he stands on (601.5, 603.5).
    """
    for node, _, _ in replacements(st, "destroyed", slot):
        if node.to != "play" or (st.objs[slot].damage and rule not in ("601.5", "603.5")):
            hit(st, "107.1a")
            return node.to
    return ""


def _first_life_base(st: State, losers: list[int]) -> None:
    """In a team game ruling H18 may let the team win that destroyed a Life Base of another team."""
    if st.game.chosen["H18"] != "first_life_base" or st.game.header.mode != "team":
        return
    struck = [(st.attackers[seat], seat) for seat in losers if st.attackers[seat] >= 0]
    winners = [by for by, seat in struck if st.living(by) and st.game.enemies(by, seat)]
    if winners:
        win_together(st, winners, "106.2#2")


def _destroy_damaged(st: State) -> bool:
    lethal = []
    modified = bool(st.temps or st.statics) and defense_changes(st)
    objs = st.objs
    for slot in st.occ.values():
        obj = objs[slot]
        if obj.damage or modified:
            defense = stat(st, slot, "defense") if modified else st.game.infos[obj.rev].card.defense
            if obj.damage >= defense:
                lethal.append(slot)
    if not lethal:
        return False
    destroy(st, sorted(lethal), "210.5")
    return True


def _drop_attached(st: State) -> bool:
    """An Effect fixed on something leaves play with it (207.5a, NL.effects-vallen-weg)."""
    fallen = [slot for slot in st.hosted if not _host_there(st, st.objs[slot].host)]
    if not fallen:
        return False
    first = next(slot for slots in st.play for slot in slots if slot in fallen)
    hit(st, "207.5a")
    move_card(st, first, DISCARD)
    return True


def _host_there(st: State, host: Ref | None) -> bool:
    """Whether what an Effect was fixed on is still there; an action on the stack holds it no matter what."""
    if host is None or host[0] == REF_ITEM:
        return True
    return exists(st, host)


def _drop_tied(st: State) -> bool:
    return end_lasting(st, [temp for temp in st.temps if temp.tied and not _source_there(st, temp)])


def _source_there(st: State, temp: Temp) -> bool:
    obj = st.objs[temp.slot]
    return obj.zone == PLAY and obj.inc == temp.inc


def _class_limit(st: State) -> bool:
    """Two summons of one class in one seat's control: the one that came last is discarded (402.9, H12)."""
    # A Life Base for each living seat and one summon more hold no two of a class; seats that left hold nothing.
    if len(st.occ) < st.alive.bit_count() + 2:
        return False
    for slots in st.play:
        seen: dict[str, int] = {}
        for slot in slots:
            obj = st.objs[slot]
            if obj.dot < 0:
                continue
            name = st.game.infos[obj.rev].card.card_class
            other = seen.get(name)
            if other is not None:
                hit(st, "402.9")
                move_card(st, slot if obj.stamp > st.objs[other].stamp else other, DISCARD)
                return True
            seen[name] = slot
    return False


def expire(st: State) -> bool:
    """End what lasts until the end of this turn (402.13), then see what that does (H11, H15); False: nothing did."""
    st.turn_stamp = st.stamp
    if not st.temps and not st.statics:
        return False  # nothing lasts, so nothing ends and nothing comes of it
    ended = end_lasting(st, [temp for temp in st.temps if _over(st, temp)])
    if ended and st.game.chosen["H11"] == "keeps_one":
        for slot in st.occ.values():
            defense = stat(st, slot, "defense")
            if st.objs[slot].damage >= defense > 0:
                st.change(slot, damage=defense - 1)
    settle(st)
    return ended


def _over(st: State, temp: Temp) -> bool:
    if temp.until and temp.until <= st.turn:
        return True
    return temp.until_seat >= 0 and temp.until_seat == st.active and st.turn > temp.since


def fresh(st: State) -> None:
    """Every summon may move and attack again in the next turn (202.5); directions are free again (202.8)."""
    for slot in st.occ.values():
        obj = st.objs[slot]
        if obj.used & ~DEACTIVATIONS or obj.sense:
            st.change(slot, used=obj.used & DEACTIVATIONS, sense=0)
