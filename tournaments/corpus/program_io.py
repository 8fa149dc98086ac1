"""What a program is given and what it says: round JSON, FIDE reports, pairs by number, standings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tournaments.corpus.case import Case, CorpusError
from tournaments.corpus.judge import Bare
from tournaments.pairing.trf import TrfPlayer, TrfReport, TrfResult, write_trf
from tournaments.standings.model import Match
from tournaments.standings.presets import Preset
from tournaments.standings.tally import letters_of

Row = tuple[str, int | None, Mapping[str, Fraction]]
WORDS = {"w": "1", "d": "=", "l": "0"}


def speaks_trf(case: Case) -> bool:
    """Whether a FIDE report can say the whole case: it knows results, but no clans and no pairs fixed by staff."""
    source = case.round_file
    if source is None or case.results is None or source.fixed_pairs:
        return False
    return all(player.group is None for player in source.players)


def round_numbers(case: Case) -> dict[str, int]:
    """The number of each player in the report of the case, from 1 in the order of the file."""
    if case.round_file is None:
        raise CorpusError(f"{case.id} has no round")
    return {player.id: place for place, player in enumerate(case.round_file.players, 1)}


def as_trf(case: Case) -> str:
    """The case as a FIDE report; who is not there has an entry for the coming round already."""
    if case.round_file is None or case.results is None or not speaks_trf(case):
        raise CorpusError(f"{case.id} cannot be said in a FIDE report")
    numbers, done = round_numbers(case), case.round_file.number - 1
    cells: dict[str, dict[int, TrfResult]] = {name: {} for name in numbers}
    for match in case.results.matches:
        _write(cells, numbers, match)
    players = []
    for player in case.round_file.players:
        own = cells[player.id]
        rounds = [own.get(number, TrfResult(None, "-", "Z")) for number in range(1, done + 1)]
        if not player.active:
            rounds.append(TrfResult(None, "-", "Z"))
        players.append(
            TrfPlayer(
                number=numbers[player.id],
                name=player.id,
                half_points=2 * player.score,
                place=player.rank or 0,
                rounds=tuple(rounds),
            )
        )
    policy = case.results.policy
    worth = (f"BBW {float(policy.win):>4.1f}", f"BBD {float(policy.draw):>4.1f}") if policy else ()
    forbidden = tuple((numbers[one], numbers[two]) for one, two in case.round_file.forbidden_pairs)
    total = max(done + 1, case.round_file.options.total_rounds or 0)
    return write_trf(TrfReport(case.id, tuple(players), total, forbidden, (f"062 {len(players)}", *worth)))


def _write(cells: dict[str, dict[int, TrfResult]], numbers: Mapping[str, int], match: Match) -> None:
    letters, first = letters_of(match), str(match.players[0])
    second = match.players[1] if len(match.players) > 1 else None
    if second is None:
        cells[first][match.round] = TrfResult(None, "-", {"b": "U", "h": "H", "l": "Z"}[letters[0]])
        return
    cells[first][match.round] = TrfResult(numbers[second], "w", WORDS[letters[0]])
    cells[second][match.round] = TrfResult(numbers[first], "b", WORDS[letters[1]])


def read_pairs(case: Case, text: str) -> list[Bare]:
    """The pairs a program printed: JSON with ``pairs``, or two numbers a line with 0 for the bye.

    Raises :class:`CorpusError` when it is neither.
    """
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return _pairs_of_json(text)
    names = {str(number): name for name, number in round_numbers(case).items()}
    pairs: list[Bare] = []
    for place, line in enumerate(text.split("\n")):
        words = line.split()
        if not words or (place == 0 and len(words) == 1 and words[0].isdigit()):
            continue  # an engine says first how many pairs there are
        if len(words) != 2 or words[0] not in names or (words[1] != "0" and words[1] not in names):
            raise CorpusError(f"line {place + 1} is not two numbers of players: {line[:40]!r}")
        pairs.append((names[words[0]], None if words[1] == "0" else names[words[1]]))
    return pairs


def _load(text: str) -> Any:
    try:
        return json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise CorpusError("the answer is not JSON") from error


def _pairs_of_json(text: str) -> list[Bare]:
    data = _load(text)
    rows = data.get("pairs") if isinstance(data, dict) else None
    if not isinstance(rows, list):
        raise CorpusError("the answer has no list of pairs")
    pairs: list[Bare] = []
    for row in rows:
        two = (
            (row.get("a"), row.get("b"))
            if isinstance(row, dict)
            else tuple(row)
            if isinstance(row, list)
            else ()
        )
        if len(two) != 2 or not isinstance(two[0], str) or not isinstance(two[1], str | None):
            raise CorpusError("a pair must have two ids, or an id and null")
        pairs.append((two[0], two[1]))
    return pairs


def read_rows(text: str) -> list[Row]:
    """The standings a program printed: JSON with ``rows`` of player, rank and values (numbers or fraction texts).

    A value may also be an object with ``exact``, as `python -m tournaments.standings` prints it.
    """
    data = _load(text)
    rows = data.get("rows") if isinstance(data, dict) else None
    if not isinstance(rows, list):
        raise CorpusError("the answer has no list of rows")
    found: list[Row] = []
    for row in rows:
        if not isinstance(row, dict) or not isinstance(row.get("values"), dict):
            raise CorpusError("a row must have player, rank and values")
        rank = row.get("rank")
        values = {str(key): _figure(value) for key, value in row["values"].items() if value is not None}
        found.append((str(row.get("player")), rank if isinstance(rank, int) else None, values))
    return found


def _figure(value: Any) -> Fraction:
    if isinstance(value, dict):
        value = value.get("exact")
    try:
        return Fraction(str(value)[:200])
    except (ValueError, ZeroDivisionError) as error:
        raise CorpusError(f"{str(value)[:40]!r} is not a number") from error


def preset_of(case: Case) -> Preset:
    """The policy that the results of a case are ranked by."""
    if case.results is None or case.results.policy is None:
        raise CorpusError(f"{case.id} names no policy")
    return case.results.policy
