"""Read-only JSON of what the public pages show, with the tournament's version as ETag."""

from collections.abc import Callable, Collection, Iterable
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpResponseBase
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ledger.shapes import Json
from ledger.web import whole_number
from tournaments.display.cache import etag_of
from tournaments.display.chain_heads import published_head
from tournaments.events.access import access_tournament
from tournaments.events.models import Tournament
from tournaments.finding.filters import FindForm, filters_of
from tournaments.finding.models import Listing
from tournaments.finding.selectors import MOST_PAGES, found, with_tournaments
from tournaments.money.selectors import fees_of
from tournaments.recordings.results import verified_among
from tournaments.rounds.field import last_completed, standings_rows
from tournaments.rounds.formats import knock_out_in
from tournaments.rounds.models import Match, Round
from tournaments.rounds.places import final_places
from tournaments.rounds.selectors import matches_of
from tournaments.rounds.stages import knock_out_of, stage_complete
from tournaments.rounds.words import line_names

from .serializers import (
    KnockOutSerializer,
    RoundSerializer,
    StandingsQuery,
    StandingsSerializer,
    TournamentSerializer,
)

WRONG = OpenApiResponse(description="A parameter that cannot be read, by its name")
MISSING = OpenApiResponse(description="No such tournament or round")
PAGE = 200
PAGES = "From 1 to 100; an empty answer is behind the last one. `end`, a day, leads further back."

FILTERS = {
    "q": "Words of its name, place or organization.",
    "near": "A town of the Netherlands or Belgium, or a latitude and a longitude with a comma between.",
    "km": "How far from there: 5, 10, 25 (the usual), 50, 100 or 200.",
    "begin": "The first day, as 2026-12-31.",
    "end": "The last day.",
    "game": "The key of a game.",
    "play": "`constructed` or `limited`.",
    "level": "`evening`, `open` or `championship`.",
    "beginners": "1: for beginners.",
    "open": "1: with places left.",
    "fee": "Costs at most so many whole euros.",
    "free": "1: costs nothing.",
    "wheelchair": "1: at a venue that a wheelchair can enter.",
}
"""What one can look for, as on the page of tournaments; empty is left out."""


class PublicView(APIView):
    """Readable by everyone; one selector, one serializer."""

    permission_classes = [AllowAny]
    authentication_classes: list[Any] = []


class TournamentList(PublicView):
    """All tournaments everybody may know of."""

    @extend_schema(
        responses={200: TournamentSerializer(many=True), 400: WRONG},
        parameters=[
            *(OpenApiParameter(name, str, description=about) for name, about in FILTERS.items()),
            OpenApiParameter("page", int, description=PAGES),
        ],
    )
    def get(self, request: Request) -> Response:
        """Newest first, 200 on a page; all of them, or those that fit the filters of the page of tournaments."""
        form = FindForm(request.query_params)
        filters = filters_of(form)
        if form.errors:
            raise ValidationError(
                {name: [str(text) for text in texts] for name, texts in form.errors.items()}
            )
        page = max(whole_number(request.query_params.get("page", ""), 1), 1)
        newest = ("-starts_at", "-tournament_id")
        fit = found(filters).order_by(*newest).values_list("pk", flat=True)
        # The index alone counts off the pages before this one; whole rows are read of this one.
        asked = list(fit[(page - 1) * PAGE : page * PAGE]) if page <= MOST_PAGES else []
        shown = with_tournaments(Listing.objects.filter(pk__in=asked)).order_by(*newest)
        rows = [row.tournament for row in shown]
        return Response(TournamentSerializer(_with_fees(rows), many=True).data)


class TournamentDetail(PublicView):
    """One tournament."""

    @extend_schema(responses={200: TournamentSerializer, 404: MISSING})
    def get(self, request: Request, slug: str) -> Response:
        """The tournament's facts."""
        return Response(TournamentSerializer(_with_fees([_tournament(slug)])[0]).data)


def _with_fees(rows: Iterable[Tournament]) -> list[Tournament]:
    """The tournaments, each with its ``fee`` or None; one query for all."""
    found = list(rows)
    fees = fees_of(found)
    for one in found:
        vars(one)["fee"] = fees.get(one.pk)
    return found


