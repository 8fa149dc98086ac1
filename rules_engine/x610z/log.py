"""The log format ``gamelog/2``: one JSON object per line. ``gamelog/1`` is the same without ``agree`` lines.

Lines of a game come in this order: one ``header``, one ``seat`` per player, ``chance`` lines (first player, order
of the decks), then ``act``, ``check``, ``judge``, ``agree`` and ``note`` lines with a strictly rising ``n``, and an
``end``.
"""

from typing import Annotated

from msgspec import Meta, Struct, to_builtins
from msgspec.structs import replace

from rules_engine.kernel.log import (
    MAX_ANSWERS,
    AgreeLine,
    Answer,
    Cards,
    Claim,
    Codec,
    DeckRef,
    EndLine,
    JudgeLine,
    Name,
    NoteLine,
    Number,
    SeatNo,
    Small,
    Text,
    as_bytes,
    line_at,
)

__all__ = [
    "FORMATS",
    "MAX_ANSWERS",
    "MAX_PATH",
    "PLAIN",
    "WITH_AGREEMENTS",
    "Action",
    "AgreeLine",
    "Answer",
    "Cards",
    "Chance",
    "CheckLine",
    "Claim",
    "DeckRef",
    "EndLine",
    "Header",
    "JudgeLine",
    "Line",
    "NoteLine",
    "Payment",
    "Public",
    "SeatLine",
    "as_bytes",
    "codec",
    "decode_line",
    "encode_line",
    "line_at",
    "read_lines",
    "schema",
]

PLAIN = "gamelog/1"
WITH_AGREEMENTS = "gamelog/2"
FORMATS = (PLAIN, WITH_AGREEMENTS)
"""The formats that are read; the second adds ``agree`` lines, and a log that has none needs only the first."""
MAX_PATH = 12
MAX_EXTRAS = 8

Payment = dict[Name, Small]


class Header(
    Struct, frozen=True, tag="header", tag_field="kind", forbid_unknown_fields=True, omit_defaults=True
):
    """The first line: which game under which rules, and where it was played.

    ``play`` is ``constructed`` or ``limited``: then the size of the decks is checked (101.1). ``game_no`` counts the
    games of a match and ``last_losers`` are the seats that lost the one before: who begins is theirs to say (105.1b).
    ``concede_after``: the rounds that must be over before anybody may give up in Organized Play (106.3#3).
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
    concede_after: Small = 15
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


class Action(
    Struct,
    frozen=True,
    tag="act",
    tag_field="kind",
    forbid_unknown_fields=True,
    omit_defaults=True,
    repr_omit_defaults=True,
    kw_only=True,
    gc=False,
):
    """What a player does, or the mark that the top of the stack resolves: the one type of action there is.

    ``n`` numbers the action in a log and is 0 outside of one.

    ``card`` and ``targets`` name an object of the game as ``"#88"`` or a card by its number or name. ``pay`` is the
    energy used by type, ``crystals`` the Energy Crystals activated while paying (200.5). ``x`` says how often the
    additional cost is paid, ``extras`` says it for each, in the order of the text, where there are several. ``mode`` is
    which of the effects separated by "or" is chosen, ``short`` that the cost could not be met (200.5), ``answers`` the
    choices made while the line took place, in the order they were asked.
    """

    n: Number = 0
    do: Name
    seat: SeatNo | None = None
    card: Name | None = None
    path: Annotated[list[Name], Meta(max_length=MAX_PATH)] | None = None
    targets: Annotated[list[Name], Meta(max_length=MAX_ANSWERS)] | None = None
    pay: Payment | None = None
    crystals: Annotated[list[Name], Meta(max_length=MAX_ANSWERS)] | None = None
    x: Small = 0
    extras: Annotated[list[Small], Meta(max_length=MAX_EXTRAS)] | None = None
    mode: Small = 0
    ability: Small = 0
    short: bool = False
    answers: Annotated[list[Answer], Meta(max_length=MAX_ANSWERS)] | None = None
    note: Text = ""

    @property
    def slot(self) -> int:
        """The number of the object that is named as ``"#88"``; -1 for a card by number or name, and for none."""
        digits = self.card[1:] if self.card and self.card[0] == "#" else ""
        return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 7 else -1

    @property
    def landing(self) -> str:
        """The dot on which the path ends, "" without one."""
        return self.path[-1] if self.path else ""

    def bare(self) -> "Action":
        """The same action without number and note."""
        return replace(self, n=0, note="") if self.n or self.note else self

    def to_dict(self) -> dict[str, object]:
        """What is written of the action as plain JSON values, without number and note."""
        data: dict[str, object] = to_builtins(self)
        for name in ("kind", "n", "note"):
            data.pop(name, None)
        return data


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


PlainLine = Header | SeatLine | Chance | Action | CheckLine | JudgeLine | NoteLine | EndLine
Line = PlainLine | AgreeLine

codec: Codec[Line] = Codec(Line, WITH_AGREEMENTS)
encode_line = codec.encode
decode_line = codec.decode
read_lines = codec.read


def schema(format: str = WITH_AGREEMENTS) -> bytes:
    """The JSON Schema of one line of a log of this format, as formatted JSON."""
    return codec.schema() if format == WITH_AGREEMENTS else Codec[PlainLine](PlainLine, PLAIN).schema()
