"""Corrections inside a log, by a judge or by agreement of all players; the rows are those of :mod:`.corrections`.

A judge's ``do`` is ``fix`` for a correction, ``effect`` for what a manual card does (directly after the card resolved),
``ruling`` or ``note`` for words alone.
"""

from collections.abc import Sequence

from rules_engine.kernel.errors import GameOver, LogError
from rules_engine.x610z.log import AgreeLine, JudgeLine

from .corrections import apply_rows
from .drawing import lose_for_decks
from .model import SETUP, State
from .play import go_on
from .settle import settle

ACTIONS = ("fix", "effect", "ruling", "note")


def apply_judge(st: State, line: JudgeLine) -> None:
    """Carry out a judge line. Raises :class:`LogError` for a row that makes no sense."""
    if line.do not in ACTIONS:
        raise LogError("unknown_action", do=line.do[:40])
    if line.do == "effect":
        if not st.awaiting:
            raise LogError("no_effect_awaited")
        st.awaiting = ""
    elif line.do != "fix":
        if line.change:
            raise LogError("field_not_allowed", field="change", do=line.do)
        return
    _correct(st, line.change)
    st.events.append(("judge", line.by, line.do))


def apply_agreement(st: State, line: AgreeLine) -> None:
    """Carry out what the players agreed on. Raises :class:`LogError` for a row that makes no sense.

    Everybody who is still in the game has to sign: what one of two players says is no agreement.
    """
    missing = [seat for seat in range(len(st.hand)) if st.living(seat) and seat not in line.seats]
    if missing:
        raise LogError("agreement_not_signed", missing=missing)
    _correct(st, line.change)
    st.events.append(("agree", tuple(line.seats)))


def _correct(st: State, change: Sequence[Sequence[object]]) -> None:
    st.answers, st.asked, st.events = [], 0, []
    try:
        apply_rows(st, change)
        settle(st)
        lose_for_decks(st)
        if st.phase != SETUP and not st.living(st.active):
            go_on(st)
    except GameOver:
        pass
