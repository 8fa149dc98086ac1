"""Moving summons over the board: announcing, walking and landing (202, 402.7, 600, 601, 603, 605)."""

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from rules_engine.kernel.errors import LogError, Violation, broken
from rules_engine.x610z.log import Action

from . import query
from .answers import slot_of
from .energy import PaymentPlan, plan_payment
from .model import (
    ATTACK,
    ATTACKED,
    BY_EFFECT,
    DEACTIVATED,
    MOVED,
    MOVED_AGAIN,
    MOVEMENT,
    OWN_DEACTIVATION,
    PLAY,
    REF_OBJECT,
    UNACTIVATED,
    Amounts,
    Item,
    Obj,
    State,
    hit,
)
from .settle import destroy, settle
from .stack import check_quiet
from .triggers import happened
from .winning import win_together
from .zones import place


class MovePlan(Struct, frozen=True):
    """A legal announcement of a move: the summon, the dots from where it stands, the direction and the payment."""

    slot: int
    path: tuple[int, ...]
    sense: int
    cost: Amounts
    payment: PaymentPlan


def own_summon(st: State, act: Action, seat: int) -> int | Violation:
    """The summon on the board that the line names, if ``seat`` controls it (200.1a)."""
    if act.card is None:
        raise LogError("field_missing", field="card", do=act.do)
    slot = find_in_play(st, act.card, seat)
    obj = st.objs[slot] if slot >= 0 else None
    if obj is None or obj.zone != PLAY or obj.dot < 0:
        return broken("200.1a", "no_such_summon", seat, card=act.card[:80])
    if obj.controller != seat:
        return broken("214.2", "not_controller", seat, card=act.card[:80])
    return slot


def find_in_play(st: State, name: str, seat: int) -> int:
    """The slot of ``"#88"``, or of the only card with that name or number that ``seat`` controls; -1 if none."""
    if name.startswith("#"):
        return slot_of(st, name)
    rev = st.game.rev_of(name)
    found = [slot for slot in st.play[seat] if st.objs[slot].rev == rev]
    if len(found) > 1:
        raise LogError("card_not_unique", card=name[:80], objects=[f"#{slot}" for slot in found])
    return found[0] if found else -1


def path_numbers(st: State, names: Sequence[str] | None) -> tuple[int, ...]:
    """The dots of a path as numbers. Raises :class:`LogError` for a path that is missing or names no dot."""
    if not names or len(names) < 2:
        raise LogError("path_missing")
    number = st.game.board.number
    for name in names:
        if name not in number:
            raise LogError("unknown_dot", dot=name[:20])
    return tuple(number[name] for name in names)


def check_path(st: State, slot: int, path: tuple[int, ...], verb: str, most: int) -> int | Violation:
    """The direction of a path from a summon's dot (0 if it has none), or the first rule it breaks.

    ``verb`` is ``move`` or ``attack`` (warp holes serve only moves of non Life Base summons, 605), ``most`` is
    Speed or Range. Every dot counts, a taken one (202.7, 600.4) and a warp (605.3) as well.
    """
    game = st.game
    board = game.board
    obj = st.objs[slot]
    seat = obj.controller
    if path[0] != obj.dot:
        return broken(
            "202.8", "path_starts_elsewhere", seat, path=board.names[path[0]], dot=board.names[obj.dot]
        )
    if len(path) - 1 > most:
        return broken("202.4", "too_far", seat, steps=len(path) - 1, most=most)
    sense = 0
    turn = path[0]
    joined = False
    for a, b in pairwise(path):
        line = board.neighbours[a].get(b)
        if line is None:
            v = _no_line(st, slot, a, b, verb)
            if v:
                return v
            joined = False
            turn = a
            continue
        if joined and _sharp(st, turn, a, b) and not query.allowances(st, "sharp_turn", slot):
            dots = [board.names[turn], board.names[a], board.names[b]]
            return broken("202.8", "sharp_turn", seat, dots=dots)
        reversed_way = line and sense and line != sense and not query.allowances(st, "sharp_turn", slot)
        if reversed_way:
            return broken("202.8", "direction_changes", seat, dot=board.names[a])
        sense = sense or line
        turn, joined = a, True
    if len(set(path)) != len(path):
        return broken("202.8", "dot_twice", seat)
    return sense


def _sharp(st: State, before: int, at: int, after: int) -> bool:
    """A turn of less than 90 degrees; exactly 90 is allowed unless ruling H7 says otherwise."""
    turn = (before, at, after)
    board = st.game.board
    return turn not in board.turns or (not st.game.right_angle and turn in board.square_turns)


