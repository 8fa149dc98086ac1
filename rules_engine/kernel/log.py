"""The log format ``gamelog/1``: one JSON object per line, decoded strictly and within limits.

Lines of a game come in this order: one ``header``, one ``seat`` per player, ``chance`` lines (first player, order
of the decks), then ``act``, ``check``, ``judge`` and ``note`` lines with a strictly rising ``n``, and an ``end``.
Every line decodes to one frozen structure; unknown keys, duplicate keys and numbers out of range are refused.
"""

import json
from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from .errors import LogError

FORMAT = "gamelog/1"
MAX_LINES = 20_000
MAX_BYTES = 2_000_000
MAX_LINE_BYTES = 64_000
MAX_PATH = 12
MAX_ANSWERS = 64
MAX_CARDS = 1_000

Text = Annotated[str, Meta(max_length=2_000)]
Name = Annotated[str, Meta(max_length=120)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Small = Annotated[int, Meta(ge=0, le=999)]
SeatNo = Annotated[int, Meta(ge=0, le=5)]
Cards = Annotated[list[Name], Meta(max_length=MAX_CARDS)]
Answer = bool | int | str | Cards | None
Payment = dict[Name, Small]


class DeckRef(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The deck list a seat plays: its name at the event, a hash of it and its number of cards."""

    list: Name = ""
    sha256: Name = ""
    cards: Small = 0


class Header(
    Struct, frozen=True, tag="header", tag_field="kind", forbid_unknown_fields=True, omit_defaults=True
):
    """The first line: which game under which rules, and where it was played.

    ``play`` is ``constructed`` or ``limited``: then the size of the decks is checked (101.1). ``game_no`` counts the
    games of a match and ``last_losers`` are the seats that lost the one before: who begins is theirs to say (105.1b).
    ``places``: a casual game that goes on after the first winner for the places behind him (106.1).
    """

    format: Name  # required: a reader must know what it reads before anything else
    game: Name
    ruleset: Name = ""
    rulings: Name = ""
    choices: dict[Name, Name] = {}
    pool: Name = ""
    board: Name = ""
    semantics: Number = 0
    mode: Name = "single"
    level: Name = "compact"
    organized_play: bool = True
    time_limit: bool = True
    places: bool = False
    event: Name = ""
    round: Number = 0
    table: Number = 0
    game_no: Small = 1
    last_losers: Annotated[list[SeatNo], Meta(max_length=6)] = []
    play: Name = ""
    started: Name = ""
    recorder: Name = ""
    note: Text = ""


class SeatLine(
    Struct, frozen=True, tag="seat", tag_field="kind", forbid_unknown_fields=True, omit_defaults=True
):
    """A player at the table, with team and Starting Dot. Seats are written clockwise."""

    seat: SeatNo
    player: Name
    dot: Name
    team: Name | None = None
    deck: DeckRef | None = None
    note: Text = ""


class Chance(
    Struct, frozen=True, tag="chance", tag_field="kind", forbid_unknown_fields=True, omit_defaults=True
):
    """An outcome of chance before the first turn: ``first`` (a seat) or the order of a ``deck`` (top card first).

    ``by`` says how the first player was found: ``dice`` or, after the first game of a match, ``loser`` (105.1b), with
    the ``seat`` that chose.
    """

    of: Name
    by: Name = ""
    seat: SeatNo | None = None
    value: Number | Cards | None = None
    note: Text = ""


class Act(Struct, frozen=True, tag="act", tag_field="kind", forbid_unknown_fields=True, omit_defaults=True):
    """What a player does, or the mark that the top of the stack resolves.

    ``card`` and ``targets`` name an object of the game as ``"#88"`` or a card by its number or name. ``pay`` is the
    energy used by type, ``crystals`` the Energy Crystals activated while paying (200.5), ``x`` how often an
    additional cost is paid, ``mode`` which of the effects separated by "or" is chosen, ``short`` that the cost
    could not be met (200.5), ``answers`` the choices made while the line took place, in the order they were asked.
    """

    n: Number
    do: Name
    seat: SeatNo | None = None
    card: Name | None = None
    path: Annotated[list[Name], Meta(max_length=MAX_PATH)] | None = None
    targets: Annotated[list[Name], Meta(max_length=MAX_ANSWERS)] | None = None
    dot: Name | None = None
    pay: Payment | None = None
    crystals: Annotated[list[Name], Meta(max_length=MAX_ANSWERS)] | None = None
    x: Small = 0
    mode: Small = 0
    ability: Small = 0
    short: bool = False
    answers: Annotated[list[Answer], Meta(max_length=MAX_ANSWERS)] | None = None
    note: Text = ""


class Public(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Counts that anybody at the table can write down: they catch most lines left out."""

    turn: Number | None = None
    round: Number | None = None
    active: SeatNo | None = None
    phase: Name | None = None
    hand: Annotated[list[Small], Meta(max_length=6)] | None = None
    deck: Annotated[list[Small], Meta(max_length=6)] | None = None
    discard: Annotated[list[Small], Meta(max_length=6)] | None = None
    pool: Annotated[list[Annotated[list[Small], Meta(max_length=8)]], Meta(max_length=6)] | None = None


class CheckLine(
    Struct, frozen=True, tag="check", tag_field="kind", forbid_unknown_fields=True, omit_defaults=True
):
    """A checkpoint: the digest of the state, or public counts, or both."""

    n: Number
    digest: Name | None = None
    public: Public | None = None
    note: Text = ""


class JudgeLine(
    Struct, frozen=True, tag="judge", tag_field="kind", forbid_unknown_fields=True, omit_defaults=True
):
    """A judge's correction. ``change`` holds rows such as ``["damage", "#88", 2]``; see ``x610z.judge``."""

    n: Number
    do: Name
    by: Name
    why: Name = ""
    change: Annotated[list[Annotated[list[Answer], Meta(max_length=8)]], Meta(max_length=64)] = []
    text: Text = ""


class NoteLine(Struct, frozen=True, tag="note", tag_field="kind", omit_defaults=True):
    """Free words; unknown keys are tolerated here and nowhere else.

    ``passes`` stands in a compact log that was made from a full one: the seats that passed, in that order, before the
    next line, where that differs from the passes that the line implies.
    """

    text: Text = ""
    n: Number | None = None
    passes: Annotated[list[SeatNo], Meta(max_length=MAX_ANSWERS)] | None = None


class Claim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The result the players wrote down."""

    winners: Annotated[list[SeatNo], Meta(max_length=6)] = []
    draw: bool = False
    by: Name = ""


class EndLine(
    Struct, frozen=True, tag="end", tag_field="kind", forbid_unknown_fields=True, omit_defaults=True
):
    """The last line: the claimed result and, if kept, the SHA-256 of all bytes before this line."""

    n: Number
    claim: Claim
    sha256: Name = ""
    note: Text = ""


Line = Header | SeatLine | Chance | Act | CheckLine | JudgeLine | NoteLine | EndLine

_decoder = msgspec.json.Decoder(Line)
_encoder = msgspec.json.Encoder()
_decode = _decoder.decode
_encode = _encoder.encode


def schema() -> bytes:
    """The JSON Schema of one line of a log, as formatted JSON."""
    described = msgspec.json.schema(Line)
    described = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": FORMAT, **described}
    return msgspec.json.format(_encoder.encode(described), indent=1) + b"\n"


def encode_line(line: Line) -> bytes:
    """The canonical bytes of one line, without the newline."""
    return _encode(line)


def decode_line(raw: bytes, number: int) -> Line:
    """One line, strictly. Raises :class:`LogError` with the 1-based ``number`` of the line."""
    try:
        line = _decode(raw)
    except msgspec.ValidationError as error:
        raise LogError("bad_field", number, detail=str(error)[:200]) from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError, ValueError) as error:
        raise LogError("not_json", number, detail=str(error)[:200]) from None
    if _encode(line) != raw:
        _refuse_duplicate_keys(raw, number)
    return line


def _refuse_duplicate_keys(raw: bytes, number: int) -> None:
    """Only lines that are not written canonically come here: a canonical line cannot repeat a key."""

    def pairs(items: list[tuple[str, Any]]) -> None:
        seen = set()
        for key, _ in items:
            if key in seen:
                raise LogError("duplicate_key", number, key=key[:60])
            seen.add(key)

    try:
        json.loads(raw, object_pairs_hook=pairs)
    except RecursionError:
        raise LogError("not_json", number, detail="nested too deeply") from None
    except ValueError as error:
        raise LogError("not_json", number, detail=str(error)[:200]) from None


def as_bytes(data: bytes | str) -> bytes:
    """The bytes of a log, without a byte order mark. Raises :class:`LogError` when it is too long or no text."""
    if isinstance(data, str):
        if len(data) > MAX_BYTES:
            raise LogError("too_long", 1, limit=MAX_BYTES)
        try:
            data = data.encode()
        except UnicodeEncodeError:
            raise LogError("not_utf8", 1) from None
    if not isinstance(data, bytes | bytearray | memoryview):
        raise LogError("not_a_log", 1)
    if len(data) > MAX_BYTES:
        raise LogError("too_long", 1, limit=MAX_BYTES, size=len(data))
    data = bytes(data)
    return data[3:] if data.startswith(b"\xef\xbb\xbf") else data


def read_lines(data: bytes) -> Iterator[tuple[int, int, Line]]:
    """Number, byte offset and content of every line that is not blank, decoded one at a time."""
    offset = 0
    for number, raw in enumerate(data.split(b"\n"), 1):
        if number > MAX_LINES:
            if not data[offset:].strip():
                return
            raise LogError("too_many_lines", number, limit=MAX_LINES)
        if len(raw) > MAX_LINE_BYTES:
            raise LogError("line_too_long", number, limit=MAX_LINE_BYTES)
        stripped = raw[:-1] if raw.endswith(b"\r") else raw
        if stripped and not stripped.isspace():
            yield number, offset, decode_line(stripped, number)
        offset += len(raw) + 1
