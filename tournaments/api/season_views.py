"""Seasons for one person and for who runs them, as JSON: my season and places, a circuit's desk, a clan's seasons."""

from collections.abc import Iterable

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ledger.people import signed_in
from ledger.shapes import Json
from ledger.web import whole_number
from tournaments.clans.models import Clan
from tournaments.events.access import Right, rights_of
from tournaments.organizations.access import ORGANIZING, access_organization, require_role
from tournaments.programme.access import access_circuit
from tournaments.programme.clan_selectors import ClanSeason, clan_seasons
from tournaments.programme.invitation_selectors import finals_of, places_of, steps_of
from tournaments.programme.models import Circuit
from tournaments.programme.own_season import one_more, own_circuits
from tournaments.programme.selectors import asked_of_event, circuits_for, named_by
from tournaments.programme.several import standings_of

from .circuit_views import WholeCircuitSerializer, whole_circuit
from .own_views import MISSING, WHO
from .tokens import TokenView
from .views import PublicView

NONE = OpenApiResponse(description="No such circuit, event or clan, or none that you may know of")


class PlaceSerializer(serializers.Serializer):
    """A place in a final: where its person stands in line and on the ladder, what they bring, and how it stands."""

    place = serializers.IntegerField(source="pk")
    final = serializers.CharField(source="final.slug")
    circuit = serializers.CharField(source="circuit.slug")
    line = serializers.IntegerField()
    rank = serializers.IntegerField()
    byes = serializers.IntegerField()
    seed = serializers.IntegerField(allow_null=True)
    state = serializers.CharField()
    deadline = serializers.DateTimeField()


class StepSerializer(serializers.Serializer):
    """What happened to a place, by a row of the circuit's ledger; ``note``: why it was withdrawn."""

    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    words = serializers.CharField()
    note = serializers.CharField()


class OwnPlaceSerializer(PlaceSerializer):
    """The same with its steps, the first one first."""

    steps = StepSerializer(many=True, source="told")


class OwnPlaces(TokenView):
    """My places in finals."""

    @extend_schema(operation_id="my_places", responses={200: OwnPlaceSerializer(many=True), **WHO})
    def get(self, request: Request) -> Response:
        """Every place I was invited to, the newest first, with what happened to it."""
        found = list(places_of(signed_in(request)).order_by("-made_at", "-pk")[:50])
        for one in found:
            vars(one)["told"] = steps_of(one)
        return Response(OwnPlaceSerializer(found, many=True).data)


class OwnResultSerializer(serializers.Serializer):
    """What one event was to me; ``counts``: whether it is in my points, else ``said`` why not."""

    event = serializers.CharField(source="event.key")
    name = serializers.CharField(source="event.title")
    date = serializers.DateField(source="event.on")
    place = serializers.IntegerField()
    field = serializers.IntegerField(source="of")
    worth = serializers.CharField()
    counts = serializers.BooleanField()
    said = serializers.CharField()


class ComingSerializer(serializers.Serializer):
    """An event to come that counts; ``of``: the name of its class, ``taken``: who has entered."""

    tournament = serializers.CharField(source="tournament.slug")
    of = serializers.CharField(source="name")
    starts_at = serializers.DateTimeField(source="tournament.starts_at")
    taken = serializers.IntegerField()
    entered = serializers.BooleanField()


class OwnCircuitSerializer(serializers.Serializer):
    """Me in a circuit: rank (null without points) of how many, points, results, honours by key, and what comes."""

    circuit = serializers.CharField(source="circuit.slug")
    organization = serializers.CharField(source="circuit.organization.slug")
    ended = serializers.BooleanField()
    rank = serializers.IntegerField(allow_null=True)
    count = serializers.IntegerField(source="of")
    points = serializers.CharField()
    results = OwnResultSerializer(many=True)
    honours = serializers.ListField(child=serializers.CharField(), source="earned")
    coming = ComingSerializer(many=True)


class OwnSeason(TokenView):
    """My season."""

    @extend_schema(operation_id="my_season", responses={200: OwnCircuitSerializer(many=True), **WHO})
    def get(self, request: Request) -> Response:
        """Where I stand in each circuit, what counts, and what comes; those that run first. Nobody else is named."""
        found = own_circuits(signed_in(request))
        rows = [
            {**vars(one), "ended": one.ended, "earned": [had.rule.key for had in one.honours]}
            for one in found
        ]
        return Response(OwnCircuitSerializer(rows, many=True).data)


class ChanceSerializer(serializers.Serializer):
    """A run of places: what it pays, what my points would be, and between which ranks I would be; "" for none."""

    places = serializers.CharField()
    pays = serializers.CharField()
    change = serializers.CharField()
    points = serializers.CharField()
    replaces = serializers.CharField()
    ranks = serializers.CharField()


class OneMoreSerializer(serializers.Serializer):
    """What a coming event can give me with so many entrants; ``sizes``: the numbers at which that changes."""

    tournament = serializers.CharField(source="tournament.slug")
    size = serializers.IntegerField()
    sizes = serializers.ListField(child=serializers.IntegerField())
    chances = ChanceSerializer(many=True, source="lines")


