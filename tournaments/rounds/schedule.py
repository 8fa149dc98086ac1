"""The day's clock: when each round begins and ends, first by rule of thumb, then by what this event has measured.

Reading alone. A time that nobody has measured is a guess and is called one; pages say from how many rounds it comes.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Max, Q

from tournaments.entries.keys import entry_key
from tournaments.events.kinds import format_after
from tournaments.events.models import Stage, Tournament
from tournaments.events.plans import stage_plan
from tournaments.events.policy import Policy
from tournaments.events.questions import places_given

from .formats import format_of
from .models import Match, Round
from .stages import stages_of

OVER = timedelta(minutes=10)
"""What a round takes after the room clock before any was measured: last turns, extra laps, the last slips."""
BETWEEN = timedelta(minutes=8)
"""From the last result of a round to the start of the next, before any was measured."""
BREAK = timedelta(minutes=30)
"""A longer gap between two rounds was a meal, a night or a fault: nothing is learned from it."""
TURNS = timedelta(minutes=5)
"""What a table still takes when its own time is over."""


@dataclass(frozen=True)
class Pace:
    """How this event plays: a guess that counts as one round, and what its ``measured`` rounds really took.

    ``over``: after the room clock (below zero where rounds end early); ``between``: from one round to the next;
    ``untimed``: a whole round without a time limit.
    """

    over: timedelta
    between: timedelta
    untimed: timedelta
    measured: int

    @property
    def over_minutes(self) -> int:
        """``over`` in whole minutes, for people."""
        return round(self.over.total_seconds() / 60)

    @property
    def between_minutes(self) -> int:
        """``between`` in whole minutes, for people."""
        return round(self.between.total_seconds() / 60)

    def length(self, minutes: int) -> timedelta:
        """How long a round of so many minutes takes from its start to its last result; 0: without a limit."""
        return max(timedelta(minutes=minutes) + self.over, TURNS) if minutes else self.untimed


@dataclass(frozen=True)
class Planned:
    """A round as it is planned: its number, what people call it, and its minutes (0: no limit)."""

    number: int
    name: str
    minutes: int


@dataclass(frozen=True)
class Played:
    """What is known of a round that was published: its times, the open tables, and the latest time one of them has."""

    number: int
    minutes: int
    published_at: datetime | None
    started_at: datetime | None
    paused_at: datetime | None
    paused_seconds: int
    completed_at: datetime | None
    open_tables: int
    most_extension: int

    @property
    def began_at(self) -> datetime | None:
        """When it was played from: the clock's start, or without a limit its publication."""
        return self.started_at or (None if self.minutes else self.published_at)

    @property
    def length(self) -> timedelta | None:
        """How long it took, pauses left out; None before it is complete, or without a clock that should have run."""
        if self.completed_at is None or self.began_at is None:
            return None
        return self.completed_at - self.began_at - timedelta(seconds=self.paused_seconds)


@dataclass(frozen=True)
class Slot:
    """A round in the schedule; ``started`` and ``ended`` say that this time is measured and no forecast."""

    number: int
    name: str
    starts_at: datetime
    ends_at: datetime
    started: bool
    ended: bool
    past_closing: bool


