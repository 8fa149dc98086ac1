"""What a page shows of a recorded game of X610Z: the board, what may be cast, and what is chosen step by step."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import to_builtins
from msgspec.structs import replace

from rules_engine.kernel import told
from rules_engine.kernel.cards import softened
from rules_engine.kernel.errors import LogError, Violation
from rules_engine.kernel.seen import named_in
from rules_engine.recording.screen import LIT, NUMBERED, Screen
from rules_engine.recording.written import Written

from .castable import Castable, castable, left_of
from .cursor import on_the_stack
from .followed import TALKING, Resolved, Teller, called
from .legal import legal_actions
from .log import Action
from .messages import CATALOGUE, text
from .model import SETUP, State
from .offers import Draft, options
from .session import X610zSession
from .spoken import spoken
from .stack import responders
from .turn import on_ending_dots
from .view import Viewer, view

WAYS = 20
"""Announcements of one card that are listed; behind them a page asks choice by choice."""
COUNT_EVERY = 5
"""Turns after which the players count hand and deck (502.4, 501.4)."""


class X610zScreen(Screen[X610zSession, Action]):
    """Makes the answer for one viewer of a game of X610Z; see :class:`~rules_engine.recording.Screen`."""

    viewer: Viewer
    course = frozenset({"begin", "murphy", "resolve", "proceed", "end", "concede"})
    sources = {"resolve": "stack", "murphy": "hand", "begin": "game", "concede": "game", "time": "game"}

    def seen(self, state: State) -> dict[str, object]:
        """A position as this viewer sees it, without the way of a pawn that has left the board since."""
        found: dict[str, Any] = view(state, self.viewer)
        last = found["last"]
        if last and last["ok"] and last["kind"] != "attack":
            there = any(pawn["dot"] == last["path"][-1] for pawn in found["pawns"])
            found["last"] = last if there else None
        return named_in(found, self.in_words)

    def spoken(self, body: Mapping[str, object], names: Mapping[str, str]) -> str:
        """A line of the journal in words, its cards called as this viewer's language has them."""
        return super().spoken(body, self._translated(names))

    def _translated(self, names: Mapping[str, str]) -> dict[str, str]:
        """Names by what a line calls them, those of cards in this viewer's language."""
        return {one: name if one.startswith("seat:") else self.in_words(name) for one, name in names.items()}

    def with_names(self, sentence: str) -> str:
        """The same, with the cards that have a number behind their printed name in this viewer's language."""
        objs, pool, said, last = getattr(self.session.state, "objs", ()), self.session.pool, "", 0
        for found in NUMBERED.finditer(sentence) if self.language != "en" else ():
            before, rev = (
                sentence[last : found.start()],
                objs[slot].rev if (slot := int(found[1])) < len(objs) else -1,
            )
            name = pool.cards[rev].name if rev >= 0 else ""
            said += (
                before.removesuffix(name) + self.in_words(name) if name and before.endswith(name) else before
            ) + found[0]
            last = found.end()
        return super().with_names(said + sentence[last:])

    def legal(self, state: State) -> list[Action]:
        """Every legal action in a position."""
        return legal_actions(state)

    def waits(self, state: State) -> dict[str, object]:
        """What the table waits for: ``begin``, ``turn``, or ``window`` (does anybody respond?)."""
        if state.phase == SETUP:
            return {"kind": "begin", "seat": state.first, "looking": self.session.looking()}
        if asked := responders(state):
            return {"kind": "window", "seats": asked, "active": state.active, "stack": len(state.stack)}
        return {"kind": "turn", "seat": state.active}

    def castable(self, state: State | None) -> list[dict[str, object]]:
        """The cards that may be in the hands for which this viewer writes, and how they could be cast now.

        Where the decks were dealt they are those that are in the hand, from the first look at it on.
        """
        if state is None or self.session.over or state.result is not None:
            return []
        return [
            self.card_row(seat, card)
            for seat in self.shown_hands(state)
            if state.living(seat) and (self.seats is None or seat in self.seats)
            for card in castable(state, seat, self.left(state, seat), WAYS)
            if card.left or not self.session.dealt
        ]

    def shown_hands(self, state: State) -> list[int]:
        """Whose cards may be listed for this viewer: dealt hands that they see, else lists, once the game has begun."""
        if self.session.dealt:
            return [seat for seat in range(len(state.hand)) if self.may_know(seat)]
        return sorted(self.lists) if state.phase != SETUP else []

    def left(self, state: State, seat: int) -> dict[str, int] | None:
        """The copies that may still be in a hand whose list this viewer may know; of one that was dealt, that are."""
        if self.session.dealt:
            return dict(Counter(state.game.number_of(state.objs[slot].rev) for slot in state.hand[seat]))
        deck = self.lists.get(seat)
        return left_of(state, seat, deck) if deck is not None else None

    def card_row(self, seat: int, card: Castable) -> dict[str, object]:
        """A card of a hand as a page takes it; without help only how many are left."""
        known = self.session.pool.find(card.card)
        row: dict[str, object] = {
            "seat": seat,
            "card": card.card,
            "name": (name := self.in_words(card.name)),
            "soft": softened(name, self.language),
            "left": card.left,
            "cost": card.cost,
            "crystal": known is not None and known.is_crystal,
        }
        if self.session.dealt and known is not None:  # who was dealt it has nothing else to read it from
            row["text"] = known.text_nl if self.language == "nl" and known.text_nl else known.text
        if self.help == LIT:
            row["actions"] = [self.row(action) for action in card.actions]
            row["more"] = card.more
            row["refused"] = self.refusal(card.refused) if card.refused is not None else None
        return row

    def refusal(self, found: Violation) -> dict[str, object]:
        """Why something is not possible now, in words; said of a card once a game and not once a line."""
        state, said = self.session.state, repr(found.params)
        active = state.active if state is not None else None
        made_for = (self.language, self.named_as, found.code, found.seat, active, said)
        sentence = self.session.sentences.get(made_for)
        if sentence is None:
            spoken_of = spoken(state, found.seat, found.params) if state is not None else {}
            sentence = self.with_names(
                text(found.code, self.values({**found.params, **spoken_of}), self.language)
            )
            if "#" not in said and "stack:" not in said:  # what an object is may change from line to line
                self.session.keep_sentence(made_for, sentence)
        return {"rule": found.rule, "code": found.code, "text": sentence}

    def options(self, draft: Mapping[str, object], start: int = 0) -> dict[str, object]:
        """What is to be chosen next of a draft; docs/recorder.md says what each key means.

        Raises :class:`LogError` for what is no draft, or names what does not exist.
        """
        try:
            asked = msgspec.convert(draft, Draft)
        except msgspec.ValidationError as error:
            raise LogError("bad_field", detail=str(error)[:200]) from None
        if asked.seat is None and isinstance(self.viewer, int) and not self.may_know(None):
            asked = replace(asked, seat=self.viewer)  # what anybody could do would tell a dealt hand
        return self._options(asked, start)

    def _options(self, draft: Draft, start: int) -> dict[str, object]:
        state = self.session.state
        if state is None or self.help != LIT:
            return {"field": "", "values": [], "total": 0, "start": 0}
        left = self.left(state, draft.seat) if draft.seat is not None else None
        found = options(state, draft, left, start)
        named = [one for one in found.values if isinstance(one, str)]
        return {
            "field": found.field,
            "values": list(found.values),
            "names": {**self.card_names({"targets": named}), **self.seat_names()},
            "total": found.total,
            "start": found.start,
            "proposal": found.proposal,
            "action": self.row(found.action) if found.action is not None else None,
            "need": to_builtins(found.need) if found.need and self.may_know(found.need.seat) else None,
            "refused": self.refusal(found.refused) if found.refused is not None else None,
        }

    def warned(self, action: Action) -> dict[str, str]:
        """A summon that is destroyed where it would land (601.5), or where it stands when the turn ends (603.5).

        Nor does anybody mean to strike a summon of the own team, though 200.1a#4 lets them.
        """
        state = self.session.state
        if state is None:
            return {}
        if action.do == "end" and (stray := on_ending_dots(state)):
            named = ", ".join(self.called(f"#{slot}") for slot in stray)
            return {"rule": "603.5", "text": self.warning("turn", card=named)}
        if action.do == "attack":
            return self._strikes(state, action.seat or 0, list(action.path or ())[-1])
        if action.do != "move" or not action.card or len(action.path or ()) < 2:
            return {}
        return self._landing(state, action.card, list(action.path or ())[-1])

    def _strikes(self, state: State, seat: int, place: str) -> dict[str, str]:
        """Whether an attack hits a summon of whoever attacks, or of a team mate."""
        hit = state.occ[state.game.board.number[place]]
        if state.game.enemies(seat, state.objs[hit].controller):
            return {}
        return {"rule": "200.1a#4", "text": self.warning("own", card=self.called(f"#{hit}"))}

    def _landing(self, state: State, card: str, place: str) -> dict[str, str]:
        """What becomes of a summon on the dot where its move ends, and of the game (603.2)."""
        board, obj = state.game.board, state.objs[int(card[1:])]
        dot, base = board.number[place], state.game.infos[obj.rev].card.is_life_base
        if board.is_start[dot] and dot != state.game.homes[obj.controller]:
            rule, code = "601.5", "lands_base" if base else "lands"
        elif board.is_ending[dot]:
            rule, code = ("603.2", "wins") if base else ("603.5", "ends")
        else:
            return {}
        name = self.seat_names()[f"seat:{obj.owner}"]
        return {"rule": rule, "text": self.warning(code, card=self.called(card), name=name)}

    def warning(self, code: str, **words: str) -> str:
        """A sentence of what is destroyed."""
        return CATALOGUE.table("warned", self.language)[code] % words

    def own_word(self, one: Written) -> bool:
        """Whether it let an action of its own writer happen."""
        return isinstance(one.top, Resolved) and one.top.seat == one.placed.by

    def followed(self, one: Written) -> str:
        """What a line that says nothing itself let happen, in words."""
        state = self.session.state
        if state is None or one.problem is not None or one.placed.body.get("do") not in TALKING:
            return ""
        names = {seat.seat: self.named(seat.player) for seat in self.session.seats}
        top = one.top if isinstance(one.top, Resolved) else None
        if top is not None:  # what lies on the stack has no number behind its name
            top = replace(top, targets=tuple((name, self.in_words(words)) for name, words in top.targets))
        unnamed = told.CATALOGUE.table("did", self.language)["unnamed"]
        teller = Teller(lambda oid: called(state, oid) or unnamed, names.__getitem__, self.language)
        return teller.sentence(top, one.events)

    def count_due(self, state: State | None) -> bool:
        """Whether the players should count hand and deck: every fifth turn, until somebody has; not what was dealt."""
        if self.session.dealt or state is None or state.turn < 1 or state.turn % COUNT_EVERY:
            return False
        for one in reversed(self.session.written):
            kind, do = one.placed.body.get("kind"), one.placed.body.get("do")
            if kind == "count":
                return False
            if do == "proceed":
                break
        return True

    def card_names(self, action: Mapping[str, Any]) -> dict[str, str]:
        """The names of the cards that an action mentions, as far as anybody knows them."""
        state, pool = self.session.state, self.session.pool
        found = {}
        for name in (action.get("card"), *(action.get("targets") or ()), *(action.get("crystals") or ())):
            if not isinstance(name, str):
                continue
            if name.startswith("#") and state is not None:
                slot = int(name[1:]) if name[1:].isdecimal() and len(name) < 8 else -1
                rev = state.objs[slot].rev if 0 <= slot < len(state.objs) else -1
                if rev >= 0:
                    found[name] = self.in_words(pool.cards[rev].name)
            elif name.startswith("stack:"):
                if state is not None and (known := on_the_stack(state, name)):
                    found[name] = self.in_words(known)
            elif card := pool.find(name):
                found[name] = self.in_words(card.name)
        return found
