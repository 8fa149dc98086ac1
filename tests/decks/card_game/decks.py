"""A deck is three signs; what lies beside it stands under "Gloves"."""

from collections.abc import Sequence
from typing import Any

from rules_engine.kernel.cards import ListPool
from rules_engine.kernel.decklist import Headings
from rules_engine.kernel.decks import Broken, Copies, Decks


def check(main: Copies, beside: Copies, pool: ListPool, **_others: Any) -> Sequence[Broken]:
    """Exactly three cards, all of them known."""
    count = sum(main.values())
    sentences = {
        "en": f"A hand has three signs, not {count}.",
        "nl": f"Een hand heeft drie tekens, geen {count}.",
    }
    return [] if count == 3 else [Broken("three_signs", sentences)]


DECKS = Decks(
    check=check,
    words={"constructed": ("three signs", "")},
    headings=Headings(side="Gloves", sides=frozenset({"gloves"}), number=r"[SG]-\d"),
    beside="Gloves",
    first_lines=("1 Rock",),
)
