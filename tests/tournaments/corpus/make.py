"""Makes the corpus: ``python -m tests.tournaments.corpus.make`` writes every case to docs/corpus/cases.

The states come from seeded simulated seasons and from our own hand; what is expected of a round is proved by one full
matching of networkx over whole numbers with a digit for each level, or by trying everything where that is possible;
what is expected of standings by the slow reference of the standings' tests. Neither shares code with the engine.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import networkx

from tests.tournaments.standings.reference import Reference
from tournaments.corpus.judge import LEVELS, free_players, pair_levels
from tournaments.pairing.jsonform import RoundFile, read_round
from tournaments.simulator import Played, Settings, play
from tournaments.standings import PRESETS, Entrant, Match, compute
from tournaments.standings.formats_base import Results
from tournaments.standings.formats_json import to_json

ROOT = Path(__file__).resolve().parents[3]
CASES = ROOT / "docs" / "corpus" / "cases"
LICENCE = "Apache-2.0"
Json = dict[str, Any]


# --- what is possible ----------------------------------------------------------------------------------


def best(source: RoundFile) -> dict[str, int]:
    """The least value of every level, the strongest first: one maximum weight matching over all pairs."""
    free = free_players(source)
    seats = [*free, *([None] if len(free) % 2 else [])]
    levels: dict[tuple[int, int], dict[str, int]] = {}
    for i, one in enumerate(free):
        for j in range(i + 1, len(seats)):
            levels[i, j] = pair_levels(source, free, one, seats[j])
    digits = digits_of(levels.values(), len(seats))
    weights = {edge: sum(digits[level] * value for level, value in of.items()) for edge, of in levels.items()}
    top = max(weights.values(), default=0) + 1
    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_nodes_from(range(len(seats)))
    graph.add_weighted_edges_from((i, j, top - weight) for (i, j), weight in weights.items())
    mates = networkx.max_weight_matching(graph, maxcardinality=True)
    assert 2 * len(mates) == len(seats)
    total = dict.fromkeys(LEVELS, 0)
    for i, j in mates:
        for level, value in levels[min(i, j), max(i, j)].items():
            total[level] += value
    return total


def digits_of(levels: Any, seats: int) -> dict[str, int]:
    """What one unit of each level weighs: more than all weaker levels of a whole round together."""
    most = dict.fromkeys(LEVELS, 0)
    for of in levels:
        for level, value in of.items():
            most[level] = max(most[level], value)
    digits, unit = {}, 1
    for level in reversed(LEVELS):
        digits[level] = unit
        unit *= most[level] * seats + 1
    return digits


def all_rounds(source: RoundFile) -> Iterator[dict[str, int]]:
    """The levels of every way to pair the free players, by trying; for up to ten or so."""
    free = free_players(source)

    def pairings(rest: list[Any]) -> Iterator[list[tuple[Any, Any]]]:
        if not rest:
            yield []
            return
        for place in range(1, len(rest)):
            for others in pairings(rest[1:place] + rest[place + 1 :]):
                yield [(rest[0], rest[place]), *others]

    for pairs in pairings([*free, *([None] if len(free) % 2 else [])]):
        total = dict.fromkeys(LEVELS, 0)
        for one, two in pairs:
            for level, value in pair_levels(source, free, one, two).items():
                total[level] += value
        yield total


# --- cases from seasons --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Season:
    """A simulated event and the round of it that is to be paired; ``draw`` is the seed of its lots, else the id."""

    id: str
    title: str
    settings: Settings
    event: int
    number: int
    tags: tuple[str, ...] = ()
    options: Json = field(default_factory=dict)
    forbidden: tuple[tuple[str, str], ...] = ()
    fixed: tuple[tuple[str, str | None], ...] = ()
    draw: str = ""


NONE = ((0.0,),)
PLAIN = {"drops": NONE, "draws": 0.0}

SEASONS = (
    *(
        Season(
            f"season-{players}-round-{number}",
            f"{players} players before round {number}, some gone",
            Settings(players=players, rounds=max(number, 3), seed="corpus"),
            1000 + players,
            number,
            ("season",),
        )
        for players, number in (
            (8, 3),
            (12, 4),
            (16, 4),
            (21, 4),
            (24, 5),
            (29, 5),
            (33, 5),
            (40, 6),
            (52, 6),
        )
    ),
    *(
        Season(
            f"bye-{players}-round-{number}",
            f"{players} players, all still in: the bye goes to the lowest who may have it",
            Settings(players=players, rounds=number, seed="bye", **PLAIN),
            1000 + players,
            number,
            ("season", "bye"),
            draw=f"bye-{players}-round-{number}{lot}",
        )
        # With the lots of 29 and 33, who floats once took the last player before the bye was settled.
        for players, number, lot in (
            *((5, 3, ""), (7, 4, ""), (9, 4, ""), (13, 5, "")),
            *((29, 2, "-11"), (33, 2, "-3"), (41, 4, "")),
        )
    ),
    *(
        Season(
            f"clans-{rule}-{players}-round-{number}",
            f"{players} players, all in clans, {'kept apart above the point gap' if rule == 'strict' else rule}",
            Settings(players=players, rounds=number, clans=1.0, clan_size=size, seed="clan", draws=0.1),
            1000 + players,
            number,
            ("season", "clans"),
            {"group_rule": rule},
        )
        for players, number, size, rule in (
            (12, 3, 4, "soft"),
            (18, 4, 6, "soft"),
            (18, 4, 6, "strict"),
            (27, 4, 9, "soft"),
            (27, 3, 9, "strict"),
            (36, 5, 9, "soft"),
        )
    ),
    Season(
        "late-20-round-2",
        "Six of twenty come late: they have no points and have met nobody",
        Settings(players=20, rounds=4, late=0.3, late_until=2, drops=NONE, seed="late"),
        1004,
        2,
        ("season", "late"),
    ),
    Season(
        "late-31-round-3",
        "Some of 31 come in round two or three, some have gone",
        Settings(players=31, rounds=5, late=0.3, late_until=3, seed="late"),
        1003,
        3,
        ("season", "late", "bye"),
    ),
    Season(
        "draws-26-round-5",
        "A third of all matches are drawn, so the groups are small",
        Settings(players=26, rounds=6, draws=0.33, drops=NONE, seed="draws"),
        1001,
        5,
        ("season", "draws"),
    ),
    Season(
        "long-10-round-8",
        "Ten players in round eight of nine: nearly everybody has met",
        Settings(players=10, rounds=9, drops=NONE, draws=0.05, seed="long"),
        1001,
        8,
        ("season", "rematch"),
    ),
    Season(
        "over-6-round-7",
        "Six players in round seven: everybody has met everybody, somebody must meet again",
        Settings(players=6, rounds=8, drops=NONE, draws=0.05, seed="long"),
        1002,
        7,
        ("season", "rematch"),
    ),
    Season(
        "over-5-round-7",
        "Five players in round seven: everybody has met everybody and has had a bye",
        Settings(players=5, rounds=8, drops=NONE, draws=0.05, seed="long"),
        1003,
        7,
        ("season", "rematch", "bye"),
    ),
    Season(
        "apart-14-round-3",
        "Staff keep three pairs apart",
        Settings(players=14, rounds=5, drops=NONE, seed="apart"),
        1001,
        3,
        ("season", "apart"),
        forbidden=(("P1", "P2"), ("P3", "P4"), ("P5", "P6")),
    ),
    Season(
        "apart-4-round-3",
        "Staff keep one of four apart from all others, which cannot be done",
        Settings(players=4, rounds=4, drops=NONE, draws=0.0, seed="apart"),
        1002,
        3,
        ("season", "apart"),
        forbidden=(("P1", "P2"), ("P1", "P3"), ("P1", "P4")),
    ),
    Season(
        "fixed-15-round-4",
        "After a repair: one pair and a bye are decided, the others are paired around them",
        Settings(players=15, rounds=5, drops=NONE, seed="fixed"),
        1001,
        4,
        ("season", "fixed"),
        fixed=(("P1", "P8"), ("P15", None)),
    ),
    Season(
        "fixed-22-round-3",
        "After a repair of a round: three pairs stand, nineteen players do not",
        Settings(players=25, rounds=5, drops=NONE, seed="fixed"),
        1002,
        3,
        ("season", "fixed", "bye"),
        fixed=(("P2", "P3"), ("P10", "P20"), ("P4", "P5")),
    ),
)


def before(settings: Settings, event: Played, number: int) -> tuple[list[Json], list[Entrant], list[Match]]:
    """The players before a round as a round file says them, and the event up to there."""
    matches = [match for match in event.matches if match.round < number]
    entrants = [one for one in event.entrants if one.joined_round <= number]
    rows = compute(entrants, matches, settings.preset, through_round=number - 1) if number > 1 else []
    place = {row.id: rank for rank, row in enumerate(rows, 1)}
    points = {row.id: int(row.points) for row in rows}
    members = round(settings.clans * settings.players)
    players = []
    for order, one in enumerate(entrants, 1):
        met: dict[int, str | None] = {}
        for match in matches:
            if one.id in match.players:
                met[match.round] = next((name for name in match.players if name != one.id), None)
        player: Json = {
            "id": one.id,
            "score": points.get(one.id, 0),
            "opponents": [met.get(past) for past in range(1, number)],
            "rank": place.get(one.id, len(place) + order),
        }
        byes = sum(match.kind == "bye" and match.players[0] == one.id for match in matches)
        if byes:
            player["byes"] = byes
        if int(one.id[1:]) <= members:
            player["group"] = f"clan {(int(one.id[1:]) - 1) // settings.clan_size + 1}"
        if one.dropped_after is not None and one.dropped_after < number:
            player["active"] = False
        players.append(player)
    return players, entrants, matches


def from_season(season: Season) -> Json:
    """The case of a simulated event."""
    event = play(season.settings, season.event)
    players, entrants, matches = before(season.settings, event, season.number)
    seed = season.draw or season.id
    source: Json = {"format": "pairing/1", "number": season.number, "seed": seed, "players": players}
    if season.options:
        source["options"] = season.options
    if season.forbidden:
        source["forbidden_pairs"] = [list(pair) for pair in season.forbidden]
    if season.fixed:
        source["fixed_pairs"] = [list(pair) for pair in season.fixed]
    kept = [as_of(one, season.number) for one in entrants]
    results = Results(
        event=season.title,
        date="",
        entrants=tuple(kept),
        matches=tuple(matches),
        rounds=season.number - 1,
        policy=season.settings.preset,
        names={},
        published=(),
    )
    made = (
        f"simulated event {season.event} of seed {season.settings.seed!r} (tests/tournaments/corpus/make.py)"
    )
    case = frame(season.id, season.title, season.tags, made)
    case["round"] = source
    case["results"] = to_json(results)
    case["expected"] = {"round": best(read_round(json.dumps(source)))}
    return case


def as_of(one: Entrant, number: int) -> Entrant:
    """The entrant as they stood before the round: who leaves later has not left yet."""
    gone = one.dropped_after is not None and one.dropped_after < number
    return Entrant(one.id, one.name_key, one.joined_round, one.dropped_after if gone else None, one.random)


def frame(name: str, title: str, tags: tuple[str, ...], made: str) -> Json:
    """The head that every case has."""
    return {
        "format": "pairing-corpus/1",
        "id": name,
        "title": title,
        "tags": list(tags),
        "source": {"made": made, "licence": LICENCE},
    }


# --- rounds by hand ------------------------------------------------------------------------------------


def some(text: str) -> list[Json]:
    """Players in the order of their ranks, from "id points opponents; ..." with - for a bye, and @clan."""
    players = []
    for rank, row in enumerate(text.split(";"), 1):
        name, score, *more = row.split()
        met = [None if word == "-" else word for word in more if not word.startswith("@")]
        player: Json = {"id": name, "score": int(score), "opponents": met, "rank": rank}
        if None in met:
            player["byes"] = met.count(None)
        for word in more:
            if word.startswith("@"):
                player["group"] = word[1:]
        players.append(player)
    return players


def hand(number: int, text: str, **more: Any) -> Json:
    """A round by hand."""
    return {"number": number, "players": some(text), **more}


STRICT = {"group_rule": "strict"}
TWO_RED = "a 3 c @red; b 3 d @red; c 0 a; d 0 b"

HAND: dict[str, tuple[str, tuple[str, ...], Json]] = {
    "two-players": ("Two players who have not met", ("edge",), hand(1, "a 0; b 0")),
    "two-again": (
        "Two players who have met: they meet again, for there is nobody else",
        ("edge", "rematch"),
        hand(2, "a 3 b; b 0 a"),
    ),
    "one-player": ("One player has the bye", ("edge", "bye"), hand(1, "a 0")),
    "leader-and-bye": (
        "Five players, nobody has met: the bye is for the last and never for the leader",
        ("edge", "bye"),
        hand(4, "a 9; b 6; c 6; d 3; e 0"),
    ),
    "bye-must-rise": (
        "The last has had a bye, so it rises to the last who has not",
        ("edge", "bye"),
        hand(3, "a 6 b d; b 3 a c; c 3 - b; d 3 e a; e 3 d -"),
    ),
    "bye-against-rematch": (
        "Everybody has met and has had a bye: both rules give way, each as little as possible",
        ("edge", "bye", "rematch"),
        hand(4, "a 9 b c -; b 6 a - c; c 3 - a b"),
    ),
    "wide-gap": (
        "The only legal round pairs 12 points with 0",
        ("edge", "gap"),
        hand(5, "a 12 b c b c; b 6 a d a d; c 6 d a d a; d 0 c b c b"),
    ),
    "two-steps-not-one-fall": (
        "Squares: two players who float one step are better than one who falls two",
        ("edge", "gap"),
        hand(3, "a 6; b 3 c; c 3 b; d 0 e; e 0 d; f 0"),
    ),
    "one-clan": (
        "Everybody is of one clan: the strict rule gives way",
        ("edge", "clans"),
        hand(1, "a 0 @red; b 0 @red; c 0 @red; d 0 @red", options=STRICT),
    ),
    "half-a-clan": (
        "Six of ten are of one clan: one match of clan mates cannot be avoided",
        ("edge", "clans"),
        hand(
            1,
            "a 0 @red; b 0 @red; c 0 @red; d 0 @red; e 0 @red; f 0 @red; g 0; h 0; i 0; j 0",
            options=STRICT,
        ),
    ),
    "clan-or-points": (
        "A soft rule never costs points: clan mates with equal points meet rather than float",
        ("edge", "clans"),
        hand(2, TWO_RED),
    ),
    "clan-or-points-strict": (
        "The strict rule does cost points",
        ("edge", "clans"),
        hand(2, TWO_RED, options=STRICT),
    ),
    "oldest-rematch": (
        "Four who have all met: of three possible rounds the one played longest ago comes again",
        ("edge", "rematch"),
        hand(4, "a 9 d c b; b 3 c d a; c 3 b a d; d 3 a b c"),
    ),
    "not-here": (
        "Two of six are not there: nobody is paired with them",
        ("edge", "drop"),
        hand(2, "a 3 d; b 3 e; c 3 f; d 0 a; e 0 b; f 0 c"),
    ),
    "fixed-rematch": (
        "Staff fixed a pair that has met: it is kept, and the others do not pay for it",
        ("edge", "fixed", "rematch"),
        hand(2, "a 3 b; b 0 a; c 3 d; d 0 c; e 3 f; f 0 e", fixed_pairs=[["a", "b"]]),
    ),
}
for _gone in (3, 5):
    HAND["not-here"][2]["players"][_gone]["active"] = False


def by_hand(name: str) -> Json:
    """The case of a round written by hand."""
    title, tags, source = HAND[name]
    case = frame(name, title, tags, "by hand (tests/tournaments/corpus/make.py)")
    case["round"] = {"format": "pairing/1", "seed": name, **source}
    case["expected"] = {"round": best(read_round(json.dumps(case["round"])))}
    return case


# --- standings -----------------------------------------------------------------------------------------


def ranked(name: str, title: str, preset: str, settings: Settings, first: int) -> Json:
    """A simulated event whose standings need no head-to-head and no lot, and every figure by the slow reference."""
    policy = PRESETS[preset]
    keys = [key for key in policy.metrics if key not in ("h2h_all", "h2h_two", "random")]
    for number in range(first, first + 200):
        event = play(settings, number)
        reference = Reference(event.entrants, event.matches, policy)
        values = {one.id: {key: getattr(reference, key)(one.id) for key in keys} for one in event.entrants}
        order = sorted(values, key=lambda one: [-value for value in values[one].values()])
        if len({tuple(of.values()) for of in values.values()}) == len(values):
            break
    else:
        raise AssertionError(f"every event of {name} has a tie")
    results = Results(
        event=title,
        date="",
        entrants=event.entrants,
        matches=event.matches,
        rounds=settings.rounds,
        policy=policy,
        names={},
        published=(),
    )
    made = f"simulated event {number} of seed {settings.seed!r} (tests/tournaments/corpus/make.py)"
    case = frame(name, title, ("standings", preset), made)
    case["results"] = to_json(results)
    case["expected"] = {
        "standings": [
            {"player": one, "rank": rank, "values": {key: str(value) for key, value in values[one].items()}}
            for rank, one in enumerate(order, 1)
        ]
    }
    return case


def _season(players: int, rounds: int, preset: str, **changes: Any) -> Settings:
    return Settings(players=players, rounds=rounds, preset=PRESETS[preset], seed="rank", **changes)


STANDINGS: dict[str, Callable[[str], Json]] = {
    "standings-x610z-17": lambda name: ranked(
        name, "17 players, byes, draws, some gone", "x610z", _season(17, 5, "x610z", draws=0.1), 1000
    ),
    "standings-mtg-23": lambda name: ranked(
        name,
        "23 players: a bye counts in one's own figure, 0.33 is the floor",
        "mtg",
        _season(23, 5, "mtg"),
        1000,
    ),
    "standings-mtg-12": lambda name: ranked(
        name,
        "12 players, many leave early",
        "mtg",
        _season(12, 5, "mtg", drops=((0.0,), (0.2,), (0.6,))),
        1000,
    ),
    "standings-pokemon-11": lambda name: ranked(
        name,
        "11 players: a bye counts nowhere, a quarter is the floor, three quarters the ceiling of who left",
        "pokemon",
        _season(11, 5, "pokemon", draws=0.15),
        1000,
    ),
}


def makers() -> dict[str, Callable[[], Json]]:
    """How each case is made, by its id."""
    return {
        **{season.id: lambda season=season: from_season(season) for season in SEASONS},  # type: ignore[misc]
        **{name: lambda name=name: by_hand(name) for name in HAND},  # type: ignore[misc]
        **{name: lambda name=name: STANDINGS[name](name) for name in STANDINGS},  # type: ignore[misc]
    }


def written(case: Json) -> str:
    """The text of a case's file: one line for each player, match and row."""
    return compact(case, 0) + "\n"


def compact(value: Any, depth: int) -> str:
    """JSON that is broken into lines only down to where the lists of players and matches stand."""
    plain = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or len(plain) <= 100 or depth > 4:
        return plain
    space = " " * (depth + 1)
    if isinstance(value, dict):
        parts = [f"{space}{json.dumps(key)}: {compact(one, depth + 1)}" for key, one in value.items()]
        return "{\n" + ",\n".join(parts) + "\n" + " " * depth + "}"
    return "[\n" + ",\n".join(space + compact(one, depth + 1) for one in value) + "\n" + " " * depth + "]"


def main() -> int:
    """Write all cases; files of cases that are no more are taken away."""
    CASES.mkdir(parents=True, exist_ok=True)
    made = makers()
    for file in CASES.glob("*.json"):
        if file.stem not in made:
            file.unlink()
    for name, make in made.items():
        (CASES / f"{name}.json").write_text(written(make()), encoding="utf-8")
        print(name)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
