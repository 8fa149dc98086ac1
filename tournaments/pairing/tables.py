"""Table numbers: the best matches at the lowest tables, fixed tables honoured (event scenario S1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tournaments.pairing.model import Options, Pair, Player, Relaxation


def seat_pairs(
    pairs: Iterable[tuple[str, str | None]],
    players: Mapping[str, Player],
    keys: Mapping[str, int],
    options: Options,
) -> tuple[tuple[Pair, ...], tuple[Relaxation, ...]]:
    """Return the pairs with their tables, matches by table and byes last, and the fixed tables given up.

    A match is placed by its better player (score, then rank, then the draw), then by the other. A player with a
    fixed table brings the match there; two of them together use the lower number. When two matches want one
    table, the better placed match gets it.
    """

    def standing(player_id: str) -> tuple[int, int, int]:
        player = players[player_id]
        return (-player.score, player.rank if player.rank is not None else 1 << 60, keys[player_id])

    matches: list[tuple[str, str]] = []
    byes: list[str] = []
    for first, second in pairs:
        if second is None:
            byes.append(first)
        elif standing(first) <= standing(second):
            matches.append((first, second))
        else:
            matches.append((second, first))
    matches.sort(key=lambda match: (standing(match[0]), standing(match[1])))

    tables: dict[tuple[str, str], int] = {}
    relaxed: list[Relaxation] = []
    taken: set[int] = set()
    for match in matches:
        wanted = sorted((table, pid) for pid in match if (table := players[pid].fixed_table) is not None)
        for table, pid in wanted:
            if table in taken:
                relaxed.append(Relaxation("fixed_table", {"player": pid, "table": table}))
                continue
            taken.add(table)
            tables[match] = table
            break
    number = options.first_table
    for match in matches:
        if match in tables:
            continue
        while number in taken or number in options.closed_tables:
            number += 1
        tables[match] = number
        number += 1
    seated = sorted((Pair(first, second, tables[first, second]) for first, second in matches), key=_table)
    byes.sort(key=standing)
    return (*seated, *(Pair(player_id, None) for player_id in byes)), tuple(relaxed)


def _table(pair: Pair) -> int:
    return pair.table if pair.table is not None else 0
