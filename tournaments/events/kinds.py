"""What an event must know of a kind of stage before the first round is paired, and the questions for it.

Rooms below rounds ask here; how a round is paired and a knock-out is played, :mod:`tournaments.rounds.formats` says.
No ``if kind`` stands anywhere outside the folders of formats.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Sequence
from enum import Enum

from django.db.models import Q
from django.urls import URLPattern
from msgspec import Struct

from ledger.errors import Problem

from .models import Stage, Tournament
from .policy import Policy, StagePlan, Template
from .registry import named, registered
from .settings import PolicyLine


class Late(Enum):
    """How whoever comes after the start may still come in, up to the round that the policy names."""

    NEVER = "never"
    BETWEEN = "between"
    """Before that round is published: its tables were drawn before."""
    PLAYED = "played"
    """Until that round is over: at once into the round being played, or into the next one."""


class NoSettings(Struct, frozen=True):
    """What most kinds have of their own."""


class Kind:
    """One kind of stage, as events, entries and submissions see it."""

    kind: str = ""
    """The word in the stage's row; it never changes once tournaments have it."""
    rank: int = 50
    """Where it stands among the others in forms and lists: lower first."""
    settings: type[Struct] = NoSettings
    """The struct that declares the settings of its own (:mod:`.settings`)."""
    templates: tuple[Template, ...] = ()
    """Ready-made events that it adds to those an organizer chooses from."""
    urlpatterns: Sequence[URLPattern] = ()
    """Pages of its own, in the namespace ``tournaments``."""
    knock_out: bool = False
    """Played after a cut: seeds, no standings of its own, somebody must win."""
    many_seats: bool = False
    """Whether three or more may sit at one of its tables."""

    def require(self, tournament: Tournament) -> None:
        """Refuse the start with :class:`UserError` while those who are checked in cannot play this kind."""

    def start(self, stage: Stage, keys: list[str]) -> None:
        """Set the stage's fixed order, where there is one; ``keys`` are the entries present, by number."""

    def people(self, keys: Collection[str]) -> Q:
        """The entries behind the keys that are paired and ranked, as a condition."""
        return Q(number__in=[int(key[1:]) for key in keys])


class FirstKind(Kind, ABC):
    """A kind that an event can begin with."""

    meets_once: bool = False
    """Whether nobody meets anybody twice, so that the rounds run out."""
    late: Late = Late.PLAYED
    """How whoever comes late may come in."""
    awards: bool = False
    """Whether byes and seeds that were awarded beforehand mean something here: rounds by points, of single players."""
    simulated: bool = False
    """Whether the season simulator plays it: rounds by points, of single players."""

    @abstractmethod
    def begins(self, policy: Policy) -> bool:
        """Whether an event with this policy begins with this kind; true for one kind of every policy."""

    @abstractmethod
    def plan(self, policy: Policy, entries: int) -> StagePlan:
        """The first stage for so many entries: kind, rounds, and how many go on."""

    def problems(self, policy: Policy) -> list[Problem]:
        """What of a new policy this kind cannot do."""
        return []

    def meeting_lines(self, policy: Policy) -> list[PolicyLine]:
        """Who meets whom, in the words of the tournament page, beside what their own settings say."""
        return []

    def team_size(self, policy: Policy) -> int:
        """How many a team has, where that is fixed; 0 where it is not."""
        return 0


class CutKind(Kind, ABC):
    """A kind that is played after a cut."""

    knock_out = True
    third_place: bool = False
    """Whether there can be a match for third place."""

    @abstractmethod
    def follows(self, policy: Policy) -> bool:
        """Whether this kind is played after the cut under this policy; true for one kind of every policy."""

    @abstractmethod
    def cut_size(self, policy: Policy, entries: int) -> int:
        """How many of so many entries go on into it at most."""

    @abstractmethod
    def seed(self, stage: Stage, seeds: list[str]) -> None:
        """Give the stage its seeds, as many as this kind can take, and the rounds they need."""

    def cut_problems(self, policy: Policy) -> list[Problem]:
        """What of a new policy's cut this kind cannot do."""
        return []

    def cut_rule(self, policy: Policy) -> str:
        """Who goes on into it, in the words of the tournament page."""
        return ""

    def cut_lines(self, policy: Policy) -> list[PolicyLine]:
        """How it is played, in the words of the tournament page, beside what their own settings say."""
        return []

    def cut_words(self, stage: Stage, policy: Policy) -> str:
        """What the desk says about the cut that leads into this kind; ``stage`` is the one before it."""
        return ""


def formats() -> Iterator[Kind]:
    """Every kind, the usual ones first."""
    return (one for one in registered() if isinstance(one, Kind))


def first_formats() -> Iterator[FirstKind]:
    """The kinds that an event can begin with."""
    return (one for one in formats() if isinstance(one, FirstKind))


def cut_formats() -> Iterator[CutKind]:
    """The kinds that are played after a cut."""
    return (one for one in formats() if isinstance(one, CutKind))


def kind_of(stage: Stage) -> Kind:
    """The kind that a stage is played in."""
    found = named(stage.kind)
    if not isinstance(found, Kind):
        raise TypeError(f"{stage.kind} is no kind of stage")
    return found


def first_format(policy: Policy) -> FirstKind:
    """The kind that an event with this policy begins with."""
    return next(one for one in first_formats() if one.begins(policy))


def format_after(policy: Policy) -> CutKind:
    """The kind of the knock-out that an event with this policy has after its cut."""
    return next(one for one in cut_formats() if one.follows(policy))


def knock_out_kinds() -> list[str]:
    """The names of the kinds that are played after a cut."""
    return [one.kind for one in cut_formats()]
