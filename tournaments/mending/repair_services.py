"""Mending a round that is being played: after a late arrival, a drop or a wrong pairing.

The round's format makes the plans and prices them; applying one breaks only tables without a result, report or log.
A finished table goes only when a head judge gave it up, and pairing the whole round again is theirs too: with the
number of results that go, typed (event scenario S3).
"""

from collections.abc import Collection
from typing import TypedDict

from django.utils.translation import gettext as _

from ledger.commands import Actor, Command, command
from ledger.errors import UserError
from tournaments.entries.keys import entry_key
from tournaments.entries.models import Entry
from tournaments.events.access import HEAD_JUDGE, roles_of
from tournaments.events.models import Staff, Tournament
from tournaments.rounds.begun import may_give_up, touched_matches
from tournaments.rounds.formats import FULL, Plan, format_of, refuse_by_table
from tournaments.rounds.models import Round, Seat
from tournaments.rounds.tables import seated

from .act_services import agreed_plan, played_round, reason_for_tables, require_typed, seat_plan, stale_plans


class RoundRepaired(TypedDict):
    """A round, and how many of its tables broke."""

    round: int
    broken: int


def leads(actor: Actor, tournament: Tournament) -> bool:
    """Whether somebody pairs a whole round again and gives results up: a head judge, or without one the organizer."""
    if actor.role == HEAD_JUDGE or (actor.user and HEAD_JUDGE in roles_of(actor.user, tournament)):
        return True
    return actor.role == Staff.Role.ORGANIZER and not has_head_judge(tournament)


@command("round.repair", public=True)
def round_repair(
    cmd: Command,
    *,
    tournament: Tournament,
    round_id: int,
    kind: str,
    agreed: str,
    reason: str,
    gone: Collection[int] = (),
    given_up: Collection[int] = (),
    lost: int | None = None,
) -> RoundRepaired:
    """Apply the plan that was shown; ``gone`` (entry ids) have dropped before this round.

    ``given_up``: finished matches (ids) that it may break. ``lost``: how many results go, typed by whoever agreed;
    needed where any go, and to pair the whole round again.

    If anything changed since the plans were shown, nothing happens and the new plans are shown. A table that is new on
    a running clock gets the minutes that have run. The ledger keeps every plan that there was: kind, matches broken up,
    players left without one.
    """
    round_ = played_round(cmd, tournament, round_id)
    tournament, format_ = round_.tournament, format_of(round_.stage)
    reason = reason_for_tables(reason)
    if not format_.mendable:
        raise UserError("fixed", _("This round cannot be repaired: its tables are fixed."))
    if set(given_up) - {match.pk for match in may_give_up(round_)}:
        raise stale_plans()
    plans = format_.plans(tournament, round_, gone, given_up)
    plan = agreed_plan(plans, kind, agreed)
    _refuse_unconfirmed(cmd.actor, tournament, plan, given_up, lost)
    _refuse_seated(tournament, plan, gone)
    if cmd.actor.role != HEAD_JUDGE and late_byes(plan, who_sits(round_)) and has_head_judge(tournament):
        raise UserError("head_judge", _("Only the head judge gives a bye to somebody who came late."))
    seat_plan(cmd, round_, plan, reason, gone=gone)
    cmd.record(
        kind=kind,
        gone=sorted(gone),
        lost=plan.lost,
        plans=[[one.kind, one.count, len(one.unpaired)] for one in plans],
    )
    return {"round": round_.pk, "broken": plan.count}


def who_sits(round_: Round) -> set[str]:
    """Who has a table or a bye in a round as it is (keys)."""
    return {seat.entry.key for seats in seated(round_) for seat in seats}


def late_byes(plan: Plan, here: Collection[str]) -> set[str]:
    """Who gets a bye by this plan and is not ``here``, with neither table nor bye before: never by default (S4)."""
    return {table.keys[0] for table in plan.added if table.number is None}.difference(here)


def _refuse_unconfirmed(
    actor: Actor, tournament: Tournament, plan: Plan, given_up: Collection[int], lost: int | None
) -> None:
    """Pairing the whole round again, and giving a result up, are a head judge's who typed how many results go."""
    if not (plan.kind == FULL or given_up or plan.lost):
        return
    if not leads(actor, tournament):
        raise UserError(
            "head_judge", _("Only the head judge pairs a whole round again or lets a finished table go.")
        )
    require_typed(plan.lost, lost)


def has_head_judge(tournament: Tournament) -> bool:
    """Whether anybody here is the head judge."""
    return Staff.objects.filter(tournament=tournament, role=HEAD_JUDGE).exists()


@command("round.exchange", public=True)
def round_exchange(
    cmd: Command,
    *,
    tournament: Tournament,
    round_id: int,
    first: int,
    second: int,
    agreed: str,
    reason: str,
    despite: bool = False,
) -> RoundRepaired:
    """Two players (entry ids) of a round that is being played change places, as the plan that was shown says.

    Refused when anybody has said, entered or ruled anything at one of the two tables. ``despite``: whoever agreed saw
    which rules of the pairing the new tables break.
    """
    round_ = played_round(cmd, tournament, round_id)
    plan = exchange_of(round_.tournament, round_, first, second)
    agreed_plan([plan], plan.kind, agreed)
    reason = reason_for_tables(reason)
    if plan.problems and not despite:
        text = _("This swap breaks a rule of the pairing: %(rules)s Confirm that you want it all the same.")
        raise UserError("rules_broken", text % {"rules": " ".join(plan.problems)}, field="despite")
    problems = seat_plan(cmd, round_, plan, reason)
    cmd.record(first=first, second=second, problems=problems)
    return {"round": round_.pk, "broken": plan.count}


def exchange_of(tournament: Tournament, round_: Round, first: int, second: int) -> Plan:
    """The plan by which two entries of a round that is being played change places.

    Raises :class:`UserError` where staff may not do that, or where one of the two tables has begun.
    """
    format_ = format_of(round_.stage)
    if not (format_.by_hand and format_.mendable):
        raise refuse_by_table()
    seats = {
        seat.entry_id: seat
        for seat in Seat.objects.filter(round=round_, entry_id__in=(first, second)).select_related(
            "entry", "match"
        )
    }
    if len(seats) != 2 or seats[first].match_id == seats[second].match_id:
        raise UserError("swap", _("Choose two players at different tables."), field="first")
    touched = touched_matches(round_)
    for seat in (seats[first], seats[second]):
        if seat.entry.state != Entry.State.CHECKED_IN:
            text = _("%(name)s has left the tournament.")
            raise UserError("left", text % {"name": seat.entry.name}, field="first")
        if seat.match_id in touched:
            raise UserError(
                "touched",
                _("Table %(table)s has begun: there is a report, a result, extra time or a judge's note.")
                % {"table": seat.match.table},
                field="first",
            )
    return format_.exchange(tournament, round_, (seats[first].entry.key, seats[second].entry.key))


def _refuse_seated(tournament: Tournament, plan: Plan, gone: Collection[int]) -> None:
    """Somebody who still sits somewhere in the plan cannot leave before the start."""
    numbers = Entry.objects.filter(tournament=tournament, pk__in=gone).values_list("number", flat=True)
    if plan.seated & {entry_key(number) for number in numbers}:
        raise UserError(
            "still_seated",
            _("Somebody who is leaving sits at a table that stays as it is. Let that table finish first."),
        )
