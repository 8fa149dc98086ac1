"""Small fields with many rounds: never paint the tournament into a corner (docs/pairing.md, event scenario S8).

The cheapest pairing of this round may make a later round impossible. Here the cheapest pairing is taken whose
remaining legal graph still holds as many disjoint complete pairings as rounds are left. A rematch is worse than
any clan pair, so the later rounds may use clan pairs even under the strict rule, and this round too when it must.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from heapq import heappop, heappush
from itertools import count

from tournaments.pairing.decompose import Outcome
from tournaments.pairing.field import Field, fold_penalty
from tournaments.pairing.model import Options, Player, Relaxation
from tournaments.pairing.odd_sets import odd_set_below
from tournaments.pairing.randomness import edge_key
from tournaments.pairing.window import BYE, Window, bye_places, solve_window

SMALL_FIELD = 26
_TRIES = 400
_STEPS = 20_000
# What a whole round may cost, in counted work and not in time: rounds solved, and steps of the search.
_SOLVES = 1_200
_ALL_STEPS = 80_000
# A search that is not done after so many steps asks whether an odd set proves that there is nothing to find.
_DOUBT = 60

Graph = tuple[int, ...]
_Pairs = tuple[tuple[int, int], ...]


def needs_lookahead(options: Options, number: int, players: int) -> bool:
    """True when the announced rounds are more than half the field, so that Dirac's theorem no longer helps."""
    total = options.total_rounds
    size = players + players % 2
    if options.method == "power" or total is None or number >= total or not players:
        return False
    return size <= SMALL_FIELD and 2 * total > size


def solve_ahead(
    field: Field, first: Outcome, decided: Sequence[tuple[Player, Player]] = ()
) -> tuple[Outcome, list[Relaxation]]:
    """Return the cheapest pairing that keeps the announced rounds possible, and what could not be kept.

    first: the cheapest pairing of this round alone. decided: pairs of ``first`` that must stay. When not all
    remaining rounds are possible, as many as possible are kept and the difference is named.
    """
    walk = _Walk(field, first, decided)
    wanted = (field.options.total_rounds or 0) - field.number
    for rounds in range(wanted, 0, -1):
        found = walk.cheapest(rounds)
        if found is not None:
            notes = []
            if rounds < wanted:
                notes.append(Relaxation("future_rounds", {"possible": rounds, "wanted": wanted}))
            return found, notes
    return first, [Relaxation("future_rounds", {"possible": 0, "wanted": wanted})]


def only_clans_broken(field: Field, outcome: Outcome) -> bool:
    """True when no rule above the strict clan rule gave way in the outcome."""
    if outcome.legal:
        return True
    return field.strict and all(
        field.may_bye(one) if two is None else not (field.met(one, two) or field.kept_apart(one, two))
        for one, two in outcome.pairs
    )


def most_rounds(left: Mapping[str, Set[str]], may_bye: Collection[str] | None, wanted: int) -> int:
    """Return how many complete rounds, up to ``wanted``, those with ``left`` opponents can still play.

    may_bye: who may get the bye in an odd field, None in an even one. As far as the search looks.
    """
    order = sorted(left)
    place = {who: node for node, who in enumerate(order)}
    rows = [sum(1 << place[other] for other in left[who]) for who in order]
    if may_bye is not None:
        bye = len(order)
        rows = [row | (1 << bye if who in may_bye else 0) for who, row in zip(order, rows, strict=True)]
        rows.append(sum(1 << place[who] for who in may_bye))
    if not rows:
        return wanted
    for rounds in range(wanted, 0, -1):
        if _Disjoint().possible(tuple(rows), rounds):
            return rounds
    return 0


def _legal_graph(field: Field, nodes: list[Player | None]) -> Graph:
    rows = [0] * len(nodes)
    for i, one in enumerate(nodes):
        for j, two in enumerate(nodes):
            if i != j and _may_meet(field, one, two):
                rows[i] |= 1 << j
    return tuple(rows)


