"""The checker's own look-ahead: in small fields a dearer round may be right, because it keeps later rounds possible.

Shares no code with the solver's look-ahead. Graphs are sets of names; later rounds are tried one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from itertools import count

from tournaments.pairing.verdict import (
    BYE,
    LEVELS,
    Levels,
    Partners,
    Rules,
    Verdict,
    best_partners,
    weaknesses,
)

SMALL_FIELD = 26
TRIES = 60
STEPS = 6_000
_RULES = LEVELS.index("strict_group")
Graph = Mapping[str, frozenset[str]]


def looks_ahead(rules: Rules) -> bool:
    """True when so many rounds were announced for so few players that a round may spoil a later one."""
    total, size = rules.options.total_rounds, len(rules.members) + len(rules.members) % 2
    return total is not None and rules.number < total and 0 < size <= SMALL_FIELD and 2 * total > size


def judge_ahead(rules: Rules, now: Partners, kept: Partners, plain: Verdict) -> Verdict:
    """Judge a round among those that leave as many later rounds as can be left.

    kept: pairs the staff decided. plain: the verdict without looking ahead, right where rules had to give way.
    """
    graph = _graph(rules)
    if any(other not in graph[one] for one, other in now.items()):
        return plain
    wanted = (rules.options.total_rounds or 0) - rules.number
    left, sure = _rounds(_without(graph, now), wanted)
    if left < wanted:
        for more in range(wanted, left, -1):
            answer = _keeping(rules, graph, now, kept, more)
            if answer is None:
                return Verdict()
            if answer:
                return Verdict(weaknesses(rules, now, answer), sure, None, _changed(now, answer), left, more)
    answer = _keeping(rules, graph, now, kept, left)
    if not answer:
        return Verdict()
    return Verdict(weaknesses(rules, now, answer), sure, rules.total(answer), _changed(now, answer))


def leaves_as_many(rules: Rules, now: Partners, other: Partners) -> bool:
    """True when ``other`` is sure to leave as many later rounds possible as ``now``, up to those announced."""
    wanted = (rules.options.total_rounds or 0) - rules.number
    graph = _graph(rules)
    (mine, sure), (theirs, known) = (_rounds(_without(graph, pairs), wanted) for pairs in (now, other))
    return sure and known and theirs >= mine


def _changed(now: Partners, better: Partners) -> dict[str, str]:
    return {one: other for one, other in better.items() if now[one] != other}


def _graph(rules: Rules) -> Graph:
    """Return whom everybody may meet; clan mates count as possible, for a rematch is worse."""
    ids = [player.id for player in rules.members]
    able = {player.id for player in rules.members if player.byes == rules.fewest} if len(ids) % 2 else set()
    graph = {
        one: frozenset(other for other in ids if other != one and other not in rules.foes[one])
        | ({BYE} if one in able else frozenset())
        for one in ids
    }
    return graph | ({BYE: frozenset(able)} if len(ids) % 2 else {})


def _without(graph: Graph, pairs: Partners) -> Graph:
    back = {other: one for one, other in pairs.items() if other == BYE}
    return {one: others - {pairs.get(one, back.get(one, one))} for one, others in graph.items()}


def _rounds(graph: Graph, wanted: int) -> tuple[int, bool]:
    """Return how many complete rounds without a common pair the graph holds, up to ``wanted``, and if that is sure."""
    for rounds in range(wanted, 0, -1):
        budget = [STEPS]
        if _holds(graph, rounds, budget):
            return rounds, True
        if budget[0] <= 0:
            return rounds - 1, False
    return 0, True


def _holds(graph: Graph, rounds: int, budget: list[int]) -> bool:
    """True when the graph holds so many rounds; False as well when the budget of steps is used up."""
    fewest = min(len(others) for others in graph.values())
    if fewest < rounds:
        return False
    # Anyone who may meet half of all others can be paired, and loses one opponent a round (Dirac).
    if rounds == 0 or 2 * (fewest - rounds + 1) >= len(graph):
        return True
    return any(_holds(_without(graph, pairs), rounds - 1, budget) for pairs in _every(graph, budget))


def _every(graph: Graph, budget: list[int]) -> Iterator[dict[str, str]]:
    """Yield the complete rounds of a graph, those with the least choice first, while the budget lasts."""
    budget[0] -= 1
    if budget[0] <= 0:
        return
    if not graph:
        yield {}
        return
    one = min(graph, key=lambda who: (len(graph[who]), who))
    for other in sorted(graph[one], key=lambda who: (-len(graph[who]), who)):
        rest = {who: others - {one, other} for who, others in graph.items() if who not in (one, other)}
        for pairs in _every(rest, budget):
            yield {**pairs, one: other, other: one}


def _keeping(rules: Rules, graph: Graph, now: Partners, kept: Partners, rounds: int) -> dict[str, str] | None:
    """Return the best round that leaves ``rounds`` later ones; empty when there is none, None when too many to try.

    The rounds are walked from the best on; each is taken apart into those that lack one of its pairs.
    """
    tickets = count()
    heap: list[tuple[Levels, int, Partners, Partners, frozenset[frozenset[str]]]] = []

    def push(pinned: Partners, banned: frozenset[frozenset[str]]) -> None:
        members = [player for player in rules.members if player.id not in pinned]
        found = best_partners(members, rules, now, banned) if members else {}
        if found is None:
            return
        pairs = {**pinned, **found}
        total = rules.total(pairs)
        if not any(total[:_RULES]):
            nearness = sum(now[one] != other for one, other in pairs.items())
            heappush(heap, ((*total, nearness), next(tickets), pairs, pinned, banned))

    push(kept, frozenset())
    for _ in range(TRIES):
        if not heap:
            return {}
        _, _, pairs, pinned, banned = heappop(heap)
        fits, sure = _rounds(_without(graph, pairs), rounds)
        if fits >= rounds:
            return dict(pairs)
        if not sure:
            return None
        own = [
            (one, other) for one, other in sorted(pairs.items()) if one not in pinned and _first(one, other)
        ]
        for one, other in own:
            push(pinned, banned | {frozenset((one, other))})
            pinned = {**pinned, one: other, **({other: one} if other != BYE else {})}
    return None


def _first(one: str, other: str) -> bool:
    return one < other or other == BYE
