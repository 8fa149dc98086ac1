"""What the page of a game of Z/X says of a card that was tapped and can do nothing now."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from rules_engine.kernel.errors import Violation
from rules_engine.recording.screen import LIT
from rules_engine.zx.answers import find_card, slot_of
from rules_engine.zx.card_words import COLOURS
from rules_engine.zx.castable import with_card
from rules_engine.zx.model import HAND, SETUP, State
from rules_engine.zx.why_not import why_not

if TYPE_CHECKING:
    from .table import ZxTablePage


def reason(page: "ZxTablePage") -> str:
    """Why a card of their own does nothing now, in the words of the engine; "" of others, and where nobody may help."""
    state: State | None = page.sight.session.state
    if not page.tapped or page.ways or page.sight.help != LIT or page.stopped():
        return ""
    if state is None or state.phase == SETUP:
        return ""
    seats = sorted(page.own, key=lambda seat: seat != page.acting())
    found = next(filter(None, (_of_seat(page, state, seat) for seat in seats)), None)
    if found is None:
        return ""
    values = dict(page.sight.screen.values(found.params)) | {"who": page.named(found.seat or 0)}
    colours = found.params.get("colours")
    if isinstance(colours, list):
        values["colours"] = ", ".join(_(COLOURS[one]) for one in colours)
    return page.sight.game.engine.text(found.code, values, page.sight.language)


def _of_seat(page: "ZxTablePage", state: State, seat: int) -> Violation | None:
    """What keeps one player from using the card, if it is theirs."""
    if not page.tapped.startswith("card:"):
        slot = slot_of(state, page.tapped)
        return why_not(state, seat, slot) if slot >= 0 and state.objs[slot].controller == seat else None
    number = page.tapped.removeprefix("card:")
    slot = find_card(state, number, state.pile(HAND, seat))
    if slot < 0 and page.at_table and number in (page.sight.screen.lists.get(seat) or ()):
        state, slot = with_card(state, seat, page.sight.session.pool[number])
    return why_not(state, seat, slot) if slot >= 0 else None
