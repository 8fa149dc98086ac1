"""From match rows to per-entrant histories and exact columns: the one pass over the input.

All shares are kept as integers over one common denominator per column, so that 10,000 players over 15 rounds
are summed and compared exactly without building millions of `Fraction` objects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, wraps
from math import lcm
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from tournaments.standings.model import KINDS, RESULTS, SOLO_KINDS, Entrant, Match, Sentence, StandingsError
from tournaments.standings.presets import Preset


class Entry(NamedTuple):
    """One round of one entrant. `points` is scaled by `Tally.scale`; `opponents` are indices, real ones only.

    `result` is "w", "d", "l", "b" (a bye of any full kind) or "h" (half-point bye). `games` is (won, lost,
    drawn) as counted, or None when there is nothing to count. `kind` is that of the row.
    """

    round: int
    result: str
    points: int
    opponents: tuple[int, ...]
    games: tuple[int, int, int] | None
    kind: str


@dataclass(frozen=True)
class Column:
    """A metric for everybody: `numerators[i] / denominator`; None where it does not apply."""

    numerators: Sequence[int | None]
    denominator: int = 1

    def values(self) -> list[Fraction | None]:
        """The exact values of everybody; equal ones are made once."""
        made: dict[int | None, Fraction | None] = {
            n: None if n is None else Fraction(n, self.denominator) for n in set(self.numerators)
        }
        return [made[n] for n in self.numerators]


Made = TypeVar("Made")


def once(make: Callable[[Tally], Made]) -> Callable[[Tally], Made]:
    """For what several metrics build on: made the first time a tally asks for it, remembered there."""

    @wraps(make)
    def made(t: Tally) -> Made:
        if make.__name__ not in t.cache:
            t.cache[make.__name__] = make(t)
        found: Made = t.cache[make.__name__]
        return found

    return made


class Shares(NamedTuple):
    """Non-negative shares of everybody over one common denominator."""

    numerators: list[int]
    denominator: int


def shares_of(
    pairs: Sequence[tuple[int, int]], low: Fraction, highs: Sequence[Fraction] | None = None
) -> Shares:
    """Exact part/whole for everybody, lifted to `low` and capped by `highs`; a whole of 0 is the lowest share."""
    limits = {low, *(highs or ())}
    common = lcm(*(whole or 1 for _, whole in set(pairs)), *(limit.denominator for limit in limits))
    floor = low.numerator * (common // low.denominator)
    if highs is None:
        factor = {whole: common // whole for whole in {pair[1] for pair in pairs} if whole}
        return Shares(
            [max(floor, part * factor[whole]) if whole else floor for part, whole in pairs],
            common,
        )
    out = []
    for (part, whole), high in zip(pairs, highs, strict=True):
        cap = high.numerator * (common // high.denominator)
        out.append(max(floor, min(cap, part * (common // whole))) if whole else floor)
    return Shares(out, common)


def means(values: Sequence[int], denominator: int, groups: Sequence[Sequence[int]]) -> Column:
    """The plain mean of `values` over each group of indices; an empty group means 0 (it sorts last)."""
    sizes = {len(group) for group in groups if group}
    common = lcm(*sizes) if sizes else 1
    factor = {size: common // size for size in sizes}
    pick = values.__getitem__
    return Column(
        [sum(map(pick, group)) * factor[len(group)] if group else 0 for group in groups], denominator * common
    )


def ratios(parts: Sequence[int], wholes: Sequence[int], denominator: int = 1) -> Column:
    """`parts[i] / wholes[i] / denominator` for everybody, exact; a whole of 0 gives 0."""
    common = lcm(*{whole for whole in wholes if whole})
    return Column(
        [part * (common // whole) if whole else 0 for part, whole in zip(parts, wholes, strict=True)],
        common * denominator,
    )


@dataclass(frozen=True)
class Totals:
    """Sums of everybody's rounds by index, made in one pass. `shares` are (part, whole) before any floor."""

    wins: list[int]
    draws: list[int]
    losses: list[int]
    byes: list[int]
    half_byes: list[int]
    played: list[int]
    points: list[int]
    match_shares: list[tuple[int, int]]
    game_shares: list[tuple[int, int]]


