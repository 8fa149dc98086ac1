"""Calls for a judge through the API: by players from their table, by judges on the floor."""

from typing import Any

from django.http import Http404
from rest_framework import serializers

from tournaments.events.models import Tournament
from tournaments.judging import call_services as calls
from tournaments.judging.models import JudgeCall

from .fields import whole
from .operations import JUDGE, PLAY, Call, operation

TABLE = "tournaments/<slug:slug>/rounds/<int:round>/tables/<int:table>/call/"


class ReasonOfCallBody(serializers.Serializer):
    """Why a judge is called."""

    reason = serializers.ChoiceField(choices=[str(one) for one in calls.TAPS])


class GivenMinutesBody(serializers.Serializer):
    """Minutes given back to the table."""

    minutes = whole(0, calls.MOST_MINUTES)


def _latest(call: Call, tournament: Tournament) -> int:
    """The newest call of the table, open or not, so that the same request sent again finds the same; else 404."""
    found = JudgeCall.objects.filter(match=call.match(tournament)).order_by("-pk").first()
    if found is None:
        raise Http404
    return int(found.pk)


@operation(TABLE, "call.open", scope=PLAY, body=ReasonOfCallBody)
def call_judge(call: Call) -> Any:
    """Call a judge to your table."""
    tournament = call.tournament
    call.own_entry(tournament)
    params = {"match_id": call.match(tournament).pk, "reason": call.said["reason"]}
    return calls.call_open(actor=call.player, key=call.key, tournament=tournament, **params)


@operation(f"{TABLE}withdraw/", "call.withdraw", scope=PLAY)
def withdraw_call(call: Call) -> Any:
    """Your table needs no judge any more."""
    tournament = call.tournament
    call.own_entry(tournament)
    number = _latest(call, tournament)
    return calls.call_withdraw(actor=call.player, key=call.key, tournament=tournament, call_id=number)


@operation(f"{TABLE}claim/", "call.claim", scope=JUDGE, right="calls")
def claim_call(call: Call) -> Any:
    """Go to a table; of two judges one gets it."""
    tournament = call.tournament
    actor = call.staff(tournament)
    match = call.match(tournament)
    return calls.call_claim(actor=actor, key=call.key, tournament=tournament, match_id=match.pk)


@operation(f"{TABLE}release/", "call.release", scope=JUDGE, right="calls")
def release_call(call: Call) -> Any:
    """Let another judge go."""
    tournament = call.tournament
    actor = call.staff(tournament)
    number = _latest(call, tournament)
    return calls.call_release(actor=actor, key=call.key, tournament=tournament, call_id=number)


@operation(f"{TABLE}escalate/", "call.escalate", scope=JUDGE, right="calls")
def escalate_call(call: Call) -> Any:
    """Let the table wait for the head judge."""
    tournament = call.tournament
    actor = call.staff(tournament)
    number = _latest(call, tournament)
    return calls.call_escalate(actor=actor, key=call.key, tournament=tournament, call_id=number)


@operation(f"{TABLE}resolve/", "call.resolve", scope=JUDGE, right="calls", body=GivenMinutesBody)
def resolve_call(call: Call) -> Any:
    """You are done at the table; so many minutes are given back."""
    tournament = call.tournament
    actor = call.staff(tournament)
    params = {"call_id": _latest(call, tournament), "minutes": call.said["minutes"]}
    return calls.call_resolve(actor=actor, key=call.key, tournament=tournament, **params)