@dataclass(frozen=True)
class Schedule:
    """The whole day. ``next`` is the first round that has not begun; ``late``: how long after closing the last ends."""

    slots: tuple[Slot, ...]
    pace: Pace
    closes_at: datetime | None

    @property
    def next(self) -> Slot | None:
        """The round that is waited for."""
        return next((slot for slot in self.slots if not slot.started), None)

    @property
    def ends_at(self) -> datetime | None:
        """When the last round ends."""
        return self.slots[-1].ends_at if self.slots else None

    @property
    def late(self) -> int:
        """So many minutes after the hall closes the last round ends; 0 when it does not, or nobody said when."""
        if self.closes_at is None or self.ends_at is None or self.ends_at <= self.closes_at:
            return 0
        return -(-int((self.ends_at - self.closes_at).total_seconds()) // 60)

    @property
    def fits(self) -> int:
        """How many rounds end before the hall closes."""
        return sum(not slot.past_closing for slot in self.slots)


def learned(guess: timedelta, seen: Sequence[timedelta]) -> timedelta:
    """The mean of what was seen and of the guess, which counts once."""
    return sum(seen, guess) / (1 + len(seen))


def pace_of(rounds: Sequence[Played], minutes: int) -> Pace:
    """What the rounds so far teach; ``minutes``: of a round of this event, the guess for one without a limit."""
    lengths = [(one.minutes, one.length) for one in rounds]
    over = [length - timedelta(minutes=limit) for limit, length in lengths if length is not None and limit]
    untimed = [length for limit, length in lengths if length is not None and not limit]
    gaps = [gap for gap in map(_gap, rounds, rounds[1:]) if gap is not None and gap <= BREAK]
    return Pace(
        learned(OVER, over),
        learned(BETWEEN, gaps),
        learned(timedelta(minutes=minutes or 60) + OVER, untimed),
        len(over) + len(untimed),
    )


def _gap(before: Played, after: Played) -> timedelta | None:
    if before.completed_at is None or after.began_at is None:
        return None
    return max(timedelta(), after.began_at - before.completed_at)


def end_of(played: Played, pace: Pace, now: datetime) -> datetime:
    """When a round that has begun ends: the longest time that an open table has, and what rounds take after that."""
    began = played.began_at or now
    if not played.open_tables:
        return now
    if not played.minutes:
        return max(now, began + pace.untimed)
    stood = now - played.paused_at if played.paused_at is not None else timedelta()
    paused = timedelta(seconds=played.paused_seconds) + stood
    last_call = began + timedelta(minutes=played.minutes + played.most_extension) + paused
    usual = last_call + pace.over
    return usual if usual >= now else max(now, last_call + TURNS)


def project(
    plan: Iterable[Planned],
    rounds: Sequence[Played],
    pace: Pace,
    *,
    starts_at: datetime,
    now: datetime,
    closes_at: datetime | None = None,
) -> Schedule:
    """Every planned round in order: as measured where it was played, else one after the other at this pace."""
    known = {one.number: one for one in rounds}
    slots: list[Slot] = []
    free = max(starts_at, now)  # when the next round that has not begun can begin
    for one in plan:
        played = known.get(one.number)
        began = played.began_at if played is not None else None
        starts = began or free
        if played is not None and played.completed_at is not None:
            ends, ended = played.completed_at, True
        elif played is not None and began is not None:
            ends, ended = end_of(played, pace, now), False
        else:
            ends, ended = starts + pace.length(one.minutes), False
        past = closes_at is not None and ends > closes_at
        slots.append(Slot(one.number, one.name, starts, ends, began is not None or ended, ended, past))
        free = max(now, ends + pace.between)
    return Schedule(tuple(slots), pace, closes_at)


@dataclass(frozen=True)
class Day:
    """What a schedule is made of: it changes with the tournament, the schedule itself with the time of day too."""

    plan: tuple[Planned, ...]
    rounds: tuple[Played, ...]
    pace: Pace
    starts_at: datetime
    closes_at: datetime | None

    def at(self, now: datetime) -> Schedule:
        """The schedule as it looks at this moment."""
        return project(
            self.plan, self.rounds, self.pace, starts_at=self.starts_at, now=now, closes_at=self.closes_at
        )


def day_of(tournament: Tournament) -> Day | None:
    """The day of a tournament that is not over yet, else None; two queries."""
    states = Tournament.State
    if tournament.state in (states.FINISHED, states.CANCELLED):
        return None
    stages, policy = stages_of(tournament), tournament.policy
    running = tournament.state == states.RUNNING
    plan = plan_of(policy, stages) if running else _expected(tournament, places_given(tournament))
    rounds = played_rounds(tournament) if running else []
    pace = pace_of(rounds, policy.minutes_of(knock_out=False))
    return Day(tuple(plan), tuple(rounds), pace, tournament.starts_at, tournament.closes_at)


def played_rounds(tournament: Tournament) -> list[Played]:
    """What is known of every round that was published, in order; one query."""
    waits = ~Q(matches__state=Match.State.FINAL)
    rows = Round.objects.filter(tournament=tournament).exclude(state=Round.State.DRAFT).order_by("number")
    counted = rows.annotate(
        open_tables=Count("matches", filter=waits),
        most_extension=Max("matches__extension_minutes", filter=waits, default=0),
    )
    fields = tuple(Played.__dataclass_fields__)
    return [Played(**row) for row in counted.values(*fields)]


def plan_of(policy: Policy, stages: Sequence[Stage]) -> list[Planned]:
    """The rounds of all stages that exist, and of the knock-out that the last one leads into."""
    plan: list[Planned] = []
    for stage, minutes in _whole(policy, stages):
        format_, done = format_of(stage), len(plan)
        for place in range(1, stage.rounds + 1):
            name = format_.round_name(stage, place, done + place)
            plan.append(Planned(done + place, name, minutes))
    return plan


def _whole(policy: Policy, stages: Sequence[Stage]) -> Iterator[tuple[Stage, int]]:
    """Every stage and the one after the cut, each with the minutes of its rounds."""
    if stages[-1].cut:
        stages = [*stages, _knock_out(policy, stages[-1])]
    for stage in stages:
        yield stage, policy.minutes_of(knock_out=format_of(stage).knock_out)


def _knock_out(policy: Policy, stage: Stage) -> Stage:
    """The stage after the cut as it would be with everybody who may go on; it is stored nowhere."""
    format_ = format_after(policy)
    made = Stage(tournament=stage.tournament, number=stage.number + 1, kind=format_.kind)
    format_.seed(made, [entry_key(number) for number in range(1, stage.cut + 1)])
    return made


def expected_end(tournament: Tournament, entered: int) -> datetime:
    """When an event is over by its plan for so many entries, or when its hall closes; no query, no words."""
    if tournament.closes_at is not None:
        return tournament.closes_at
    policy = tournament.policy
    pace = pace_of([], policy.minutes_of(knock_out=False))
    whole = _whole(policy, [_first(tournament, entered)])
    lengths = [length for stage, minutes in whole for length in [pace.length(minutes)] * stage.rounds]
    return tournament.starts_at + sum(lengths, pace.between * max(0, len(lengths) - 1))


def _expected(tournament: Tournament, entered: int) -> list[Planned]:
    """The rounds for those who have entered so far."""
    return plan_of(tournament.policy, [_first(tournament, entered)])


def _first(tournament: Tournament, entered: int) -> Stage:
    """The first stage as it would be for so many entries; with fewer than four, for all places."""
    plan = stage_plan(tournament.policy, entered if entered >= 4 else tournament.capacity)
    return Stage(tournament=tournament, number=1, kind=plan.kind, rounds=plan.rounds, cut=plan.cut)
