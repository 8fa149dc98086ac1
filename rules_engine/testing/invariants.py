"""What must be true of every state between two lines."""

from rules_engine.x610z.model import ACTION, DECK, DISCARD, END, HAND, PLAY, REMOVED, SETUP, STACK, State


def _must(holds: bool, what: str) -> None:
    if not holds:
        raise AssertionError(what)


def check_invariants(st: State) -> None:
    """Raise ``AssertionError`` naming what is wrong with a state."""
    placed: dict[int, int] = {}
    for zone, lists in (
        (DECK, st.deck),
        (HAND, st.hand),
        (PLAY, st.play),
        (DISCARD, st.discard),
        (REMOVED, st.removed),
    ):
        for seat, cards in enumerate(lists):
            for slot in cards:
                _must(slot not in placed, f"#{slot} is in two zones")
                placed[slot] = zone
                obj = st.objs[slot]
                _must(obj.zone == zone, f"#{slot} thinks it is elsewhere")
                where = obj.controller if zone == PLAY else obj.owner
                _must(where == seat, f"#{slot} lies with the wrong seat")
    for obj in st.objs:
        _must(obj.slot in placed or obj.zone == STACK, f"#{obj.slot} is lost")
    _check_board(st)
    for seat, pool in enumerate(st.pool):
        _must(min(pool) >= 0, f"pool of seat {seat} is negative")
    if st.stack:
        _must(st.phase in (ACTION, END), "a stack outside action and end phase")
    _must(st.result is not None or st.phase == SETUP or st.living(st.active), "a seat that left has the turn")
    if st.result is None:
        for seat in range(len(st.hand)):
            if not st.living(seat):
                _must(not st.play[seat], f"seat {seat} has left but controls something")


def _check_board(st: State) -> None:
    on_board = {obj.dot: obj.slot for obj in st.objs if obj.zone == PLAY and obj.dot >= 0}
    _must(on_board == st.occ, "the board does not match the summons")
    _must(len(on_board) == sum(1 for obj in st.objs if obj.zone == PLAY and obj.dot >= 0), "two on one dot")
    if st.result is not None:
        return
    for seat, cards in enumerate(st.play):
        classes = [
            st.game.infos[st.objs[slot].rev].card.card_class for slot in cards if st.objs[slot].dot >= 0
        ]
        _must(len(classes) == len(set(classes)), f"seat {seat} controls two summons of one class")
