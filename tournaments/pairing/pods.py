"""Rounds of multiplayer pods: sizes by policy, few repeated opponents, little spread, fair seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from typing import Literal

from tournaments.pairing.model import PairingError, Params, Problem, Relaxation
from tournaments.pairing.pod_ahead import AHEAD_FIELD, best_for_later
from tournaments.pairing.pod_bounds import pod_bound
from tournaments.pairing.pod_model import (
    LARGEST,
    SMALLEST,
    Pod,
    PodCertificate,
    PodDraft,
    PodOptions,
    PodPlayer,
    pod_sizes,
)
from tournaments.pairing.pod_search import Division, PodProblem, equally_good, improve, solve_exactly
from tournaments.pairing.pod_verdict import check_pod_quality, judge_pods
from tournaments.pairing.randomness import player_keys

# A small field is searched completely afterwards: a short search is enough to start from.
FEW_STEPS = 3000


def pair_pods(
    players: Iterable[PodPlayer], *, seed: str, number: int, options: PodOptions | None = None
) -> PodDraft:
    """Divide the active players into pods for round ``number`` and seat them.

    The same input in any order and the same seed give the same pods. Fewer than three players get byes. Raises
    :class:`PairingError` when a player is in the list twice.
    """
    options = options or PodOptions()
    people: dict[str, PodPlayer] = {}
    for player in players:
        if player.id in people:
            raise PairingError("player_twice", player=player.id)
        people[player.id] = player
    keys = player_keys(seed, number, people)
    order = sorted((p for p in people.values() if p.active), key=lambda p: (-p.score, keys[p.id], p.id))
    sizes = list(pod_sizes(len(order), options))
    if not sizes:
        notes = tuple(Relaxation("pod_bye", {"player": player.id}) for player in order)
        nothing = PodCertificate(0, 0, 0, 0, certified=True, exact=True, relaxed=notes)
        return PodDraft((), tuple(player.id for player in order), nothing, seed, number)
    problem, start = _make_problem(order, sizes, options, f"{seed}|{number}")
    bound = pod_bound(problem, start)
    small = len(order) <= options.exact_up_to
    pods, exact = _cheapest(problem, start, bound, options, small=small)
    later: int | None = None
    wanted = (options.rounds or 0) - number
    if wanted > 0 and len(order) <= AHEAD_FIELD:
        pods, later = best_for_later(problem, equally_good(problem, pods, small=small), wanted)
    draft = _draft(problem, pods, order, keys, options, (bound, exact), seed, number)
    return replace(draft, certificate=replace(draft.certificate, later=later))


def _cheapest(
    problem: PodProblem, start: Division, bound: int, options: PodOptions, *, small: bool
) -> tuple[Division, bool]:
    """Search from the slices of the standings, a small field completely; and whether nothing can cost less."""
    steps = min(options.steps, FEW_STEPS) if small else options.steps
    pods = improve(problem, [list(pod) for pod in start], bound, steps)
    if problem.total(pods) == bound:
        return pods, True
    return solve_exactly(problem, pods) if small else (pods, False)


def _make_problem(
    order: Sequence[PodPlayer], sizes: list[int], options: PodOptions, seed: str
) -> tuple[PodProblem, Division]:
    """Choose who may sit in the uneven pods and slice the standings."""
    uneven = [size for size in sizes if size != options.target]
    kinds = [0] * len(sizes)
    chosen: set[int] = set()
    boundary: set[int] = set()
    if 0 < len(uneven) < len(sizes):
        kinds = [int(size != options.target) for size in sizes]
        chosen, boundary = _uneven_players(order, sum(uneven), options)
    fixed: list[int | None] = [None if i in boundary else int(i in chosen) for i in range(len(order))]
    regular = [i for i in range(len(order)) if i not in chosen]
    rest = sorted(chosen)
    start: Division = []
    for size, kind in zip(sizes, kinds, strict=True):
        source = rest if kind else regular
        start.append(source[:size])
        del source[:size]
    scores = [player.score for player in order]
    return PodProblem(scores, _meetings(order), options.repeat_weight, sizes, kinds, fixed, seed), start


def _meetings(order: Sequence[PodPlayer]) -> list[dict[int, int]]:
    """Return for each player, by place, whom of the others they met and how often, no matter who of the two says so."""
    index = {player.id: place for place, player in enumerate(order)}
    met = [
        {index[other]: times for other, times in player.met.items() if other in index and times}
        for player in order
    ]
    for one, row in enumerate(met):
        for two, times in row.items():
            met[two][one] = max(times, met[two].get(one, 0))
    return met


def _uneven_players(
    order: Sequence[PodPlayer], places: int, options: PodOptions
) -> tuple[set[int], set[int]]:
    """Return who sits in the uneven pods, and the class on the boundary whose members may change places.

    Those with the fewest uneven pods so far come first, then the lowest (or highest) standing.
    """
    sign = 1 if options.uneven_at == "bottom" else -1

    def mark(place: int) -> tuple[int, int]:
        return (order[place].uneven, sign * order[place].score)

    line = sorted(range(len(order)), key=lambda place: (*mark(place), -sign * place))
    chosen = set(line[:places])
    last = mark(line[places - 1])
    same = {place for place in line if mark(place) == last}
    return chosen, same if same - chosen else set()


def _draft(
    problem: PodProblem,
    pods: Division,
    order: Sequence[PodPlayer],
    keys: Mapping[str, int],
    options: PodOptions,
    proof: tuple[int, bool],
    seed: str,
    number: int,
) -> PodDraft:
    """Order the tables by standing, choose the seats and write the certificate."""
    line = sorted(
        range(len(pods)),
        key=lambda pod: (problem.kinds[pod], sorted(pods[pod])) if _bottom(options) else sorted(pods[pod]),
    )
    tables = [
        Pod(options.first_table + place, seat_pod([order[one] for one in pods[pod]], keys))
        for place, pod in enumerate(line)
    ]
    notes: list[Relaxation] = []
    for pod in line:
        notes += _repeats([order[one] for one in sorted(pods[pod])])
        if problem.kinds[pod]:
            notes += [
                Relaxation("short_pod", {"player": order[one].id})
                for one in sorted(pods[pod])
                if order[one].uneven
            ]
    bound, exact = proof
    cost = problem.total(pods)
    certificate = PodCertificate(
        cost=cost,
        lower_bound=bound,
        spread=problem.spread(pods),
        repeats=sum(note.code == "met_before" for note in notes),
        certified=cost == bound,
        exact=exact,
        relaxed=tuple(notes),
    )
    return PodDraft(tuple(tables), (), certificate, seed, number)


def _repeats(pod: Sequence[PodPlayer]) -> list[Relaxation]:
    """Name the pairs at one table who have shared one before."""
    return [
        Relaxation("met_before", {"a": one.id, "b": two.id, "count": times})
        for one, two in combinations(pod, 2)
        if (times := max(one.met.get(two.id, 0), two.met.get(one.id, 0)))
    ]


def certify_pods(
    players: Iterable[PodPlayer],
    pods: Sequence[Pod],
    byes: Iterable[str],
    options: PodOptions,
    *,
    two: bool = False,
) -> tuple[PodCertificate | None, tuple[Problem, ...]]:
    """Make the certificate of any round of pods anew, by the checker alone; None for a round that is not valid.

    ``two``: staff chose that two who are left of a pod play on; it is named, and the rest is judged.

    ``certified`` and ``exact`` only where the checker proves the price and finds nothing weak.
    """
    people = {player.id: player for player in players}
    problems = check_pods(people.values(), pods, byes, options, two=two)
    if not pods or any(problem.severity == "error" for problem in problems):
        return None, problems
    tables = [[people[one] for one in pod.seats] for pod in pods]
    verdict = judge_pods([player for table in tables for player in table], pods, options)
    best = verdict.best and all(problem.severity == "note" for problem in problems)
    certificate = PodCertificate(
        verdict.cost,
        verdict.bound,
        spread=sum((a.score - b.score) ** 2 for table in tables for a, b in combinations(table, 2)),
        repeats=sum(len(_repeats(table)) for table in tables),
        certified=best,
        exact=best and verdict.exact,
        relaxed=tuple(Relaxation(problem.code, problem.params) for problem in problems),
    )
    return certificate, problems


def _bottom(options: PodOptions) -> bool:
    return options.uneven_at == "bottom"


def seat_pod(members: Sequence[PodPlayer], keys: Mapping[str, int]) -> tuple[str, ...]:
    """Return the seat order in which everybody sits where he or she sat least; the draw decides among equals."""

    def sat(player: PodPlayer, seat: int) -> int:
        return player.seats[seat] if seat < len(player.seats) else 0

    drawn = sorted(members, key=lambda player: (keys[player.id], player.id))
    least: int | None = None
    best: tuple[PodPlayer, ...] = tuple(drawn)
    for arrangement in permutations(drawn):
        price = sum(sat(player, seat) ** 2 for seat, player in enumerate(arrangement))
        if least is None or price < least:
            least, best = price, arrangement
            if price == 0:
                break
    return tuple(player.id for player in best)


def _of_players(
    people: Mapping[str, PodPlayer], pods: Sequence[Pod], byes: Sequence[str]
) -> Iterator[Problem]:
    """What is wrong with who sits in a round: strangers, players who left, who is there twice or not at all."""
    seen = Counter([*(one for pod in pods for one in pod.seats), *byes])
    for one, count in sorted(seen.items()):
        if one not in people:
            yield Problem("player_unknown", {"player": one})
        elif not people[one].active:
            yield Problem("player_inactive", {"player": one})
        if count > 1:
            yield Problem("player_twice", {"player": one})
    for one, player in sorted(people.items()):
        if player.active and one not in seen:
            yield Problem("player_missing", {"player": one})


def _of_pods(people: Mapping[str, PodPlayer], pods: Sequence[Pod], two_play: bool) -> Iterator[Problem]:
    """What is wrong with the tables of a round, and as a warning who meets again."""
    used = Counter(pod.table for pod in pods)
    for table, count in sorted(used.items()):
        if count > 1:
            yield Problem("table_twice", {"table": table})
    for pod in pods:
        if not SMALLEST <= len(pod.seats) <= LARGEST:
            chosen = two_play and len(pod.seats) == SMALLEST - 1
            params: Params = {"table": pod.table, "count": len(pod.seats)}
            yield Problem("pod_size", params, "warning" if chosen else "error")
        for one, two in combinations([one for one in pod.seats if one in people], 2):
            if times := max(people[one].met.get(two, 0), people[two].met.get(one, 0)):
                yield Problem("pod_repeat", {"a": one, "b": two, "count": times}, "warning")


def check_pods(
    players: Iterable[PodPlayer],
    pods: Iterable[Pod],
    byes: Iterable[str] = (),
    options: PodOptions | None = None,
    *,
    two: bool = False,
) -> tuple[Problem, ...]:
    """Verify a round of pods, ours or hand-made: everybody once, sizes 3 to 6, tables unique; repeats as warnings.

    two: a pod of two is a warning, because staff let those who were left of one play on.

    options: what the round was to be made with. With them a valid round is judged as well, by a search of its own
    (:mod:`tournaments.pairing.pod_verdict`): each weakness with what would be better, or a proof that nothing is; then
    repeats are notes.
    """
    people = {player.id: player for player in players}
    round_pods, waiting = list(pods), list(byes)
    problems = [*_of_players(people, round_pods, waiting), *_of_pods(people, round_pods, two)]
    if options is None or any(problem.severity == "error" for problem in problems):
        return tuple(problems)
    seated = [one for pod in round_pods for one in pod.seats]
    if len(seated) + len(waiting) >= SMALLEST:
        # Somebody may rest by hand; a round in which everybody does is none.
        severity: Literal["warning", "error"] = "warning" if round_pods else "error"
        problems += [Problem("pod_bye", {"player": one}, severity) for one in sorted(waiting)]
    if not round_pods:
        return tuple(problems)
    weak, verdict = check_pod_quality([people[one] for one in seated], round_pods, options)
    if verdict.best:
        problems = [
            replace(problem, severity="note") if problem.code == "pod_repeat" else problem
            for problem in problems
        ]
    return (*problems, *weak)
