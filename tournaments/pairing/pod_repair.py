"""Mending a round of pods: somebody left before the start, somebody arrived, a pod has become too small.

As for pairs (:mod:`tournaments.pairing.repair`) three plans are offered, each with its price: ``leave`` changes
nothing, ``smallest`` changes as few pods as possible, ``full`` divides everybody anew who may still be touched.
Pods with a result and locked pods are kept unless the caller says otherwise (event scenario S10).

A pod of which two are left has two ways more (:func:`small_pod_plans`): ``join`` spreads the two over other pods,
``two`` lets them play on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, count, product
from typing import NamedTuple

from tournaments.pairing.model import PairingError, Params, Problem
from tournaments.pairing.pod_model import (
    LARGEST,
    SMALLEST,
    CurrentPod,
    Kind,
    Pod,
    PodOptions,
    PodPlan,
    PodPlayer,
    pod_sizes,
)
from tournaments.pairing.pods import pair_pods, seat_pod
from tournaments.pairing.randomness import player_keys

# How many players are tried for one place; the cheapest by themselves come first.
NEAR = 24
TWO = 2
# So many players are spread over other pods at once; more of them are divided anew.
MOST_SPREAD = 4


class _Change(NamedTuple):
    """A way to place the free players: which pods change (by index, to whom), what is new, what it costs."""

    changed: dict[int, list[PodPlayer]]
    new: list[list[PodPlayer]]
    cost: int


@dataclass(slots=True)
class _State:
    people: dict[str, PodPlayer]
    options: PodOptions
    seed: str
    number: int
    current: list[CurrentPod]
    kept: list[CurrentPod]
    open: list[list[PodPlayer]]
    open_pods: list[CurrentPod]
    free: list[PodPlayer]

    @property
    def largest(self) -> int:
        return LARGEST if self.options.allow_six or self.options.target == LARGEST else LARGEST - 1

    def cost(self, pod: Sequence[PodPlayer]) -> int:
        """The price of a pod, and one repeat for a size that is not the target."""
        pairs = sum(self.pair_cost(one, two) for one, two in combinations(pod, 2))
        return pairs + self.options.repeat_weight * abs(len(pod) - self.options.target)

    def pair_cost(self, one: PodPlayer, two: PodPlayer) -> int:
        return (one.score - two.score) ** 2 + self.options.repeat_weight * _met(one, two) ** 2


def _met(one: PodPlayer, two: PodPlayer) -> int:
    return max(one.met.get(two.id, 0), two.met.get(one.id, 0))


def pod_plans(
    players: Iterable[PodPlayer],
    current: Iterable[CurrentPod],
    byes: Iterable[str] = (),
    *,
    seed: str,
    number: int,
    options: PodOptions | None = None,
    break_finished: bool = False,
) -> tuple[PodPlan, PodPlan, PodPlan]:
    """Return the plans leave, smallest and full for a round of pods in play.

    players: everybody as they are now: who left with ``active=False``, late arrivals active and in no pod. Their
        ``met``, ``seats`` and ``byes`` must not yet count this round. byes: who has the bye in this round.
    break_finished: pods with a result may be broken too (a head judge's decision); locked ones never are.
    Raises :class:`PairingError` when a pod names somebody who is unknown or sits twice.
    """
    state = _sort_out(list(players), list(current), options or PodOptions(), seed, number, break_finished)
    sitting = [one for one in byes if state.people[one].active]
    return _leave(state, sitting), _smallest(state), _full(state)


def small_pod_plans(
    players: Iterable[PodPlayer],
    current: Iterable[CurrentPod],
    *,
    seed: str,
    number: int,
    options: PodOptions | None = None,
) -> tuple[PodPlan, ...]:
    """What else may be done where two are left of a pod that has not begun: ``join`` and ``two``; see ``pod_plans``.

    ``join``: the pod goes, and each of the two takes a free seat at another pod, at the least price in all; missing
    where there are not enough free seats. ``two``: they keep table and seats. Anyone else who is free is placed as in
    ``smallest``. Empty where no pod has lost all but two.
    """
    players, current = list(players), list(current)
    state = _sort_out(players, current, options or PodOptions(), seed, number, False)
    pairs = _pods_of_two(state)
    if not pairs:
        return ()
    plans = []
    joined = _spread(state) if len(state.free) <= MOST_SPREAD else None
    if joined is not None:
        plans.append(_seated("join", state, joined, ()))
    waiting = {player.id for pair in pairs.values() for player in pair}
    state.free = [player for player in state.free if player.id not in waiting]
    pods, alone = _rearranged(state)
    state.open += pairs.values()
    state.open_pods += pairs
    plans.append(_seated("two", state, [*pods, *pairs.values()], alone))
    return tuple(plans)


def _pods_of_two(state: _State) -> dict[CurrentPod, list[PodPlayer]]:
    """The pods of which two are left, with those two."""
    by_id = {player.id: player for player in state.free}
    left = {
        pod: [by_id[one] for one in pod.seats if one in by_id]
        for pod in state.current
        if pod not in state.kept
    }
    return {pod: here for pod, here in left.items() if len(here) == TWO}


def _rearranged(state: _State) -> tuple[list[list[PodPlayer]], list[str]]:
    """The open pods after the change that costs least, and who has none; unchanged where nothing can be done."""
    change = _best_change(state)
    if change is None:  # nobody to place, or nobody can be asked to move: every other pod has a result
        return list(state.open), [player.id for player in state.free]
    pods = [change.changed.get(place, pod) for place, pod in enumerate(state.open)]
    return [*pods, *change.new], []


def _spread(state: _State) -> list[list[PodPlayer]] | None:
    """The open pods with every free player at one of them, at the least price; None without seats enough."""
    best: tuple[int, list[list[PodPlayer]]] | None = None
    nearest = [_nearest(state, player) for player in state.free]
    for places in product(*nearest):
        pods = {place: list(state.open[place]) for place in places}
        for player, place in zip(state.free, places, strict=True):
            pods[place].append(player)
        if any(len(pod) > state.largest for pod in pods.values()):
            continue
        price = sum(state.cost(pod) - state.cost(state.open[place]) for place, pod in pods.items())
        if best is None or price < best[0]:
            best = price, [pods.get(place, pod) for place, pod in enumerate(state.open)]
    return best[1] if best is not None else None


def _nearest(state: _State, player: PodPlayer) -> list[int]:
    """The pods with a free seat that are cheapest for a player; so many that others may take the first of them.

    With ``MOST_SPREAD`` to place, the best way of all uses nobody's later than these: whoever sits at a later one could
    go to one of these that nobody else has taken.
    """
    rows = [
        (state.cost([*pod, player]) - state.cost(pod), place)
        for place, pod in enumerate(state.open)
        if len(pod) < state.largest
    ]
    return [place for _price, place in sorted(rows)[:MOST_SPREAD]]


def _sort_out(
    players: list[PodPlayer],
    current: list[CurrentPod],
    options: PodOptions,
    seed: str,
    number: int,
    break_finished: bool,
) -> _State:
    people = {player.id: player for player in players}
    _check_seats(people, current)
    state = _State(people, options, seed, number, current, [], [], [], [])
    busy: set[str] = set()
    for pod in current:
        here = [people[one] for one in pod.seats if people[one].active]
        if pod.locked or (pod.finished and not break_finished):
            state.kept.append(pod)
        elif len(here) >= SMALLEST:
            state.open.append(here)
            state.open_pods.append(pod)
        else:
            continue
        busy.update(pod.seats)
    free = [player for player in people.values() if player.active and player.id not in busy]
    state.free = sorted(free, key=lambda player: (-player.score, player.id))
    return state


def _check_seats(people: Mapping[str, PodPlayer], pods: Iterable[CurrentPod]) -> None:
    """Raise :class:`PairingError` for a seat of somebody who is unknown or sits elsewhere as well."""
    seated: set[str] = set()
    for one in (one for pod in pods for one in pod.seats):
        if one not in people:
            raise PairingError("unknown_player", player=one)
        if one in seated:
            raise PairingError("player_twice", player=one)
        seated.add(one)


def _leave(state: _State, byes: list[str]) -> PodPlan:
    return _plan("leave", state, [Pod(pod.table, pod.seats) for pod in state.current], byes)


def _full(state: _State) -> PodPlan:
    """Divide everybody anew except the pods that must stay; the same four stay at their table."""
    busy = {one for pod in state.kept for one in pod.seats}
    rest = [player for player in state.people.values() if player.id not in busy]
    draft = pair_pods(rest, seed=state.seed, number=state.number, options=state.options)
    return _seated(
        "full", state, [[state.people[one] for one in pod.seats] for pod in draft.pods], draft.byes
    )


def _smallest(state: _State) -> PodPlan:
    """Place the free players with as few changed pods as possible, then at the least price."""
    return _seated("smallest", state, *_rearranged(state))


def _best_change(state: _State) -> _Change | None:
    if not state.free:
        return None
    own = _own_pods(state)
    ways = [own] if own is not None else [*_joined(state), *_with_pulled(state)]
    return min(ways, key=lambda way: (len(way.changed), way.cost), default=None)


def _own_pods(state: _State) -> _Change | None:
    """The free players are enough for pods of their own: no other pod changes."""
    if not pod_sizes(len(state.free), state.options):
        return None
    draft = pair_pods(state.free, seed=state.seed, number=state.number, options=state.options)
    return _Change({}, [[state.people[one] for one in pod.seats] for pod in draft.pods], 0)


def _joined(state: _State) -> Iterator[_Change]:
    """The one or two free players join a pod that still has as many seats.

    Two never join two pods: where that can be done, one pod alone can take both or spare somebody for them.
    """
    for place, pod in enumerate(state.open):
        if len(pod) + len(state.free) <= state.largest:
            joined = [*pod, *state.free]
            yield _Change({place: joined}, [], state.cost(joined) - state.cost(pod))


def _with_pulled(state: _State) -> Iterator[_Change]:
    """The one or two free players get a pod of three with others, from pods that can spare them."""
    for chosen in combinations(_spare(state)[:NEAR], SMALLEST - len(state.free)):
        moved = {player.id for _, _, player in chosen}
        changed = {place: [one for one in state.open[place] if one.id not in moved] for _, place, _ in chosen}
        if any(len(pod) < SMALLEST for pod in changed.values()):
            continue
        new = [*state.free, *(player for _, _, player in chosen)]
        before = sum(state.cost(state.open[place]) for place in changed)
        after = sum(state.cost(pod) for pod in changed.values()) + state.cost(new)
        yield _Change(changed, [new], after - before)


def _spare(state: _State) -> list[tuple[int, int, PodPlayer]]:
    """Who could leave a pod for the free players: the price of that, which pod, and who; the cheapest first."""
    rows: list[tuple[int, int, PodPlayer]] = []
    for place, pod in enumerate(state.open):
        for player in pod if len(pod) > SMALLEST else ():
            rest = [one for one in pod if one is not player]
            price = state.cost(rest) - state.cost(pod)
            price += sum(state.pair_cost(player, one) for one in state.free)
            rows.append((price, place, player))
    return sorted(rows, key=lambda row: (row[0], row[1], row[2].id))


def _seated(kind: Kind, state: _State, pods: Sequence[Sequence[PodPlayer]], byes: Iterable[str]) -> PodPlan:
    """Give tables and seats: who sits together already stays where they sit, the others take the free tables."""
    before = {
        frozenset(one.id for one in here): pod for here, pod in zip(state.open, state.open_pods, strict=True)
    }
    keys = player_keys(state.seed, state.number, [player.id for pod in pods for player in pod])
    seated = [Pod(pod.table, pod.seats) for pod in state.kept]
    fresh: list[tuple[int | None, tuple[str, ...]]] = []
    for members in pods:
        ids = frozenset(player.id for player in members)
        old = before.get(ids)
        if old is not None:
            seated.append(Pod(old.table, tuple(one for one in old.seats if one in ids)))
        else:
            fresh.append((_table_of(state, ids), seat_pod(members, keys)))
    seated += _at_free_tables(fresh, [pod.table for pod in seated], state.options.first_table)
    return _plan(kind, state, sorted(seated, key=lambda pod: pod.table), list(byes))


def _at_free_tables(
    pods: Sequence[tuple[int | None, tuple[str, ...]]], taken: Iterable[int], first: int
) -> Iterator[Pod]:
    """Give every pod its table, where it has one that is free, and else the next that nobody has or wants."""
    busy = set(taken)
    wanted = busy | {table for table, _ in pods if table is not None}
    free = (number for number in count(first) if number not in wanted)
    for wish, seats in pods:
        table = wish if wish is not None and wish not in busy else next(free)
        busy.add(table)
        yield Pod(table, seats)


def _table_of(state: _State, ids: frozenset[str]) -> int | None:
    """Return the table where most of the members sit now, at least two of them."""
    rows = [(-len(ids.intersection(pod.seats)), pod.table) for pod in state.open_pods]
    best = min(rows, default=(0, 0))
    return best[1] if best[0] <= -2 else None


class _Weighed(NamedTuple):
    """One pod of a plan: squared point gaps, pairs who met before, and what is to be said of it."""

    spread: int
    repeats: int
    problems: list[Problem]


def _weighed(people: Mapping[str, PodPlayer], pod: Pod, *, new: bool) -> _Weighed:
    """Weigh a pod by those of it who still play; that two meet again is said of a ``new`` one only."""
    members = [people[one] for one in pod.seats if people[one].active]
    problems: list[Problem] = []
    if not SMALLEST <= len(members) <= LARGEST:
        problems.append(Problem("pod_size", {"table": pod.table, "count": len(members)}, "warning"))
    spread = repeats = 0
    for one, two in combinations(members, 2):
        spread += (one.score - two.score) ** 2
        if times := _met(one, two):
            repeats += 1
            if new:
                params: Params = {"a": one.id, "b": two.id, "count": times}
                problems.append(Problem("pod_repeat", params, "warning"))
    return _Weighed(spread, repeats, problems)


def _plan(kind: Kind, state: _State, pods: list[Pod], byes: list[str]) -> PodPlan:
    """Price a plan against the round as it was."""
    before = [Pod(pod.table, pod.seats) for pod in state.current]
    broken = [pod for pod in before if pod not in pods]
    added = [pod for pod in pods if pod not in before]
    weighed = [_weighed(state.people, pod, new=pod in added) for pod in pods]
    finished = {pod.table for pod in state.current if pod.finished}
    seated = {one for pod in pods for one in pod.seats} | set(byes)
    sizes = [len(pod.seats) for pod in pods]
    return PodPlan(
        kind=kind,
        pods=tuple(pods),
        byes=tuple(byes),
        broken=tuple(broken),
        added=tuple(added),
        unpaired=tuple(sorted(_active(state, state.people) - seated)),
        pods_broken=_count_broken(state, broken, pods),
        results_lost=sum(pod.table in finished for pod in broken),
        spread=sum(one.spread for one in weighed),
        repeats=sum(one.repeats for one in weighed),
        short=sum(size for size in sizes if size != state.options.target),
        problems=tuple(problem for one in weighed for problem in one.problems),
    )


def _active(state: _State, ids: Iterable[str]) -> frozenset[str]:
    return frozenset(one for one in ids if state.people[one].active)


def _count_broken(state: _State, broken: Iterable[Pod], pods: Iterable[Pod]) -> int:
    """How many pods of two and more do not play on as those who are still there."""
    same = {frozenset(pod.seats) for pod in pods}
    left = [_active(state, pod.seats) for pod in broken]
    return sum(len(here) > 1 and here not in same for here in left)
