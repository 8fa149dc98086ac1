"""The checker: verifies any round, ours or made by hand, with code that shares nothing with the solver.

It answers with every problem it finds and, when the round is a proper partition, with a certificate that it
computes itself. It also says whether a rematch or a second bye could have been avoided: by counting opponents, and
up to ``AVOIDABLE_LIMIT`` players where that is not enough by a maximum matching of its own (networkx).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tournaments.pairing.model import Certificate, CheckReport, Options, Pair, Player, Problem, Relaxation

AVOIDABLE_LIMIT = 250
_BYE = "\0bye"


def check_round(
    players: Iterable[Player],
    pairs: Iterable[Pair],
    options: Options | None = None,
    *,
    fixed_pairs: Iterable[tuple[str, str | None]] = (),
    forbidden_pairs: Iterable[tuple[str, str]] = (),
) -> CheckReport:
    """Verify a round. ``ok`` means: every active player once, tables unique, decided pairs kept.

    Weak but possible rounds (rematch, second bye, clan pair, cost above the bound) are warnings. Never raises
    for a bad round.
    """
    options = options or Options()
    people = {player.id: player for player in players}
    round_pairs = list(pairs)
    fixed = {frozenset(pair) for pair in fixed_pairs}
    apart = {frozenset(pair) for pair in forbidden_pairs}
    broken = _partition_problems(people, round_pairs, fixed)
    problems = [*broken, *_fixed_problems(round_pairs, fixed), *_table_problems(people, round_pairs, options)]
    if broken:
        return CheckReport(tuple(problems), None)
    free = [pair for pair in round_pairs if frozenset((pair.a, pair.b)) not in fixed]
    certificate, weak = _measure(people, free, options, apart)
    return CheckReport((*problems, *weak), certificate)


def _partition_problems(
    people: dict[str, Player], pairs: list[Pair], fixed: set[frozenset[str | None]]
) -> list[Problem]:
    problems: list[Problem] = []
    seats = Counter(who for pair in pairs for who in (pair.a, pair.b) if who is not None)
    problems += [Problem("self_pair", {"player": pair.a}) for pair in pairs if pair.a == pair.b]
    selves = {pair.a for pair in pairs if pair.a == pair.b}
    for who, count in sorted(seats.items()):
        if who not in people:
            problems.append(Problem("player_unknown", {"player": who}))
        elif not people[who].active:
            problems.append(Problem("player_inactive", {"player": who}))
        if count > 1 and who not in selves:
            problems.append(Problem("player_twice", {"player": who}))
    for who, player in sorted(people.items()):
        if player.active and who not in seats:
            problems.append(Problem("player_missing", {"player": who}))
    drawn = [pair for pair in pairs if pair.b is None and frozenset((pair.a, None)) not in fixed]
    settled = {who for pair in fixed for who in pair if who is not None}
    allowed = sum(player.active and who not in settled for who, player in people.items()) % 2
    if len(drawn) > allowed:
        problems.append(Problem("bye_too_many", {"count": len(drawn), "allowed": allowed}))
    return problems


def _fixed_problems(pairs: list[Pair], fixed: set[frozenset[str | None]]) -> list[Problem]:
    made = {frozenset((pair.a, pair.b)) for pair in pairs}
    missing = sorted(tuple(sorted(str(who or "") for who in pair)) for pair in fixed - made)
    return [Problem("fixed_pair_broken", {"a": names[-1], "b": names[0] or None}) for names in missing]


def _table_problems(people: dict[str, Player], pairs: list[Pair], options: Options) -> list[Problem]:
    problems: list[Problem] = []
    matches = [pair for pair in pairs if pair.b is not None]
    used = Counter(pair.table for pair in matches if pair.table is not None)
    problems += [
        Problem("table_twice", {"table": table}) for table, count in sorted(used.items()) if count > 1
    ]
    for pair in matches:
        sitters = [people[who] for who in (pair.a, pair.b) if who in people]
        wishes = [player for player in sitters if player.fixed_table is not None]
        if pair.table is None:
            problems.append(Problem("table_missing", {"a": pair.a, "b": pair.b}))
            continue
        honoured = any(player.fixed_table == pair.table for player in wishes)
        if pair.table in options.closed_tables and not honoured:
            problems.append(Problem("table_closed", {"table": pair.table}))
        if wishes and not honoured:
            first = min(wishes, key=lambda player: (player.fixed_table or 0, player.id))
            params = {"player": first.id, "table": first.fixed_table}
            problems.append(Problem("fixed_table_ignored", params, "warning"))
    return problems


def _rounds_met(one: Player, two: Player) -> list[int]:
    rounds = [0] if one.id in two.opponents or two.id in one.opponents else []
    for player, other in ((one, two.id), (two, one.id)):
        if not isinstance(player.opponents, frozenset):
            rounds += [number for number, who in enumerate(player.opponents, 1) if who == other]
    return rounds


def _measure(
    people: dict[str, Player], pairs: list[Pair], options: Options, apart: set[frozenset[str]]
) -> tuple[Certificate, list[Problem]]:
    """Compute cost, bound and weaknesses of the pairs that were free."""
    members = [people[who] for pair in pairs for who in (pair.a, pair.b) if who is not None]
    floor = min((player.score for player in members), default=0) - options.bye_step
    fewest = min((player.byes for player in members), default=0)
    weak: list[Problem] = []
    counts: Counter[str] = Counter()
    cost = 0
    for pair in pairs:
        one = people[pair.a]
        if pair.b is None:
            cost += (one.score - floor) ** 2
            if one.byes > fewest:
                weak.append(Problem("second_bye", {"player": one.id, "byes": one.byes}, "warning"))
            continue
        two = people[pair.b]
        cost += (one.score - two.score) ** 2
        counts["down"] += one.score != two.score
        met = _rounds_met(one, two)
        if met:
            weak.append(Problem("rematch", {"a": one.id, "b": two.id, "last": max(met)}, "warning"))
        if frozenset((one.id, two.id)) in apart:
            weak.append(Problem("forbidden_pair", {"a": one.id, "b": two.id}, "warning"))
        if options.group_rule != "off" and one.group is not None and one.group == two.group:
            weak.append(Problem("same_group", {"a": one.id, "b": two.id, "group": one.group}, "warning"))
    counts.update(problem.code for problem in weak)
    weak = _mark_avoidable(members, weak, options, apart, fewest)
    bound = _bound(members, floor)
    broken = counts["rematch"] + counts["second_bye"] + counts["forbidden_pair"]
    if options.group_rule == "strict":
        broken += counts["same_group"]
    certificate = Certificate(
        cost=cost,
        lower_bound=bound,
        certified=cost == bound and not broken,
        rematches=counts["rematch"],
        second_byes=counts["second_bye"],
        soft_conflicts=counts["same_group"],
        pair_downs=counts["down"],
        relaxed=tuple(Relaxation(problem.code, problem.params) for problem in weak),
        exact=cost == bound and not broken,
    )
    return certificate, weak


def _bound(members: list[Player], floor: int) -> int:
    """Count the heads above every cut between two scores; an odd count forces a pair across that cut."""
    heads = Counter(player.score for player in members)
    levels = sorted(heads, reverse=True)
    if len(members) % 2:
        levels.append(floor)
    above = bound = 0
    for place, level in enumerate(levels[:-1]):
        above += heads[level]
        if above % 2 == 1:
            bound += (level - levels[place + 1]) ** 2
    return bound


def _mark_avoidable(
    members: list[Player], weak: list[Problem], options: Options, apart: set[frozenset[str]], fewest: int
) -> list[Problem]:
    """Rename rematches and second byes that a complete legal round would have avoided."""
    if not any(problem.code in ("rematch", "second_bye") for problem in weak):
        return weak
    if not _legal_round_exists(members, apart, fewest):
        return weak
    renamed = {"rematch": "rematch_avoidable", "second_bye": "second_bye_avoidable"}
    return [Problem(renamed.get(one.code, one.code), one.params, one.severity) for one in weak]


def _legal_round_exists(members: list[Player], apart: set[frozenset[str]], fewest: int) -> bool:
    """True when a complete legal round provably exists; False also when a large field leaves it open.

    If everybody may meet at least half of the others, it does (Dirac), with one player more to spare for the bye.
    """
    foes = _foes(members, apart)
    count = len(members)
    freedom = count - 1 - max(len(others) for others in foes.values())
    if 2 * (freedom - count % 2) >= count - count % 2:
        return True
    return count <= AVOIDABLE_LIMIT and _perfect_matching(members, foes, fewest)


def _foes(members: list[Player], apart: set[frozenset[str]]) -> dict[str, set[str]]:
    foes: dict[str, set[str]] = {player.id: set() for player in members}
    barred = [tuple(pair) for pair in apart if len(pair) == 2]
    met = [(player.id, other) for player in members for other in player.opponents if other is not None]
    for one, two in (*met, *barred):
        if one in foes and two in foes and one != two:
            foes[one].add(two)
            foes[two].add(one)
    return foes


def _perfect_matching(members: list[Player], foes: dict[str, set[str]], fewest: int) -> bool:
    import networkx

    graph: networkx.Graph[str] = networkx.Graph()
    graph.add_nodes_from(player.id for player in members)
    for place, one in enumerate(members):
        graph.add_edges_from((one.id, two.id) for two in members[place + 1 :] if two.id not in foes[one.id])
    if len(members) % 2:
        graph.add_edges_from((player.id, _BYE) for player in members if player.byes == fewest)
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    return 2 * len(matching) == graph.number_of_nodes()
