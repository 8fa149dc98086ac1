"""The window decomposition: the exact optimum of a whole field from a few small problems (docs/pairing.md).

Large score groups pair inside themselves; only the players between them need an exact search. The proof that
the sum of the windows is the optimum of the field is in docs/pairing.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as dataclass_field
from itertools import groupby

from tournaments.pairing.field import Field
from tournaments.pairing.groups import Group, make_groups
from tournaments.pairing.horizon import solve_long_window
from tournaments.pairing.large_groups import Inside, pair_inside, take_member
from tournaments.pairing.model import Player
from tournaments.pairing.window import Solved, Window, solve_window


@dataclass(slots=True)
class Outcome:
    """Pairs of a field (None is the bye), the sizes of the windows, and whether each was solved exactly.

    inside: the pairs inside large groups, high to low; ``pairs`` are all others. They stand in the order of the draw
    nearly always, and knowing it saves sorting them, and asking each what can be said about it.
    """

    pairs: list[tuple[Player, Player | None]] = dataclass_field(default_factory=list)
    windows: list[int] = dataclass_field(default_factory=list)
    exact: bool = True
    legal: bool = True
    inside: list[Inside] = dataclass_field(default_factory=list)

    def everybody(self) -> list[tuple[Player, Player | None]]:
        """Return all pairs."""
        return [*self.pairs, *(link for group in self.inside for link in group.links())]


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
    outcome.inside = [pair_inside(field, crossings.rest(group)) for group in groups if group.large]
    return outcome


class _Crossings:
    """Who of the large groups is already taken by a pair that crosses, and the parity of every cut."""

    def __init__(self, field: Field, groups: list[Group]) -> None:
        self.field = field
        self.groups = groups
        self.pairs: list[tuple[Player, Player | None]] = []
        self.taken: set[int] = set()
        self.gone: dict[int, list[int]] = {}
        self.parity: list[int] = []
        self.promised: int | None = None
        prefix = 0
        for group in groups:
            prefix += len(group.places)
            self.parity.append(prefix % 2)

    def rest(self, group: Group) -> list[int]:
        """Return the members of a large group that are still free, in drawn order."""
        rest = group.places.copy()
        for place in self.gone.get(group.score, ()):
            rest.remove(place)
        return rest

    def _take(self, place: int) -> Player:
        self.taken.add(place)
        self.gone.setdefault(self.field.scores[place], []).append(place)
        return self.field.players[place]

    def promise_bye(self, group: Group) -> None:
        """Keep the lowest in standing of a large group for the bye, where the standing has a say."""
        if self.field.options.bye_choice == "standing" and any(
            self.field.players[place].rank is not None for place in group.places
        ):
            self.promised = take_member(self.field, None, group.places, self.taken, upward=True)
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
            self.pairs.append((self.field.players[self.promised], None))
            return
        member = take_member(self.field, who, group.places, self.taken, upward=upward)
        self.pairs.append((self._take(member), who))

    def join_neighbours(self, upper: int) -> None:
        """Two large groups side by side: one pair crosses when the players above are odd in number."""
        if not self.parity[upper]:
            return
        above, below = self.groups[upper].places, self.groups[upper + 1].places
        floater = self._take(take_member(self.field, None, above, self.taken, upward=True, anyone=True))
        partner = self._take(take_member(self.field, floater, below, self.taken, upward=False))
        self.pairs.append((floater, partner))


def _solve_run(crossings: _Crossings, outcome: Outcome, start: int, stop: int) -> Solved:
    """Solve the window of the groups ``start`` to ``stop`` (large neighbours excluded)."""
    field, groups = crossings.field, crossings.groups
    last = stop == len(groups)
    members = [field.players[place] for group in groups[start:stop] for place in group.places]
    window = Window(members, field.odd and last)
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
