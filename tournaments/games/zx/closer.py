"""A closer look at one position of a game of Z/X: a judge's question."""

from typing import Any

from ledger.shapes import Context, Json
from rules_engine.kernel.errors import Violation
from rules_engine.kernel.seen import objects_in
from rules_engine.zx.log import Action
from rules_engine.zx.play import KINDS, check
from rules_engine.zx.squares import NAMES
from tournaments.gamelogs.closer_look import Closer
from tournaments.gamelogs.opened_game import LogView

from .words import DOS


class ZxCloser(Closer):
    """What a judge can ask about a position of Z/X."""

    ask = "games/zx/ask.html"
    dos = DOS

    def check(self, opened: LogView, asked: Json) -> Violation | None:
        """What the engine says of an action at the position that is opened."""
        return check(opened.cursor.state.snapshot(), Action(n=1, **asked))

    def question(self, data: Any) -> Json | None:
        """The action a judge asks about, out of a form; None when nothing is asked."""
        do, seat = data.get("do", ""), data.get("seat", "")
        if do not in DOS or seat not in ("0", "1"):
            return None
        action: Json = {"do": do, "seat": int(seat)}
        if "card" in KINDS[do].fields:
            action["card"] = data.get("card", "")[:60]
        if "square" in KINDS[do].fields and data.get("square") in NAMES:
            action["square"] = data["square"]
        return action

    def choices(self, opened: LogView, step: int) -> Context:
        """What the form of the question offers: players, actions, the cards in sight, the Squares."""
        view = opened.view(step)
        cards = []
        for seat in view.get("seats", ()):
            held = {
                card["number"]: card["card"] for card in seat["hand"].get("cards", ()) if "number" in card
            }
            lying = [
                (card["oid"], card["card"])
                for card in objects_in(view["squares"])
                if card["owner"] == seat["seat"]
            ]
            lying += [
                (card["oid"], card["card"]) for card in seat["charge"].get("cards", ()) if "oid" in card
            ]
            cards.append(
                {"name": seat["name"], "hand": sorted(held.items(), key=lambda item: item[1]), "play": lying}
            )
        return {
            "seats": opened.seat_names().items(),
            "cards": cards,
            "dos": list(self.dos.items()),
            "squares": NAMES,
        }


CLOSER = ZxCloser()
