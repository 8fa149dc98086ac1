"""What the file formats share: the event as read, the error with its place, and the checks over all rows."""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.standings.model import Entrant, Match, Sentence, StandingsError
from tournaments.standings.presets import Preset
from tournaments.standings.tally import letters_of

MAX_BYTES = 20_000_000
MAX_ROUNDS = 100
MAX_GAMES = 99
MAX_NAME = 200


@dataclass(frozen=True)
class Published:
    """Standings somebody else published: the order of ids, best first, and the figures that came with them."""

    order: tuple[str, ...]
    figures: Mapping[str, Mapping[str, Fraction]] = field(default_factory=dict)
    ranks: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class KnockOutMatch:
    """A match or final table of a knock-out: its slot in the bracket, the round of the event, who sits there.

    ``players``: None for one whom an earlier match decides. ``games``: won by each of them, where games are counted.
    ``winner``: who goes on; None while it is not played.
    """

    slot: str
    round: int
    players: tuple[str | None, ...]
    games: tuple[int, ...] | None = None
    winner: str | None = None


@dataclass(frozen=True)
class KnockOut:
    """What was played after the cut: the kind of bracket, the seeds in their order, the matches, the places.

    ``places``: a place and who shares it, best first, of everybody in the event; empty before the end.
    """

    kind: str
    seeds: tuple[str, ...]
    matches: tuple[KnockOutMatch, ...]
    places: tuple[tuple[int, tuple[str, ...]], ...] = ()


@dataclass(frozen=True)
class Results:
    """A finished event as read from a file. `policy` is None when the file names none."""

    event: str
    entrants: tuple[Entrant, ...]
    matches: tuple[Match, ...]
    rounds: int
    date: str = ""
    policy: Preset | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    published: tuple[Published, ...] = ()
    knock_out: KnockOut | None = None


class FormatError(StandingsError):
    """A file that does not say what it should; `where` is the field ("rounds[2][5]") or the line."""


def fail(where: str, message: str, code: str = "format") -> FormatError:
    """The error to raise."""
    return FormatError(code, message, where)


def text_of(data: str | bytes) -> str:
    """The text of a file, or FormatError when it is too long or not UTF-8."""
    if len(data) > MAX_BYTES:
        raise fail("file", Sentence("longer than %(most)s MB", most=MAX_BYTES // 1_000_000), "too_long")
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    if b"\0" in data[:2] or data[:2] in (BOM_UTF16_LE, BOM_UTF16_BE):
        raise fail("file", "not UTF-8 but perhaps UTF-16: save it as UTF-8", "not_text")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise fail("file", Sentence("not UTF-8 text (byte %(byte)s)", byte=error.start), "not_text") from None


def check_rows(matches: list[tuple[Match, str]], entrants: Mapping[str, Entrant]) -> None:
    """Everything a row can do wrong, with the place of the row in the message."""
    seen: dict[tuple[int, str], str] = {}
    for match, where in matches:
        try:
            letters_of(match)
        except StandingsError as error:
            raise FormatError(error.code, error.message, where) from None
        for player in match.players:
            if player is None:
                continue
            entrant, name = entrants.get(player), repr(player)
            if entrant is None:
                raise fail(where, Sentence("nobody has the id %(player)s", player=name), "player_unknown")
            if (match.round, player) in seen:
                before = seen[match.round, player]
                text = "%(player)s already has a row in this round (%(before)s)"
                raise fail(where, Sentence(text, player=name, before=before), "player_twice")
            if entrant.dropped_after is not None and match.round > entrant.dropped_after:
                text = "%(player)s dropped after round %(round)s"
                raise fail(where, Sentence(text, player=name, round=entrant.dropped_after), "player_dropped")
            if match.round < entrant.joined_round and match.kind != "missed":
                text = "%(player)s joined in round %(round)s"
                raise fail(where, Sentence(text, player=name, round=entrant.joined_round), "player_late")
            seen[match.round, player] = where
