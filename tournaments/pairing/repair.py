"""Mending a round that already exists: after an override, a drop, a late arrival or a corrected result.

Plans are offered with their price over the whole round: ``leave`` changes nothing, ``smallest`` breaks as few matches
as possible, ``best`` reaches the best round with few changes, ``full`` pairs everything anew that may still be
touched. Matches with a result and locked matches are kept unless the caller says otherwise.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from tournaments.pairing.field import Field, make_field, stack_levels
from tournaments.pairing.kernel import Edge, Kernel
from tournaments.pairing.model import CurrentPair, Options, Pair, Player, RepairPlan
from tournaments.pairing.randomness import edge_keys, player_keys
from tournaments.pairing.repair_exchange import fewest_broken
from tournaments.pairing.repair_price import GAPS, Prices, later_rounds, make_prices, whole_round
from tournaments.pairing.swiss import FixedPair, check_fixed, pair_round
from tournaments.pairing.tables import seat_pairs
from tournaments.pairing.window import bye_places

NEAREST_PAIRS = 40
EXACT_NODES = 400
NEAR_BEST = 100

Kind = Literal["leave", "smallest", "best", "full"]


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
    prices: Prices
    elapsed: int

    def alone(self) -> bool:
        """True when somebody has no match, or more of the open byes than one are left."""
        byes = sum(pair.b is None for pair in self.open)
        seats = len(self.free) + sum(2 - (pair.b is None) for pair in self.open)
        return bool(self.free) or byes > seats % 2


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
    elapsed: int = 0,
    kernel: Kernel | None = None,
) -> tuple[RepairPlan, ...]:
    """Return the plans leave, smallest, best (where it is another one) and full for a round in play.

    players: everybody as they are now: the dropped with ``active=False``, late arrivals active and in no pair,
        corrected scores. Their ``opponents`` and ``byes`` must not yet count this round.
    fixed_pairs: what the staff wants in the round after the repair (new or old).
    break_finished: matches with a result may be broken too (a head judge's decision); locked ones never are.
    elapsed: minutes of the round already played; a match that begins anew begins without them.
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
        elapsed,
    )
    leave, smallest, full = _leave(state), _smallest(state, kernel), _full(state, kernel)
    least = min(leave.measure, smallest.measure)
    if state.prices.plainly_best(least):
        return leave, smallest, full
    best = _best(state, kernel)
    if best.measure >= least:
        return leave, smallest, full
    if not state.alone():
        smallest = _exchanged(state, best)
    known = [{_mark(pair) for pair in plan.pairs} for plan in (leave, smallest, full)]
    if best.measure >= smallest.measure or {_mark(pair) for pair in best.pairs} in known:
        return leave, smallest, full
    return leave, smallest, best, full


