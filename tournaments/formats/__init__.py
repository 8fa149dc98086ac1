"""The ways to play a stage, one folder each, and the one list of them.

A folder here holds ``FORMATS``: one :class:`Format` for every kind of stage that it brings; :func:`load` finds them
when Django starts. Other rooms ask :func:`format_of` or :func:`first_format`; no ``if kind`` stands anywhere else.

This module knows no other room, so events, entries and rounds may ask it. The folders stand above rounds; nobody
imports a folder but this module, and that by name only at the start.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypedDict, TypeVar

from django.utils.translation import gettext as _
from msgspec import Struct

from ledger.errors import UserError
from ledger.shapes import Context, Ids, Json

if TYPE_CHECKING:
    from django import forms
    from django.db.models import Q

    from ledger.commands import Command
    from ledger.errors import Problem
    from tournaments.entries.models import Entry
    from tournaments.events.models import Stage, Tournament
    from tournaments.events.policy import Policy, StagePlan, Template
    from tournaments.events.settings import PolicyLine
    from tournaments.formats.bracket_page import Meeting
    from tournaments.rounds.models import Match, Round
    from tournaments.rounds.outcomes import Outcome
    from tournaments.rounds.tables import Table
    from tournaments.rounds.units import Unit

Said = Sequence[int] | str
"""What somebody says of a table: (first, second, drawn) games, or a letter for every seat in order."""
LEAVE, SMALLEST, BEST, FULL, EXCHANGE = "leave", "smallest", "best", "full", "exchange"
"""The plans to mend a round; ``best`` where it is another one than the others, ``exchange`` made by hand."""
Places = tuple[tuple[int, tuple[str, ...]], ...]

Ended = TypeVar("Ended")


class Ending(Protocol[Ended]):
    """How a table ends: which outcome it can have, and the forms by which people say it."""

    report_template: str
    """The part of a player's screen in which they report; context as :meth:`report_context` gives it."""

    def read(self, said: Said, match: Match, kind: str) -> Ended:
        """What was said, as an outcome; :class:`UserError` when this cannot be said of such a table.

        ``kind``: played, a forfeit, or a double loss, which has no score.
        """

    def problems(self, outcome: Ended, match: Match, kind: str, *, called: bool) -> list[Problem]:
        """Why the match cannot end so; empty when it can. ``called``: time has run out at the table."""

    def unsaid(self, match: Match, reports: Mapping[int, Outcome]) -> bool:
        """Whether somebody still has to report; ``reports`` are the outcomes by entry."""

    def report_form(self, data: Any, match: Match, entry: Entry) -> ReportForm:
        """The form in which this player reports, own side first."""

    def report_context(self, match: Match, entry: Entry) -> Context:
        """What the template of the report needs beside the form."""

    def typed(self, text: str, match: Match) -> tuple[Said, str] | None:
        """What somebody at the desk typed after the number of the table, and of which kind; None: no result here."""

    def staff_form(self, data: Any, match: Match, losses: Sequence[Any]) -> forms.Form:
        """The form in which staff enter, rule and correct; :class:`StaffResult` when valid."""


class ReportForm(Protocol):
    """A form by which a result is said."""

    @property
    def said(self) -> Said:
        """What a valid form says, by the seats of the table."""

    def is_valid(self) -> bool:
        """As every form of Django."""


class Relaxed(TypedDict):
    """A rule that had to give way: its code, and what a sentence about it needs."""

    code: str
    params: Json


class StoredCertificate(TypedDict, total=False):
    """What is stored as proved of a round; ``changed_by_hand``: a reason, ``mended_at``: when it was repaired."""

    method: str
    cost: int
    lower_bound: int
    spread: int
    certified: bool
    exact: bool
    rematches: int
    second_byes: int
    soft_conflicts: int
    pair_downs: int
    relaxed: list[Relaxed]
    changed_by_hand: str
    mended_at: str


@dataclass(frozen=True)
class Draft:
    """A round as a format makes it: tables of those who are paired (players, crews or teams), and its certificate."""

    tables: list[Table]
    certificate: StoredCertificate


@dataclass(frozen=True)
class Plan:
    """One way to mend a round that is being played, with its price in words.

    ``broken`` goes and ``added`` comes; ``seated`` are all who sit at a table afterwards; ``count`` tables break,
    ``lost`` results go; ``best``: no other plan pairs better. ``token``: what a person agreed to. ``problems``: weak.
    """

    kind: str
    token: str
    broken: tuple[Table, ...]
    added: tuple[Table, ...]
    seated: frozenset[str]
    unpaired: tuple[str, ...]
    count: int
    facts: tuple[tuple[str, Any], ...]
    best: bool = False
    problems: tuple[str, ...] = ()
    lost: int = 0


@dataclass(frozen=True)
class Explanation:
    """Why somebody sits where they sit: sentences, and for a pairing by points the nearest others.

    ``candidates``: name, gap, chosen, against (what spoke against them).
    """

    opponent: str
    reasons: list[str]
    changed_by_hand: str = ""
    candidates: Sequence[Context] = ()


