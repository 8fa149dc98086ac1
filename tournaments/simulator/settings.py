"""What an organizer can say about a tournament to be simulated, with its limits.

Shares lie between 0 and 1, times are minutes. Every limit is checked where a value is made, so that anyone who holds
:class:`Settings` holds something that can be played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tournaments.pairing.model import METHODS, Method
from tournaments.standings.presets import PRESETS, Preset

SINGLE, DOUBLE = "single", "double"
SWISS_METHODS: tuple[Method, ...] = tuple(method for method in METHODS if method != "power")

MOST_PLAYERS, MOST_ROUNDS, MOST_EVENTS = 2_000, 30, 100_000
LARGEST_CUT = 128
DAY = 24 * 60

DROPS: tuple[tuple[float, ...], ...] = (
    (0.0,),
    (0.04, 0.0),
    (0.41, 0.19, 0.10, 0.05, 0.01),
    (0.34, 0.39, 0.31, 0.23, 0.11, 0.01),
    (0.48, 0.48, 0.29, 0.16, 0.15),
    (0.50, 0.40, 0.27, 0.21),
)
"""How often somebody stops after a round, by losses and then wins so far; the last number counts for more as well.

Measured in five published events of 2020 with 1,031 players: who has won much stays even with the third loss, who has
won nothing goes with the second.
"""


class SettingsError(ValueError):
    """A setting that cannot be played: ``code`` of :mod:`.texts`, the field to mend, and what the sentence needs."""

    def __init__(self, code: str, field: str, **params: int | float | str) -> None:
        super().__init__(f"{field}: {code} {params}")
        self.code = code
        self.field = field
        self.params: Mapping[str, int | float | str] = {"field": field, **params}


def _within(name: str, value: float, least: float, most: float) -> None:
    if not least <= value <= most:
        raise SettingsError("out_of_range", name, least=least, most=most)


def _one_of(name: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise SettingsError("not_one_of", name, known=", ".join(known))


@dataclass(frozen=True, slots=True)
class Cut:
    """Who plays the knock-out: the best ``size``, everybody with ``points``, or both limits; 0 and 0 is nobody."""

    size: int = 0
    points: int = 0
    knock_out: str = SINGLE

    def __post_init__(self) -> None:
        if self.size != 1:
            _within("cut.size", self.size, 0, LARGEST_CUT)
        else:
            raise SettingsError("out_of_range", "cut.size", least=2, most=LARGEST_CUT)
        _within("cut.points", self.points, 0, 300)
        _one_of("cut.knock_out", self.knock_out, (SINGLE, DOUBLE))

    @property
    def wanted(self) -> bool:
        """Whether anybody goes on."""
        return bool(self.size or self.points)


@dataclass(frozen=True, slots=True)
class Clock:
    """How long things take.

    minutes: the time limit of a round, 0 for none. cut_minutes: the same in the knock-out.
    match: half of all matches are over after so many minutes; spread: by which share lengths differ (the standard
        deviation of their logarithm; 0.35 puts one match in eight beyond one and a half times ``match``).
    overtime: minutes from the end of time to the last result, on average.
    between: minutes from the last result to the start of the next round, on average.
    round_lengths, betweens: measured ones; when there are any, they are drawn from instead of the model above.
    start: when the first round starts, in minutes after midnight. pause: one break in the middle of the rounds.
    """

    minutes: int = 60
    cut_minutes: int = 0
    match: float = 40.0
    spread: float = 0.35
    overtime: float = 5.0
    between: float = 10.0
    round_lengths: tuple[float, ...] = ()
    betweens: tuple[float, ...] = ()
    start: int = 10 * 60
    pause: int = 0

    def __post_init__(self) -> None:
        _within("clock.minutes", self.minutes, 0, 240)
        _within("clock.cut_minutes", self.cut_minutes, 0, 240)
        _within("clock.match", self.match, 1, 240)
        _within("clock.spread", self.spread, 0, 2)
        _within("clock.overtime", self.overtime, 0, 60)
        _within("clock.between", self.between, 0, 120)
        _within("clock.start", self.start, 0, DAY - 1)
        _within("clock.pause", self.pause, 0, 240)
        for name, measured in (("round_lengths", self.round_lengths), ("betweens", self.betweens)):
            if len(measured) > 1000:
                raise SettingsError("too_many", f"clock.{name}", most=1000)
            for value in measured:
                _within(f"clock.{name}", value, 0, DAY)


@dataclass(frozen=True, slots=True)
class Settings:
    """A tournament of Swiss rounds with or without a cut, and the people who come to it.

    draws: share of matches that end in a draw. drops: who stops after a round, by losses and wins (``DROPS``).
    late: share of the players who come late, at latest in round ``late_until``.
    clans, clan_size: share of the players who are in a clan, and how many a clan has.
    strength: standard deviation of the players' strength in Elo points per game; 0: all are equally strong.
    clan_rounds, leaders, power_last, method: as the event's policy has them (docs/pairing.md).
    """

    players: int
    rounds: int
    events: int = 1000
    seed: str = ""
    cut: Cut = field(default_factory=Cut)
    preset: Preset = PRESETS["x610z"]
    games: int = 3
    method: Method = "random"
    clan_rounds: int = 0
    leaders: int = 0
    power_last: bool = False
    draws: float = 0.03
    drops: tuple[tuple[float, ...], ...] = DROPS
    late: float = 0.0
    late_until: int = 2
    clans: float = 0.0
    clan_size: int = 4
    strength: float = 100.0
    clock: Clock = field(default_factory=Clock)

    def __post_init__(self) -> None:
        for name, least, most in (
            ("players", 2, MOST_PLAYERS),
            ("rounds", 1, MOST_ROUNDS),
            ("events", 1, MOST_EVENTS),
            ("games", 1, 9),
            ("clan_rounds", 0, MOST_ROUNDS),
            ("leaders", 0, 64),
            ("late_until", 1, MOST_ROUNDS),
            ("clan_size", 2, 9),
            ("draws", 0, 1),
            ("late", 0, 0.9),
            ("clans", 0, 1),
            ("strength", 0, 1000),
        ):
            _within(name, getattr(self, name), least, most)
        _one_of("method", self.method, SWISS_METHODS)
        if self.games % 2 == 0:
            raise SettingsError("even_games", "games")
        if not 1 <= len(self.drops) <= 10:
            raise SettingsError("too_many", "drops", most=10)
        for by_wins in self.drops:
            if not 1 <= len(by_wins) <= 10:
                raise SettingsError("too_many", "drops", most=10)
            for value in by_wins:
                _within("drops", value, 0, 0.9)
        if len(self.seed) > 200:
            raise SettingsError("too_long", "seed", most=200)

    @property
    def decisive_events(self) -> int:
        """How many events play on after the announced rounds, to see how many rounds would decide."""
        return min(self.events, max(100, self.events // 5))

    @property
    def horizon(self) -> int:
        """How far those play: three rounds more than halving the field takes, and never until all have met."""
        enough = (self.players - 1).bit_length() + 3
        return max(self.rounds, min(enough, self.players - 1, MOST_ROUNDS))
