"""Mending the day through the API: repairs, moved tables, rounds taken back, snapshots, decisions before pairing.

What changes something that people have seen is done in two steps, as on the pages: a program reads the plan
(:mod:`tournaments.api.plan_views`) and sends its ``agreed`` back; when anything moved in between, nothing happens.
"""

from collections.abc import Collection
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.desk.rule_services import rule_add, rule_remove
from tournaments.events.access import Right
from tournaments.events.edit_services import tournament_edit
from tournaments.events.models import Tournament
from tournaments.events.plans import bounds
from tournaments.events.policy import PolicyChanges
from tournaments.mending.move_services import match_move
from tournaments.mending.repair_services import round_exchange, round_repair
from tournaments.mending.restore_services import tournament_restore
from tournaments.mending.undo_services import round_reopen, round_withdraw
from tournaments.rounds.begun import may_give_up
from tournaments.rounds.fixed_tables import LAST_TABLE
from tournaments.rounds.models import EntryRule, Match, Round
from tournaments.rounds.slip_services import result_claim, result_slip

from .fields import RESULT_KINDS, Flag, Score, flag, short_text, whole
from .operations import ORGANIZE, Call, operation

NUMBERS = bounds()
ONE = "tournaments/<slug:slug>/"
ROUND = f"{ONE}rounds/<int:round>/"
TABLE = f"{ROUND}tables/<int:table>/"
MOST = 1_000_000


class AgreedBody(serializers.Serializer):
    """Which plan is agreed to, and why it is done: the players concerned read it."""

    agreed = short_text(64)
    reason = short_text(200)


class RepairBody(AgreedBody):
    """A plan to mend a round; ``gone``: entries that have left before it.

    ``give_up``: finished tables that it may break, ``lost``: how many results go, as the plan says; a head judge's.
    """

    kind = short_text(20)
    gone = serializers.ListField(child=whole(1, MOST), max_length=200, required=False, default=list)
    give_up = serializers.ListField(child=whole(1, LAST_TABLE), max_length=200, required=False, default=list)
    lost = whole(0, MOST, required=False)


class ExchangeBody(AgreedBody):
    """Two entries that change places; ``despite``: although that breaks a rule of the pairing, which the plan says."""

    first = whole(1, MOST)
    second = whole(1, MOST)
    despite = flag()


class MoveBody(AgreedBody):
    """The table at which the match of an entry is played from now on."""

    entry = whole(1, MOST)
    to = whole(1, LAST_TABLE)


class RestoreBody(AgreedBody):
    """How many results go, as the plan says."""

    lost = whole(0, MOST)


class WhyBody(serializers.Serializer):
    """Why; it stands in the ledger."""

    reason = short_text(200)


class RuleBody(serializers.Serializer):
    """A decision about an entry: a table, a clan, another entry to meet or to keep apart, a bye, a disqualification."""

    kind = serializers.ChoiceField(choices=list(EntryRule.Kind.values))
    entry = whole(1, MOST)
    other = whole(1, MOST, required=False)
    number = whole(1, LAST_TABLE, required=False)
    group = short_text(60, required=False)


class SlipBody(serializers.Serializer):
    """A slip, and the match's version when you read it; ``over``: the report that you read is wrong."""

    said = Score()
    kind = serializers.ChoiceField(choices=RESULT_KINDS, default="played")
    version = whole(0, 2**31 - 1)
    over = flag()


class ClaimBody(serializers.Serializer):
    """A slip that came late."""

    said = Score()
    kind = serializers.ChoiceField(choices=RESULT_KINDS, default="played")


@extend_schema_field({"type": "boolean"})
class UnsaidFlag(Flag):
    """A flag that is not in what was said when it is left out."""


