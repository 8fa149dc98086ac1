"""Logs as JSON Lines, for every game: limits, strict decoding and the lines that mean the same in all of them.

A game defines its own lines (frozen structures with a ``kind``), joins them to one union and gives that to a
:class:`Codec`. Every line decodes to one structure; unknown keys, duplicate keys and numbers out of range are refused.
"""

import json
from collections.abc import Iterator
from itertools import accumulate, count
from typing import Annotated, Generic, TypeVar

import msgspec
from msgspec import Meta, Struct, field

from .errors import LogError

MAX_LINES = 20_000
MAX_BYTES = 2_000_000
MAX_LINE_BYTES = 64_000
MAX_ANSWERS = 400
"""Sixty abilities that trigger at once are put in order, and each of them may choose several times."""
MAX_CARDS = 1_000

Text = Annotated[str, Meta(max_length=2_000)]
Name = Annotated[str, Meta(max_length=120)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Small = Annotated[int, Meta(ge=0, le=999)]
SeatNo = Annotated[int, Meta(ge=0, le=5)]
Cards = Annotated[list[Name], Meta(max_length=MAX_CARDS)]
Answer = bool | int | str | Cards | None
Change = Annotated[list[Annotated[list[Answer], Meta(max_length=8)]], Meta(max_length=64)]
"""The rows of a correction; what they mean is the game's to say."""

SLOTS = {f"#{slot}": slot for slot in range(400)}
"""The names of cards in a game as its lines write them nearly always; no game has so many that are physical."""
_BRACE = ord("{")
L = TypeVar("L")


class DeckRef(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The deck list a seat plays: its name at the event, a hash of it and its number of cards."""

    list: Name = ""
    sha256: Name = ""
    cards: Small = 0


class JudgeLine(
    Struct, frozen=True, tag="judge", tag_field="kind", forbid_unknown_fields=True, omit_defaults=True
):
    """A judge's correction. ``change`` holds rows whose meaning the game defines."""

    n: Number
    do: Name
    by: Name
    why: Name = ""
    change: Change = []
    text: Text = ""


class AgreeLine(
    Struct, frozen=True, tag="agree", tag_field="kind", forbid_unknown_fields=True, omit_defaults=True
):
    """What the players agreed to set right without a judge: rows as in a judge's line, and the seats that signed."""

    n: Number
    seats: Annotated[list[SeatNo], Meta(max_length=6)]
    change: Change = []
    text: Text = ""


Whatever = Annotated[object, Meta(extra_json_schema={"description": "Any value; it counts for nothing."})]
"""What may stand in a note without a meaning in the game."""


class NoteLine(Struct, frozen=True, tag="note", tag_field="kind", omit_defaults=True):
    """Free words; unknown keys are tolerated here and nowhere else.

    ``passes`` stands in a compact log that was made from a full one: the seats that passed, in that order, before the
    next line, where that differs from the passes that the line implies. What a recording keeps in a note: ``said``, a
    line that could not stand; ``undone``, the numbers of lines taken back; ``keeps``, a first hand that ``seat`` keeps.
    """

    text: Text = ""
    n: Number | None = None
    passes: Annotated[list[SeatNo], Meta(max_length=MAX_ANSWERS)] | None = None
    said: Whatever = None
    undone: Whatever = None
    keeps: Whatever = None
    whose: Whatever = field(default=None, name="seat")


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


class Codec(Generic[L]):
    """Writes and reads the lines of one game: ``line`` is the union of its structures, ``title`` names the format."""

    def __init__(self, line: object, title: str) -> None:
        self._line = line
        self._title = title
        self._encoder = msgspec.json.Encoder()
        self._encode = self._encoder.encode
        self._decoder = msgspec.json.Decoder(line)

    def schema(self) -> bytes:
        """The JSON Schema of one line of a log, as formatted JSON."""
        described = msgspec.json.schema(self._line)
        described = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": self._title,
            **described,
        }
        return msgspec.json.format(self._encode(described), indent=1) + b"\n"

    def encode(self, line: L) -> bytes:
        """The canonical bytes of one line, without the newline."""
        return self._encode(line)

    def decode(self, raw: bytes, number: int) -> L:
        """One line, strictly. Raises :class:`LogError` with the 1-based ``number`` of the line."""
        try:
            line: L = self._decoder.decode(raw)
        except msgspec.ValidationError as error:
            raise LogError("bad_field", number, detail=str(error)[:200]) from None
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError, ValueError) as error:
            raise LogError("not_json", number, detail=str(error)[:200]) from None
        if self._encode(line) != raw:
            _refuse_duplicate_keys(raw, number)
        return line

    def read(self, data: bytes) -> Iterator[tuple[int, int, L]]:
        """Number, byte offset and content of every line that is not blank.

        Raises :class:`LogError` at the first line that is none, once those before it were taken.
        """
        return self._at_once(data) or self._one_by_one(data)

    def _at_once(self, data: bytes) -> Iterator[tuple[int, int, L]] | None:
        """All lines in one pass; None unless each is written canonically and is not too long, as nearly always."""
        sizes = [len(raw) + 1 for raw in data.split(b"\n", MAX_LINES + 1)]
        if len(sizes) > MAX_LINES or max(sizes) > MAX_LINE_BYTES:
            return None
        try:
            lines = self._decoder.decode_lines(data)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError, ValueError):
            return None
        written = self._encoder.encode_lines(lines)
        if written != data and written[:-1] != data:
            return None
        return zip(count(1), accumulate(sizes, initial=0), lines, strict=False)

    def _one_by_one(self, data: bytes) -> Iterator[tuple[int, int, L]]:
        """The same, each line decoded and held against the limits by itself."""
        offset = 0
        returns = b"\r" in data  # only logs of some editors have them, so most lines need not be asked
        for number, raw in enumerate(data.split(b"\n"), 1):
            if number > MAX_LINES:
                if not data[offset:].strip():
                    return
                raise LogError("too_many_lines", number, limit=MAX_LINES)
            size = len(raw)
            if size > MAX_LINE_BYTES:
                raise LogError("line_too_long", number, limit=MAX_LINE_BYTES)
            if returns and raw.endswith(b"\r"):
                raw = raw[:-1]
            if raw and (raw[0] == _BRACE or not raw.isspace()):
                yield number, offset, self.decode(raw, number)
            offset += size + 1


def _refuse_duplicate_keys(raw: bytes, number: int) -> None:
    """Only lines that are not written canonically come here: a canonical line cannot repeat a key."""

    def pairs(items: list[tuple[str, object]]) -> None:
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


def line_at(data: bytes, offset: int) -> bytes:
    """The bytes of the line that begins at an offset, without what ends it."""
    end = data.find(b"\n", offset)
    return data[offset : end if end >= 0 else len(data)]


def refuse_other_game(data: bytes, game: str) -> None:
    """Raise :class:`LogError` for a log whose first line says that it is of another game; others are read as usual."""
    first = data[:MAX_LINE_BYTES].split(b"\n", 1)[0]
    try:
        named = msgspec.json.decode(first, type=_Named).game
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError, ValueError):
        return
    if named and named != game:
        raise LogError("other_game", 1, game=named[:80])


class _Named(Struct):
    game: str = ""
