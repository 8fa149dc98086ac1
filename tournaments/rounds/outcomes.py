"""How a table ended, as one value with a kind: games won, or a letter for every seat.

It is stored as JSON with the match, and the same way with every report, so that one column says all of it and nothing
of another shape can be stored.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from django.db import models

from ledger.shapes import Json

Score = tuple[int, int, int]
"""Games won by position 0, by position 1, and drawn."""

WON, DRAWN, LOST = "w", "d", "l"
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]


class Games(
    msgspec.Struct, tag_field="kind", tag="games", frozen=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Games won by every seat in order, and games drawn; one seat alone is a bye.

    ``ahead`` is the seat that goes on from a match of a knock-out that time ended level.
    """

    won: Annotated[tuple[Count, ...], msgspec.Meta(min_length=1, max_length=2)]
    drawn: Count = 0
    ahead: int | None = None

    @property
    def winner(self) -> int | None:
        """The seat that won or goes on; None for a draw."""
        if self.ahead is not None or len(self.won) == 1:
            return self.ahead or 0
        return None if self.won[0] == self.won[1] else int(self.won[1] > self.won[0])

    def letter(self, position: int) -> str:
        """Won, drawn or lost for one seat."""
        winner = self.winner
        return DRAWN if winner is None else WON if winner == position else LOST

    def games(self, position: int) -> int | None:
        """Games won by one seat."""
        return self.won[position]


class Letters(
    msgspec.Struct,
    tag_field="kind",
    tag="letters",
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """ "w" won, "d" still in when time ended, "l" lost, for every seat in order.

    One seat alone is a bye that is no win: "d" counts half the points, "l" is a missed round.
    """

    letters: Annotated[str, msgspec.Meta(pattern="^[wdl]{1,6}$")]

    @property
    def winner(self) -> int | None:
        """The seat that won; None when nobody did."""
        return self.letters.index(WON) if WON in self.letters else None

    def letter(self, position: int) -> str:
        """Won, still in, or lost for one seat."""
        return self.letters[position]

    def games(self, position: int) -> int | None:
        """None: nobody counts games here."""
        return None


Outcome = Games | Letters
NO_BYE = Games((0,))
"""How somebody ends who is without a match because all those of the opponent are void: it counts for nothing."""
_DECODER: msgspec.json.Decoder[Outcome] = msgspec.json.Decoder(Outcome)


@lru_cache(512)
def outcome_from(text: str) -> Outcome:
    """An outcome out of its stored text; a hall has thousands of rows and a few ways to end."""
    return _DECODER.decode(text)


class OutcomeField(models.JSONField):
    """An :data:`Outcome` or None. Reading anything else out of the database is an error."""

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Outcome | None:
        """The stored text as an outcome."""
        return None if value is None else outcome_from(value)

    def get_prep_value(self, value: Any) -> Any:
        """The outcome as plain data, checked against its shape."""
        if value is None or hasattr(value, "resolve_expression"):
            return super().get_prep_value(value)
        return super().get_prep_value(msgspec.to_builtins(msgspec.convert(plain(value), Outcome)))

    def value_to_string(self, obj: models.Model) -> Any:
        """Plain data for Django's own dumps."""
        return plain(self.value_from_object(obj))


def as_said(outcome: Outcome) -> Sequence[int] | str:
    """An outcome as somebody says it who enters it: the letters, or the games won and drawn."""
    return outcome.letters if isinstance(outcome, Letters) else (*outcome.won, outcome.drawn)


def plain(outcome: Outcome | Json | None) -> object:
    """An outcome as JSON-able data."""
    return msgspec.to_builtins(outcome)
