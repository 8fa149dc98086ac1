"""The checker: verifies any round, ours or made by hand, with code that shares nothing with the solver.

It answers with every problem it finds and, when the round is a proper partition, with a certificate that it
computes itself. It proves the round best or names what is weak in it, each time with somebody who could have been
met instead: exactly up to 400 players (:mod:`.verdict`), by bounds and by the surroundings of weak pairs above.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal

from tournaments.pairing.model import (
    Certificate,
    CheckReport,
    Options,
    Pair,
    Param,
    Params,
    Player,
    Problem,
    Relaxation,
)
from tournaments.pairing.verdict import (
    BYE,
    GAP,
    LEVELS,
    Partners,
    Rules,
    Verdict,
    Weakness,
    judge,
    links_of,
    make_rules,
    parity_bound,
    partners_of,
    rounds_met,
    standing,
    without,
)
from tournaments.pairing.verdict_ahead import judge_ahead, looks_ahead
from tournaments.pairing.verdict_order import ORDER, judge_leaders, judge_power

# A last round by standings is followed pair by pair up to this size.
ORDERED_LIMIT = 2_000
# What the better round would spare, by the name of the problem: its levels, and the problem's name then.
_AVOIDABLE = {
    "forbidden_pair": (("forbidden_pair", "forbidden_pair_avoidable"),),
    "second_bye": (("second_bye", "second_bye_avoidable"),),
    "rematch": (
        ("rematch", "rematch_avoidable"),
        ("rematch_again", "rematch_older"),
        ("rematch_age", "rematch_older"),
    ),
    "same_group": (("strict_group", "same_group_avoidable"), ("same_group", "same_group_avoidable")),
}


def check_round(
    players: Iterable[Player],
    pairs: Iterable[Pair],
    options: Options | None = None,
    *,
    fixed_pairs: Iterable[tuple[str, str | None]] = (),
    forbidden_pairs: Iterable[tuple[str, str]] = (),
    number: int | None = None,
) -> CheckReport:
    """Verify a round. ``ok`` means: every active player once, tables unique, decided pairs kept.

    What a better round would spare (a rematch, a wider gap, a bye for somebody higher) is a warning that names
    whom the player could have met; what no round could spare is a note. ``number`` is the round's (default: one
    more than the rounds somebody has played). Never raises for a bad round.
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
    played = max((len(player.opponents) for player in people.values()), default=0)
    certificate, weak, better = _measure(people, free, options, apart, number or played + 1, round_pairs)
    return CheckReport((*problems, *weak), certificate, better)


def round_is_valid(
    players: Iterable[Player],
    pairs: Iterable[Pair],
    options: Options | None = None,
    *,
    fixed_pairs: Iterable[tuple[str, str | None]] = (),
) -> bool:
    """True when a round is valid (``CheckReport.ok``), without asking whether a better one exists."""
    options = options or Options()
    people = {player.id: player for player in players}
    round_pairs = list(pairs)
    fixed = {frozenset(pair) for pair in fixed_pairs}
    tables = _table_problems(people, round_pairs, options)
    return not (
        _partition_problems(people, round_pairs, fixed)
        or _fixed_problems(round_pairs, fixed)
        or any(problem.severity == "error" for problem in tables)
    )


def _partition_problems(
    people: dict[str, Player], pairs: list[Pair], fixed: set[frozenset[str | None]]
) -> list[Problem]:
    """Everything that keeps the pairs from being a complete round: whom they forget, and who cannot be there."""
    seats = Counter(who for pair in pairs for who in pair.ids)
    selves = [pair.a for pair in pairs if pair.a == pair.b]
    problems = [Problem("self_pair", {"player": who}) for who in selves]
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
    return problems + _bye_problems(people, pairs, fixed)


