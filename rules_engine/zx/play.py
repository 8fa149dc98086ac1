"""What an action may do and does: :func:`check` is the rule book as a predicate, :func:`perform` carries out."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from rules_engine.kernel.actions import Form
from rules_engine.kernel.errors import (
    Divergence,
    EngineGap,
    GameOver,
    LogError,
    RuleBroken,
    Violation,
    broken,
)
from rules_engine.kernel.report import Result

from .answers import find_card, slot_of
from .battle import check_attacker, check_target, declare, pass_in_battle, played_in_battle
from .behind import check_crisis, turn_up
from .boot import boot, check_boot
from .costs import check_payment, pay_for, slots_of
from .effects import can_play
from .extra import check_extra, extra
from .hidden import bind_in_hand
from .log import Action
from .model import (
    CHARGE,
    DYNAMIS,
    HAND,
    IGNITION,
    MAIN,
    PHASES,
    RESOURCES,
    SEATS,
    SETUP,
    SQUARE,
    TRASH,
    State,
    other,
)
from .placing import appear, check_square, resolve_event
from .preprocessing import preprocess
from .setup import decide, finish_setup, to_resource
from .shift import check_shift, shift
from .shift import playable as playable_shifts
from .squares import NUMBERS, PLAYER_SQUARES
from .turn import call_time, end_turn, ignite, resource_done, start_turn, to_ignition, to_main


class Kind(Struct, frozen=True):
    """One ``do`` of a log: the fields that it takes, when it may be done, how it is checked and carried out.

    ``phases`` are those of a player's own turn in which it belongs; ``in_battle`` says that the player with priority in
    a battle may do it as well. ``check`` finds the first rule that it breaks beside these. ``from_zone`` is where a
    card lies that it may name though nobody has seen it yet, -1 if it names none.
    """

    fields: tuple[str, ...]
    form: Form
    carry_out: Callable[[State, Action], None]
    check: Callable[[State, Action], Violation | None] | None = None
    phases: tuple[int, ...] = ()
    in_battle: bool = False
    from_zone: int = -1


def perform(st: State, action: Action) -> Violation | None:
    """Carry out an action, or return the first rule that it breaks; then the state is as it was.

    Raises :class:`NeedAnswer`, :class:`LogError` or :class:`EngineGap`, and may leave a changed state behind then.
    """
    st.answers, st.asked, st.events = action.answers or [], 0, []
    st.names, st.named = action.shown, 0
    before = st.snapshot() if action.answers or st.hides else None
    if st.hides:
        _name_from_hand(st, action)
    violation = check(st, action)
    if violation is not None:
        if st.hides and before is not None:
            st.restore(before)
        return violation
    try:
        KINDS[action.do].carry_out(st, action)
    except RuleBroken as found:
        if before is not None:
            st.restore(before)
        return found.violation
    except GameOver:
        pass
    if st.result is not None:
        st.events.append(("end", st.result.winners))
    _compare_written(st, action)
    return None


def _compare_written(st: State, action: Action) -> None:
    """Hold what a line says of its outcome against what really came of it.

    Raises :class:`LogError` for answers that nobody asked for, :class:`Divergence` for other cards than there are.
    """
    if st.asked < len(st.answers):
        raise LogError("answers_left_over", count=len(st.answers) - st.asked)
    if action.shown and action.shown != (turned := shown(st)):
        raise Divergence("divergence", "301.3a", "shown_differs", written=action.shown, found=turned)
    if action.hand is not None and action.hand != (held := len(st.pile(HAND, action.seat))):
        raise Divergence(
            "divergence", "301.3d", "count_differs", what="hand", written=action.hand, found=held
        )


def _name_from_hand(st: State, action: Action) -> None:
    """Let an action name the unknown card that it plays from a hand or from a Dynamis."""
    kind = KINDS.get(action.do)
    zone = kind.from_zone if kind is not None else -1
    if zone >= 0 and action.card[:1] not in ("", "#") and action.seat < len(SEATS):
        cards = [slot for slot in st.pile(zone, action.seat) if not st.objs[slot].face_up]
        known = playable_shifts(st, action.seat) if action.do == "shift" else cards
        if find_card(st, action.card, known) < 0:
            bind_in_hand(st, action.card, cards)


def shown(st: State) -> list[str]:
    """The numbers of the cards that the last line turned up, from Life or from the deck."""
    return [st.table.cards[event[3]].number for event in st.events if event[0] == "revealed"]


def check(st: State, action: Action) -> Violation | None:
    """The first rule that an action breaks, its later choices left aside. Raises :class:`LogError` for its form."""
    kind = _check_form(action)
    if st.result is not None:
        return broken("101.2", "game_is_over", action.seat)
    if not (kind.phases or kind.in_battle):
        return _check_beside(st, action)
    if st.phase == SETUP:
        return _check_hand(st, action)
    if st.table.texts.manual and action.card:
        _check_read(st, action)
    found = _check_moment(st, action, kind)
    if found is not None or kind.check is None:
        return found
    return kind.check(st, action)


def _check_beside(st: State, action: Action) -> Violation | None:
    """The same for what belongs to no phase: a first hand, a Crisis, and the end of a game."""
    if action.do == "concede":
        return None
    if action.do == "time":
        return _check_time(st)
    if st.phase == SETUP:
        return _check_hand(st, action)
    if action.do != "crisis":
        return broken("B.prep-9", "hand_decided", action.seat)
    return check_crisis(st, action)


def _check_moment(st: State, action: Action, kind: Kind) -> Violation | None:
    """Whether it is this player's to act, and time for such an action."""
    seat = action.seat
    if st.battle is not None:
        if seat != st.battle.priority:
            return broken("B.battle-event-1", "no_priority", seat, turn=other(seat))
        if not kind.in_battle:
            return broken("B.battle-event-1", "not_in_battle", seat)
    elif seat != st.active:
        return broken("B.flow-2", "not_your_turn", seat, turn=st.active)
    elif st.phase not in kind.phases:
        return broken("B.flow-1", "other_phase", seat, phase=PHASES[st.phase], do=action.do)
    return None