class RulesOfPlayBody(serializers.Serializer):
    """How a tournament is played; what is left out stays."""

    level = short_text(16, unsaid=True)
    rounds = whole(*NUMBERS["rounds"], required=False)
    minutes = whole(*NUMBERS["minutes"], required=False)
    games = whole(1, 5, required=False)
    method = short_text(16, unsaid=True)
    leaders = whole(*NUMBERS["leaders"], required=False)
    power_pairing_last_round = UnsaidFlag(required=False)
    clan_rounds = whole(*NUMBERS["clan_rounds"], required=False)
    legs = whole(1, 2, required=False)
    pod_size = whole(*NUMBERS["pod_size"], required=False)
    cut = UnsaidFlag(required=False)
    cut_size = whole(0, 300, required=False)
    cut_points = whole(*NUMBERS["cut_points"], required=False)
    cut_minutes = whole(*NUMBERS["cut_minutes"], required=False)
    knock_out = short_text(16, unsaid=True)
    third_place = UnsaidFlag(required=False)
    preset = short_text(40, unsaid=True)
    ruleset = short_text(40, unsaid=True)
    board = short_text(40, unsaid=True)
    rulings = serializers.DictField(child=short_text(60), required=False)
    concede_after = whole(*NUMBERS["concede_after"], required=False)
    late_minutes = whole(*NUMBERS["late_minutes"], required=False)
    late_until_round = whole(*NUMBERS["late_until_round"], required=False)
    deck_required = UnsaidFlag(required=False)
    limits = short_text(40, unsaid=True)
    lists = short_text(16, unsaid=True)
    pool = short_text(40, unsaid=True)
    acts = serializers.ListField(child=short_text(10), max_length=20, required=False)
    teams = UnsaidFlag(required=False)
    crews = UnsaidFlag(required=False)
    check_minutes = whole(*NUMBERS["check_minutes"], required=False)
    recorder_help = short_text(16, unsaid=True)
    live_delay = whole(*NUMBERS["live_delay"], required=False)


class ValuesBody(RulesOfPlayBody):
    """What is announced of a tournament, and how it is played; what is left out stays."""

    name = short_text(100, unsaid=True)
    location = short_text(200, unsaid=True)
    description = short_text(4000, unsaid=True)
    announcement = short_text(300, unsaid=True)
    starts_at = serializers.DateTimeField(required=False)
    deck_deadline = serializers.DateTimeField(required=False)
    capacity = whole(4, 2000, required=False)


class EditBody(ValuesBody):
    """The values, and which plan is agreed to."""

    agreed = short_text(64)


def values_of(said: dict[str, Any]) -> dict[str, Any]:
    """What a body says of a tournament, apart from how it is played, without what it leaves out."""
    names = set(ValuesBody().get_fields()) - set(RulesOfPlayBody().get_fields())
    return {name: said[name] for name in names if said.get(name) is not None}


def rules_of(said: dict[str, Any]) -> PolicyChanges:
    """What a body says of how a tournament is played, without what it leaves out."""
    return {name: said[name] for name in RulesOfPlayBody().get_fields() if said.get(name) is not None}


def match_of_entry(tournament: Tournament, number: int, entry: int) -> Match:
    """The match at a table that an entry has in a round, a draft too; else 404."""
    seats = Match.objects.filter(tournament=tournament, round__number=number, seats__entry__number=entry)
    match = seats.filter(table__isnull=False).select_related("round__stage").first()
    if match is None:
        raise Http404
    match.tournament = tournament
    return match


def _round(call: Call, service: Any, **params: Any) -> Any:
    tournament = call.tournament
    actor, round_id = call.staff(tournament), call.round(tournament).pk
    return service(actor=actor, key=call.key, tournament=tournament, round_id=round_id, **params)


def _match(call: Call, service: Any, **params: Any) -> Any:
    tournament = call.tournament
    actor, match_id = call.staff(tournament), call.match(tournament).pk
    return service(actor=actor, key=call.key, tournament=tournament, match_id=match_id, **params)


def tables_given_up(round_: Round, numbers: Collection[int]) -> list[int]:
    """The matches (ids) at these tables; 404 where one of them cannot be given up."""
    found = {match.table: match.pk for match in may_give_up(round_)}
    if not set(numbers) <= found.keys():
        raise Http404
    return [found[number] for number in sorted(set(numbers))]


@operation(f"{ROUND}repair/", "round.repair", scope=ORGANIZE, right="pair", body=RepairBody)
def repair_round(call: Call) -> Any:
    """Mend a round that is being played by one of its plans, which `repair/plans/` shows with their prices."""
    tournament, said = call.tournament, dict(call.said)
    call.staff(tournament)
    said["gone"] = [call.entry(tournament, number).pk for number in sorted(set(said["gone"]))]
    said["given_up"] = tables_given_up(call.round(tournament), said.pop("give_up"))
    return _round(call, round_repair, **said)


@operation(f"{ROUND}exchange/", "round.exchange", scope=ORGANIZE, right="pair", body=ExchangeBody)
def exchange_players(call: Call) -> Any:
    """Let two players of a round that is being played change places, as `exchange/plan/` shows it."""
    tournament, said = call.tournament, dict(call.said)
    call.staff(tournament)
    said |= {name: call.entry(tournament, said[name]).pk for name in ("first", "second")}
    return _round(call, round_exchange, **said)


