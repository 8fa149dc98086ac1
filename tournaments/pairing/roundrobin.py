"""Everybody against everybody: Berger tables, single or double."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tournaments.pairing.model import Pair, PairingError
from tournaments.pairing.randomness import player_key

RoundTable = tuple[Pair, ...]


def most_rounds(players: int) -> int:
    """Return how many rounds this many players can play without meeting anybody twice."""
    return max(0, players - 1 + players % 2)


def round_robin(
    ids: Iterable[str], *, double: bool = False, seed: str | None = None
) -> tuple[RoundTable, ...]:
    """Return all rounds of a round robin in Berger order, byes last in an odd field.

    ids: in order of their numbers; with a ``seed`` the numbers are drawn instead. ``a`` of a pair is the first
    named (home) player; first and second are balanced to within one. double: a second leg with both sides
    exchanged. Raises :class:`PairingError` for fewer than two players or a player twice.
    """
    order = list(ids)
    for place, one in enumerate(order):
        if one in order[:place]:
            raise PairingError("player_twice", player=one)
    if len(order) < 2:
        raise PairingError("bad_size", count=len(order))
    if seed is not None:
        order.sort(key=lambda one: (player_key(seed, 0, one), one))
    numbers: dict[int, str | None] = dict(enumerate(order, 1))
    if len(order) % 2:
        numbers[len(order) + 1] = None
    legs = [_berger_round(numbers, number) for number in range(1, len(numbers))]
    if double:
        legs += [_exchanged(leg) for leg in legs]
    return tuple(legs)


def _berger_round(numbers: Mapping[int, str | None], number: int) -> RoundTable:
    """Round ``number`` of the Berger table: i and j meet when i + j = number + 1 (modulo players - 1)."""
    last = len(numbers)
    modulus = last - 1
    # 2k = number + 1: player k would meet himself and plays the last number instead.
    middle = ((number + 1) * (modulus + 1) // 2) % modulus or modulus
    named = [(middle, last) if middle <= last // 2 else (last, middle)]
    for step in range(1, last // 2):
        one, two = (middle + step) % modulus or modulus, (middle - step) % modulus or modulus
        low, high = min(one, two), max(one, two)
        named.append((low, high) if (low + high) % 2 else (high, low))
    matches: list[Pair] = []
    byes: list[Pair] = []
    for first, second in named:
        home, away = numbers[first], numbers[second]
        if home is not None and away is not None:
            matches.append(Pair(home, away, len(matches) + 1))
        elif (single := home or away) is not None:
            byes.append(Pair(single, None))
    return (*matches, *byes)


def _exchanged(leg: RoundTable) -> RoundTable:
    return tuple(pair if pair.b is None else Pair(pair.b, pair.a, pair.table) for pair in leg)
