"""FIDE tournament report files (TRF16): reading one into players to pair, and writing one.

Columns follow the report format of the FIDE handbook (C.04 annex 2, 2016): one line per player that starts with
001, ten columns per round. Of the other lines the name (012), the rounds (XXR) and forbidden pairs (XXP) are
used; everything else is kept as it is. Points are read in half points, so that a win is 2 and a draw 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.pairing.model import PairingError, Player, RoundDraft

_PLAYED = frozenset("10=WDL")
_WON_UNPLAYED = frozenset("+FU")
_RESULTS = _PLAYED | _WON_UNPLAYED | frozenset("-HZ")
_ROUND_START, _ROUND_WIDTH = 91, 10


@dataclass(frozen=True, slots=True)
class TrfResult:
    """One round of one player: opponent's number (None: nobody), colour (w, b or -) and the result letter."""

    opponent: int | None
    colour: str
    result: str

    @property
    def played(self) -> bool:
        """True for a game that took place; forfeits and byes are not meetings."""
        return self.opponent is not None and self.result in _PLAYED


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    """One 001 line. ``half_points`` is the points column times two; ``place`` the rank column, 0 when empty."""

    number: int
    name: str
    half_points: int
    place: int = 0
    rating: int = 0
    title: str = ""
    sex: str = ""
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    rounds: tuple[TrfResult | None, ...] = ()


@dataclass(frozen=True, slots=True)
class TrfReport:
    """A report. ``other`` holds the lines that are not understood, in order."""

    name: str
    players: tuple[TrfPlayer, ...]
    total_rounds: int | None = None
    forbidden: tuple[tuple[int, int], ...] = ()
    other: tuple[str, ...] = ()

    @property
    def rounds_paired(self) -> int:
        """Return the last round in which somebody had an opponent or the pairing bye."""
        return max(
            (
                number
                for player in self.players
                for number, one in enumerate(player.rounds, 1)
                if one is not None and (one.opponent is not None or one.result == "U")
            ),
            default=0,
        )


def read_trf(text: str) -> TrfReport:
    """Read a report with any line ends. Raises :class:`PairingError` (bad_file) naming the line."""
    name = ""
    total: int | None = None
    players: list[TrfPlayer] = []
    forbidden: list[tuple[int, int]] = []
    other: list[str] = []
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1):
        code = line[:3]
        try:
            if code == "001":
                players.append(_read_player(line))
            elif code == "012":
                name = line[4:].strip()
            elif code == "XXR":
                total = _whole(line[4:], "the number of rounds")
            elif code == "XXP":
                ids = [_whole(part, "a player's number") for part in line[4:].split()]
                forbidden += [(one, two) for place, one in enumerate(ids) for two in ids[place + 1 :]]
            elif line.strip():
                other.append(line.rstrip())
        except ValueError as error:
            raise PairingError("bad_file", detail=f"line {number}: {error}") from error
    _check(players)
    return TrfReport(name, tuple(players), total, tuple(forbidden), tuple(other))


def _read_player(line: str) -> TrfPlayer:
    return TrfPlayer(
        number=_whole(line[4:8], "the player's number"),
        sex=line[9:10].strip(),
        title=line[10:13].strip(),
        name=line[14:47].strip(),
        rating=_whole(line[48:52].strip() or "0", "the rating"),
        federation=line[53:56].strip(),
        fide_id=line[57:68].strip(),
        birth=line[69:79].strip(),
        half_points=_half_points(line[80:84].strip() or "0"),
        place=_whole(line[85:89].strip() or "0", "the place"),
        rounds=_read_rounds(line),
    )


def _whole(text: str, what: str) -> int:
    """Return a whole number as the report writes it: digits and nothing else."""
    digits = text.strip()
    if not digits:
        raise ValueError(f"{what} is missing")
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError(f"{what} must be a whole number, not {digits[:20]!r}")
    return int(digits)


