"""Random order without dice: every draw is a hash of the recorded seed, the round and the player.

The order of the database, the process and the machine therefore never matter, and anybody who knows the
published seed can repeat the draw.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from contextlib import suppress
from hashlib import sha256
from importlib import import_module
from sys import byteorder

# Python's own SHA-256 (``_sha2`` since 3.12) where it is there: OpenSSL's takes longer to begin than to hash a name.
for _module in ("_sha2", "_sha256"):
    with suppress(ImportError):
        sha256 = import_module(_module).sha256

_MASK = (1 << 64) - 1
EDGE_BITS = 44
_EDGE_SHIFT = 64 - EDGE_BITS
_MIX_SUM, _MIX_BITS, _MIX_LAST = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def player_key(seed: str, number: int, player_id: str) -> int:
    """Return the 64-bit draw of one player in one round."""
    return int.from_bytes(sha256(f"{seed}|{number}|{player_id}".encode()).digest()[:8], "big")


def player_keys(seed: str, number: int, ids: Iterable[str]) -> dict[str, int]:
    """Return the draw of every player in ``ids``; the same values as :func:`player_key`."""
    names = list(ids)
    return dict(zip(names, draws_of(seed, number, names), strict=True))


class Draws(dict[str, int]):
    """The draws of one round by player, each made when it is asked for."""

    def __init__(self, seed: str, number: int) -> None:
        self.seed, self.number = seed, number

    def __missing__(self, player_id: str) -> int:
        """Make one draw."""
        draw = self[player_id] = player_key(self.seed, self.number, player_id)
        return draw


def draws_of(seed: str, number: int, names: Sequence[str]) -> array[int]:
    """Return the draws of players in the order of their names."""
    start = f"{seed}|{number}|"
    # Written in one piece and cut again, which spares a call per player; a name with the mark in it goes singly.
    texts = (start + ("\0" + start).join(names)).encode().split(b"\0")
    if len(texts) != len(names):
        texts = [(start + one).encode() for one in names]
    # A digest is four words of 64 bits; the draw is the first.
    draws = array("Q", b"".join([one.digest() for one in map(sha256, texts)]))[::4]
    if byteorder == "little":
        draws.byteswap()
    return draws


def edge_keys(first: int, others: Iterable[int]) -> list[int]:
    """Return ``edge_key(first, other)`` for each of ``others``: a row of a window without a call per pair."""
    draws: list[int] = []
    for second in others:
        mixed = ((first + second) * _MIX_SUM ^ (first ^ second) * _MIX_BITS) & _MASK
        mixed = ((mixed ^ (mixed >> 29)) * _MIX_LAST) & _MASK
        draws.append((mixed ^ (mixed >> 32)) >> _EDGE_SHIFT)
    return draws


def edge_key(first: int, second: int) -> int:
    """Mix two players' draws into one symmetric draw of ``EDGE_BITS`` bits for their pair.

    44 bits make two different matchings of equal cost practically never draw the same sum (isolation lemma),
    so the optimum is unique and does not depend on the solver.
    """
    return edge_keys(first, (second,))[0]
