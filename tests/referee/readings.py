"""Texts that nobody wrote, read by this referee's reader in both languages and by the engine's compiler."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.testing import Stream
from rules_engine.x610z import nodes as n
from rules_engine.x610z.cards import CardRevision, load_pool
from rules_engine.x610z.cardtext import print_tree

from . import texts
from .compare import Difference
from .page import Unread
from .reading import read_dutch, read_english
from .same import bare, differing

NUMBER = "D9.1/001/001-C"


def part(card: CardRevision, dutch: str, dutch_name: str) -> Difference | None:
    """Where the readings of a card part; None if all three say the same."""
    meant = bare(card.tree or n.CardTree())
    for language, read, text, name in (
        ("English", read_english, card.text, card.name),
        ("Dutch", read_dutch, dutch, dutch_name),
    ):
        try:
            found = read(text, name, card.permanent)
        except Unread as words:
            return Difference(1, f"{language} words nobody taught it", text, str(words))
        if where := differing(meant, bare(found)):
            return Difference(1, f"{language}: {where}", text, where)
    return None


def printed() -> Iterator[CardRevision]:
    """Every card of the demonstration pools once."""
    cards = {
        card.number: card for pool in ("demo", "demo-2", "demo-3", "demo-4") for card in load_pool(pool).cards
    }
    yield from cards.values()


def drawn(seed: int, count: int) -> Iterator[CardRevision]:
    """So many different texts that compile and have a meaning."""
    stream, seen = Stream(f"readings/{seed}"), set[str]()
    while len(seen) < count:
        card = texts.card(stream, NUMBER, "Written", free=True)
        if card is not None and card.text not in seen and texts.has_meaning(card):
            seen.add(card.text)
            yield card


def differences(seed: int, count: int) -> Iterator[tuple[CardRevision, Difference | None]]:
    """The printed cards, then drawn texts, each with where the readings part."""
    for card in printed():
        yield card, part(card, card.text_nl, card.name_nl)
    for card in drawn(seed, count):
        yield card, part(card, print_tree(card.tree, "nl") if card.tree else "", "~")
