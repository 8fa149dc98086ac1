"""What a deck of Z/X must be, as everybody else asks it."""

from collections.abc import Collection, Sequence

from rules_engine.kernel.games import Copies, Decks, Problem, gettext_noop

from .cards import ZxPool
from .deckrules import check_deck


def check(
    main: Copies,
    beside: Copies,
    pool: ZxPool,
    *,
    play: str = "constructed",
    opened: Copies | None = None,
    limits: Copies | None = None,
    acts: Collection[str] | None = None,
) -> Sequence[Problem]:
    """Every rule that a deck and its Dynamis break; decks are always constructed here, of all cards of the pool."""
    return check_deck(main, beside, pool, limits=limits)


DECKS = Decks(
    check=check,
    words={
        "constructed": (
            gettext_noop("exactly 50 cards, 20 of them with the Ignition icon; up to 16 Dynamis cards"),
            "",
        )
    },
    beside=gettext_noop("Dynamis"),
    headings=("dynamis",),
    beside_from_the_start=True,
)
