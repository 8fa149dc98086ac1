"""From the bytes of a file to an event that fits into our tables, or an error that names the place.

The file formats themselves are read by ``tournaments.standings.formats``; this module says which of what they
can hold a tournament can keep today, and turns places like ``rounds[2][5]`` into words.
"""

import hashlib
import json
import re
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from decks.errors import Problem, UserError
from decks.names import clean_name
from tournaments.standings import Match, Preset, StandingsError
from tournaments.standings.formats import Results, read_csv, read_json, read_results
from tournaments.standings.tally import letters_of

from .problems import MOST_PROBLEMS, all_errors
from .trf_results import TrfErrors, looks_like_trf, read_trf_results

NAME_LENGTH = 60
# Byes that are no win, and the letter their seat is stored with.
NO_WIN = {"half_bye": "d", "missed": "l"}
GAME_METRICS = frozenset({"gw", "gw_floored", "ogw"})
FORMATS = ("json", "csv", "trf")
_READERS = {"json": read_json, "csv": read_csv, "trf": read_trf_results}
_ROUND = re.compile(r"^rounds\[(\d+)\](?:\.matches)?(?:\[(\d+)\])?")
_PLAYER = re.compile(r"^(players|standings)\[(\d+)\]")


@dataclass(frozen=True)
class Line:
    """One match as it will be stored: players' ids (one for a bye), kind, and games won, won, drawn.

    letters: "w", "d" or "l" for every seat where the games do not say it: at a table of three to six, and for a
    bye that is no win ("d" for half the points, "l" for a missed round). Empty elsewhere.
    """

    round: int
    players: tuple[str, ...]
    kind: str
    games: tuple[int, int, int]
    letters: str = ""

    def won(self, position: int) -> int:
        """Games won at this seat."""
        if len(self.players) > 2:
            return int(self.letters[position] == "w")
        return self.games[position]


@dataclass(frozen=True)
class FinishedEvent:
    """A finished event ready to be stored; ``sha256`` is that of the file, by which it is known again."""

    sha256: str
    results: Results
    policy: Preset
    names: dict[str, str]
    lines: tuple[Line, ...]

    @property
    def pods(self) -> bool:
        """Whether it was played at tables of three to six."""
        return any(len(line.players) > 2 for line in self.lines)