def _sort_out(
    players: list[Player],
    current: list[CurrentPair],
    options: Options,
    seed: str,
    number: int,
    fixed_pairs: Iterable[FixedPair],
    forbidden_pairs: Iterable[tuple[str, str]],
    break_finished: bool,
    elapsed: int,
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
    apart = list(forbidden_pairs)
    prices = make_prices(people, options, apart, current)
    return _Round(
        people,
        options,
        seed,
        number,
        current,
        fixed,
        apart,
        kept,
        loose,
        free,
        prices=prices,
        elapsed=elapsed,
    )


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


def _field_of(state: _Round, kernel: Kernel | None) -> Field:
    """Return the problem of everybody who may still be paired anew; the bye stands below the whole round."""
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
    field.bye_score = state.prices.floor
    return field


def _smallest(state: _Round, kernel: Kernel | None) -> RepairPlan:
    """Break as few open matches as possible: exact on the free players and the matches nearest to them."""
    made, untouched = _mend(state, _field_of(state, kernel))
    return _settled("smallest", state, [(one.id, two.id if two else None) for one, two in made], untouched)


def _settled(
    kind: Kind, state: _Round, made: Iterable[tuple[str, str | None]], untouched: Iterable[CurrentPair]
) -> RepairPlan:
    """Seat the pairs a plan makes beside those it leaves; a pair that was there before keeps its table."""
    kept = [*_standing_pairs(state), *(Pair(pair.a, pair.b, pair.table) for pair in untouched)]
    busy = {who for pair in kept for who in (pair.a, pair.b) if who is not None}
    people = state.players
    fresh = [
        (people[one], people[two] if two is not None else None) for one, two in state.fixed if one not in busy
    ]
    before = {_mark(pair): pair for pair in state.open}
    for one, two in made:
        again = before.get(frozenset((one, two)))
        if again is not None:
            kept.append(Pair(again.a, again.b, again.table))
        else:
            fresh.append((people[one], people[two] if two is not None else None))
    involved = [player.id for pair in fresh for player in pair if player is not None]
    keys = player_keys(state.seed, state.number, involved)
    seated, _ = seat_pairs(fresh, keys, _without_tables(state.options, kept))
    return _plan(kind, state, _in_order([*kept, *seated]))


def _exchanged(state: _Round, best: RepairPlan) -> RepairPlan:
    """Nobody waits: the fewest broken matches that make the round better; ``best`` is a better one."""
    goal = [(pair.a, pair.b) for pair in best.pairs]
    made = fewest_broken(state.prices, [(pair.a, pair.b) for pair in state.open], goal)
    moved = {who for pair in made for who in pair if who is not None}
    return _settled("smallest", state, made, [pair for pair in state.open if pair.a not in moved])


def _best(state: _Round, kernel: Kernel | None) -> RepairPlan:
    """Reach the best round of those who may be paired anew, with as few new pairs as that takes.

    Exact while no more than ``EXACT_NODES`` players may be paired anew; above, the weak matches and those near them.
    """
    field = _field_of(state, kernel)
    if not field.players:
        return _settled("best", state, [], state.open)
    byes = [pair for pair in state.open if pair.b is None]
    matches = [pair for pair in state.open if pair.b is not None]
    weak = [pair for pair in matches if any(state.prices.of(pair.a, pair.b))]
    alone = [
        *state.free,
        *(state.players[who] for pair in weak for who in (pair.a, pair.b) if who is not None),
    ]
    alone += [state.players[pair.a] for pair in byes]
    order = _by_nearness(state, alone, matches) if alone else matches
    order.sort(key=lambda pair: pair not in weak[:NEAREST_PAIRS])
    room = max(0, EXACT_NODES - len(state.free)) // 2
    if len(order) > room:
        room = NEAR_BEST
    solved = _solve_near(state, field, [*byes, *order[:room]], relaxed=True, gaps_first=True)
    if solved is None:
        raise AssertionError("a round in which everything is allowed always has a complete pairing")
    made = [(one.id, two.id if two else None) for one, two in solved[0]]
    return _settled("best", state, made, order[room:])


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
    # A round of thousands has a few scores only.
    near = {
        score: min(abs(score - other) for other in scores)
        for score in {player.score for player in state.players.values()}
    }

    def distance(pair: CurrentPair) -> tuple[int, str]:
        return min(near[state.players[who].score] for who in (pair.a, pair.b) if who is not None), pair.a

    return sorted(matches, key=distance)


def _solve_near(
    state: _Round, field: Field, near: Sequence[CurrentPair], *, relaxed: bool, gaps_first: bool = False
) -> tuple[list[tuple[Player, Player | None]], int] | None:
    """Solve the free players and some open matches: legal first, then fewest new pairs, then least gaps.

    gaps_first: the whole measure before the new pairs, and what was published pays for its weaknesses as well.
    """
    members = sorted(
        [*state.free, *(state.players[who] for pair in near for who in (pair.a, pair.b) if who is not None)],
        key=lambda player: player.id,
    )
    nodes: list[Player | None] = [*members, *([None] if len(members) % 2 else [])]
    partners = _partners(nodes, near)
    shifts = _shifts(field, members, len(nodes) // 2, relaxed=relaxed, gaps_first=gaps_first)
    draws = [field.keys[one.id] if one is not None else field.key_of("bye") for one in nodes]
    scores = [one.score if one is not None else field.bye_score for one in nodes]
    asked = _to_be_asked(field, nodes)
    places = bye_places(field, members)
    edges: list[Edge] = []
    for first, one in enumerate(members):
        own_score, own_asked, partner = scores[first], asked[first], partners[first]
        own_clan = one.group if field.soft else None
        for second, draw in enumerate(edge_keys(draws[first], draws[first + 1 :]), first + 1):
            two = nodes[second]
            broken = _broken_rules(field, one, two) if second in own_asked else None
            kept = partner == second
            if broken is not None and not kept and not relaxed:
                continue
            gap = own_score - scores[second]
            cost = (gap * gap << shifts.gap) + draw
            if two is None:
                cost += places[one.id] << shifts.bye
            elif own_clan is not None and own_clan == two.group:
                cost += 1 << shifts.clan
            if not kept:
                cost += 1 << shifts.new
            if gaps_first or not kept:
                for level, shift in zip(broken or (), shifts.rules, strict=False):
                    cost += level << shift
            edges.append((first, second, cost))
    mates = field.kernel(len(nodes), edges)
    if mates is None:
        return None
    pairs = [(one, nodes[mates[first]]) for first, one in enumerate(members) if mates[first] > first]
    fresh = sum(partners[first] != mates[first] for first in range(len(members)) if mates[first] > first)
    return pairs, fresh


def _to_be_asked(field: Field, nodes: Sequence[Player | None]) -> list[Collection[int]]:
    """Return for each node which others may break a rule with it: most pairs are plainly legal and not asked."""
    if field.strict:
        return [range(len(nodes))] * len(nodes)
    place = {one.id: node for node, one in enumerate(nodes) if one is not None}
    asked: list[set[int]] = [{node for node, one in enumerate(nodes) if one is None} for _ in nodes]
    for node, one in enumerate(nodes):
        for foe in field.foes(one) & place.keys() if one is not None else ():
            asked[node].add(place[foe])
            asked[place[foe]].add(node)
    return [*asked]


def _partners(nodes: Sequence[Player | None], near: Sequence[CurrentPair]) -> list[int]:
    """Return with whom each node is paired now, -1 for nobody."""
    place = {one.id if one is not None else None: node for node, one in enumerate(nodes)}
    partners = [-1] * len(nodes)
    for pair in near:
        if pair.b in place:
            one, two = place[pair.a], place[pair.b]
            partners[one], partners[two] = two, one
    return partners


class _Shifts(NamedTuple):
    """Where the levels of a repair stand in the price of a pair; ``rules`` from the weakest to the strongest."""

    new: int
    clan: int
    bye: int
    gap: int
    rules: tuple[int, ...]


def _shifts(
    field: Field, members: Sequence[Player], pairs: int, *, relaxed: bool, gaps_first: bool = False
) -> _Shifts:
    """Return the shifts of the levels, with new pairs above the gaps or, with ``gaps_first``, below everything."""
    scores = [player.score for player in members]
    spread = max(scores) - min([*scores, field.bye_score])
    byes = max(player.byes for player in members)
    rules = (pairs, pairs, byes) if relaxed else (0, 0, 0)
    gaps = (pairs, len(members), spread * spread * pairs)
    if gaps_first:
        new, clan, bye, gap, *rest = stack_levels(pairs, (pairs, *gaps, *rules))
    else:
        clan, bye, gap, new, *rest = stack_levels(pairs, (*gaps, pairs, *rules))
    return _Shifts(new, clan, bye, gap, tuple(rest))


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


def _plan(kind: Kind, state: _Round, pairs: list[Pair]) -> RepairPlan:
    """Price a plan over the whole round, and against the round as it was."""
    before = {_mark(pair): pair for pair in state.current}
    after = {_mark(pair) for pair in pairs}
    broken = [pair for mark, pair in before.items() if mark not in after]
    added = [pair for pair in pairs if _mark(pair) not in before]
    problems, alone, worst = whole_round(state.prices, pairs)
    seated = {who for pair in pairs for who in (pair.a, pair.b)}
    waiting = sum(player.active and one not in seated for one, player in state.players.items())
    measure = state.prices.total(((pair.a, pair.b) for pair in pairs), waiting)
    later, fewest = later_rounds(state.prices, pairs, state.number)
    codes = [problem.code for problem in problems]
    restarts = sum(pair.b is not None for pair in added)
    return RepairPlan(
        kind=kind,
        pairs=tuple(pairs),
        broken=tuple(Pair(pair.a, pair.b, pair.table) for pair in broken),
        added=tuple(added),
        unpaired=alone,
        matches_broken=sum(pair.b is not None and _both_active(state, pair) for pair in broken),
        results_lost=sum(pair.finished for pair in broken),
        worst_gap=worst,
        rematches=codes.count("rematch"),
        second_byes=codes.count("second_bye"),
        problems=tuple(problems),
        measure=measure,
        cost=measure[GAPS],
        restarts=restarts,
        minutes_lost=state.elapsed if restarts else 0,
        later_rounds=later,
        fewest_left=fewest,
    )


def _mark(pair: Pair | CurrentPair) -> frozenset[str | None]:
    return frozenset((pair.a, pair.b))


def _both_active(state: _Round, pair: CurrentPair) -> bool:
    return all(
        who in state.players and state.players[who].active for who in (pair.a, pair.b) if who is not None
    )
