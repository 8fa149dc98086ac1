"""The checker's own optimum: is there a better round, and who could have met whom in it?

Written from docs/pairing.md alone; it shares no code with the solver. Up to ``EXACT_LIMIT`` players one matching
over all pairs finds the best round, level by level, and among the best the one nearest to the round that is
checked, so that every exchange between the two is a weakness of its own. In larger fields the weak pairs and their
neighbours are solved that way: what is found there is a better round, but finding nothing proves nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from zlib import crc32

from tournaments.pairing.model import Options, Pair, Player

EXACT_LIMIT = 400
# So many weak pairs, and pairs near them, are solved at a time in a larger field; so many times.
WEAK_PAIRS, NEAR_PAIRS, CHUNKS = 60, 100, 12
BYE = ""
LEVELS = (
    "forbidden_pair",
    "second_bye",
    "rematch",
    "rematch_again",
    "rematch_age",
    "strict_group",
    "gap",
    "bye_place",
    "same_group",
    "floats",
)
GAP, PLACE = LEVELS.index("gap"), LEVELS.index("bye_place")
_LAST = 1 << 60
# Beyond this the fast matching's 128 bits might not do.
_WIDEST = 1 << 120

Levels = tuple[int, ...]
Link = tuple[str, str]
Partners = Mapping[str, str]
Marks = Collection[frozenset[str]]
_NOTHING: Levels = (0,) * len(LEVELS)


def standing(player: Player) -> tuple[int, int]:
    """Where a player stands, the best first; equal marks were left to the draw."""
    return -player.score, player.rank if player.rank is not None else _LAST


@dataclass(frozen=True, slots=True)
class Rules:
    """What counts in the round: the players to pair, who is kept apart, and what follows from the players.

    places: how many stand below each player (0 for all where the bye is drawn). floor: the score of the bye.
    foes: whom each player has met or is kept apart from.
    """

    members: tuple[Player, ...]
    options: Options
    number: int
    apart: frozenset[frozenset[str]]
    people: Mapping[str, Player]
    fewest: int
    floor: int
    places: Mapping[str, int]
    foes: Mapping[str, set[str]]

    def levels(self, one: Player, two: Player | None) -> Levels:
        """Return what a pair costs, level by level, the strongest first (``LEVELS``)."""
        if two is None:
            gap = one.score - self.floor
            return (0, one.byes - self.fewest, 0, 0, 0, 0, gap * gap, self.places[one.id], 0, 0)
        clan = int(one.group is not None and one.group == two.group)
        rule = self.options.group_rule
        gap = one.score - two.score
        floats = one.floats + two.floats if gap and self.options.avoid_repeat_floats else 0
        gaps = (gap * gap, 0, clan if rule == "soft" else 0, floats)
        strict = clan if rule == "strict" else 0
        if two.id not in self.foes[one.id]:
            return (0, 0, 0, 0, 0, strict, *gaps)
        met = rounds_met(one, two)
        last = max(met, default=0)
        again = int(last > 0 and last >= self.number - 1)
        kept = int(frozenset((one.id, two.id)) in self.apart)
        return (kept, 0, int(bool(met)), again, last, strict, *gaps)

    def total(self, partners: Partners) -> Levels:
        """Return the levels of a whole round."""
        sums = [0] * len(LEVELS)
        for one, other in links_of(partners):
            row = self.levels(self.people[one], self.people.get(other))
            sums = [have + more for have, more in zip(sums, row, strict=True)]
        return tuple(sums)


def partners_of(pairs: Iterable[Pair]) -> dict[str, str]:
    """Return everybody's partner, ``BYE`` for who has the bye."""
    partners = {pair.a: pair.b or BYE for pair in pairs}
    return partners | {other: one for one, other in partners.items() if other != BYE}


def links_of(partners: Partners) -> Iterator[Link]:
    """Yield every pair of a round once; the bye stands second."""
    return (link for link in partners.items() if link[0] < link[1] or link[1] == BYE)


def rounds_met(one: Player, two: Player) -> list[int]:
    """Return the rounds in which two players met, 0 for a round that is not known."""
    rounds = [0] if one.id in two.opponents or two.id in one.opponents else []
    for player, other in ((one, two.id), (two, one.id)):
        if not isinstance(player.opponents, Set):
            rounds += [number for number, who in enumerate(player.opponents, 1) if who == other]
    return rounds


def make_rules(members: Sequence[Player], options: Options, number: int, apart: Marks) -> Rules:
    """Read the rules of a round off its players."""
    foes: dict[str, set[str]] = {player.id: set() for player in members}
    met = [(player.id, other) for player in members for other in player.opponents if other is not None]
    for one, two in (*met, *(tuple(pair) for pair in apart if len(pair) == 2)):
        if one in foes and two in foes and one != two:
            foes[one].add(two)
            foes[two].add(one)
    return Rules(
        tuple(members),
        options,
        number,
        frozenset(apart),
        {player.id: player for player in members},
        min((player.byes for player in members), default=0),
        min((player.score for player in members), default=0) - options.bye_step,
        _places(members, options),
        foes,
    )


