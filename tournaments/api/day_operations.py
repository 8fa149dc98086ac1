"""Mending the day through the API: repairs, moved tables, rounds taken back, snapshots, decisions before pairing.

What changes something that people have seen is done in two steps, as on the pages: a program reads the plan
(:mod:`tournaments.api.plan_views`) and sends its ``agreed`` back; when anything moved in between, nothing happens.
"""

from collections.abc import Collection

from django.http import Http404
from rest_framework import serializers

from ledger.shapes import Json
from tournaments.desk.rule_services import rule_add, rule_remove
from tournaments.entries.award_services import LAST_SEED, MOST_BYES, entry_award
from tournaments.events.access import Right
from tournaments.events.edit_services import tournament_edit
from tournaments.events.models import Tournament
from tournaments.events.policy import PolicyChanges
from tournaments.events.policy_values import all_settings
from tournaments.events.settings import Declared
from tournaments.mending.move_services import match_move
from tournaments.mending.repair_services import round_exchange, round_repair
from tournaments.mending.restore_services import tournament_restore
from tournaments.mending.undo_services import round_reopen, round_withdraw
from tournaments.rounds.begun import may_give_up
from tournaments.rounds.fixed_tables import LAST_TABLE
from tournaments.rounds.models import EntryRule, Match, Round

from .bodies import body_of
from .fields import FLAG, MOST, NAMED, Kind, list_of, one_of, or_none, text, whole, words_of
from .operations import ENTRY, ONE, ROUND, Call, Scope, entry_id
from .tokens import ORGANIZE

pairs = Scope(ORGANIZE, Right.PAIR)
edits = Scope(ORGANIZE, Right.EDIT)
WHY = text(200)
"""Why; players read it, or it stands in the ledger."""

# --- values of a tournament ------------------------------------------------------------------------------


def kind_of(one: Declared) -> Kind:
    """What a program may say of a setting, as it is declared."""
    longest = text(one.setting.longest)
    if one.type is bool:
        return FLAG
    if one.type is int:
        return whole(*(one.setting.bounds or (min(one.setting.choices), max(one.setting.choices))))
    if one.type == dict[str, str]:
        return words_of(longest)
    return list_of(longest, 20) if one.type == tuple[str, ...] else longest


RULES_OF_PLAY = {name: kind_of(one) for name, one in all_settings().items()}
"""How a tournament is played: every setting, of events and of formats."""

ANNOUNCED: dict[str, Kind] = {
    "name": text(100),
    "location": text(200),
    "town": text(80),
    "description": text(4000),
    "announcement": text(300),
    "starts_at": Kind(serializers.DateTimeField),
    "deck_deadline": Kind(serializers.DateTimeField),
    "capacity": whole(4, 2000),
    "beginners": FLAG,
    **{name: NAMED[name] for name in ("organization_id", "venue_id", "scale")},
}
"""What is announced of a tournament."""

VALUES = {name: kind.unsaid() for name, kind in (RULES_OF_PLAY | ANNOUNCED).items()}
ValuesBody = body_of(
    "ValuesBody",
    "What is announced of a tournament, and how it is played; what is left out stays.",
    {name: kind.field() for name, kind in VALUES.items()},
)


def values_of(said: Json) -> Json:
    """What a body says of a tournament, apart from how it is played, without what it leaves out."""
    return {name: said[name] for name in ANNOUNCED if name in said}


def rules_of(said: Json) -> PolicyChanges:
    """What a body says of how a tournament is played, without what it leaves out."""
    return {name: said[name] for name in RULES_OF_PLAY if name in said}


@edits.special(
    f"{ONE}edit/",
    tournament_edit,
    about="The values, and which plan is agreed to.",
    body=VALUES,
    without=("values", "changes"),
)
def edit_tournament(call: Call) -> object:
    """Change what was announced and how it is played, as `edit/plan/` shows it."""
    return call.carry_out(values=values_of(call.said), changes=rules_of(call.said))


# --- rounds that are being played ------------------------------------------------------------------------


def match_of_entry(tournament: Tournament, number: int, entry: int) -> Match:
    """The match at a table that an entry has in a round, a draft too; else 404."""
    seats = Match.objects.filter(tournament=tournament, round__number=number, seats__entry__number=entry)
    match = seats.filter(table__isnull=False).select_related("round__stage").first()
    if match is None:
        raise Http404
    match.tournament = tournament
    return match


