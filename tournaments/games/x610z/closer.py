"""A closer look at one position of a game of X610Z: which cards could be cast, and a judge's question."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy

from ledger.shapes import Context, Json
from rules_engine.kernel.errors import Violation
from rules_engine.x610z.castable import Castable, castable
from rules_engine.x610z.log import Action
from rules_engine.x610z.play import check
from rules_engine.x610z.spoken import spoken
from tournaments.gamelogs.closer_look import Closer
from tournaments.gamelogs.opened_game import LogView

UNKNOWN = "?"
DOS = {
    "cast": gettext_lazy("cast a card"),
    "activate": gettext_lazy("activate a card"),
    "move": gettext_lazy("move a summon"),
    "attack": gettext_lazy("attack"),
    "end": gettext_lazy("end the action phase"),
}


class X610zCloser(Closer):
    """What a judge can ask about a position of X610Z."""

    ask = "games/x610z/ask.html"
    dos = DOS

    def not_cast(self, opened: LogView, seat: Json, actions: Sequence[Json]) -> Context:
        """The cards of a hand that could not be cast, and those that could if they are in it."""
        held = {card["number"] for card in seat["hand"].get("cards", ())}
        offered = castable(opened.cursor.state, seat["seat"]) if actions and held else []
        return {
            "refused": [
                self._row(opened, card, card.refused)
                for card in offered
                if card.refused is not None and card.card in held
            ],
            "hidden": UNKNOWN in held,
            "unseen": [
                opened.in_words(card.name)
                for card in offered
                if card.refused is None and UNKNOWN in held and card.card not in held
            ],
        }

    def _row(self, opened: LogView, card: Castable, refused: Violation) -> dict[str, str]:
        """A card in a hand that could not be cast, and why."""
        return {
            "card": opened.in_words(card.name),
            "rule": refused.rule,
            "text": self.worded(opened, refused),
        }

    def worded(self, opened: LogView, violation: Violation) -> str:
        """Why something was not legal, in one sentence."""
        params = {**violation.params, **spoken(opened.cursor.state, violation.seat, violation.params)}
        return opened.why(violation.code, params, violation.seat)

    def check(self, opened: LogView, asked: Json) -> Violation | None:
        """What the engine says of an action at the position that is opened."""
        return check(opened.cursor.state, Action(n=1, **asked))

    def question(self, data: Any) -> Json | None:
        """The action a judge asks about, out of a form; None when nothing is asked."""
        do = data.get("do", "")
        seat = data.get("seat", "")
        if do not in DOS or not (seat.isascii() and seat.isdigit() and len(seat) < 3):
            return None
        action: Json = {"do": do, "seat": int(seat)}
        if do == "end":
            return action
        action["card"] = data.get("card", "")[:60]
        if path := [dot for dot in data.get("path", "")[:200].split() if dot]:
            action["path"] = path
        if targets := [name for name in data.getlist("target")[:6] if name]:
            action["targets"] = [name[:12] for name in targets]
        return action

    def choices(self, opened: LogView, step: int) -> Context:
        """What the form of the question offers: players, the cards in sight, and what can be aimed at."""
        view = opened.view(step)
        cards, targets = [], []
        for seat in view.get("seats", ()):
            targets.append((f"seat:{seat['seat']}", seat["name"]))
            held = {
                card["number"]: card["card"]
                for card in seat["hand"].get("cards", ())
                if card["number"] != "?"
            }
            cards.append(
                {
                    "name": seat["name"],
                    "hand": sorted(held.items(), key=lambda item: item[1]),
                    "play": [(card["oid"], card["card"]) for card in seat["play"]],
                }
            )
            targets += [(card["oid"], f"{card['card']} ({seat['name']})") for card in seat["play"]]
        return {
            "seats": opened.seat_names().items(),
            "cards": cards,
            "targets": targets,
            "dos": list(self.dos.items()),
        }


CLOSER = X610zCloser()
