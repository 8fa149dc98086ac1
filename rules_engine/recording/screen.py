"""What a page shows of a recording: plain JSON values for one viewer, the same on the server and in a phone.

Nothing hidden can be in it: the position comes from the engine's view, whose allow list is per viewer, and lists are
only those that the caller hands in, which are the viewer's own.
"""

from collections.abc import Mapping
from typing import Any

from rules_engine.drawing.svg import board_layers
from rules_engine.x610z.legal import legal_actions
from rules_engine.x610z.log import Action
from rules_engine.x610z.messages import step_text, text
from rules_engine.x610z.model import SETUP, State
from rules_engine.x610z.stack import responders
from rules_engine.x610z.view import Viewer, view

from .session import Problem, Session, Written

PROTOCOL = 1
LIT, AFTER, QUIET = "lit", "after", "quiet"
HELP = (LIT, AFTER, QUIET)
"""How the engine helps at the table: legal actions lit; faults marked once they are written; or only at the end."""
ALWAYS = frozenset({"begin", "murphy", "resolve", "proceed", "end", "concede"})
"""What is shown without any help: the course of the game, which everybody at the table sees for themselves."""
COUNT_EVERY = 5
"""Turns after which the players count hand and deck (502.4, 501.4)."""


class Screen:
    """Makes the answer for one viewer: a seat, ``"spectator"`` (a scribe) or ``"judge"``.

    ``names``: the players by the key that the log has. ``seats``: for whom this viewer writes; None for everybody.
    ``lists``: copies by card number of the viewer's own deck, by seat.
    """

    def __init__(
        self,
        session: Session,
        viewer: Viewer = "spectator",
        language: str = "en",
        *,
        names: Mapping[str, str] | None = None,
        seats: frozenset[int] | None = None,
        lists: Mapping[int, Mapping[str, int]] | None = None,
        help: str = LIT,
    ) -> None:
        """Nothing is computed yet."""
        self.session, self.viewer, self.language = session, viewer, language
        self.names = dict(names or {})
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
        for action in map(_as_dict, legal_actions(state)):
            seat = action.get("seat")
            if self.seats is not None and seat is not None and seat not in self.seats:
                continue
            if self.help != LIT and action["do"] not in ALWAYS:
                continue
            rows.append(
                {"line": {"kind": "act", **action}, "source": source(action), "text": self.sentence(action)}
            )
        return rows

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
        }

    def lines(self) -> list[dict[str, Any]]:
        """Every line that stands, in words, with its mark if something is wrong with it."""
        return [self.line(one) for one in self.session.written]

    def line(self, one: Written) -> dict[str, Any]:
        """One line in words."""
        body = one.placed.body
        names = {**one.names, **self.seat_names()}
        row: dict[str, Any] = {
            "n": one.placed.n,
            "by": one.placed.by,
            "status": one.placed.status,
            "kind": body.get("kind"),
            "text": self.spoken(body if one.line is not None else {"kind": "note"}, names),
        }
        if one.problem is not None and (self.help != QUIET or self.session.over):
            row["problem"] = self.problem(one.problem)
        return row

    def problem(self, found: Problem) -> dict[str, Any]:
        """What is wrong with a line, in words, with what would have been legal; the open choice if that is all."""
        finding = found.finding
        legal = [_as_dict(action) for action in finding.legal] if self.help == LIT else []
        return {
            "verdict": found.verdict,
            "rule": finding.rule,
            "code": finding.code,
            "text": self.with_names(text(finding.code, finding.params, self.language)),
            "legal": [{"line": {"kind": "act", **one}, "text": self.sentence(one)} for one in legal],
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
        return sentence

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
        return self.with_names(step_text(kind, dict(body), dict(names), self.language))

    def card_names(self, action: Mapping[str, Any]) -> dict[str, str]:
        """The names of the cards that an action mentions, as far as anybody knows them."""
        state, pool = self.session.state, self.session.pool
        found = {}
        for name in (action.get("card"), *(action.get("targets") or ()), *(action.get("crystals") or ())):
            if not isinstance(name, str):
                continue
            if name.startswith("#") and state is not None:
                rev = state.objs[int(name[1:])].rev
                if rev >= 0:
                    found[name] = pool.cards[rev].name
            elif card := pool.find(name):
                found[name] = card.name
        return found


def source(action: Mapping[str, Any]) -> str:
    """What a tap begins with: ``card:NUMBER``, an object ``#12``, ``stack``, ``turn``, ``hand`` or ``game``."""
    do, card = action["do"], action.get("card")
    if card:
        return str(card) if str(card).startswith("#") else f"card:{card}"
    return {"resolve": "stack", "end": "turn", "proceed": "turn", "murphy": "hand"}.get(do, "game")


def _as_dict(action: Action | Mapping[str, Any]) -> dict[str, Any]:
    return action.to_dict() if isinstance(action, Action) else dict(action)
