"""The four phases of a turn, the end of the turn and who is next (700-704, 603.5, 203.4)."""

from msgspec.structs import replace

from rules_engine.kernel.errors import EngineGap

from .drawing import draw_cards, lose_for_decks
from .model import ACTION, DEACTIVATIONS, DRAW, END, NO_ENERGY, REACTIVATION, UNACTIVATED, State, hit
from .resolve import release
from .settle import destroy, expire, fresh, settle
from .triggers import phase_begins

_MAX_SKIPPED = 50
_MAX_ENDINGS = 100


def _skipped(st: State, seat: int, phase: int) -> bool:
    """True if this seat must skip this turn (0) or phase now; the skip is used up (700.2)."""
    if not st.skips or (seat, phase) not in st.skips:
        return False
    index = st.skips.index((seat, phase))
    st.skips = st.skips[:index] + st.skips[index + 1 :]
    hit(st, "700.2")
    return True


def begin_turn(st: State, seat: int, extra: bool = False) -> None:
    """Start the turn of ``seat`` and run it up to the point where players may act."""
    for _ in range(_MAX_SKIPPED):
        _count_round(st, seat, extra)
        st.active = seat
        if not _skipped(st, seat, 0):
            break
        if not extra:
            st.normal = seat
        seat, extra = _next_seat(st)
    else:
        raise EngineGap("turns_skipped_without_end")
    st.turn += 1
    st.is_extra = extra
    if not extra:
        st.normal = seat
    st.events.append(("turn", st.turn, seat))
    _reactivation(st)
    carry_on(st)


def carry_on(st: State) -> None:
    """Go through the phases without actions, until a stack waits in one (H2) or the action phase is open.

    A phase is over once it is done (701.4, 702.4).
    """
    if st.phase == REACTIVATION and not st.stack and st.living(st.active):
        _draw(st)
    if st.phase == DRAW and not st.stack and st.living(st.active):
        _normal_draw(st)
    if st.phase == DRAW and not st.stack and st.living(st.active):
        _open_action_phase(st)


def _count_round(st: State, seat: int, extra: bool) -> None:
    """A round is a full pass over the seats; extra turns are not counted (ruling H17)."""
    if extra:
        return
    if st.round == 0 or st.round_seats >> seat & 1:
        st.round += 1
        st.round_seats = 0
    st.round_seats |= 1 << seat


def _reactivation(st: State) -> None:
    """Triggers, and everything upright (701.1, 701.3)."""
    st.phase = REACTIVATION
    if _skipped(st, st.active, REACTIVATION):
        return
    if st.triggers:
        phase_begins(st, REACTIVATION)
    objs = st.objs
    for slot in st.play[st.active]:
        obj = objs[slot]
        if obj.state != UNACTIVATED:
            objs[slot] = replace(obj, state=UNACTIVATED, used=obj.used & ~DEACTIVATIONS)
    hit(st, "701.1")
    if st.pending:
        release(st)


def _announced(st: State, phase: int) -> None:
    """A phase begins: what triggers on it is released; nobody is told where nobody listens."""
    if st.triggers:
        phase_begins(st, phase)
    if st.pending:
        release(st)


def _draw(st: State) -> None:
    """The triggers of the draw phase (702.3)."""
    st.phase = DRAW
    st.drew_normally = _skipped(st, st.active, DRAW)
    if st.drew_normally:
        return
    _announced(st, DRAW)


def _normal_draw(st: State) -> None:
    """The card of the draw phase, unless it was skipped or came with extra ones (702.1, H14).

    What triggers on it belongs to this phase (702.3).
    """
    if st.drew_normally:
        return
    st.drew_normally = True
    draw_cards(st, st.active, 1)
    hit(st, "702.1")
    lose_for_decks(st)
    if st.pending:
        release(st)


def _open_action_phase(st: State) -> None:
    st.phase = ACTION
    st.drew_normally = False
    st.passed = 0
    if _skipped(st, st.active, ACTION):
        open_end_phase(st)
        return
    _announced(st, ACTION)


def open_end_phase(st: State) -> None:
    """The action phase is over (703.4)."""
    st.phase = END
    st.ending = False
    st.passed = 0
    st.announcer = -1
    hit(st, "703.4")
    if _skipped(st, st.active, END):
        end_turn(st)
        return
    _announced(st, END)


def end_turn(st: State) -> None:
    """Wipe the Ending Dots, let effects run out, empty the pools, and pass the turn (603.5, 402.13, 203.4, H15).

    Whatever else is in play stays there (206.1c).
    """
    st.stack = ()
    st.ending = False
    if st.game.ruleset.rulings["H15"] == "effects_first":
        _run_out(st)
    _wipe(st)
    if st.pending:
        release(st, at_once=True)
    _run_out(st)
    empty = [NO_ENERGY] * len(st.pool)
    if st.pool != empty:
        hit(st, "203.4")
    st.pool = empty
    lose_for_decks(st, turn_passes=True)
    st.gone = {}
    st.crystal_cast = False
    fresh(st)
    hit(st, "704.4")
    hit(st, "700.1")
    begin_turn(st, *_next_seat(st))


def _run_out(st: State) -> None:
    """End what lasts until this turn ends, also what only this ending sets off: none of it reaches the next turn."""
    for _ in range(_MAX_ENDINGS):
        ended = expire(st)
        if st.pending:
            release(st, at_once=True)
        if not ended:
            return
    raise EngineGap("triggers_without_end", limit=_MAX_ENDINGS)


def on_ending_dots(st: State) -> list[int]:
    """The summons that are destroyed when the turn ends, for they stand on Ending Dots (603.5)."""
    is_ending = st.game.board.is_ending
    on_red = [st.occ[dot] for dot in sorted(dot for dot in st.occ if is_ending[dot])]
    return [slot for slot in on_red if not st.game.infos[st.objs[slot].rev].card.is_life_base]


def _wipe(st: State) -> None:
    if wiped := on_ending_dots(st):
        destroy(st, wiped, "603.5")
        settle(st)


def _next_seat(st: State) -> tuple[int, bool]:
    """Whose turn is next, and whether it is an extra turn (700.1, 700.2)."""
    while st.extra_turns:
        seat, st.extra_turns = st.extra_turns[0], st.extra_turns[1:]
        if st.living(seat):
            return seat, True
    last = st.normal if st.game.chosen["H30"] == "inserted" else st.active
    count = len(st.hand)
    for step in range(1, count + 1):
        seat = (last + step) % count
        if st.living(seat):
            return seat, False
    return st.active, False
