"""Which scenario test a card is missing: the second gate after a text that compiles."""

import keyword
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules_engine.x610z.cards import CardRevision, load_pool
from rules_engine.x610z.pool import POOLS
from rules_engine.x610z.pool.tested import is_tested, parts_of_speech

WITHOUT = frozenset({"stats", "produce"})
"""Panels of figures: the rules play them, so a card with nothing else needs no scenario of its own."""


@dataclass(frozen=True)
class Missing:
    """The scenario a card needs: the kinds of effect it has to show, those no tested card has, and a beginning.

    The beginning is a module of tests/rules_engine/cards that runs as it stands and fails until it says what changed.
    """

    shows: tuple[str, ...]
    untried: tuple[str, ...]
    beginning: str


def missing_scenario(card: CardRevision, row: Mapping[str, Any] | None = None) -> Missing | None:
    """What a scenario test of this card would have to show; None when there is one, or nothing to show.

    ``row`` is the card as in an act file; without it there is no beginning.
    """
    if card.tree is None or is_tested(card):
        return None
    shows = parts_of_speech(card.tree) - WITHOUT
    if not shows:
        return None
    return Missing(
        tuple(sorted(shows)),
        tuple(sorted(shows - tested_effect_kinds())),
        _beginning(card, row) if row else "",
    )


@lru_cache(maxsize=1)
def tested_effect_kinds() -> frozenset[str]:
    """The kinds of effect that some tested card of the packaged pools has."""
    found: set[str] = set()
    for key in POOLS:
        for card in load_pool(key).cards:
            if card.tree is not None and is_tested(card):
                found |= parts_of_speech(card.tree)
    return frozenset(found)


def _beginning(card: CardRevision, row: Mapping[str, object]) -> str:
    name = re.sub(r"\W+", "_", card.name.lower(), flags=re.ASCII).strip("_") or "card"
    name = f"the_{name}" if keyword.iskeyword(name) else name
    lines = "".join(f"        {key!r}: {value!r},\n" for key, value in row.items())
    return (
        "from rules_engine.x610z.pool import read_card\n\nfrom .table import ME, YOU, Table\n\n"
        f"CARD = read_card(\n    {{\n{lines}    }}\n)\n\n\n"
        f"def test_{name}_does_what_it_says() -> None:\n    t = Table(CARD)\n{_play(card)}\n"
        "    assert t.hand(ME) == t.hand(YOU) == ...  # say here what it changed\n\n\n"
        "# Once the card stands in an act file: mark the test with @card(CARD.name), and it counts as tested.\n"
    )


def _play(card: CardRevision) -> str:
    """How the card comes to do something: a summon is put into play, anything else is played, perhaps on a target."""
    if card.is_summon:
        return '    mine = t.summon(ME, CARD.name, "3,1")\n    assert t.zone(mine) == "play"\n'
    if re.search(r"\btarget\b", card.text, re.IGNORECASE):
        return '    theirs = t.summon(YOU, "Tunnel Beast", "3,3")\n    t.play(CARD.name, theirs)\n'
    return "    t.play(CARD.name)\n"
