"""What must be true of every state between two lines, and of every step from one state to the next."""

from rules_engine.x610z.model import ACTION, DECK, DISCARD, END, HAND, PLAY, REMOVED, SETUP, STACK, State


def _must(holds: bool, what: str) -> None:
    if not holds:
        raise AssertionError(what)


def check_invariants(st: State) -> None:
    """Raise ``AssertionError`` naming what is wrong with a state."""
    _check_zones(st)
    _check_board(st)
    for seat, pool in enumerate(st.pool):
        _must(min(pool) >= 0, f"pool of seat {seat} is negative")
    if st.stack and not _triggers_stack(st):
        _must(st.phase in (ACTION, END), "a stack outside action and end phase (201.2)")
    # The turn of a player who is out ends once what stands on the stack has resolved (H19, under both options).
    if st.result is None and st.phase != SETUP and not st.stack:
        _must(st.living(st.active), "a seat that left has the turn")
    if st.result is None:
        for seat in range(len(st.hand)):
            if not st.living(seat):
                _must(not st.play[seat], f"seat {seat} has left but controls something")


def _check_zones(st: State) -> None:
    """Every card is in one zone, of the seat it belongs to there."""
    objs = st.objs
    zones = [STACK] * len(objs)
    count = 0
    for zone, lists in (
        (DECK, st.deck),
        (HAND, st.hand),
        (PLAY, st.play),
        (DISCARD, st.discard),
        (REMOVED, st.removed),
    ):
        for seat, cards in enumerate(lists):
            count += len(cards)
            for slot in cards:
                zones[slot] = zone
            if zone == PLAY:
                _must(
                    all(objs[slot].controller == seat for slot in cards),
                    f"not under control of seat {seat}",
                )
            else:
                _must(
                    all(objs[slot].owner == seat for slot in cards),
                    f"a card lies with the wrong seat {seat}",
                )
    _must(zones == [obj.zone for obj in objs], "a card thinks it is elsewhere, or is lost")
    _must(count + zones.count(STACK) == len(objs), "a card is in two zones")


def _triggers_stack(st: State) -> bool:
    """Ruling H2 may let triggers of a phase use the stack, in the two phases without actions as well."""
    return st.game.chosen["H2"] == "with_responses"


def _check_board(st: State) -> None:
    pawns = [obj for cards in st.play for slot in cards if (obj := st.objs[slot]).dot >= 0]
    _must({obj.dot: obj.slot for obj in pawns} == st.occ, "the board does not match the summons")
    _must(len(pawns) == len(st.occ), "two on one dot (600.5)")
    if st.result is not None:
        return
    classes = [(pawn.controller, st.game.infos[pawn.rev].card.card_class) for pawn in pawns]
    _must(len(classes) == len(set(classes)), "a seat controls two summons of one class (402.9)")


class Watch:
    """Looks at the states of one game in their order: what holds of each, and what a step may not do.

    Call it with the state after every line; it raises ``AssertionError`` naming what is wrong. ``seen`` counts the
    states looked at.
    """

    def __init__(self) -> None:
        self.seen = 0
        self._before: State | None = None

    def __call__(self, st: State) -> None:
        """Check a state, and the step to it from the one seen before."""
        check_invariants(st)
        if self._before is not None:
            _check_step(self._before, st)
        self._before = st.snapshot()
        self.seen += 1


def _check_step(before: State, st: State) -> None:
    _must(len(st.objs) == len(before.objs), "the number of cards has changed")
    for old, new in zip(before.objs, st.objs, strict=True):
        if old is new:
            continue
        _must((new.slot, new.owner) == (old.slot, old.owner), f"#{old.slot} changed its owner (214.1)")
        _must(new.inc >= old.inc, f"#{old.slot} goes back to an older incarnation")
        if old.zone == REMOVED:
            _must(new.zone == REMOVED, f"#{old.slot} came back from the removed cards (506.2)")
    _must(st.turn >= before.turn and st.round >= before.round, "turns or rounds run backwards (700.1)")
    _must(st.alive & ~before.alive == 0, "a seat that left is back")
    _must(st.next_item >= before.next_item and st.stamp >= before.stamp, "numbers are used twice")
    if st.turn > before.turn and before.phase != SETUP and st.result is None:
        _check_turn(st)


def _check_turn(st: State) -> None:
    """A turn has just begun: nothing of the one before is left over."""
    _must(not st.stack or st.phase == ACTION or _triggers_stack(st), "a stack survived its turn (704.4)")
    _must(not any(any(pool) for pool in st.pool) or st.phase == ACTION, "energy survived its turn (203.4)")
    for dot, slot in st.occ.items():
        card = st.game.infos[st.objs[slot].rev].card
        _must(not st.game.board.is_ending[dot] or card.is_life_base, f"#{slot} survived the wipe (603.5)")
