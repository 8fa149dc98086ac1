"""What a page shows of a recording: plain JSON values for one viewer, the same on the server and in a phone.

Nothing hidden can be in it: the position comes from the engine's view, whose allow list is per viewer, and lists are
only those that the caller hands in, which are the viewer's own.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import to_builtins

from rules_engine.drawing.svg import board_layers
from rules_engine.kernel.errors import Violation
from rules_engine.x610z.castable import Castable, castable, left_of
from rules_engine.x610z.cursor import on_the_stack
from rules_engine.x610z.legal import legal_actions
from rules_engine.x610z.log import Action
from rules_engine.x610z.messages import step_text, text
from rules_engine.x610z.model import SETUP, State
from rules_engine.x610z.offers import Draft, options
from rules_engine.x610z.spoken import spoken
from rules_engine.x610z.stack import responders
from rules_engine.x610z.view import Viewer, view

from .session import Problem, Session, Written

PROTOCOL = 1
LIT, AFTER, QUIET = "lit", "after", "quiet"
HELP = (LIT, AFTER, QUIET)
"""How the engine helps at the table: legal actions lit; faults marked once they are written; or only at the end."""
ALWAYS = frozenset({"begin", "murphy", "resolve", "proceed", "end", "concede"})
"""What is shown without any help: the course of the game, which everybody at the table sees for themselves."""
WAYS = 20
"""Announcements of one card that are listed; behind them a page asks choice by choice."""
COUNT_EVERY = 5
"""Turns after which the players count hand and deck (502.4, 501.4)."""

_NUMBERED = re.compile(r" \(#(\d{1,6})\)")
"""Behind the name of a card, as the engine tells two of the same name apart."""


class Screen:
    """Makes the answer for one viewer: a seat, ``"spectator"`` (a scribe) or ``"judge"``.

    ``names``: the players by the key that the log has. ``seats``: for whom this viewer writes; None for everybody.
    ``lists``: copies by card number of the decks that this viewer may know, by seat; a seat with None has no list, and
    then every card of the pool is offered.
    """

    _text: Callable[..., str] = staticmethod(text)
    _step_text: Callable[..., str] = staticmethod(step_text)

    def __init__(
        self,
        session: Session,
        viewer: Viewer = "spectator",
        language: str = "en",
        *,
        names: Mapping[str, str] | None = None,
        seats: frozenset[int] | None = None,
        lists: Mapping[int, Mapping[str, int] | None] | None = None,
        help: str = LIT,
    ) -> None:
        """Nothing is computed yet."""
        self.session, self.viewer, self.language = session, viewer, language
        self.names = dict(names or {})
        self.named_as = tuple(sorted(self.names.items()))
        self.seats = seats
        self.lists = dict(lists or {})
        self.help = help

    def answer(self) -> dict[str, Any]:
        """The whole answer; docs/recorder.md says what each key means."""
        state = self.session.state
        seen = self.view()
        return {
            "protocol": PROTOCOL,
            "n": self.session.n,
            "log_sha256": self.session.sha256(),
            "over": self.session.over,
            "view": seen,
            "drawing": self.drawing(seen),
            "asked": self.asked(state),
            "actions": self.actions(state),
            "castable": self.castable(state),
            "consent": self.consent(),
            "lines": self.lines(),
            "count_due": self.count_due(state),
        }

    def view(self) -> dict[str, Any]:
        """The position as this viewer sees it, with names; empty until it is known who begins."""
        state = self.session.state
        if state is None:
            return {}
        seen = view(state, self.viewer)
        for seat in seen["seats"]:
            seat["name"] = self.named(str(seat["player"]))
        return seen

    def drawing(self, seen: Mapping[str, Any]) -> dict[str, Any]:
        """The changing layers of the board in both sizes."""
        if not seen:
            return {}
        state = self.session.state
        board = state.game.board if state is not None else None
        return {
            size: board_layers(seen, board, size=size, lang=self.language, ids_prefix=f"rec-{size[0]}-")
            for size in ("wide", "phone")
        }

    def asked(self, state: State | None) -> dict[str, Any]:
        """What the table waits for: ``first``, ``begin``, ``turn``, ``window`` (does anybody respond?) or ``over``."""
        if state is None:
            return {"kind": "first", "seats": [seat.seat for seat in self.session.seats]}
        if state.result is not None:
            result = state.result
            return {
                "kind": "over",
                "winners": list(result.winners),
                "losers": list(result.losers),
                "draw": result.draw,
                "rule": result.rule,
            }
        if state.phase == SETUP:
            return {"kind": "begin", "seat": state.first}
        if asked := responders(state):
            return {"kind": "window", "seats": asked, "active": state.active, "stack": len(state.stack)}
        return {"kind": "turn", "seat": state.active}

    def actions(self, state: State | None) -> list[dict[str, Any]]:
        """Every legal action that this viewer may write down, with what it begins with and its sentence."""
        if state is None or self.session.over:
            return []
        rows = []
        for action in legal_actions(state):
            if self.seats is not None and action.seat is not None and action.seat not in self.seats:
                continue
            if self.help == LIT or action.do in ALWAYS:
                rows.append(self.row(action))
        return rows

    def row(self, action: Action) -> dict[str, Any]:
        """An action as a page takes it."""
        said = action.to_dict()
        return {"line": {"kind": "act", **said}, "source": source(said), "text": self.sentence(said)}

    def castable(self, state: State | None) -> list[dict[str, Any]]:
        """The cards that may be in the hands for which this viewer writes, and how they could be cast now."""
        if state is None or self.session.over or state.result is not None or state.phase == SETUP:
            return []
        seats = [seat for seat in sorted(self.lists) if state.living(seat)]
        return [
            self.card_row(seat, card)
            for seat in seats
            if self.seats is None or seat in self.seats
            for card in castable(state, seat, self.left(state, seat), WAYS)
        ]

    def left(self, state: State, seat: int) -> dict[str, int] | None:
        """The copies that may still be in a hand whose list this viewer may know."""
        deck = self.lists.get(seat)
        return left_of(state, seat, deck) if deck is not None else None

    def card_row(self, seat: int, card: Castable) -> dict[str, Any]:
        """A card of a hand as a page takes it; without help only how many are left."""
        row: dict[str, Any] = {
            "seat": seat,
            "card": card.card,
            "name": card.name,
            "left": card.left,
            "cost": card.cost,
        }
        if self.help == LIT:
            row["actions"] = [self.row(action) for action in card.actions]
            row["more"] = card.more
            row["refused"] = self.refusal(card.refused) if card.refused is not None else None
        return row

    def refusal(self, found: Violation) -> dict[str, Any]:
        """Why something is not possible now, in words; said of a card once a game and not once a line."""
        state, said = self.session.state, repr(found.params)
        active = state.active if state is not None else None
        made_for = (self.language, self.named_as, found.code, found.seat, active, said)
        sentence = self.session.sentences.get(made_for)
        if sentence is None:
            spoken_of = spoken(state, found.seat, found.params) if state is not None else {}
            sentence = self.with_names(text(found.code, {**found.params, **spoken_of}, self.language))
            if "#" not in said and "stack:" not in said:  # what an object is may change from line to line
                self.session.keep_sentence(made_for, sentence)
        return {"rule": found.rule, "code": found.code, "text": sentence}

    def options(self, draft: Draft, start: int = 0) -> dict[str, Any]:
        """What is to be chosen next of a draft; docs/recorder.md says what each key means.

        Raises :class:`LogError` for a draft that names what does not exist.
        """
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
            "need": to_builtins(found.need),
            "refused": self.refusal(found.refused) if found.refused is not None else None,
        }

    def consent(self) -> dict[str, Any] | None:
        """The question that waits for somebody's consent; None when there is none."""
        entry = self.session.standing.asked if self.session.standing is not None else None
        if entry is None:
            return None
        return {
            "seq": entry.get("seq"),
            "kind": entry["kind"],
            "by": entry.get("by"),
            "body": dict(entry["body"]),
            "text": self.asked_for(entry["body"]),
        }

    def asked_for(self, body: Mapping[str, Any]) -> str:
        """What somebody wants the others to agree to, in words: the line that was done, or the lines to be undone."""
        if body.get("line"):
            return self.said(body["line"])
        first = body.get("from")
        undone = [
            one
            for one in self.session.written
            if isinstance(first, int) and one.placed.n >= first and one.placed.body.get("kind") != "note"
        ]
        return "; ".join(str(self.line(one)["text"]) for one in undone)

    def lines(self) -> list[dict[str, Any]]:
        """Every line that stands, in words, with its mark if something is wrong with it."""
        return [self.line(one) for one in self.session.written]

    def line(self, one: Written) -> dict[str, Any]:
        """One line in words."""
        body = one.placed.body
        row: dict[str, Any] = {
            "n": one.placed.n,
            "by": one.placed.by,
            "status": one.placed.status,
            "kind": body.get("kind"),
            "text": self.line_text(one),
        }
        if one.problem is not None and (self.help != QUIET or self.session.over):
            row["problem"] = self.problem(one.problem)
        return row

    def line_text(self, one: Written) -> str:
        """The sentence of a line: the same for everybody who reads this language, so it is made once."""
        made_for = (self.language, self.named_as)
        sentence = one.words.get(made_for)
        if sentence is None:
            body = one.placed.body if one.line is not None else {"kind": "note"}
            sentence = self.spoken(body, {**one.names, **self.seat_names()}) + self.answered(body)
            one.words[made_for] = sentence
        return sentence

    def answered(self, body: Mapping[str, Any]) -> str:
        """The cards that the choices of a line name, which nobody had seen before: behind its sentence, or ""."""
        said = body.get("answers")
        rows = [one if isinstance(one, list) else [one] for one in said] if isinstance(said, list) else []
        named = [self.session.pool.find(one) for row in rows for one in row if isinstance(one, str)]
        cards = ", ".join(card.name for card in named if card is not None)
        return f": {cards}" if cards else ""

    def problem(self, found: Problem) -> dict[str, Any]:
        """What is wrong with a line, in words, with what would have been legal; the open choice if that is all."""
        finding = found.finding
        legal = [self.row(action) for action in finding.legal] if self.help == LIT else []
        code = "choice_open" if found.need is not None else finding.code  # here it is asked, and not missing
        return {
            "verdict": found.verdict,
            "rule": finding.rule,
            "code": finding.code,
            "text": self.with_names(self._text(code, finding.params, self.language)),
            "legal": legal,
            "need": found.need,
        }

    def count_due(self, state: State | None) -> bool:
        """Whether the players should count hand and deck: every fifth turn, until somebody has."""
        if state is None or state.turn < 1 or state.turn % COUNT_EVERY:
            return False
        for one in reversed(self.session.written):
            kind, do = one.placed.body.get("kind"), one.placed.body.get("do")
            if kind == "count":
                return False
            if do == "proceed":
                break
        return True

    # --- words ------------------------------------------------------------------------------------------------------

    def named(self, key: str) -> str:
        """The name of a player by the key of the log."""
        return self.names.get(key, key)

    def with_names(self, sentence: str) -> str:
        """A sentence with names for the keys of players, the longest key first."""
        for key in sorted(self.names, key=len, reverse=True):
            sentence = sentence.replace(key, self.names[key])
        return _NUMBERED.sub(self._whose, sentence)

    def _whose(self, found: re.Match[str]) -> str:
        """For the number of an object behind its name: its owner where somebody else has such a card, else nothing."""
        objs, pool = getattr(self.session.state, "objs", ()), self.session.pool
        one = objs[int(found[1])] if int(found[1]) < len(objs) else None
        before = found.string[: found.start()]
        if one is None or one.rev < 0 or not before.endswith(pool.cards[one.rev].name):
            return found[0]  # somebody's own words
        owner = self.seat_names()[f"seat:{one.owner}"]
        alone = all(other.owner == one.owner for other in objs if other.rev == one.rev)
        return "" if alone or before.startswith(owner) else f" ({owner})"

    def seat_names(self) -> dict[str, str]:
        """The players by what an action calls their seat."""
        return {f"seat:{seat.seat}": self.named(seat.player) for seat in self.session.seats}

    def sentence(self, action: Mapping[str, Any]) -> str:
        """An action in words."""
        return self.spoken({"kind": "act", **action}, {**self.card_names(action), **self.seat_names()})

    def spoken(self, body: Mapping[str, Any], names: Mapping[str, str]) -> str:
        """A line of the journal in words."""
        kind = str(body.get("kind"))
        if kind == "count":
            kind, body = "check", {}
        elif kind == "agree":
            kind = "judge"
        return self.with_names(self._step_text(kind, dict(body), dict(names), self.language))

    def said(self, body: Mapping[str, Any]) -> str:
        """What somebody wrote that is not in the game, in words as far as it has any."""
        if body.get("kind") not in ("act", "note", "end", "chance", "count"):
            return ""
        return self.spoken(body, {**self.card_names(body), **self.seat_names()})

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
                    found[name] = pool.cards[rev].name
            elif name.startswith("stack:"):
                if state is not None and (known := on_the_stack(state, name)):
                    found[name] = known
            elif card := pool.find(name):
                found[name] = card.name
        return found


def source(action: Mapping[str, Any]) -> str:
    """What a tap begins with: ``card:NUMBER``, an object ``#12``, ``stack``, ``turn``, ``hand`` or ``game``."""
    do, card = action["do"], action.get("card")
    if card:
        return str(card) if str(card).startswith("#") else f"card:{card}"
    return {"resolve": "stack", "end": "turn", "proceed": "turn", "murphy": "hand"}.get(do, "game")