def _may_meet(field: Field, one: Player | None, two: Player | None) -> bool:
    if one is None or two is None:
        single = one or two
        return single is not None and field.may_bye(single)
    return not (field.met(one, two) or field.kept_apart(one, two))


def _remove(graph: Graph, pairs: list[tuple[int, int]]) -> Graph:
    rows = list(graph)
    for one, two in pairs:
        rows[one] &= ~(1 << two)
        rows[two] &= ~(1 << one)
    return tuple(rows)


class _Disjoint:
    """Memoised search for disjoint complete pairings; gives up (False) after a fixed number of steps.

    steps: counted since the last question; limit: how many of them it may take; total: counted over all questions.
    """

    def __init__(self) -> None:
        self.known: dict[tuple[Graph, int], bool] = {}
        self.found: dict[tuple[Graph, int], list[tuple[int, int]]] = {}
        self.steps = 0
        self.limit = _STEPS
        self.total = 0

    def ask(self, graph: Graph, rounds: int, limit: int) -> bool:
        """Answer one question with at most ``limit`` steps."""
        self.steps, self.limit = 0, min(_STEPS, limit)
        answer = self.possible(graph, rounds)
        self.total += min(self.steps, self.limit)
        return answer

    def plan(self, graph: Graph, rounds: int, decided: _Pairs, limit: int) -> list[list[tuple[int, int]]]:
        """Return disjoint complete pairings, as many as had to be searched for; the first has the decided pairs.

        Empty when ``rounds`` of them are not found. The rest of the rounds exist without being looked for (Dirac).
        """
        self.steps, self.limit = 0, min(_STEPS, limit)
        degrees = [row.bit_count() for row in graph]
        settled = min(degrees) >= rounds and self._search(graph, rounds, degrees, decided)
        self.total += min(self.steps, self.limit)
        pairings = []
        while settled and (graph, rounds) in self.found:
            pairings.append(self.found[graph, rounds])
            graph, rounds = _remove(graph, pairings[-1]), rounds - 1
        return pairings

    def possible(self, graph: Graph, rounds: int) -> bool:
        """True when ``graph`` holds ``rounds`` disjoint complete pairings."""
        if rounds == 0:
            return True
        degrees = [row.bit_count() for row in graph]
        if min(degrees) < rounds:
            return False
        size = len(graph)
        # Dirac, again and again: every pairing taken lowers each degree by one.
        if min(degrees) - (rounds - 1) >= (size + 1) // 2:
            return True
        mark = (graph, rounds)
        if mark not in self.known:
            self.known[mark] = self._search(graph, rounds, degrees)
        return self.known[mark]

    def _search(self, graph: Graph, rounds: int, degrees: list[int], decided: _Pairs = ()) -> bool:
        tightest = min(range(len(graph)), key=lambda node: degrees[node])
        full = (1 << len(graph)) - 1
        # A node that needs all its edges uses its first one in some pairing: the order of pairings is free.
        only_first = degrees[tightest] == rounds
        for one, two in decided:
            full &= ~(1 << one | 1 << two)
        stack: list[tuple[int, list[tuple[int, int]]]] = [(full, list(decided))]
        own = 0
        while stack:
            self.steps += 1
            own += 1
            if self.steps > self.limit or (own == _DOUBT and odd_set_below(graph, rounds)):
                return False
            free, pairs = stack.pop()
            if not free:
                if self.possible(_remove(graph, pairs), rounds - 1):
                    self.found[graph, rounds] = pairs
                    return True
                continue
            node = tightest if not pairs else self._next(graph, free)
            options = graph[node] & free
            if only_first and not pairs:
                options &= -options
            # Anyone who has most opponents left is tried first: such a round takes least from those with few.
            spread = sorted(_bits(options), key=lambda other: -degrees[other])
            stack.extend(
                (free & ~(1 << node) & ~(1 << other), [*pairs, (node, other)]) for other in reversed(spread)
            )
        return False

    @staticmethod
    def _next(graph: Graph, free: int) -> int:
        return min(_bits(free), key=lambda node: (graph[node] & free).bit_count())


