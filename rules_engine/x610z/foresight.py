"""Players who look one step ahead: of a few legal actions the one after which they stand best."""

from msgspec.structs import replace

from rules_engine.kernel.errors import EngineGap, LogError, NeedAnswer, RulingNeeded
from rules_engine.kernel.stream import Stream

from .log import Action
from .model import State
from .play import perform
from .random_games import answer, of_one_kind, one_of_kind

LOOK = 4
"""So many actions are tried."""
_WEIGHED = ("cast", "attack")
"""What a player thinks about; everything else is drawn as :func:`choose` draws it."""
_RESOLVE = Action(do="resolve")
_UNKNOWN = -1e9
_SETTLED = 8
"""So many things on the stack are let happen while looking ahead."""


def choose_ahead(stream: Stream, st: State, options: list[Action]) -> Action:
    """One of the legal actions: first the kind, as :func:`choose` draws it, then the best of some of that kind."""
    found = of_one_kind(stream, options)
    drawn = one_of_kind(stream, st, found)
    if len(found) == 1 or drawn.do not in _WEIGHED:
        return drawn
    tried = [drawn, *(stream.pick(found) for _ in range(LOOK - 1))]
    worth = [_worth_of(stream, st, action) for action in tried]
    return tried[worth.index(max(worth))]


def _worth_of(stream: Stream, st: State, action: Action) -> float:
    """How well its seat stands after an action and what follows of it, choices made by chance."""
    state = st.snapshot()
    try:
        _do(stream, state, action, st)
        for _ in range(_SETTLED):
            if not state.stack or state.result is not None or state.awaiting:
                break
            _do(stream, state, _RESOLVE, state.snapshot())
    except (EngineGap, RulingNeeded, LogError):
        return _UNKNOWN
    return standing(state, action.seat or 0)


def _do(stream: Stream, state: State, action: Action, before: State) -> None:
    while True:
        try:
            perform(state, action)
            return
        except NeedAnswer as open_choice:
            state.restore(before)
            action = replace(action, answers=[*(action.answers or []), answer(stream, open_choice.need)])


def standing(st: State, seat: int) -> float:
    """How well a seat stands: won or lost above all, then summons on the board, the Life Base, and cards."""
    if st.result is not None:
        return 1e6 * ((seat in st.result.winners) - (seat in st.result.losers))
    return sum(_worth(st, one) * (1 if one == seat else -1) for one in range(len(st.hand)))


def _worth(st: State, seat: int) -> float:
    worth = float(len(st.hand[seat]))
    names = st.game.board.names
    for slot in st.play[seat]:
        obj = st.objs[slot]
        card = st.game.infos[obj.rev].card
        worth += 1.0
        if obj.dot >= 0:
            left = card.defense - obj.damage
            worth += (
                2 * left + 2 * int(names[obj.dot].split(",")[0]) if card.is_life_base else card.attack + left
            )
    return worth
