"""What a deck of X610Z must be, as the site asks it."""

from collections.abc import Collection, Sequence

from rules_engine.kernel.cards import CardPool
from rules_engine.kernel.decklist import DeckList
from rules_engine.kernel.decks import Copies, Decks, Opening
from rules_engine.kernel.games import gettext_noop

from .cards import Pool
from .decklist import HEADINGS
from .deckrules import DeckProblem, check_deck, check_team
from .setup import INITIAL_HAND


def _check(
    main: Copies,
    beside: Copies,
    pool: Pool,
    *,
    play: str = "constructed",
    opened: Copies | None = None,
    limits: Copies | None = None,
    acts: Collection[str] | None = None,
) -> Sequence[DeckProblem]:
    return check_deck(
        DeckList(main, beside),
        "limited" if play == "limited" else "constructed",
        pool,
        opened=opened,
        limits=limits,
        acts=acts,
    )


def _life_bases(main: Copies, pool: CardPool) -> Sequence[tuple[str, str]]:
    """The Life Base starts in play (105.2a)."""
    return [("", number) for number in main if pool[number].is_life_base for _copy in range(main[number])]


DECKS = Decks(
    check=_check,
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
    headings=HEADINGS,
    how_to_write=gettext_noop(
        "One card per line: the number of copies, then the name. Write “Sideboard” above the cards of your "
        "sideboard."
    ),
    beside=gettext_noop("Sideboard"),
    first_lines=(gettext_noop("1 Life Base"), gettext_noop("3 Hunter Dragon")),
    limited=True,
    opening=Opening(
        apart=_life_bases,
        hand=INITIAL_HAND,
        rule="105.3a",
        words=gettext_noop("Seven cards from the saved deck."),
        again=lambda drawn: range(drawn[-1] - 1, -1, -1),
        again_title=gettext_noop("Murphy's Law"),
        again_rule="105.4",
        again_words=gettext_noop("Shuffle the hand back and draw fewer cards:"),
        seen=(INITIAL_HAND, 10, 15),
    ),
    team_check=check_team,
)
