"""What a deck of Z/X must be, as the site asks it: the deck, and the Dynamis beside it."""

from collections.abc import Sequence

from rules_engine.kernel.decklist import Headings
from rules_engine.kernel.decks import Copies, Decks
from rules_engine.kernel.games import gettext_noop

from .cards import ZxPool
from .deckrules import ZxProblem, check_deck
from .pools import judged_by

SENTENCE = gettext_noop("exactly 50 cards, 20 of them with the Ignition icon; up to 16 Dynamis cards")


def _check(
    main: Copies, beside: Copies, pool: ZxPool, *, limits: Copies | None = None, **_others: object
) -> Sequence[ZxProblem]:
    """Play, opened cards and acts mean nothing here."""
    return check_deck(main, beside, pool, limits=limits)


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
    first_lines=(gettext_noop("4 Ember Courier"),),
)
