"""What a page shows of a recorded game of Z/X: the Squares, and their own list at a table."""

from collections.abc import Mapping
from typing import Any

from rules_engine.kernel.cards import name_in
from rules_engine.kernel.seen import named_in
from rules_engine.recording.journal import LAY
from rules_engine.recording.screen import LIT, Screen
from rules_engine.recording.written import Written

from .answers import slot_of
from .cards import ZxCard
from .castable import left_of, playable
from .followed import sentences, went_on
from .hidden import is_unknown
from .legal import legal_actions
from .log import Action
from .model import SETUP, State
from .session import ZxSession
from .view import Viewer, view


class ZxScreen(Screen[ZxSession, Action]):
    """Makes the answer for one viewer of a game of Z/X; see :class:`~rules_engine.recording.Screen`.

    Where the site has dealt, ``actions`` hold every card of a hand that can be played. At a table ``castable`` has the
    own registered list: of a hand nobody knows more.
    """

    viewer: Viewer
    course = frozenset({"keep", "redraw", "next", "pass", "concede"})
    sources = {"keep": "hand", "redraw": "hand", "begin": "game", "concede": "game", "time": "game"}

    def seen(self, state: State) -> dict[str, object]:
        """A position as this viewer sees it."""
        return named_in(view(state, self.viewer), self.in_words)

    def legal(self, state: State) -> list[Action]:
        """Every legal action in a position."""
        return legal_actions(state)

    def before(self) -> dict[str, object]:
        """What the table waits for before there is a game: what lies beside the decks (``lay``), then who begins."""
        unlaid = self.session.unlaid
        return {"kind": LAY, "seats": unlaid} if unlaid else super().before()

    def waits(self, state: State) -> dict[str, object]:
        """What the table waits for: ``begin`` (first hands), ``turn``, or ``window`` (a battle)."""
        if state.phase == SETUP:
            undecided = [seat for seat in (state.first, 1 - state.first) if not state.decided[seat]]
            return {"kind": "begin", "seat": undecided[0]}
        if state.battle is not None:
            return {"kind": "window", "seats": [state.battle.priority], "active": state.active, "stack": 0}
        return {"kind": "turn", "seat": state.active}

    def followed(self, one: Written) -> str:
        """Of going on where it went; every other line says itself what it is."""
        body = one.placed.body
        if body.get("do") != "next" or not one.events:
            return ""
        return went_on(one.events, self.session.seats[int(body["seat"])].player, self.language)

    def effects(self, one: Written) -> list[str]:
        """What followed from a line in public."""
        names = [seat.player for seat in self.session.seats]
        return sentences(one.events, names, self.language, str(one.placed.body.get("do")), self.in_words)

    def answered(self, body: Mapping[str, object]) -> str:
        """Nothing: an answer may name cards that only its player saw. What came to lie open follows from the line."""
        return ""

    def castable(self, state: State | None) -> list[dict[str, object]]:
        """The cards of their own list that nobody has seen yet, and how each could be played now."""
        if state is None or self.session.over or state.result is not None or state.phase == SETUP:
            return []
        turn = state.active if state.battle is None else state.battle.priority
        deck = self.lists.get(turn)
        if deck is None or (self.seats is not None and turn not in self.seats):
            return []
        pool = self.session.pool
        left = left_of(state, turn, deck).items()
        return [self.card_row(turn, pool[number], copies) for number, copies in left if number in pool.index]

    def card_row(self, seat: int, card: ZxCard, copies: int = -1) -> dict[str, object]:
        """A card that nobody has seen yet as a page takes it; ``copies`` -1 where no list says how many there are."""
        state = self.session.state
        found = playable(state, seat, card) if state is not None and self.help == LIT else []
        return {
            "seat": seat,
            "card": card.number,
            "name": name_in(card, self.language),
            "left": copies,
            "cost": card.cost.total,
            "actions": [self.row(action) for action in found],
            "more": False,
            "refused": None,
        }

    def card_names(self, action: Mapping[str, Any]) -> dict[str, str]:
        """``card`` and ``player`` as sentences call them, and the cards of an action by what it calls them."""
        found = {}
        for name in (*(action.get("pay") or ()), action.get("card")):
            if isinstance(name, str) and (known := self.card_name(name)):
                found[name] = known
        if (named := str(action.get("card", ""))) in found:
            found["card"] = found[named]
        seat = action.get("seat")
        if seat in (0, 1):
            found["player"] = self.session.seats[seat].player
        return found

    def card_name(self, name: str) -> str:
        """The name of the card that a line calls so; "" where this viewer cannot know it."""
        state = self.session.state
        slot = slot_of(state, name) if state is not None else -1
        if slot >= 0 and state is not None:
            return "" if is_unknown(state, slot) else self.in_words(state.card(slot).name)
        return self.in_words(super().card_name(name))

    def spoken(self, body: Mapping[str, object], names: Mapping[str, str]) -> str:
        """A line of the journal in words, its cards by their names in this language."""
        return super().spoken(body, {key: str(one) for key, one in self.values(names).items()})

    def values(self, params: Mapping[str, object]) -> Mapping[str, object]:
        """What a sentence names, its card by the name in this language."""
        card = params.get("card")
        return {**params, "card": self.in_words(card)} if isinstance(card, str) else params
