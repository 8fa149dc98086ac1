"""A game of Z/X opened for one viewer: cards as tiles, and what followed from a line."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.shapes import Json
from rules_engine.kernel import told
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
        """What followed from a step, as sentences; payments and what the line itself says are left out."""
        found = told.sentences(
            [event for event in events if event["event"] in ("draw", "damage", "destroyed", "end")],
            label,
            self.seat_name,
            self.language,
        )
        gone = {event["object"] for event in events if event["event"] == "destroyed"}
        for event in events:
            sentence = self._told(event, label, gone)
            if sentence and sentence not in found:
                found.append(sentence)
        lost = Counter(
            self.cursor.owner(event["object"])
            for event in events
            if event["event"] == "zone" and event["from"] == "life"
        )
        for seat, count in sorted(lost.items()):
            words = ngettext("%(name)s loses %(count)s Life", "%(name)s loses %(count)s Life", count)
            found.append(words % {"name": self.seat_name(seat), "count": count})
        return found

    def _told(self, event: Json, label: Callable[[str], str], gone: set[str]) -> str:
        kind = event["event"]
        if kind == "played" and event["square"]:
            values = {"card": label(event["object"]), "square": event["square"]}
            return _("%(card)s appears on Square %(square)s") % values
        if kind == "revealed":
            return _("%(card)s is turned up") % {"card": label(event["object"])}
        if (
            kind == "zone"
            and event["from"] == "square"
            and event["to"] != "square"
            and event["object"] not in gone
        ):
            values = {"card": label(event["object"]), "zone": self.said(self.game.words.zones, event["to"])}
            return _("%(card)s leaves the Squares: %(zone)s") % values
        return ""


VIEWER = ZxLogView
