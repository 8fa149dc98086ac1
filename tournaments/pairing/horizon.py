"""Windows that are too long for one piece: the rolling horizon (docs/pairing.md).

With nearly unique scores (victory points) the whole field is one window. The best ``BLOCK`` unpaired players are
paired exactly, the pairs of the upper half are frozen, and the block moves down; the last block takes the rest
and grows backwards while it has no complete pairing. Equal to the optimum in every comparison, but not proved.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from heapq import nlargest

from tournaments.pairing.field import Field, standing_key
from tournaments.pairing.groups import max_degree
from tournaments.pairing.model import Player
from tournaments.pairing.window import Solved, Window, solve_window

BLOCK = 96
LARGEST_BLOCK = 1600
BYE_CANDIDATES = 24
SPARSE_LIMIT = 6_000
SPARSE_REACHES = (12, 48, 192)


def solve_long_window(field: Field, window: Window) -> Solved:
    """Return a complete pairing of a long window; rules give way only in the last block, when they must."""
    if field.strict:
        solved = _solve_with_one_large_clan(field, window)
        if solved is not None:
            return solved
    horizon = _Horizon(field, window)
    horizon.freeze_from_the_top()
    return horizon.finish()


def _solve_with_one_large_clan(field: Field, window: Window) -> Solved | None:
    """Solve a window in which one clan is larger than half a block, under the strict rule; None when there is none.

    Blocks cut by the score hold too many of that clan or too few. So the whole window is solved at once, with the
    pairs of players who stand near each other: by score, by the place among one's own (clan or others), and by how
    far down one's own they stand.
    """
    clan, size = _largest_clan(window)
    if size <= BLOCK // 2 or window.size() > SPARSE_LIMIT:
        return None
    members = [place for place, player in enumerate(window.players) if player.group == clan]
    others = [place for place, player in enumerate(window.players) if player.group != clan]
    marks: dict[int, tuple[int, float]] = {}
    for own in (members, others):
        own.sort(key=lambda place: (-window.players[place].score, field.keys[window.players[place].id]))
        marks |= {place: (rank, (rank + 0.5) / len(own)) for rank, place in enumerate(own)}
    everybody = range(len(window.players))
    orders = [
        sorted(everybody, key=lambda place: -window.players[place].score),
        sorted(everybody, key=lambda place: marks[place][0]),
        sorted(everybody, key=lambda place: marks[place][1]),
    ]
    places = [neighbour for neighbour in (window.above, window.below) if neighbour is not None]
    # More of one clan than of all others leave no legal round.
    possible = size <= len(others) + int(window.bye) + sum(count for _, count in places)
    for reach in SPARSE_REACHES:
        trial = replace(window, near=_near(orders, reach))
        solved = solve_window(field, trial, relaxed=not possible)
        if solved is not None:
            return solved
    return None


def _largest_clan(window: Window) -> tuple[str | None, int]:
    sizes = Counter(player.group for player in window.players if player.group is not None)
    return max(sizes.items(), key=lambda item: (item[1], item[0]), default=(None, 0))


def _near(orders: list[list[int]], reach: int) -> list[list[int]]:
    """Return for each place the later ones that stand within ``reach`` of it in one of the orders."""
    near: list[set[int]] = [set() for _ in orders[0]]
    for order in orders:
        for start, one in enumerate(order):
            for two in order[start + 1 : start + 1 + reach]:
                near[min(one, two)].add(max(one, two))
    return [sorted(others) for others in near]


class _Horizon:
    def __init__(self, field: Field, window: Window) -> None:
        self.field = field
        self.window = window
        self.last = _candidates(field, window) if window.bye else set()
        self.rest = sorted(window.players, key=self._order)
        self.frozen: list[tuple[Player, Player | None]] = []
        self.up: list[Player | None] = []
        self.above = window.above
        self.reach = max_degree(field) + 12

    def _order(self, player: Player) -> tuple[int, bool, int]:
        """By score and draw; anyone who may get the bye stays behind the equals until the last block, which has it."""
        return -player.score, player.id in self.last, self.field.keys[player.id]

    def freeze_from_the_top(self) -> None:
        """Freeze block after block until one last block is left."""
        size = BLOCK
        while len(self.rest) > size + BLOCK // 2:
            if self._freeze_block(size):
                size = BLOCK
            else:
                size *= 2

    def _block(self, size: int) -> Window:
        places = self.above[1] if self.above else 0
        return Window(self.rest[: size + (size + places) % 2], above=self.above)

    def _freeze_block(self, size: int) -> bool:
        """Solve the top block and freeze the pairs of its upper half; False when it has no complete pairing."""
        block = self._block(size)
        block.reach = self.reach
        solved = solve_window(self.field, block)
        if solved is None:
            block.reach = None
            solved = solve_window(self.field, block)
        if solved is None:
            return False
        upper = {player.id for player in block.players[: size // 2]}
        # The first of a pair stands higher in the block than the second.
        frozen = [pair for pair in solved.pairs if pair[0].id in upper]
        self.frozen += frozen
        self.up += solved.up
        self.above = None
        gone = {player.id for pair in frozen for player in pair if player is not None}
        gone |= {player.id for player in solved.up if player is not None}
        self.rest = [player for player in self.rest if player.id not in gone]
        return True

    def finish(self) -> Solved:
        """Solve the last block with the bye and the places below, growing backwards while it must."""
        solved: Solved | None = None
        relaxed = False
        while solved is None:
            last = Window(self.rest, self.window.bye, self.above, self.window.below)
            solved = solve_window(self.field, last, relaxed=relaxed)
            if solved is None:
                relaxed = len(self.rest) > LARGEST_BLOCK or not self._thaw(len(self.rest))
        return Solved(self.frozen + solved.pairs, self.up + solved.up, solved.down, legal=not relaxed)

    def _thaw(self, count: int) -> bool:
        """Give the last ``count`` frozen players back to the rest; False when there is nothing to give."""
        if not self.frozen:
            if self.above == self.window.above:
                return False
            self.rest += [player for player in self.up if player is not None]
            self.up = []
            self.above = self.window.above
        while self.frozen and count > 0:
            pair = self.frozen.pop()
            self.rest += [player for player in pair if player is not None]
            count -= 2
        self.rest.sort(key=self._order)
        return True


def _candidates(field: Field, window: Window) -> set[str]:
    """Return the lowest in standing of those who may get the bye, where the standing has a say."""
    if field.options.bye_choice != "standing" or all(player.rank is None for player in window.players):
        return set()
    able = [player for player in window.players if field.may_bye(player)]
    return {player.id for player in nlargest(BYE_CANDIDATES, able, key=partial(standing_key, field.keys))}
