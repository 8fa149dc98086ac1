"""What a window may answer, by trying every pairing: prices in levels, the weakest last. Shares no code with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.pairing import Player
from tournaments.pairing.field import Field
from tournaments.pairing.window import Solved, Window

Who = Player | str | None
"""A player, ``None`` for the bye, or "above" and "below" for a place in a large group."""
Levels = tuple[int, ...]


@dataclass
class Judge:
    """Prices the pairs of one window by docs/pairing.md, level by level."""

    field: Field
    window: Window
    relaxed: bool = False

    def best(self) -> Levels | None:
        """Return the least price of any complete pairing, or None when there is none."""
        sides = (("above", self.window.above), ("below", self.window.below))
        nodes: list[Who] = [*self.window.players, *([None] if self.window.bye else [])]
        for side, neighbour in sides:
            nodes += [side] * (neighbour[1] if neighbour else 0)
        found: list[Levels] = []
        for pairs in _pairings(nodes):
            prices = [self.price(one, two) for one, two in pairs]
            sound = [price for price in prices if price is not None]
            if len(sound) == len(prices):
                found.append(_sum(sound))
        return min(found, default=None)

    def answered(self, solved: Solved) -> Levels:
        """Return the price of an answer; the places it left empty cost nothing."""
        pairs: list[tuple[Who, Who]] = list(solved.pairs)
        pairs += [(who, "above") for who in solved.up] + [(who, "below") for who in solved.down]
        prices = [self.price(one, two) for one, two in pairs]
        assert None not in prices, "a pair that may not be"
        return _sum([price for price in prices if price is not None])

    def price(self, one: Who, two: Who) -> Levels | None:
        """Return the levels of one pair, None when it may not be: forbidden first, the pattern last."""
        if isinstance(one, str) and isinstance(two, str):
            return (0,) * 11 if one == two else None
        if not isinstance(one, Player):
            one, two = two, one
        if not isinstance(one, Player):
            return self._bye_out(str(one if two is None else two))
        if two is None:
            return self._bye(one)
        return self._out(one, two) if isinstance(two, str) else self._match(one, two)

    def _match(self, one: Player, two: Player) -> Levels | None:
        field = self.field
        places = [player.id for player in self.window.players]
        far = abs(places.index(one.id) - places.index(two.id))
        if (self.window.reach is not None and far > self.window.reach) or self._apart(one.id, two.id):
            return None
        forbidden = two.id in field.forbidden.get(one.id, ())
        met = two.id in one.opponents or one.id in two.opponents
        clan = one.group is not None and one.group == two.group
        strict, soft = (clan and field.options.group_rule == rule for rule in ("strict", "soft"))
        if not self.relaxed and (forbidden or met or strict):
            return None
        last = max(self._round(one, two), self._round(two, one)) if met else 0
        gap = (one.score - two.score) ** 2
        again = last > 0 and last >= field.number - 1
        floats = one.floats + two.floats if gap else 0
        return self._levels(
            forbidden, 0, met, again, last, strict, gap, 0, soft, floats, self._pattern(one, two)
        )

    @staticmethod
    def _round(one: Player, two: Player) -> int:
        if isinstance(one.opponents, frozenset):
            return 0
        return max([place for place, who in enumerate(one.opponents, 1) if who == two.id], default=0)

    def _bye(self, one: Player) -> Levels | None:
        fewest = min(player.byes for player in self.field.players)
        if self._apart(one.id, "") or (one.byes > fewest and not self.relaxed):
            return None
        lower = 0
        if self.field.options.bye_choice == "standing":
            lower = sum(self._standing(other) > self._standing(one) for other in self.window.players)
        gap = (one.score - self.field.bye_score) ** 2
        return self._levels(0, one.byes - fewest, 0, 0, 0, 0, gap, lower, 0, 0, 0)

    @staticmethod
    def _standing(player: Player) -> tuple[int, int]:
        return (-player.score, player.rank if player.rank is not None else 1 << 60)

    def _bye_out(self, side: str) -> Levels:
        """The bye goes to somebody of a large group: worse than to anybody in the window of that gap."""
        gap = (self._score(side) - self.field.bye_score) ** 2
        return self._levels(0, 0, 0, 0, 0, 0, gap, len(self.window.players), 0, 0, 0)

    def _out(self, one: Player, side: str) -> Levels:
        score = self._score(side)
        pattern = 0
        if self.field.positions:
            place, size = self.field.positions[one.id]
            pattern = size * (place if score > one.score else size - 1 - place)
        return self._levels(0, 0, 0, 0, 0, 0, (score - one.score) ** 2, 0, 0, one.floats, pattern)

    def _score(self, side: str) -> int:
        neighbour = self.window.above if side == "above" else self.window.below
        assert neighbour is not None
        return neighbour[0]

    def _pattern(self, one: Player, two: Player) -> int:
        if not self.field.positions:
            return 0
        (first, size), (second, other) = self.field.positions[one.id], self.field.positions[two.id]
        if one.score > two.score:
            return (size - 1 - first + second) * max(size, other)
        if one.score < two.score:
            return (other - 1 - second + first) * max(size, other)
        if self.field.options.method == "fold":
            return (first + second - (size - 1)) ** 2
        return (abs(first - second) - (size + 1) // 2) ** 2

    def _apart(self, one: str, two: str) -> bool:
        return frozenset((one, two)) in self.window.apart

    def _levels(self, *levels: int) -> Levels:
        counted = [int(level) for level in levels]
        if not self.field.options.avoid_repeat_floats:
            counted[9] = 0
        return tuple(counted)


def _sum(prices: list[Levels]) -> Levels:
    return tuple(map(sum, zip(*prices, strict=True))) if prices else (0,) * 11


def _pairings(nodes: list[Who]) -> Iterator[list[tuple[Who, Who]]]:
    if len(nodes) % 2:
        return
    if not nodes:
        yield []
        return
    for place in range(1, len(nodes)):
        for others in _pairings(nodes[1:place] + nodes[place + 1 :]):
            yield [(nodes[0], nodes[place]), *others]
