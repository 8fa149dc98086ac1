"""The public JSON of the catalogue: search, one card, everything at once. Read-only; the same facts as the pages."""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, TypedDict

from django.http import Http404, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ledger.shapes import Json

from .catalogue_files import FILE, rows_of_catalogue
from .files import as_json
from .models import Card, CardRevision, LegalityEntry, Ruling
from .query_words import error_text
from .reading import FIELDS
from .search import SORTS, catalogue_stamp, search_forms
from .selectors import card_of, picture_of
from .writing import printings_of

PAGE = 50


class PartsSerializer(serializers.Serializer):
    """Every printed part of a card (rules 300 to 308), as in a ``cards/1`` file."""

    number = serializers.CharField(
        help_text="collector's number: Act.Printrun/Card number/Cards in act-Rarity"
    )
    name = serializers.CharField()
    name_nl = serializers.CharField()
    type = serializers.CharField(help_text="one of the six types of card (304.2a)")
    element = serializers.CharField()
    crew = serializers.CharField()
    cost = serializers.CharField(help_text="M Mystic, B Boost, R Robiumm, C any: M2 C1")
    restriction = serializers.CharField(help_text='copies in a deck, or "infinity" (304.3b)')
    team_restriction = serializers.IntegerField(allow_null=True)
    permanent = serializers.BooleanField()
    text = serializers.CharField()
    text_nl = serializers.CharField()
    flavor = serializers.CharField()
    illustrator = serializers.CharField()
    legal = serializers.CharField()
    ours = serializers.BooleanField(help_text="made for this site; not a card of the trading card game")
    manual = serializers.BooleanField(help_text="the engine cannot carry it out: a judge decides")

    def get_fields(self) -> dict[str, Any]:
        """Add the parts whose names are words of Python."""
        fields = super().get_fields()
        return {
            **fields,
            "class": serializers.CharField(),
            "known": serializers.ListField(child=serializers.CharField()),
        }


class PictureSerializer(serializers.Serializer):
    """The picture shown with a card; anyone who shows it names ``credit`` and keeps to ``licence``."""

    large = serializers.CharField(help_text="WebP, at most 900 × 1200 pixels")
    small = serializers.CharField(help_text="WebP, at most 300 × 400 pixels")
    width = serializers.IntegerField()
    height = serializers.IntegerField()
    credit = serializers.CharField()
    licence = serializers.CharField()

    def get_fields(self) -> dict[str, Any]:
        """Add ``source``, a name that serializers use themselves."""
        return {**super().get_fields(), "source": serializers.CharField(help_text="an address, or words")}


class CardSerializer(serializers.Serializer):
    """One card as printed today."""

    url = serializers.CharField(help_text="the card's page")
    revision = serializers.IntegerField()
    effective_on = serializers.DateField()
    sha256 = serializers.CharField(help_text="of the printed parts")
    printings = serializers.ListField(
        child=serializers.CharField(), help_text="further collector's numbers of the same card"
    )
    tested = serializers.BooleanField(help_text="a scenario test plays this card with exactly this text")
    picture = PictureSerializer(allow_null=True)
    card = PartsSerializer()


class CardListSerializer(serializers.Serializer):
    """A page of a search."""

    count = serializers.IntegerField()
    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    results = CardSerializer(many=True)

    def get_fields(self) -> dict[str, Any]:
        """Add ``errors``, a name that serializers use themselves."""
        told = serializers.ListField(
            child=serializers.CharField(), help_text="what of the query was not read"
        )
        return {**super().get_fields(), "errors": told}


class RevisionSerializer(serializers.Serializer):
    """One form of a card; never changed."""

    revision = serializers.IntegerField()
    effective_on = serializers.DateField()
    reason = serializers.CharField()
    origin = serializers.CharField()
    sha256 = serializers.CharField()
    card = PartsSerializer()


class RulingSerializer(serializers.Serializer):
    """What was decided about a card."""

    given_on = serializers.DateField()
    withdrawn_on = serializers.DateField(allow_null=True)
    text = serializers.CharField()
    text_nl = serializers.CharField()
    rules = serializers.ListField(child=serializers.CharField(), help_text="identifiers of the rule book")


class LegalitySerializer(serializers.Serializer):
    """What a list says about a card; a limit of 0 means banned."""

    list = serializers.CharField()
    limit = serializers.IntegerField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField(allow_null=True)


class CardDetailSerializer(CardSerializer):
    """One card with everything said about it."""

    revisions = RevisionSerializer(many=True)
    rulings = RulingSerializer(many=True)
    legality = LegalitySerializer(many=True)


class DumpSerializer(serializers.Serializer):
    """Everything at once: a ``cards/1`` file; a card with a picture also has ``picture_credit`` and its licence."""

    format = serializers.CharField()
    cards = PartsSerializer(many=True)