class OneMore(TokenView):
    """What one more event can give me."""

    @extend_schema(
        operation_id="one_more",
        responses={200: OneMoreSerializer, 404: NONE, **WHO},
        parameters=[OpenApiParameter("players", int, description="One of `sizes`; without it those of now.")],
    )
    def get(self, request: Request, slug: str, event: str) -> Response:
        """Each finish with what it would change, exactly; for a circuit that runs."""
        found = Circuit.objects.filter(slug=slug, state=Circuit.State.OPEN).select_related("organization")
        if (circuit := found.first()) is None:
            raise Http404
        asked = whole_number(request.query_params.get("players", ""))
        more = one_more(signed_in(request), standings_of([circuit], coming=True)[0], event, asked)
        if more is None:
            raise Http404
        return Response(OneMoreSerializer(more).data)


class CountsSerializer(serializers.Serializer):
    """What a circuit says of an event or a series, one of both; ``of``: the class, empty for never."""

    counts = serializers.IntegerField(source="pk")
    circuit = serializers.CharField(source="circuit.slug")
    tournament = serializers.CharField(source="tournament.slug", allow_null=True, default=None)
    series = serializers.CharField()
    of = serializers.CharField()
    state = serializers.CharField()


class PlacedSerializer(PlaceSerializer):
    """A place as who runs the circuit reads it."""

    name = serializers.CharField(source="user.display_name")


class FinalSerializer(serializers.Serializer):
    """How the places of a final stand; ``after``: who is next in line."""

    final = serializers.CharField(source="final.slug")
    given = serializers.IntegerField()
    places = PlacedSerializer(many=True, source="rows")
    after = serializers.ListField(child=serializers.CharField())


class CircuitDeskSerializer(WholeCircuitSerializer):
    """A circuit as who runs it reads it, in preparation too."""

    counting = CountsSerializer(many=True)
    finals = FinalSerializer(many=True)


class CircuitDesk(TokenView):
    """A circuit for who runs it."""

    @extend_schema(operation_id="circuit_desk", responses={200: CircuitDeskSerializer, 404: NONE, **WHO})
    def get(self, request: Request, slug: str, circuit: str) -> Response:
        """Its rules, what it names, and how the places of its finals stand."""
        organization = access_organization(slug)
        require_role(request.user, organization, *ORGANIZING)
        one = access_circuit(request.user, slug, circuit)
        said = whole_circuit(one) | {"counting": named_by(one), "finals": finals_of(one)}
        return Response(CircuitDeskSerializer(said).data)


class CountsForSerializer(serializers.Serializer):
    """A circuit that an event counts for; ``of``: the name of its class."""

    circuit = serializers.CharField(source="circuit.slug")
    organization = serializers.CharField(source="circuit.organization.slug")
    of = serializers.CharField(source="as_class")


class EventCircuitsSerializer(serializers.Serializer):
    """What an event counts for; ``asked``: what circuits of others ask of it, for its organizer alone."""

    counts_for = CountsForSerializer(many=True)
    asked = CountsSerializer(many=True)


class EventCircuits(TokenView):
    """An event and circuits."""

    @extend_schema(operation_id="event_circuits", responses={200: EventCircuitsSerializer, **WHO, **MISSING})
    def get(self, request: Request, slug: str) -> Response:
        """The circuits it counts for, or will."""
        tournament = self.tournament(slug)
        asked = asked_of_event(tournament) if Right.EDIT in rights_of(request.user, tournament) else []
        said = {"counts_for": circuits_for(tournament), "asked": asked}
        return Response(EventCircuitsSerializer(said).data)


class ClanLineSerializer(serializers.Serializer):
    """A line of a clan's points; without an event it names nobody."""

    event = serializers.CharField(allow_null=True)
    place = serializers.IntegerField()
    who = serializers.CharField()
    crew = serializers.BooleanField()
    of = serializers.CharField()
    worth = serializers.CharField()
    counted = serializers.BooleanField()


class ClanSeasonSerializer(serializers.Serializer):
    """A clan in a circuit; ``rank`` is null while too few played for it, ``honours`` are by name."""

    circuit = serializers.CharField()
    ended = serializers.BooleanField()
    rank = serializers.IntegerField(allow_null=True)
    count = serializers.IntegerField()
    points = serializers.CharField()
    people = serializers.IntegerField()
    lines = ClanLineSerializer(many=True)
    honours = serializers.ListField(child=serializers.CharField())


class ClanSeasons(PublicView):
    """The seasons of a clan."""

    @extend_schema(operation_id="clan_season", responses={200: ClanSeasonSerializer(many=True), 404: NONE})
    def get(self, request: Request, number: int) -> Response:
        """Its place in every circuit, with whoever shows that they are in it."""
        clan = Clan.objects.filter(pk=number, ended_at=None).first()
        if clan is None:
            raise Http404
        return Response(ClanSeasonSerializer(list(_seasons(clan_seasons(clan))), many=True).data)


def _seasons(found: Iterable[ClanSeason]) -> Iterable[Json]:
    for one in found:
        yield {
            "circuit": one.circuit.slug,
            "ended": one.ended,
            "rank": one.place.rank,
            "count": one.of,
            "points": str(one.place.exact),
            "people": one.place.people,
            "lines": [vars(line) | {"event": line.event and line.event.key} for line in one.lines],
            "honours": [name for name, _rule in one.honours],
        }
