"""One Z/X game opened for one viewer: the nine Squares, the zones of both players, what followed from a line."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ledger.shapes import Json
from rules_engine.drawing.zx_board import zx_board_layers, zx_board_svg

from .opened_game import LogView, State
from .story import consequences as told_of_every_game

PHASES = {
    "setup": gettext_lazy("before the first turn"),
    "reboot": gettext_lazy("Reboot Phase"),
    "draw": gettext_lazy("Draw Phase"),
    "resource": gettext_lazy("Resource Phase"),
    "ignition": gettext_lazy("Ignition Phase"),
    "main": gettext_lazy("Main Phase"),
    "end": gettext_lazy("End Phase"),
}
PILES = ("hand", "resource", "charge", "trash", "remove", "dynamis", "life")
"""The zones of a player whose cards are shown, as far as the viewer may see them."""
NAMES = {
    "hand": gettext_lazy("Hand"),
    "deck": gettext_lazy("Deck"),
    "life": gettext_lazy("Life"),
    "resource": gettext_lazy("Resource"),
    "charge": gettext_lazy("Charge"),
    "trash": gettext_lazy("Trash"),
    "remove": gettext_lazy("Removed"),
    "dynamis": gettext_lazy("Dynamis"),
}
COUNTED = ("hand", "deck", "life", "resource", "charge", "trash", "dynamis")


class ZxLogView(LogView):
    """A Z/X game opened for one viewer; see :class:`~.opened_game.LogView`."""

    seats_template = "gamelogs/_zx_seats.html"
    styles = "css/zx-board.css"
    _card_number = re.compile(r"\b[A-Z]{1,3}\d{1,3}-\d{1,4}\b")

    def _known(self) -> tuple[dict[str, str], dict[str, int]]:
        known = [card for card in cards_in(self._raw()) if "oid" in card]
        return {card["oid"]: card["card"] for card in known}, {card["oid"]: card["owner"] for card in known}

    def view(self, step: int) -> State:
        """What the viewer sees after a step, its seats with names."""
        self.cursor.seek(step)
        view = self._raw()
        for seat in view.get("seats", ()):
            seat["name"] = self.seat_name(seat["seat"])
        return view

    def card_names(self, view: State) -> dict[str, str]:
        """Card names of every object in a view."""
        return {card["oid"]: card["card"] for card in cards_in(view) if "oid" in card}

    def state(self, step: int) -> State:
        """The position in words: the zones of both players with their cards."""
        view = self.view(step)
        return {
            **view,
            "phase_words": PHASES.get(view.get("phase", ""), ""),
            "seats": [self._zones(seat) for seat in view.get("seats", ())],
        }

    def _zones(self, seat: State) -> State:
        return {
            "seat": seat["seat"],
            "name": seat["name"],
            "counts": [
                *((NAMES[pile], seat[pile]["count"]) for pile in COUNTED),
                *seat.get("counters", {}).items(),
            ],
            "piles": [
                (pile, NAMES[pile], self.faces(seat[pile]["cards"]))
                for pile in PILES
                if seat[pile].get("cards")
            ],
        }

    def faces(self, cards: list[State]) -> list[State]:
        """Cards as tiles, equal ones together; what the viewer may not see is a face-down card."""
        kinds = Counter((card.get("number", "?"), card.get("state", "")) for card in cards)
        return [
            {**self.face(number), "copies": count, "mark": _("Sleep") if state == "sleep" else ""}
            for (number, state), count in sorted(kinds.items())
        ]

    def face(self, number: str) -> State:
        """One card as a tile: its name as the Squares and the sentences have it, colour, cost and Power."""
        card: Any = self.source.pool.find(number) if number != "?" else None
        if card is None:
            return {"name": _("face-down"), "back": True}
        return {
            "name": card.name,
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
            "card": card.name if card is not None else self.label(key, seat),
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
        found = told_of_every_game(
            [event for event in events if event["event"] in ("draw", "damage", "destroyed", "end")],
            label,
            self.seat_name,
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
            values = {"card": label(event["object"]), "zone": str(NAMES.get(event["to"], event["to"]))}
            return _("%(card)s leaves the Squares: %(zone)s") % values
        return ""

    def picture(self, step: int, prefix: str) -> SafeString:
        """The Squares after a step as one picture for every width."""
        drawn = zx_board_svg(self.view(step), ok=self.ok(step), lang=self.language, ids_prefix=f"{prefix}-s-")
        return SafeString(drawn)  # it escapes every value it takes from the view, so its result is markup

    def _drawn(self, step: int, panel: str) -> Json:
        layers = zx_board_layers(
            self.view(step), ok=self.ok(step), lang=self.language, ids_prefix="replay-s-"
        )
        return {
            "step": step,
            "text": self.sentence(step),
            "ok": self.ok(step),
            "square": layers,
            "panel": panel,
        }


def cards_in(view: State) -> Iterator[State]:
    """Every card of a view, wherever it lies."""
    for cards in (*view.get("squares", {}).values(), view.get("temporary", ()), view.get("force", ())):
        yield from cards
    for seat in view.get("seats", ()):
        for pile in (*PILES, "deck"):
            yield from seat[pile].get("cards", ())
