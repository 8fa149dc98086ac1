"""A game of Z/X opened for one viewer: cards as tiles, and what followed from a line."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from ledger.shapes import Json
from rules_engine.zx.followed import sentences
from rules_engine.zx.model import SEATS
from tournaments.gamelogs.opened_game import LogView, State


class ZxLogView(LogView):
    """A game of Z/X opened for one viewer; see :class:`~tournaments.gamelogs.opened_game.LogView`."""

    def face(self, number: str) -> State:
        """One card as a tile: its name as the Squares and the sentences have it, colour, cost and Power."""
        card: Any = self.source.pool.find(number) if number != "?" else None
        if card is None:
            return super().face(number)
        return {
            "name": self.in_words(card.name),
            "colour": card.colours[0] if card.colours else "",
            "cost": card.cost.total,
            "power": card.power,
        }

    def action(self, action: Json, names: dict[str, str]) -> str:
        """A legal action as a sentence."""
        seat, key = action.get("seat"), str(action.get("card", ""))
        card = self.source.pool.find(key)
        known = {
            "player": self.seat_name(seat),
            "card": self.in_words(card.name) if card is not None else self.label(key, seat),
        }
        if action.get("square"):
            known["square"] = action["square"]
        said = super().action(action, known)
        return (
            _("%(said)s, on Square %(square)s") % {"said": said, "square": action["square"]}
            if (action.get("do") in ("play", "extra") and action.get("square"))
            else said
        )

    def consequences(self, events: list[Json], label: Callable[[str], str]) -> list[str]:
        """What followed from a step, as the phones told it; that the turn goes over is what the step itself says."""
        told = [one for event in events for one in event.get("told", ()) if one["event"] != "turn"]
        return sentences(told, [self.seat_name(seat) for seat in SEATS], self.language, "", self.in_words)


VIEWER = ZxLogView
