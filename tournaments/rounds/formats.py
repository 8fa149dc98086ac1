"""How a kind of stage is played: how it pairs, what it says of itself, and what a knock-out answers beside that.

A folder of :mod:`tournaments.formats` derives its kinds from :class:`Rounds` or :class:`KnockOut`; what a kind does not
say is what most kinds do. Other rooms ask :func:`format_of`.
"""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol, TypedDict, TypeVar

from django import forms
from django.http import QueryDict
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from ledger.commands import Command
from ledger.errors import Problem, UserError
from ledger.hashing import canonical
from ledger.shapes import Context, Ids, Json
from tournaments.entries.models import Entry
from tournaments.events.kinds import CutKind, FirstKind, first_format, formats, kind_of
from tournaments.events.models import Stage, Tournament
from tournaments.events.policy import Policy

from .models import Match, Round
from .outcomes import Outcome
from .questions import Loss
from .tables import Table
from .units import OfUnits

Said = Sequence[int] | str
"""What somebody says of a table: (first, second, drawn) games, or a letter for every seat in order."""
LEAVE, SMALLEST, BEST, FULL, EXCHANGE = "leave", "smallest", "best", "full", "exchange"
"""The plans to mend a round; ``best`` where it is another one than the others, ``exchange`` made by hand."""
Places = tuple[tuple[int, tuple[str, ...]], ...]

Ended = TypeVar("Ended")


class ReportForm(Protocol):
    """A form by which a result is said."""

    @property
    def said(self) -> Said:
        """What a valid form says, by the seats of the table."""

    def is_valid(self) -> bool:
        """As every form of Django."""


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

    def report_form(self, data: QueryDict | None, match: Match, entry: Entry) -> ReportForm:
        """The form in which this player reports, own side first."""

    def report_context(self, match: Match, entry: Entry) -> Context:
        """What the template of the report needs beside the form."""

    def typed(self, text: str, match: Match) -> tuple[Said, str] | None:
        """What somebody at the desk typed after the number of the table, and of which kind; None: no result here."""

    def staff_form(self, data: QueryDict | None, match: Match, losses: Sequence[Loss]) -> forms.Form:
        """The form in which staff enter, rule and correct; :class:`StaffResult` when valid."""


class Relaxed(TypedDict):
    """A rule that had to give way: its code, and what a sentence about it needs."""

    code: str
    params: Json


class StoredCertificate(TypedDict, total=False):
    """What is stored as proved of a round.

    ``changed_by_hand``: a reason, ``mended_at``: when it was repaired, ``basis``: what it was drawn from.
    """

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
    basis: str


@dataclass(frozen=True)
class Draft:
    """A round as a format makes it: tables of those who are paired (players, crews or teams), and its certificate.

    ``basis``: what it was drawn from, as :meth:`Pairs.basis` says it.
    """

    tables: list[Table]
    certificate: StoredCertificate
    basis: str = ""


def drawn_from(*parts: Iterable[Any]) -> str:
    """The mark of what a round is drawn from: plain data of pairing (players, decisions, options).

    Keyed, so that nobody who reads a certificate can try out what staff decided alone.
    """
    drawn = canonical([[asdict(one) for one in part] for part in parts])
    return salted_hmac("tournaments.rounds.drawn_from", drawn).hexdigest()


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
    facts: tuple[tuple[str, object], ...]
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


@dataclass(frozen=True)
class Meeting:
    """A match or final table of a knock-out: its slot, the round of the tournament, who sits there by key.

    ``keys``: None for one whom an earlier match decides. ``games``: won by each, once they are counted and final.
    ``winner``: who goes on. ``table``: None before it is published.
    """

    slot: str
    round: int
    table: int | None
    keys: tuple[str | None, ...]
    games: tuple[int, ...] | None
    winner: str | None