def _check_time(st: State) -> Violation | None:
    """Nobody breaks a rule by calling time: it happens once, while a game is being played."""
    if st.last_turn:
        raise LogError("line_repeated", of="time")
    if st.phase == SETUP:
        raise LogError("time_too_early")
    return None


def _check_read(st: State, action: Action) -> None:
    """Raise :class:`EngineGap` for a card whose text is not read: what may be done with it, nobody here knows."""
    for zone in (HAND, DYNAMIS, SQUARE, CHARGE, TRASH):
        slot = find_card(st, action.card, st.pile(zone, action.seat) if zone != SQUARE else st.standing)
        if slot >= 0 and st.objs[slot].rev in st.table.texts.manual:
            raise EngineGap("manual_card", card=st.card(slot).number)


def _check_form(action: Action) -> Kind:
    kind = KINDS.get(action.do)
    if kind is None:
        raise LogError("unknown_action", do=action.do[:80])
    if action.seat > 1:
        raise LogError("unknown_seat", seat=action.seat)
    kind.form.check(action)
    return kind


def _check_hand(st: State, action: Action) -> Violation | None:
    """Step 9: each player keeps or redraws once."""
    seat = action.seat
    if action.do not in ("keep", "redraw"):
        return broken("B.prep-9", "hand_undecided", seat)
    if st.decided[seat]:
        return broken("B.prep-9", "hand_decided", seat)
    if st.option("Z11") == "first_player_first" and seat != st.first and not st.decided[st.first]:
        return broken("B.prep-9", "first_player_decides_first", seat, first=st.first)
    return None


def _hand_slot(st: State, action: Action) -> int:
    """The card of the hand that is meant, -1 if none. A number of its own is nothing that a player could know of it."""
    slot = find_card(st, action.card, st.pile(HAND, action.seat))
    if slot >= 0 and action.card[:1] == "#":
        raise LogError("slot_of_hand", name=action.card[:80])
    return slot


def _in_hand(st: State, action: Action) -> Violation | None:
    if _hand_slot(st, action) < 0:
        return broken("B.main-1", "not_in_hand", action.seat, card=action.card)
    return None


def _check_ignite(st: State, action: Action) -> Violation | None:
    if find_card(st, action.card, st.pile(CHARGE, action.seat)) < 0:
        return broken("B.ignition-1", "not_in_charge", action.seat, card=action.card)
    return None


def _check_play(st: State, action: Action) -> Violation | None:
    seat = action.seat
    slot = _hand_slot(st, action)
    if slot < 0:
        return broken("B.main-1", "not_in_hand", seat, card=action.card)
    card = st.card(slot)
    if card.is_event:
        if action.square:
            raise LogError("field_not_allowed", field="square", do="play")
        if st.option("Z14") == "refused" and not can_play(st, seat, slot):
            return broken("B.text-5", "nothing_to_pick", seat, card=card.name)
        return check_payment(st, seat, card, action.pay)
    if st.battle is not None:
        return broken("B.event-3", "zx_in_battle", seat, card=card.name)
    square = NUMBERS.get(action.square)
    if square is None:
        raise LogError("unknown_square", square=action.square)
    return check_square(st, seat, square) or check_payment(st, seat, card, action.pay)