def _bye_problems(
    people: dict[str, Player], pairs: list[Pair], fixed: set[frozenset[str | None]]
) -> list[Problem]:
    """More byes than the one that an odd number of players needs, those that the staff fixed left out."""
    drawn = [pair for pair in pairs if pair.b is None and frozenset((pair.a, None)) not in fixed]
    settled = {who for pair in fixed for who in pair}
    allowed = sum(player.active and who not in settled for who, player in people.items()) % 2
    if len(drawn) <= allowed:
        return []
    return [Problem("bye_too_many", {"count": len(drawn), "allowed": allowed})]


def _fixed_problems(pairs: list[Pair], fixed: set[frozenset[str | None]]) -> list[Problem]:
    made = {frozenset((pair.a, pair.b)) for pair in pairs}
    missing = sorted(tuple(sorted(str(who or "") for who in pair)) for pair in fixed - made)
    return [Problem("fixed_pair_broken", {"a": names[-1], "b": names[0] or None}) for names in missing]


def _table_problems(people: dict[str, Player], pairs: list[Pair], options: Options) -> list[Problem]:
    matches = [pair for pair in pairs if pair.b is not None]
    used = Counter(pair.table for pair in matches if pair.table is not None)
    problems = [
        Problem("table_twice", {"table": table}) for table, count in sorted(used.items()) if count > 1
    ]
    wishes = {pair: _wishes(people, pair) for pair in matches}
    # Tables that somebody sits at who is to sit there: nobody else can have them.
    honoured = {pair.table for pair in matches if any(table == pair.table for table, _ in wishes[pair])}
    for pair in matches:
        if pair.table is None:
            problems.append(Problem("table_missing", {"a": pair.a, "b": pair.b}))
            continue
        if pair.table in options.closed_tables and pair.table not in honoured:
            problems.append(Problem("table_closed", {"table": pair.table}))
        if wishes[pair] and all(table != pair.table for table, _ in wishes[pair]):
            table, who = min(wishes[pair])
            severity: Literal["warning", "note"] = "note" if table in honoured else "warning"
            problems.append(Problem("fixed_table_ignored", {"player": who, "table": table}, severity))
    return problems


def _wishes(people: Mapping[str, Player], pair: Pair) -> list[tuple[int, str]]:
    """Return the fixed tables of the two, each with whose it is."""
    sitters = [people[who] for who in pair.ids if who in people]
    return [(player.fixed_table, player.id) for player in sitters if player.fixed_table is not None]


def _measure(
    people: Mapping[str, Player],
    pairs: list[Pair],
    options: Options,
    apart: set[frozenset[str]],
    number: int,
    everything: list[Pair],
) -> tuple[Certificate, list[Problem], tuple[Pair, ...]]:
    """Compute cost, bound and weaknesses of the pairs that were free, and the pairs of a better round."""
    members = [people[who] for pair in pairs for who in pair.ids]
    rules = make_rules(members, options, number, apart)
    verdict = _judge(people, rules, pairs, everything)
    found = _exceptions(rules, pairs)
    weak = [*_with_better(rules, found, verdict), *_spared(rules, verdict)]
    cost = _gaps(rules, ((pair.a, pair.b or BYE) for pair in pairs))
    bound = parity_bound(members, rules.floor)
    if problem := _cost_problem(rules, verdict, cost, bound):
        weak.append(problem)
    counts = Counter(problem.code for problem in found)
    certificate = Certificate(
        cost=cost,
        lower_bound=bound,
        certified=cost == bound and _nothing_gave_way(rules, counts, verdict),
        rematches=counts["rematch"],
        second_byes=counts["second_bye"],
        soft_conflicts=counts["same_group"],
        pair_downs=sum(pair.b is not None and people[pair.a].score != people[pair.b].score for pair in pairs),
        relaxed=tuple(Relaxation(problem.code, problem.params) for problem in weak),
        exact=verdict.exact and not verdict.weaknesses,
    )
    better = sorted(links_of(verdict.better))
    return certificate, weak, tuple(Pair(one, other or None) for one, other in better)


