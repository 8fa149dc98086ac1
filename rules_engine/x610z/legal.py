"""Every action that is legal now, in a fixed order. Derived from the checks, never the other way round.

Payments are enumerated with one representative way of paying each cost (the fewest crystals, colorless energy
first); announcements whose cost cannot be met (200.5) are legal but left out.
"""

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

from rules_engine.x610z.log import Action

from . import query
from .answers import name_of
from .attack import attack_cost, check_attacker, check_victim
from .casting import activation_cost, casting_cost, check_kind
from .energy import check_crystal, forced_payment, ready_crystals
from .game import Body, CardInfo, as_payment, covers, plus
from .model import ACTION, COLORLESS, END, SETUP, Amounts, Ref, State
from .movement import check_mover, movement_cost, walk_paths
from .play import check
from .stack import all_passed, check_window, quiet, waiting_for
from .targets import NO_TARGET, aimed_at, beside, enough, legal, needed

MAX_TARGET_SETS = 40
MAX_X = 3

Fields = dict[str, Any]
"""Some fields of an action, while it is put together."""


def legal_actions(st: State, seat: int | None = None, limit: int = 0) -> list[Action]:
    """What ``seat`` (None = anybody) may do now; at most ``limit`` actions if given."""
    found: list[Action] = []
    for action in _all(st, seat):
        found.append(action)
        if limit and len(found) >= limit:
            break
    return found


def _all(st: State, seat: int | None) -> Iterator[Action]:
    if st.result is not None or st.awaiting:
        return
    seats = range(len(st.hand)) if seat is None else (seat,)
    if st.phase == SETUP:
        yield from _setup(st, seats)
        return
    if st.stack:
        if all_passed(st):
            yield Action(do="resolve")
    elif (st.ending or st.phase == END) and all_passed(st):
        yield Action(do="proceed")
    for number in seats:
        if st.living(number):
            yield from of_seat(st, number)


def _setup(st: State, seats: range | tuple[int, ...]) -> Iterator[Action]:
    for number in seats:
        if number == st.first or st.first < 0:
            yield Action(do="begin", seat=number)
        for count in range(len(st.hand[number])):
            action = Action(do="murphy", seat=number, x=count)
            if check(st, action) is None:
                yield action


def of_seat(st: State, seat: int) -> Iterator[Action]:
    """What one living seat may announce now, passes included in full logs."""
    asked = waiting_for(st)
    passing = Action(do="pass", seat=seat)
    if st.game.full and asked >= 0 and check(st, passing) is None:
        yield passing
    if check_window(st, seat) is None:
        yield from _casts(st, seat)
        yield from _activations(st, seat)
        if seat == st.active and not quiet(st):
            yield from _moves(st, seat)
            yield from _attacks(st, seat)
    elif check_window(st, seat, stackable=False) is None:
        yield from _casts(st, seat, crystals_only=True)
    if check_window(st, seat, stackable=False) is None:
        yield from _crystals(st, seat)
    if seat == st.active and st.phase == ACTION and not st.stack and not st.ending:
        yield Action(do="end", seat=seat)
    giving_up = Action(do="concede", seat=seat)
    if check(st, giving_up) is None:
        yield giving_up


def _crystals(st: State, seat: int) -> Iterator[Action]:
    for slot in ready_crystals(st, seat):
        if check_crystal(st, seat, slot) is None:
            yield Action(do="activate", seat=seat, card=f"#{slot}")


def _casts(st: State, seat: int, crystals_only: bool = False) -> Iterator[Action]:
    seen = set()
    for slot in st.hand[seat]:
        rev = st.objs[slot].rev
        if rev < 0 or rev in seen:
            continue
        seen.add(rev)
        if not crystals_only or st.game.infos[rev].card.is_crystal:
            yield from casts_of(st, seat, slot, rev)


def casts_of(st: State, seat: int, slot: int, rev: int) -> Iterator[Action]:
    """Every way to cast from ``slot`` in a hand, if the card there is ``rev``; the window is open."""
    info = st.game.infos[rev]
    if check_kind(st, info, seat) is not None or query.forbidden(st, "cast", -1, seat, rev):
        return
    for paid in _payments(st, info.body):
        pay = payment(st, seat, casting_cost(st, slot, rev, seat, paid))
        if pay is None:
            continue
        for extra in _variants(st, info, info.body, seat, slot, paid):
            action = Action(do="cast", seat=seat, card=info.card.number, **extra, **pay)
            if info.body.extras and check(st, action) is not None:
                continue  # an additional cost that must be paid (207.2)
            yield action


def _payments(st: State, body: Body) -> list[tuple[int, ...]]:
    """How often each additional cost may be paid: every combination up to ``MAX_X`` times (204.4)."""
    if not body.extras or st.game.late_extras:
        return [()]
    return list(product(*(range(MAX_X + 1) if extra.repeat else range(2) for extra in body.extras)))


def _variants(
    st: State, info: CardInfo, body: Body, seat: int, slot: int, paid: tuple[int, ...]
) -> Iterator[Fields]:
    """Every choice of "or" option and targets for one announcement."""
    for mode in range(max(1, body.modes)):
        usable = body.open_extras(mode)
        if any(times and index not in usable for index, times in enumerate(paid)):
            continue
        extra: Fields = {}
        if mode:
            extra["mode"] = mode
        if any(paid):
            extra |= {"x": paid[0]} if len(paid) == 1 else {"extras": list(paid)}
        wanted = needed(body, mode, paid)
        for choice in islice(_aims(st, info, body, wanted, seat, slot), MAX_TARGET_SETS):
            yield {**extra, "targets": [name_of(st, ref) for ref in choice]} if choice else extra


