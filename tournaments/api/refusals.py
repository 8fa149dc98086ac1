"""How a program hears no: every reason, and of a change that moves people what one would agree to."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers
from rest_framework.response import Response

from ledger.errors import UserError
from ledger.shapes import Json
from tournaments.programme.agreement import MovesAskedError
from tournaments.programme.pages import person_key

MOST_MOVED = 200
"""Moves that a refusal names, the best places first."""


class AsMoved(serializers.Serializer):
    """Somebody whom a change would move; a rank is null for not being on the ladder."""

    person = serializers.CharField()
    rank_before = serializers.IntegerField(allow_null=True)
    rank_after = serializers.IntegerField(allow_null=True)
    points_before = serializers.CharField()
    points_after = serializers.CharField()


class Problem(serializers.Serializer):
    """Why something was refused: a stable code, words, and the field or rule that it is about."""

    code = serializers.CharField()
    message = serializers.CharField()
    field = serializers.CharField(allow_null=True)
    rule = serializers.CharField(allow_null=True)


class Refused(serializers.Serializer):
    """Everything that must be mended first; of a change that moves people, ``agreed`` to send it with and who moves."""

    problems = Problem(many=True)
    agreed = serializers.CharField(required=False)
    moves = AsMoved(required=False, many=True)


REFUSALS = {
    400: OpenApiResponse(OpenApiTypes.OBJECT, "The body or the key cannot be read: what is wrong, by field"),
    401: OpenApiResponse(OpenApiTypes.OBJECT, "No token, or none that works"),
    403: OpenApiResponse(OpenApiTypes.OBJECT, "The token or its owner may not do this"),
    404: OpenApiResponse(OpenApiTypes.OBJECT, "No such thing, or none that you may know of"),
    409: OpenApiResponse(Refused, "Refused as things stand, or the key was used for another body"),
    415: OpenApiResponse(OpenApiTypes.OBJECT, "The body is not JSON"),
    429: OpenApiResponse(OpenApiTypes.OBJECT, "Too many requests with this token; Retry-After says how long"),
}


def refusal(error: UserError) -> Response:
    """What was refused, as :class:`Refused`."""
    problems = [
        {"code": each.code, "message": str(each.message), "field": each.field, "rule": each.rule}
        for each in error.problems
    ]
    said: Json = {"problems": problems}
    if isinstance(error, MovesAskedError):
        moves = [
            one._asdict() | {"person": person_key(error.circuit, one.person)}
            for one in error.moves[:MOST_MOVED]
        ]
        said |= {"agreed": error.token, "moves": AsMoved(moves, many=True).data}
    return Response(said, status=409)
