"""What a program reads with a token: one's own tournaments and tables, and for staff the desk."""

from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from decks.lists.models import Deck
from decks.lists.services import details_mark
from ledger.shapes import Json
from tournaments.entries.models import Entry
from tournaments.events.access import Right, rights_of
from tournaments.events.services import rules_token
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.outcomes import plain
from tournaments.rounds.selectors import matches_of

from .tokens import TokenView, token_of

WHO = {
    401: OpenApiResponse(OpenApiTypes.OBJECT, "No token, or none that works"),
    403: OpenApiResponse(OpenApiTypes.OBJECT, "The token or its owner may not read this"),
    429: OpenApiResponse(OpenApiTypes.OBJECT, "Too many requests with this token"),
}
MISSING = {404: OpenApiResponse(OpenApiTypes.OBJECT, "No such thing, or none that you may know of")}


class OwnEntrySerializer(serializers.Serializer):
    """One of my entries."""

    tournament = serializers.CharField(source="tournament.slug")
    entry = serializers.IntegerField(source="number")
    state = serializers.CharField()


class MeSerializer(serializers.Serializer):
    """Whose token this is, and what it may do."""

    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.CharField())
    entries = OwnEntrySerializer(many=True)


class OwnTableSerializer(serializers.Serializer):
    """One of my tables; ``seat`` is mine, from 0; ``said`` what has been decided."""

    round = serializers.IntegerField(source="match.round.number")
    table = serializers.IntegerField(source="match.table", allow_null=True)
    state = serializers.CharField(source="match.state")
    seat = serializers.IntegerField(source="position")


class MyTournamentSerializer(serializers.Serializer):
    """How I stand in a tournament."""

    entry = serializers.IntegerField(allow_null=True)
    state = serializers.CharField(allow_null=True)
    deck_submitted = serializers.BooleanField()
    rights = serializers.ListField(child=serializers.CharField())
    rules = serializers.CharField(help_text="Changes with the rules of play; what the office agrees to.")
    tables = OwnTableSerializer(many=True)


class Submitted(serializers.BooleanField):
    """Whether an entry has a deck list that counts."""

    def get_attribute(self, instance: Entry) -> bool:
        """Its registration has a list."""
        return bool(instance.registration and instance.registration.current_id)


class DeskEntrySerializer(serializers.Serializer):
    """An entry as the desk sees it."""

    entry = serializers.IntegerField(source="number")
    name = serializers.CharField()
    state = serializers.CharField()
    deck_submitted = Submitted()


class OutcomeSerializer(serializers.Serializer):
    """How a table ended: games won by every seat in order and games drawn, or a letter for every seat.

    ``ahead``: the seat that goes on from a level match of a knock-out. What is nothing is left out.
    """

    kind = serializers.ChoiceField(("games", "letters"))
    won = serializers.ListField(child=serializers.IntegerField(), required=False)
    drawn = serializers.IntegerField(required=False)
    ahead = serializers.IntegerField(required=False)
    letters = serializers.CharField(required=False)


class DeskMatchSerializer(serializers.Serializer):
    """A table as the desk sees it; ``version`` goes with a correction, ``entries`` are its seats in order."""

    table = serializers.IntegerField(allow_null=True)
    state = serializers.CharField()
    kind = serializers.CharField()
    version = serializers.IntegerField()
    entries = serializers.ListField(child=serializers.IntegerField())
    outcome = OutcomeSerializer(allow_null=True)
    extension_minutes = serializers.IntegerField()


class DeskRoundSerializer(serializers.Serializer):
    """A round as the desk sees it, a draft too."""

    number = serializers.IntegerField()
    state = serializers.CharField()
    matches = DeskMatchSerializer(many=True)


class DeskStaffSerializer(serializers.Serializer):
    """Somebody who works here, in one role; of a judge with a zone its first and last table."""

    person = serializers.IntegerField(source="user_id")
    name = serializers.CharField(source="user")
    role = serializers.CharField()
    zone_first = serializers.IntegerField(allow_null=True)
    zone_last = serializers.IntegerField(allow_null=True)


class OwnDeckSerializer(serializers.Serializer):
    """A deck of mine: `mark` goes with a new description, `base` with a new list."""

    deck = serializers.IntegerField()
    name = serializers.CharField()
    play = serializers.CharField()
    pool_key = serializers.CharField()
    visibility = serializers.CharField()
    notes = serializers.CharField()
    mark = serializers.CharField()
    base = serializers.IntegerField()
    text = serializers.CharField()


