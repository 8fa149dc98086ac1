"""From the bytes of a file to an event that fits into our tables, or an error that names the place.

The file formats themselves are read by ``tournaments.standings.formats``; this module says which of what they
can hold a tournament can keep today. What is wrong is said by ``.words``.
"""

import hashlib
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ledger.errors import Problem, UserError
from ledger.names import clean_name
from tournaments.rounds.outcomes import Games, Letters, Outcome
from tournaments.standings import Match, Preset, StandingsError
from tournaments.standings.formats import Results, read_csv, read_json, read_results
from tournaments.standings.model import Sentence
from tournaments.standings.tally import letters_of

from .problems import MOST_PROBLEMS, all_errors
from .trf_results import TrfErrors, looks_like_trf, read_trf_results
from .words import NAME_LENGTH, problem_words, worded

# Byes that are no win, and the letter their seat is stored with.
NO_WIN = {"half_bye": "d", "missed": "l"}
GAME_METRICS = frozenset({"gw", "gw_floored", "ogw"})
FORMATS = ("json", "csv", "trf")
_READERS = {"json": read_json, "csv": read_csv, "trf": read_trf_results}


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

    @property
    def outcome(self) -> Outcome:
        """How it ended, as it is stored."""
        if self.letters:
            return Letters(self.letters)
        first, second, drawn = self.games
        return Games((first, second)[: len(self.players)], drawn)


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
        raise UserError(error.code, "", problems=_problems(data, filename, form, error, policy)) from error
    if not results.entrants or not results.rounds:
        raise UserError("empty", _("The file has no rounds with players."), field="file")
    chosen = policy or results.policy or _default()
    names, lines, found = _content(results, chosen)
    if found:
        raise UserError(found[0].code, found[0].message, problems=found[:MOST_PROBLEMS])
    return FinishedEvent(file_hash(data), results, chosen, names, lines)


def _problems(
    data: bytes, filename: str, form: str | None, error: StandingsError, policy: Preset | None
) -> list[Problem]:
    """What a reader found, in words, each with its place; then what the rows hold that it could read."""
    rest = None
    if isinstance(error, TrfErrors):
        found = error.several
    elif form == "trf":
        found = [error]
    else:
        as_json = form == "json" or (form is None and looks_like_json(data, filename))
        found, rest = all_errors(data, error, as_json=as_json)
    problems = [Problem(one.code, problem_words(one, data), "file") for one in found]
    uncounted = policy is None and any(one.where.startswith(("policy", "preset")) for one in found)
    if rest is not None and not uncounted:  # how it is counted says what a tournament can keep
        problems += _content(rest, policy or rest.policy or _default(), counted=False)[2]
    return problems[: MOST_PROBLEMS + 1]  # a report says in one more how many there are


def _default() -> Preset:
    from tournaments.standings import PRESETS

    return PRESETS["x610z"]


def _content(
    results: Results, policy: Preset, *, counted: bool = True
) -> tuple[dict[str, str], tuple[Line, ...], list[Problem]]:
    """Names and lines of an event, and what of them a tournament cannot keep.

    ``counted``: whether players and matches have the numbers they have in the file; without the rows that could not
    be read they have others, and go by their names alone.
    """
    names, found = _names(results, counted)
    lines, more = _lines(results, policy, names, counted)
    return names, lines, found + more


def _names(results: Results, counted: bool) -> tuple[dict[str, str], list[Problem]]:
    names: dict[str, str] = {}
    found: list[Problem] = []
    for number, entrant in enumerate(results.entrants, start=1):
        name = clean_name(results.names.get(entrant.id, entrant.id))
        if not name or len(name) > NAME_LENGTH:
            words = {"number": number, "name": name[:NAME_LENGTH]}
            spot = (_("player %(number)s, “%(name)s”") if counted else _("player “%(name)s”")) % words
            found.append(
                _problem("name", spot, Sentence("a name has 1 to %(most)s characters", most=NAME_LENGTH))
            )
        names[entrant.id] = name
    return names, found


