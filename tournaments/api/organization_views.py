"""What everybody may know of organizations, as JSON."""

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ledger.web import whole_number
from tournaments.events.selectors import MOST_PAGES
from tournaments.organizations.access import access_organization
from tournaments.organizations.selectors import living, venues_of
from tournaments.organizations.services import values_token
from tournaments.organizations.venue_services import venue_token

from .views import PAGE, PublicView

MISSING = OpenApiResponse(description="No such organization")


class OrganizationSerializer(serializers.Serializer):
    """An organization in a list; ``level``: up to which size of event the office trusts it, 0 for none."""

    slug = serializers.CharField()
    name = serializers.CharField()
    kind = serializers.CharField()
    level = serializers.IntegerField()


class VenueSerializer(serializers.Serializer):
    """Where it plays; ``shown`` says which values a change of it was made from."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    street = serializers.CharField()
    postcode = serializers.CharField()
    town = serializers.CharField()
    country = serializers.CharField()
    latitude = serializers.FloatField(allow_null=True)
    longitude = serializers.FloatField(allow_null=True)
    tables = serializers.IntegerField()
    wheelchair = serializers.BooleanField()
    hours = serializers.CharField()
    house_rules = serializers.CharField()
    shown = serializers.CharField()


class WholeOrganizationSerializer(OrganizationSerializer):
    """An organization with its words and venues; ``shown`` says which values a change of them was made from."""

    id = serializers.IntegerField()
    about = serializers.CharField()
    website = serializers.CharField()
    shown = serializers.CharField()
    venues = VenueSerializer(many=True)


class OrganizationList(PublicView):
    """Organizations by name."""

    @extend_schema(
        responses=OrganizationSerializer(many=True),
        parameters=[
            OpenApiParameter("text", str, description="What its name has in it."),
            OpenApiParameter("kind", str, description="club, shop, school or federation."),
            OpenApiParameter(
                "page", int, description="From 1 to 100; an empty answer is behind the last one."
            ),
        ],
    )
    def get(self, request: Request) -> Response:
        """By name, 200 on a page."""
        asked = request.query_params
        page = max(whole_number(asked.get("page", ""), 1), 1)
        found = living(asked.get("text", "")[:80], asked.get("kind", ""))
        shown = found[(page - 1) * PAGE : page * PAGE] if page <= MOST_PAGES else []
        return Response(OrganizationSerializer(shown, many=True).data)


class OrganizationDetail(PublicView):
    """One organization."""

    @extend_schema(responses={200: WholeOrganizationSerializer, 404: MISSING})
    def get(self, request: Request, slug: str) -> Response:
        """Its words and venues."""
        one = access_organization(slug)
        venues = venues_of(one)
        for venue in venues:
            vars(venue)["shown"] = venue_token(venue)
        said = {**vars(one), "shown": values_token(one), "venues": venues}
        return Response(WholeOrganizationSerializer(said).data)
