"""What a deck of the toy must be: six cards, at most two of each."""

from collections.abc import Iterator
from typing import Any

from rules_engine.kernel.decks import Broken, Copies, Decks
from rules_engine.kernel.games import gettext_noop

from .cards import Pool
from .play import COPIES

SIZE = 6


def check(main: Copies, _beside: Copies, pool: Pool, **_others: Any) -> list[Broken]:
    """Every rule that a deck breaks."""
    return list(_broken(main, pool))


def _broken(main: Copies, pool: Pool) -> Iterator[Broken]:
    if (count := sum(main.values())) != SIZE:
        english = f"The deck needs exactly {SIZE} cards; it has {count}."
        yield Broken("rps_size", {"en": english, "nl": f"Het deck moet {SIZE} kaarten hebben, geen {count}."})
    for number, copies in main.items():
        if copies > COPIES:
            card = pool[number]
            english, dutch = f"{card.name}: {copies} of {COPIES}", f"{card.name_nl}: {copies} van {COPIES}"
            yield Broken("rps_copies", {"en": english, "nl": dutch}, rule="rps.2")


DECKS = Decks(
    check=check,
    words={"constructed": (gettext_noop("exactly six cards, at most two of each"), "rps.2")},
)