def _lines(
    results: Results, policy: Preset, names: dict[str, str], counted: bool
) -> tuple[tuple[Line, ...], list[Problem]]:
    joined = {entrant.id: entrant.joined_round for entrant in results.entrants}
    counts: dict[int, int] = {}
    lines = []
    found: list[Problem] = []
    sizes: set[bool] = set()
    for match in results.matches:
        counts[match.round] = counts.get(match.round, 0) + 1
        people = [names[player][:NAME_LENGTH] for player in match.players if player is not None]
        if len(people) > 1:
            sizes.add(len(people) > 2)
        if match.kind == "missed" and match.round < joined[str(match.players[0])]:
            continue  # a late entry says the same
        try:
            if len(sizes) > 1:
                raise StandingsError(
                    "pod", "tables of two and larger tables cannot be mixed in one tournament"
                )
            lines.append(_line(match, policy))
        except StandingsError as error:
            spot = _spot(match.round, counts[match.round] if counted else None, people)
            found.append(_problem(error.code, spot, error.message))
            if error.code == "pod":
                break  # every row after it would say the same
    return tuple(lines), found


def _spot(round_: int, match: int | None, people: list[str]) -> str:
    """Where a match is played: its round, its number there (None: not known any more) and its players."""
    words = {"round": round_, "match": match, "players": " – ".join(people)}
    if match is None:
        return _("round %(round)s (%(players)s)") % words
    return _("round %(round)s, match %(match)s (%(players)s)") % words


def _problem(code: str, spot: str, sentence: str) -> Problem:
    return Problem(code, f"{spot}: {worded(sentence)}", "file")


def _line(match: Match, policy: Preset) -> Line:
    """The line of a match. Raises StandingsError when it says what a tournament cannot keep."""
    players = tuple(player for player in match.players if player is not None)
    if len(players) > 2:
        letters = "".join(letters_of(match))
        return Line(match.round, players, "played", (0, 0, int("w" not in letters)), letters)
    if match.kind in NO_WIN:
        return Line(match.round, players, "bye", (0, 0, 0), NO_WIN[match.kind])
    if len(players) == 1:
        return _bye(match, players, policy)
    kind = "forfeit" if match.kind == "no_show" else match.kind
    if kind != match.kind and (kind in policy.unplayed_kinds) != (match.kind in policy.unplayed_kinds):
        text = "this policy treats a no-show differently from a forfeit, which cannot be stored yet"
        raise StandingsError("kind", text)
    return Line(match.round, players, kind, _games(match, kind, policy))


def _bye(match: Match, players: tuple[str, ...], policy: Preset) -> Line:
    usual = (policy.games_to_win, 0, 0)
    games = match.games or usual
    if games != usual and policy.bye_in_game_win and GAME_METRICS & set(policy.metrics):
        text = "under this policy a bye counts as %(games)s games won, not more or fewer"
        raise StandingsError("bye_games", Sentence(text, games=policy.games_to_win))
    return Line(match.round, players, "bye", games)


def _games(match: Match, kind: str, policy: Preset) -> tuple[int, int, int]:
    """The game score to store. A match told by its winner alone is stored as one game, if nothing counts games."""
    letters = letters_of(match)
    games = match.games
    if kind == "double_loss":
        return games or (0, 0, 0)
    if games is None:
        return _unwritten(kind, letters, policy)
    first, second, _drawn = games
    told = ("w", "l") if first > second else ("l", "w") if second > first else ("d", "d")
    if letters != told:
        raise StandingsError("results_wrong", "the games won contradict the result")
    return games


def _unwritten(kind: str, letters: tuple[str, ...], policy: Preset) -> tuple[int, int, int]:
    if letters == ("l", "l"):
        raise StandingsError("results_wrong", "both players lose only in a row of kind double_loss")
    if kind == "forfeit":
        won = policy.games_to_win
    elif GAME_METRICS & set(policy.metrics) and kind not in policy.unplayed_kinds:
        text = "the policy counts games, but there is no game score"
        raise StandingsError("games_missing", text)
    else:
        won = 1
    return (won, 0, 0) if letters[0] == "w" else (0, won, 0) if letters[1] == "w" else (0, 0, 1)
