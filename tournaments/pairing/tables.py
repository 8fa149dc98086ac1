"""Table numbers: the best matches at the lowest tables, fixed tables honoured (event scenario S1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tournaments.pairing.model import Options, Pair, Player, Relaxation

_UNRANKED = (1 << 32) - 1
Match = tuple[str, str]


def seat_pairs(
    pairs: Collection[tuple[str, str | None]],
    players: Mapping[str, Player],
    keys: Mapping[str, int],
    options: Options,
) -> tuple[tuple[Pair, ...], tuple[Relaxation, ...]]:
    """Return the pairs with their tables, matches by table and byes last, and the fixed tables given up.

    A match is placed by its better player (score, then rank, then the draw: one whole number per player, for
    speed). ``players`` and ``keys`` hold everybody who is paired. A player with
    a fixed table brings the match there; two of them together use the lower number. When two matches want one
    table, the better placed match gets it.
    """
    standing = {
        one: (-player.score << 96) + ((_UNRANKED if player.rank is None else player.rank) << 64) + keys[one]
        for one, player in players.items()
    }
    placed: dict[int, Match] = {}
    byes: dict[int, str] = {}
    for first, second in pairs:
        high = standing[first]
        if second is None:
            byes[high] = first
            continue
        low = standing[second]
        if high <= low:
            placed[high] = (first, second)
        else:
            placed[low] = (second, first)
    matches = [placed[place] for place in sorted(placed)]
    fixed, relaxed = _fixed_tables(matches, players)
    seated = _number(matches, fixed, options)
    return (*seated, *(Pair(byes[place], None) for place in sorted(byes))), tuple(relaxed)


def _fixed_tables(
    matches: list[Match], players: Mapping[str, Player]
) -> tuple[dict[Match, int], list[Relaxation]]:
    """Give fixed tables to the matches of the players who have one, best placed match first."""
    tables: dict[Match, int] = {}
    relaxed: list[Relaxation] = []
    taken: set[int] = set()
    if not any(player.fixed_table is not None for player in players.values()):
        return tables, relaxed
    for match in matches:
        wishes = sorted((table, one) for one in match if (table := players[one].fixed_table) is not None)
        free = next((table for table, _ in wishes if table not in taken), None)
        if free is not None:
            tables[match] = free
            taken.add(free)
        elif wishes:
            relaxed.append(Relaxation("fixed_table", {"player": wishes[0][1], "table": wishes[0][0]}))
    return tables, relaxed


def _number(matches: list[Match], fixed: dict[Match, int], options: Options) -> list[Pair]:
    """Number the other matches from the first table on, leaving out closed and fixed tables."""
    blocked = options.closed_tables.union(fixed.values())
    number = options.first_table
    seated: list[Pair] = []
    for match in matches:
        table = fixed.get(match) if fixed else None
        if table is None:
            while number in blocked:
                number += 1
            table, number = number, number + 1
        seated.append(Pair(match[0], match[1], table))
    if fixed:
        seated.sort(key=lambda pair: pair.table or 0)
    return seated