def _aims(
    st: State, info: CardInfo, body: Body, wanted: list[int], seat: int, slot: int
) -> Iterator[tuple[Ref, ...]]:
    """Every set of targets that may be declared; of "up to so many" the small ones first, in any order."""
    lists = {index: legal(st, info, body.targets[index], seat, slot) for index in wanted}
    for size in range(len(wanted) + 1):
        if not enough(st, body, wanted, size):
            continue
        places = aimed_at(body, wanted, size)
        for choice in product(*(lists[index] for index in places)):
            refs = [NO_TARGET] * len(body.targets)
            for index, ref in zip(places, choice, strict=True):
                if ref in beside(body, index, refs):
                    break
                refs[index] = ref
            else:
                yield choice


def _activations(st: State, seat: int) -> Iterator[Action]:
    for slot in st.play[seat]:
        obj = st.objs[slot]
        if obj.state or obj.rev < 0:
            continue
        info = st.game.infos[obj.rev]
        for number, (index, _, body) in enumerate(info.activated):
            base: Fields = {"do": "activate", "seat": seat, "card": f"#{slot}", "ability": number}
            for paid in _payments(st, body):
                pay = payment(st, seat, activation_cost(st, slot, seat, index, paid))
                if pay is None:
                    continue
                for extra in _variants(st, info, body, seat, slot, paid):
                    action = Action(**base, **extra, **pay)
                    if check(st, action) is None:
                        yield action


def _moves(st: State, seat: int) -> Iterator[Action]:
    names = st.game.board.names
    for slot in st.play[seat]:
        if st.objs[slot].dot < 0 or check_mover(st, slot) is not None:
            continue
        pay = payment(st, seat, movement_cost(st, slot))
        if pay is None:
            continue
        for path in move_paths(st, slot):
            yield Action(do="move", seat=seat, card=f"#{slot}", path=[names[dot] for dot in path], **pay)


def move_paths(st: State, slot: int) -> Iterator[tuple[int, ...]]:
    """Every path that a summon which may move could be announced to go now."""
    board = st.game.board
    # Under the other option a foreign Starting Dot may be entered, and destroys (601.5).
    free = st.game.chosen["H32"] == "refused"
    closed = st.game.chosen["H13"] == "forbidden"
    home = st.game.homes[st.objs[slot].controller]
    for path in walk_paths(st, slot, query.stat(st, slot, "speed"), free=free):
        if not (closed and board.is_start[path[-1]] and path[-1] != home):
            yield path


def _attacks(st: State, seat: int) -> Iterator[Action]:
    names = st.game.board.names
    for slot in st.play[seat]:
        if st.objs[slot].dot < 0 or check_attacker(st, slot) is not None:
            continue
        pay = payment(st, seat, attack_cost(st, slot))
        if pay is None:
            continue
        for path in attack_paths(st, slot):
            yield Action(do="attack", seat=seat, card=f"#{slot}", path=[names[dot] for dot in path], **pay)


def attack_paths(st: State, slot: int) -> Iterator[tuple[int, ...]]:
    """Every path to a summon that a summon which may attack could attack now."""
    board = st.game.board
    obj = st.objs[slot]
    whole = st.game.chosen["H10"] == "whole_path"
    bound = 0 if query.allowances(st, "any_direction", slot) else obj.sense
    sharp = query.allowances(st, "sharp_turn", slot) > 0
    for path in board.paths(obj.dot, query.stat(st, slot, "range"), -1, bound, sharp):
        target = st.occ.get(path[-1], -1)
        if whole and any(board.no_attack[dot] for dot in path):
            continue
        if target >= 0 and check_victim(st, target, obj.controller) is None:
            yield path


def payment(st: State, seat: int, cost: Amounts) -> Fields | None:
    """One way of paying ``cost``: the ``crystals`` and ``pay`` fields of an action, or None if it cannot be met."""
    pool = st.pool[seat]
    used: list[int] = []
    if not covers(pool, cost):
        ready = ready_crystals(st, seat)
        for kind in (0, 1, 2, COLORLESS):
            for slot in ready:
                if slot in used or covers(pool, cost):
                    continue
                produced = query.info(st, slot).produces
                if kind == COLORLESS or (produced[kind] and pool[kind] < cost[kind]):
                    pool = plus(pool, produced)
                    used.append(slot)
        if not covers(pool, cost):
            return None
    fields: Fields = {}
    if used:
        fields["crystals"] = [f"#{slot}" for slot in used]
    if forced_payment(pool, cost) is None:
        fields["pay"] = as_payment(default_split(pool, cost))
    return fields


def default_split(pool: Amounts, cost: Amounts) -> Amounts:
    """Pay the colorless part with colorless energy first, then with what there is most of."""
    spent = [cost[0], cost[1], cost[2], 0]
    left = [pool[index] - spent[index] for index in range(4)]
    for _ in range(cost[COLORLESS]):
        kind = COLORLESS if left[COLORLESS] else max((0, 1, 2), key=lambda index: left[index])
        spent[kind] += 1
        left[kind] -= 1
    return (spent[0], spent[1], spent[2], spent[3])
