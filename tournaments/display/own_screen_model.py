"""What a player's screen shows, as a view model: see :mod:`tournaments.display.own_screen`, which fills it."""

from dataclasses import dataclass
from datetime import datetime

from .holes import Open, OpenNumber
from .own_place import OwnPlace


@dataclass(frozen=True)
class OwnPolicy:
    """What the tournament's policy says that a screen asks."""

    teams: bool


@dataclass(frozen=True)
class OwnTournament:
    """The tournament; all of it decides how the screen reads."""

    name: str
    slug: str
    announcement: str
    approval_note: str
    state: str
    starts_at: datetime
    policy: OwnPolicy


@dataclass(frozen=True)
class OwnEntry:
    """The player; ``submitted``: whether there is a deck."""

    number: OpenNumber
    name: Open[str]
    state: str
    state_words: str
    moved_up_at: datetime | None
    submitted: bool


@dataclass(frozen=True)
class OwnMatch:
    """One's own table."""

    pk: OpenNumber
    kind: str
    state: str


@dataclass(frozen=True)
class OwnRound:
    """The newest round."""

    number: OpenNumber


@dataclass(frozen=True)
class Coming:
    """The round that is waited for, and when it starts, to the minute."""

    name: str
    starts_at: datetime


@dataclass(frozen=True)
class Account:
    """Whose phone it is."""

    pk: OpenNumber


@dataclass(frozen=True)
class OwnScreen:
    """The context of ``display/_me.html``; every open text is markup that was rendered already, "" where there is none.

    ``knock_out``: how the player stands in it. ``reports``: whether the player, not another of the team, reports.
    ``many``: more than two sit at the table. ``told``: what staff did about the present result, ``news`` about others.
    ``late_slip``: what a disputed table reads where no report differs.
    ``proposed``: their signed games say the result, which one tap reports.
    ``call``, ``recorded`` and ``deck_notice``, ``elsewhere`` too, are there for those few who have one.
    """

    user: Account
    tournament: OwnTournament
    entry: OwnEntry
    round: OwnRound | None
    match: OwnMatch | None
    place: OwnPlace | None
    next: Coming | None
    knock_out: str
    rights: bool
    reports: bool
    judge_here: bool
    late_slip: Open[str]
    many: bool
    may_call: bool
    recordable: bool
    proposed: bool
    news: tuple[str, ...]
    told: tuple[str, ...]
    meeting: Open[int | None]
    door: Open[str]
    clock: Open[str]
    card: Open[str]
    report: Open[str]
    call: Open[str]
    recorded: Open[str]
    own: Open[str]
    deck_notice: Open[str]
    rulings: Open[str]
    penalties: Open[str]
    elsewhere: Open[str]
    results: Open[str]
