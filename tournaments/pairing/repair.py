"""Mending a round that already exists: after an override, a drop, a late arrival or a corrected result.

Three plans are offered, each with its price: ``leave`` changes nothing, ``smallest`` breaks as few matches as
possible, ``full`` pairs everything anew that may still be touched. Matches with a result and locked matches are
kept unless the caller says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tournaments.pairing.field import Field, make_field, stack_levels
from tournaments.pairing.kernel import Edge, Kernel
from tournaments.pairing.model import CurrentPair, Options, Pair, Player, Problem, RepairPlan
from tournaments.pairing.randomness import edge_key, player_keys
from tournaments.pairing.swiss import FixedPair, check_fixed, pair_round
from tournaments.pairing.tables import seat_pairs

NEAREST_PAIRS = 40
EXACT_NODES = 400


@dataclass(slots=True)
class _Round:
    """The round as it stands, sorted into what stays and what may be touched."""

    players: dict[str, Player]
    options: Options
    seed: str
    number: int
    current: list[CurrentPair]
    fixed: list[FixedPair]
    forbidden: list[tuple[str, str]]
    kept: list[CurrentPair]
    open: list[CurrentPair]
    free: list[Player]


def repair_plans(
    players: Iterable[Player],
    current: Iterable[CurrentPair],
    *,
    seed: str,
    number: int,
    options: Options | None = None,
    fixed_pairs: Iterable[FixedPair] = (),
    forbidden_pairs: Iterable[tuple[str, str]] = (),
    break_finished: bool = False,
    kernel: Kernel | None = None,
) -> tuple[RepairPlan, RepairPlan, RepairPlan]:
    """Return the plans leave, smallest and full for a round in play.

    players: everybody as they are now: the dropped with ``active=False``, late arrivals active and in no pair,
        corrected scores. Their ``opponents`` and ``byes`` must not yet count this round.
    fixed_pairs: what the staff wants in the round after the repair (new or old).
    break_finished: matches with a result may be broken too (a head judge's decision); locked ones never are.
    Raises :class:`PairingError` for decisions that contradict each other.
    """
    state = _sort_out(
        list(players),
        list(current),
        options or Options(),
        seed,
        number,
        fixed_pairs,
        forbidden_pairs,
        break_finished,
    )
    return _leave(state), _smallest(state, kernel), _full(state, kernel)


def _sort_out(
    players: list[Player],
    current: list[CurrentPair],
    options: Options,
    seed: str,
    number: int,
    fixed_pairs: Iterable[FixedPair],
    forbidden_pairs: Iterable[tuple[str, str]],
    break_finished: bool,
) -> _Round:
    people = {player.id: player for player in players}
    active = {player.id: player for player in players if player.active}
    fixed = check_fixed(fixed_pairs, active)
    decided = {frozenset(pair) for pair in fixed}
    claimed = {who for pair in fixed for who in pair if who is not None}
    kept: list[CurrentPair] = []
    loose: list[CurrentPair] = []
    seated: set[str] = set()
    for pair in current:
        members = [who for who in (pair.a, pair.b) if who is not None]
        if frozenset((pair.a, pair.b)) in decided:
            kept.append(pair)
        elif claimed.intersection(members) and not pair.locked and (break_finished or not pair.finished):
            continue
        elif pair.locked or (pair.finished and not break_finished):
            kept.append(pair)
        elif all(who in active for who in members):
            loose.append(pair)
        else:
            continue
        seated.update(members)
    free = [player for one, player in active.items() if one not in seated and one not in claimed]
    return _Round(people, options, seed, number, current, fixed, list(forbidden_pairs), kept, loose, free)


def _leave(state: _Round) -> RepairPlan:
    """The round stays as it is; whoever has no match has none."""
    pairs = [Pair(pair.a, pair.b, pair.table) for pair in state.current]
    return _plan("leave", state, pairs)


def _full(state: _Round, kernel: Kernel | None) -> RepairPlan:
    """Pair everything anew except what must stay; two players who meet again stay at the table they sit at."""
    kept = _standing_pairs(state)
    busy = {who for pair in kept for who in (pair.a, pair.b) if who is not None}
    rest = [player for player in state.players.values() if player.id not in busy]
    decided = [pair for pair in state.fixed if pair[0] not in busy]
    draft = pair_round(
        rest,
        seed=state.seed,
        number=state.number,
        options=_without_tables(state.options, kept),
        fixed_pairs=decided,
        forbidden_pairs=state.forbidden,
        kernel=kernel,
    )
    before = {frozenset((pair.a, pair.b)): pair for pair in state.open}
    fresh = []
    for one in draft.pairs:
        again = before.get(frozenset((one.a, one.b)))
        if again is not None:
            kept.append(Pair(again.a, again.b, again.table))
        else:
            fresh.append((state.players[one.a], state.players[one.b] if one.b is not None else None))
    keys = player_keys(
        state.seed, state.number, [who.id for pair in fresh for who in pair if who is not None]
    )
    seated, _ = seat_pairs(fresh, keys, _without_tables(state.options, kept))
    return _plan("full", state, _in_order([*kept, *seated]))


def _smallest(state: _Round, kernel: Kernel | None) -> RepairPlan:
    """Break as few open matches as possible: exact on the free players and the matches nearest to them."""
    field = make_field(
        [
            *state.free,
            *(state.players[who] for pair in state.open for who in (pair.a, pair.b) if who is not None),
        ],
        seed=state.seed,
        number=state.number,
        options=state.options,
        forbidden_pairs=state.forbidden,
        kernel=kernel,
    )
    made, untouched = _mend(state, field)
    kept = [*_standing_pairs(state), *(Pair(pair.a, pair.b, pair.table) for pair in untouched)]
    busy = {who for pair in kept for who in (pair.a, pair.b) if who is not None}
    people = state.players
    fresh = [
        (people[one], people[two] if two is not None else None) for one, two in state.fixed if one not in busy
    ]
    before = {frozenset((pair.a, pair.b)): pair for pair in state.open}
    for one, two in made:
        again = before.get(frozenset((one.id, two.id if two else None)))
        if again is not None:
            kept.append(Pair(again.a, again.b, again.table))
        else:
            fresh.append((one, two))
    involved = [player.id for pair in fresh for player in pair if player is not None]
    keys = player_keys(state.seed, state.number, involved)
    seated, _ = seat_pairs(fresh, keys, _without_tables(state.options, kept))
    return _plan("smallest", state, _in_order([*kept, *seated]))


def _mend(state: _Round, field: Field) -> tuple[list[tuple[Player, Player | None]], list[CurrentPair]]:
    """Return the new pairs of everybody touched and the open matches nobody touched."""
    byes = [pair for pair in state.open if pair.b is None]
    if not state.free and len(byes) <= int(field.odd):
        return [], state.open
    alone = [*state.free, *(state.players[pair.a] for pair in byes)]
    matches = _by_nearness(state, alone, [pair for pair in state.open if pair.b is not None])
    needed = (len(state.free) + len(byes) + 1) // 2
    if len(state.free) <= NEAREST_PAIRS:
        needed = _least_new(field, state.free, byes)
    take = NEAREST_PAIRS
    best: tuple[list[tuple[Player, Player | None]], list[CurrentPair], int] | None = None
    while True:
        near, far = matches[:take], matches[take:]
        solved = _solve_near(state, field, [*byes, *near], relaxed=False)
        if solved is not None and (best is None or solved[1] < best[2]):
            best = (solved[0], far, solved[1])
        if not far or (best is not None and (best[2] <= needed or take >= EXACT_NODES // 2)):
            break
        take = min(2 * take, EXACT_NODES // 2) if best is not None else 2 * take
    if best is not None:
        return best[0], best[1]
    near, far = matches[: EXACT_NODES // 2], matches[EXACT_NODES // 2 :]
    forced = _solve_near(state, field, [*byes, *near], relaxed=True)
    if forced is None:
        raise AssertionError("a relaxed repair always has a complete pairing")
    return forced[0], far


def _least_new(field: Field, free: list[Player], byes: list[CurrentPair]) -> int:
    """Return a number of new pairs that no repair can go below.

    Of those without a match (and with the bye) some may meet each other or keep the bye; everybody else needs
    a new pair with somebody whose match is broken for it. So the search stops at the first repair this cheap.
    """
    ids = {pair.a for pair in byes}
    core: list[Player | None] = [*free, *(player for player in field.players if player.id in ids)]
    core += [None] if field.odd else []
    # Everybody is there twice, and joining the two copies (cost 1) means to need somebody from outside.
    count = len(core)
    edges: list[Edge] = [(node, node + count, 1) for node in range(count)]
    for first, one in enumerate(core):
        for second in range(first + 1, count):
            two = core[second]
            kept = two is None and one is not None and one.id in ids
            if one is not None and (kept or _broken_rules(field, one, two) is None):
                edges += [(first, second, int(not kept)), (first + count, second + count, 0)]
    mates = field.kernel(2 * count, edges) or []
    prices = {frozenset((first, second)): price for first, second, price in edges}
    return sum(prices[frozenset((node, mate))] for node, mate in enumerate(mates) if node < mate)


def _by_nearness(state: _Round, alone: Iterable[Player], matches: Iterable[CurrentPair]) -> list[CurrentPair]:
    """Return the matches whose points are nearest to those of a player without an opponent first."""
    scores = {player.score for player in alone}

    def distance(pair: CurrentPair) -> tuple[int, str]:
        own = [state.players[who].score for who in (pair.a, pair.b) if who is not None]
        return min(abs(score - other) for score in own for other in scores), pair.a

    return sorted(matches, key=distance)


def _solve_near(
    state: _Round, field: Field, near: Sequence[CurrentPair], *, relaxed: bool
) -> tuple[list[tuple[Player, Player | None]], int] | None:
    """Solve the free players and some open matches: legal first, then fewest new pairs, then least gaps."""
    members = sorted(
        [*state.free, *(state.players[who] for pair in near for who in (pair.a, pair.b) if who is not None)],
        key=lambda player: player.id,
    )
    nodes: list[Player | None] = [*members, *([None] if field.odd else [])]
    partners = _partners(nodes, near)
    shifts = _shifts(field, members, len(nodes) // 2, relaxed)
    draws = [field.keys[one.id] if one is not None else field.key_of("bye") for one in nodes]
    foes = [field.foes(one) for one in members]
    edges: list[Edge] = []
    for first, one in enumerate(members):
        own_id, own_foes, own_draw = one.id, foes[first], draws[first]
        for second in range(first + 1, len(nodes)):
            two = nodes[second]
            # Asked for every pair: most of them are plainly legal, and only the others need the whole answer.
            plain = two is not None and two.id not in own_foes and own_id not in foes[second]
            broken = None if plain and not field.strict else _broken_rules(field, one, two)
            kept = partners[first] == second
            if broken is not None and not kept and not relaxed:
                continue
            gap = one.score - (two.score if two is not None else field.bye_score)
            cost = (gap * gap << shifts[1]) + edge_key(own_draw, draws[second])
            if two is not None and one.group is not None and field.same_group(one, two):
                cost += 1 << shifts[0]
            if not kept:
                cost += 1 << shifts[2]
                for level, shift in zip(broken or (), shifts[3:], strict=False):
                    cost += level << shift
            edges.append((first, second, cost))
    mates = field.kernel(len(nodes), edges)
    if mates is None:
        return None
    pairs = [(one, nodes[mates[first]]) for first, one in enumerate(members) if mates[first] > first]
    fresh = sum(partners[first] != mates[first] for first in range(len(members)) if mates[first] > first)
    return pairs, fresh


def _partners(nodes: Sequence[Player | None], near: Sequence[CurrentPair]) -> list[int]:
    """Return with whom each node is paired now, -1 for nobody."""
    place = {one.id if one is not None else None: node for node, one in enumerate(nodes)}
    partners = [-1] * len(nodes)
    for pair in near:
        if pair.b in place:
            one, two = place[pair.a], place[pair.b]
            partners[one], partners[two] = two, one
    return partners


def _shifts(field: Field, members: Sequence[Player], pairs: int, relaxed: bool) -> list[int]:
    """Return the shifts of clan, gap, new pair and, when rules may give way, clan rule, rematch, bye, kept apart."""
    scores = [player.score for player in members]
    spread = max(scores) - min([*scores, field.bye_score])
    byes = max(player.byes for player in members)
    rules = (pairs, pairs, byes) if relaxed else (0, 0, 0)
    return stack_levels(pairs, (pairs, spread * spread * pairs, pairs, *rules))


def _broken_rules(field: Field, one: Player, two: Player | None) -> tuple[int, int, int, int] | None:
    """Return how a new pair breaks clan rule, rematch, bye and keep-apart; None when it breaks none.

    Only new pairs are asked: what was published stays, its own weaknesses are no reason to break it.
    """
    if two is None:
        return None if field.may_bye(one) else (0, 0, one.byes - field.min_byes, 0)
    strict = field.strict and field.same_group(one, two)
    met, apart = field.met(one, two), field.kept_apart(one, two)
    return (int(strict), int(met), 0, int(apart)) if strict or met or apart else None


def _standing_pairs(state: _Round) -> list[Pair]:
    return [Pair(pair.a, pair.b, pair.table) for pair in state.kept]


def _without_tables(options: Options, kept: Iterable[Pair]) -> Options:
    taken = frozenset(pair.table for pair in kept if pair.table is not None)
    return replace(options, closed_tables=options.closed_tables | taken)


def _in_order(pairs: Iterable[Pair]) -> list[Pair]:
    return sorted(pairs, key=lambda pair: (pair.b is None, pair.table or 0, pair.a))


def _plan(kind: Literal["leave", "smallest", "full"], state: _Round, pairs: list[Pair]) -> RepairPlan:
    """Price a plan against the round as it was."""
    before = {frozenset((pair.a, pair.b)): pair for pair in state.current}
    after = {frozenset((pair.a, pair.b)) for pair in pairs}
    broken = [pair for mark, pair in before.items() if mark not in after]
    added = [pair for pair in pairs if frozenset((pair.a, pair.b)) not in before]
    seated = {who for pair in pairs for who in (pair.a, pair.b)}
    fewest = min((player.byes for player in state.players.values() if player.active), default=0)
    problems: list[Problem] = []
    worst = 0
    apart = {frozenset(pair) for pair in state.forbidden}
    for pair in added:
        one = state.players[pair.a]
        if pair.b is None:
            if one.byes > fewest:
                problems.append(Problem("second_bye", {"player": one.id, "byes": one.byes}, "warning"))
            continue
        two = state.players[pair.b]
        worst = max(worst, abs(one.score - two.score))
        if two.id in one.opponents or one.id in two.opponents:
            problems.append(
                Problem("rematch", {"a": one.id, "b": two.id, "last": _last(one, two)}, "warning")
            )
        if frozenset((one.id, two.id)) in apart:
            problems.append(Problem("forbidden_pair", {"a": one.id, "b": two.id}, "warning"))
        if one.group is not None and one.group == two.group and state.options.group_rule != "off":
            problems.append(Problem("same_group", {"a": one.id, "b": two.id, "group": one.group}, "warning"))
    codes = [problem.code for problem in problems]
    active = [one for one, player in state.players.items() if player.active]
    return RepairPlan(
        kind=kind,
        pairs=tuple(pairs),
        broken=tuple(Pair(pair.a, pair.b, pair.table) for pair in broken),
        added=tuple(added),
        unpaired=tuple(sorted(one for one in active if one not in seated)),
        matches_broken=sum(pair.b is not None and _both_active(state, pair) for pair in broken),
        results_lost=sum(pair.finished for pair in broken),
        worst_gap=worst,
        rematches=codes.count("rematch"),
        second_byes=codes.count("second_bye"),
        problems=tuple(problems),
    )


def _both_active(state: _Round, pair: CurrentPair) -> bool:
    return all(
        who in state.players and state.players[who].active for who in (pair.a, pair.b) if who is not None
    )


def _last(one: Player, two: Player) -> int:
    rounds = [0]
    for player, other in ((one, two.id), (two, one.id)):
        if not isinstance(player.opponents, frozenset):
            rounds += [number for number, who in enumerate(player.opponents, 1) if who == other]
    return max(rounds)
