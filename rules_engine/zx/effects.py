"""Carrying out what abilities say, one sentence after the other; nothing comes between them but what acts at once."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from . import setup
from .abilities import ZONE_OF, abilities_there, happen, holds, links, matching, missing_sign, unchosen
from .answers import ask_cards, ask_order, ask_slot, ask_square, ask_yes
from .cardtext import nodes as n
from .markers import add_counters, has_marker
from .model import DECK, HAND, REMOVE, RESOURCE, SEATS, SQUARE, TRASH, Lasting, State, Waiting, other
from .moving import create, destroy, draw, move, move_all
from .squares import PLAYER_SQUARES, WITHIN

RULE_OF = {"boot": "B.text-1", "auto": "B.text-2", "event": "B.text-5", "evol_seed": "B.icon-2"}
"""The rule by which an ability of a kind is carried out."""


class Doing(Struct, frozen=True):
    """Whose ability is carried out, of which card in which incarnation, and by which rule."""

    seat: int
    source: int
    inc: int
    rule: str


def hurt(st: State, seat: int, points: int = 1) -> None:
    """Record damage that a player receives (907.1)."""
    st.damage[seat] += points
    st.hit("907.1")
    st.events.append(("player_damage", seat, points))


def carry_out(st: State, seat: int, source: int, inc: int, ability: n.Ability) -> None:
    """The effects of an ability of ``seat``, in the order in which they stand."""
    doing = Doing(seat, source, inc, RULE_OF[ability.kind])
    st.hit(doing.rule)
    said = st.table.texts.of(rev) if (rev := st.text_of(source)) >= 0 else ()
    st.events.append(("ability", source, ability.kind, said.index(ability) if ability in said else -1))
    done = False
    for effect in ability.effects:
        done = _do(st, doing, effect, done)


def carry_out_event(st: State, slot: int) -> None:
    """Everything that the text of a played Event says (B.text-5)."""
    seat, inc = st.objs[slot].owner, st.objs[slot].inc
    for _line, ability in list(abilities_there(st, slot, "event")):
        if not missing_sign(st, seat, ability):
            carry_out(st, seat, slot, inc, ability)


def carry_out_waiting(st: State, waiting: Waiting) -> None:
    """An automatic ability whose turn has come."""
    obj = st.objs[waiting.slot]
    if obj.inc != waiting.inc and st.option("Z15") == "lost":
        return
    ability = st.table.texts.of(waiting.rev)[waiting.line]
    carry_out(st, waiting.seat, waiting.slot, waiting.inc, ability)


def can_do_something(st: State, seat: int, source: int, ability: n.Ability) -> bool:
    """Whether something is there for an ability whose every effect picks a Z/X (Z14)."""
    wanted = [getattr(effect, "what", None) for effect in ability.effects]
    return any(
        not isinstance(what, n.One) or bool(unchosen(st, seat, matching(st, seat, source, what.which)))
        for what in wanted
    )


def can_play(st: State, seat: int, slot: int) -> bool:
    """Whether an Event has a text that does nothing but pick, and nothing is there to pick: False then (Z14)."""
    said = [ability for _line, ability in abilities_there(st, slot, "event")]
    return not said or any(can_do_something(st, seat, slot, ability) for ability in said)


# --- one effect -----------------------------------------------------------------------------------------------------


def _do(st: State, doing: Doing, effect: object, before: bool) -> bool:
    """Carry out an effect; whether it was done whole, so that "if you do" holds."""
    if isinstance(effect, n.When):
        return holds(st, doing.seat, doing.source, effect.condition) and _do(st, doing, effect.effect, before)
    if isinstance(effect, n.May):
        return ask_yes(st, doing.seat, "may", doing.rule) and _do(st, doing, effect.effect, before)
    if isinstance(effect, n.Then):
        return before and _do(st, doing, effect.effect, before)
    return _DOES[type(effect)](st, doing, effect)


def _enough(st: State, done: int, wanted: int) -> bool:
    """Whether so much of an effect was done that "if you do" holds: all of it, or any part (Z30)."""
    return done >= wanted if st.option("Z30") == "whole" else done > 0


def _meant(st: State, doing: Doing, what: n.What) -> list[int]:
    """The Z/X that an effect is about; one of several is picked by the person who controls the ability."""
    if isinstance(what, n.This):
        obj = st.objs[doing.source]
        return [doing.source] if obj.zone == SQUARE and obj.inc == doing.inc else []
    found = matching(st, doing.seat, doing.source, what.which)
    if isinstance(what, n.One) and (found := unchosen(st, doing.seat, found)):
        return [ask_slot(st, doing.seat, "target", doing.rule, found)]
    return found


def _damage(st: State, doing: Doing, effect: n.Damage) -> bool:
    found = _meant(st, doing, effect.what)
    for slot in found:
        st.change(slot, damage=st.objs[slot].damage + effect.n)
        st.events.append(("damage", slot, effect.n))
    return bool(found)


def _damage_of_power(st: State, doing: Doing, effect: n.DamageOfPower) -> bool:
    """As much as the Power of the card with the text; none where it is no Z/X on a Square any more."""
    own = _meant(st, doing, n.This())
    return bool(own) and _damage(st, doing, n.Damage(max(st.power(own[0]), 0), effect.what))


def _hurt(st: State, doing: Doing, effect: n.Hurt) -> bool:
    hurt(st, other(doing.seat), effect.n)
    return True


def _power(st: State, doing: Doing, effect: n.Power) -> bool:
    found = _meant(st, doing, effect.what)
    st.lasting += tuple(Lasting(slot, st.objs[slot].inc, effect.n) for slot in found)
    st.events += [("power", slot) for slot in found]
    st.hurt = st.hurt or effect.n < 0
    return bool(found)


def _draw(st: State, doing: Doing, effect: n.Draw) -> bool:
    there = len(st.pile(HAND, doing.seat))
    draw(st, doing.seat, effect.n)
    return _enough(st, len(st.pile(HAND, doing.seat)) - there, effect.n)


def _each_draws(st: State, _doing: Doing, effect: n.EachDraws) -> bool:
    there = [len(st.pile(HAND, seat)) for seat in SEATS]
    for seat in (st.active, other(st.active)):
        draw(st, seat, effect.n)
    return all(_enough(st, len(st.pile(HAND, seat)) - there[seat], effect.n) for seat in SEATS)


def _each_gives(st: State, doing: Doing, effect: n.EachGives) -> bool:
    first = give(st, st.active, HAND, effect.n, doing.rule)
    return give(st, other(st.active), HAND, effect.n, doing.rule) and first


def _give(st: State, doing: Doing, effect: n.Give) -> bool:
    return give(st, doing.seat, ZONE_OF[effect.zone], effect.n, doing.rule)


def _opponent_gives(st: State, doing: Doing, effect: n.OpponentGives) -> bool:
    return give(st, other(doing.seat), HAND, effect.n, doing.rule)


def give(st: State, seat: int, zone: int, count: int, rule: str) -> bool:
    """A player puts cards of his choice from a zone into Trash, as many as there are; whether that is enough (Z30)."""
    cards = st.pile(zone, seat)
    if cards:
        move_all(st, ask_cards(st, seat, "give", rule, cards, count), TRASH)
    return _enough(st, len(cards), count)


def _shuffle_in(st: State, doing: Doing, effect: n.ShuffleIn) -> bool:
    cards = st.pile(HAND, doing.seat)
    chosen = ask_cards(st, doing.seat, "shuffle_in", doing.rule, cards, effect.n) if cards else []
    move_all(st, chosen, DECK)
    ask_order(st, doing.seat, doing.rule)
    return _enough(st, len(cards), effect.n)


def _destroy(st: State, doing: Doing, effect: n.Destroy) -> bool:
    found = _meant(st, doing, effect.what)
    destroy(st, found)
    return bool(found)


def _to_zone(st: State, doing: Doing, effect: n.ToZone) -> bool:
    found = _meant(st, doing, effect.what)
    move_all(st, found, ZONE_OF[effect.zone])
    return bool(found)


def _turn(st: State, doing: Doing, effect: n.Turn) -> bool:
    turned = [slot for slot in _meant(st, doing, effect.what) if st.objs[slot].asleep != effect.asleep]
    st.lay(turned, asleep=effect.asleep)
    return bool(turned)


def _wake(st: State, doing: Doing, effect: n.WakeResource) -> bool:
    asleep = [slot for slot in st.pile(RESOURCE, doing.seat) if st.objs[slot].asleep]
    if asleep:
        st.lay(ask_cards(st, doing.seat, "wake", doing.rule, asleep, effect.n), asleep=False)
    return _enough(st, len(asleep), effect.n)


def _from_deck(st: State, doing: Doing, effect: n.FromDeck) -> bool:
    for done in range(effect.n):
        deck = st.pile(DECK, doing.seat)
        if not deck:
            return _enough(st, done, effect.n)
        if effect.zone == "resource":
            setup.to_resource(st, deck[-1])
        elif effect.zone == "sleeping resource":
            move(st, deck[-1], RESOURCE, asleep=True)
        else:
            move(st, deck[-1], ZONE_OF[effect.zone])
            seeds_at_once(st)
    return True


def seeds_at_once(st: State) -> None:
    """An Evol Seed that triggered just now is carried out, if it does not wait for preprocessing (Z31)."""
    if st.option("Z31") == "at_once":
        of = st.table.texts.of
        for one in [one for one in st.waiting if one.line >= 0 and of(one.rev)[one.line].kind == "evol_seed"]:
            st.waiting = tuple(waiting for waiting in st.waiting if waiting is not one)
            carry_out_waiting(st, one)


def _shift(st: State, doing: Doing, effect: n.Shift) -> bool:
    found = _meant(st, doing, effect.what)
    for slot in found:
        near: Sequence[int] = sorted(WITHIN[1][st.objs[slot].square])
        move(st, slot, SQUARE, square=ask_square(st, doing.seat, "square", doing.rule, near))
    return bool(found)


def _gain(st: State, doing: Doing, effect: n.Gain) -> bool:
    """Counters are created if their own marker is at hand (B.marker-2)."""
    if not has_marker(st, doing.seat, effect.marker):
        return False
    add_counters(st, doing.seat, effect.marker, effect.n)
    return True


def _token(st: State, doing: Doing, effect: n.Token) -> bool:
    """A Token is created if its own marker is at hand and a Square is free for it."""
    squares = [square for square in range(9) if square not in PLAYER_SQUARES and not st.zx_on(square)]
    return _created(st, doing, effect.marker, squares)


def _link(st: State, doing: Doing, effect: n.Link) -> bool:
    return _created(st, doing, effect.marker, range(9), needed=st.option("Z33") == "needed")


def _created(st: State, doing: Doing, name: str, squares: Sequence[int], needed: bool = True) -> bool:
    if not squares or (needed and not has_marker(st, doing.seat, name)):
        return False
    square = ask_square(st, doing.seat, "square", doing.rule, squares)
    marker = st.table.pool.named(name)
    assert marker is not None  # a text that names another marker is not read
    slot = create(st, st.table.rev_of(marker.number), doing.seat, square, token=True)
    st.hit("B.marker-4" if marker.is_zx else "B.marker-6")
    st.events.append(("played", slot, square))
    if marker.is_zx:
        happen(st, n.Appears, slot)
    return True


def _banish(st: State, doing: Doing, effect: n.Banish) -> bool:
    """A Link leaves the Squares, and so is gone."""
    there = links(st)
    if there:
        move(st, ask_slot(st, doing.seat, "target", doing.rule, there), REMOVE)
    return bool(there)


_DOES: dict[type, Callable[[State, Doing, Any], bool]] = {
    n.Damage: _damage,
    n.DamageOfPower: _damage_of_power,
    n.Hurt: _hurt,
    n.Power: _power,
    n.Draw: _draw,
    n.Give: _give,
    n.OpponentGives: _opponent_gives,
    n.EachDraws: _each_draws,
    n.EachGives: _each_gives,
    n.ShuffleIn: _shuffle_in,
    n.Destroy: _destroy,
    n.ToZone: _to_zone,
    n.Turn: _turn,
    n.WakeResource: _wake,
    n.FromDeck: _from_deck,
    n.Shift: _shift,
    n.Gain: _gain,
    n.Token: _token,
    n.Link: _link,
    n.Banish: _banish,
}
