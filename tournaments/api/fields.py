"""Fields of bodies that take exactly what the schema says: a text is a text, a number a whole number.

The framework's own fields read "5" as 5 and 5 as "5"; a program that sends the wrong kind should hear of it. A
:class:`Kind` becomes a field once it is known whether it may be left out, which the service says that takes it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from drf_spectacular.drainage import set_override
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from ledger.shapes import Json

MOST = 1_000_000
MOST_ID = 2**31 - 1


class Body(serializers.Serializer):
    """What a program sends; a name that nobody reads is refused, so that nothing is left out by a slip of the pen."""

    also: frozenset[str] = frozenset()

    def to_internal_value(self, data: object) -> dict[str, object]:
        """Every field as it is said; raises ValidationError by field."""
        unknown = sorted(set(data) - set(self.fields) - self.also) if isinstance(data, dict) else []
        if unknown:
            raise serializers.ValidationError({name: ["no such field"] for name in unknown})
        said: dict[str, object] = super().to_internal_value(data)
        return said


class Query(Body):
    """What a program asks behind the question mark of an address; unknown names are refused here, too."""

    also = frozenset({"format"})  # the framework's own: how the answer is written

    @classmethod
    def asked(cls, request: Request) -> Json:
        """The values by name; raises ValidationError for an unknown name, and for one that stands twice."""
        query = cls(data=request.query_params)
        single = [name for name, one in query.fields.items() if not isinstance(one, serializers.ListField)]
        if twice := [name for name in single if len(request.query_params.getlist(name)) > 1]:
            raise serializers.ValidationError({name: ["needed once"] for name in twice})
        query.is_valid(raise_exception=True)
        return dict(query.validated_data)


class AsSaid(serializers.Field):
    """A field whose values need no other form to be shown."""

    schema: dict[str, object] = {}

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        set_override(self, "field", self.schema)

    def to_representation(self, value: object) -> object:
        """As it is."""
        return value


class Text(AsSaid):
    """A text of at most so many characters, without the character NUL."""

    def __init__(self, longest: int, **options: Any) -> None:
        self.longest = longest
        self.schema = {"type": "string", "maxLength": longest, "pattern": "^[^\\u0000]*$"}
        super().__init__(**options)

    def to_internal_value(self, data: object) -> str:
        """Only a text, and of whole characters."""
        if not isinstance(data, str) or len(data) > self.longest or "\x00" in data:
            raise serializers.ValidationError(f"a text of at most {self.longest} characters")
        try:
            data.encode()
        except UnicodeEncodeError as error:
            raise serializers.ValidationError("half a character") from error
        return data


class Whole(AsSaid):
    """A whole number between two bounds."""

    def __init__(self, least: int, most: int, **options: Any) -> None:
        self.least, self.most = least, most
        self.schema = {"type": "integer", "minimum": least, "maximum": most}
        super().__init__(**options)

    def to_internal_value(self, data: object) -> int:
        """JSON knows one kind of number: 2.0 is the whole number 2, as the schema's "integer" says."""
        plain = int(data) if isinstance(data, float) and data.is_integer() else data
        if isinstance(plain, bool) or not isinstance(plain, int) or not self.least <= plain <= self.most:
            raise serializers.ValidationError(f"a whole number from {self.least} to {self.most}")
        return plain


class Degrees(AsSaid):
    """Degrees of latitude or longitude, between a bound and its negative."""

    def __init__(self, most: int, **options: Any) -> None:
        self.most = most
        self.schema = {"type": "number", "minimum": -most, "maximum": most}
        super().__init__(**options)

    def to_internal_value(self, data: object) -> float:
        """A number; also refuses what compares with nothing."""
        if isinstance(data, bool) or not isinstance(data, int | float) or not -self.most <= data <= self.most:
            raise serializers.ValidationError(f"degrees from -{self.most} to {self.most}")
        return float(data)


class Flag(AsSaid):
    """True or false."""

    schema: dict[str, object] = {"type": "boolean"}

    def to_internal_value(self, data: object) -> bool:
        """Only these two."""
        if not isinstance(data, bool):
            raise serializers.ValidationError("true or false")
        return data


