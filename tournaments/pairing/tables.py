"""Table numbers: the best matches at the lowest tables, fixed tables honoured (event scenario S1)."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import count, repeat

from tournaments.pairing.field import UNRANKED, Field, standing_key
from tournaments.pairing.large_groups import Inside
from tournaments.pairing.model import Options, Pair, Player, Relaxation

_UNRANKED = (1 << 32) - 1
Match = tuple[Player, Player]


def seat_pairs(
    pairs: Iterable[tuple[Player, Player | None]],
    keys: Mapping[str, int],
    options: Options,
    *,
    drawn: Sequence[Inside] = (),
) -> tuple[tuple[Pair, ...], tuple[Relaxation, ...]]:
    """Return the pairs with their tables, matches by table and byes last, and the fixed tables given up.

    A match is placed by its better player (score, then rank, then the draw in ``keys``), then by the other. A
    player with a fixed table brings the match there; two of them together use the lower number. When two matches
    want one table, the better placed match gets it.

    drawn: matches inside large groups, high to low, in which nobody has a rank or a fixed table: those that did not
    move stand in this order already.
    """
    matches: list[Match] = []
    byes: list[Player] = []
    for one, two in pairs:
        if two is None:
            byes.append(one)
        else:
            matches.append((one, two))
    for inside in drawn:
        matches += inside.moved.values()
    matches = _in_standing(matches, keys)
    byes.sort(key=lambda player: standing_key(keys, player))
    first, second, places = _merged(matches, drawn, keys)
    wishing = [
        (place, match)
        for place, match in zip(places, matches, strict=True)
        if match[0].fixed_table is not None or match[1].fixed_table is not None
    ]
    fixed, relaxed = _fixed_tables(wishing)
    seated = _number(first, second, fixed, options)
    return (*seated, *(Pair(player.id, None) for player in byes)), tuple(relaxed)


def _merged(
    matches: list[Match], drawn: Sequence[Inside], keys: Mapping[str, int]
) -> tuple[list[str], list[str], list[int]]:
    """Put matches in order between many in order: the first and the second players, and where each match came to."""
    first: list[str] = []
    second: list[str] = []
    places: list[int] = []
    waiting = deque(matches)

    def seat() -> None:
        one, two = waiting.popleft()
        places.append(len(first))
        first.append(one.id)
        second.append(two.id)

    for inside in drawn:
        while waiting and waiting[0][0].score > inside.score:
            seat()
        steady, upper, lower = inside.steady()
        line = partial(_place_in_line, inside.field)
        last = 0
        while waiting and waiting[0][0].score == inside.score:
            place = bisect_left(steady, standing_key(keys, waiting[0][0]), lo=last, key=line)
            first += upper[last:place]
            second += lower[last:place]
            seat()
            last = place
        first += upper[last:]
        second += lower[last:]
    while waiting:
        seat()
    return first, second, places


def _place_in_line(field: Field, place: int) -> tuple[int, int, int, str]:
    """Return the standing key of somebody without a rank."""
    return (-field.scores[place], UNRANKED, field.draws[place], field.ids[place])


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


def _fixed_tables(wishing: Iterable[tuple[int, Match]]) -> tuple[dict[int, int], list[Relaxation]]:
    """Give fixed tables to the matches (by place) of the players who have one, best placed match first."""
    tables: dict[int, int] = {}
    relaxed: list[Relaxation] = []
    taken: set[int] = set()
    for place, match in wishing:
        wishes = sorted((player.fixed_table, player.id) for player in match if player.fixed_table is not None)
        free = next((table for table, _ in wishes if table not in taken), None)
        if free is not None:
            tables[place] = free
            taken.add(free)
        else:
            relaxed.append(Relaxation("fixed_table", {"player": wishes[0][1], "table": wishes[0][0]}))
    return tables, relaxed


def _number(first: list[str], second: list[str], fixed: dict[int, int], options: Options) -> list[Pair]:
    """Number the other matches from the first table on, leaving out closed and fixed tables."""
    if not fixed and not options.closed_tables:
        # As Pair(a, b, table), without the detour through its constructor.
        return list(
            map(tuple.__new__, repeat(Pair), zip(first, second, count(options.first_table), strict=False))
        )
    blocked = options.closed_tables.union(fixed.values())
    number = options.first_table
    seated: list[Pair] = []
    for place, (one, two) in enumerate(zip(first, second, strict=True)):
        table = fixed.get(place)
        if table is None:
            while number in blocked:
                number += 1
            table, number = number, number + 1
        seated.append(Pair(one, two, table))
    seated.sort(key=lambda pair: pair.table or 0)
    return seated