def _check_attack(st: State, action: Action) -> Violation | None:
    slot = _named(st, action.card)
    found = check_attacker(st, action.seat, slot)
    if found is not None:
        return found
    if action.do == "attack_player":
        return check_target(st, action.seat, slot, PLAYER_SQUARES[other(action.seat)], True)
    square = NUMBERS.get(action.square)
    if square is None:
        raise LogError("unknown_square", square=action.square)
    return check_target(st, action.seat, slot, square, False)


def _named(st: State, name: str) -> int:
    """The card on a Square that an action names as ``"#88"``."""
    slot = slot_of(st, name)
    if slot < 0:
        raise LogError("unknown_object", name=name[:80])
    return slot


# --- carrying out -------------------------------------------------------------------------------------------------


def _decide(st: State, action: Action) -> None:
    decide(st, action.seat, action.do == "redraw")
    if all(st.decided):
        finish_setup(st)
        start_turn(st)


def _resource(st: State, action: Action) -> None:
    st.hit("B.resource-1")
    to_resource(st, find_card(st, action.card, st.pile(HAND, action.seat)))
    resource_done(st)


def _ignite(st: State, action: Action) -> None:
    ignite(st, find_card(st, action.card, st.pile(CHARGE, action.seat)))


def _play(st: State, action: Action) -> None:
    slot = find_card(st, action.card, st.pile(HAND, action.seat))
    pay_for(st, slots_of(st, action.pay))
    if st.card(slot).is_event:
        resolve_event(st, slot)
    else:
        appear(st, slot, NUMBERS[action.square])
    _played(st)


def _boot(st: State, action: Action) -> None:
    boot(st, action)
    _played(st)


def _extra(st: State, action: Action) -> None:
    extra(st, action)
    _played(st)


def _shift(st: State, action: Action) -> None:
    shift(st, action)
    _played(st)


def _played(st: State) -> None:
    if st.battle is not None:
        played_in_battle(st, st.battle)
    else:
        preprocess(st)


def _attack(st: State, action: Action) -> None:
    player = action.do == "attack_player"
    square = PLAYER_SQUARES[other(action.seat)] if player else NUMBERS[action.square]
    declare(st, action.seat, _named(st, action.card), square, player)


def _pass(st: State, action: Action) -> None:
    assert st.battle is not None  # passing is for battles (check)
    pass_in_battle(st, st.battle)


def _next(st: State, action: Action) -> None:
    if st.phase == RESOURCES:
        to_ignition(st)
    elif st.phase == IGNITION:
        to_main(st)
    else:
        end_turn(st)


def _concede(st: State, action: Action) -> None:
    st.hit("101.4")
    st.result = Result((other(action.seat),), (action.seat,), rule="101.4")


def _time(st: State, action: Action) -> None:
    call_time(st)


def _kind(do: str, carry_out: Callable[[State, Action], None], *names: str, **more: Any) -> tuple[str, Kind]:
    needed = tuple(name for name in names if name == "card")
    form = Form(Action, do, (*names, "answers", "shown", "hand"), needed)
    return do, Kind(names, form, carry_out, **more)


KINDS: dict[str, Kind] = dict(
    (
        _kind("keep", _decide),
        _kind("redraw", _decide),
        _kind("resource", _resource, "card", check=_in_hand, phases=(RESOURCES,), from_zone=HAND),
        _kind("ignite", _ignite, "card", check=_check_ignite, phases=(IGNITION,)),
        _kind(
            "play",
            _play,
            *("card", "square", "pay"),
            check=_check_play,
            phases=(MAIN,),
            in_battle=True,
            from_zone=HAND,
        ),
        _kind("boot", _boot, *("card", "ability", "pay"), check=check_boot, phases=(MAIN,), in_battle=True),
        _kind(
            "extra",
            _extra,
            *("card", "square", "ability", "pay"),
            check=check_extra,
            phases=(MAIN,),
            in_battle=True,
            from_zone=DYNAMIS,
        ),
        _kind("shift", _shift, "card", "pay", check=check_shift, phases=(MAIN,), from_zone=DYNAMIS),
        _kind("attack", _attack, "card", "square", check=_check_attack, phases=(MAIN,)),
        _kind("attack_player", _attack, "card", check=_check_attack, phases=(MAIN,)),
        _kind("pass", _pass, in_battle=True),
        _kind("next", _next, phases=(RESOURCES, IGNITION, MAIN)),
        _kind("crisis", turn_up, "card"),
        _kind("concede", _concede),
        _kind("time", _time),
    )
)
"""Everything that can be done in a game; the answers, what was shown and the hand belong to all of it."""
PLAYED_FROM = {do: kind.from_zone for do, kind in KINDS.items() if kind.from_zone >= 0}
"""The actions that may name a card which nobody has seen yet, and where it lies."""
