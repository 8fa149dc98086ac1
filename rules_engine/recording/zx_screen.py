"""What a page shows of a recorded Z/X game: plain JSON values, as :class:`~.screen.Screen` makes them."""

from collections.abc import Mapping
from typing import Any

from rules_engine.drawing.zx_board import zx_board_layers
from rules_engine.kernel.errors import LogError
from rules_engine.zx.answers import slot_of
from rules_engine.zx.cards import ZxCard
from rules_engine.zx.castable import left_of, playable
from rules_engine.zx.hidden import is_unknown
from rules_engine.zx.legal import legal_actions
from rules_engine.zx.log import Action
from rules_engine.zx.messages import step_text, text
from rules_engine.zx.model import SEATS, SETUP, State
from rules_engine.zx.view import view

from .journal import LAY
from .screen import Screen
from .zx_session import ZxSession

SOURCES = {"keep": "hand", "redraw": "hand", "next": "turn", "pass": "turn"}
TAKEN_BACK = {"en": "Undone: %s", "nl": "Ongedaan gemaakt: %s"}


class ZxScreen(Screen):
    """Makes the answer for one viewer of a Z/X game: a seat, ``"spectator"`` or ``"judge"``.

    Where the site has dealt, ``actions`` hold every card of a hand that can be played. At a table ``castable`` has the
    own registered list: of a hand nobody knows more.
    """

    session: ZxSession
    _text = staticmethod(text)
    _step_text = staticmethod(step_text)

    def view(self) -> dict[str, Any]:
        """The position as this viewer sees it, with names; empty where the opening makes no game."""
        state: Any = self.session.state
        if state is None:
            return {}
        seen = view(state, self.viewer)
        for seat in seen["seats"]:
            seat["name"] = self.named(str(seat["player"]))
        return seen

    def drawing(self, seen: Mapping[str, Any]) -> dict[str, Any]:
        """The changing layers of the nine Squares, the same at every size."""
        return {"square": zx_board_layers(seen, lang=self.language, ids_prefix="rec-s-")} if seen else {}

    def asked(self, state: Any) -> dict[str, Any]:
        """What the table waits for: ``begin`` (first hands), ``turn``, ``window`` (a battle) or ``over``."""
        if state is None:
            unlaid = self.session.unlaid
            return {"kind": LAY, "seats": unlaid} if unlaid else {"kind": "first", "seats": list(SEATS)}
        if (result := state.result) is not None:
            return {
                "kind": "over",
                "winners": list(result.winners),
                "losers": list(result.losers),
                "draw": result.draw,
                "rule": result.rule,
            }
        if state.phase == SETUP:
            return {"kind": "begin", "seat": state.first}
        if state.battle is not None:
            return {"kind": "window", "seats": [state.battle.priority], "active": state.active, "stack": 0}
        return {"kind": "turn", "seat": state.active}

    def actions(self, state: Any) -> list[dict[str, Any]]:
        """Every legal action that this viewer may write down, with what it begins with and its sentence."""
        if state is None or self.session.over:
            return []
        return [
            self.row(action)
            for action in legal_actions(state)
            if self.seats is None or action.seat in self.seats
        ]

    def row(self, action: Action) -> dict[str, Any]:  # type: ignore[override]  # the action of this game
        """An action as a page takes it."""
        said = action.to_dict()
        card = str(said.get("card", ""))
        begins = SOURCES.get(action.do, "game") if not card else card if card[0] == "#" else f"card:{card}"
        return {"line": {"kind": "act", **said}, "source": begins, "text": self.sentence(said)}

    def castable(self, state: State | None) -> list[dict[str, Any]]:  # type: ignore[override]  # its state
        """The cards of the own list that nobody has seen yet, and how each could be played now."""
        if state is None or self.session.over or state.result is not None or state.phase == SETUP:
            return []
        turn = state.active if state.battle is None else state.battle.priority
        deck = self.lists.get(turn)
        if deck is None or (self.seats is not None and turn not in self.seats):
            return []
        pool = self.session.pool
        left = left_of(state, turn, deck).items()
        return [self.card_row(turn, pool[number], copies) for number, copies in left if number in pool.index]

    def card_row(self, seat: int, card: ZxCard, copies: int = -1) -> dict[str, Any]:  # type: ignore[override]
        """A card that nobody has seen yet as a page takes it; ``copies`` -1 where no list says how many there are."""
        found = playable(self.session.state, seat, card)  # type: ignore[arg-type]  # a state of this game
        return {
            "seat": seat,
            "card": card.number,
            "name": card.name,
            "left": copies,
            "cost": card.cost.total,
            "actions": [self.row(action) for action in found],
            "more": False,
            "refused": None,
        }

    def options(self, draft: Any, start: int = 0) -> dict[str, Any]:
        """No choice of this game is made step by step here. Raises :class:`LogError`."""
        raise LogError("unknown_action", do="options")

    def count_due(self, state: Any) -> bool:
        """Never: every line says how many cards its player holds."""
        return False

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
        state: Any = self.session.state
        slot = slot_of(state, name) if state is not None else -1
        if slot >= 0:
            return "" if is_unknown(state, slot) else str(state.card(slot).name)
        found = self.session.pool.find(name)
        return found.name if found is not None else ""

    def spoken(self, body: Mapping[str, Any], names: Mapping[str, str]) -> str:
        """A line of the journal in words."""
        if body.get("kind") == "note" and body.get("undone"):
            return TAKEN_BACK.get(self.language, TAKEN_BACK["en"]) % ", ".join(
                str(number) for number in body["undone"]
            )
        return super().spoken(body, names)
