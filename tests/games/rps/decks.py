"""What a deck of the toy must be: six cards, at most two of each."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from rules_engine.kernel.games import Copies, Decks, gettext_noop

from .play import COPIES

SIZE = 6
WORDS = {
    "rps_size": ("The deck needs exactly 6 cards; it has %(count)s.", "Het deck moet 6 kaarten hebben."),
    "rps_copies": ("%(card)s: %(count)s of 2", "%(card)s: %(count)s van 2"),
}


class DeckProblem(Struct, frozen=True):
    """One broken rule."""

    code: str
    params: dict[str, Any]
    rule: str = "rps.2"
    card: str | None = None

    def sentence(self, language: str = "en") -> str:
        """What is wrong, without the number of the rule."""
        return self.text(language)

    def text(self, language: str = "en") -> str:
        """The sentence for a player."""
        return WORDS[self.code][language == "nl"] % self.params


def check(main: Copies, _beside: Copies, pool: Any, **_more: Any) -> list[DeckProblem]:
    """Every rule that a deck breaks."""
    return list(_broken(main, pool))


def _broken(main: Copies, pool: Any) -> Iterator[DeckProblem]:
    if (count := sum(main.values())) != SIZE:
        yield DeckProblem("rps_size", {"count": count})
    for number, copies in main.items():
        if copies > COPIES:
            yield DeckProblem("rps_copies", {"card": pool[number].name, "count": copies}, card=number)


DECKS = Decks(
    check=check, words={"constructed": (gettext_noop("exactly six cards, at most two of each"), "rps.2")}
)
