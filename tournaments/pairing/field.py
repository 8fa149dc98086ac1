"""One round as a problem: who is free, what is legal between two players, what a pair costs.

The cost of a pair is one whole number made of levels, the strongest first (docs/pairing.md; event scenario S8):

1. pairs the staff forbade, 2. second byes, 3. rematches, 4. rematches of the round just played,
5. how recent a rematch is, 6. clan pairs under the strict rule, 7. squared point gap, 8. place of the bye,
9. clan pairs under the soft rule, 10. repeated floats, 11. fold or slide position, 12. the seeded draw.

Levels 1 to 6 only exist in the relaxed problem, which is solved when no legal complete round exists; levels 10 and 11
are settled there by a second solution (:func:`.window.solve_window`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from tournaments.pairing.kernel import Kernel, default_kernel
from tournaments.pairing.model import Options, PairingError, Player
from tournaments.pairing.randomness import EDGE_BITS, Draws, draws_of, player_key

# Somebody without a rank stands behind everybody who has one.
UNRANKED = 1 << 60
_BLOCK = 512
Opponents = tuple[str | None, ...] | frozenset[str]


@dataclass(slots=True)
class Field:
    """The free players of one round and the rules between them. Build it with :func:`make_field`.

    ids, scores, opponents: what is asked of every player, read once, in the order of ``players``.
    keys: the draw of anybody by id; heads: how many players have each score.
    history: the most opponents any one player had.
    grouped: clans count in this round and somebody has one.
    plain: nobody has a rank or a table of their own: score and draw alone say who stands where.
    """

    players: list[Player]
    ids: list[str]
    scores: list[int]
    opponents: list[Opponents]
    keys: Draws
    heads: Counter[int]
    options: Options
    seed: str
    number: int
    forbidden: dict[str, set[str]]
    bye_score: int
    min_byes: int
    history: int
    grouped: bool
    plain: bool
    kernel: Kernel
    positions: dict[str, tuple[int, int]] = field(default_factory=dict)
    drawn: Sequence[int] | None = None

    @property
    def draws(self) -> Sequence[int]:
        """The draw of every player, in the order of ``players``; made when it is asked for."""
        if self.drawn is None:
            self.drawn = draws_of(self.seed, self.number, self.ids)
        return self.drawn

    @property
    def odd(self) -> bool:
        """True when one of the free players needs the bye."""
        return len(self.players) % 2 == 1

    @property
    def strict(self) -> bool:
        """True when clan mates count as illegal opponents."""
        return self.options.group_rule == "strict"

    @property
    def soft(self) -> bool:
        """True when clan pairs are avoided at all."""
        return self.options.group_rule != "off"

    def met(self, first: Player, second: Player) -> bool:
        """True when the two have played each other."""
        return second.id in first.opponents or first.id in second.opponents

    def kept_apart(self, first: Player, second: Player) -> bool:
        """True when the staff forbade the pair."""
        return second.id in self.forbidden.get(first.id, ())

    def same_group(self, first: Player, second: Player) -> bool:
        """True when both are of one clan and clans count."""
        return first.group is not None and first.group == second.group and self.soft

    def legal(self, first: Player, second: Player) -> bool:
        """True when nothing above the point gap speaks against the pair."""
        if self.met(first, second) or (self.forbidden and self.kept_apart(first, second)):
            return False
        return not (self.strict and self.same_group(first, second))

    def may_bye(self, player: Player) -> bool:
        """True when the player may get the bye: nobody else has fewer."""
        return player.byes == self.min_byes

    def foes(self, player: Player) -> set[str]:
        """Return the ids that are illegal opponents by history or by order of the staff."""
        ids = {opponent for opponent in player.opponents if opponent is not None}
        return ids | self.forbidden.get(player.id, set())

    def key_of(self, name: str) -> int:
        """Return the draw of something that is no player (the bye, an anonymous place)."""
        return player_key(self.seed, self.number, f"\0{name}")

    def last_met(self, first: Player, second: Player) -> int:
        """Return the round in which the two met last (1-based), 0 when unknown."""
        return max(_last_index(first, second.id), _last_index(second, first.id))


def _last_index(player: Player, other: str) -> int:
    if isinstance(player.opponents, Set):
        return 0
    for place in range(len(player.opponents) - 1, -1, -1):
        if player.opponents[place] == other:
            return place + 1
    return 0


def check_ids(players: Iterable[Player]) -> None:
    """Raise :class:`PairingError` for somebody who is there twice."""
    seen: set[str] = set()
    for player in players:
        if player.id in seen:
            raise PairingError("player_twice", player=player.id)
        seen.add(player.id)


def standing_key(keys: Mapping[str, int], player: Player) -> tuple[int, int, int, str]:
    """Sort key of the standing: score, then rank, then the draw."""
    return (-player.score, player.rank if player.rank is not None else UNRANKED, keys[player.id], player.id)


def make_field(
    players: Iterable[Player],
    *,
    seed: str,
    number: int,
    options: Options,
    forbidden_pairs: Iterable[tuple[str, str]] = (),
    kernel: Kernel | None = None,
) -> Field:
    """Build the problem of one round from its free players; who is not active is left out."""
    free = players if isinstance(players, list) else list(players)
    columns = _read(free)
    if not columns.active:
        free = [player for player in free if player.active]
        columns = _read(free)
    forbidden: dict[str, set[str]] = {}
    for first, second in forbidden_pairs:
        forbidden.setdefault(first, set()).add(second)
        forbidden.setdefault(second, set()).add(first)
    heads = Counter(columns.scores)
    problem = Field(
        players=free,
        ids=columns.ids,
        scores=columns.scores,
        opponents=columns.opponents,
        keys=Draws(seed, number),
        heads=heads,
        options=options,
        seed=seed,
        number=number,
        forbidden=forbidden,
        bye_score=min(heads, default=0) - options.bye_step,
        min_byes=columns.byes,
        history=columns.history,
        grouped=columns.clans and options.group_rule != "off",
        plain=columns.plain,
        kernel=kernel or default_kernel(),
    )
    if options.method in ("fold", "slide"):
        _fill_positions(problem)
    return problem


class _Columns(NamedTuple):
    """What is asked of every player, and of all: the fewest byes, the most opponents, whether all are active."""

    ids: list[str]
    scores: list[int]
    opponents: list[Opponents]
    byes: int
    history: int
    active: bool
    clans: bool
    plain: bool


def _read(players: list[Player]) -> _Columns:
    """Read the players once.

    By blocks that fit a processor's cache: a large field is fetched from memory once and not six times.
    """
    ids: list[str] = []
    scores: list[int] = []
    opponents: list[Opponents] = []
    byes: list[int] = []
    history = 0
    special: list[Player] = []
    for start in range(0, len(players), _BLOCK):
        block = players[start : start + _BLOCK]
        ids += [player.id for player in block]
        scores += [player.score for player in block]
        met = [player.opponents for player in block]
        opponents += met
        history = max(history, max(map(len, met)))
        byes.append(min([player.byes for player in block]))
        special += [
            player
            for player in block
            if not player.active
            or player.group is not None
            or player.rank is not None
            or player.fixed_table is not None
        ]
    return _Columns(
        ids,
        scores,
        opponents,
        min(byes, default=0),
        history,
        active=all(player.active for player in special),
        clans=any(player.group is not None for player in special),
        plain=all(player.rank is None and player.fixed_table is None for player in special),
    )


def _fill_positions(problem: Field) -> None:
    groups: dict[int, list[Player]] = {}
    for player in problem.players:
        groups.setdefault(player.score, []).append(player)
    for members in groups.values():
        members.sort(key=lambda player: standing_key(problem.keys, player))
        for place, player in enumerate(members):
            problem.positions[player.id] = (place, len(members))


def fold_penalty(problem: Field, first: Player, second: Player) -> int:
    """Return how far a pair is from the fold or slide pattern (squared places); 0 for other methods.

    Between two score groups the lowest of the upper group should meet the highest of the lower one; that counts
    by the size of the group, because everybody inside moves up when somebody else leaves.
    """
    if not problem.positions:
        return 0
    place, size = problem.positions[first.id]
    other, other_size = problem.positions[second.id]
    if first.score != second.score:
        if first.score < second.score:
            place, size, other, other_size = other, other_size, place, size
        return (size - 1 - place + other) * max(size, other_size)
    if problem.options.method == "fold":
        return (place + other - size + 1) ** 2
    return (abs(place - other) - (size + 1) // 2) ** 2


class Weights(NamedTuple):
    """Shifts that put the levels of a problem with ``pairs`` pairs above each other in one whole number.

    Every level gets as many bits as its largest possible sum over a matching needs, so no sum of a weaker level
    can ever outweigh one unit of a stronger one; a level that cannot occur gets none.
    """

    position: int
    floats: int
    group: int
    bye: int
    gap: int
    strict: int
    recency: int
    consecutive: int
    rematch: int
    second_bye: int
    forbidden: int


def make_weights(
    pairs: int,
    *,
    gap: int,
    bye: int = 0,
    group: int = 0,
    floats: int = 0,
    position: int = 0,
    strict: int = 0,
    rematch: int = 0,
    recency: int = 0,
    second_bye: int = 0,
) -> Weights:
    """Return the shifts for ``pairs`` pairs.

    Each argument is the largest value one pair can have at that level, 0 when the level cannot occur: every bit
    saved keeps large relaxed problems within the fast kernel's 128 bits.
    """
    sizes = (position * pairs, floats * pairs, group * pairs, bye, gap * pairs)
    relaxed = (strict * pairs, recency * pairs, rematch * pairs, rematch * pairs, second_bye)
    return Weights(*stack_levels(pairs, (*sizes, *relaxed)))


def stack_levels(pairs: int, largest: Iterable[int]) -> list[int]:
    """Return the shift of each level above the draw, weakest first, and one more for whatever stands above all.

    largest: the largest sum each level can reach over the ``pairs`` pairs of a round; 0 takes no room.
    """
    shifts: list[int] = []
    shift = EDGE_BITS + pairs.bit_length()
    for total in largest:
        shifts.append(shift)
        shift += total.bit_length()
    shifts.append(shift)
    return shifts
