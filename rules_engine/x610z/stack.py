"""Who may speak when: open window, response window, declared end, and the passes that close them (201, 703-704)."""

from rules_engine.kernel.errors import EngineGap, LogError, Violation, broken

from .model import ACTION, DRAW, END, PHASES, REACTIVATION, SETUP, TRIGGER, Item, State, clockwise, hit

MAX_STACK = 200
"""More actions on the stack than this is an engine gap: triggers that feed on each other, not a game."""


def quiet(st: State) -> bool:
    """True in the two phases without actions; a stack of triggers waits there only under ruling H2."""
    return st.phase in (REACTIVATION, DRAW)


def check_quiet(st: State, seat: int) -> Violation | None:
    """Triggers of a phase without actions are answered with non permanent cards and activations only (H2, 701.2)."""
    if not quiet(st):
        return None
    return broken("201.2", "only_answers_in_phase", seat, phase=PHASES[st.phase])


def responders(st: State) -> list[int]:
    """The seats that must pass before the next thing happens, in the order they are asked (201.5, H1).

    With a stack: every living seat, left of the last announcer first. After the end of the action phase was declared
    and in an End Phase without a stack: the reactive players, left of the active player first. Else nobody.
    """
    if st.stack:
        left_of = st.announcer if st.game.chosen["H1"] == "left_of_last" else st.stack[0].seat
        return clockwise(st, left_of)
    if st.ending or st.phase == END:
        return [seat for seat in clockwise(st, st.active) if seat != st.active]
    return []


def waiting_for(st: State) -> int:
    """The seat that is asked now, -1 if all have passed or nobody is asked."""
    for seat in responders(st):
        if not st.passed >> seat & 1:
            return seat
    return -1


def all_passed(st: State) -> bool:
    """True when everybody who is asked has passed; in a compact log passes are implied."""
    return not st.game.full or waiting_for(st) < 0


def check_window(st: State, seat: int, stackable: bool = True) -> Violation | None:
    """May ``seat`` announce anything now (201.2, 201.5, 703.4, 704.3)?

    Active or not, whoever is in the game may (201.3, 703.1-2, 704.1), but in no phase without actions (701.2, 702.2).
    """
    if st.phase not in (ACTION, END) and not (st.stack and quiet(st)):
        code = "game_not_begun" if st.phase == SETUP else "no_actions_in_phase"
        return broken("201.2", code, seat, phase=PHASES[st.phase])
    if not st.alive >> seat & 1:
        return broken("106.3", "seat_has_left", seat)
    if st.phase == END and seat == st.active and not _answers(st):
        return broken("704.3", "active_player_only_responds", seat)
    if st.stack:
        return _check_turn(st, seat) if stackable else None
    if st.ending:
        if seat == st.active:
            return broken("703.4", "end_already_declared", seat)
        return _check_turn(st, seat) if stackable else None
    return None


def _answers(st: State) -> bool:
    """True if the active player may act in his End Phase: a reactive player has announced something (704.3, H5)."""
    if st.game.chosen["H5"] != "specific_first":
        return True
    return any(item.seat != st.active and item.kind != TRIGGER for item in st.stack)


def _check_turn(st: State, seat: int) -> Violation | None:
    """In a full log anyone who is asked answers; once all have passed nobody is (201.5, 201.6)."""
    if not st.game.full:
        return None
    turn = waiting_for(st)
    if turn < 0:
        if st.stack:
            return broken("201.6", "first_resolve", seat)
        return broken("703.4", "first_proceed", seat)
    if turn != seat:
        return broken("201.5", "not_your_turn_to_respond", seat, turn=turn)
    return None


def announce(st: State, item: Item) -> None:
    """Put an action on top of the stack; everybody may respond to it (201.1, 201.4)."""
    if len(st.stack) >= MAX_STACK:
        raise EngineGap("stack_too_high", limit=MAX_STACK)
    st.stack += (item,)
    st.next_item += 1
    st.announcer = item.seat
    st.passed = 0
    hit(st, "201.4")


def check_pass(st: State, seat: int) -> Violation | None:
    """May ``seat`` pass now? Written only in full logs."""
    if not st.game.full:
        raise LogError("pass_in_compact_log")
    asked = responders(st)
    if seat not in asked:
        return broken("201.6", "nothing_to_pass", seat)
    if st.passed >> seat & 1:
        return broken("201.6", "passed_already", seat)
    return _check_turn(st, seat) if st.stack or st.ending else None


def do_pass(st: State, seat: int) -> None:
    """Note a pass."""
    st.passed |= 1 << seat
