"""What has come out since a line: what cannot be taken back by taking the line back.

A judge who rewinds a game, and players who take back a line, must know what somebody has learnt in between: cards
drawn, searched for, shown or named by being used, decks shuffled, choices answered.
"""

from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from rules_engine.kernel.errors import NeedAnswer

from .log import Action, Line
from .messages import revealed_text
from .model import DECK, HAND, State
from .play import perform

KINDS = ("drawn", "searched", "shown", "looked", "shuffled", "named", "answered")


class Revealed(Struct, frozen=True):
    """One thing that came out on a line.

    ``line`` and ``n`` are those of the line, ``seat`` the player whom it is about, ``count`` the number of cards.
    ``cards`` are names of cards that everybody has seen since; what was drawn or searched for is nobody else's to know
    and stands here only as a number. ``prompt`` is what an answer was about.
    """

    line: int
    n: int
    kind: str
    seat: int
    player: str
    count: int = 1
    cards: tuple[str, ...] = ()
    prompt: str = ""

    def text(self, lang: str = "en", called: Callable[[str], str] = str) -> str:
        """One sentence for people, in English (``en``) or Dutch (``nl``); ``called``: what a card is called there."""
        cards = tuple(map(called, self.cards))
        return revealed_text(self.kind, self.player, self.count, cards, self.prompt, lang)


def revealed_by(before: State, after: State, line: Line, number: int) -> Iterator[Revealed]:
    """What the line with this number brought out; ``after`` still has the events of it."""
    n = getattr(line, "n", None) or 0
    players = [seat.player for seat in after.game.seats]

    def one(kind: str, seat: int, count: int = 1, cards: tuple[str, ...] = (), prompt: str = "") -> Revealed:
        return Revealed(number, n, kind, seat, players[seat], count, cards, prompt)

    for event in after.events:
        if event[0] == "draw":
            yield one("drawn", event[1], event[2])
        elif event[0] == "look" and event[2]:
            yield one("looked", event[1], event[2])
        elif event[0] in ("shuffle", "search"):
            yield one({"shuffle": "shuffled", "search": "searched"}[event[0]], event[1])
        elif event[0] == "show" and event[1]:
            owner = after.objs[event[1][0]].owner
            yield one("shown", owner, len(event[1]), tuple(_name(after, slot) for slot in event[1]))
    for seat in range(len(players)):
        named = tuple(_named(before, after, seat))
        if named:
            yield one("named", seat, len(named), named)
    if isinstance(line, Action):
        for seat, prompt in _answered(before, line):
            yield one("answered", seat, prompt=prompt)


def _named(before: State, after: State, seat: int) -> Iterator[str]:
    """Cards of a seat that nobody could see before and everybody can now, or that have been named meanwhile."""
    for old, new in zip(before.objs, after.objs, strict=False):
        hidden = new.owner == seat and old.zone in (DECK, HAND)
        if hidden and new.rev >= 0 and (new.zone not in (DECK, HAND) or old.rev < 0):
            yield _name(after, new.slot)


def _answered(before: State, line: Action) -> Iterator[tuple[int, str]]:
    """Who answered what on a line; the order of a shuffled deck is no answer of anybody."""
    given = line.answers or []
    for count in range(len(given)):
        try:
            perform(before.snapshot(), replace(line, answers=given[:count] or None))
        except NeedAnswer as open_choice:
            if open_choice.need.prompt != "shuffle":
                yield open_choice.need.seat, open_choice.need.prompt


def _name(st: State, slot: int) -> str:
    rev = st.objs[slot].rev
    return st.game.pool.cards[rev].name if rev >= 0 else "?"