class CardQuery(serializers.Serializer):
    """What is asked of the list of cards beside the query, which may hold anything."""

    sort = serializers.ChoiceField(list(SORTS), required=False)
    page = serializers.IntegerField(
        required=False, min_value=1, max_value=99_999, help_text="50 cards each, from 1"
    )


class CatalogueView(APIView):
    """Readable by everyone; asks for no session."""

    permission_classes = [AllowAny]
    authentication_classes: list[Any] = []


class CardList(CatalogueView):
    """Search the cards."""

    @extend_schema(
        operation_id="v1_cards_list",
        responses={
            200: CardListSerializer,
            400: OpenApiResponse(description="A parameter that cannot be read, by its name"),
        },
        parameters=[
            OpenApiParameter("q", str, description="the query language of the search page; see /cards/help/"),
            CardQuery,
        ],
    )
    def get(self, request: Request) -> Response:
        """A page of the cards a query finds."""
        asked = CardQuery(data=request.query_params.dict())
        asked.is_valid(raise_exception=True)
        page, sort = asked.validated_data.get("page", 1), asked.validated_data.get("sort", "")
        found = search_forms(request.query_params.get("q", ""), page=page, sort=sort, size=PAGE)
        again = printings_of(found.cards) if found.reprints else {}
        return Response(
            {
                "count": found.total,
                "page": found.page,
                "pages": found.pages,
                "errors": [error_text(error) for error in found.parsed.errors],
                "results": [
                    card_data(card, card.current, again.get(card.pk, ()))
                    for card in found.cards
                    if card.current is not None
                ],
            }
        )


class CardDetail(CatalogueView):
    """One card."""

    @extend_schema(
        operation_id="v1_cards_detail",
        responses={200: CardDetailSerializer, 404: OpenApiResponse(description="No such card")},
    )
    def get(self, request: Request, number: str) -> Response:
        """The card of a number, whole or short, with its forms, rulings and legality."""
        card = card_of(number)
        if card is None or card.current is None:
            raise Http404
        revisions = CardRevision.objects.filter(card=card).defer("tree", "face").order_by("revision")
        rulings = Ruling.objects.filter(card=card)
        entries = LegalityEntry.objects.filter(card=card).select_related("of")
        return Response(
            {
                **card_data(card, card.current, printings_of([card]).get(card.pk, ())),
                "revisions": RevisionSerializer([_form(row) for row in revisions], many=True).data,
                "rulings": RulingSerializer(rulings, many=True).data,
                "legality": [
                    {
                        "list": entry.of.key,
                        "limit": entry.limit,
                        "starts_on": entry.starts_on,
                        "ends_on": entry.ends_on,
                    }
                    for entry in entries
                ],
            }
        )


class CardDump(CatalogueView):
    """Every card at once."""

    @extend_schema(operation_id="v1_cards_dump", responses=DumpSerializer)
    def get(self, request: Request) -> HttpResponseBase:
        """The whole catalogue as a ``cards/1`` file; with its ETag nothing is sent twice."""
        etag = quote_etag(f"cards-{catalogue_stamp()}")
        answer = get_conditional_response(request._request, etag=etag)
        if answer is None:
            answer = HttpResponse(as_json(rows_of_catalogue(), FILE), content_type="application/json")
        answer["ETag"] = etag
        answer["Cache-Control"] = "no-cache"
        return answer


@lru_cache(maxsize=8192)
def _page_of(short: str) -> str:
    return reverse("decks:card", args=[short])


class CardData(TypedDict):
    """One card as the API says it; ``card`` holds the parts of a card file."""

    url: str
    revision: int
    effective_on: str
    sha256: str
    printings: list[str]
    tested: bool
    picture: Json | None
    card: Json


def card_data(card: Card, form: CardRevision, printings: Sequence[str]) -> CardData:
    """One card as the API says it."""
    picture = picture_of(card)
    return {
        "url": _page_of(card.short),
        "revision": form.revision,
        "effective_on": form.effective_on.isoformat(),
        "sha256": form.sha256,
        "printings": list(printings),
        "tested": card.tested,
        "picture": picture._asdict() if picture is not None else None,
        "card": _in_order(form.parts),
    }


def _in_order(parts: Mapping[str, object]) -> Json:
    """The parts as files have them; a database gives them in an order of its own."""
    return {name: parts[name] for name in FIELDS if name in parts}


class FormData(TypedDict):
    """One revision of a card as the API says it."""

    revision: int
    effective_on: date
    reason: str
    origin: str
    sha256: str
    card: Json


def _form(row: CardRevision) -> FormData:
    return {
        "revision": row.revision,
        "effective_on": row.effective_on,
        "reason": row.reason,
        "origin": row.origin,
        "sha256": row.sha256,
        "card": _in_order(row.parts),
    }
