"""What something would do before it is done: plans that a program reads and then agrees to, for anyone who may do it.

Nothing is written here. ``agreed`` of a plan goes with the operation; it changes with everything the plan depends on.
"""

from collections.abc import Callable

from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ledger.errors import UserError
from ledger.hashing import plain
from ledger.shapes import Json
from tournaments.entries.models import Entry
from tournaments.events.access import Right
from tournaments.events.edit_services import edit_of
from tournaments.events.models import Tournament
from tournaments.mending.move_services import move_of
from tournaments.mending.repair_services import exchange_of
from tournaments.mending.restore_services import restore_of
from tournaments.rounds.fixed_tables import LAST_TABLE
from tournaments.rounds.formats import format_of
from tournaments.rounds.models import Round, Snapshot

from .day_operations import ValuesBody, match_of_entry, rules_of, tables_given_up, values_of
from .fields import MOST, AsSaid, Query
from .own_views import MISSING, WHO
from .refusals import Refused, refusal
from .tokens import ORGANIZE, TokenView

UNREADABLE = {
    400: OpenApiResponse(
        OpenApiTypes.OBJECT, "A number is missing or none, or a name unknown: what is wrong, by field"
    )
}
NO_WAY = {409: OpenApiResponse(Refused, "It cannot be done as things stand")}


class OfKey(AsSaid):
    """The number of an entry of which the pairing knows the key."""

    schema = {"type": "integer"}

    def to_representation(self, value: object) -> int:
        """Without its letter."""
        return int(str(value)[1:])


class PlannedTable(serializers.Serializer):
    """A table, and the entries at it; no number is a bye."""

    table = serializers.IntegerField(source="number", allow_null=True)
    entries = serializers.ListField(child=OfKey(), source="keys")


class RoundPlan(serializers.Serializer):
    """One way to change a round: which tables go and come, who has no match, and which rules it breaks."""

    kind = serializers.CharField()
    agreed = serializers.CharField(source="token")
    best = serializers.BooleanField()
    goes = PlannedTable(many=True, source="broken")
    comes = PlannedTable(many=True, source="added")
    without_match = serializers.ListField(child=OfKey(), source="unpaired")
    problems = serializers.ListField(child=serializers.CharField())
    results_lost = serializers.IntegerField(source="lost")


class MovePlan(serializers.Serializer):
    """Who changes places, and what is odd about it."""

    agreed = serializers.CharField()
    table = serializers.IntegerField()
    to = serializers.IntegerField()
    changes_with = serializers.ListField(child=serializers.IntegerField())
    problems = serializers.ListField(child=serializers.CharField())


class SnapshotRow(serializers.Serializer):
    """A step of the day before which the rounds were kept."""

    snapshot = serializers.IntegerField(source="pk")
    at = serializers.DateTimeField()
    step = serializers.CharField()
    round = serializers.IntegerField(source="number", allow_null=True)


class RestorePlan(serializers.Serializer):
    """What bringing a snapshot back would do: rounds by number, and how many results go."""

    agreed = serializers.CharField()
    changes = serializers.BooleanField()
    goes = serializers.ListField(child=serializers.IntegerField())
    comes_back = serializers.ListField(child=serializers.IntegerField())
    draft_again = serializers.ListField(child=serializers.IntegerField())
    lost = serializers.IntegerField()


class EditPlan(serializers.Serializer):
    """What would change: each value before and after, by its name."""

    agreed = serializers.CharField()
    values = serializers.DictField(child=serializers.ListField())


def _number(most: int) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=1, max_value=most)


def _numbers(most: int) -> serializers.ListField:
    return serializers.ListField(child=_number(most), default=list)


class RepairQuery(Query):
    """What a repair has to do with."""

    gone = _numbers(MOST)
    give_up = _numbers(LAST_TABLE)


class ExchangeQuery(Query):
    """Two entries."""

    first = _number(MOST)
    second = _number(MOST)


class MoveQuery(Query):
    """An entry, and the table it goes to."""

    entry = _number(MOST)
    to = _number(LAST_TABLE)


def _entry(tournament: Tournament, number: int) -> int:
    found = Entry.objects.filter(tournament=tournament, number=number).values_list("pk", flat=True).first()
    if found is None:
        raise Http404
    return found


class PlanView(TokenView):
    """A plan, for anyone who may carry it out; what cannot be done is refused as doing it would be."""

    scope = ORGANIZE
    right: Right | None = Right.PAIR

    def round(self, tournament: Tournament, number: int) -> Round:
        """The round of the address while it is being played and can be mended; else 404."""
        rounds = Round.objects.filter(tournament=tournament, number=number, state=Round.State.PUBLISHED)
        found = rounds.select_related("stage").first()
        if found is None or not format_of(found.stage).mendable:
            raise Http404
        found.tournament = tournament
        return found

    def plan(self, make: Callable[[], Json]) -> Response:
        """What ``make`` says, or why it cannot be."""
        try:
            return Response(make())
        except UserError as error:
            return refusal(error)


