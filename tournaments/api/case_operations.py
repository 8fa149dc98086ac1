"""Judges' cases through the API: ruled at a table, completed later, appealed by a player, decided by the head judge."""

from typing import Any, cast

from rest_framework import serializers

from tournaments.judging import case_services as cases
from tournaments.judging.case_models import Appeal, CaseRevision
from tournaments.judging.infractions import TABLE as INFRACTIONS
from tournaments.judging.infractions import Level
from tournaments.judging.precedent_services import precedent_publish

from .fields import flag, short_text, whole
from .operations import JUDGE, PLAY, Call, operation

ONE = "tournaments/<slug:slug>/"
CASE = f"{ONE}cases/<int:number>/"
DECIDED = [one for one in Appeal.Outcome.values if one]


class FactBody(serializers.Serializer):
    """One fact: what it says, how sure it is, and the class of evidence it rests on."""

    text = short_text(cases.FACT_LENGTH)
    status = serializers.ChoiceField(choices=list(CaseRevision.Status.values))
    evidence = whole(min(CaseRevision.Evidence.values), max(CaseRevision.Evidence.values))


class WrittenBody(serializers.Serializer):
    """What a judge writes of a case; what is left out stays as it was."""

    question = short_text(cases.LENGTHS["question"], unsaid=True)
    facts = serializers.ListField(child=FactBody(), max_length=cases.MOST_FACTS, required=False)
    rules = serializers.ListField(child=short_text(20), max_length=cases.MOST_RULES, required=False)
    code = serializers.ChoiceField(choices=["", *INFRACTIONS], required=False)
    remedy = serializers.ChoiceField(choices=list(CaseRevision.Remedy.values), required=False)
    instruction = short_text(cases.LENGTHS["instruction"], unsaid=True)
    words = short_text(cases.LENGTHS["words"], unsaid=True)
    reason = short_text(cases.LENGTHS["reason"], unsaid=True)


class RulingBody(WrittenBody):
    """A ruling; ``entry`` gets the penalty of its code (of ``level`` where that departs from the table)."""

    entry = whole(1, 1_000_000, required=False)
    level = serializers.ChoiceField(choices=["", *Level.values], required=False, default="")
    worse = flag()
    log = whole(1, 2**31 - 1, required=False)


class GroundsBody(serializers.Serializer):
    """Why a ruling is appealed."""

    grounds = short_text(300, required=False)


class DecisionBody(WrittenBody):
    """What becomes of a ruling that was appealed, why, and what is ruled instead."""

    outcome = serializers.ChoiceField(choices=DECIDED)
    reasons = short_text(500)


class PrecedentBody(serializers.Serializer):
    """A ruling for other judges, in words that name nobody."""

    question = short_text(300)
    answer = short_text(500)
    cards = short_text(200, required=False)


def _written(call: Call) -> cases.Said:
    """The part of a body that is written of the case."""
    names = cases.Said.__annotations__
    return cast("cases.Said", {name: value for name, value in call.said.items() if name in names})


def _case(call: Call, service: Any, **params: Any) -> Any:
    tournament = call.tournament
    actor, number = call.staff(tournament), call.path["number"]
    return service(actor=actor, key=call.key, tournament=tournament, number=number, **params)


@operation(
    f"{ONE}rounds/<int:round>/tables/<int:table>/cases/",
    "case.rule",
    scope=JUDGE,
    right="penalties",
    body=RulingBody,
)
def rule_case(call: Call) -> Any:
    """Rule at a table; nothing but the table is needed, everything else can be completed later."""
    tournament = call.tournament
    actor, match, said = call.staff(tournament), call.match(tournament), call.said
    params = {
        "match_id": match.pk,
        "said": _written(call),
        "entry_number": said["entry"],
        "level": said["level"],
        "worse": said["worse"],
        "log_id": said["log"],
    }
    return cases.case_rule(actor=actor, key=call.key, tournament=tournament, **params)


@operation(f"{CASE}complete/", "case.complete", scope=JUDGE, right="penalties", body=WrittenBody)
def complete_case(call: Call) -> Any:
    """Complete or correct a case: one more revision, the ruling stays as it was given."""
    return _case(call, cases.case_complete, said=_written(call))


@operation(f"{CASE}appeal/", "case.appeal", scope=PLAY, body=GroundsBody)
def appeal_case(call: Call) -> Any:
    """Appeal a ruling at your own table to the head judge, once, before the next round is published."""
    tournament = call.tournament
    call.own_entry(tournament)
    params = {"number": call.path["number"], "grounds": call.said["grounds"]}
    return cases.case_appeal(actor=call.player, key=call.key, tournament=tournament, **params)


@operation(f"{CASE}decide/", "appeal.decide", scope=JUDGE, right="penalties", body=DecisionBody)
def decide_appeal(call: Call) -> Any:
    """Decide every open appeal of a case, as the head judge, with reasons; final for the tournament."""
    params = {name: call.said[name] for name in ("outcome", "reasons")}
    return _case(call, cases.appeal_decide, said=_written(call), **params)


@operation(f"{CASE}publish/", "precedent.publish", scope=JUDGE, right="penalties", body=PrecedentBody)
def publish_precedent(call: Call) -> Any:
    """Let other judges find a ruling, as the head judge."""
    return _case(call, precedent_publish, **call.said)
