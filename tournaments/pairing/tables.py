"""Table numbers: the best matches at the lowest tables, fixed tables honoured (event scenario S1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from tournaments.pairing.field import standing_key
from tournaments.pairing.model import Options, Pair, Player, Relaxation

_UNRANKED = (1 << 32) - 1
Match = tuple[Player, Player]


def seat_pairs(
    pairs: Iterable[tuple[Player, Player | None]], keys: Mapping[str, int], options: Options
) -> tuple[tuple[Pair, ...], tuple[Relaxation, ...]]:
    """Return the pairs with their tables, matches by table and byes last, and the fixed tables given up.

    A match is placed by its better player (score, then rank, then the draw in ``keys``), then by the other. A
    player with a fixed table brings the match there; two of them together use the lower number. When two matches
    want one table, the better placed match gets it.
    """
    matches: list[Match] = []
    byes: list[Player] = []
    for one, two in pairs:
        if two is None:
            byes.append(one)
        else:
            matches.append((one, two))
    matches = _in_standing(matches, keys)
    byes.sort(key=lambda player: standing_key(keys, player))
    fixed, relaxed = _fixed_tables(matches)
    seated = _number(matches, fixed, options)
    return (*seated, *(Pair(player.id, None) for player in byes)), tuple(relaxed)


def _in_standing(matches: list[Match], keys: Mapping[str, int]) -> list[Match]:
    """Return the matches by their better player, who is named first.

    One whole number per player and none of Python's own comparisons: sorting 50,000 matches stays cheap.
    """
    firsts, seconds = [one for one, _ in matches], [two for _, two in matches]
    place = _place_of([*firsts, *seconds], keys)
    line: dict[int, Match] = {}
    for match, one, two in zip(matches, place(firsts), place(seconds), strict=True):
        if one < two:
            line[one] = match
        else:
            line[two] = (match[1], match[0])
    return [line[best] for best in sorted(line)]


def _place_of(players: list[Player], keys: Mapping[str, int]) -> Callable[[list[Player]], list[int]]:
    """Return what gives players a number each that sorts them by score, then rank, then the draw."""
    top = max([player.score for player in players], default=0)
    ranks = {player.rank for player in players}
    if ranks <= {None}:
        return lambda some: [((top - player.score) << 64) + keys[player.id] for player in some]
    if len(ranks) == len(players) and None not in ranks:
        span = max(rank for rank in ranks if rank is not None) + 1
        return lambda some: [(top - player.score) * span + (player.rank or 0) for player in some]
    return lambda some: [
        (((top - player.score) << 32) + (_UNRANKED if player.rank is None else player.rank) << 64)
        + keys[player.id]
        for player in some
    ]


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
        return [tuple.__new__(Pair, row) for row in zip(first, second, tables, strict=True)]
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
