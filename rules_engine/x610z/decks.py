"""What a deck of X610Z must be, as everybody else asks it (sections 101 and 102)."""

from collections.abc import Collection, Sequence

from rules_engine.kernel.games import Copies, Decks, Problem, gettext_noop

from .cards import Pool
from .deckrules import DeckList, Format, check_deck


def check(
    main: Copies,
    beside: Copies,
    pool: Pool,
    *,
    play: str = "constructed",
    opened: Copies | None = None,
    limits: Copies | None = None,
    acts: Collection[str] | None = None,
) -> Sequence[Problem]:
    """Every rule that a deck and its sideboard break."""
    deck = DeckList(main, beside)
    kind: Format = "limited" if play == "limited" else "constructed"
    return check_deck(deck, kind, pool, opened=opened, limits=limits, acts=acts)


DECKS = Decks(
    check=check,
    words={
        "constructed": (
            gettext_noop("at least 51 cards with one Life Base; a sideboard of 10 cards, or none"),
            "101.1a",
        ),
        "limited": (
            gettext_noop("at least 36 cards from those you open on the day; the rest is your sideboard"),
            "101.1b",
        ),
    },
    beside=gettext_noop("Sideboard"),
    limited=True,
    by_teams=True,
)
