"""What has come out since a line of a Z/X log: what cannot be unseen by taking the line back."""

from collections.abc import Callable, Iterator

from msgspec import Struct

from .messages import CATALOGUE
from .model import DECK, HAND, SEATS, State


class Revealed(Struct, frozen=True):
    """One thing that came out on a line: cards drawn (a number alone) or turned up (their names)."""

    line: int
    n: int
    kind: str
    seat: int
    player: str
    count: int = 1
    cards: tuple[str, ...] = ()

    def text(self, lang: str = "en", called: Callable[[str], str] = str) -> str:
        """One sentence for people, in English (``en``) or Dutch (``nl``); ``called``: what a card is called there."""
        values = {"player": self.player, "count": self.count, "cards": ", ".join(map(called, self.cards))}
        return CATALOGUE.table("revealed", lang)[self.kind] % values


def revealed_by(after: State, events: list[tuple[object, ...]], number: int, n: int) -> Iterator[Revealed]:
    """What the line with this number brought out; ``after`` is the state behind it."""
    players = [seat.player for seat in after.table.seats]
    for seat in SEATS:
        drawn = [
            event
            for event in events
            if event[0] == "zone" and event[2:] == (DECK, HAND) and after.objs[_slot(event)].owner == seat
        ]
        if drawn:
            yield Revealed(number, n, "drawn", seat, players[seat], len(drawn))
        shown = [
            after.table.cards[int(str(event[3]))].name
            for event in events
            if event[0] == "revealed" and after.objs[_slot(event)].owner == seat
        ]
        if shown:
            yield Revealed(number, n, "shown", seat, players[seat], len(shown), tuple(shown))


def _slot(event: tuple[object, ...]) -> int:
    return int(str(event[1]))