class Pairs(Protocol):
    """Who sits where: how a round is drawn, mended and ended."""

    ending: Ending[Any]
    """How its tables end."""
    mendable: bool = False
    """Whether :meth:`plans` mends a round that is being played."""
    gathers: bool = False
    """Whether a round is drawn from those who are here, so that a draft is paired again when somebody comes back."""
    by_hand: bool = False
    """Whether staff may let two change places in a draft."""
    decisions: bool = False
    """Whether it keeps what staff decided before pairing."""

    def prepare(self, cmd: Command, tournament: Tournament, stage: Stage, number: int) -> None:
        """Settle what must be settled before round ``number`` is drafted: seeds, the table of a round robin."""
        return None

    @abstractmethod
    def draft(self, tournament: Tournament, stage: Stage, number: int, seed: str) -> Draft:
        """Pair round ``number``; the same seed and field give the same draft."""

    @abstractmethod
    def fits(self, tournament: Tournament, round_: Round) -> bool:
        """Whether a stored draft is a valid round of the field as it is now."""

    def basis(self, tournament: Tournament, stage: Stage, number: int) -> str:
        """What round ``number`` would be drawn from now (:func:`drawn_from`); empty where results decide nothing."""
        return ""

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
        raise refuse_by_table()

    def leaving(self, tournament: Tournament) -> bool:
        """Whether mending asks who leaves before the start."""
        return False

    def settle(self, cmd: Command, tournament: Tournament, stage: Stage) -> None:
        """After a round is complete or a result corrected: settle what follows from the results."""
        return None

    def decide(self, match: Match, outcome: Outcome, kind: str) -> Outcome:
        """The outcome as it counts here; :class:`UserError` for one that this kind does not have."""
        return outcome


class Speaks(Protocol):
    """What is said of a round: its name, how good it is, and why somebody sits where they sit."""

    pairing_texts: str = "relaxed"
    """Under which heading the pairing room keeps the sentences for rules that gave way."""

    @abstractmethod
    def why(self, tournament: Tournament, round_: Round, entry: Entry) -> Explanation:
        """Why this player sits at this table."""

    def round_name(self, stage: Stage, place: int, number: int) -> str:
        """What people call round ``place`` (from 1) of the stage, which is round ``number`` of the tournament."""
        return _("Round %(number)s") % {"number": number}

    def match_name(self, stage: Stage, place: int, number: int, slot: str) -> str:
        """What people call one match of that round, where the round holds matches of several kinds."""
        return self.round_name(stage, place, number)

    def when_level(self) -> str:
        """What is said before time ends a game: who goes on from a level match; empty where it is simply a draw."""
        return ""

    def proof(self, round_: Round) -> tuple[str, str] | None:
        """The badge of a draft and its words: what is known of how good it is; nothing after a change by hand."""
        return None if round_.certificate.get("changed_by_hand") else proven(round_.certificate)

    def figures(self, certificate: StoredCertificate) -> list[tuple[str, object]]:
        """Numbers of a draft's certificate in words."""
        return []


class Format(OfUnits, Pairs, Speaks):
    """One kind of stage, whole."""


class Rounds(FirstKind, Format):
    """A kind that an event can begin with: rounds that count in the standings."""


class KnockOut(CutKind, Format):
    """A kind that is played after a cut, until somebody has won."""

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


def format_of(stage: Stage) -> Format:
    """The format that a stage is played in."""
    found = kind_of(stage)
    if not isinstance(found, Format):
        raise TypeError(f"nobody can play {stage.kind}")
    return found


def rounds_under(policy: Policy) -> Rounds:
    """The format that an event with this policy begins with."""
    found = first_format(policy)
    if not isinstance(found, Rounds):
        raise TypeError(f"nobody can play {found.kind}")
    return found


def knock_out_in(stage: Stage) -> KnockOut:
    """The format of a stage after the cut; TypeError for another stage."""
    found = kind_of(stage)
    if not isinstance(found, KnockOut):
        raise TypeError(f"{stage.kind} is no knock-out")
    return found


def standing_of(stage: Stage, key: str) -> str:
    """Where somebody stands in a knock-out: ``on``, ``out``, ``won``; empty in another stage."""
    found = kind_of(stage)
    return found.standing(stage, key) if isinstance(found, KnockOut) else ""


def duel_kinds() -> list[str]:
    """The kinds in which single players meet one against one before a cut."""
    return [
        one.kind for one in formats() if isinstance(one, Rounds) and one.unit is None and not one.many_seats
    ]


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