def looks_like_json(data: bytes, filename: str = "") -> bool:
    """Whether the reader of results takes a file for JSON: by its name, else by the brace it starts with."""
    name = filename.lower()
    return name.endswith(".json") or (
        not name.endswith(".csv") and data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{"
    )


def file_hash(data: bytes) -> str:
    """By what a file is known again: SHA-256 of its bytes, in hex."""
    return hashlib.sha256(data).hexdigest()


def read_event(
    data: bytes, *, filename: str = "", form: str | None = None, policy: Preset | None = None
) -> FinishedEvent:
    """Read a file (``form`` json, csv or trf, else told by its name or its first lines).

    The policy is the given one, else the file's, else X610Z's. Raises UserError with every round, match, player
    or line that is wrong, as far as one reading can tell.
    """
    form = form or ("trf" if looks_like_trf(data, filename) else None)
    try:
        results = _READERS[form](data) if form else read_results(data, filename)
    except StandingsError as error:
        raise UserError(error.code, "", problems=_problems(data, filename, form, error)) from error
    if not results.entrants or not results.rounds:
        raise UserError("empty", _("The file holds no rounds with players."), field="file")
    chosen = policy or results.policy or _default()
    names = _names(results)
    return FinishedEvent(file_hash(data), results, chosen, names, _lines(results, chosen, names))


def _problems(data: bytes, filename: str, form: str | None, error: StandingsError) -> list[Problem]:
    """What a reader found, in words, each with its place."""
    if isinstance(error, TrfErrors):
        return [Problem(error.code, text, "file") for text in error.several]
    found = [error]
    if form != "trf":
        as_json = form == "json" or (form is None and looks_like_json(data, filename))
        found = all_errors(data, error, as_json=as_json)
    problems = []
    for one in found:
        where = place(one.where, data)
        problems.append(Problem(one.code, f"{where}: {one.message}" if where else one.message, "file"))
    return problems


def _default() -> Preset:
    from tournaments.standings import PRESETS

    return PRESETS["x610z"]


def place(where: str, data: bytes = b"") -> str:
    """A place in a file in words people count in: ``rounds[2][5]`` is round 3, match 6, with its players."""
    found = _ROUND.match(where)
    if found:
        number = int(found[1]) + 1
        if found[2] is None:
            return _("round %(round)s (%(field)s)") % {"round": number, "field": where}
        words = {"round": number, "match": int(found[2]) + 1, "field": where}
        who = _who(data, int(found[1]), int(found[2]))
        if who:
            return _("round %(round)s, match %(match)s, %(players)s (%(field)s)") % {**words, "players": who}
        return _("round %(round)s, match %(match)s (%(field)s)") % words
    found = _PLAYER.match(where)
    if found:
        return _("player %(number)s (%(field)s)") % {"number": int(found[2]) + 1, "field": where}
    return where


def _who(data: bytes, round_: int, match: int) -> str:
    """Who plays in a match of a JSON file that could not be read as an event; empty when that cannot be told."""
    try:
        rows = json.loads(data)["rounds"][round_]
        row = (rows["matches"] if isinstance(rows, dict) else rows)[match]
        players = row["players"] if isinstance(row, dict) else row[:2]
        return " – ".join(player[:NAME_LENGTH] for player in players if player)
    except (ValueError, TypeError, LookupError, RecursionError):
        return ""


def _names(results: Results) -> dict[str, str]:
    names: dict[str, str] = {}
    found: list[Problem] = []
    for number, entrant in enumerate(results.entrants, start=1):
        name = clean_name(results.names.get(entrant.id, entrant.id))
        if not name or len(name) > NAME_LENGTH:
            text = _("player %(number)s, “%(name)s”: a name has 1 to %(most)s letters")
            words = {"number": number, "name": name[:NAME_LENGTH], "most": NAME_LENGTH}
            found.append(Problem("name", text % words, "file"))
        names[entrant.id] = name
    _refuse_all(found)
    return names


def _refuse_all(found: list[Problem]) -> None:
    if found:
        raise UserError(found[0].code, found[0].message, problems=found[:MOST_PROBLEMS])


def _lines(results: Results, policy: Preset, names: dict[str, str]) -> tuple[Line, ...]:
    joined = {entrant.id: entrant.joined_round for entrant in results.entrants}
    counts: dict[int, int] = {}
    lines = []
    found: list[Problem] = []
    sizes: set[bool] = set()
    for match in results.matches:
        counts[match.round] = counts.get(match.round, 0) + 1
        people = [names[player] for player in match.players if player is not None]
        who = " – ".join(people)
        if len(people) > 1:
            sizes.add(len(people) > 2)
        spot = {"round": match.round, "match": counts[match.round], "players": who}
        if match.kind == "missed" and match.round < joined[str(match.players[0])]:
            continue  # a late entry says the same
        try:
            if len(sizes) > 1:
                raise _refuse(
                    "pod",
                    _(
                        "round %(round)s, match %(match)s (%(players)s): "
                        "tables of two and larger tables do not go together in one event"
                    ),
                    **spot,
                )
            lines.append(_line(match, policy, spot))
        except UserError as error:
            found += error.problems
            if error.code == "pod":
                break  # every row after it would say the same
    _refuse_all(found)
    return tuple(lines)


def _line(match: Match, policy: Preset, spot: dict[str, Any]) -> Line:
    players = tuple(player for player in match.players if player is not None)
    if len(players) > 2:
        letters = "".join(letters_of(match))
        return Line(match.round, players, "played", (0, 0, int("w" not in letters)), letters)
    if match.kind in NO_WIN:
        return Line(match.round, players, "bye", (0, 0, 0), NO_WIN[match.kind])
    if len(players) == 1:
        return _bye(match, players, policy, spot)
    kind = "forfeit" if match.kind == "no_show" else match.kind
    if kind != match.kind and (kind in policy.unplayed_kinds) != (match.kind in policy.unplayed_kinds):
        raise _refuse(
            "kind",
            _(
                "round %(round)s, match %(match)s (%(players)s): "
                "this policy tells a no-show from a forfeit, which cannot be stored yet"
            ),
            **spot,
        )
    return Line(match.round, players, kind, _games(match, kind, policy, spot))


def _bye(match: Match, players: tuple[str, ...], policy: Preset, spot: dict[str, Any]) -> Line:
    usual = (policy.games_to_win, 0, 0)
    games = match.games or usual
    if games != usual and policy.bye_in_game_win and GAME_METRICS & set(policy.metrics):
        raise _refuse(
            "bye_games",
            _(
                "round %(round)s, match %(match)s (%(players)s): "
                "under this policy a bye counts as %(games)s games won, not more or fewer"
            ),
            games=policy.games_to_win,
            **spot,
        )
    return Line(match.round, players, "bye", games)


def _games(match: Match, kind: str, policy: Preset, spot: dict[str, Any]) -> tuple[int, int, int]:
    """The game score to store. A match told by its winner alone is stored as one game, if nothing counts games."""
    letters = letters_of(match)
    games = match.games
    if kind == "double_loss":
        return games or (0, 0, 0)
    if games is None:
        return _unwritten(kind, letters, policy, spot)
    first, second, _drawn = games
    told = ("w", "l") if first > second else ("l", "w") if second > first else ("d", "d")
    if letters != told:
        raise _refuse(
            "results_wrong",
            _(
                "round %(round)s, match %(match)s (%(players)s): "
                "the games won say something else than the result"
            ),
            **spot,
        )
    return games


def _unwritten(
    kind: str, letters: tuple[str, ...], policy: Preset, spot: dict[str, Any]
) -> tuple[int, int, int]:
    if letters == ("l", "l"):
        raise _refuse(
            "results_wrong",
            _("round %(round)s, match %(match)s (%(players)s): both lose only in a row of kind double_loss"),
            **spot,
        )
    if kind == "forfeit":
        won = policy.games_to_win
    elif GAME_METRICS & set(policy.metrics) and kind not in policy.unplayed_kinds:
        raise _refuse(
            "games_missing",
            _(
                "round %(round)s, match %(match)s (%(players)s): "
                "the policy counts games, but no game score is written down"
            ),
            **spot,
        )
    else:
        won = 1
    return (won, 0, 0) if letters[0] == "w" else (0, won, 0) if letters[1] == "w" else (0, 0, 1)


def _refuse(code: str, text: str, **values: Any) -> UserError:
    return UserError(code, text % values, field="file")
