"""The plain data that goes into and comes out of the standings.

Everything here is immutable and hashable except `Row.values`; ids are opaque strings chosen by the caller.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

SOLO_KINDS: tuple[str, ...] = ("bye", "awarded_bye", "half_bye", "missed")
"""Kinds of a row with one player: a bye, a bye given as a prize, a requested half-point bye, a missed round."""

KINDS: tuple[str, ...] = ("played", "forfeit", "no_show", "double_loss", *SOLO_KINDS)
"""Every kind of row. `forfeit`: given up at the table; `no_show`: a player (or both) never came."""

RESULTS: tuple[str, ...] = ("w", "d", "l")
"""Result letters of one player in one match: won, drew, lost."""


class Sentence(str):
    """An English sentence that keeps its `pattern` and what was filled in, so that a page can say it its own way.

    It is the text itself for everybody who only prints it. Placeholders are named: "%(player)s".
    """

    pattern: str
    params: Mapping[str, object]

    def __new__(cls, pattern: str, **params: object) -> Sentence:
        """The pattern with its placeholders filled in."""
        out = super().__new__(cls, pattern % params)
        out.pattern, out.params = pattern, params
        return out


class StandingsError(ValueError):
    """The rows contradict each other or the policy; `code` is stable, `where` names the row or field.

    `message` is English; one with names or numbers in it is a :class:`Sentence`.
    """

    def __init__(self, code: str, message: str, where: str = "") -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.code = code
        self.message = message
        self.where = where


@dataclass(frozen=True, slots=True)
class Entrant:
    """One line of the standings: a player, or a team that plays as one.

    `name_key` orders entrants that stay exactly tied (they still share the rank). `joined_round` is the first
    round they could play; `dropped_after` the last round they were in (0 = before round 1, None = never left).
    `random` is the lot drawn and stored before round 1: the lower lot wins the last tie.
    """

    id: str
    name_key: str = ""
    joined_round: int = 1
    dropped_after: int | None = None
    random: int = 0
    disqualified: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """One finished match, pod or bye of one round.

    `players`: two ids; `(id, None)` for the kinds in `SOLO_KINDS`; three to six ids for a pod.
    `games`: games won by the first, won by the second, drawn; None when nobody wrote them down (always None in
    a pod). `results`: one letter per player ("w", "d", "l") that overrides what the games say, needed for a pod
    and whenever `games` is None. A pod that ran out of time is ("d", "d", "l", "l"): two still in, two out.
    `verified`: signed logs of its games prove the result; no standings read it.
    """

    round: int
    players: tuple[str | None, ...]
    games: tuple[int, int, int] | None = None
    kind: str = "played"
    results: tuple[str, ...] | None = None
    verified: bool = False

    @classmethod
    def bye(cls, round: int, player: str, kind: str = "bye") -> Match:
        """A row without an opponent; `kind` is one of `SOLO_KINDS`."""
        return cls(round, (player, None), None, kind)

    @classmethod
    def pod(cls, round: int, players: tuple[str, ...], winner: str | None) -> Match:
        """A pod of three or more with one winner; `winner=None` is a draw of all of them."""
        if winner is not None and winner not in players:
            raise StandingsError(
                "winner_unknown",
                Sentence("%(player)s is not in this pod", player=repr(winner)),
                f"round {round}",
            )
        letters = tuple("d" if winner is None else "w" if player == winner else "l" for player in players)
        return cls(round, tuple(players), None, "played", letters)

    @classmethod
    def no_show(cls, round: int, present: str, absent: str) -> Match:
        """`absent` never came: a match loss for them, a win for `present`."""
        return cls(round, (present, absent), None, "no_show", ("w", "l"))

    @classmethod
    def double_loss(cls, round: int, first: str, second: str) -> Match:
        """Both lose: a double no-show or a penalty to both."""
        return cls(round, (first, second), (0, 0, 0), "double_loss")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings.

    `rank` is shared by exactly tied rows (1, 1, 3) and None for a disqualified entrant who is listed unranked.
    `tie` holds the ids of everyone who shares this rank, this row included (so one alone when it is not tied).
    `values` has every metric of the preset, in its order, exact; None where a metric did not apply
    (head-to-head without a complete tie). `record` is (wins, losses, draws): full byes are wins, half-point
    byes draws. `played` counts the matches against a real opponent, `byes` the byes of any kind. `decided_by`
    is the metric that put this row below the row above it (None for the first row and for a shared rank;
    "disqualified" for one ranked after everyone).
    """

    rank: int | None
    id: str
    tie: tuple[str, ...]
    values: Mapping[str, Fraction | None]
    record: tuple[int, int, int]
    played: int
    byes: int
    dropped: bool = False
    disqualified: bool = False
    decided_by: str | None = None

    @property
    def tied_with(self) -> tuple[str, ...]:
        """The others who share this rank."""
        return tuple(other for other in self.tie if other != self.id)

    @property
    def points(self) -> Fraction:
        """Match points, whatever place they have in the order of the preset (0 if it has none)."""
        return self.values.get("match_points") or Fraction(0)


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a worked-out cell: a wording code, what to fill in, and the number the line stands for.

    `wording.STEPS[code]` has the English sentence with named placeholders; a page translates it.
    Values in `params` are strings, integers, Fractions or booleans.
    """

    code: str
    params: Mapping[str, object]
    value: Fraction | None


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """The opened cell: which metric, the formula's wording code, the lines in order, and the result.

    `value` is None when the metric did not apply to this entrant; the last step then says why.
    """

    entrant: str
    metric: str
    formula: str
    steps: tuple[Step, ...] = field(default=())
    value: Fraction | None = None
