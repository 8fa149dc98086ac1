"""How a table of three to six can end. Pure: letters in seat order, "w" won, "d" still in when time ended, "l" lost.

One player wins and all others lose, so there is no second place (106.1b); a draw exists only between those who
are still in when time has run out (106.1a). Who had lost by then keeps the loss.
"""

from collections.abc import Collection

from django.utils.translation import gettext as _

from ledger.errors import Problem


def claim_for(size: int, *, winner: int | None = None, still_in: Collection[int] = ()) -> str:
    """The letters of a table of ``size``: one winner, or nobody and the positions that were still in."""
    if winner is not None:
        return "".join("w" if position == winner else "l" for position in range(size))
    return "".join("d" if position in still_in else "l" for position in range(size))


def claim_problems(claim: str, size: int, *, time_called: bool) -> list[Problem]:
    """Why a table of ``size`` cannot end so; empty when it can."""
    if len(claim) != size or not set(claim) <= set("wdl"):
        return [Problem("impossible", _("Say for every player of the table how it ended."), "result")]
    winners, still_in = claim.count("w"), claim.count("d")
    if winners > 1 or (winners and still_in):
        text = _("A table has one winner, and then everybody else has lost.")
        return [Problem("one_winner", text, "result", "106.1b")]
    if winners == 1:
        return []
    if not time_called:
        text = _("A draw only counts after time has run out at your table. Play on.")
        return [Problem("time_not_called", text, "result", "106.1a")]
    if still_in < 2:
        text = _("When time runs out, at least two players are still in; otherwise the last one has won.")
        return [Problem("last_one_wins", text, "result", "106.1a")]
    return []