class RepairPlans(PlanView):
    """The ways to mend a round."""

    @extend_schema(
        operation_id="plans_of_repair",
        parameters=[RepairQuery],
        responses={200: RoundPlan(many=True), **UNREADABLE, **WHO, **MISSING},
    )
    def get(self, request: Request, slug: str, round: int) -> Response:
        """Every plan to mend a round that is being played.

        Both may stand more than once: `gone`, who has left; `give_up`, finished tables that a head judge lets go.
        """
        tournament = self.tournament(slug)
        asked, found = RepairQuery.asked(request), self.round(tournament, round)
        gone = [_entry(tournament, number) for number in asked["gone"]]
        given_up = tables_given_up(found, asked["give_up"])
        plans = format_of(found.stage).plans(tournament, found, gone, given_up)
        return Response(RoundPlan(plans, many=True).data)


class ExchangePlan(PlanView):
    """Two players who change places."""

    @extend_schema(
        operation_id="plan_of_exchange",
        parameters=[ExchangeQuery],
        responses={200: RoundPlan, **UNREADABLE, **WHO, **MISSING, **NO_WAY},
    )
    def get(self, request: Request, slug: str, round: int) -> Response:
        """What it means when these two entries change places."""
        tournament = self.tournament(slug)
        asked, found = ExchangeQuery.asked(request), self.round(tournament, round)
        first, second = (_entry(tournament, asked[name]) for name in ("first", "second"))
        return self.plan(lambda: RoundPlan(exchange_of(tournament, found, first, second)).data)


class MoveTablePlan(PlanView):
    """A match at another table."""

    @extend_schema(
        operation_id="plan_of_move",
        parameters=[MoveQuery],
        responses={200: MovePlan, **UNREADABLE, **WHO, **MISSING, **NO_WAY},
    )
    def get(self, request: Request, slug: str, round: int) -> Response:
        """What it means when the match of this entry is played at that table."""
        tournament = self.tournament(slug)
        asked = MoveQuery.asked(request)
        to, match = asked["to"], match_of_entry(tournament, round, asked["entry"])

        def make() -> Json:
            move = move_of(tournament, match, to)
            seats = move.other.seats.order_by("position") if move.other is not None else []
            others = [seat.entry.number for seat in seats]
            facts = {"table": match.table, "to": to, "changes_with": others, "problems": list(move.problems)}
            return {"agreed": move.token, **facts}

        return self.plan(make)


class Snapshots(PlanView):
    """The steps of the day."""

    @extend_schema(responses={200: SnapshotRow(many=True), **WHO, **MISSING})
    def get(self, request: Request, slug: str) -> Response:
        """Every step before which the rounds were kept, the newest first, at most 100."""
        rows = Snapshot.objects.filter(tournament=self.tournament(slug)).order_by("-at", "-pk").defer("data")
        return Response(SnapshotRow(rows[:100], many=True).data)


class SnapshotPlan(PlanView):
    """One snapshot."""

    @extend_schema(operation_id="plan_of_restore", responses={200: RestorePlan, **WHO, **MISSING})
    def get(self, request: Request, slug: str, snapshot: int) -> Response:
        """What bringing this snapshot back would do now."""
        tournament = self.tournament(slug)
        kept = Snapshot.objects.filter(tournament=tournament, pk=snapshot).first()
        if kept is None:
            raise Http404
        plan = restore_of(tournament, kept)
        now, then = plan.now.rounds, plan.then.rounds
        return Response(
            {
                "agreed": plan.differs.token,
                "changes": plan.any,
                "goes": [now[pk]["number"] for pk in plan.differs.gone],
                "comes_back": [then[pk]["number"] for pk in plan.differs.back],
                "draft_again": [then[pk]["number"] for pk in plan.differs.drafted],
                "lost": len(plan.lost),
            }
        )


class EditsPlan(PlanView):
    """Other values for a tournament; it is asked with a body, and writes nothing."""

    right = Right.EDIT

    @extend_schema(
        operation_id="plan_of_edit",
        request=ValuesBody,
        responses={200: EditPlan, **UNREADABLE, **WHO, **MISSING, **NO_WAY},
    )
    def post(self, request: Request, slug: str) -> Response:
        """What these values would change."""
        tournament = self.tournament(slug)
        said = ValuesBody(data=request.data)
        said.is_valid(raise_exception=True)

        def make() -> Json:
            edit = edit_of(
                tournament, values_of(said.validated_data), rules_of(said.validated_data), request.user
            )
            return {
                "agreed": edit.token,
                "values": {name: plain(list(two)) for name, two in edit.values.items()},
            }

        return self.plan(make)
