"""What a page shows of a recording: plain JSON values for one viewer, the same on the server and in a phone.

Nothing hidden can be in it: the position comes from the engine's view, whose allow list is per viewer, and lists are
only those that the caller hands in, which are the viewer's own.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from rules_engine.games import game_of
from rules_engine.kernel.cards import said_in, values_in
from rules_engine.kernel.errors import LogError

from .journal import LINE
from .news import News
from .session import Session
from .written import Problem, Written

S = TypeVar("S", bound=Session)
A = TypeVar("A")
Viewer = int | str
"""Who looks: a seat, ``"spectator"`` or ``"judge"``."""

PROTOCOL = 1
LIT, AFTER, QUIET = "lit", "after", "quiet"
HELP = (LIT, AFTER, QUIET)
"""How the engine helps at the table: legal actions lit; faults marked once they are written; or only at the end."""

TURN = "turn"
"""What a tap begins with for an action that names no card, where its game says nothing: a button under the question."""

NUMBERED = re.compile(r" \(#(\d{1,6})\)")
"""Behind the name of a card, as the engine tells two of the same name apart."""


class Screen(ABC, Generic[S, A]):
    """Makes the answer for one viewer: a seat, ``"spectator"`` (a scribe) or ``"judge"``.

    ``names``: the players by the key that the log has. ``seats``: for whom this viewer writes; None for everybody.
    ``lists``: copies by card number of the decks that this viewer may know, by seat; a seat with None has no list, and
    then every card of the pool is offered.

    A game says what its positions look like and what is legal in them. ``course`` are its actions that are shown
    without any help, ``sources`` what a tap begins with for an action that names no card, where that is not ``turn``:
    ``game`` lies aside, with what one seldom wants, as giving up. ``S`` is its session, ``A`` the type of its actions.
    """

    course: ClassVar[frozenset[str]] = frozenset()
    sources: ClassVar[Mapping[str, str]] = {}

    @abstractmethod
    def seen(self, state: Any) -> dict[str, Any]:
        """A position as this viewer sees it."""

    @abstractmethod
    def legal(self, state: Any) -> Iterable[A]:
        """Every legal action in a position."""

    @abstractmethod
    def waits(self, state: Any) -> dict[str, Any]:
        """What the table waits for while a game is played: ``begin``, ``turn``, or ``window`` (a response)."""

    def castable(self, state: Any) -> list[dict[str, Any]]:
        """The cards that may be in the hands for which this viewer writes, and how they could be played now."""
        return []

    def options(self, draft: Mapping[str, object], start: int = 0) -> dict[str, object]:
        """What is to be chosen next of a draft; docs/recorder.md says what each key means.

        Raises :class:`LogError` for a draft that names what does not exist, and where nothing is chosen step by step.
        """
        raise LogError("unknown_action", do="options")

    def count_due(self, state: Any) -> bool:
        """Whether the players should count hand and deck."""
        return False

    def in_words(self, name: str) -> str:
        """A card by its printed name as this viewer's language has it."""
        return said_in(self.session.pool, name, self.language)

    def card_name(self, name: str) -> str:
        """The name of the card that a line calls so; "" where this viewer cannot know it."""
        found = self.session.pool.find(name)
        return self.in_words(str(found.name)) if found is not None else ""

    def card_names(self, action: Mapping[str, object]) -> dict[str, str]:
        """The names of the cards that an action mentions, as its sentence calls them."""
        name = str(action.get("card") or "")
        return {name: known} if name and (known := self.card_name(name)) else {}

    def __init__(
        self,
        session: S,
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
        self.game = game_of(session.header.game)
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
            "news": self.news.newest(),
            "count_due": self.count_due(state),
        }

    @property
    def news(self) -> News:
        """What happened at the table beside the game, in words."""
        names = {seat.seat: self.named(seat.player) for seat in self.session.seats}
        return News(self.session, lambda seat: names.get(seat, ""), self.said, self.line_text, self.language)

    def view(self) -> dict[str, object]:
        """The position as this viewer sees it, with names; empty until it is known who begins."""
        state = self.session.state
        if state is None:
            return {}
        seen = self.seen(state)
        for seat in seen["seats"]:
            seat["name"] = self.named(str(seat["player"]))
        return seen

    def drawing(self, seen: Mapping[str, object]) -> dict[str, object]:
        """The changing layers of the board in every size."""
        if not seen:
            return {}
        pictures = self.game.pictures
        return {
            size: pictures.layers(
                seen, self.session.board, size=size, lang=self.language, ids_prefix=f"rec-{size[0]}-"
            )
            for size in pictures.sizes
        }

    def asked(self, state: Any) -> dict[str, Any]:
        """What the table waits for: ``first`` or what else comes before a game, ``over``, or as :meth:`waits` says."""
        if state is None:
            return self.before()
        if (result := state.result) is None:
            return self.waits(state)
        return {
            "kind": "over",
            "winners": list(result.winners),
            "losers": list(result.losers),
            "draw": result.draw,
            "rule": result.rule,
        }

    def before(self) -> dict[str, object]:
        """What the table waits for before there is a game: who begins."""
        return {"kind": "first", "seats": [seat.seat for seat in self.session.seats]}

    def actions(self, state: object) -> list[dict[str, object]]:
        """Every legal action that this viewer may write down, with what it begins with and its sentence."""
        if state is None or self.session.over:
            return []
        rows = []
        for action in self.legal(state):
            said = self.plain(action)
            if self.seats is not None and said.get("seat") is not None and said["seat"] not in self.seats:
                continue
            if self.help == LIT or said["do"] in self.course:
                rows.append(self.row(action))
        return rows

    def plain(self, action: Any) -> dict[str, Any]:
        """An action as a log has it."""
        said: dict[str, object] = action.to_dict()
        return said

    def row(self, action: A) -> dict[str, object]:
        """An action as a page takes it, with what a tap on it begins with.

        That is ``card:NUMBER``, an object ``#12``, or a word such as ``stack``, ``turn``, ``hand`` or ``game``.
        """
        said = self.plain(action)
        card = str(said.get("card") or "")
        begins = (
            card if card.startswith("#") else f"card:{card}" if card else self.sources.get(said["do"], TURN)
        )
        row: dict[str, object] = {
            "line": {"kind": "act", **said},
            "source": begins,
            "text": self.sentence(said),
        }
        return row | ({"warned": warned} if (warned := self.warned(action)) else {})

    def warned(self, action: A) -> dict[str, str]:
        """What a legal action brings that nobody wants, with its ``rule`` and in words (``text``); mostly nothing."""
        return {}

    def consent(self) -> dict[str, object] | None:
        """The question that waits for somebody's consent or, with its ``need``, for their word of a line; or None."""
        entry = self.session.asked
        if entry is None:
            return None
        found = self.session.check(entry["body"]) if entry["kind"] == LINE else None
        return {
            **({"need": found.need, "question": self.problem(found)["text"]} if found is not None else {}),
            "seq": entry.get("seq"),
            "kind": entry["kind"],
            "by": entry.get("by"),
            "body": dict(entry["body"]),
            "text": self.asked_for(entry["body"]),
        }

    def asked_for(self, body: Mapping[str, Any]) -> str:
        """What somebody wants the others to agree to, in words: the line that was done, or the lines to be undone."""
        if body.get("line") or body.get("kind"):
            return self.said(body.get("line") or body)
        first = body.get("from")
        undone = [
            one
            for one in self.session.written
            if isinstance(first, int) and one.placed.n >= first and one.placed.body.get("kind") != "note"
        ]
        return "; ".join(str(self.line(one)["text"]) for one in undone)

    def lines(self) -> list[dict[str, object]]:
        """Every line that stands, in words, with its mark if something is wrong with it."""
        return [self.line(one) for one in self.session.written]

    def line(self, one: Written) -> dict[str, object]:
        """One line in words."""
        body = one.placed.body
        row: dict[str, object] = {
            "n": one.placed.n,
            "by": one.placed.by,
            "status": one.placed.status,
            "kind": body.get("kind"),
            "text": self.line_text(one),
        }
        if found := self.effects_of(one):
            row["followed"] = found
        if body.get("kind") == "act" and body.get("seat") is None and not self.own_word(one):
            row["lets"] = True  # it is nobody's act: who wrote it is who said so
        if one.problem is not None and (self.help != QUIET or self.session.over):
            row["problem"] = self.problem(one.problem)
        return row

    def line_text(self, one: Written) -> str:
        """The sentence of a line: the same for everybody who reads this language, so it is made once."""
        made_for = (self.language, self.named_as)
        sentence = one.words.get(made_for)
        if sentence is None:
            body = one.placed.body if one.line is not None else {"kind": "note"}
            noted = self.news.noted(one.placed) if body["kind"] == "note" else ""
            followed = noted or self.with_names(self.followed(one))
            sentence = (followed or self.spoken(body, {**one.names, **self.seat_names()})) + self.answered(
                body
            )
            one.words[made_for] = sentence
        return sentence

    def own_word(self, one: Written) -> bool:
        """Whether the sentence of a line begins with whoever wrote it, so that nobody else said it."""
        return False

    def followed(self, one: Written) -> str:
        """What a line let happen, where that tells more than the line; "" where it does not."""
        return ""

    def effects(self, one: Written) -> list[str]:
        """What followed from a line and does not stand in its sentence: one sentence each, with the log's players."""
        return []

    def effects_of(self, one: Written) -> list[str]:
        """The same with the names of the players, made once for everybody who reads this language."""
        made_for = ("followed", self.language, self.named_as)
        if made_for not in one.words:
            one.words[made_for] = "\n".join(map(self.with_names, self.effects(one)))
        return one.words[made_for].splitlines()

    def answered(self, body: Mapping[str, object]) -> str:
        """The cards that the choices of a line name, which nobody had seen before: behind its sentence, or ""."""
        said = body.get("answers")
        rows = [one if isinstance(one, list) else [one] for one in said] if isinstance(said, list) else []
        named = [self.session.pool.find(one) for row in rows for one in row if isinstance(one, str)]
        cards = ", ".join(self.in_words(card.name) for card in named if card is not None)
        return f": {cards}" if cards else ""

    def problem(self, found: Problem) -> dict[str, object]:
        """What is wrong with a line, in words, with what would have been legal; the open choice if that is all."""
        finding = found.finding
        shown = self.help == LIT and self.may_know(finding.seat)
        legal = [self.row(action) for action in finding.legal] if shown else []
        code = "choice_open" if found.need is not None else finding.code  # here it is asked, and not missing
        return {
            "verdict": found.verdict,
            "rule": finding.rule,
            "code": finding.code,
            "text": self.with_names(self.game.engine.text(code, self.values(finding.params), self.language)),
            "legal": legal,
            "need": found.need,
        }

    def values(self, params: Mapping[str, object]) -> Mapping[str, object]:
        """What the sentence of a finding names, cards as this viewer's language has them."""
        return values_in(self.session.pool, params, self.language)

    def may_know(self, seat: int | None) -> bool:
        """Whether this viewer may know what a seat could do: where decks were dealt, that tells its hand."""
        return not self.session.dealt or self.viewer in ("judge", seat)

    # --- words ------------------------------------------------------------------------------------------------------

    def named(self, key: str) -> str:
        """The name of a player by the key of the log."""
        return self.names.get(key, key)

    def called(self, name: str) -> str:
        """What a word of a line is called: a player or a card by name, everything else as it stands."""
        return {**self.card_names({"card": name, "targets": [name]}), **self.seat_names()}.get(name, name)

    def with_names(self, sentence: str) -> str:
        """A sentence with names for the keys of players, the longest key first."""
        for key in sorted(self.names, key=len, reverse=True):
            sentence = sentence.replace(key, self.names[key])
        return NUMBERED.sub(self._whose, sentence)

    def _whose(self, found: re.Match[str]) -> str:
        """For the number of an object behind its name: its owner where somebody else has such a card, else nothing."""
        objs, pool = getattr(self.session.state, "objs", ()), self.session.pool
        one = objs[int(found[1])] if int(found[1]) < len(objs) else None
        before = found.string[: found.start()]
        if one is None or one.rev < 0 or not before.endswith(self.in_words(pool.cards[one.rev].name)):
            return found[0]  # somebody's own words
        owner = self.seat_names()[f"seat:{one.owner}"]
        alone = all(other.owner == one.owner for other in objs if other.rev == one.rev)
        return "" if alone or before.startswith(owner) else f" ({owner})"

    def seat_names(self) -> dict[str, str]:
        """The players by what an action calls their seat."""
        return {f"seat:{seat.seat}": self.named(seat.player) for seat in self.session.seats}

    def sentence(self, action: Mapping[str, object]) -> str:
        """An action in words."""
        return self.spoken({"kind": "act", **action}, {**self.card_names(action), **self.seat_names()})

    def spoken(self, body: Mapping[str, object], names: Mapping[str, str]) -> str:
        """A line of the journal in words."""
        kind = str(body.get("kind"))
        return self.with_names(self.game.engine.step_text(kind, dict(body), dict(names), self.language))

    def said(self, body: Mapping[str, object]) -> str:
        """What somebody wrote that is not in the game, in words as far as it has any."""
        if body.get("kind") not in ("act", "note", "end", "chance", "count") or self.session.unread(body):
            return ""
        return self.spoken(body, {**self.card_names(body), **self.seat_names()})


AnyScreen: TypeAlias = Screen[Any, Any]
"""The screen of whichever game."""
