"""One game opened for one viewer: every position near, people and cards by their names.

Who may open what is decided by the views; what a viewer sees of a position, by the engine.
"""

import re
from collections import Counter
from collections.abc import Callable

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from decks.cards.faces import small_face
from ledger.shapes import Json
from rules_engine.drawing.steps import step_payload
from rules_engine.drawing.svg import board_svg
from rules_engine.games import engine_of
from rules_engine.x610z.view import Viewer

from .replay import Source
from .story import Turn, consequences, tell

ENTRY_KEY = re.compile(r"\bE\d{1,5}\b")
PHASE_WORDS = {
    "setup": gettext_lazy("before the first turn"),
    "reactivation": gettext_lazy("reactivation phase"),
    "draw": gettext_lazy("draw phase"),
    "action": gettext_lazy("action phase"),
    "end": gettext_lazy("end phase"),
}
ITEM_WORDS = {
    "cast": gettext_lazy("being cast"),
    "activation": gettext_lazy("activated"),
    "movement": gettext_lazy("a move"),
    "attack": gettext_lazy("an attack"),
    "trigger": gettext_lazy("triggered effect"),
}
_OBJECT_IN_BRACKETS = re.compile(r" \((#\d{1,6})\)")
_OBJECT = re.compile(r"#\d{1,6}\b")
State = Json


