"""The plain data of the pairing room: what goes in, what comes out.

Everything here is frozen and comparable, so a draft can be stored, compared and checked later. Scores are
match points (whole numbers); a team or a crew is one :class:`Player`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Method = Literal["random", "fold", "slide", "power"]
GroupRule = Literal["off", "soft", "strict"]
ByeChoice = Literal["standing", "random"]
Param = int | str | None
Params = Mapping[str, Param]

METHODS: tuple[Method, ...] = ("random", "fold", "slide", "power")
GROUP_RULES: tuple[GroupRule, ...] = ("off", "soft", "strict")
BYE_CHOICES: tuple[ByeChoice, ...] = ("standing", "random")


class PairingError(ValueError):
    """The input contradicts itself (a player twice, an unknown player, two fixed pairs for one player).

    ``code`` and ``params`` let the site translate it; the codes are in :mod:`tournaments.pairing.texts`.
    An impossible round is never an error: it is paired with the rules that had to give way named.
    """

    def __init__(self, code: str, **params: Param) -> None:
        super().__init__(f"{code} {params}")
        self.code = code
        self.params: Params = params


@dataclass(frozen=True, slots=True)
class Player:
    """One entry (player, team or crew) as it stands before the round.

    id: stable and unique; the random order depends on it, the order of the input never matters.
    score: match points so far.
    opponents: ids in the order of the rounds, ``None`` for a round without an opponent (bye, absent). The
        position is used to find the oldest rematch; a set is accepted when the order is unknown.
    byes: byes so far, awarded byes included.
    group: clan or other soft keep-apart group.
    fixed_table: table this player must sit at, every round.
    active: False leaves the player out of the round.
    rank: place in the standings (1 is best); used for tables, power pairing, fold and slide, and the bye.
    floats: how often the player was already paired out of their own score group (soft: fewest float again).
    """

    id: str
    score: int
    opponents: tuple[str | None, ...] | frozenset[str] = ()
    byes: int = 0
    group: str | None = None
    fixed_table: int | None = None
    active: bool = True
    rank: int | None = None
    floats: int = 0


@dataclass(frozen=True, slots=True)
class Options:
    """How a Swiss round is paired.

    method: ``random`` inside score groups (default), ``fold`` (top half against bottom half, reversed),
        ``slide`` (top half against bottom half in order), ``power`` (1-2, 3-4 by standings, last round).
    group_rule: ``soft`` separates clans without ever raising the point gap, ``strict`` puts the separation
        above the point gap (first rounds), ``off`` ignores clans. A rematch is worse than either.
    bye_choice: ``standing`` gives the bye to the lowest in standing of the lowest eligible score,
        ``random`` draws inside that score.
    total_rounds: announced number of rounds; lets small fields look ahead so that later rounds stay possible.
    bye_step: how far below the lowest score the bye stands, in points.
    avoid_repeat_floats: prefer players who floated least when someone must leave the score group.
    first_table / closed_tables: numbering of tables.
    leaders: how many of the best in standing are paired first, 1-2, 3-4 and so on without a rematch, before
        everybody else is paired by ``method``; 0 for nobody.
    window_limit: largest window solved in one piece; larger ones use the rolling horizon.
    """

    method: Method = "random"
    group_rule: GroupRule = "soft"
    bye_choice: ByeChoice = "standing"
    total_rounds: int | None = None
    bye_step: int = 1
    avoid_repeat_floats: bool = True
    first_table: int = 1
    closed_tables: frozenset[int] = frozenset()
    window_limit: int = 450
    leaders: int = 0

    def __post_init__(self) -> None:
        checks: tuple[tuple[str, str, tuple[str, ...]], ...] = (
            ("method", self.method, METHODS),
            ("group_rule", self.group_rule, GROUP_RULES),
            ("bye_choice", self.bye_choice, BYE_CHOICES),
        )
        for name, value, allowed in checks:
            if value not in allowed:
                raise PairingError("unknown_option", option=name, value=str(value))
        if self.bye_step < 1:
            raise PairingError("unknown_option", option="bye_step", value=self.bye_step)
        if self.leaders < 0:
            raise PairingError("unknown_option", option="leaders", value=self.leaders)


class Pair(NamedTuple):
    """One match of a draft: ``b`` is None for a bye, whose ``table`` is None. ``a`` stands at least as high."""

    a: str
    b: str | None
    table: int | None = None

    @property
    def ids(self) -> tuple[str, ...]:
        """Those who sit here: two players, or the one with the bye."""
        return (self.a,) if self.b is None else (self.a, self.b)


@dataclass(frozen=True, slots=True)
class Relaxation:
    """A rule that had to give way: a code of :mod:`.texts` and what it needs to be said."""

    code: str
    params: Params = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Certificate:
    """What can be said about the quality of a round, for anybody to verify.

    cost: sum of squared point gaps over the pairs that were free (the bye plays ``bye_step`` below the lowest).
    lower_bound: no complete pairing can cost less (parity of the score groups, docs/pairing.md).
    certified: ``cost == lower_bound`` and no rule gave way: optimal by the bound alone.
    exact: the solver's own proof of optimality holds (false for the rolling horizon of huge windows).
    windows: number of players of each small problem that was solved exactly.
    """

    cost: int
    lower_bound: int
    certified: bool
    rematches: int = 0
    second_byes: int = 0
    soft_conflicts: int = 0
    pair_downs: int = 0
    windows: tuple[int, ...] = ()
    relaxed: tuple[Relaxation, ...] = ()
    exact: bool = True


@dataclass(frozen=True, slots=True)
class RoundDraft:
    """A paired round: byes last, matches by table."""

    pairs: tuple[Pair, ...]
    certificate: Certificate
    seed: str
    number: int


@dataclass(frozen=True, slots=True)
class Problem:
    """Something the checker found.

    severity: ``error`` (not a valid round), ``warning`` (weak: a better round exists, or nobody knows) or ``note``
    (it is so, and no round could spare it).
    """

    code: str
    params: Params = field(default_factory=dict)
    severity: Literal["error", "warning", "note"] = "error"


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The checker's answer; the certificate is None while the round is not a valid partition.

    better: the pairs of a better round that are not in this one (without tables), where one is known.
    """

    problems: tuple[Problem, ...]
    certificate: Certificate | None
    better: tuple[Pair, ...] = ()

    @property
    def ok(self) -> bool:
        """True when no problem is an error."""
        return all(problem.severity != "error" for problem in self.problems)

    @property
    def strong(self) -> bool:
        """True when nothing is wrong, nothing is weak and no better round is known: the strict reading."""
        return not self.better and all(problem.severity == "note" for problem in self.problems)


