"""A battle in its four steps: declaration, events by turns, damage, end."""

from msgspec.structs import replace

from rules_engine.kernel.errors import EngineGap, Violation, broken

from .abilities import happen
from .cardtext.nodes import Attacked, Attacks
from .effects import hurt
from .model import SQUARE, Battle, State, other
from .preprocessing import preprocess
from .squares import NAMES, PLAYER_SQUARES, WITHIN


def check_attacker(st: State, seat: int, slot: int) -> Violation | None:
    """The first rule that forbids a card to attack at all."""
    if slot < 0 or st.objs[slot].square < 0 or not st.card(slot).is_zx or st.objs[slot].controller != seat:
        return broken("B.declare-1", "not_own_zx", seat)
    if st.objs[slot].asleep:
        return broken("B.declare-1", "attacker_asleep", seat, card=st.card(slot).name)
    return None


def check_target(st: State, seat: int, slot: int, square: int, player: bool) -> Violation | None:
    """The first rule that forbids a Z/X to attack the enemy Z/X on a Square, or the ``player`` behind it."""
    card = st.card(slot)
    if square not in WITHIN[card.range][st.objs[slot].square]:
        return broken("B.declare-2", "not_next_to", seat, card=card.name, square=NAMES[square])
    enemies = enemies_on(st, seat, square)
    if player and enemies:
        return broken("B.declare-3", "player_shielded", seat, card=st.card(enemies[0]).name)
    if not player and not enemies:
        return broken("B.declare-2", "nothing_to_attack", seat, square=NAMES[square])
    return None


def enemies_on(st: State, seat: int, square: int) -> list[int]:
    """The opponent's Z/X on a Square."""
    return [slot for slot in st.zx_on(square) if st.objs[slot].controller != seat]


def declare(st: State, seat: int, slot: int, square: int, player: bool) -> None:
    """Battle Declaration Step: the attacker goes to sleep; then the turn player gets priority (step 2)."""
    target = -1 if player else enemies_on(st, seat, square)[-1]
    st.lay((slot,), asleep=True)
    st.hit("B.declare-1")
    st.events.append(("attack", slot, target, square))
    target_inc = st.objs[target].inc if target >= 0 else 0
    st.battle = Battle(slot, st.objs[slot].inc, target, target_inc, square, seat)
    happen(st, Attacks, slot)
    if target >= 0:
        happen(st, Attacked, target)
    preprocess(st)


def pass_in_battle(st: State, battle: Battle) -> None:
    """A pass in the Battle Event Step; the second in a row leads to the damage."""
    if battle.passes == 1:
        st.hit("B.battle-event-3")
        _damage(st, battle)
        return
    st.battle = _turned(battle, 1)
    preprocess(st)


def played_in_battle(st: State, battle: Battle) -> None:
    """Something was played in the Battle Event Step: the other player is next, and nobody has passed."""
    st.hit("B.battle-event-1")
    st.battle = _turned(battle, 0)
    preprocess(st)


def _turned(battle: Battle, passes: int) -> Battle:
    return replace(battle, priority=other(battle.priority), passes=passes)


def _damage(st: State, battle: Battle) -> None:
    """Battle Damage Step and Battle End Step."""
    attacker = st.objs[battle.attacker]
    if attacker.zone != SQUARE or attacker.inc != battle.attacker_inc:
        st.hit("B.battle-damage-1")
    elif st.option("Z28") == "within_range" and not _within_range(st, battle):
        st.hit("B.battle-damage-2")
    elif battle.target >= 0:
        _hit_zx(st, battle)
    else:
        _hit_player(st, attacker.controller)
    preprocess(st)
    st.battle = None
    st.hit("B.battle-end-1")
    preprocess(st)


def _within_range(st: State, battle: Battle) -> bool:
    """Whether the attacker, where it stands now, still reaches what it attacked, where that is now."""
    attacker, target = st.objs[battle.attacker], st.objs[battle.target]
    gone = battle.target >= 0 and (target.zone != SQUARE or target.inc != battle.target_inc)
    square = PLAYER_SQUARES[other(attacker.controller)] if battle.target < 0 else target.square
    return gone or square in WITHIN[st.card(battle.attacker).range][attacker.square]


def _hit_zx(st: State, battle: Battle) -> None:
    target = st.objs[battle.target]
    if target.zone != SQUARE or target.inc != battle.target_inc:
        if st.option("Z17") == "no_damage":
            return
        raise EngineGap("battle_target_gone", card=st.card(battle.target).number)
    power = st.power(battle.attacker)
    st.change(battle.target, damage=target.damage + power)
    st.battle = replace(battle, struck=True)
    st.hit("B.battle-damage-2")
    st.events.append(("damage", battle.target, power))


def _hit_player(st: State, seat: int) -> None:
    enemy = other(seat)
    if enemies_on(st, seat, PLAYER_SQUARES[enemy]) and st.option("Z18") == "judge":
        raise EngineGap("player_square_filled", square=NAMES[PLAYER_SQUARES[enemy]])
    st.hit("B.damage-player-1")
    hurt(st, enemy)
    if st.option("Z35") == "battle_only":
        st.fought[enemy] += 1