class Me(TokenView):
    """The owner of the token."""

    @extend_schema(responses={200: MeSerializer, **WHO})
    def get(self, request: Request) -> Response:
        """My name, what this token may do, and my entries, newest first."""
        rows = Entry.objects.filter(user_id=request.user.pk or 0).select_related("tournament").order_by("-pk")
        token = token_of(request)
        scopes = token.scopes if token is not None else []
        said = {"name": str(request.user), "scopes": scopes, "entries": rows[:200]}
        return Response(MeSerializer(said).data)


class MyTournament(TokenView):
    """Me in one tournament."""

    @extend_schema(responses={200: MyTournamentSerializer, **WHO, **MISSING})
    def get(self, request: Request, slug: str) -> Response:
        """My entry, my tables, my rights."""
        tournament = self.tournament(slug)
        entry = (
            Entry.objects.filter(tournament=tournament, user_id=request.user.pk or 0)
            .select_related("registration")
            .first()
        )
        seats = Seat.objects.filter(entry=entry).exclude(match__round__state=Round.State.DRAFT)
        said = {
            "entry": entry.number if entry is not None else None,
            "state": entry.state if entry is not None else None,
            "deck_submitted": bool(entry and entry.registration and entry.registration.current_id),
            "rights": sorted(rights_of(request.user, tournament)),
            "rules": rules_token(tournament),
            "tables": seats.select_related("match__round").order_by("match__round__number") if entry else [],
        }
        return Response(MyTournamentSerializer(said).data)


class DeskEntries(TokenView):
    """The entry list of the desk."""

    right = Right.ENTRIES

    @extend_schema(responses={200: DeskEntrySerializer(many=True), **WHO, **MISSING})
    def get(self, request: Request, slug: str) -> Response:
        """Everybody who entered, by number."""
        tournament = self.tournament(slug)
        rows = Entry.objects.filter(tournament=tournament).select_related("registration").order_by("number")
        return Response(DeskEntrySerializer(rows, many=True).data)


class DeskRound(TokenView):
    """One round of the desk."""

    right = Right.DESK

    @extend_schema(responses={200: DeskRoundSerializer, **WHO, **MISSING})
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Its tables with their state and version; of a draft too."""
        tournament = self.tournament(slug)
        round_ = Round.objects.filter(tournament=tournament, number=number).select_related("stage").first()
        if round_ is None:
            raise Http404
        round_.tournament = tournament
        rows = [_desk_match(match) for match in matches_of(round_)]
        return Response(DeskRoundSerializer({"number": number, "state": round_.state, "matches": rows}).data)


class DeskStaff(TokenView):
    """Who works at a tournament."""

    right = Right.ZONES

    @extend_schema(responses={200: DeskStaffSerializer(many=True), **WHO, **MISSING})
    def get(self, request: Request, slug: str) -> Response:
        """Everybody with a role here, for its organizers and head judges."""
        tournament = self.tournament(slug)
        rows = tournament.staff.select_related("user").order_by("role", "pk")
        return Response(DeskStaffSerializer(rows, many=True).data)


class OwnDecks(TokenView):
    """Decks of the owner of the token."""

    @extend_schema(responses={200: OwnDeckSerializer(many=True), **WHO})
    def get(self, request: Request) -> Response:
        """My decks, the newest first."""
        rows = Deck.objects.filter(owner_id=request.user.pk or 0).select_related("current").order_by("-pk")
        said = [
            {
                "deck": row.pk,
                "name": row.name,
                "play": row.play,
                "pool_key": row.pool_key,
                "visibility": row.visibility,
                "notes": row.notes,
                "mark": details_mark(row),
                "base": row.current.number if row.current is not None else 0,
                "text": row.current.text if row.current is not None else "",
            }
            for row in rows
        ]
        return Response(OwnDeckSerializer(said, many=True).data)


def _desk_match(match: Match) -> Json:
    return {
        "table": match.table,
        "state": match.state,
        "kind": match.kind,
        "version": match.version,
        "entries": [seat.entry.number for seat in match.seats.all()],
        "outcome": plain(match.outcome),
        "extension_minutes": match.extension_minutes,
    }