def without(rules: Rules, now: Partners, settled: Collection[str]) -> tuple[Rules, Partners]:
    """Return the rules of the round and its pairs without those who are settled already."""
    rest = [one for one in rules.members if one.id not in settled]
    left = {one: other for one, other in now.items() if one not in settled}
    return make_rules(rest, rules.options, rules.number, rules.apart), left


def _places(members: Sequence[Player], options: Options) -> dict[str, int]:
    if options.bye_choice != "standing":
        return dict.fromkeys((player.id for player in members), 0)
    places: dict[str, int] = {}
    below: dict[tuple[int, int], int] = {}
    for count, player in enumerate(sorted(members, key=standing, reverse=True)):
        places[player.id] = below.setdefault(standing(player), count)
    return places


@dataclass(frozen=True, slots=True)
class Weakness:
    """A level at which a part of the round could be better, and how its players would be paired then."""

    levels: Collection[str]
    now: Sequence[tuple[str, str]]
    better: Partners


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known about a round: its weaknesses, and whether they are all there are.

    exact: the best round is known. best: its levels. better: its partners where they differ from the round's.
    left, possible: how many later rounds this one leaves and how many another would, where that matters.
    """

    weaknesses: tuple[Weakness, ...] = ()
    exact: bool = False
    best: Levels | None = None
    better: Partners = field(default_factory=dict)
    left: int | None = None
    possible: int | None = None


def best_partners(
    members: Sequence[Player], rules: Rules, now: Partners, banned: Marks = ()
) -> dict[str, str] | None:
    """Return who meets whom in the best round of ``members``, the nearest to ``now`` among equals.

    ``members`` may be a part of the round that holds everybody's partner. None when ``banned`` leaves no round.
    """
    return _matched(members, rules, now, banned, legal=True) or _matched(
        members, rules, now, banned, legal=False
    )


def _matched(
    members: Sequence[Player], rules: Rules, now: Partners, banned: Marks, *, legal: bool
) -> dict[str, str] | None:
    """Solve one matching; with ``legal`` among the pairs that break no rule above the gaps."""
    nodes: list[Player | None] = [*members, *([None] if len(members) % 2 else [])]
    names = [one.id if one is not None else BYE for one in nodes]
    radices = _radices(members, rules, len(nodes) // 2, legal=legal)
    # Of equally good rounds always the same one: by marks of the names, as good as unique in 16 bits.
    marks = [crc32(name.encode()) for name in names]
    tie = (len(nodes) << 15) + 1
    edges: list[tuple[int, int, int]] = []
    for second, two in enumerate(nodes):
        other = names[second]
        for first, one in enumerate(members[:second]):
            row = rules.levels(one, two)
            if (legal and any(row[:GAP])) or (banned and frozenset((one.id, other)) in banned):
                continue
            price = 0
            for value, radix in zip(row, radices, strict=True):
                price = price * radix + value
            price = price * (len(nodes) + 1) + (now.get(one.id) != other)
            edges.append((first, second, price * tie + _mix(marks[first], marks[second])))
    mates = perfect_matching(len(nodes), edges)
    if mates is None:
        return None
    found = {names[one]: names[two] for pair in mates for one, two in (pair, pair[::-1]) if names[one]}
    return dict(sorted(found.items()))


def _mix(one: int, two: int) -> int:
    return ((one + two) * 2_654_435_761 ^ (one ^ two) * 2_246_822_519) >> 15 & 0xFFFF


def _radices(members: Sequence[Player], rules: Rules, pairs: int, *, legal: bool) -> list[int]:
    """Return how many values the sum of each level can have, so that a stronger one always outweighs it."""
    scores = [player.score for player in members]
    spread = max(scores, default=0) - min([*scores, rules.floor])
    rounds = max((len(player.opponents) for player in members), default=0)
    clans = pairs * any(player.group is not None for player in members)
    floats = 2 * max((player.floats for player in members), default=0) * pairs
    byes = max((player.byes for player in members), default=0)
    broken = (pairs, byes, pairs, pairs, rounds * pairs, clans)
    largest = ((0,) * GAP if legal else broken) + (spread * spread * pairs, len(rules.members), clans, floats)
    return [most + 1 for most in largest]


def perfect_matching(count: int, edges: Sequence[tuple[int, int, int]]) -> list[tuple[int, int]] | None:
    """Return the cheapest complete matching of the nodes 0 to ``count`` - 1, None when there is none."""
    top = max((price for _, _, price in edges), default=0) + 1
    if top < _WIDEST:
        try:
            import rustworkx
        except ImportError:
            pass
        else:
            net: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
            net.add_nodes_from(range(count))
            net.add_edges_from([(one, two, top - price) for one, two, price in edges])
            found = rustworkx.max_weight_matching(net, max_cardinality=True, weight_fn=int)
            return sorted(found) if 2 * len(found) == count else None
    import networkx

    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_nodes_from(range(count))
    graph.add_weighted_edges_from((one, two, top - price) for one, two, price in edges)
    mates = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted(mates) if 2 * len(mates) == count else None


def judge(rules: Rules, now: Partners) -> Verdict:
    """Compare a round with the best one, by level; ``now`` gives everybody's partner (``BYE`` for the bye)."""
    if _plainly_best(rules, now):
        return Verdict(exact=True, best=rules.total(now))
    if len(rules.members) <= EXACT_LIMIT:
        better = best_partners(rules.members, rules, now) or dict(now)
        return Verdict(weaknesses(rules, now, better), True, rules.total(better), _changes(now, better))
    better = dict(now)
    for part in _chunks(rules, now):
        better |= best_partners(part, rules, now) or {}
    return Verdict(weaknesses(rules, now, better), better=_changes(now, better))