class NoSettings(Struct, frozen=True):
    """What most formats have of their own."""


class Format:
    """One kind of stage. What a kind does not say is what most kinds do; :meth:`draft` and :meth:`fits` it must say."""

    kind: str = ""
    """The word in the stage's row; it never changes once tournaments have it."""
    ending: Ending[Any]
    """How its tables end."""
    unit: Unit | None = None
    """Who is paired and ranked; None for the players themselves."""
    knock_out: bool = False
    """Played after a cut: seeds, no standings of its own, somebody must win."""
    mendable: bool = False
    """Whether :meth:`plans` mends a round that is being played."""
    gathers: bool = False
    """Whether a round is drawn from whoever is here, so that a draft is paired again when somebody comes back."""
    by_hand: bool = False
    """Whether staff may let two change places in a draft."""
    decisions: bool = False
    """Whether it keeps what staff decided before pairing."""
    third_place: bool = False
    """Whether there can be a match for third place."""
    meets_once: bool = False
    """Whether nobody meets anybody twice, so that the rounds run out."""
    simulated: bool = False
    """Whether the season simulator plays it: rounds by points, of single players."""
    many_seats: bool = False
    """Whether three or more may sit at one of its tables."""
    pairing_texts: str = "relaxed"
    """Under which heading the pairing room keeps the sentences for rules that gave way."""
    settings: type[Struct] = NoSettings
    """The struct that declares the settings of its own (:mod:`tournaments.events.settings`)."""
    rank: int = 50
    """Where it stands among the others in forms and lists: lower first."""
    templates: tuple[Template, ...] = ()
    """Ready-made events that it adds to those an organizer chooses from."""
    urlpatterns: Sequence[Any] = ()
    """Pages of its own, in the namespace ``tournaments``."""

    # --- before the first round ---------------------------------------------------------------------------

    def begins(self, policy: Policy) -> bool:
        """Whether an event with this policy begins with this kind; true for one kind of every policy."""
        return False

    def follows(self, policy: Policy) -> bool:
        """Whether this kind is played after the cut under this policy; true for one kind of every policy."""
        return False

    def problems(self, policy: Policy) -> list[Problem]:
        """What of a new policy this kind cannot do."""
        return []

    def meeting_lines(self, policy: Policy) -> list[PolicyLine]:
        """Who meets whom, in the words of the tournament page."""
        return []

    def plan(self, policy: Policy, entries: int) -> StagePlan:
        """The first stage for so many entries: kind, rounds, and how many go on."""
        raise NotImplementedError

    def team_size(self, policy: Policy) -> int:
        """How many a team has, where that is fixed; 0 where it is not."""
        return 0

    def require(self, tournament: Tournament) -> None:
        """Refuse the start with :class:`UserError` while those who are checked in cannot play this kind."""

    def start(self, stage: Stage, keys: list[str]) -> None:
        """Set the stage's fixed order, where there is one; ``keys`` are the entries present, by number."""

    def people(self, keys: Collection[str]) -> Q:
        """The entries behind the keys that are paired and ranked, as a condition."""
        from django.db.models import Q

        return Q(number__in=[int(key[1:]) for key in keys])

    # --- a round ------------------------------------------------------------------------------------------

    def prepare(self, cmd: Command, tournament: Tournament, stage: Stage, number: int) -> None:
        """Settle what must be settled before round ``number`` is drafted: seeds, the table of a round robin."""

    def draft(self, tournament: Tournament, stage: Stage, number: int, seed: str) -> Draft:
        """Pair round ``number``; the same seed and field give the same draft."""
        raise NotImplementedError

    def fits(self, tournament: Tournament, round_: Round) -> bool:
        """Whether a stored draft is a valid round of the field as it is now."""
        raise NotImplementedError

    def recertify(
        self, tournament: Tournament, round_: Round, reason: str
    ) -> tuple[StoredCertificate, list[str]]:
        """The certificate of a round that was changed by hand, and codes of what the checker found wrong."""
        kept: StoredCertificate = round_.certificate | {"changed_by_hand": reason}
        return kept, []

    def plans(self, tournament: Tournament, round_: Round, gone: Ids = (), given_up: Ids = ()) -> list[Plan]:
        """The ways to mend a round in play without the entries ``gone``; ``given_up``: finished matches that may go."""
        return []

    def exchange(self, tournament: Tournament, round_: Round, names: tuple[str, str]) -> Plan:
        """The plan by which two players (keys) at different tables change places, where staff may (``by_hand``)."""
        raise NotImplementedError

    def leaving(self, tournament: Tournament) -> bool:
        """Whether mending asks who leaves before the start."""
        return False

    def settle(self, cmd: Command, tournament: Tournament, stage: Stage) -> None:
        """After a round is complete or a result corrected: settle what follows from the results."""

    def decide(self, match: Match, outcome: Outcome, kind: str) -> Outcome:
        """The outcome as it counts here; :class:`UserError` for one that this kind does not have."""
        return outcome

    def why(self, tournament: Tournament, round_: Round, entry: Entry) -> Explanation:
        """Why this player sits at this table."""
        raise NotImplementedError

    # --- words and pictures -------------------------------------------------------------------------------

    def round_name(self, stage: Stage, place: int, number: int) -> str:
        """What people call round ``place`` (from 1) of the stage, which is round ``number`` of the tournament."""
        return _("Round %(number)s") % {"number": number}

    def proof(self, round_: Round) -> tuple[str, str] | None:
        """The badge of a draft and its words: what is known of how good it is; nothing after a change by hand."""
        return None if round_.certificate.get("changed_by_hand") else proven(round_.certificate)

    def figures(self, certificate: Mapping[str, Any]) -> list[tuple[str, Any]]:
        """Numbers of a draft's certificate in words."""
        return []

    # --- a knock-out --------------------------------------------------------------------------------------

    def cut_problems(self, policy: Policy) -> list[Problem]:
        """What of a new policy's cut this kind cannot do."""
        return []

    def cut_size(self, policy: Policy, entries: int) -> int:
        """How many of so many entries go on into it at most."""
        raise NotImplementedError

    def cut_rule(self, policy: Policy) -> str:
        """Who goes on into it, in the words of the tournament page."""
        return ""

    def cut_lines(self, policy: Policy) -> list[PolicyLine]:
        """How it is played, in the words of the tournament page."""
        return []

    def cut_words(self, stage: Stage, policy: Policy) -> str:
        """What the desk says about the cut that leads into this kind; ``stage`` is the one before it."""
        return ""

    def seed(self, stage: Stage, seeds: list[str]) -> None:
        """Give the stage its seeds, as many as this kind can take, and the rounds they need."""
        raise NotImplementedError

    def goes_on(self, match: Match) -> str | None:
        """Who goes on from this match as things are, by key; None before that is known and outside a knock-out."""
        return None

    def standing(self, stage: Stage, key: str) -> str:
        """Where somebody stands in the knock-out: ``on``, ``out``, ``won``; empty where there is none."""
        return ""

    def places(self, stage: Stage) -> Places:
        """Every place that the knock-out has decided, best first."""
        return ()

    def meetings(self, tournament: Tournament, stage: Stage) -> tuple[Meeting, ...]:
        """Every match of the knock-out in the order of its rounds, those that are still to come too."""
        return ()

    def drawing(self, tournament: Tournament, stage: Stage) -> str:
        """The whole stage as markup, for everybody; empty for a kind that has only its rounds."""
        return ""


