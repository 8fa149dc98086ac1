"""Trying a deck: first hands from a seed that stands in the address, and exact chances.

Pure: the same seed deals the same cards on every machine and in every year.
"""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from rules_engine.kernel.decks import Copies, Opening

NEXT_CARDS = 5
"""Cards shown from the top of the deck under the hand."""


@dataclass(frozen=True)
class Hand:
    """A hand that was drawn, by card number, the piles laid after it, and the next cards of the deck."""

    cards: tuple[str, ...]
    coming: tuple[str, ...] = ()
    piles: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def size(self) -> int:
        """Cards in the hand."""
        return len(self.cards)


def draw_cards(deck: Copies, count: int, seed: str) -> tuple[str, ...]:
    """The first ``count`` cards of ``deck`` (copies by number) shuffled with ``seed``; all when there are fewer.

    Every order is as likely as any other but for the 2^-64 that a hash leaves over. Takes no longer for a huge deck.
    """
    left = {number: copies for number, copies in sorted(deck.items()) if copies > 0}
    total = sum(left.values())
    drawn: list[str] = []
    for place in range(min(count, total)):
        digest = hashlib.sha256(f"{seed}\0{place}".encode()).digest()
        spot = int.from_bytes(digest[:16], "big") % (total - place)
        for number, copies in left.items():
            if spot < copies:
                left[number] = copies - 1
                drawn.append(number)
                break
            spot -= copies
    return tuple(drawn)


def hands(
    deck: Copies, seed: str, opening: Opening, asked: Sequence[int] = (), apart: Collection[str] = ()
) -> list[Hand]:
    """The first hand and those drawn instead, each from the deck shuffled anew.

    ``asked`` are their sizes; one that the game does not allow ends the row. ``apart``: what lies apart, by what for.
    """
    sizes = [opening.hand]
    for size in asked:
        if size not in opening.again(sizes):
            break
        sizes.append(size)
    return [_dealt(deck, f"{seed}\0{turn}", size, opening.piles(apart)) for turn, size in enumerate(sizes)]


def _dealt(deck: Copies, seed: str, size: int, counts: Mapping[str, int]) -> Hand:
    cards = iter(draw_cards(deck, size + sum(counts.values()) + NEXT_CARDS, seed))
    hand = tuple(islice(cards, size))
    piles = tuple((label, tuple(islice(cards, count))) for label, count in counts.items())
    return Hand(hand, tuple(cards), piles)


def chance_of_one(deck_size: int, copies: int, drawn: int) -> Fraction:
    """The exact chance that at least one of ``copies`` equal cards is among the first ``drawn`` of the deck."""
    if copies <= 0 or drawn <= 0 or deck_size <= 0:
        return Fraction(0)
    none = Fraction(1)
    for place in range(min(drawn, deck_size)):
        none *= Fraction(max(deck_size - copies - place, 0), deck_size - place)
    return 1 - none
