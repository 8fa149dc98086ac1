"""Nobody waits, but a round could be better: the fewest broken matches that make it so.

Every way to make a round better falls apart into circles of matches that exchange their players, each of which makes
it better by itself. So the circles are tried by length: first two players who change places, then longer ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice

from tournaments.pairing.repair_price import Link, Measure, Prices, mates_of

# So many weak matches, and matches tried with each of them; so many sets of matches for longer circles.
WEAK, NEAR, SETS = 30, 200, 3_000


def fewest_broken(prices: Prices, current: Sequence[Link], goal: Iterable[Link]) -> list[Link]:
    """Return the new pairs of the circle that breaks the fewest matches of ``current`` and makes the round better.

    Among those the best one. goal: a better round; its own circles are what is left when no short one is found.
    Exact for two matches in rounds of a usual size, and for as many as ``SETS`` sets of matches allow.
    """
    weak = sorted((link for link in current if any(prices.of(*link))), key=lambda link: prices.of(*link))
    weak = weak[::-1][:WEAK]
    for size in range(1, len(current) + 1):
        limit = 2 * WEAK * NEAR if size <= 2 else SETS
        sets = list(islice(_sets(prices, current, weak, size), limit + 1))
        if len(sets) > limit:
            break
        found = _best_of(prices, sets)
        if found:
            return found
    circles = [
        (sum(two is not None for _, two in old), _gain(prices.total(old), prices.total(new)), place, new)
        for place, (old, new) in enumerate(_circles(current, list(goal)))
    ]
    return min(circle for circle in circles if circle[1] < (0,) * len(circle[1]))[-1]


def _sets(
    prices: Prices, current: Sequence[Link], weak: Sequence[Link], size: int
) -> Iterator[tuple[Link, ...]]:
    """Yield sets of ``size`` matches with at least one weak one; the bye counts as none, it is no match to break."""
    byes = [link for link in current if link[1] is None]
    matches = [link for link in current if link[1] is not None]
    for place, first in enumerate(weak):
        before = set(weak[:place])
        rest = [link for link in matches if link not in before and link != first]
        if len(rest) > NEAR:
            rest = sorted(rest, key=lambda link: _distance(prices, first, link))[:NEAR]
        played = int(first[1] is not None)
        for others in combinations(rest, size - played) if size >= played else ():
            yield (first, *others)
        if played and byes:
            for others in combinations(rest, size - 1):
                yield (first, *others, *byes)


def _distance(prices: Prices, one: Link, two: Link) -> int:
    scores = [prices.players[who].score for who in one if who is not None]
    return min(abs(prices.players[who].score - score) for who in two if who is not None for score in scores)


def _best_of(prices: Prices, sets: Iterable[tuple[Link, ...]]) -> list[Link]:
    """Return the pairs of the set that gains most; none when none gains."""
    best: tuple[Measure, list[tuple[str, str]]] | None = None
    made: list[Link] = []
    for links in sets:
        before = prices.total(links)
        for pairs in _pairings([who for link in links for who in link]):
            gain = _gain(before, prices.total(pairs))
            if gain >= (0,) * len(gain) or (best is not None and gain > best[0]):
                continue
            mark = gain, sorted((one, two or "") for one, two in pairs)
            if best is None or mark < best:
                best, made = mark, pairs
    return made


def _gain(old: Measure, new: Measure) -> Measure:
    """What a change costs, level by level: the lower, the better it is."""
    return tuple(after - before for after, before in zip(new, old, strict=True))


def _pairings(seats: list[str | None]) -> Iterator[list[Link]]:
    """Yield every way to pair the seats, of which one may be the bye."""
    if not seats:
        yield []
        return
    first = seats[0]
    for place in range(1, len(seats)):
        one, two = (first, seats[place]) if first is not None else (seats[place], None)
        if one is not None:
            for rest in _pairings(seats[1:place] + seats[place + 1 :]):
                yield [(one, two), *rest]


def _circles(current: Sequence[Link], goal: Sequence[Link]) -> Iterator[tuple[list[Link], list[Link]]]:
    """Yield the pairs that go and that come, circle by circle, between two rounds of the same players."""
    now, then = mates_of(current), mates_of(goal)
    seen: set[str | None] = set()
    for start in now:
        if start in seen or now[start] == then.get(start, now[start]):
            continue
        ring: list[str | None] = []
        waiting: list[str | None] = [start]
        while waiting:
            who = waiting.pop()
            if who not in ring and who in now:
                ring.append(who)
                waiting += [now[who], then[who]]
        seen.update(ring)
        inside = set(ring)
        yield (
            [link for link in current if link[0] in inside],
            [link for link in goal if link[0] in inside],
        )
