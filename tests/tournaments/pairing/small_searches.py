"""Small invented searches for pods, one per number, each in one line of text: drawn numbers, exchanges, proofs."""

from __future__ import annotations

from unittest import mock

from benchmarks.pairing_states import Dice
from tests.tournaments.pairing.small_events import pick, told
from tournaments.pairing import pod_search
from tournaments.pairing.pod_search import Division, PodProblem, improve


def draws(number: int) -> str:
    """The numbers drawn from a seed."""
    source = pod_search._Draws(f"s{number}")
    return told([source.below(limit) for limit in (10, 10, 1000, 7, 1 << 62, 3, 1)])


def problem_of(dice: Dice, sizes: list[int]) -> tuple[PodProblem, Division]:
    """Draw players for pods of these sizes, who met whom, who may sit in which kind of pod, and a division."""
    count = sum(sizes)
    kinds = [0] * len(sizes)
    fixed: list[int | None] = [0] * count
    if dice.chance(500) and len(sizes) > 1:
        kinds[-1] = 1
        fixed = [int(place >= count - sizes[-1]) for place in range(count)]
        for _ in range(dice.below(4)):
            fixed[dice.below(count)] = None
    met: list[dict[int, int]] = [{} for _ in range(count)]
    density = pick(dice, 100, 300, 600)
    for one in range(count):
        for two in range(one):
            if dice.chance(density):
                met[one][two] = met[two][one] = 1 + dice.below(3) // 2
    scores = sorted((pick(dice, 0, 0, 1, 3, 5) for _ in range(count)), reverse=True)
    problem = PodProblem(scores, met, pick(dice, 1, 4, 25, 100), sizes, kinds, fixed, f"s{dice.below(1000)}")
    start, rest = [], list(range(count))
    for size in sizes:
        start.append(rest[:size])
        rest = rest[size:]
    return problem, start


def sizes_of(dice: Dice, largest: int) -> list[int]:
    """Draw the sizes of pods for at most so many players."""
    target = pick(dice, 3, 4, 3, 5)
    sizes = [target] * max(1, (3 + dice.below(largest - 2)) // target)
    if dice.chance(500) and sum(sizes) + 3 <= largest:
        sizes.append(3 + dice.below(2))
    return sizes


def exchange(number: int) -> str:
    """Exchanges between pods, the neighbourhood and the field small, until they help no more or steps run out."""
    dice = Dice(f"exchange {number}")
    problem, start = problem_of(dice, sizes_of(dice, pick(dice, 7, 9, 24, 24)))
    bound = pick(dice, 0, 0, problem.total(start) // 2, problem.spread(start))
    if len(problem.scores) < 10 and dice.chance(500):
        bound = problem.total(pod_search.solve_exactly(problem, start)[0])
    near, large = pick(dice, 1, 2, 10), pick(dice, 8, 12, 2000)
    with mock.patch.multiple(pod_search, NEAR_PODS=near, WANDER_FIELD=large):
        pods = [list(pod) for pod in start]
        if len(pods) > 1 and dice.chance(600):
            best, cost = pod_search._wander(problem, pods, problem.total(start), bound, 1 + dice.below(60))
            return f"{told(best)} {cost} {told(pods)}"
        best = improve(problem, pods, bound, pick(dice, 1, 10, 60, 300))
        return f"{told(best)} {problem.total(best)} {told(pods)}"


def proof(number: int) -> str:
    """A complete search, or one that is cut short: the best division and the steps it took."""
    dice = Dice(f"proof {number}")
    problem, start = problem_of(dice, sizes_of(dice, 11))
    with mock.patch.object(pod_search, "_EXACT_LIMIT", pick(dice, 5, 20, 10**9, 10**9)):
        search = pod_search._Exact(problem, start)
        search.run()
    best, complete = pod_search.solve_exactly(problem, start)
    return f"{told(search.best)} {search.best_cost} {search.complete} {search.steps} {told(best)} {complete}"