class RoundDetail(PublicView):
    """One published round."""

    @extend_schema(responses={200: RoundSerializer, 404: MISSING})
    def get(self, request: Request, slug: str, number: int) -> HttpResponseBase:
        """Tables, players and final results."""
        tournament = _tournament(slug)
        round_ = (
            Round.objects.filter(tournament=tournament, number=number)
            .exclude(state=Round.State.DRAFT)
            .first()
        )
        if round_ is None:
            raise Http404
        round_.tournament = tournament
        return conditional(request, tournament, f"api.round.{number}", lambda: _round_data(round_))


class StandingsDetail(PublicView):
    """The standings."""

    @extend_schema(
        responses={200: StandingsSerializer, 400: WRONG, 404: MISSING},
        parameters=[StandingsQuery],
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Ranks, records and every tie-breaker as an exact fraction."""
        asked = StandingsQuery.asked(request)
        tournament = _tournament(slug)
        last = last_completed(tournament)
        through = min(asked.get("round", last), last)
        return conditional(
            request, tournament, f"api.standings.{through}", lambda: standings_data(tournament, through)
        )


class KnockOutDetail(PublicView):
    """The knock-out and the final places."""

    @extend_schema(responses={200: KnockOutSerializer, 404: MISSING})
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """The bracket with its results, and everybody's place once they are final."""
        tournament = _tournament(slug)
        return conditional(request, tournament, "api.knock-out", lambda: _knock_out_data(tournament))


def _tournament(slug: str) -> Tournament:
    return access_tournament(AnonymousUser(), slug)


def conditional(
    request: Request, tournament: Tournament, part: str, make: Callable[[], object]
) -> HttpResponseBase:
    """The data with its ETag, or 304."""
    etag = etag_of(tournament, part)
    answer = get_conditional_response(request._request, etag=etag)
    response: HttpResponseBase = answer if answer is not None else Response(make())
    response["ETag"] = etag
    response["Cache-Control"] = "no-cache"
    return response


def _round_data(round_: Round) -> Json:
    matches = matches_of(round_)
    verified = verified_among(matches)
    return dict(
        RoundSerializer(
            {
                "number": round_.number,
                "state": round_.state,
                "ends_at": round_.ends_at,
                "matches": [_match_data(match, verified) for match in matches],
            }
        ).data
    )


def _match_data(match: Match, verified: Collection[int]) -> Json:
    final = match.state == Match.State.FINAL
    seats = [
        {"entry": seat.entry.number, "name": seat.name, "games_won": seat.games_won if final else None}
        for seat in match.seats.all()
    ]
    drawn = match.drawn_games if final else None
    return {
        "table": match.table,
        # Who has reported what, and that a judge is called, is for players and staff (decision 010).
        "state": match.state if final else Match.State.OPEN,
        "kind": match.kind,
        "drawn_games": drawn,
        "verified": match.pk in verified,
        "seats": seats,
    }


def standings_data(tournament: Tournament, through: int) -> Json:
    """The standings as :class:`StandingsSerializer` has them; to ask it of each line was a third of the answer."""
    names = line_names(tournament)
    rows = [
        {
            "rank": row.rank,
            "entry": int(row.id[1:]),
            "name": names[row.id],
            "record": list(row.record),
            "dropped": row.dropped,
            "values": {
                key: None if value is None else str(value)
                for key, value in row.values.items()
                if key != "random"
            },
        }
        for row in (standings_rows(tournament, through=through) if through else [])
    ]
    head = published_head(tournament) if through == last_completed(tournament) else None
    told = (
        {"row": head.number, "chain": tournament.chain_key, "hash": head.hash} if head is not None else None
    )
    return {"through_round": through, "ledger_head": told, "rows": rows}


def _knock_out_data(tournament: Tournament) -> Json:
    stage = knock_out_of(tournament)
    over = tournament.state == Tournament.State.FINISHED or (stage is not None and stage_complete(stage))
    matches = [] if stage is None else knock_out_in(stage).meetings(tournament, stage)
    return dict(
        KnockOutSerializer(
            {
                "kind": None if stage is None else stage.kind,
                "seeds": [] if stage is None else [_number(key) for key in stage.seeds],
                "matches": [
                    {
                        "slot": one.slot,
                        "round": one.round,
                        "table": one.table,
                        "players": [_number(key) for key in one.keys],
                        "games": one.games,
                        "winner": _number(one.winner),
                    }
                    for one in matches
                ],
                "places": [
                    {"place": line["place"], "entry": _number(line["key"]), "name": line["name"]}
                    for line in (final_places(tournament) if over else [])
                ],
            }
        ).data
    )


def _number(key: str | None) -> int | None:
    """The entry number of a key."""
    return None if key is None else int(key[1:])