def _bits(mask: int) -> list[int]:
    places = []
    while mask:
        low = mask & -mask
        places.append(low.bit_length() - 1)
        mask ^= low
    return places


class _Walk:
    """The pairings of this round from cheap to dear (Murty's partition of the remaining ones)."""

    def __init__(self, field: Field, first: Outcome, decided: Sequence[tuple[Player, Player]]) -> None:
        self.field = field
        self.first = first
        self.nodes: list[Player | None] = [*field.players, *([None] if field.odd else [])]
        self.place = {player.id if player else "": node for node, player in enumerate(self.nodes)}
        self.decided = tuple((self.place[one.id], self.place[two.id]) for one, two in decided)
        self.graph = _legal_graph(field, self.nodes)
        self.finder = _Disjoint()
        self.bye_places = bye_places(field, field.players)
        self.solves = 0
        relaxed = None if first.legal else first
        # By whether clan pairs are admitted: the pairings seen so far, and where the next ones come from.
        self.walks: tuple[tuple[list[Outcome], Iterator[Outcome]], ...] = (
            ([], self._partition(first, clans=False)),
            ([], self._partition(relaxed, clans=True)),
        )

    def cheapest(self, rounds: int) -> Outcome | None:
        """Return the cheapest pairing that leaves ``rounds`` more possible, with clan pairs only when it must.

        Every question may use half of the steps that are left, so that fewer rounds can still be asked for. Where
        the walk ends without an answer, one plan for all rounds is made and this round paired around the others.
        """
        if min(row.bit_count() for row in self.graph) <= rounds or odd_set_below(self.graph, rounds + 1):
            return None  # whatever is paired now, somebody or an odd set runs out of opponents
        stop = self.finder.total + (_ALL_STEPS - self.finder.total) // 2
        found = self._walk(rounds, stop, clans=False) if self.first.legal else None
        if found is None and self.field.strict and self.field.grouped:
            found = self._walk(rounds, stop, clans=True)
        return found or self._around_a_plan(rounds)

    def _around_a_plan(self, rounds: int) -> Outcome | None:
        """Return the cheapest pairing that leaves one plan for ``rounds`` more as it is; None without a plan.

        The pairings of the plan may be played in any order, so each in turn gives way to the cheapest one around
        the others; every pairing lowers each degree by one, so what the plan left to Dirac stays. Not proved cheapest.
        """
        pairings = self.finder.plan(self.graph, rounds + 1, self.decided, _ALL_STEPS - self.finder.total)
        best: Outcome | None = None
        for place in range(min(len(pairings), 1 if self.decided else len(pairings))):
            others = tuple(pair for other, one in enumerate(pairings) if other != place for pair in one)
            for clans in (False, True):
                outcome = self._solve_with(self.decided, others, clans=clans)
                if outcome is None or (clans and not (self.field.strict and self.field.grouped)):
                    continue
                if best is None or self._cost(outcome) < self._cost(best):
                    best = outcome
                break
        return None if best is None else replace(best, exact=False)

    def _walk(self, rounds: int, stop: int, *, clans: bool) -> Outcome | None:
        for outcome in self._from_cheap_to_dear(clans=clans):
            if self.finder.total >= stop:
                return None
            left = _remove(self.graph, self._places(outcome))
            if self.finder.ask(left, rounds, stop - self.finder.total):
                return outcome
        return None

    def _from_cheap_to_dear(self, *, clans: bool) -> Iterator[Outcome]:
        """Yield the pairings, those first that an earlier question has already looked at."""
        seen, more = self.walks[clans]
        yield from seen
        for outcome in more:
            seen.append(outcome)
            yield outcome

    def _places(self, outcome: Outcome) -> list[tuple[int, int]]:
        return [(self.place[one.id], self.place[two.id if two else ""]) for one, two in outcome.pairs]

    def _partition(self, start: Outcome | None, *, clans: bool) -> Iterator[Outcome]:
        """Yield at most ``_TRIES`` pairings from cheap to dear, as long as rounds may still be solved."""
        ticket = count()
        heap: list[tuple[tuple[int, ...], int, _Pairs, _Pairs, Outcome]] = []

        def push(kept: _Pairs, banned: _Pairs, known: Outcome | None) -> None:
            outcome = known or self._solve_with(kept, banned, clans=clans)
            if outcome is not None:
                heappush(heap, (self._cost(outcome), next(ticket), kept, banned, outcome))

        push(self.decided, (), start)
        for _ in range(_TRIES):
            if not heap:
                return
            _, _, kept, banned, outcome = heappop(heap)
            yield outcome
            settled = {frozenset(pair) for pair in kept}
            open_pairs = [pair for pair in self._places(outcome) if frozenset(pair) not in settled]
            if self.solves + len(open_pairs) > _SOLVES * (1 + clans) // 2:
                return  # half a partition would no longer come from cheap to dear
            for number, pair in enumerate(open_pairs[:-1]):
                push((*kept, *open_pairs[:number]), (*banned, pair), None)

    def _cost(self, outcome: Outcome) -> tuple[int, ...]:
        """Return the levels of the field, strongest first, so that equal gaps still give the bye to the lowest."""
        field = self.field
        gaps = bye = floats = pattern = draw = 0
        for one, two in outcome.pairs:
            gap = one.score - (two.score if two else field.bye_score)
            gaps += gap * gap
            draw += edge_key(field.keys[one.id], field.keys[two.id] if two else field.key_of(BYE))
            if two is None:
                bye = self.bye_places[one.id]
            else:
                floats += one.floats + two.floats if gap and field.options.avoid_repeat_floats else 0
                pattern += fold_penalty(field, one, two)
        clans = self._clan_pairs(outcome.pairs)
        strict, soft = (clans, 0) if field.strict else (0, clans)
        return strict, gaps, bye, soft, floats, pattern, draw

    def _clan_pairs(self, pairs: Iterable[tuple[Player, Player | None]]) -> int:
        return sum(two is not None and self.field.same_group(one, two) for one, two in pairs)

    def _solve_with(self, kept: _Pairs, banned: _Pairs, *, clans: bool) -> Outcome | None:
        """Solve the round with some pairs kept and others banned; ``clans`` admits clan pairs at their price."""
        self.solves += 1
        field, nodes = self.field, self.nodes
        busy = {node for pair in kept for node in pair}
        free = [player for node, player in enumerate(nodes) if player is not None and node not in busy]
        with_bye = field.odd and len(nodes) - 1 not in busy
        # The relaxed problem admits everything: keep out all that is worse than a clan pair.
        apart = self._names((*banned, *self._worse_than_clans()) if clans else banned)
        order = sorted(free, key=lambda player: (-player.score, player.id))
        solved = solve_window(field, Window(order, with_bye, apart=apart), relaxed=clans)
        if solved is None:
            return None
        pairs = [*self._players(kept), *solved.pairs]
        legal = not (field.strict and self._clan_pairs(pairs))
        return Outcome(pairs, [len(nodes)], legal=legal)

    def _worse_than_clans(self) -> Iterator[tuple[int, int]]:
        """Yield the pairs that the graph does not hold: they met, are kept apart, or may not have the bye."""
        for one, row in enumerate(self.graph):
            yield from ((one, two) for two in range(one) if not row >> two & 1)

    def _names(self, pairs: _Pairs) -> frozenset[frozenset[str]]:
        names = [(player.id if player else "") for player in self.nodes]
        return frozenset(frozenset((names[one], names[two])) for one, two in pairs)

    def _players(self, pairs: _Pairs) -> Iterator[tuple[Player, Player | None]]:
        """Yield the players of some pairs; the bye stands second."""
        for one, two in pairs:
            first, second = self.nodes[one], self.nodes[two]
            if first is None:
                first, second = second, first
            if first is not None:
                yield first, second
