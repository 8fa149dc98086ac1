"""Leagues through the API: their windows and tables, appointments, more days, absent players, who stops."""

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ledger.shapes import Json
from tournaments.entries.models import Entry
from tournaments.events.access import Right, rights_of
from tournaments.events.models import Tournament
from tournaments.leagues import desk_services as desk
from tournaments.leagues import services
from tournaments.leagues.models import PLACE_LENGTH
from tournaments.leagues.selectors import (
    TableOf,
    is_league,
    offers_of,
    own_table,
    postponed_by,
    rounds_of,
    tables_of,
    windows_of,
)

from .fields import MOST_ID, NAMED, Kind, list_of, one_of, text, whole
from .judge_operations import rules
from .operations import ENTRY, ONE, ROUND, TABLE, Scope
from .own_views import MISSING, WHO
from .player_operations import OWN, play
from .tokens import ORGANIZE, TokenView

pairs = Scope(ORGANIZE, Right.PAIR)
enters = Scope(ORGANIZE, Right.ENTRIES)
TIMES = list_of(Kind(serializers.DateTimeField), services.MOST_TIMES, least=1)
DAYS = {"days": whole(1, desk.MOST_DAYS)}

play.command(
    "offer_times",
    f"{TABLE}appointment/offer/",
    services.appointment_offer,
    "Say when you can play, and where; these times take the place of those you offered before.",
    body={"times": TIMES, "place": text(PLACE_LENGTH).optional("")},
    own=True,
)
play.command(
    "take_times_back",
    f"{TABLE}appointment/take-back/",
    services.appointment_take_back,
    "Offer none of your times any longer.",
    own=True,
)
play.command(
    "accept_time",
    f"{TABLE}appointment/accept/",
    services.appointment_accept,
    "Agree to a time that the other offers.",
    body={"offer_id": whole(1, MOST_ID)},
    own=True,
)
play.command(
    "postpone_match",
    f"{TABLE}appointment/postpone/",
    services.appointment_postpone,
    "Put off what you agreed, once for each table; `version` as you read it.",
    body={"version": whole(0, MOST_ID)},
    own=True,
)
play.command(
    "report_absence",
    f"{TABLE}appointment/absent/",
    services.appointment_absent,
    "Say that the other did not come; a judge decides.",
    own=True,
)
play.command(
    "stop_in_league", f"{ONE}league/stop/", desk.entry_stop, "Stop playing in a league.", given=OWN, own=True
)
enters.command(
    "stop_entry",
    f"{ENTRY}stop/",
    desk.entry_stop,
    "Let a player stop; what becomes of their matches the league says.",
)
pairs.command(
    "extend_window",
    f"{ROUND}extend/",
    desk.window_extend,
    "Give a window more days, for all its tables.",
    body=DAYS,
)
pairs.command(
    "extend_league_table",
    f"{TABLE}extend-days/",
    desk.table_extend,
    "Give one table of a league more days.",
    body=DAYS,
)
pairs.command(
    "seat_substitute",
    f"{TABLE}substitute/",
    desk.seat_substitute,
    "Let one of a crew play for a member in this window, before the match begins.",
    about="The entry that has the seat, and the other one that gets it.",
    body={"other": NAMED["entry"]},
)
rules.command(
    "rule_absence",
    f"{TABLE}absence/",
    desk.absence_rule,
    "Decide who did not come to a table of a league.",
    body={"absent": one_of(desk.ABSENT)},
)


class WindowRow(serializers.Serializer):
    """A window: a round of a league in days."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=("planned", "published", "completed"))
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()
    played = serializers.IntegerField()
    tables = serializers.IntegerField()


class LeagueTableRow(serializers.Serializer):
    """A table of the window being played; when and where only for those who may know it, else null."""

    table = serializers.IntegerField()
    entries = serializers.ListField(child=serializers.IntegerField())
    state = serializers.ChoiceField(choices=("played", "absent", "over", "agreed", "waiting", "open"))
    waits_for = serializers.IntegerField(allow_null=True)
    starts_at = serializers.DateTimeField(allow_null=True)
    place = serializers.CharField(allow_null=True)


class LeagueSerializer(serializers.Serializer):
    """A league."""

    windows = WindowRow(many=True)
    tables = LeagueTableRow(many=True)


class OfferRow(serializers.Serializer):
    """A time that is offered."""

    offer = serializers.IntegerField(source="pk")
    entry = serializers.IntegerField(source="entry.number")
    starts_at = serializers.DateTimeField()
    place = serializers.CharField()


class OwnLeagueSerializer(serializers.Serializer):
    """One's own match in a league; `version` goes with putting it off. Null where there is none."""

    table = LeagueTableRow(allow_null=True)
    round = serializers.IntegerField(allow_null=True)
    before = serializers.DateTimeField(allow_null=True)
    version = serializers.IntegerField(allow_null=True)
    offers = OfferRow(many=True)
    postponed_by = serializers.ListField(child=serializers.IntegerField())


def _row(table: TableOf, *, times: bool) -> Json:
    agreed = table.appointment if table.agreed and times else None
    return {
        "table": table.match.table,
        "entries": [seat.entry.number for seat in table.seats],
        "state": table.state,
        "waits_for": table.awaited.entry.number if table.awaited is not None else None,
        "starts_at": agreed.starts_at if agreed is not None else None,
        "place": agreed.place if agreed is not None else None,
    }


class LeagueView(TokenView):
    """A league, or 404 for a tournament that is none."""

    def league(self, slug: str) -> Tournament:
        """The league of the address; else 404."""
        tournament = self.tournament(slug)
        if not is_league(tournament):
            raise Http404
        return tournament


class League(LeagueView):
    """A league for everybody who may know of it."""

    @extend_schema(operation_id="league", responses={200: LeagueSerializer, **WHO, **MISSING})
    def get(self, request: Request, slug: str) -> Response:
        """Its windows, and how far the tables of the one being played are."""
        tournament = self.league(slug)
        rounds = rounds_of(tournament)
        tables = tables_of(tournament, rounds)
        times = tournament.policy.times_public or Right.DESK in rights_of(request.user, tournament)
        here = [one for one in tables if one.match.round_id == rounds[-1].pk]
        said = {
            "windows": windows_of(tournament, rounds, tables),
            "tables": [_row(one, times=times) for one in here],
        }
        return Response(LeagueSerializer(said).data)


class OwnLeague(LeagueView):
    """My match in a league."""

    @extend_schema(operation_id="my_league", responses={200: OwnLeagueSerializer, **WHO, **MISSING})
    def get(self, request: Request, slug: str) -> Response:
        """The table I play at in this window, what is offered and what is agreed."""
        tournament = self.league(slug)
        entry = Entry.objects.filter(tournament=tournament, user_id=request.user.pk or 0).first()
        if entry is None:
            raise Http404
        table = own_table(tournament, entry)
        one = table.appointment if table is not None else None
        by = postponed_by(one)
        seats = table.seats if table is not None else ()
        said = {
            "table": _row(table, times=True) if table is not None else None,
            "round": table.match.round.number if table is not None else None,
            "before": table.ends_at if table is not None else None,
            "version": one.version if one is not None else None,
            "offers": offers_of(one),
            "postponed_by": [seat.entry.number for seat in seats if seat.entry_id in by],
        }
        return Response(OwnLeagueSerializer(said).data)
