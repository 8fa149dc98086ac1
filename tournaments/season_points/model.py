"""The plain data that goes in: final results of events, and what one of them is worth to whom.

Everything is immutable; keys are opaque strings chosen by the caller, compared letter by letter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from tournaments.season_points.circuit import Circuit
from tournaments.standings.model import StandingsError

EVENT_KINDS: tuple[str, ...] = ("single", "team", "crew")
"""Who a finish is of: a person (pods too), a team of persons, or a crew that plays for its clan."""

NOT_COUNTED: tuple[str, ...] = (
    *("other_class", "not_chosen", "rehearsal", "imported", "too_early", "too_late", "later", "expired"),
)
"""Why an event does not count, in the order in which the reasons are looked at."""

STATES: tuple[str, ...] = (
    *("kept", "over_window", "over_class", "over_all", "zero", "disqualified", "unclaimed", *NOT_COUNTED),
)
"""How a result counts for its person's points."""


class SeasonError(StandingsError):
    """The results contradict each other or the rules; `code` is stable, `where` names the place."""


@dataclass(frozen=True, slots=True)
class Member:
    """One person of a finish, with the clan played for that day. `unclaimed`: nobody's account stands behind it."""

    person: str
    clan: str | None = None
    unclaimed: bool = False
    disqualified: bool = False

    @property
    def paid(self) -> bool:
        """Whether points may go to this person at all."""
        return not (self.unclaimed or self.disqualified)


@dataclass(frozen=True, slots=True)
class Finish:
    """One line of final standings in which the disqualified still stand: a place and who shares its points.

    `clan`: whose crew it is. `disqualified`: all of them. `dropped` changes nothing; a drop is paid by its place.
    """

    place: int
    members: tuple[Member, ...]
    clan: str | None = None
    disqualified: bool = False
    dropped: bool = False

    @classmethod
    def of(
        cls,
        place: int,
        person: str,
        clan: str | None = None,
        unclaimed: bool = False,
        disqualified: bool = False,
    ) -> Finish:
        """The finish of a single person."""
        return cls(place, (Member(person, clan, unclaimed),), disqualified=disqualified)

    def state_of(self, member: Member) -> str:
        """ "disqualified", "unclaimed" or, for one who is paid, an empty text."""
        if self.disqualified or member.disqualified:
            return "disqualified"
        return "unclaimed" if member.unclaimed else ""


@dataclass(frozen=True, slots=True)
class Event:
    """A finished event. `size`: entrants at the start (a team is one); None: as many as there are finishes."""

    key: str
    of: str
    on: date
    finishes: tuple[Finish, ...] = ()
    size: int | None = None
    kind: str = "single"
    name: str = ""
    rehearsal: bool = False
    imported: bool = False

    @property
    def field(self) -> int:
        """How many took part: what kickers are held against."""
        return len(self.finishes) if self.size is None else self.size

    @property
    def title(self) -> str:
        """What to call it."""
        return self.name or self.key


@dataclass(frozen=True, slots=True)
class Season:
    """All that a ladder is made of. `on`: its day; None: the latest date of all events."""

    circuit: Circuit
    events: tuple[Event, ...]
    on: date | None = None

    @property
    def day(self) -> date | None:
        """The day of the ladder; None before there is any event."""
        return self.on or max((event.on for event in self.events), default=None)


@dataclass(frozen=True, slots=True)
class Result:
    """What one event was to one person: the place, the worth, and how it counts (one of `STATES`)."""

    event: Event
    finish: Finish
    worth: Fraction
    state: str


@dataclass(frozen=True, slots=True)
class LadderRow:
    """One line of the ladder. `tie`: everybody who shares the rank; `decided_by`: what put it below the row above.

    `values` has every tie-break of the circuit: worths kept (`results`), counts (`wins`, `events`) or a day.
    """

    rank: int
    person: str
    points: Fraction
    values: Mapping[str, object]
    tie: tuple[str, ...]
    decided_by: str | None = None


@dataclass(frozen=True, slots=True)
class Ladder:
    """The whole table, best first, and every result of everybody, also of those without points."""

    season: Season
    day: date | None
    rows: tuple[LadderRow, ...]
    results: Mapping[str, tuple[Result, ...]]
    place_of: Mapping[str, int] = field(default_factory=dict)
    """Person -> index in `rows`."""

    def row(self, person: str) -> LadderRow | None:
        """The line of one person; None without points."""
        index = self.place_of.get(person)
        return None if index is None else self.rows[index]

    def points(self, person: str) -> Fraction:
        """The points of one person, 0 for whoever is not on it."""
        row = self.row(person)
        return row.points if row else Fraction(0)
