"""Table numbers: the best matches at the lowest tables, fixed tables honoured (event scenario S1)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence, Set
from itertools import repeat
from typing import cast

from tournaments.pairing.field import standing_key
from tournaments.pairing.model import Options, Pair, Player, Relaxation

_UNRANKED = (1 << 32) - 1
Match = tuple[Player, Player]


def seat_pairs(
    pairs: Sequence[tuple[Player, Player | None]],
    keys: Mapping[str, int],
    options: Options,
    *,
    drawn: int = 0,
    moved: Set[int] = frozenset(),
) -> tuple[tuple[Pair, ...], tuple[Relaxation, ...]]:
    """Return the pairs with their tables, matches by table and byes last, and the fixed tables given up.

    A match is placed by its better player (score, then rank, then the draw in ``keys``), then by the other. A
    player with a fixed table brings the match there; two of them together use the lower number. When two matches
    want one table, the better placed match gets it.

    drawn: so many of the last pairs are matches that stand in this order already, all but those at the places
    ``moved`` among them, and nobody in them has a rank or a fixed table (see ``decompose.Outcome``).
    """
    first = len(pairs) - drawn
    loose = [*pairs[:first], *(pairs[first + place] for place in moved)] if drawn else pairs
    matches: list[Match] = []
    byes: list[Player] = []
    for one, two in loose:
        if two is None:
            byes.append(one)
        else:
            matches.append((one, two))
    matches = _in_standing(matches, keys)
    byes.sort(key=lambda player: standing_key(keys, player))
    tabled = any(one.fixed_table is not None or two.fixed_table is not None for one, two in matches)
    if drawn:
        steady = list(pairs[first:])
        for place in sorted(moved, reverse=True):
            del steady[place]
        matches = _merge(matches, cast(list[Match], steady), keys)
    fixed, relaxed = _fixed_tables(matches) if tabled else ({}, [])
    seated = _number(matches, fixed, options)
    return (*seated, *(Pair(player.id, None) for player in byes)), tuple(relaxed)


def _merge(loose: list[Match], steady: list[Match], keys: Mapping[str, int]) -> list[Match]:
    """Put a few matches in order between many in order."""
    merged: list[Match] = []
    last = 0
    for match in loose:
        place = bisect_left(
            steady, standing_key(keys, match[0]), lo=last, key=lambda other: standing_key(keys, other[0])
        )
        merged += steady[last:place]
        merged.append(match)
        last = place
    return merged + steady[last:]


def _in_standing(matches: list[Match], keys: Mapping[str, int]) -> list[Match]:
    """Return the matches by their better player, who is named first.

    One whole number per player and none of Python's own comparisons: sorting 50,000 matches stays cheap.
    """
    line: dict[int, Match] = {}
    for match, one, two in zip(matches, *_standing_marks(matches, keys), strict=True):
        if one < two:
            line[one] = match
        else:
            line[two] = (match[1], match[0])
    return [line[best] for best in sorted(line)]


def _standing_marks(matches: list[Match], keys: Mapping[str, int]) -> tuple[list[int], list[int]]:
    """Return one number for each first and each second player of the matches; the best in standing has the least."""
    first, second = [one for one, _ in matches], [two for _, two in matches]
    top = max([player.score for player in (*first, *second)], default=0)
    known = {player.rank for player in (*first, *second) if player.rank is not None}
    if len(known) == 2 * len(matches):
        # Everybody has a rank of their own, so the draw decides nothing.
        span = max(known, default=0) + 1

        def marks(side: list[Player]) -> list[int]:
            return [(top - player.score) * span + (player.rank or 0) for player in side]

    else:

        def marks(side: list[Player]) -> list[int]:
            return [
                (((top - player.score) << 32) + (_UNRANKED if player.rank is None else player.rank) << 64)
                + keys[player.id]
                for player in side
            ]

    return marks(first), marks(second)


def _fixed_tables(matches: list[Match]) -> tuple[dict[int, int], list[Relaxation]]:
    """Give fixed tables to the matches (by place) of the players who have one, best placed match first."""
    tables: dict[int, int] = {}
    relaxed: list[Relaxation] = []
    taken: set[int] = set()
    wanted = [
        place
        for place, (one, two) in enumerate(matches)
        if one.fixed_table is not None or two.fixed_table is not None
    ]
    for place in wanted:
        one, two = matches[place]
        wishes = sorted(
            (player.fixed_table, player.id) for player in (one, two) if player.fixed_table is not None
        )
        free = next((table for table, _ in wishes if table not in taken), None)
        if free is not None:
            tables[place] = free
            taken.add(free)
        else:
            relaxed.append(Relaxation("fixed_table", {"player": wishes[0][1], "table": wishes[0][0]}))
    return tables, relaxed


def _number(matches: list[Match], fixed: dict[int, int], options: Options) -> list[Pair]:
    """Number the other matches from the first table on, leaving out closed and fixed tables."""
    if not fixed and not options.closed_tables:
        tables = range(options.first_table, options.first_table + len(matches))
        first, second = [one.id for one, _ in matches], [two.id for _, two in matches]
        # As Pair(a, b, table), without the detour through its constructor.
        return list(map(tuple.__new__, repeat(Pair), zip(first, second, tables, strict=True)))
    blocked = options.closed_tables.union(fixed.values())
    number = options.first_table
    seated: list[Pair] = []
    for place, (one, two) in enumerate(matches):
        table = fixed.get(place)
        if table is None:
            while number in blocked:
                number += 1
            table, number = number, number + 1
        seated.append(Pair(one.id, two.id, table))
    seated.sort(key=lambda pair: pair.table or 0)
    return seated