@operation(f"{ROUND}move/", "match.move", scope=ORGANIZE, right="pair", body=MoveBody)
def move_table(call: Call) -> Any:
    """Play a match at another table, as `move/plan/` shows it; whoever plays there changes places with it.

    The match is named by who sits at it: the same request sent again still finds it when its table has changed.
    """
    tournament, said = call.tournament, dict(call.said)
    actor = call.staff(tournament)
    match = match_of_entry(tournament, call.path["round"], said.pop("entry"))
    params = {"match_id": match.pk, "table": said.pop("to"), **said}
    return match_move(actor=actor, key=call.key, tournament=tournament, **params)


@operation(f"{ROUND}withdraw/", "round.withdraw", scope=ORGANIZE, right="pair", body=WhyBody)
def withdraw_round(call: Call) -> Any:
    """Make a published round a draft again, while nobody has touched it."""
    return _round(call, round_withdraw, **call.said)


@operation(f"{ROUND}reopen/", "round.reopen", scope=ORGANIZE, right="pair", body=WhyBody)
def reopen_round(call: Call) -> Any:
    """Let the newest round be played again, with all its results."""
    return _round(call, round_reopen, **call.said)


@operation(
    f"{ONE}snapshots/<int:snapshot>/restore/",
    "tournament.restore",
    scope=ORGANIZE,
    right="pair",
    body=RestoreBody,
)
def restore_snapshot(call: Call) -> Any:
    """Let all rounds stand as a snapshot shows them, as `snapshots/{snapshot}/` says what that does."""
    tournament = call.tournament
    params = {"snapshot_id": call.path["snapshot"], **call.said}
    return tournament_restore(actor=call.staff(tournament), key=call.key, tournament=tournament, **params)


@operation(f"{ONE}rules/", "rule.add", scope=ORGANIZE, right="pair", body=RuleBody)
def add_rule(call: Call) -> Any:
    """Decide something about an entry before pairing; a disqualification is a judge's."""
    tournament, said = call.tournament, call.said
    actor = call.staff(tournament)
    if said["kind"] == EntryRule.Kind.DISQUALIFIED:
        actor = call.staff(tournament, Right.RULE)
    params = {name: said[name] for name in ("kind", "number", "group")}
    params["entry_id"] = call.entry(tournament, said["entry"]).pk
    params["other_id"] = call.entry(tournament, said["other"]).pk if said["other"] is not None else None
    return rule_add(actor=actor, key=call.key, tournament=tournament, **params)


@operation(f"{ONE}rules/<int:rule>/remove/", "rule.remove", scope=ORGANIZE, right="pair")
def remove_rule(call: Call) -> Any:
    """Take a decision back, by the number that deciding it answered; taking back a disqualification is a judge's."""
    tournament, number = call.tournament, call.path["rule"]
    actor = call.staff(tournament)
    found = EntryRule.objects.filter(tournament=tournament, pk=number)
    if found.filter(kind=EntryRule.Kind.DISQUALIFIED).exists():
        actor = call.staff(tournament, Right.RULE)
    return rule_remove(actor=actor, key=call.key, tournament=tournament, rule_id=number)


@operation(f"{TABLE}slip/", "result.slip", scope=ORGANIZE, right="result", body=SlipBody)
def enter_slip(call: Call) -> Any:
    """Enter a slip of paper; what it contradicts is said, and nothing is overwritten."""
    return _match(call, result_slip, **call.said)


@operation(f"{TABLE}slip/late/", "result.claim", scope=ORGANIZE, right="result", body=ClaimBody)
def enter_late_slip(call: Call) -> Any:
    """Enter a slip that came late and contradicts what is known: the table is disputed, a judge decides."""
    return _match(call, result_claim, **call.said)


@operation(f"{ONE}edit/", "tournament.edit", scope=ORGANIZE, right="edit", body=EditBody)
def edit_tournament(call: Call) -> Any:
    """Change what was announced and how it is played, as `edit/plan/` shows it."""
    tournament = call.tournament
    params = {"values": values_of(call.said), "changes": rules_of(call.said)}
    params["agreed"] = call.said["agreed"]
    return tournament_edit(actor=call.staff(tournament), key=call.key, tournament=tournament, **params)
