"""One game opened for one viewer: every position near, people and cards by their names.

Who may open what is decided by the views; what a viewer sees of a position, by the engine.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from ledger.shapes import Json
from rules_engine.drawing.steps import step_payload
from rules_engine.games import game_of
from rules_engine.kernel import told
from rules_engine.kernel.cards import said_in, values_in
from rules_engine.kernel.seen import named_in, objects_in
from tournaments.games import half

from .replay import Source
from .story import Turn, tell

ENTRY_KEY = re.compile(r"\bE\d{1,5}\b")
_OBJECT_IN_BRACKETS = re.compile(r" \((#\d{1,6})\)")
_OBJECT = re.compile(r"#\d{1,6}\b")
State = Json
Viewer = int | str
"""A seat, ``"judge"`` or ``"spectator"``."""


class LogView:
    """A game opened for one viewer, with players' and cards' names in place of ids.

    ``viewer`` is the engine's: the judge sees everything, a spectator what lies open on the table. A game that is told
    otherwise has a class of its own (``viewer`` in :mod:`tournaments.games`).
    Raises :class:`rules_engine.LogError` when not even the header can be read.
    """

    seats_template = "gamelogs/_zones.html"
    """The players at a position; context: ``state`` as :meth:`state` makes it."""

    def __init__(self, source: Source, viewer: Viewer = "judge") -> None:
        """Replay the log once; every position is then near."""
        self.source, self.viewer = source, viewer
        self.game = game_of(source.game)
        self._card_number = re.compile(self.game.words.card_number)
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
    def styles(self) -> str:
        """A style sheet that a page needs beside those of every game, "" for none."""
        return self.game.styles

    @property
    def total(self) -> int:
        """Number of steps; the last one is the wrong line when there is one."""
        return len(self.cursor.steps)

    def _known(self) -> tuple[dict[str, str], dict[str, int]]:
        """Names and owners of every card that this viewer may know at the end of the log."""
        known = list(objects_in(self._raw()))
        return {card["oid"]: card["card"] for card in known}, {
            card["oid"]: card.get("owner", -1) for card in known
        }

    def in_words(self, name: str) -> str:
        """A card by its number or printed name, as the reader's language has it."""
        return said_in(self.source.pool, name, self.language)

    def _raw(self) -> State:
        return named_in(self.cursor.view(self.viewer), self.in_words)

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
        return self.in_words(card.name) if card is not None else found[0]

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

    def called(self, name: str) -> str:
        """What a word of a line is called: a card by its name, everything else as it stands."""
        if name in self._cards:
            return self.label(name)
        found = self.source.pool.find(name)
        return self.in_words(str(found.name)) if found is not None else name

    def sentence(self, step: int) -> str:
        """What happened in a step."""
        if step == 0:
            return _("The start of the game")
        found = self.cursor.steps[step - 1]
        return self.named(found.text(self.language, self.in_words), found.seat)

    def why(self, code: str, params: Json, seat: int | None = None) -> str:
        """The sentence of a finding, its cards called as everywhere else; ``seat`` is whose it is."""
        values = values_in(self.source.pool, params, self.language)
        return self.named(self.game.engine.text(code, values, self.language), seat)

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
        return view

    def state(self, step: int) -> State:
        """The position in words: the zones of the players with their cards."""
        view = self.view(step)
        return {
            **view,
            "phase_words": self.said(self.game.words.phases, view.get("phase", ""), ""),
            "seats": [self._seat(seat, view) for seat in view.get("seats", ())],
        }

    def said(self, words: Mapping[str, str], key: str, unknown: str | None = None) -> str:
        """A word of the game in the reader's language; ``unknown`` (else the key) where it has none."""
        return _(words[key]) if key in words else key if unknown is None else unknown

    def _seat(self, seat: State, view: State) -> State:
        """One player: how many cards lie in each zone, and those that this viewer may see."""
        words = self.game.words
        zones = [zone for zone in words.counted or words.zones if zone in seat]
        return {
            "seat": seat["seat"],
            "name": seat["name"],
            "counts": [
                *((_(words.zones[zone]), seat[zone]["count"]) for zone in zones),
                *seat.get("counters", {}).items(),
            ],
            "piles": [
                (zone, _(words.zones[zone]), self.faces(seat[zone]["cards"]))
                for zone in words.shown
                if seat.get(zone, {}).get("cards")
            ],
        }

    def faces(self, cards: list[State]) -> list[State]:
        """Cards as tiles, equal ones together, marked where they are not as usual."""
        kinds = Counter((card.get("number", "?"), card.get("state", "")) for card in cards)
        return [
            {
                **self.face(number),
                "copies": count,
                "mark": self.said(self.game.words.states, state or "", ""),
            }
            for (number, state), count in sorted(kinds.items())
        ]

    def face(self, number: str) -> State:
        """One card as a tile; what the viewer may not see lies face-down."""
        card: Any = self.source.pool.find(number) if number != "?" else None
        return {"name": _("face-down"), "back": True} if card is None else {"name": self.in_words(card.name)}

    def action(self, action: Json, names: dict[str, str]) -> str:
        """A legal action as a sentence."""
        known = names | {f"seat:{seat}": name for seat, name in self.seat_names().items()}
        card = self.source.pool.find(str(action.get("card", "")))
        if card is not None:
            known[action["card"]] = self.in_words(card.name)
        said = self.game.engine.step_text("act", action, known, self.language)
        return self.named(said, action.get("seat"))

    def seat_names(self) -> dict[int, str]:
        """Player names by seat."""
        return dict(self._seats)

    def seat_name(self, seat: int | None) -> str:
        """The name of the person who sits there; "" for no seat."""
        return self._seats.get(seat, "") if seat is not None else ""

    def turns(self) -> list[Turn]:
        """The game told turn by turn."""
        self.cursor.seek(self.total)
        return tell(self)

    def consequences(self, events: list[Json], label: Callable[[str], str]) -> list[str]:
        """What followed from a step, as sentences; ``label`` is what a card is called."""
        return told.sentences(events, label, self.seat_name, self.language)

    def picture(self, step: int, prefix: str) -> SafeString:
        """The board after a step as one picture for every width; the page shows the players itself."""
        drawn = self.game.pictures.svg(
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
        layers = self.game.pictures.layers(
            self.view(step),
            self.cursor.board,
            size="square",
            ok=self.ok(step),
            lang=self.language,
            ids_prefix="replay-s-",
        )
        return step_payload(step, self.sentence(step), self.ok(step), {"square": layers}, panel)

    def card_names(self, view: State) -> dict[str, str]:
        """Card names of every object in a view."""
        return {card["oid"]: card["card"] for card in objects_in(view)}


def open_game(source: Source, viewer: Viewer = "judge") -> LogView:
    """The game opened for one viewer, as its game is told. Raises :class:`LogError` for what has no header."""
    return half(source.game, "viewer", LogView)(source, viewer)
