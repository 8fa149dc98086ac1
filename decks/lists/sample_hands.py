"""Trying a deck: first hands from a seed that stands in the address, and exact chances.

Pure: the same seed deals the same cards on every machine and in every year.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

FIRST_HAND = 7
"""Cards everybody draws before the game (105.3a)."""
NEXT_CARDS = 5
"""Cards shown from the top of the deck under the hand."""

Counts = Mapping[str, int]


@dataclass(frozen=True)
class Hand:
    """A hand that was drawn, by card number, and the next cards of the deck."""

    cards: tuple[str, ...]
    coming: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """Cards in the hand."""
        return len(self.cards)


def draw_cards(deck: Counts, count: int, seed: str) -> tuple[str, ...]:
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


def hands(deck: Counts, seed: str, fewer: Sequence[int] = ()) -> list[Hand]:
    """The first hand and those that Murphy's Law gave for it: each shuffled anew and smaller (105.4).

    ``fewer`` are the sizes asked for; one that is not smaller than the hand before ends the row.
    """
    sizes = [FIRST_HAND]
    for size in fewer:
        if not 0 <= size < sizes[-1]:
            break
        sizes.append(size)
    dealt = []
    for turn, size in enumerate(sizes):
        cards = draw_cards(deck, size + NEXT_CARDS, f"{seed}\0{turn}")
        dealt.append(Hand(cards[:size], cards[size:]))
    return dealt


def chance_of_one(deck_size: int, copies: int, drawn: int) -> Fraction:
    """The exact chance that at least one of ``copies`` equal cards is among the first ``drawn`` of the deck."""
    if copies <= 0 or drawn <= 0 or deck_size <= 0:
        return Fraction(0)
    none = Fraction(1)
    for place in range(min(drawn, deck_size)):
        none *= Fraction(max(deck_size - copies - place, 0), deck_size - place)
    return 1 - none