def _no_line(st: State, slot: int, a: int, b: int, verb: str) -> Violation | None:
    """Two dots that no line joins: legal only as a warp of a non Life Base summon (601.6, 603.4, 605.2)."""
    board = st.game.board
    seat = st.objs[slot].controller
    dots = [board.names[a], board.names[b]]
    if not ((board.is_start[a] and board.is_ending[b]) or (board.is_ending[a] and board.is_start[b])):
        return broken("600.3", "no_line", seat, dots=dots)
    if verb == "attack":
        return broken("605.4", "attack_through_warp", seat, dots=dots)
    if not board.warp(a, b, st.game.homes[seat]):
        return broken("605.2", "warp_to_other_home", seat, dots=dots)
    if query.info(st, slot).card.is_life_base:
        return broken("605.2", "life_base_cannot_warp", seat, dots=dots)
    return None


def bound_direction(st: State, slot: int, sense: int) -> Violation | None:
    """Move and attack of one turn go the same way round (202.6)."""
    obj = st.objs[slot]
    if obj.sense and sense and obj.sense != sense and not query.allowances(st, "any_direction", slot):
        return broken("202.6", "other_direction", obj.controller, card=f"#{slot}", way=obj.sense)
    return None


def movement_cost(st: State, slot: int) -> Amounts:
    """The Movement Energy of a summon now (202.2, 204.5a)."""
    obj = st.objs[slot]
    base = query.info(st, slot).movement
    if not st.temps and not st.statics:
        return base
    return query.cost_of(st, "movement", base, obj.controller, slot, obj.rev)


def by_effect(st: State, obj: Obj) -> bool:
    """True if an effect deactivated this summon; February 2010 has one name for every card that lies sideways."""
    return obj.state == DEACTIVATED and (not st.game.two_states or bool(obj.used & BY_EFFECT))


def own_deactivation_is_free(st: State, obj: Obj) -> bool:
    """True if an effect of its own controller does not bind this summon (402.14 word for word, H8).

    That a deactivated summon is bound no matter who deactivated it stands in the glossary since March 2010 only.
    """
    literal = st.game.chosen["H8"] == "others_only" or st.game.two_states
    return literal and bool(obj.used & OWN_DEACTIVATION)


def check_mover(st: State, slot: int) -> Violation | None:
    """May this summon be moved at all now (202.5, 402.7, 402.14)?"""
    obj = st.objs[slot]
    seat = obj.controller
    again = query.allowances(st, "move_again", slot, bool(obj.used & MOVED_AGAIN)) if obj.used & MOVED else 0
    if obj.used & MOVED and not again:
        return broken("202.5", "already_moved", seat, card=f"#{slot}")
    if v := mover_stopped(st, slot):
        return v
    if obj.state != UNACTIVATED and not again and not own_deactivation_is_free(st, obj):
        return broken("402.7", "not_unactivated", seat, card=f"#{slot}")
    return None


def mover_stopped(st: State, slot: int) -> Violation | None:
    """What keeps a summon from moving, when it is announced and again when it resolves (200.4)."""
    obj = st.objs[slot]
    if by_effect(st, obj) and not own_deactivation_is_free(st, obj):
        return broken("402.14", "summon_deactivated", obj.controller, card=f"#{slot}")
    if query.forbidden(st, "move", slot, obj.controller, obj.rev):
        return broken("107.1b", "forbidden", obj.controller, verb="move", card=f"#{slot}")
    return None


def failed(st: State, item: Item) -> None:
    """A move or attack that did not take place: whether its direction binds for the rest of the turn (202.6, H33)."""
    other = {MOVEMENT: ATTACKED, ATTACK: MOVED}.get(item.kind)
    if other is None or st.game.chosen["H33"] == "binds" or not query.in_play(st, item.slot, item.inc):
        return
    if not st.objs[item.slot].used & other:
        st.change(item.slot, sense=0)


def plan_move(st: State, act: Action, seat: int) -> MovePlan | Violation:
    """Check the announcement of a move from the first rule to the payment."""
    if seat != st.active:
        return broken("202.1", "only_active_player", seat, do="move")
    if v := check_quiet(st, seat):
        return v
    slot = own_summon(st, act, seat)
    if isinstance(slot, Violation):
        return slot
    if v := check_mover(st, slot):
        return v
    path = path_numbers(st, act.path)
    sense = check_path(st, slot, path, "move", query.stat(st, slot, "speed"))
    if isinstance(sense, Violation):
        return sense
    if v := bound_direction(st, slot, sense):
        return v
    if path[-1] in st.occ and st.game.chosen["H32"] == "refused":
        return broken("600.5", "dot_occupied", seat, dot=st.game.board.names[path[-1]])
    board = st.game.board
    foreign = board.is_start[path[-1]] and path[-1] != st.game.homes[seat]
    if foreign and st.game.chosen["H13"] == "forbidden":
        return broken("601.4", "foreign_starting_dot", seat, dot=board.names[path[-1]])
    cost = movement_cost(st, slot)
    payment = plan_payment(st, act, seat, cost)
    if isinstance(payment, Violation):
        return payment
    return MovePlan(slot, path, sense, cost, payment)


