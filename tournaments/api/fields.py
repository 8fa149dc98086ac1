"""Fields of bodies that take exactly what the schema says: a text is a text, a number a whole number.

The framework's own fields read "5" as 5 and 5 as "5"; a program that sends the wrong kind should hear of it.
"""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers


def short_text(longest: int, *, required: bool = True, unsaid: bool = False) -> serializers.Field:
    """A text of at most so many characters, without the character NUL; "" when it may be left out.

    ``unsaid``: one that is left out is not in what was said, so that what stood there stays.
    """

    @extend_schema_field({"type": "string", "maxLength": longest, "pattern": "^[^\\u0000]*$"})
    class Text(serializers.Field):
        """One text."""

        def to_internal_value(self, data: Any) -> str:
            if not isinstance(data, str) or len(data) > longest or "\x00" in data:
                raise serializers.ValidationError(f"a text of at most {longest} characters")
            try:
                data.encode()
            except UnicodeEncodeError as error:
                raise serializers.ValidationError("half a character") from error
            return data

        def to_representation(self, value: Any) -> Any:
            return value

    if unsaid:
        return Text(required=False)
    return Text() if required else Text(required=False, default="")


def whole(least: int, most: int, *, required: bool = True, default: int | None = None) -> serializers.Field:
    """A whole number between two bounds."""

    @extend_schema_field({"type": "integer", "minimum": least, "maximum": most})
    class Whole(serializers.Field):
        """One number."""

        def to_internal_value(self, data: Any) -> int:
            # JSON knows one kind of number: 2.0 is the whole number 2, as the schema's "integer" says.
            plain = int(data) if isinstance(data, float) and data.is_integer() else data
            if isinstance(plain, bool) or not isinstance(plain, int) or not least <= plain <= most:
                raise serializers.ValidationError(f"a whole number from {least} to {most}")
            return plain

        def to_representation(self, value: Any) -> Any:
            return value

    return Whole() if required else Whole(required=False, default=default)


@extend_schema_field({"type": "boolean", "default": False})
class Flag(serializers.Field):
    """True or false."""

    def to_internal_value(self, data: Any) -> bool:
        """Only these two."""
        if not isinstance(data, bool):
            raise serializers.ValidationError("true or false")
        return data

    def to_representation(self, value: Any) -> Any:
        """As it is."""
        return value


def flag() -> serializers.Field:
    """True or false; false when it is left out."""
    return Flag(required=False, default=False)


MOMENT_SCHEMA = {"type": "string", "format": "date-time"}


@extend_schema_field({"oneOf": [MOMENT_SCHEMA]})  # null comes with allow_null, once
class MomentOrNone(serializers.DateTimeField):
    """A moment, or null: two kinds of value, so that the schema does not call every text a moment."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_null=True, **options)


RESULT_KINDS = ("played", "forfeit", "double_loss")
"""How a result came about."""

SCORE_SCHEMA = {
    "oneOf": [
        {
            "type": "array",
            "items": {"type": "integer", "minimum": 0, "maximum": 99},
            "minItems": 2,
            "maxItems": 3,
        },
        {"type": "string", "pattern": "^[wdl]{3,6}$"},
    ],
    "description": "games won by the first seat and the second, and drawn games; or of a table of three to six "
    "a letter for every seat: w won, d out at the end of time, l lost",
    "example": [2, 1, 0],
}


@extend_schema_field(SCORE_SCHEMA)
class Score(serializers.Field):
    """How a table ended, as the services take it."""

    def to_internal_value(self, data: Any) -> Any:
        """Numbers of games, or letters."""
        if isinstance(data, str) and 3 <= len(data) <= 6 and set(data) <= set("wdl"):
            return data
        if isinstance(data, list) and len(data) in (2, 3):
            counts = whole(0, 99)
            return tuple(counts.to_internal_value(one) for one in data)
        raise serializers.ValidationError("two or three numbers of games, or letters for three to six seats")

    def to_representation(self, value: Any) -> Any:
        """As it is."""
        return value
