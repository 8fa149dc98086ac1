"""Table numbers: the best matches at the lowest tables, fixed tables honoured (event scenario S1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

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
    # One bucket per score, and in it one whole number per player: sorting 50,000 matches stays cheap.
    pairs = list(pairs)
    places = _places(pairs, keys)
    buckets: dict[int, dict[int, Match]] = {}
    byes: list[tuple[int, int, str]] = []
    for one, two in pairs:
        place = places[one.id]
        if two is None:
            byes.append((-one.score, place, one.id))
            continue
        other = places[two.id]
        if one.score > two.score or (one.score == two.score and place < other):
            best, match = place, (one, two)
        else:
            best, match = other, (two, one)
        bucket = buckets.get(match[0].score)
        if bucket is None:
            buckets[match[0].score] = {best: match}
        else:
            bucket[best] = match
    matches: list[Match] = []
    for score in sorted(buckets, reverse=True):
        bucket = buckets[score]
        matches += [bucket[place] for place in sorted(bucket)]
    fixed, relaxed = _fixed_tables(matches)
    seated = _number(matches, fixed, options)
    return (*seated, *(Pair(player_id, None) for _, _, player_id in sorted(byes))), tuple(relaxed)


def _places(pairs: list[tuple[Player, Player | None]], keys: Mapping[str, int]) -> Mapping[str, int]:
    """Return a number per player that sorts equal scores: rank, then the draw; without ranks the draw itself."""
    paired = [player for pair in pairs for player in pair if player is not None]
    if all(player.rank is None for player in paired):
        return keys
    return {
        player.id: ((_UNRANKED if player.rank is None else player.rank) << 64) + keys[player.id]
        for player in paired
    }


def _fixed_tables(matches: list[Match]) -> tuple[dict[int, int], list[Relaxation]]:
    """Give fixed tables to the matches (by place) of the players who have one, best placed match first."""
    tables: dict[int, int] = {}
    relaxed: list[Relaxation] = []
    taken: set[int] = set()
    for place, (one, two) in enumerate(matches):
        if one.fixed_table is None and two.fixed_table is None:
            continue
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
        return [Pair(one.id, two.id, table) for table, (one, two) in enumerate(matches, options.first_table)]
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
