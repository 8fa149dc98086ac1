"""What everybody may know of circuits, as JSON: rules, ladder, results of somebody on it, what moved."""

from collections.abc import Iterable

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ledger.shapes import Json
from ledger.web import whole_number
from tournaments.organizations.access import access_organization
from tournaments.programme.access import access_circuit
from tournaments.programme.circuit_services import values_token
from tournaments.programme.clan_selectors import clan_places
from tournaments.programme.invitation_selectors import gives_of, titles_given
from tournaments.programme.ladder_services import moves_in, table_fresh
from tournaments.programme.ladders import ladder_of
from tournaments.programme.models import Circuit
from tournaments.programme.pages import person_key, person_of
from tournaments.programme.selectors import changes_of, circuits_of, events_of_circuit
from tournaments.programme.several import standings_of
from tournaments.programme.words import cause_of, named

from .views import PAGE, PublicView

MISSING = OpenApiResponse(description="No such circuit, or nobody of that key on its ladder")
MOST_MOVED = 200


class CircuitSerializer(serializers.Serializer):
    """A circuit in a list; ``state``: open or closed."""

    slug = serializers.CharField()
    name = serializers.CharField()
    organization = serializers.CharField()
    game = serializers.CharField()
    state = serializers.CharField()
    starts = serializers.DateField(allow_null=True)
    ends = serializers.DateField(allow_null=True)


class CountedEventSerializer(serializers.Serializer):
    """An event that a circuit looks at; ``of``: the class it counts as."""

    tournament = serializers.CharField()
    name = serializers.CharField()
    of = serializers.CharField()
    starts_at = serializers.DateTimeField()
    over = serializers.BooleanField()


class GivesSerializer(serializers.Serializer):
    """What those in line from one place to another get at the end; ``value``: days to answer, or byes."""

    gift = serializers.IntegerField(source="pk")
    kind = serializers.CharField()
    first = serializers.IntegerField()
    last = serializers.IntegerField()
    final = serializers.CharField(source="final.slug", allow_null=True, default=None)
    value = serializers.IntegerField()
    title = serializers.CharField()


class TitleSerializer(serializers.Serializer):
    """A title, and whose it is."""

    title = serializers.CharField()
    name = serializers.CharField()


class WholeCircuitSerializer(CircuitSerializer):
    """A circuit with its rules as docs/season-points.md has them, its events, the newest first, and what its end gives.

    ``shown`` says which values a change of it was made from; ``titles``: whose they are, once it has ended.
    """

    id = serializers.IntegerField()
    about = serializers.CharField()
    rules = serializers.DictField()
    by_level = serializers.DictField(child=serializers.CharField())
    events = CountedEventSerializer(many=True)
    gives = GivesSerializer(many=True)
    titles = TitleSerializer(many=True)
    shown = serializers.CharField()


class LadderRowSerializer(serializers.Serializer):
    """A line of a ladder. ``person``: a key that this circuit alone uses; numbers are exact, as text ("5/2")."""

    rank = serializers.IntegerField()
    person = serializers.CharField()
    name = serializers.CharField()
    points = serializers.CharField()
    values = serializers.DictField(child=serializers.CharField())


class LadderSerializer(serializers.Serializer):
    """A page of a ladder, best first; ``count``: how many stand on it, ``day``: the day it is looked at."""

    day = serializers.DateField(allow_null=True)
    count = serializers.IntegerField()
    rows = LadderRowSerializer(many=True)


class ClanPlaceSerializer(serializers.Serializer):
    """A clan on a ladder: its name (empty for one that has ended), the number of its page, how many played for it.

    ``rank`` is null while too few did.
    """

    rank = serializers.IntegerField(allow_null=True)
    clan = serializers.CharField()
    number = serializers.IntegerField()
    points = serializers.CharField()
    people = serializers.IntegerField()


class SeasonResultSerializer(serializers.Serializer):
    """What one event was to somebody; ``state`` says how it counts (docs/season-points.md)."""

    event = serializers.CharField()
    name = serializers.CharField()
    of = serializers.CharField()
    date = serializers.DateField()
    place = serializers.IntegerField()
    field = serializers.IntegerField()
    worth = serializers.CharField()
    state = serializers.CharField()


class MoveSerializer(serializers.Serializer):
    """Somebody who moved; a rank is null for not being on the ladder."""

    person = serializers.CharField()
    name = serializers.CharField()
    rank_before = serializers.IntegerField(allow_null=True)
    rank_after = serializers.IntegerField(allow_null=True)
    points_before = serializers.CharField()
    points_after = serializers.CharField()
    reasons = serializers.ListField(child=serializers.CharField())


class ChangeSerializer(serializers.Serializer):
    """What moved at once. ``tournament``: the event that was the cause, null for rules; ``moved``: how many in all.

    ``cause``: rules, day (results that are too long ago), counts (an event counts from now on), result (results of one
    changed), event (one counts no more) or events (several).
    """

    at = serializers.DateTimeField()
    tournament = serializers.CharField(allow_null=True)
    cause = serializers.CharField()
    moved = serializers.IntegerField()
    moves = MoveSerializer(many=True)


NUMBERED = OpenApiParameter("page", int, description="From 1; an empty answer is behind the last one.")


def _page(request: Request) -> int:
    return max(1, whole_number(request.query_params.get("page", ""), 1))


