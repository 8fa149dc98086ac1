"""What a deck of Z/X must be, as the site asks it: the deck, and the Dynamis beside it."""

from collections.abc import Collection, Mapping, Sequence

from rules_engine.kernel.cards import CardPool
from rules_engine.kernel.decklist import Headings
from rules_engine.kernel.decks import Copies, Decks, Opening
from rules_engine.kernel.games import gettext_noop

from .cards import GATE_CARD, START_CARD, START_RESOURCE, ZxPool
from .deckrules import ZxProblem, check_deck
from .pools import judged_by
from .setup import FIRST_HAND, FIRST_RESOURCE, LIFE_CARDS

SENTENCE = gettext_noop("exactly 50 cards, 20 of them with the Ignition icon; up to 16 Dynamis cards")


def _check(
    main: Copies, beside: Copies, pool: ZxPool, *, limits: Copies | None = None, **_others: object
) -> Sequence[ZxProblem]:
    """Play, opened cards and acts mean nothing here."""
    return check_deck(main, beside, pool, limits=limits)


def _laid_out(main: Copies, pool: CardPool) -> Sequence[tuple[str, str]]:
    """At most one Start Card, Gate Card and Start Resource: here the first there is of each (steps 2, 4 and 5)."""
    found: dict[str, str] = {}
    for keyword in (START_CARD, GATE_CARD, START_RESOURCE):
        fitting = (number for number in sorted(main) if keyword in pool[number].keywords)
        number = next((one for one in fitting if main[one] > [*found.values()].count(one)), "")
        found |= {keyword: number} if number else {}
    return [*found.items()]


def _piles(apart: Collection[str]) -> Mapping[str, int]:
    """Life, and what Resource still needs (steps 10 and 11)."""
    return {
        gettext_noop("Life"): LIFE_CARDS,
        gettext_noop("Resource"): FIRST_RESOURCE - (START_RESOURCE in apart),
    }


DECKS = Decks(
    check=_check,
    words={"constructed": (SENTENCE, "")},
    headings=Headings(
        side="Dynamis",
        sides=frozenset({"dynamis", *Headings().sides}),
        number=r"[A-Z]{1,3}\d\d-\d{3}",
    ),
    how_to_write=gettext_noop(
        "One card per line: the number of copies, then the name. Write “Dynamis” above the cards of your Dynamis."
    ),
    judged=lambda card, rulings: bool(judged_by(card, rulings)),
    beside=gettext_noop("Dynamis"),
    beside_from_the_start=True,
    opening=Opening(
        apart=_laid_out,
        hand=FIRST_HAND,
        rule="B.prep-8",
        words=gettext_noop("Four cards from the saved deck, then those that lie in Life and Resource."),
        again=lambda drawn: (FIRST_HAND,) if len(drawn) == 1 else (),
        again_title=gettext_noop("Draw once again"),
        again_rule="B.prep-9",
        again_words=gettext_noop(
            "Shuffle all cards of the hand back and draw four new ones, before Life is laid:"
        ),
        seen=(FIRST_HAND, 6, 10),
        button=gettext_noop("Four new cards"),
        piles=_piles,
    ),
    first_lines=(gettext_noop("4 Ember Courier"),),
)