@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence of an explanation, as a code and its parameters."""

    code: str
    params: Params = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody the player could have met: the gap in points and the codes that spoke against it."""

    id: str
    gap: int
    legal: bool
    against: tuple[str, ...] = ()
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a player got this opponent (or the bye): reasons in reading order, and who was possible."""

    player: str
    opponent: str | None
    reasons: tuple[Reason, ...]
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class CurrentPair:
    """A pair of a round that already exists, for the repair plans. ``locked`` pairs are kept by every plan."""

    a: str
    b: str | None
    table: int | None = None
    finished: bool = False
    locked: bool = False

    @property
    def ids(self) -> tuple[str, ...]:
        """Those who sit here: two players, or the one with the bye."""
        return (self.a,) if self.b is None else (self.a, self.b)


@dataclass(frozen=True, slots=True)
class RepairPlan:
    """One way to mend a round, and its price over the whole round.

    kind: leave changes nothing; smallest gives everybody a match with as few new pairs as possible or, when nobody
    waits, breaks the fewest matches that make the round better; best reaches the best round there is with as few
    changes as possible; full pairs everything anew; exchange lets two players that somebody named change places.
    pairs: the whole round afterwards. broken / added: what changes. results_lost: finished matches given up.
    unpaired: players without an opponent (``leave`` may leave some). measure: the price, level by level, to compare
    plans (:mod:`.repair_price`). cost, worst_gap, rematches, second_byes and problems are of the whole round.
    restarts: matches that begin anew. minutes_lost: what has been played of the round by then, when any does.
    later_rounds: how many of the announced later rounds stay possible without a rematch (None: not known);
    fewest_left: the fewest possible opponents anybody keeps for them.
    """

    kind: Literal["leave", "smallest", "best", "full", "exchange"]
    pairs: tuple[Pair, ...]
    broken: tuple[Pair, ...]
    added: tuple[Pair, ...]
    unpaired: tuple[str, ...]
    matches_broken: int
    results_lost: int
    worst_gap: int
    rematches: int
    second_byes: int
    problems: tuple[Problem, ...] = ()
    measure: tuple[int, ...] = ()
    cost: int = 0
    restarts: int = 0
    minutes_lost: int = 0
    later_rounds: int | None = None
    fewest_left: int = 0