_FORMATS: dict[str, Format] = {}


def register(format_: Format) -> None:
    """Add one kind; a second one of the same name is a mistake of the programmer."""
    if not format_.kind or format_.kind in _FORMATS:
        raise ValueError(f"a format needs a kind of its own, not {format_.kind!r}")
    _FORMATS[format_.kind] = format_


def load() -> None:
    """Register the formats of every folder here that is not registered yet."""
    for found in (one for one in pkgutil.iter_modules(__path__) if one.ispkg):
        for format_ in importlib.import_module(f"{__name__}.{found.name}").FORMATS:
            if _FORMATS.get(format_.kind) is not format_:
                register(format_)


def formats() -> Iterator[Format]:
    """Every kind, the usual ones first."""
    return iter(sorted(_FORMATS.values(), key=lambda one: (one.rank, one.kind)))


def format_named(kind: str) -> Format:
    """The format of this kind; KeyError for one that no folder brings."""
    return _FORMATS[kind]


def format_of(stage: Stage) -> Format:
    """The format that a stage is played in."""
    return _FORMATS[stage.kind]


def first_format(policy: Policy) -> Format:
    """The format that an event with this policy begins with."""
    return next(one for one in formats() if one.begins(policy))


def format_after(policy: Policy) -> Format:
    """The format of the knock-out that an event with this policy has after its cut."""
    return next(one for one in formats() if one.follows(policy))


def duel_kinds() -> list[str]:
    """The kinds in which single players meet one against one before a cut."""
    return [one.kind for one in formats() if one.unit is None and not (one.knock_out or one.many_seats)]


def knock_out_kinds() -> list[str]:
    """The kinds that are played after a cut."""
    return [one.kind for one in formats() if one.knock_out]


def proven(certificate: StoredCertificate) -> tuple[str, str]:
    """The badge of a round that the pairing room found, or that its checker saw again, and its words."""
    if certificate.get("certified"):
        return "verified", _("Proven best: no round breaks fewer rules or has smaller point gaps")
    return "info", _("Checked: every player exactly once")


def refuse_by_table() -> UserError:
    """What is said where who meets whom is fixed beforehand."""
    text = _("Here, who plays whom is fixed for all rounds; it cannot be changed by hand.")
    return UserError("by_table", text)


def too_few() -> UserError:
    """What is said when nobody is left to play against."""
    return UserError("too_few", _("At least two players must be in the tournament to pair a round."))
