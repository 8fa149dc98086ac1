"""A game of X610Z opened for one viewer: the board with its way, the stack, pawns, energy, and cards as small faces."""

from collections import Counter

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from decks.cards.faces import small_face
from ledger.shapes import Json
from tournaments.gamelogs.opened_game import LogView, State

ITEM_WORDS = {
    "cast": gettext_lazy("being cast"),
    "activation": gettext_lazy("activated"),
    "movement": gettext_lazy("a move"),
    "attack": gettext_lazy("an attack"),
    "trigger": gettext_lazy("triggered effect"),
}


class X610zLogView(LogView):
    """A game of X610Z opened for one viewer; see :class:`~tournaments.gamelogs.opened_game.LogView`."""

    seats_template = "games/x610z/seats.html"

    def _known(self) -> tuple[dict[str, str], dict[str, int]]:
        """Names and owners of every card that this viewer may know at the end of the log."""
        cards, owners = {}, {}
        for seat in self._raw().get("seats", ()):
            for card in (*seat["hand"].get("cards", ()), *seat["play"], *seat["discard"], *seat["removed"]):
                cards[card["oid"]] = card["card"]
                owners[card["oid"]] = card.get("owner", seat["seat"])
        return cards, owners

    def view(self, step: int) -> State:
        """What the viewer sees after a step, with the way that the step took."""
        view = super().view(step)
        if view:
            view["last"] = self._way(step)
        return view

    def _way(self, step: int) -> State | None:
        """What this very step announced or walked, drawn broken when it broke a rule; None when it is no walk."""
        if step == 0:
            return None
        action = self.cursor.steps[step - 1].action
        walked = [event for event in self.cursor.events(step) if event["event"] in ("move", "warp", "attack")]
        kind, path = action.get("do"), action.get("path") or ()
        if walked and not path:
            kind, path = walked[-1]["event"], walked[-1]["path"]
        dots = [str(dot) for dot in path if str(dot) in self.cursor.board.dots]
        return {"kind": kind, "path": dots, "ok": self.ok(step)} if len(dots) > 1 else None

    def state(self, step: int) -> State:
        """The position in words: hands, energy, the stack, what is in play."""
        state = super().state(step)
        return {**state, "stack": [self._item(item) for item in reversed(state.get("stack", ()))]}

    def _item(self, item: State) -> State:
        """One action on the stack: its card as a face, whose it is, and what it is aimed at."""
        targets = [
            self.seat_name(int(name[5:])) if name.startswith("seat:") else self.label(name)
            for name in item["targets"]
        ]
        return {
            "face": self.face(item["number"]),
            "card": item["card"],
            "kind": ITEM_WORDS.get(item["kind"], ""),
            "name": self.seat_name(item["seat"]),
            "targets": targets,
        }

    def _seat(self, seat: State, view: State) -> State:
        pawns = [pawn for pawn in view.get("pawns", ()) if pawn["seat"] == seat["seat"]]
        standing = {pawn["oid"] for pawn in pawns}
        lying = [card for card in seat["play"] if card["oid"] not in standing]
        hand = seat["hand"].get("cards")
        return {
            **seat,
            "hand_faces": self.faces(hand) if hand is not None else None,
            "hand_cards": [card["card"] for card in hand or ()],
            "play_faces": self.faces(lying),
            "in_play": counted(seat["play"]),
            "pawns": [{**pawn, "left": max(pawn["defense"] - pawn["damage"], 0)} for pawn in pawns],
            "energy": [(kind, amount) for kind, amount in seat["pool"].items() if amount],
            "discard_faces": self.faces(seat["discard"]),
            "discarded": counted(seat["discard"]),
        }

    def face(self, number: str) -> State:
        """One card as a small face; a card that nobody has named is its back."""
        card = self.source.pool.find(number) if number != "?" else None
        if card is None:
            return {"name": _("unknown"), "back": True}
        return small_face(card, self.language, picture=self.source.pictures.get(card.number))

    def card_names(self, view: State) -> dict[str, str]:
        """Card names of every object in a view."""
        names = {}
        for seat in view.get("seats", ()):
            for card in (*seat["hand"].get("cards", ()), *seat["play"], *seat["discard"], *seat["removed"]):
                names[card["oid"]] = card["card"]
        return names


def counted(cards: list[Json]) -> list[str]:
    """Cards by name, equal ones together, used ones marked."""
    kinds = Counter((card["card"], card.get("state", "unactivated")) for card in cards)
    words = {"non_active": _("used"), "deactivated": _("deactivated")}
    lines = []
    for (name, state), count in sorted(kinds.items()):
        copies = f"{count} × {name}" if count > 1 else name
        lines.append(f"{copies} ({words[state]})" if state in words else copies)
    return lines


VIEWER = X610zLogView
