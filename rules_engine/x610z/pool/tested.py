"""Which cards have a scenario test: the second gate of a card text, after compiling.

A text that compiles says something; only a scenario shows that it says what its author meant. ``tested.json`` lists
the cards of the scenario tests with a hash of the text they tested, so a card whose text changes counts as untested
again. A test compares the file with the scenarios: ``python -m tests.rules_engine.cards.tested`` writes it.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from importlib import resources

import msgspec

from rules_engine.x610z.cards import CardRevision
from rules_engine.x610z.nodes import CardTree

FILE = "tested.json"


@functools.lru_cache(maxsize=1)
def tested_texts() -> Mapping[str, str]:
    """Hash of the tested text by collector's number."""
    data = resources.files(__package__).joinpath(FILE).read_bytes()
    return msgspec.json.decode(data, type=dict[str, str])


def text_hash(card: CardRevision) -> str:
    """By what a tested text is known again: its name, kind and text."""
    return hashlib.sha256("\0".join((card.name, card.kind, card.text)).encode()).hexdigest()[:16]


def is_tested(card: CardRevision) -> bool:
    """True when a scenario test plays this card with exactly this text."""
    return tested_texts().get(card.number) == text_hash(card)


def parts_of_speech(tree: CardTree) -> frozenset[str]:
    """The kinds of effect in a tree ("draw", "gate"), for saying what a scenario has to show."""
    found: set[str] = set()
    waiting = [msgspec.to_builtins(tree)]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            if "node" in value:
                found.add(str(value["node"]))
            waiting.extend(value.values())
        elif isinstance(value, list | tuple):
            waiting.extend(value)
    return frozenset(found)
