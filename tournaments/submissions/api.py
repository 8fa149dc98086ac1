"""Deck lists as JSON, for anyone who may read them at this moment."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import APIView

from tournaments.entries.reading_services import LIST, note_reading
from tournaments.events.access import access_tournament

from .access import OWNER, open_lists, own_list_closed, readable_list
from .selectors import registration_of

BY_TOKEN: list[Any] = list(api_settings.DEFAULT_AUTHENTICATION_CLASSES)


class OpenListSerializer(serializers.Serializer):
    """An entry whose list is open to everybody."""

    entry = serializers.IntegerField(help_text="entry number in this tournament")
    name = serializers.CharField()


class DeckListSerializer(serializers.Serializer):
    """The registered list of one entry: copies by card number."""

    entry = serializers.IntegerField(help_text="entry number in this tournament")
    revision = serializers.IntegerField()
    sha256 = serializers.CharField()
    pool_sha256 = serializers.CharField()
    main = serializers.DictField(child=serializers.IntegerField())
    sideboard = serializers.DictField(child=serializers.IntegerField())


class MayRead(AllowAny):
    """Anybody, but no program whose token was not allowed to read."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Sessions and strangers bring no token."""
        token: Any = request.auth
        return token is None or token.allows("read")


class DeckView(APIView):
    """Readable by whoever may read the list: people are known by their session, programs by a token that may read."""

    permission_classes = [MayRead]
    authentication_classes = [*BY_TOKEN, SessionAuthentication]

    def finalize_response(
        self, request: Request, response: Response, *args: object, **kwargs: object
    ) -> Response:
        """No list is ever stored on the way."""
        final = super().finalize_response(request, response, *args, **kwargs)
        final["Cache-Control"] = "private, no-store"
        return final


ANYBODY: Any = [{"token": []}, {"cookieAuth": []}, {}]
"""What the schema says of these: anyone who is known may read more, and nobody has to be."""


class DeckLists(DeckView):
    """The open lists."""

    @extend_schema(
        auth=ANYBODY,
        responses={
            200: OpenListSerializer(many=True),
            401: OpenApiResponse(description="a token that does not work"),
            403: OpenApiResponse(description="a token that may not read"),
            404: OpenApiResponse(description="No such tournament"),
        },
    )
    def get(self, request: Request, slug: str) -> Response:
        """Whose lists are open to everybody now; empty while all are closed."""
        tournament = access_tournament(request.user, slug)
        rows = [{"entry": entry.number, "name": entry.name} for entry in open_lists(tournament)]
        return Response(OpenListSerializer(rows, many=True).data)


class DeckListDetail(DeckView):
    """One list."""

    @extend_schema(
        auth=ANYBODY,
        responses={
            200: DeckListSerializer,
            401: OpenApiResponse(description="a token that does not work"),
            403: OpenApiResponse(
                description="a token that may not read, or your own list while your match is running"
            ),
            404: OpenApiResponse(description="no such list, or none that you may read"),
        },
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        """The registered list, for its owner, the judges, and everybody once it is open."""
        tournament = access_tournament(request.user, slug)
        found = readable_list(request.user, tournament, number)
        revision = registration_of(found[0]).current if found is not None else None
        if found is None or revision is None:
            raise Http404
        entry, reader, judge = found
        if reader == OWNER and own_list_closed(tournament, entry):
            raise PermissionDenied(_("Deck lists are hidden during your match. Try again when it is over."))
        if judge is not None:
            note_reading(judge, tournament, LIST, [entry])
        row = {
            "entry": entry.number,
            "revision": revision.number,
            "sha256": revision.sha256,
            "pool_sha256": revision.pool_sha256,
            "main": revision.main,
            "sideboard": revision.sideboard,
        }
        return Response(DeckListSerializer(row).data)