def _circuit(slug: str) -> Circuit:
    """A circuit that everybody may know of, or 404."""
    one = Circuit.objects.filter(slug=slug).select_related("organization").first()
    if one is None:
        raise Http404
    return access_circuit(AnonymousUser(), one.organization.slug, slug)


def _facts(circuit: Circuit) -> Json:
    return {**vars(circuit), "organization": circuit.organization.slug}


def whole_circuit(circuit: Circuit) -> Json:
    """All that :class:`WholeCircuitSerializer` says."""
    events = [
        {
            "tournament": line.tournament.slug,
            "name": line.tournament.name,
            "of": line.of,
            "starts_at": line.tournament.starts_at,
            "over": line.over,
        }
        for line in events_of_circuit(circuit)
        if line.of
    ]
    won = titles_given(circuit) if circuit.state == Circuit.State.CLOSED else []
    return _facts(circuit) | {
        "events": events,
        "gives": [one.gift for one in gives_of(circuit)],
        "titles": [{"title": title, "name": name} for title, name in won],
        "shown": values_token(circuit),
    }


class CircuitList(PublicView):
    """The circuits of an organization."""

    @extend_schema(responses={200: CircuitSerializer(many=True), 404: MISSING})
    def get(self, request: Request, slug: str) -> Response:
        """Running ones first, then those that ended."""
        found = circuits_of(access_organization(slug))
        return Response(CircuitSerializer(list(map(_facts, found)), many=True).data)


class CircuitDetail(PublicView):
    """One circuit."""

    @extend_schema(responses={200: WholeCircuitSerializer, 404: MISSING})
    def get(self, request: Request, slug: str) -> Response:
        """Its rules, the events that count or will, and what the end gives."""
        return Response(WholeCircuitSerializer(whole_circuit(_circuit(slug))).data)


class LadderDetail(PublicView):
    """The ladder of a circuit."""

    @extend_schema(responses={200: LadderSerializer, 404: MISSING}, parameters=[NUMBERED])
    def get(self, request: Request, slug: str) -> Response:
        """Best first, 200 on a page."""
        one, page = _circuit(slug), _page(request)
        table = ladder_of(one)
        found = table.rows[(page - 1) * PAGE : page * PAGE]
        names = named(row.person for row in found)
        rows = [
            {
                "rank": row.rank,
                "person": person_key(one, row.person),
                "name": names[row.person][0],
                "points": str(row.points),
                "values": {key: _exact(row.values[key]) for key in table.season.circuit.tie_breaks},
            }
            for row in found
        ]
        return Response(LadderSerializer({"day": table.day, "count": len(table.rows), "rows": rows}).data)


def _exact(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


class ClanLadder(PublicView):
    """The ladder of clans of a circuit."""

    @extend_schema(responses={200: ClanPlaceSerializer(many=True), 404: MISSING}, parameters=[NUMBERED])
    def get(self, request: Request, slug: str) -> Response:
        """Best first, 200 on a page; those without a rank at the end. Nobody is named."""
        one, page = _circuit(slug), _page(request)
        rows = clan_places(standings_of([one])[0])[(page - 1) * PAGE : page * PAGE]
        found = [
            {
                "rank": row.rank,
                "clan": "" if row.clan.ended_at is not None else row.clan.name,
                "number": row.clan.pk,
                "points": str(row.exact),
                "people": row.people,
            }
            for row in rows
        ]
        return Response(ClanPlaceSerializer(found, many=True).data)


class LadderResults(PublicView):
    """Where the points of somebody come from."""

    @extend_schema(responses={200: SeasonResultSerializer(many=True), 404: MISSING})
    def get(self, request: Request, slug: str, person: str) -> Response:
        """Every result of somebody on the ladder, by date."""
        one = _circuit(slug)
        table = ladder_of(one)
        key = person_of(one, table, person)
        if key is None or table.row(key) is None:
            raise Http404
        rows = [
            {
                "event": result.event.key,
                "name": result.event.title,
                "of": result.event.of,
                "date": result.event.on,
                "place": result.finish.place,
                "field": result.event.field,
                "worth": str(result.worth),
                "state": result.state,
            }
            for result in table.results[key]
            if result.state not in ("disqualified", "unclaimed")
        ]
        return Response(SeasonResultSerializer(rows, many=True).data)


class LadderMoves(PublicView):
    """What moved on a ladder, and by what."""

    @extend_schema(responses={200: ChangeSerializer(many=True), 404: MISSING}, parameters=[NUMBERED])
    def get(self, request: Request, slug: str) -> Response:
        """The newest first, ten changes on a page, of each the best places."""
        one = _circuit(slug)
        table_fresh(one)
        changes, _more = changes_of(one, _page(request))
        told = [(change, moves_in(change)[:MOST_MOVED]) for change in changes]
        names = named({move.person for _change, moved in told for move in moved})
        rows = [
            {
                "at": change.at,
                "tournament": change.tournament.slug if change.tournament is not None else None,
                "cause": cause_of(change),
                "moved": change.moved,
                "moves": [
                    move._asdict()
                    | {
                        "person": person_key(one, move.person),
                        "name": names.get(move.person, ("?", ""))[0],
                        "reasons": _codes(why.code for why in move.reasons),
                    }
                    for move in moved
                ],
            }
            for change, moved in told
        ]
        return Response(ChangeSerializer(rows, many=True).data)


def _codes(codes: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(codes))