@extend_schema_field(
    {"oneOf": [{"type": "string", "format": "date-time"}]}
)  # null comes with allow_null, once
class MomentOrNone(serializers.DateTimeField):
    """A moment, or null: two kinds of value, so that the schema does not call every text a moment."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_null=True, **options)


class Score(AsSaid):
    """How a table ended, as the services take it: numbers of games, or letters."""

    schema: dict[str, object] = {
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

    def to_internal_value(self, data: object) -> str | tuple[int, ...]:
        """Numbers of games, or letters."""
        if isinstance(data, str) and 3 <= len(data) <= 6 and set(data) <= set("wdl"):
            return data
        if isinstance(data, list) and len(data) in (2, 3):
            counts = Whole(0, 99)
            return tuple(counts.to_internal_value(one) for one in data)
        raise serializers.ValidationError("two or three numbers of games, or letters for three to six seats")


@dataclass(frozen=True)
class Kind:
    """What a field takes; ``said``: whether it may be left out, where that is not as the service has it."""

    make: Callable[..., serializers.Field]
    options: Mapping[str, object] = field(default_factory=dict)
    said: Mapping[str, object] = field(default_factory=dict)

    def optional(self, default: object) -> "Kind":
        """The same, and it may be left out: then it is this."""
        return Kind(self.make, self.options, {"required": False, "default": default})

    def unsaid(self) -> "Kind":
        """The same, and it may be left out: then it is not in what was said, so that what stood there stays."""
        return Kind(self.make, self.options, {"required": False})

    def required(self) -> "Kind":
        """The same, and it may not be left out."""
        return Kind(self.make, self.options, {"required": True})

    def field(self, **said: object) -> serializers.Field:
        """A field that may be left out as ``said``, unless the kind says itself whether it may."""
        return self.make(**self.options, **(self.said or said))


def text(longest: int) -> Kind:
    """A text of at most so many characters."""
    return Kind(Text, {"longest": longest})


def whole(least: int, most: int) -> Kind:
    """A whole number between two bounds."""
    return Kind(Whole, {"least": least, "most": most})


def degrees(most: int) -> Kind:
    """Degrees between a bound and its negative."""
    return Kind(Degrees, {"most": most})


def or_none(kind: Kind) -> Kind:
    """The same, or null."""
    return Kind(kind.make, {**kind.options, "allow_null": True}, kind.said)


def one_of(values: Iterable[str]) -> Kind:
    """One of these words."""
    return Kind(serializers.ChoiceField, {"choices": [str(one) for one in values]})


def list_of(kind: Kind, most: int, *, least: int | None = None) -> Kind:
    """At most so many of a kind."""

    def make(**said: Any) -> serializers.Field:
        return serializers.ListField(child=kind.field(), max_length=most, min_length=least, **said)

    return Kind(make)


def words_of(kind: Kind) -> Kind:
    """Values of a kind, each under a name."""

    def make(**said: Any) -> serializers.Field:
        return serializers.DictField(child=kind.field(), **said)

    return Kind(make)


FLAG = Kind(Flag)
"""True or false."""

RESULT_KINDS = ("played", "forfeit", "double_loss")
"""How a result came about."""

NAMED: Mapping[str, Kind] = {
    "agreed": text(64),
    "base": whole(0, MOST_ID),
    "code": text(60),
    "entry": whole(1, MOST),
    "kind": one_of(RESULT_KINDS),
    "level": whole(1, 3),
    "line": whole(1, MOST_ID),
    "location": text(200),
    "minutes": whole(1, 60),
    "name": text(60),
    "note": text(300),
    "notes": text(4_000),
    "organization_id": or_none(whole(1, MOST_ID)),
    "person": whole(1, MOST_ID),
    "pool_key": text(60),
    "reason": text(300),
    "said": Kind(Score),
    "scale": whole(1, 3),
    "text": text(20_000),
    "town": text(80),
    "username": text(60),
    "venue_id": or_none(whole(1, MOST_ID)),
    "version": whole(0, MOST_ID),
}
"""What a parameter of this name takes, wherever its operation says nothing else."""

TYPED: Mapping[object, Kind] = {
    bool: FLAG,
    datetime: Kind(serializers.DateTimeField),
    datetime | None: Kind(MomentOrNone),
}
"""What a parameter of this type takes, where its name says nothing."""