@dataclass
class Tally:
    """Everything the metrics read, by entrant index. Build it with `tally`."""

    preset: Preset
    entrants: list[Entrant]
    index: dict[str, int]
    history: list[list[Entry]]
    last_round: int
    scale: int
    opponents: list[list[int]]
    cache: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def totals(self) -> Totals:
        """All sums, in one pass over the history.

        Match share: scaled points of scaled possible points; a draw may have its own worth (`draw_share`).
        Game share: 3 per game won and 1 per drawn game, of 3 per game (MTR appendix C).
        """
        policy = self.preset
        full = int(policy.win * self.scale)
        drawn_worth = None if policy.draw_share is None else int(policy.draw_share * full)
        rows = [_sum_up(history, policy, full, drawn_worth) for history in self.history]
        columns: list[list[Any]] = [list(column) for column in zip(*rows, strict=True)] or [
            [] for _ in range(9)
        ]
        return Totals(*columns)

    @cached_property
    def points(self) -> list[int]:
        """Scaled match points."""
        return self.totals.points

    @cached_property
    def won(self) -> list[int]:
        """Rounds won, full byes included."""
        return [a + b for a, b in zip(self.totals.wins, self.totals.byes, strict=True)]

    @cached_property
    def dropped(self) -> list[bool]:
        """Who left before the last counted round. Leaving after it changes nothing."""
        last = self.last_round
        return [e.dropped_after is not None and e.dropped_after < last for e in self.entrants]

    @cached_property
    def match_shares(self) -> Shares:
        """Floored and capped match-win shares, as an opponent sees them."""
        policy = self.preset
        high, left = policy.match_ceiling, policy.dropped_match_ceiling
        highs = None if high == left == 1 else [min(high, left) if gone else high for gone in self.dropped]
        return shares_of(self.totals.match_shares, policy.match_floor, highs)

    @cached_property
    def game_shares(self) -> Shares:
        """Floored game-win shares, as an opponent sees them."""
        return shares_of(self.totals.game_shares, self.preset.game_floor)


def _sum_up(history: list[Entry], policy: Preset, full: int, drawn_worth: int | None) -> tuple[Any, ...]:
    letters = [entry[1] for entry in history]
    won, drawn, lost, byes, half_byes = map(letters.count, "wdlbh")
    total = sum([entry[2] for entry in history])
    played = sum([1 for entry in history if entry[3]])
    part, rounds = total, len(history)
    if (byes or half_byes) and not policy.bye_in_match_win:
        part -= sum([entry[2] for entry in history if entry[1] in "bh"])
        rounds -= byes + half_byes
    if drawn and drawn_worth is not None:
        part += drawn * drawn_worth - sum([entry[2] for entry in history if entry[1] == "d"])
    games = [entry[4] for entry in history if entry[4] is not None]
    if byes and not policy.bye_in_game_win:
        games = [entry[4] for entry in history if entry[4] is not None and entry[1] != "b"]
    game_part = sum([3 * first + even for first, _, even in games])
    game_whole = 3 * sum(map(sum, games))
    return won, drawn, lost, byes, half_byes, played, total, (part, rounds * full), (game_part, game_whole)


def _scale(policy: Preset) -> int:
    numbers = [policy.win, policy.draw, policy.loss, policy.bye, policy.half_bye]
    share = (policy.draw_share or Fraction(0)) * policy.win
    return lcm(*(n.denominator for n in [*numbers, share]))


def letters_of(match: Match) -> tuple[str, ...]:
    """The result letter of each player of a row, or StandingsError when the row does not say who won."""
    where = f"round {match.round}, {match.players}"
    if match.kind not in KINDS:
        text = "unknown kind %(kind)s; known kinds: %(known)s"
        raise StandingsError(
            "kind_unknown", Sentence(text, kind=repr(match.kind), known=", ".join(KINDS)), where
        )
    if match.kind in SOLO_KINDS:
        if len([p for p in match.players if p is not None]) != 1 or match.players[0] is None:
            text = "a row of kind %(kind)s has exactly one player"
            raise StandingsError("bye_has_opponent", Sentence(text, kind=match.kind), where)
        return (_ALONE.get(match.kind, "b"),)
    if len(match.players) < 2 or None in match.players:
        text = "a row of kind %(kind)s needs two or more players"
        raise StandingsError("player_missing", Sentence(text, kind=match.kind), where)
    if match.kind == "double_loss":
        return ("l",) * len(match.players)
    if match.results is not None:
        return _checked_results(match.results, len(match.players), where)
    if match.games is None or len(match.players) != 2:
        raise StandingsError("result_missing", "neither games nor results say how this match ended", where)
    first, second, _ = match.games
    if first == second and match.kind != "played":
        text = "a %(kind)s without a winner needs results"
        raise StandingsError("result_missing", Sentence(text, kind=match.kind), where)
    return letters_of_games(first, second)


_ALONE = {"missed": "l", "half_bye": "h"}
"""The letter of a round without an opponent, by its kind; all others are full byes."""


def letters_of_games(first: int, second: int) -> tuple[str, str]:
    """The letters of two players by the games each of them won."""
    return ("w", "l") if first > second else ("l", "w") if second > first else ("d", "d")


def _checked_results(results: tuple[str, ...], players: int, where: str) -> tuple[str, ...]:
    if len(results) != players or any(letter not in RESULTS for letter in results):
        raise StandingsError("results_wrong", "results need one of w, d, l for each player", where)
    if results.count("w") > 1 or ("w" in results and "d" in results):
        raise StandingsError(
            "results_wrong", "only one player can win, and nobody can draw beside a winner", where
        )
    return results


def _games_of(match: Match, letters: tuple[str, ...], policy: Preset) -> list[tuple[int, int, int] | None]:
    games = match.games
    if games is not None and (len(games) != 3 or min(games) < 0):
        where = f"round {match.round}, {match.players}"
        raise StandingsError("games_wrong", "games are three numbers of at least 0", where)
    if letters[0] == "b":
        return [games or (policy.games_to_win, 0, 0)]
    if len(letters) != 2 or match.kind in policy.unplayed_kinds:
        return [None] * len(letters)
    if games is None and match.kind in ("forfeit", "no_show"):
        needed = policy.games_to_win
        games = (needed if letters[0] == "w" else 0, needed if letters[1] == "w" else 0, 0)
    if games is None:
        return [None, None]
    return [games, (games[1], games[0], games[2])]