def _changes(now: Partners, better: Partners) -> dict[str, str]:
    return {one: other for one, other in better.items() if now[one] != other}


def _plainly_best(rules: Rules, now: Partners) -> bool:
    """True when the bound of the gaps is met, the last in standing who may has the bye and nothing else is weak."""
    total = rules.total(now)
    lowest = min((rules.places[one.id] for one in rules.members if one.byes == rules.fewest), default=0)
    spare = (*_NOTHING[:GAP], parity_bound(rules.members, rules.floor))
    return total[: PLACE + 1] == (*spare, lowest if len(rules.members) % 2 else 0) and not any(
        total[PLACE + 1 :]
    )


def parity_bound(members: Iterable[Player], floor: int) -> int:
    """Count the heads above every cut between two scores; an odd count forces a pair across that cut."""
    heads: dict[int, int] = {}
    for player in members:
        heads[player.score] = heads.get(player.score, 0) + 1
    scores = sorted(heads, reverse=True)
    if sum(heads.values()) % 2:
        scores.append(floor)
    above = bound = 0
    for place, score in enumerate(scores[:-1]):
        above += heads[score]
        if above % 2 == 1:
            bound += (score - scores[place + 1]) ** 2
    return bound


def _chunks(rules: Rules, now: Partners) -> Iterable[list[Player]]:
    """Yield parts of a large round, the weakest pairs with those nearest to them; nobody is in two parts."""
    links = list(links_of(now))
    prices = {link: rules.levels(rules.people[link[0]], rules.people.get(link[1])) for link in links}
    weak = sorted((link for link in links if any(prices[link])), key=lambda link: (prices[link], link))[::-1]
    taken: set[str] = set()
    for _ in range(CHUNKS):
        start = [link for link in weak if link[0] not in taken][:WEAK_PAIRS]
        if not start:
            return
        rest = [link for link in links if link[0] not in taken and link not in start]
        ids = [who for link in (*start, *_near(rules, start, rest)) for who in link if who]
        taken.update(ids)
        yield [rules.people[who] for who in ids]


def _near(rules: Rules, start: Sequence[Link], rest: Sequence[Link]) -> list[Link]:
    """Return the pairs nearest in points to those of ``start``, and with the bye among them some of the lowest."""
    scores = {rules.people[who].score for link in start for who in link if who}
    near = sorted(rest, key=lambda link: _distance(rules, link, scores))[:NEAR_PAIRS]
    if any(other == BYE for _, other in start):
        low = sorted(rest, key=lambda link: min(rules.places[who] for who in link if who))
        near += [link for link in low[: NEAR_PAIRS // 2] if link not in near]
    return near


def _distance(rules: Rules, link: Link, scores: Collection[int]) -> int:
    own = [rules.people[who].score for who in link if who]
    return min(abs(score - other) for score in own for other in scores)


def weaknesses(rules: Rules, now: Partners, better: Partners) -> tuple[Weakness, ...]:
    """Return the independent exchanges between two rounds: each is a circle of pairs that go and pairs that come."""
    seen: set[str] = set()
    found: list[Weakness] = []
    for start in sorted(now):
        if start not in seen and now[start] != better[start]:
            ring = _ring(start, now, better)
            seen.update(ring)
            old = {one: now[one] for one in ring if one != BYE}
            new = {one: better[one] for one in ring if one != BYE}
            levels = zip(LEVELS, rules.total(old), rules.total(new), strict=True)
            gained = [name for name, before, after in levels if after < before]
            found.append(Weakness(gained, list(links_of(old)), new))
    return tuple(found)


def _ring(start: str, now: Partners, better: Partners) -> list[str]:
    """Return everybody, the bye included, who is reached from ``start`` by going from partner to partner."""
    ring: list[str] = []
    waiting = [start]
    while waiting:
        who = waiting.pop()
        if who not in ring:
            ring.append(who)
            waiting += [_with_bye(now), _with_bye(better)] if who == BYE else [now[who], better[who]]
    return ring


def _with_bye(partners: Partners) -> str:
    return next((one for one, other in partners.items() if other == BYE), BYE)
