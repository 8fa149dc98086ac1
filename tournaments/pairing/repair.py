"""Mending a round that already exists: after an override, a drop, a late arrival or a corrected result.

Plans are offered with their price over the whole round: ``leave`` changes nothing, ``smallest`` breaks as few matches
as possible, ``best`` reaches the best round with few changes, ``full`` pairs everything anew that may still be
touched. Matches with a result and locked matches are kept unless the caller says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from tournaments.pairing.collector import collector_resting
from tournaments.pairing.field import Field
from tournaments.pairing.kernel import Kernel
from tournaments.pairing.model import CurrentPair, Options, Pair, PairingError, Player, RepairPlan
from tournaments.pairing.randomness import player_keys
from tournaments.pairing.repair_exchange import fewest_broken
from tournaments.pairing.repair_price import GAPS, later_rounds, mates_of, whole_round
from tournaments.pairing.repair_search import best_near, mend
from tournaments.pairing.repair_state import RoundState, field_of, mark, sort_out
from tournaments.pairing.swiss import MANY_PLAYERS, FixedPair, pair_round
from tournaments.pairing.tables import seat_pairs

Kind = Literal["leave", "smallest", "best", "full", "exchange"]


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
    people = list(players)
    with collector_resting(len(people) >= MANY_PLAYERS):
        state = sort_out(
            people,
            list(current),
            options or Options(),
            seed,
            number,
            fixed_pairs,
            forbidden_pairs,
            break_finished,
            elapsed,
        )
        return _plans(state, kernel)


def _plans(state: RoundState, kernel: Kernel | None) -> tuple[RepairPlan, ...]:
    """Make the plans of a round that is sorted out, and leave out those that are no better than a cheaper one."""
    field = field_of(state, kernel)
    leave, smallest, full = _leave(state), _smallest(state, field), _full(state, field, kernel)
    least = min(leave.measure, smallest.measure)
    if state.prices.plainly_best(least):
        return leave, smallest, full
    best = _best(state, field)
    if best.measure >= least:
        return leave, smallest, full
    if not state.alone():
        smallest = _exchanged(state, best)
    if best.measure >= smallest.measure or any(
        _same(best, plan) for plan in (leave, smallest, full) if plan.measure == best.measure
    ):
        return leave, smallest, full
    return leave, smallest, best, full


def exchange_plan(
    players: Iterable[Player],
    current: Iterable[CurrentPair],
    names: tuple[str, str],
    *,
    seed: str,
    number: int,
    options: Options | None = None,
    forbidden_pairs: Iterable[tuple[str, str]] = (),
    elapsed: int = 0,
) -> RepairPlan:
    """Return the plan in which the two players in ``names`` change places: nothing is searched, it is only priced.

    Everything else as for :func:`repair_plans`. Raises :class:`PairingError` when one of them sits nowhere.
    """
    pairs = list(current)
    seated = {who for pair in pairs for who in (pair.a, pair.b)}
    for name in names:
        if name not in seated:
            raise PairingError("unknown_player", player=name)
    state = sort_out(
        list(players), pairs, options or Options(), seed, number, (), forbidden_pairs, False, elapsed
    )
    other = {names[0]: names[1], names[1]: names[0]}
    made = [
        Pair(other.get(pair.a, pair.a), other.get(pair.b, pair.b) if pair.b is not None else None, pair.table)
        for pair in pairs
    ]
    return _plan("exchange", state, made)


def _leave(state: RoundState) -> RepairPlan:
    """The round stays as it is; anyone who has no match has none."""
    pairs = [Pair(pair.a, pair.b, pair.table) for pair in state.current]
    return _plan("leave", state, pairs)


def _full(state: RoundState, field: Field, kernel: Kernel | None) -> RepairPlan:
    """Pair everything anew except what must stay; two players who meet again stay at the table they sit at."""
    kept = _standing_pairs(state)
    busy = {who for pair in kept for who in pair.ids}
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
    before = {who: pair for pair in state.open for who in pair.ids}
    fresh = []
    for one in draft.pairs:
        again = before.get(one.a)
        if again is not None and one.b in (again.a, again.b):
            kept.append(Pair(again.a, again.b, again.table))
        else:
            fresh.append((state.players[one.a], state.players[one.b] if one.b is not None else None))
    seated, _ = seat_pairs(fresh, field.keys, _without_tables(state.options, kept))
    return _plan("full", state, _in_order([*kept, *seated]))


def _smallest(state: RoundState, field: Field) -> RepairPlan:
    """Break as few open matches as possible: exact on the free players and the matches nearest to them."""
    made, untouched = mend(state, field)
    return _settled("smallest", state, [(one.id, two.id if two else None) for one, two in made], untouched)


def _settled(
    kind: Kind, state: RoundState, made: Iterable[tuple[str, str | None]], untouched: Iterable[CurrentPair]
) -> RepairPlan:
    """Seat the pairs a plan makes beside those it leaves; a pair that was there before keeps its table."""
    kept = [*_standing_pairs(state), *(Pair(pair.a, pair.b, pair.table) for pair in untouched)]
    busy = {who for pair in kept for who in pair.ids}
    people = state.players
    fresh = [
        (people[one], people[two] if two is not None else None) for one, two in state.fixed if one not in busy
    ]
    before = {mark(pair): pair for pair in state.open}
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


def _exchanged(state: RoundState, best: RepairPlan) -> RepairPlan:
    """Nobody waits: the fewest broken matches that make the round better; ``best`` is a better one."""
    goal = [(pair.a, pair.b) for pair in best.pairs]
    made = fewest_broken(state.prices, [(pair.a, pair.b) for pair in state.open], goal)
    moved = {who for pair in made for who in pair if who is not None}
    return _settled("smallest", state, made, [pair for pair in state.open if pair.a not in moved])


def _best(state: RoundState, field: Field) -> RepairPlan:
    """Reach the best round of those who may be paired anew, with as few new pairs as that takes.

    Exact while no more than ``EXACT_NODES`` players may be paired anew; above, the weak matches and two of each score.
    """
    if not field.players:
        return _settled("best", state, [], state.open)
    solved, untouched = best_near(state, field)
    made = [(one.id, two.id if two else None) for one, two in solved]
    return _settled("best", state, made, untouched)


def _same(one: RepairPlan, two: RepairPlan) -> bool:
    """True when two plans have the same pairs, whatever the tables."""
    mates = mates_of((pair.a, pair.b) for pair in two.pairs)
    return len(one.pairs) == len(two.pairs) and all(mates.get(pair.a, pair) == pair.b for pair in one.pairs)


def _standing_pairs(state: RoundState) -> list[Pair]:
    return [Pair(pair.a, pair.b, pair.table) for pair in state.kept]


def _without_tables(options: Options, kept: Iterable[Pair]) -> Options:
    taken = frozenset(pair.table for pair in kept if pair.table is not None)
    return replace(options, closed_tables=options.closed_tables | taken)


def _in_order(pairs: Iterable[Pair]) -> list[Pair]:
    return sorted(pairs, key=lambda pair: (pair.b is None, pair.table or 0, pair.a))


def _plan(kind: Kind, state: RoundState, pairs: list[Pair]) -> RepairPlan:
    """Price a plan over the whole round, and against the round as it was."""
    mates = mates_of((pair.a, pair.b) for pair in pairs)
    # Whoever is not in it has no match: no pair is anybody's opponent.
    broken = [pair for pair in state.current if mates.get(pair.a, pair) != pair.b]
    fresh = [pair for pair in pairs if state.mates.get(pair.a, pair) != pair.b]
    told, measure = whole_round(state.prices, pairs, mates)
    later, fewest = later_rounds(state.prices, mates, state.number)
    codes = [problem.code for problem in told.problems]
    restarts = sum(pair.b is not None for pair in fresh)
    return RepairPlan(
        kind=kind,
        pairs=tuple(pairs),
        broken=tuple(Pair(pair.a, pair.b, pair.table) for pair in broken),
        added=tuple(fresh),
        unpaired=told.alone,
        matches_broken=sum(pair.b is not None and _both_active(state, pair) for pair in broken),
        results_lost=sum(pair.finished for pair in broken),
        worst_gap=told.widest,
        rematches=codes.count("rematch"),
        second_byes=codes.count("second_bye"),
        problems=told.problems,
        measure=measure,
        cost=measure[GAPS],
        restarts=restarts,
        minutes_lost=state.elapsed if restarts else 0,
        later_rounds=later,
        fewest_left=fewest,
    )


def _both_active(state: RoundState, pair: CurrentPair) -> bool:
    return all(who in state.players and state.players[who].active for who in pair.ids)
