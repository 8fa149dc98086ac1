"""Which scenario test a card is missing: the second gate after a text that compiles."""

import keyword
import re
from dataclasses import dataclass
from functools import lru_cache

from rules_engine.x610z.cards import CardRevision, load_pool
from rules_engine.x610z.pool import POOLS
from rules_engine.x610z.pool.tested import is_tested, parts_of_speech

WITHOUT = frozenset({"stats", "produce"})
"""Panels of figures: the rules play them, so a card with nothing else needs no scenario of its own."""


@dataclass(frozen=True)
class Missing:
    """The scenario a card needs: the kinds of effect it has to show, those no tested card has, and a beginning."""

    shows: tuple[str, ...]
    untried: tuple[str, ...]
    beginning: str


def missing_scenario(card: CardRevision) -> Missing | None:
    """What a scenario test of this card would have to show; None when there is one, or nothing to show."""
    if card.tree is None or is_tested(card):
        return None
    shows = parts_of_speech(card.tree) - WITHOUT
    if not shows:
        return None
    return Missing(tuple(sorted(shows)), tuple(sorted(shows - tried_out())), _beginning(card))


@lru_cache(maxsize=1)
def tried_out() -> frozenset[str]:
    """The kinds of effect that some tested card of the packaged pools has."""
    found: set[str] = set()
    for key in POOLS:
        for card in load_pool(key).cards:
            if card.tree is not None and is_tested(card):
                found |= parts_of_speech(card.tree)
    return frozenset(found)


def _beginning(card: CardRevision) -> str:
    name = re.sub(r"\W+", "_", card.name.lower(), flags=re.ASCII).strip("_") or "card"
    name = f"the_{name}" if keyword.iskeyword(name) else name
    quoted = card.name.replace("\\", "\\\\").replace('"', '\\"')
    return (
        f'@card("{quoted}")\ndef test_{name}_does_what_it_says(t: Table) -> None:\n    t.play("{quoted}")\n'
    )