def _half_points(points: str) -> int:
    if not re.fullmatch(r"\d+([.,][05])?", points):
        raise ValueError(f"{points!r} is not a number of points")
    whole, _, half = points.replace(",", ".").partition(".")
    return 2 * int(whole) + (half == "5")


def _read_rounds(line: str) -> tuple[TrfResult | None, ...]:
    rounds: list[TrfResult | None] = []
    for start in range(_ROUND_START, len(line.rstrip()), _ROUND_WIDTH):
        cell = line[start : start + 8]
        if not cell.strip():
            rounds.append(None)
            continue
        opponent = _whole(cell[:4].strip() or "0", "the opponent's number")
        result = (cell[7:8].strip() or "Z").upper()
        if result not in _RESULTS:
            raise ValueError(f"{result!r} is not a result")
        rounds.append(TrfResult(opponent or None, cell[5:6].strip() or "-", result))
    return tuple(rounds)


def _check(players: list[TrfPlayer]) -> None:
    numbers = {player.number for player in players}
    if len(numbers) != len(players):
        raise PairingError("bad_file", detail="two players have the same number")
    for player in players:
        for one in player.rounds:
            if one is not None and one.opponent is not None and one.opponent not in numbers:
                raise PairingError(
                    "bad_file", detail=f"player {player.number} met {one.opponent}, who is not in the file"
                )


def write_trf(report: TrfReport) -> str:
    """Return the report as text; every line ends with carriage return and line feed."""
    lines = [f"012 {report.name}", *report.other]
    if report.total_rounds is not None:
        lines.append(f"XXR {report.total_rounds}")
    lines += [f"XXP {one} {two}" for one, two in report.forbidden]
    lines += [_write_player(player) for player in sorted(report.players, key=lambda one: one.number)]
    return "".join(f"{line}\r\n" for line in lines)


def _write_player(player: TrfPlayer) -> str:
    points = f"{player.half_points // 2}.{5 * (player.half_points % 2)}"
    head = (
        f"001 {player.number:>4} {player.sex:1.1}{player.title:>3.3} {player.name:<33.33} "
        f"{player.rating or '':>4} {player.federation:3.3} {player.fide_id:>11.11} {player.birth:<10.10} "
        f"{points:>4} {player.place or '':>4}"
    )
    cells = "".join(_write_cell(one) for one in player.rounds)
    return (head + cells).rstrip()


def _write_cell(one: TrfResult | None) -> str:
    if one is None:
        return " " * _ROUND_WIDTH
    opponent = f"{one.opponent:>4}" if one.opponent is not None else "0000"
    return f"  {opponent} {one.colour} {one.result}"


def players_from_trf(report: TrfReport) -> tuple[list[Player], int]:
    """Return the players as they stand before the next round, and that round's number.

    Only played games are meetings. A player with an entry already written for the next round (a requested bye,
    an absence) is not active. A bye and a win without a game count as byes (FIDE C.04.1).
    """
    done = report.rounds_paired
    players = [
        Player(
            id=str(one.number),
            score=one.half_points,
            opponents=tuple(_met(one, number) for number in range(done)),
            byes=sum(cell is not None and cell.result in _WON_UNPLAYED for cell in one.rounds[:done]),
            active=len(one.rounds) <= done or one.rounds[done] is None,
            rank=one.place or one.number,
        )
        for one in report.players
    ]
    return players, done + 1


def _met(player: TrfPlayer, number: int) -> str | None:
    cell = player.rounds[number] if number < len(player.rounds) else None
    return str(cell.opponent) if cell is not None and cell.played else None


def write_pairs(draft: RoundDraft) -> str:
    """Return a draft as pairing engines print it: the number of lines, then two numbers a line, 0 for the bye."""
    lines = [f"{pair.a} {pair.b if pair.b is not None else 0}" for pair in draft.pairs]
    return "".join(f"{line}\n" for line in (str(len(lines)), *lines))


def forbidden_from_trf(report: TrfReport) -> Iterable[tuple[str, str]]:
    """Return the forbidden pairs as player ids."""
    return tuple((str(one), str(two)) for one, two in report.forbidden)