class LogView:
    """A game opened for one viewer, with players' and cards' names in place of ids.

    ``viewer`` is the engine's: the judge sees everything, a spectator what lies open on the table.
    Raises :class:`rules_engine.LogError` when not even the header can be read.
    """

    seats_template = "gamelogs/_seats.html"
    styles = ""
    """A style sheet that the page needs beside those of every game."""
    _card_number = re.compile(r"\b[A-Z]?\d+\.\d+/\d+/\d+-[A-Z]{1,2}\b")

    def __init__(self, source: Source, viewer: Viewer = "judge") -> None:
        """Replay the log once; every position is then near."""
        self.source, self.viewer = source, viewer
        self.cursor = source.cursor()
        self.language = get_language() or "en"
        self.players = source.names
        self.cursor.seek(self.total)
        self._seats = {
            seat["seat"]: self.players.get(str(seat["player"]), str(seat["player"]))
            for seat in self._raw().get("seats", ())
        }
        self._cards, self._owners = self._known()

    @property
    def total(self) -> int:
        """Number of steps; the last one is the wrong line when there is one."""
        return len(self.cursor.steps)

    def _known(self) -> tuple[dict[str, str], dict[str, int]]:
        """Names and owners of every card that this viewer may know at the end of the log."""
        cards, owners = {}, {}
        for seat in self._raw().get("seats", ()):
            for card in (*seat["hand"].get("cards", ()), *seat["play"], *seat["discard"], *seat["removed"]):
                cards[card["oid"]] = card["card"]
                owners[card["oid"]] = card.get("owner", seat["seat"])
        return cards, owners

    def _raw(self) -> State:
        return self.cursor.view(self.viewer)

    def named(self, sentence: str, seat: int | None = None) -> str:
        """A sentence with players' names for their keys, and cards told apart by their owner instead of a number.

        ``seat`` is who acts: of that player's own cards nothing needs to be said.
        """

        def whose(found: re.Match[str]) -> str:
            owner, name = self._owners.get(found[1]), self._cards.get(found[1])
            if owner is None or owner == seat:
                return ""
            alone = all(self._owners[other] == owner for other, known in self._cards.items() if known == name)
            return "" if alone else f" ({self.seat_name(owner)})"

        sentence = _OBJECT_IN_BRACKETS.sub(whose, sentence)
        sentence = _OBJECT.sub(lambda found: self.label(found[0]), sentence)
        sentence = self._card_number.sub(self._card_name, sentence)
        return ENTRY_KEY.sub(lambda found: self.players.get(found[0], found[0]), sentence)

    def _card_name(self, found: re.Match[str]) -> str:
        card = self.source.pool.find(found[0])
        return card.name if card is not None else found[0]

    def label(self, oid: str, seat: int | None = None) -> str:
        """What a card is called; with its owner's name, if another player has one too. ``seat`` is who acts."""
        name = self._cards.get(oid)
        if name is None:
            return _("a card nobody has named")
        if self._owners[oid] == seat:
            return name
        shared = any(
            known == name and self._owners[other] != self._owners[oid] for other, known in self._cards.items()
        )
        return f"{name} ({self.seat_name(self._owners[oid])})" if shared else name

    def sentence(self, step: int) -> str:
        """What happened in a step."""
        if step == 0:
            return _("The start of the game")
        found = self.cursor.steps[step - 1]
        return self.named(found.text(self.language), found.seat)

    def ok(self, step: int) -> bool:
        """Whether a step is within the rules."""
        return step == 0 or bool(self.cursor.steps[step - 1].ok)

    def first_shown(self) -> int:
        """Where a judge starts looking: the wrong step, else the end."""
        return next((number for number in range(1, self.total + 1) if not self.ok(number)), self.total)

    def view(self, step: int) -> State:
        """What the viewer sees after a step, its seats with names."""
        self.cursor.seek(step)
        view = self._raw()
        for seat in view.get("seats", ()):
            seat["name"] = self.seat_name(seat["seat"])
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
        """The position in words: hands, energy, what is in play."""
        view = self.view(step)
        stack = [self._item(item) for item in reversed(view.get("stack", ()))]
        seats = [self._seat(seat, view) for seat in view.get("seats", ())]
        return {
            **view,
            "seats": seats,
            "stack": stack,
            "phase_words": PHASE_WORDS.get(view.get("phase", ""), ""),
        }

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

    def faces(self, cards: list[State]) -> list[State]:
        """Cards as small faces, equal ones together, used ones marked."""
        kinds = Counter((card["number"], card.get("state", "")) for card in cards)
        marks = {"non_active": _("used"), "deactivated": _("deactivated")}
        return [
            {**self.face(number), "copies": count, "mark": marks.get(state, "")}
            for (number, state), count in sorted(kinds.items())
        ]

    def face(self, number: str) -> State:
        """One card as a small face; a card that nobody has named is its back."""
        card = self.source.pool.find(number) if number != "?" else None
        if card is None:
            return {"name": _("unknown"), "back": True}
        return small_face(card, self.language, picture=self.source.pictures.get(card.number))

    def action(self, action: Json, names: dict[str, str]) -> str:
        """A legal action as a sentence."""
        known = names | {f"seat:{seat}": name for seat, name in self.seat_names().items()}
        card = self.source.pool.find(str(action.get("card", "")))
        if card is not None:
            known[action["card"]] = card.name
        said = engine_of(self.source.game).step_text("act", action, known, self.language)
        return self.named(said, action.get("seat"))

    def seat_names(self) -> dict[int, str]:
        """Player names by seat."""
        return dict(self._seats)

    def seat_name(self, seat: int | None) -> str:
        """The name of whoever sits there; "" for no seat."""
        return self._seats.get(seat, "") if seat is not None else ""

    def turns(self) -> list[Turn]:
        """The game told turn by turn."""
        self.cursor.seek(self.total)
        return tell(self)

    def consequences(self, events: list[Json], label: Callable[[str], str]) -> list[str]:
        """What followed from a step, as sentences; ``label`` is what a card is called."""
        return consequences(events, label, self.seat_name)

    def picture(self, step: int, prefix: str) -> SafeString:
        """The board after a step as one picture for every width; the page shows the players itself."""
        drawn = board_svg(
            self.view(step),
            self.cursor.board,
            size="square",
            ok=self.ok(step),
            lang=self.language,
            ids_prefix=f"{prefix}-s-",
        )
        return SafeString(drawn)  # it escapes every value it takes from the view, so its result is markup

    def payload(self, step: int) -> Json:
        """One step for the page's script."""
        panel = render_to_string(self.seats_template, {"state": self.state(step)})
        return self._drawn(step, panel)

    def _drawn(self, step: int, panel: str) -> Json:
        return step_payload(
            step,
            self.sentence(step),
            self.ok(step),
            self.view(step),
            self.cursor.board,
            lang=self.language,
            panel=panel,
            sizes=("square",),
        )

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
