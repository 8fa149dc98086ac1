"""A FIDE tournament report (TRF) as a finished event, with every contradiction named by its line.

Forfeits stay forfeits, a pairing bye and a full-point bye count as byes, a requested half-point bye as that, and a
round a player was absent from as missed. Colours and ratings are not kept. Points follow the policy the event is
imported with (default: fide); the points column is checked when it is filled in.
"""

import re
from collections.abc import Iterator

from tournaments.pairing.model import PairingError
from tournaments.pairing.trf import TrfPlayer, TrfReport, TrfResult, read_trf
from tournaments.standings import PRESETS, Entrant, Match, StandingsError
from tournaments.standings.formats import Results
from tournaments.standings.model import Sentence

from .problems import MOST_PROBLEMS

_HALF_POINTS = {"1": 2, "W": 2, "+": 2, "F": 2, "U": 2, "=": 1, "D": 1, "H": 1}
_LETTER = {"1": "w", "W": "w", "+": "w", "=": "d", "D": "d", "0": "l", "L": "l", "-": "l"}
_ANSWER = {"w": "l", "d": "d", "l": "w"}
_SOLO = {"F": "awarded_bye", "U": "bye", "H": "half_bye", "Z": "missed", "+": "bye", "-": "missed"}


# What the reader of reports says of a line, in its words and in a sentence that can be translated.
_SAID = (
    (r"two players have the same number", "two players have the same number"),
    (
        r"player (?P<player>.+) met (?P<other>.+), who is not in the file",
        "player %(player)s met %(other)s, who is not in the file",
    ),
    (r"(?P<text>'.*') is not a result", "%(text)s is not a result"),
    (r"(?P<text>'.*') is not a number of points", "%(text)s is not a number of points"),
    (r".+ must be a whole number, not (?P<text>'.*'|\".*\")", "%(text)s is not a whole number"),
    (r"(?P<what>.+) is missing", "a number is missing"),
)


class TrfErrors(StandingsError):
    """What several lines of a report do wrong: ``several``, each with its line."""

    def __init__(self, several: list[StandingsError]) -> None:
        """Build the error; its message is all of them."""
        super().__init__("trf", "; ".join(map(str, several)))
        self.several = several


def looks_like_trf(data: bytes, filename: str = "") -> bool:
    """Whether a file is a report: by its name, or by a line that starts with 001 and a number."""
    if filename.lower().endswith((".trf", ".trfx")):
        return True
    return not filename.lower().endswith((".csv", ".json")) and bool(
        re.search(rb"(?m)^001 +\d", data[:100_000])
    )


