"""The log of a Z/X game: ``gamelog/1``, or ``gamelog/2`` with ``agree`` lines; one JSON object per line.

Lines come in this order: one ``header``, a ``seat`` per player, ``chance`` lines (who goes first, the order of both
decks without what was laid out before the shuffle), then ``act``, ``check`` and ``note`` lines with a strictly rising
``n``, and an ``end``.
"""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct, to_builtins
from msgspec.structs import replace

from rules_engine.kernel.log import (
    MAX_ANSWERS,
    AgreeLine,
    Answer,
    Cards,
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
)

__all__ = [
    "FORMAT",
    "GAME",
    "Action",
    "AgreeLine",
    "Chance",
    "CheckLine",
    "EndLine",
    "Header",
    "JudgeLine",
    "Line",
    "NoteLine",
    "SeatLine",
    "codec",
    "read_lines",
]

FORMAT, WITH_AGREEMENTS = "gamelog/1", "gamelog/2"
"""A log without ``agree`` lines needs only the first."""
GAME = "zx"


class Header(
    Struct, frozen=True, tag="header", tag_field="kind", forbid_unknown_fields=True, omit_defaults=True
):
    """The first line: which game under which rules, and where it was played.

    ``play`` is ``constructed`` where the decks must keep the rules of deck construction.
    """

    format: Name
    game: Name
    ruleset: Name = ""
    rulings: Name = ""
    choices: dict[Name, Name] = {}
    pool: Name = ""
    semantics: Number = 0
    event: Name = ""
    round: Number = 0
    play: Name = ""
    table: Number = 0
    started: Name = ""
    recorder: Name = ""
    note: Text = ""


class SeatLine(
    Struct, frozen=True, tag="seat", tag_field="kind", forbid_unknown_fields=True, omit_defaults=True
):
    """A player and what was laid out before the shuffle (steps 1 to 5 of the preparation), by number or name.

    What lies face-down, ``start_card``, ``behind`` and ``dynamis``, may be ``?`` where nobody says which card it is.
    ``behind`` is the card that lies behind the Player card. ``markers`` are the names of the dedicated markers that the
    player has at hand, None if nobody wrote them down.
    """

    seat: SeatNo
    player: Name
    player_card: Name = ""
    behind: Name = ""
    start_card: Name = ""
    gate_card: Name = ""
    start_resource: Name = ""
    dynamis: Cards = []
    markers: Cards | None = None
    deck: DeckRef | None = None
    note: Text = ""


class Chance(
    Struct, frozen=True, tag="chance", tag_field="kind", forbid_unknown_fields=True, omit_defaults=True
):
    """An outcome of chance before the first turn: ``first`` (a seat) or the order of a ``deck`` (top card first)."""

    of: Name
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
    """What a player does: the one type of action there is.

    ``n`` numbers the action in a log and is 0 outside of one. ``card`` names an object as ``"#88"`` or a card by its
    number or name, ``square`` the Square that it goes to or attacks, ``ability`` which line of its text is used, the
    first that can be if 0. ``pay`` are the Resource cards put to sleep.
    ``shown`` are the numbers of the cards that this line turned up, from Life or from the deck, in that order: not
    needed but compared, and needed for cards of a deck whose order no line tells, wherever they come to lie open.
    ``hand`` is how many cards whoever acted holds afterwards, as everybody may count (301.3d): not needed but compared.
    ``answers`` are the choices made while the action is carried out, in the order in which they
    are asked.
    """

    n: Number = 0
    do: Name
    seat: SeatNo
    card: Name = ""
    square: Name = ""
    ability: Annotated[int, Meta(ge=0, le=20)] = 0
    pay: Annotated[list[Name], Meta(max_length=MAX_ANSWERS)] = []
    answers: Annotated[list[Answer], Meta(max_length=MAX_ANSWERS)] | None = None
    shown: Annotated[list[Name], Meta(max_length=MAX_ANSWERS)] = []
    hand: Small | None = None
    note: Text = ""

    def to_dict(self) -> dict[str, object]:
        """Plain JSON values, without what is left at its default."""
        found: dict[str, object] = to_builtins(replace(self, n=0))
        found.pop("kind", None)
        return found


class CheckLine(
    Struct, frozen=True, tag="check", tag_field="kind", forbid_unknown_fields=True, omit_defaults=True
):
    """A checkpoint: the fingerprint of the state, and counts by seat that both players see (301.3d)."""

    n: Number
    digest: Name | None = None
    turn: Number | None = None
    hand: Annotated[list[Number], Meta(max_length=2)] | None = None
    deck: Annotated[list[Number], Meta(max_length=2)] | None = None
    life: Annotated[list[Number], Meta(max_length=2)] | None = None
    charge: Annotated[list[Number], Meta(max_length=2)] | None = None


Line = Header | SeatLine | Chance | Action | CheckLine | JudgeLine | AgreeLine | NoteLine | EndLine
codec: Codec[Line] = Codec(Line, "gamelog/2 of Z/X")


def read_lines(data: bytes) -> Iterator[tuple[int, int, Line]]:
    """Number, byte offset and content of every line that is not blank."""
    return codec.read(data)
