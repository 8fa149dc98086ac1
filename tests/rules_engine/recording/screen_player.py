"""Somebody who records a game by what the screens of its phones show, and never by what the engine knows besides.

A line is written when the screen of the phone that writes it lists it; a choice, when it stands under the options, in
the list of whose cards they are, or, for cards that somebody else shows, in the pool that everybody may search.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules_engine.kernel.stream import Stream
from rules_engine.recording import Screen, Session, journal, session_of
from rules_engine.x610z.cards import Pool, load_pool
from rules_engine.x610z.hiding import hide_decks
from rules_engine.x610z.random_games import random_game
from rules_engine.x610z.recording import RECORDING

Body = dict[str, Any]
BY_HAND = frozenset({"crystals", "pay", "short", "answers"})
"""What a page proposes and a player may choose otherwise, or is asked for afterwards."""


class NotShown(AssertionError):
    """A line of a game that no screen offers."""


@dataclass
class Seen:
    """The cards of a pool that games cast, targeted and chose, by number."""

    cast: set[str] = field(default_factory=set)
    targeted: set[str] = field(default_factory=set)
    chosen: set[str] = field(default_factory=set)
    foreign: int = 0
    """Choices among hidden cards of somebody else."""


def deck_of(stream: Stream, pool: Pool, wanted: Sequence[str]) -> list[str]:
    """A deck with these cards in it: two fifths crystals, what is wanted, and others."""
    crystals = [card.number for card in pool.cards if card.is_crystal and not card.cost.total]
    others = [card.number for card in pool.cards if not card.is_life_base and not card.manual]
    deck = [stream.pick(crystals) for _ in range(20)]
    deck += [stream.pick(wanted) for _ in range(24)] if wanted else []
    deck += [stream.pick(others) for _ in range(50 - len(deck))]
    return stream.shuffled(deck)


def table_game(
    seed: int | str, pool: Pool, wanted: Sequence[str] = ()
) -> tuple[dict[int, list[str]], list[Body]]:
    """The decks of a game, and its log as a table knows it that wrote down no order."""
    stream = Stream(f"every card {seed}")
    decks = [deck_of(stream, pool, wanted) for _seat in (0, 1)]
    log = random_game(f"every card {seed}", decks=decks, pool=pool, organized_play=False, checkpoint_every=0)
    registered, hidden = hide_decks(log, pool)
    return registered, [json.loads(line) for line in hidden.splitlines()]


class Recorded:
    """A game that is recorded line by line on two phones."""

    def __init__(
        self, lines: Sequence[Body], decks: Mapping[int, Sequence[str]], pool: Any, seen: Seen
    ) -> None:
        head = [line for line in lines if line["kind"] in ("header", "seat")]
        self.session: Session[Any] = session_of(
            b"".join(json.dumps(one).encode() + b"\n" for one in head), pool
        )
        self.lists = {seat: dict(Counter(deck)) for seat, deck in decks.items()}
        self.pool, self.seen, self.entries = pool, seen, list[Body]()

    def screen(self, seat: int) -> Screen[Any, Any]:
        """The screen of a player's phone."""
        return RECORDING.screen(
            self.session, seat, seats=frozenset({seat}), lists={seat: self.lists[seat]}, help="lit"
        )

    def write(self, body: Body, by: int) -> None:
        """Write a line as it is."""
        entry = {"seq": len(self.entries) + 1, "device": by, "kind": "line", "body": body, "by": by}
        self.entries.append(entry | {"status": journal.OK})
        self.session.take(self.entries)
        assert self.session.written[-1].problem is None if self.session.written else True

    def play(self, line: Body) -> None:
        """Record one line of a game: find it on a screen, then answer what is asked, as far as screens show it."""
        body = {name: value for name, value in line.items() if name != "n"}
        asked = {name: value for name, value in body.items() if name != "answers"}
        seat = body.get("seat")
        shown = self.shown(asked, seat if seat is not None else 0)
        writer = seat if seat is not None else 0
        for answer in body.get("answers", ()):
            problem = self.session.check(shown)
            assert problem is not None and problem.need is not None, (body, problem)
            self.allowed(problem.need, answer)
            writer = problem.need["seat"] if answer is not None else writer
            shown = {**shown, "answers": [*shown.get("answers", ()), answer]}
        assert self.session.check(shown) is None, (shown, self.session.check(shown))
        self.note(body)
        self.write(shown, writer)

    def shown(self, asked: Body, seat: int) -> Body:
        """The line that a screen lists, with the payment of the game; raises NotShown."""
        screen, state = self.screen(seat), self.session.state
        cards = screen.castable(state)
        rows = [*screen.actions(state), *(row for card in cards for row in card.get("actions", ()))]
        plain = {name: value for name, value in asked.items() if name not in BY_HAND}
        for row in rows:
            line = row["line"]
            if {name: value for name, value in line.items() if name not in BY_HAND} == plain:
                return asked
        if any(card["card"] == asked.get("card") and card.get("more") for card in cards) or "path" in asked:
            return asked  # behind the ways that are listed: step by step, as tests of the stepper have it
        raise NotShown(asked)

    def allowed(self, need: Mapping[str, Any], answer: Any) -> None:
        """Whether screens offer an answer: among the options, on the list of whose cards they are, or in the pool."""
        if need["prompt"] == "shuffle":
            assert answer is None
            return
        for one in answer if isinstance(answer, list) else [answer]:
            if one in need["options"]:
                continue
            owner = need["owner"]
            if owner < 0:
                raise NotShown(need, one)
            if owner != need["seat"]:
                self.seen.foreign += 1
                assert self.pool.find(one) is not None
                continue
            castable = self.screen(owner).castable(self.session.state)
            if one not in {card["card"] for card in castable}:
                raise NotShown(need, one)

    def note(self, body: Body) -> None:
        """Remember which cards a line casts, targets and chooses."""
        state = self.session.state

        def named(slot: int) -> str:
            return str(self.pool.cards[state.objs[slot].rev].number) if state.objs[slot].rev >= 0 else ""

        if body.get("do") == "cast" and (card := self.pool.find(body["card"])) is not None:
            self.seen.cast.add(card.number)
        for target in body.get("targets", ()) or ():
            if target.startswith("#"):
                self.seen.targeted.add(named(int(target[1:])))
            elif target.startswith("stack:"):
                self.seen.targeted.add(named(state.stack[int(target[6:]) - 1].slot))
        for answer in body.get("answers", ()) or ():
            for one in answer if isinstance(answer, list) else [answer]:
                if isinstance(one, str):
                    found = (
                        named(int(one[1:]))
                        if one.startswith("#")
                        else getattr(self.pool.find(one), "number", "")
                    )
                    self.seen.chosen.add(found)


def recorded(lines: Sequence[Body], decks: Mapping[int, Sequence[str]], pool: Any, seen: Seen) -> list[Body]:
    """Record a game from its dice to its last action; the actions of the log that came of it."""
    game = Recorded(lines, decks, pool, seen)
    first = next(line for line in lines if line.get("of") == "first")
    game.write({"kind": "chance", "of": "first", "by": "dice", "value": first["value"]}, 0)
    for line in lines:
        if line["kind"] == "act":
            game.play(line)
    return acts([json.loads(line) for line in game.session.log().splitlines()])


def acts(lines: Sequence[Body]) -> list[Body]:
    """The actions of a log without their numbers."""
    return [{k: v for k, v in line.items() if k != "n"} for line in lines if line["kind"] == "act"]


POOL = load_pool("demo")