def read_trf_results(data: bytes) -> Results:
    """Read a report. Raises StandingsError whose text names every line that contradicts itself or another."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")  # older reports
    try:
        report = read_trf(text)
    except PairingError as error:
        raise _said(error) from error
    lines = _lines_of(text, report)
    rounds = max((_last(player) for player in report.players), default=0)
    found = [
        StandingsError("trf", words, f"line {lines[number]}")
        for number, words in _problems(report, {one.number: one for one in report.players})
    ]
    if found:
        left = len(found) - MOST_PROBLEMS
        more = [StandingsError("trf", Sentence("and %(count)s more", count=left))] if left > 0 else []
        raise TrfErrors([*found[:MOST_PROBLEMS], *more])
    return Results(
        event=report.name or "TRF",
        entrants=tuple(_entrant(player, rounds) for player in report.players),
        matches=tuple(_matches(report, rounds)),
        rounds=rounds,
        policy=PRESETS["fide"],
        names={str(player.number): player.name or str(player.number) for player in report.players},
    )


def _said(error: PairingError) -> StandingsError:
    """What the reader of reports says, with the line apart from the sentence."""
    text, where = str(error.params["detail"]), "file"
    line = re.match(r"(line \d+): ", text)
    if line:
        text, where = text[line.end() :], line[1]
    for pattern, words in _SAID:
        found = re.fullmatch(pattern, text)
        if found:
            return StandingsError(error.code, Sentence(words, **found.groupdict()), where)
    return StandingsError(error.code, "this line cannot be read", where)


def _lines_of(text: str, report: TrfReport) -> dict[int, int]:
    """The line of every player, by number."""
    rows = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
    places = [place for place, row in enumerate(rows, 1) if row[:3] == "001"]
    return {player.number: place for player, place in zip(report.players, places, strict=True)}


def _last(player: TrfPlayer) -> int:
    """The last round the player was in."""
    return max(
        (number for number, cell in enumerate(player.rounds, 1) if cell and cell.result != "Z"), default=0
    )


def _worth(report: TrfReport) -> dict[str, int]:
    """What each result counts, in half points; BBW and BBD say it where a win is not 1 and a draw not 0.5."""
    worth = dict(_HALF_POINTS)
    for row in report.other:
        found = re.fullmatch(r"(BBW|BBD) +(\d+)(?:\.([05]))?", row.strip())
        if found:
            half = 2 * int(found[2]) + (found[3] == "5")
            worth |= dict.fromkeys("1W+FU" if found[1] == "BBW" else "=DH", half)
    return worth


def _cell(player: TrfPlayer, number: int) -> TrfResult | None:
    return player.rounds[number - 1] if number <= len(player.rounds) else None


def _problems(report: TrfReport, people: dict[int, TrfPlayer]) -> Iterator[tuple[int, Sentence]]:
    """Cells that contradict the opponent's, and points that do not add up."""
    worth = _worth(report)
    for player in report.players:
        points = 0
        for number, cell in enumerate(player.rounds, 1):
            if cell is None:
                continue
            points += worth.get(cell.result, 0)
            if cell.opponent is None:
                continue
            other = people.get(cell.opponent)
            back = _cell(other, number) if other else None
            if other is player or back is None or back.opponent != player.number:
                text = "round %(round)s: player %(player)s does not say the same"
                yield player.number, Sentence(text, round=number, player=cell.opponent)
            elif not _agree(cell.result, back.result):
                text = "round %(round)s: %(one)s against %(two)s is not possible"
                yield player.number, Sentence(text, round=number, one=cell.result, two=back.result)
        if player.half_points not in (0, points):
            told, counted = f"{player.half_points / 2:g}", f"{points / 2:g}"
            text = "the points say %(told)s, the rounds say %(counted)s"
            yield player.number, Sentence(text, told=told, counted=counted)


def _agree(one: str, two: str) -> bool:
    """Whether two results of one game fit; both may lose only without a game."""
    first, second = _LETTER.get(one), _LETTER.get(two)
    if one == two == "-":
        return True
    return first is not None and second == _ANSWER[first] and (one in "+-") == (two in "+-")


def _entrant(player: TrfPlayer, rounds: int) -> Entrant:
    last = _last(player)
    return Entrant(
        id=str(player.number),
        name_key=player.name.casefold(),
        dropped_after=last if last < rounds else None,
        random=player.number,
    )


def _matches(report: TrfReport, rounds: int) -> Iterator[Match]:
    people = {player.number: player for player in report.players}
    for number in range(1, rounds + 1):
        for player in report.players:
            cell = _cell(player, number)
            if cell is not None and cell.opponent is not None:
                if player.number < cell.opponent:
                    yield _match(player, people[cell.opponent], cell, number)
            elif number <= _last(player):
                kind = "missed" if cell is None else _SOLO.get(cell.result, "missed")
                yield Match.bye(number, str(player.number), kind)


def _match(player: TrfPlayer, other: TrfPlayer, cell: TrfResult, number: int) -> Match:
    players = (str(player.number), str(other.number))
    back = _cell(other, number)
    letters = (_LETTER[cell.result], _LETTER[back.result if back else "-"])
    if letters == ("l", "l"):
        return Match.double_loss(number, *players)
    return Match(number, players, None, "played" if cell.played else "forfeit", letters)