def announce_move(st: State, plan: MovePlan) -> None:
    """The summon is rotated and counts as moved this turn (402.7, 202.5)."""
    obj = st.objs[plan.slot]
    used = obj.used | MOVED
    if obj.used & MOVED and not spend_allowance(st, plan.slot, "move_again"):
        used |= MOVED_AGAIN
    st.change(plan.slot, state=st.game.turned, used=used, sense=obj.sense or plan.sense)
    hit(st, "402.7")


def spend_allowance(st: State, slot: int, verb: str) -> bool:
    """One "once more" of this turn is used up; False if there is none but a lasting one."""
    key = (slot, st.objs[slot].inc)
    for index, temp in enumerate(st.temps):
        if getattr(temp.node, "verb", "") == verb and key in temp.objects:
            st.temps = st.temps[:index] + st.temps[index + 1 :]
            return True
    return False


def resolve_move(st: State, item: Item) -> bool:
    """Walk the declared path as far as possible (202.9, H9). False if the move fails (200.4)."""
    obj = st.objs[item.slot]
    if not query.in_play(st, item.slot, item.inc) or obj.dot != item.path[0] or obj.controller != item.seat:
        hit(st, "200.4")
        return False
    if v := mover_stopped(st, item.slot):
        hit(st, v.rule)
        failed(st, item)
        return False
    path = item.path
    if path[-1] in st.occ and st.game.chosen["H9"] == "fails":
        hit(st, "200.4")
        failed(st, item)
        return False
    while len(path) > 1 and path[-1] in st.occ:
        hit(st, "202.9")
        path = path[:-1]
    if len(path) < 2:
        st.last = ("move", item.path, False)
        return True
    warped = path[-1] not in st.game.board.neighbours[path[-2]]
    arrive(st, item.slot, path, "warp" if warped else "move", noticed=st.game.early)
    return True


def arrive(st: State, slot: int, path: tuple[int, ...], kind: str = "move", *, noticed: bool = False) -> None:
    """A summon lands at the end of ``path``: a win, a foreign Starting Dot, triggers (601.5, 603.2)."""
    arrive_together(st, [(slot, path)], kind, noticed=noticed)


def arrive_together(
    st: State,
    arrivals: Sequence[tuple[int, tuple[int, ...]]],
    kind: str = "move",
    *,
    noticed: bool = False,
) -> None:
    """Summons, each with its path, land at the same moment, and what follows from it follows for all of them at once.

    No seat comes first: Life Bases of two teams that reach Ending Dots together win together. ``noticed``: what
    triggers on the move was looked for at its announcement (H39).
    """
    board = st.game.board
    winners, strays = [], []
    for slot, path in arrivals:
        dot = path[-1]
        place(st, slot, dot)
        obj = st.objs[slot]
        st.last = (kind, path, True)
        st.events.append((kind, slot, path))
        if not noticed:
            happened(st, "moves", (REF_OBJECT, slot, obj.inc), obj.controller)
        if board.is_ending[dot] and query.info(st, slot).card.is_life_base:
            hit(st, "603.2")
            winners.append(obj.owner)
        if board.is_start[dot] and dot != st.game.homes[obj.controller]:
            strays.append(slot)
    if winners:
        win_together(st, winners)
    if strays:
        destroy(st, strays, "601.5")
    settle(st)


def walk_paths(
    st: State, slot: int, steps: int, by_rules: bool = True, free: bool = True
) -> list[tuple[int, ...]]:
    """Every path that the summon could walk with ``steps`` steps now, to a ``free`` dot or to any."""
    game = st.game
    obj = st.objs[slot]
    life_base = query.info(st, slot).card.is_life_base
    home = -1 if life_base else game.homes[obj.controller]
    bound = obj.sense if by_rules and not query.allowances(st, "any_direction", slot) else 0
    taken = st.occ if free else {}
    sharp = query.allowances(st, "sharp_turn", slot) > 0
    found = game.board.paths(obj.dot, steps, home, bound, sharp)
    return [path for path in found if path[-1] not in taken]