def _nothing_gave_way(rules: Rules, broken: Counter[str], verdict: Verdict) -> bool:
    """True when no rule above the gaps is broken and the bye and the order of the standings are right."""
    rules_broken = ["rematch", "second_bye", "forbidden_pair"]
    if rules.options.group_rule == "strict":
        rules_broken.append("same_group")
    levels = {name for weakness in verdict.weaknesses for name in weakness.levels}
    return not any(broken[code] for code in rules_broken) and not levels & {"bye_place", ORDER}


def _gaps(rules: Rules, links: Iterable[tuple[str, str]]) -> int:
    """Return the squared point gaps of some pairs, added up."""
    return sum(rules.levels(rules.people[one], rules.people.get(other))[GAP] for one, other in links)


def _judge(people: Mapping[str, Player], rules: Rules, pairs: list[Pair], everything: list[Pair]) -> Verdict:
    """Choose how the round is to be judged: by standings, with the leaders first, looking ahead, or by the levels."""
    now = partners_of(pairs)
    options = rules.options
    if options.method == "power":
        by_standing = judge_power(rules, now) if len(rules.members) <= ORDERED_LIMIT else Verdict()
        return by_standing or judge(rules, now)
    ids = [who for pair in everything for who in pair.ids]
    whole = make_rules([people[who] for who in ids], options, rules.number, rules.apart)
    decided = partners_of(pair for pair in everything if pair.a not in now)
    ahead = looks_ahead(whole) and BYE not in decided.values()
    if options.leaders and rules.members:
        # Where both are wanted, which of the two has to give way is the solver's to choose.
        return Verdict() if ahead else _judge_after_leaders(rules, now)
    plain = judge(rules, now)
    return judge_ahead(whole, partners_of(everything), decided, plain) if ahead else plain


def _judge_after_leaders(rules: Rules, now: Partners) -> Verdict:
    """Judge the pairs of the leaders, and where those are right the rest of the round by the levels."""
    short, settled = judge_leaders(rules, now)
    return short or judge(*without(rules, now, settled))


def _exceptions(rules: Rules, pairs: Iterable[Pair]) -> list[Problem]:
    """Name every pair that breaks a rule, whether or not it could be helped."""
    found: list[Problem] = []
    for pair in pairs:
        one = rules.people[pair.a]
        if pair.b is None:
            if one.byes > rules.fewest:
                found.append(Problem("second_bye", {"player": one.id, "byes": one.byes}, "warning"))
            continue
        two = rules.people[pair.b]
        met = rounds_met(one, two)
        if met:
            found.append(Problem("rematch", {"a": one.id, "b": two.id, "last": max(met)}, "warning"))
        if frozenset((one.id, two.id)) in rules.apart:
            found.append(Problem("forbidden_pair", {"a": one.id, "b": two.id}, "warning"))
        if rules.options.group_rule != "off" and one.group is not None and one.group == two.group:
            found.append(Problem("same_group", {"a": one.id, "b": two.id, "group": one.group}, "warning"))
    return found


def _with_better(rules: Rules, found: list[Problem], verdict: Verdict) -> list[Problem]:
    """Say of every exception who could have been met instead, or that nothing else was possible."""
    return [
        _better_exception(rules, problem, verdict)
        or Problem(problem.code, problem.params, "note" if verdict.exact else "warning")
        for problem in found
    ]


def _better_exception(rules: Rules, problem: Problem, verdict: Verdict) -> Problem | None:
    """Return the problem with somebody who could have been met without it; None when the better round has nobody."""
    params: dict[str, Param] = dict(problem.params)
    who, other = str(params.get("player", params.get("a"))), str(params.get("b", BYE))
    for weakness in verdict.weaknesses:
        gained = [pair for pair in _AVOIDABLE[problem.code] if pair[0] in weakness.levels]
        if not gained or all(who not in pair for pair in weakness.now):
            continue
        name, code = gained[0]
        if other == BYE:
            params["c"] = next(one for one, mate in weakness.better.items() if mate == BYE)
            return Problem(code, params, "warning")
        level = LEVELS.index(name)
        now = rules.levels(rules.people[who], rules.people[other])[level]
        for one, left in ((who, other), (other, who)):
            mate = weakness.better[one]
            if mate != BYE and rules.levels(rules.people[one], rules.people[mate])[level] < now:
                params |= {"a": one, "b": left, "c": mate}
                return Problem(code, params, "warning")
    return None