def tally(
    entrants: Iterable[Entrant], matches: Iterable[Match], policy: Preset, through_round: int | None = None
) -> Tally:
    """Read all rows up to `through_round` (None: all). Raises StandingsError on rows that contradict each other.

    Entrants who join after `through_round` are left out. Rounds before a late entry become losses when the
    policy says so. A round without a row is unplayed and counts nowhere.
    """
    rows = [match for match in matches if through_round is None or match.round <= through_round]
    last = through_round if through_round is not None else max((match.round for match in rows), default=0)
    people = [e for e in entrants if e.joined_round <= max(last, 1)]
    index = {e.id: i for i, e in enumerate(people)}
    if len(index) != len(people):
        raise StandingsError("entrant_twice", "an entrant is in the list twice")
    scale = _scale(policy)
    history = _histories(rows, people, index, policy, scale)
    for i, entries in enumerate(history):
        entries.sort(key=itemgetter(0))
        if len({entry[0] for entry in entries}) != len(entries):
            raise StandingsError("player_twice", "a player has two rows in one round", repr(people[i].id))
    if not policy.disqualified_as_opponent:
        _forget_opponents(history, {i for i, e in enumerate(people) if e.disqualified})
    seen = [[other for entry in entries for other in entry[3]] for entries in history]
    return Tally(policy, people, index, history, last, scale, seen)


def _forget_opponents(history: list[list[Entry]], ghosts: set[int]) -> None:
    """Take some entrants out of everybody's opponents; the rounds against them keep their points."""
    for entries in history if ghosts else ():
        entries[:] = [e._replace(opponents=tuple(o for o in e.opponents if o not in ghosts)) for e in entries]


def _histories(
    rows: list[Match], people: list[Entrant], index: dict[str, int], policy: Preset, scale: int
) -> list[list[Entry]]:
    worth = {"w": policy.win, "d": policy.draw, "l": policy.loss, "b": policy.bye, "h": policy.half_bye}
    points = {letter: int(value * scale) for letter, value in worth.items()}
    history: list[list[Entry]] = [[] for _ in people]
    alone = [(i,) for i in range(len(people))]
    flipped: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    places: dict[str | None, int] = {entrant.id: i for i, entrant in enumerate(people)}
    new = tuple.__new__
    everyday = "played" if "played" not in policy.unplayed_kinds else None
    for match in rows:
        games, players = match.games, match.players
        if match.kind != everyday or match.results is not None or games is None or len(players) != 2:
            _enter(match, index, policy, points, history)
            continue
        # The everyday row, two players and a game score, without a call: this loop is most of the cost.
        first, second = places.get(players[0]), places.get(players[1])
        other_games = flipped.get(games)
        if other_games is None:
            _games_of(match, ("d", "d"), policy)
            other_games = flipped[games] = (games[1], games[0], games[2])
        if first is None or second is None or first == second or match.round < 1:
            _enter(match, index, policy, points, history)
            continue
        mine, theirs = (
            ("w", "l") if games[0] > games[1] else ("l", "w") if games[0] < games[1] else ("d", "d")
        )
        entry = (match.round, mine, points[mine], alone[second], games, "played")
        history[first].append(new(Entry, entry))
        entry = (match.round, theirs, points[theirs], alone[first], other_games, "played")
        history[second].append(new(Entry, entry))
    if policy.late_missed_round == "loss":
        _add_missed(people, points["l"], history)
    return history


def _enter(
    match: Match, index: dict[str, int], policy: Preset, points: dict[str, int], history: list[list[Entry]]
) -> None:
    letters = letters_of(match)
    games = _games_of(match, letters, policy)
    where = f"round {match.round}"
    if match.round < 1:
        raise StandingsError("round_wrong", "rounds count from 1", where)
    names = [player for player in match.players if player is not None]
    try:
        seats = [index[name] for name in names]
    except KeyError as error:
        text = Sentence("no entrant has the id %(player)s", player=repr(error.args[0]))
        raise StandingsError("player_unknown", text, where) from None
    if len(set(seats)) != len(seats):
        raise StandingsError("player_twice", Sentence("%(names)s cannot play themselves", names=names), where)
    real = len(seats) > 1 and match.kind not in policy.unplayed_kinds
    for seat, letter, score in zip(seats, letters, games, strict=True):
        others = tuple([other for other in seats if other != seat]) if real else ()
        history[seat].append(Entry(match.round, letter, points[letter], others, score, match.kind))


def _add_missed(people: list[Entrant], worth: int, history: list[list[Entry]]) -> None:
    for i, entrant in enumerate(people):
        if entrant.joined_round > 1:
            present = {entry.round for entry in history[i]}
            for number in range(1, entrant.joined_round):
                if number not in present:
                    history[i].append(Entry(number, "l", worth, (), None, "missed"))
