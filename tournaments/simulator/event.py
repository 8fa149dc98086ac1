"""One tournament from the first round to the last match of its knock-out."""

from __future__ import annotations

from dataclasses import dataclass, field

from tournaments.pairing.elimination import double_elimination, playable_matches, single_elimination, top_cut
from tournaments.pairing.model import Certificate, Options, Player, RoundDraft
from tournaments.pairing.randomness import player_key
from tournaments.pairing.swiss import pair_round
from tournaments.simulator.day import between_minutes, round_minutes
from tournaments.simulator.dice import normal, pick, uniform
from tournaments.simulator.settings import DOUBLE, Settings
from tournaments.standings.model import Entrant, Match, Row
from tournaments.standings.ranking import compute

ELO = 400.0
LOT_SHIFT = 2  # results files take lots of at most 62 bits
NOBODY = RoundDraft((), Certificate(0, 0, certified=True), "", 0)
"""The round of a tournament that everybody has left."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """What one Swiss round was: counts of its pairs, and the standings after it of everybody who was in it.

    clan_pairs: matches of clan mates. floats: matches of players with different points; largest_gap: by how many.
    drawn: matches without a winner. standing: the rows of who is still in, best first.
    """

    number: int
    matches: int
    byes: int
    second_byes: int
    rematches: int
    clan_pairs: int
    floats: int
    largest_gap: int
    drawn: int
    standing: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """One tournament that is over.

    rounds: the announced ones, and after them those that were only played to see what would decide.
    cut: who went on, best first. winner_seed: who of them won it, from 1; 0 without a knock-out.
    length: minutes from the start to the last result; swiss_length: to the end of the announced rounds.
    """

    rounds: tuple[PlayedRound, ...]
    cut: tuple[str, ...]
    winner_seed: int
    dropped: int
    length: int
    swiss_length: int
    matches: tuple[Match, ...]
    entrants: tuple[Entrant, ...]


@dataclass
class _Hall:
    """The tournament while it is played; the lots that break the last ties are drawn before the first round."""

    settings: Settings
    seed: str
    ids: list[str]
    groups: dict[str, str]
    strengths: dict[str, float]
    joined: dict[str, int]
    lots: dict[str, int]
    left: dict[str, int] = field(default_factory=dict)
    matches: list[Match] = field(default_factory=list)
    opponents: dict[str, dict[int, str | None]] = field(default_factory=dict)
    rows: dict[str, Row] = field(default_factory=dict)

    def entrants(self) -> list[Entrant]:
        """Everybody as the standings want them."""
        return [
            Entrant(
                id=one,
                name_key=one,
                joined_round=self.joined[one],
                dropped_after=self.left.get(one),
                random=self.lots[one],
            )
            for one in self.ids
        ]

    def playing(self, number: int) -> list[str]:
        """Who is there in this round."""
        return [one for one in self.ids if self.joined[one] <= number and one not in self.left]


def play(settings: Settings, number: int) -> Played:
    """Play event ``number`` (from 0) of these settings; the same number is always the same day."""
    hall = _open(settings, f"{settings.seed}|{number}")
    last = settings.horizon if number < settings.decisive_events else settings.rounds
    rounds: list[PlayedRound] = []
    lengths: list[float] = []
    cut: tuple[str, ...] = ()
    dropped = 0
    for at in range(1, last + 1):
        rounds.append(_round(hall, at))
        if at <= settings.rounds:
            lengths.append(round_minutes(settings.clock, hall.seed, at, rounds[-1].matches, rounds[-1].drawn))
        if at == settings.rounds:
            cut = cut_of(settings, rounds[-1].standing)
            dropped = len(hall.left)
        if at < last:
            _leave(hall, at)
    swiss = _swiss_length(settings, hall.seed, lengths)
    seed, more = _knock_out(hall, cut) if len(cut) > 1 else (0, 0.0)
    return Played(
        rounds=tuple(rounds),
        cut=cut,
        winner_seed=seed,
        dropped=dropped,
        length=round(swiss + more),
        swiss_length=round(swiss),
        matches=tuple(match for match in hall.matches if match.round <= settings.rounds),
        entrants=tuple(hall.entrants()),
    )


def _open(settings: Settings, seed: str) -> _Hall:
    """The people of one event: strengths, clans, and who comes late."""
    ids = [f"P{place}" for place in range(1, settings.players + 1)]
    spread = settings.strength
    members = round(settings.clans * settings.players)
    sizes = settings.clan_size
    late = settings.late if settings.late_until > 1 else 0.0
    latest = min(settings.late_until, settings.rounds)
    joined = dict.fromkeys(ids, 1)
    if late and latest > 1:
        for one in ids:
            if uniform(seed, 0, f"{one}/late") < late:
                joined[one] = 2 + pick(uniform(seed, 0, f"{one}/when"), latest - 1)
    return _Hall(
        settings=settings,
        seed=seed,
        ids=ids,
        groups={one: f"clan {place // sizes + 1}" for place, one in enumerate(ids[:members])},
        strengths={one: spread * normal(seed, 0, f"{one}/strength") if spread else 0.0 for one in ids},
        joined=joined,
        lots={one: player_key(seed, 0, f"{one}/lot") >> LOT_SHIFT for one in ids},
        opponents={one: {} for one in ids},
    )


def _round(hall: _Hall, number: int) -> PlayedRound:
    """Pair one round, play it, and rank everybody."""
    playing = hall.playing(number)
    players = _players(hall, playing, number)
    draft = NOBODY
    if players:
        draft = pair_round(players, seed=hall.seed, number=number, options=_options(hall.settings, number))
    counts = _count(hall, draft, {player.id: player for player in players}, number)
    drawn = 0
    for one, two, _table in draft.pairs:
        hall.opponents[one][number] = two
        if two is None:
            hall.matches.append(Match.bye(number, one))
            continue
        hall.opponents[two][number] = one
        games = _games(hall, number, one, two)
        drawn += games[0] == games[1]
        hall.matches.append(Match(number, (one, two), games))
    standing = compute(hall.entrants(), hall.matches, hall.settings.preset, through_round=number)
    hall.rows = {row.id: row for row in standing}
    here = set(playing)
    return PlayedRound(
        number, **counts, drawn=drawn, standing=tuple(row for row in standing if row.id in here)
    )


def _players(hall: _Hall, playing: list[str], number: int) -> list[Player]:
    """Who is there, as the site gives them to the pairing: anyone who is new stands behind all others."""
    preset = hall.settings.preset
    places = {one: place for place, one in enumerate(hall.rows, 1)}
    players = []
    for order, one in enumerate(playing, 1):
        row = hall.rows.get(one)
        met = hall.opponents[one]
        players.append(
            Player(
                id=one,
                score=preset.whole(row.points) if row is not None else 0,
                opponents=tuple(met.get(before) for before in range(1, number)),
                byes=row.byes if row is not None else 0,
                group=hall.groups.get(one),
                rank=places.get(one, len(places) + order),
            )
        )
    return players


def _options(settings: Settings, number: int) -> Options:
    """As the site pairs a round under this policy."""
    power = settings.power_last and number == settings.rounds
    return Options(
        method="power" if power else settings.method,
        group_rule="strict" if number <= settings.clan_rounds else "soft",
        total_rounds=settings.rounds if number <= settings.rounds else settings.horizon,
        leaders=settings.leaders,
    )


def _count(hall: _Hall, draft: RoundDraft, players: dict[str, Player], number: int) -> dict[str, int]:
    """What the pairs of a round are, counted from the pairs themselves and not from the engine's own word."""
    found = dict.fromkeys(
        ("matches", "byes", "second_byes", "rematches", "clan_pairs", "floats", "largest_gap"), 0
    )
    preset = hall.settings.preset
    for one, two, _table in draft.pairs:
        first = players[one]
        if two is None:
            found["byes"] += 1
            found["second_byes"] += first.byes > 0
            continue
        second = players[two]
        gap = abs(first.score - second.score)
        found["matches"] += 1
        found["rematches"] += two in first.opponents
        found["clan_pairs"] += first.group is not None and first.group == second.group
        found["floats"] += gap > 0
        found["largest_gap"] = max(found["largest_gap"], gap // preset.scale)
    return found


def _games(hall: _Hall, number: int, one: str, two: str) -> tuple[int, int, int]:
    """The games of one match; a drawn one ran out of time with the games even (106.1a)."""
    needed = hall.settings.games // 2 + 1
    if uniform(hall.seed, number, f"{one}/{two}/draw") < hall.settings.draws:
        return (needed - 1, needed - 1, 1 if needed == 1 else 0)
    return _decided(hall, number, one, two)


def _decided(hall: _Hall, number: int, one: str, two: str) -> tuple[int, int, int]:
    """Games until one player has enough of them; the stronger wins each with the chance Elo gives."""
    needed = hall.settings.games // 2 + 1
    chance = 1.0 / (1.0 + 10.0 ** ((hall.strengths[two] - hall.strengths[one]) / ELO))
    first = second = 0
    while needed not in (first, second):
        if uniform(hall.seed, number, f"{one}/{two}/{first + second}") < chance:
            first += 1
        else:
            second += 1
    return (first, second, 0)


def _leave(hall: _Hall, number: int) -> None:
    """Who stops after a round: the likelier, the more is lost and the less is won."""
    by_losses = hall.settings.drops
    for one in hall.playing(number):
        wins, losses, _draws = hall.rows[one].record
        by_wins = by_losses[min(losses, len(by_losses) - 1)]
        rate = by_wins[min(wins, len(by_wins) - 1)]
        if rate and uniform(hall.seed, number, f"{one}/drop") < rate:
            hall.left[one] = number


def cut_of(settings: Settings, standing: tuple[Row, ...]) -> tuple[str, ...]:
    """Who would go on if the rounds ended with this standing of those still in, best first."""
    if not settings.cut.wanted:
        return ()
    preset = settings.preset
    players = [
        Player(id=row.id, score=preset.whole(row.points), rank=place) for place, row in enumerate(standing, 1)
    ]
    points = settings.cut.points * preset.scale if settings.cut.points else None
    return top_cut(players, size=settings.cut.size or None, points=points)


def _knock_out(hall: _Hall, seeds: tuple[str, ...]) -> tuple[int, float]:
    """Play the bracket; the seed that wins it, and how many minutes it takes."""
    settings = hall.settings
    bracket = double_elimination(seeds) if settings.cut.knock_out == DOUBLE else single_elimination(seeds)
    results: dict[str, str] = {}
    minutes, number = 0.0, settings.rounds
    while playable := playable_matches(bracket, results):
        number += 1
        last = ""
        for one in playable:
            if one.a is None or one.b is None:
                raise AssertionError("a match that can be played has two players")
            first, second, _drawn = _decided(hall, 1000 + number, one.a, one.b)
            last = results[one.match.key] = one.a if first > second else one.b
        minutes += between_minutes(settings.clock, hall.seed, number)
        minutes += round_minutes(settings.clock, hall.seed, number, len(playable), 0, knock_out=True)
    return seeds.index(last) + 1, minutes


def _swiss_length(settings: Settings, seed: str, lengths: list[float]) -> float:
    waits = [between_minutes(settings.clock, seed, number) for number in range(1, len(lengths))]
    return sum(lengths) + sum(waits) + (settings.clock.pause if len(lengths) > 1 else 0)