def _spared(rules: Rules, verdict: Verdict) -> list[Problem]:
    """Name the gaps, the bye, the floats and the places in standing that a better round would have."""
    weak: list[Problem] = []
    for weakness in verdict.weaknesses:
        if "bye_place" in weakness.levels or "gap" in weakness.levels:
            weak += _higher_bye(rules, weakness)
        if "gap" in weakness.levels:
            weak += _wider(rules, weakness)
        elif list(weakness.levels) == ["floats"]:
            weak += _floated(rules, weakness)
        if ORDER in weakness.levels:
            ((one, other),) = weakness.now
            params: Params = {"a": one, "b": other or None, "c": weakness.better[one]}
            weak.append(Problem("order_avoidable" if other else "order_bye_avoidable", params, "warning"))
    if verdict.left is not None:
        counts = {"left": verdict.left, "possible": verdict.possible}
        weak.append(Problem("later_rounds_lost", counts, "warning"))
    return weak


def _higher_bye(rules: Rules, weakness: Weakness) -> list[Problem]:
    holder = next((one for one, other in weakness.now if other == BYE), None)
    lower = next((one for one, other in weakness.better.items() if other == BYE), None)
    if holder is None or lower is None:
        return []
    # A bye by lot goes to the lowest score only; the last round by standings knows no lot.
    lot = rules.options.bye_choice == "random" and rules.options.method != "power"
    one, two = rules.people[holder], rules.people[lower]
    if one.score <= two.score if lot else standing(one) >= standing(two):
        return []
    return [Problem("bye_not_lowest", {"player": holder, "c": lower}, "warning")]


def _wider(rules: Rules, weakness: Weakness) -> list[Problem]:
    """The pairs of an exchange that lie further apart than their better pairs."""
    found: list[Problem] = []
    people = rules.people
    for one, other in weakness.now:
        if other == BYE:
            continue
        gap = abs(people[one].score - people[other].score)
        for who, left in ((one, other), (other, one)):
            mate = weakness.better[who]
            if mate != BYE and abs(people[who].score - people[mate].score) < gap:
                params: Params = {"a": who, "b": left, "gap": gap, "c": mate}
                found.append(Problem("gap_avoidable", params, "warning"))
                break
    return found


def _floated(rules: Rules, weakness: Weakness) -> list[Problem]:
    """Name whoever floated most of those who need not: the better round has an equal or the bye for them."""
    people = rules.people
    spared: list[tuple[int, str, str]] = []
    for one, other in weakness.now:
        if other == BYE or people[one].score == people[other].score:
            continue
        for who, left in ((one, other), (other, one)):
            mate = people.get(weakness.better[who])
            if mate is None or mate.score == people[who].score:
                spared.append((people[who].floats, who, left))
    floats, who, left = max(spared, key=lambda found: found[0])
    mate_id = weakness.better[who]
    code = "float_avoidable" if mate_id != BYE else "float_bye_avoidable"
    return [Problem(code, {"a": who, "b": left, "floats": floats, "c": mate_id or who}, "warning")]


def _cost_problem(rules: Rules, verdict: Verdict, cost: int, bound: int) -> Problem | None:
    """Say how far the gaps are from what is possible, or what is not known about it."""
    weak = verdict.weaknesses
    if any("gap" in weakness.levels for weakness in weak):
        now = sum(_gaps(rules, weakness.now) for weakness in weak)
        then = sum(_gaps(rules, links_of(weakness.better)) for weakness in weak)
        return Problem("cost_above_bound", {"cost": cost, "bound": cost - now + then}, "warning")
    if cost > bound and not verdict.exact:
        return Problem("cost_not_proved", {"cost": cost, "bound": bound}, "note")
    return None