def tables_given_up(round_: Round, numbers: Collection[int]) -> list[int]:
    """The matches (ids) at these tables; 404 where one of them cannot be given up."""
    found = {match.table: match.pk for match in may_give_up(round_)}
    if not set(numbers) <= found.keys():
        raise Http404
    return [found[number] for number in sorted(set(numbers))]


@pairs.special(
    f"{ROUND}repair/",
    round_repair,
    about="A plan to mend a round, and why: the players concerned read it. ``gone``: entries that have left before it. "
    "``give_up``: finished tables that it may break, ``lost``: how many results go, as the plan says; a head judge's.",
    body={
        "kind": text(20),
        "reason": WHY,
        "gone": list_of(NAMED["entry"], 200).optional(list),
        "give_up": list_of(whole(1, LAST_TABLE), 200).optional(list),
        "lost": whole(0, MOST),
    },
    without=("given_up",),
    finds={"gone": lambda call, numbers: [entry_id(call, one) for one in sorted(set(numbers))]},
)
def repair_round(call: Call) -> object:
    """Mend a round that is being played by one of its plans, which `repair/plans/` shows with their prices."""
    actor = call.actor
    return call.carry_out(actor=actor, given_up=tables_given_up(call.round(), call.said["give_up"]))


pairs.command(
    "exchange_players",
    f"{ROUND}exchange/",
    round_exchange,
    "Let two players of a round that is being played change places, as `exchange/plan/` shows it.",
    about="Two entries that change places, and why: they read it; ``despite``: although that breaks a rule of the "
    "pairing, which the plan says.",
    body={"first": NAMED["entry"], "second": NAMED["entry"], "reason": WHY},
    finds={"first": entry_id, "second": entry_id},
)


@pairs.special(
    f"{ROUND}move/",
    match_move,
    about="The table at which the match of an entry is played from now on, and why: its players read it.",
    body={"entry": NAMED["entry"], "to": whole(1, LAST_TABLE), "reason": WHY},
    without=("match_id", "table"),
)
def move_table(call: Call) -> object:
    """Play a match at another table, as `move/plan/` shows it; anyone who plays there changes places with it.

    The match is named by who sits at it: the same request sent again still finds it when its table has changed.
    """
    actor = call.actor
    match = match_of_entry(call.tournament, call.path["round"], call.said["entry"])
    return call.carry_out(actor=actor, match_id=match.pk, table=call.said["to"])


pairs.command(
    "withdraw_round",
    f"{ROUND}withdraw/",
    round_withdraw,
    "Make a published round a draft again, while nobody has touched it.",
    body={"reason": WHY},
)
pairs.command(
    "reopen_round",
    f"{ROUND}reopen/",
    round_reopen,
    "Let the newest round be played again, with all its results.",
    body={"reason": WHY},
)
pairs.command(
    "restore_snapshot",
    f"{ONE}snapshots/<int:snapshot>/restore/",
    tournament_restore,
    "Let all rounds stand as a snapshot shows them, as `snapshots/{snapshot}/` says what that does.",
    body={"reason": WHY, "lost": whole(0, MOST).required()},
)

# --- decisions before pairing -----------------------------------------------------------------------------


@pairs.special(
    f"{ONE}rules/",
    rule_add,
    about="A decision about an entry: a table, a clan, another entry to meet or to keep apart, a bye, a "
    "disqualification.",
    body={
        "kind": one_of(EntryRule.Kind.values),
        "other": NAMED["entry"],
        "number": whole(1, LAST_TABLE),
        "group": text(60),
    },
)
def add_rule(call: Call) -> object:
    """Decide something about an entry before pairing; a disqualification is a judge's."""
    actor = call.actor
    if call.said["kind"] == EntryRule.Kind.DISQUALIFIED:
        actor = call.staff(Right.RULE)
    return call.carry_out(actor=actor)


pairs.command(
    "award_entry",
    f"{ENTRY}award/",
    entry_award,
    "Award byes in the first rounds and a seed; what is left out is none. Before the first round is paired.",
    body={"byes": whole(0, MOST_BYES), "seed": or_none(whole(1, LAST_SEED))},
)


@pairs.special(f"{ONE}rules/<int:rule>/remove/", rule_remove)
def remove_rule(call: Call) -> object:
    """Take a decision back, by the number that deciding it answered; taking back a disqualification is a judge's."""
    actor = call.actor
    found = EntryRule.objects.filter(tournament=call.tournament, pk=call.path["rule"])
    if found.filter(kind=EntryRule.Kind.DISQUALIFIED).exists():
        actor = call.staff(Right.RULE)
    return call.carry_out(actor=actor)
