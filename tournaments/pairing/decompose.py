"""The window decomposition: the exact optimum of a whole field from a few small problems (docs/pairing.md).

Large score groups pair inside themselves; only the players between them need an exact search. The proof that
the sum of the windows is the optimum of the field is in docs/pairing.md.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from itertools import groupby

from tournaments.pairing.field import Field
from tournaments.pairing.groups import Group, make_groups
from tournaments.pairing.horizon import solve_long_window
from tournaments.pairing.large_groups import pair_inside, take_member
from tournaments.pairing.model import Player
from tournaments.pairing.window import Solved, Window, solve_window


@dataclass(slots=True)
class Outcome:
    """Pairs of a field (None is the bye), the sizes of the windows, and whether each was solved exactly.

    drawn: so many of the last pairs lie inside large groups, by score and then by the draw of the first of them;
    all but those at the places ``moved``, counted from the first drawn pair. Knowing it saves sorting them.
    """

    pairs: list[tuple[Player, Player | None]] = dataclass_field(default_factory=list)
    windows: list[int] = dataclass_field(default_factory=list)
    exact: bool = True
    legal: bool = True
    drawn: int = 0
    moved: set[int] = dataclass_field(default_factory=set)


def solve_whole(field: Field, *, relaxed: bool = False) -> Outcome | None:
    """Solve the field as one window. None when no legal complete pairing exists (never when relaxed)."""
    window = Window(
        sorted(field.players, key=lambda player: (-player.score, field.keys[player.id])), field.odd
    )
    solved = solve_window(field, window, relaxed=relaxed)
    if solved is None:
        return None
    return Outcome(solved.pairs, [window.size()], legal=not relaxed)


def solve_field(field: Field) -> Outcome:
    """Pair the whole field at the least cost; when nothing is legal, with the fewest broken rules."""
    if not field.players:
        return Outcome()
    groups = make_groups(field)
    crossings = _Crossings(field, groups)
    outcome = Outcome()
    # Anyone who gets the bye is settled before anybody else of a large group is taken for a pair that crosses.
    bottom = max((place + 1 for place, group in enumerate(groups) if group.large), default=0)
    lowest = _solve_run(crossings, outcome, bottom, len(groups)) if field.odd and bottom else None
    if lowest is not None and None in lowest.up:
        crossings.promise_bye(groups[bottom - 1])
    for large, run in groupby(range(bottom), key=lambda place: groups[place].large):
        start, *rest = run
        stop = start + len(rest) + 1
        if large:
            for upper in range(start, stop - 1):
                crossings.join_neighbours(upper)
        else:
            crossings.place(start, stop, _solve_run(crossings, outcome, start, stop), outcome)
    if lowest is None and bottom < len(groups):
        lowest = _solve_run(crossings, outcome, bottom, len(groups))
    if lowest is not None:
        crossings.place(bottom, len(groups), lowest, outcome)
    outcome.pairs += crossings.pairs
    for group in groups:
        if group.large:
            _draw_inside(crossings, outcome, group)
    return outcome


def _draw_inside(crossings: _Crossings, outcome: Outcome, group: Group) -> None:
    """Pair what is left of a large group."""
    moved: set[int] = set()
    links = pair_inside(crossings.field, crossings.rest(group), moved)
    outcome.moved.update(outcome.drawn + place for place in moved)
    outcome.drawn += len(links)
    outcome.pairs += links


class _Crossings:
    """Who of the large groups is already taken by a pair that crosses, and the parity of every cut."""

    def __init__(self, field: Field, groups: list[Group]) -> None:
        self.field = field
        self.groups = groups
        self.pairs: list[tuple[Player, Player | None]] = []
        self.taken: set[str] = set()
        self.gone: dict[int, list[Player]] = {}
        self.parity: list[int] = []
        self.promised: Player | None = None
        prefix = 0
        for group in groups:
            prefix += len(group.members)
            self.parity.append(prefix % 2)

    def rest(self, group: Group) -> list[Player]:
        """Return the members of a large group that are still free, in drawn order."""
        gone = self.gone.get(group.score)
        if not gone:
            return group.members
        rest = group.members.copy()
        # The few who left are looked up by their draw: a large group is not asked member by member.
        for mark in sorted(map(self._mark, gone), reverse=True):
            del rest[bisect_left(group.members, mark, key=self._mark)]
        return rest

    def _mark(self, player: Player) -> tuple[int, str]:
        return self.field.keys[player.id], player.id

    def _take(self, member: Player) -> None:
        self.taken.add(member.id)
        self.gone.setdefault(member.score, []).append(member)

    def promise_bye(self, group: Group) -> None:
        """Keep the lowest in standing of a large group for the bye, where the standing has a say."""
        if self.field.options.bye_choice == "standing" and any(
            member.rank is not None for member in group.members
        ):
            self.promised = take_member(self.field, None, group.members, self.taken, upward=True)
            self._take(self.promised)

    def place(self, start: int, stop: int, solved: Solved, outcome: Outcome) -> None:
        """Take over the pairs of the window of the groups ``start`` to ``stop``, and give its floaters members."""
        outcome.pairs += solved.pairs
        above = self.groups[start - 1] if start > 0 else None
        below = self.groups[stop] if stop < len(self.groups) else None
        for group, floaters, upward in ((above, solved.up, True), (below, solved.down, False)):
            if group is not None:
                for floater in floaters:
                    self._join(floater, group, upward=upward)

    def _join(self, who: Player | None, group: Group, *, upward: bool) -> None:
        """Pair somebody (None is the bye) with a member of a large group."""
        if who is None and self.promised is not None:
            self.pairs.append((self.promised, None))
            return
        member = take_member(self.field, who, group.members, self.taken, upward=upward)
        self._take(member)
        self.pairs.append((member, who))

    def join_neighbours(self, upper: int) -> None:
        """Two large groups side by side: one pair crosses when the players above are odd in number."""
        if not self.parity[upper]:
            return
        upper_group, lower_group = self.groups[upper], self.groups[upper + 1]
        floater = take_member(self.field, None, upper_group.members, self.taken, upward=True, anyone=True)
        partner = take_member(self.field, floater, lower_group.members, self.taken, upward=False)
        self._take(floater)
        self._take(partner)
        self.pairs.append((floater, partner))


def _solve_run(crossings: _Crossings, outcome: Outcome, start: int, stop: int) -> Solved:
    """Solve the window of the groups ``start`` to ``stop`` (large neighbours excluded)."""
    field, groups = crossings.field, crossings.groups
    last = stop == len(groups)
    window = Window([member for group in groups[start:stop] for member in group.members], field.odd and last)
    places = _places(field, window)
    if start > 0:
        window.above = (groups[start - 1].score, places + (places + crossings.parity[start - 1]) % 2)
    if stop < len(groups):
        window.below = (groups[stop].score, places + (places + crossings.parity[stop - 1]) % 2)
    solved = _solve(field, window, outcome)
    outcome.legal = outcome.legal and solved.legal
    if not solved.legal and len(window.players) < len(field.players):
        # The least number of broken rules is proved for the window, not for the field around it.
        outcome.exact = False
    outcome.windows.append(window.size())
    return solved


def _solve(field: Field, window: Window, outcome: Outcome) -> Solved:
    """Solve one window; relaxed when it has no legal complete pairing."""
    if window.size() > field.options.window_limit:
        outcome.exact = False
        return solve_long_window(field, window)
    solved = solve_window(field, window) or solve_window(field, window, relaxed=True)
    if solved is None:
        raise AssertionError("a relaxed window always has a complete pairing")
    return solved


def _places(field: Field, window: Window) -> int:
    """Return how many places each large neighbour must offer (docs/pairing.md: floaters form a clique)."""
    ids = {player.id for player in window.players}
    degree = 0
    for player in window.players:
        count = len(field.foes(player) & ids) + int(window.bye and not field.may_bye(player))
        degree = max(degree, count)
    if field.strict:
        sizes: dict[str, int] = {}
        for player in window.players:
            if player.group is not None:
                sizes[player.group] = sizes.get(player.group, 0) + 1
        degree += max(sizes.values(), default=0)
    return min(len(window.players) + int(window.bye), degree + 2)
