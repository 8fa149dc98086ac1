"""How a program writes: each operation calls the service that the page calls, with the rights the page asks.

An operation names its command, its address, the scope a token needs for it and the shape of its body. From that come
the view, the address and the schema; there is no second way to write.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from django.conf import settings
from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied, ValidationError
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.sending import sending, stored_of, under_way
from tournaments.entries.models import Entry
from tournaments.events.access import Right, access_tournament, actor_to_rule, require_right
from tournaments.events.models import Tournament
from tournaments.rounds.models import Match, Round

READ, PLAY, ORGANIZE, JUDGE = "read", "play", "organize", "judge"
KEY_SCHEMA = {"type": "string", "minLength": 8, "maxLength": 72, "pattern": "^[A-Za-z0-9_.:-]+$"}


class Nothing(serializers.Serializer):
    """A body without contents."""


class Problem(serializers.Serializer):
    """Why something was refused: a stable code, words, and the field or rule that it is about."""

    code = serializers.CharField()
    message = serializers.CharField()
    field = serializers.CharField(allow_null=True)
    rule = serializers.CharField(allow_null=True)


class Refused(serializers.Serializer):
    """Everything that must be mended first."""

    problems = Problem(many=True)


class Done(serializers.Serializer):
    """What the command answered; the same key with the same body is answered with the same."""

    result = serializers.JSONField()  # anything, null too: with `allow_null` null would be two of its kinds


def token_of(request: Request) -> Any:
    """The token the request came with (the site's own class, which this floor does not know), or None."""
    return cast("Any", request.auth)


class PerToken(SimpleRateThrottle):
    """So many requests a minute for each token; whoever shares an address shares no limit."""

    def get_rate(self) -> str:
        """From the settings."""
        return f"{settings.API_RATE}/min"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """By token; nobody without one is counted here."""
        return f"api-token-{request.auth.pk}" if request.auth is not None else None


class HasScope(IsAuthenticated):
    """Signed in by a token that its owner allowed this scope."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """The scope stands on the view."""
        if not super().has_permission(request, view):
            return False
        token, scope = token_of(request), getattr(view, "scope", "")
        if token is None or not token.allows(scope):
            raise PermissionDenied(f"This token may not {scope}.")
        return True


class TokenView(APIView):
    """What programs do with a token; no cookie is looked at."""

    permission_classes = [HasScope]
    throttle_classes = [PerToken]
    scope = READ

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Nothing personal is kept on the way."""
        final = super().finalize_response(request, response, *args, **kwargs)
        final["Cache-Control"] = "private, no-store"
        return final


@dataclass(frozen=True)
class Call:
    """One request for an operation: who, about which tournament, under which key, with what.

    ``right`` is what its operation asks of staff.
    """

    user: Any
    key: str
    said: dict[str, Any]
    path: dict[str, Any]
    right: Right | None

    @property
    def tournament(self) -> Tournament:
        """The tournament of the address, for whoever may know of it; else 404."""
        return access_tournament(self.user, self.path["slug"])

    @property
    def player(self) -> Actor:
        """The person as a player."""
        return Actor(self.user, "player")

    def staff(self, tournament: Tournament, right: Right | None = None) -> Actor:
        """The person in the role that gives this right, that of the operation unless another is named; else 403."""
        asked = right or self.right
        if asked is None:
            raise TypeError("an operation for staff names its right")
        return require_right(self.user, tournament, asked)

    def require_access(self) -> None:
        """What every operation asks of its person, before it looks anything up; else 403 or 404."""
        if "slug" in self.path:
            tournament = self.tournament
            if self.right and not (self.right == Right.RULE and actor_to_rule(self.user, tournament)):
                self.staff(tournament)

    def own_entry(self, tournament: Tournament) -> Entry:
        """The person's own entry; else 404."""
        entry = Entry.objects.filter(tournament=tournament, user=self.user).first()
        if entry is None:
            raise Http404
        return entry

    def entry(self, tournament: Tournament, number: int | None = None) -> Entry:
        """The entry of the address (or with this number); else 404."""
        wanted = self.path["entry"] if number is None else number
        entry = Entry.objects.filter(tournament=tournament, number=wanted).first()
        if entry is None:
            raise Http404
        return entry

    def round(self, tournament: Tournament) -> Round:
        """The round of the address, a draft too; else 404."""
        found = Round.objects.filter(tournament=tournament, number=self.path["round"]).first()
        if found is None:
            raise Http404
        return found

    def match(self, tournament: Tournament) -> Match:
        """The table of the address in a round that is published; else 404."""
        found = Match.objects.filter(
            tournament=tournament, round__number=self.path["round"], table=self.path["table"]
        )
        match = found.exclude(round__state=Round.State.DRAFT).select_related("round__stage").first()
        if match is None:
            raise Http404
        match.tournament = tournament
        return match


Run = Callable[[Call], Any]


@dataclass(frozen=True)
class Operation:
    """One thing a program can do. ``actions``: the commands it may come to; ``right``: what staff need for it."""

    name: str
    path: str
    scope: str
    actions: tuple[str, ...]
    right: Right | None
    body: type[serializers.Serializer]
    run: Run


OPERATIONS: dict[str, Operation] = {}
"""Every operation that writes, by name."""


def operation(
    path: str,
    *actions: str,
    scope: str,
    right: str = "",
    body: type[serializers.Serializer] = Nothing,
) -> Callable[[Run], Run]:
    """Make ``run`` the operation at this address; its docstring is what the schema says of it."""

    def register(run: Run) -> Run:
        name = run.__name__
        OPERATIONS[name] = Operation(name, path, scope, actions, Right(right) if right else None, body, run)
        return run

    return register


def key_of(request: Request) -> str:
    """The key the client made for this request, under which sending it again changes nothing; raises 400 without."""
    key = request.headers.get("Idempotency-Key", "")
    plain = key.replace("_", "").replace(".", "").replace(":", "").replace("-", "")
    if not 8 <= len(key) <= 72 or not plain.isascii() or not (plain.isalnum() or not plain):
        raise ValidationError({"Idempotency-Key": ["8 to 72 letters, digits or _.:- of your own making"]})
    return f"api:{key}"


def refusal(error: UserError) -> Response:
    """What was refused, as :class:`Refused`."""
    problems = [
        {"code": each.code, "message": str(each.message), "field": each.field, "rule": each.rule}
        for each in error.problems
    ]
    return Response({"problems": problems}, status=409)


def _done(one: Operation, call: Call) -> Any:
    """What the operation answers: as at first when exactly this was sent before, whatever has become of its table."""
    sent = sending(call.player.key, call.key, [one.name, call.path, call.said])
    stored = stored_of(sent)
    if stored is not None:
        call.require_access()
        return stored["result"]
    with under_way(sent):
        return one.run(call)


def view_of(one: Operation) -> type[TokenView]:
    """The view of an operation."""

    @extend_schema(
        operation_id=one.name,
        description=(one.run.__doc__ or "").strip(),
        tags=[one.scope],
        request=one.body if one.body is not Nothing else None,
        parameters=[
            OpenApiParameter("Idempotency-Key", KEY_SCHEMA, OpenApiParameter.HEADER, required=True),
        ],
        responses={
            200: Done,
            400: OpenApiResponse(
                OpenApiTypes.OBJECT, "The body or the key cannot be read: what is wrong, by field"
            ),
            401: OpenApiResponse(OpenApiTypes.OBJECT, "No token, or none that works"),
            403: OpenApiResponse(OpenApiTypes.OBJECT, "The token or its owner may not do this"),
            404: OpenApiResponse(OpenApiTypes.OBJECT, "No such thing, or none that you may know of"),
            409: OpenApiResponse(Refused, "Refused as things stand, or the key was used for another body"),
            415: OpenApiResponse(OpenApiTypes.OBJECT, "The body is not JSON"),
            429: OpenApiResponse(
                OpenApiTypes.OBJECT, "Too many requests with this token; Retry-After says how long"
            ),
        },
    )
    def post(self: TokenView, request: Request, **path: Any) -> Response:
        key = key_of(request)
        said = one.body(data=request.data)
        said.is_valid(raise_exception=True)
        call = Call(request.user, key, dict(said.validated_data), path, one.right)
        try:
            return Response({"result": _done(one, call)})
        except UserError as error:
            return refusal(error)

    name = "".join(part.capitalize() for part in one.name.split("_"))
    return type(name, (TokenView,), {"post": post, "scope": one.scope, "__doc__": one.run.__doc__})
