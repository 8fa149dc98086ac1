"""Mending a round that is being played: after a late arrival, a drop or a wrong pairing.

The round's format makes the plans and prices them; applying one breaks only tables without a result, report or log.
A finished table goes only when a head judge gave it up, and pairing the whole round again is theirs too: with the
number of results that go, typed (event scenario S3).
"""

from collections.abc import Collection
from typing import Any, TypedDict

from django.utils.translation import gettext as _

from ledger.commands import Actor, Command, command
from ledger.errors import StaleError, UserError
from ledger.names import clean_name
from tournaments.entries.models import Entry
from tournaments.events.access import HEAD_JUDGE, roles_of
from tournaments.events.models import Staff, Tournament
from tournaments.events.notices import announce
from tournaments.events.services import lock
from tournaments.rounds.begun import may_give_up, touched_matches
from tournaments.rounds.clock import minutes_run
from tournaments.rounds.formats import FULL, Plan, format_of, refuse_by_table
from tournaments.rounds.models import ROUND_LOCK, Match, Round, Seat
from tournaments.rounds.pairing_services import store_tables
from tournaments.rounds.snapshot_services import snapshot_take
from tournaments.rounds.tables import Table, seated
from tournaments.rounds.units import unit_of


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
    tournament = lock(cmd, tournament)
    cmd.lock(ROUND_LOCK, round_id)
    round_ = Round.objects.filter(tournament=tournament, pk=round_id, state=Round.State.PUBLISHED).first()
    reason = clean_name(reason)[:200]
    if round_ is None:
        raise UserError("not_published", _("This round is not being played."))
    if not reason:
        raise UserError(
            "reason_needed",
            _("Say why; the players will see that staff changed their table."),
            field="reason",
        )
    format_ = format_of(round_.stage)
    if not format_.mendable:
        raise UserError("fixed", _("This round cannot be repaired: its tables are fixed."))
    if set(given_up) - {match.pk for match in may_give_up(round_)}:
        raise StaleError("stale", _("Something changed in the meantime. Look at the plans again."))
    plans = format_.plans(tournament, round_, gone, given_up)
    plan = next((plan for plan in plans if plan.kind == kind), None)
    if plan is None or plan.token != agreed:
        raise StaleError("stale", _("Something changed in the meantime. Look at the plans again."))
    _refuse_unconfirmed(cmd.actor, tournament, plan, given_up, lost)
    _refuse_seated(tournament, plan, gone)
    if cmd.actor.role != HEAD_JUDGE and late_byes(plan, who_sits(round_)) and has_head_judge(tournament):
        raise UserError("head_judge", _("Only the head judge gives a bye to somebody who came late."))
    snapshot_take(cmd, tournament, round_.number)
    removed = _remove(round_, plan.broken)
    late_by = _seat_anew(cmd, tournament, round_, plan.added)
    Entry.objects.filter(tournament=tournament, pk__in=gone).update(
        state=Entry.State.DROPPED, dropped_after=round_.number - 1
    )
    late = Entry.objects.filter(tournament=tournament, seats__round=round_, joined_round__gt=round_.number)
    late.update(joined_round=round_.number)
    round_.certificate, _problems = format_.recertify(tournament, round_, reason)
    round_.certificate["mended_at"] = cmd.at.isoformat()
    round_.save(update_fields=["certificate"])
    cmd.record(
        round=round_.pk,
        kind=kind,
        gone=sorted(gone),
        lost=plan.lost,
        matches_removed=removed,
        broken=_recorded(plan.broken),
        added=_recorded(plan.added),
        minutes=late_by,
        plans=[[one.kind, one.count, len(one.unpaired)] for one in plans],
    )
    cmd.explain(reason)
    tell_of_tables(cmd, tournament, round_, (*plan.broken, *plan.added))
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
    if lost != plan.lost:
        text = _("Type how many results this removes: %(count)s.")
        raise UserError("lost", text % {"count": plan.lost}, field="lost")


def has_head_judge(tournament: Tournament) -> bool:
    """Whether anybody here is the head judge."""
    return Staff.objects.filter(tournament=tournament, role=HEAD_JUDGE).exists()


def _seat_anew(cmd: Command, tournament: Tournament, round_: Round, tables: Collection[Table]) -> int:
    """Seat tables in a round that is being played; the minutes that each gets, so that it has the whole time."""
    kept = list(round_.matches.values_list("pk", flat=True))
    store_tables(tournament, round_, tables, moved_at=cmd.at)
    late_by = minutes_run(round_, cmd.at)
    round_.matches.filter(kind=Match.Kind.PLAYED).exclude(pk__in=kept).update(extension_minutes=late_by)
    return late_by


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
    tournament = lock(cmd, tournament)
    cmd.lock(ROUND_LOCK, round_id)
    round_ = Round.objects.filter(tournament=tournament, pk=round_id, state=Round.State.PUBLISHED).first()
    if round_ is None:
        raise UserError("not_published", _("This round is not being played."))
    round_.tournament = tournament
    reason = clean_name(reason)[:200]
    plan = exchange_of(tournament, round_, first, second)
    if plan.token != agreed:
        raise StaleError("stale", _("Something changed in the meantime. Look at the plans again."))
    if not reason:
        raise UserError(
            "reason_needed",
            _("Say why; the players will see that staff changed their table."),
            field="reason",
        )
    if plan.problems and not despite:
        text = _("This swap breaks a rule of the pairing: %(rules)s Confirm that you want it all the same.")
        raise UserError("rules_broken", text % {"rules": " ".join(plan.problems)}, field="despite")
    snapshot_take(cmd, tournament, round_.number)
    removed = _remove(round_, plan.broken)
    late_by = _seat_anew(cmd, tournament, round_, plan.added)
    round_.certificate, codes = format_of(round_.stage).recertify(tournament, round_, reason)
    round_.certificate["mended_at"] = cmd.at.isoformat()
    round_.save(update_fields=["certificate"])
    cmd.record(
        round=round_.pk,
        first=first,
        second=second,
        matches_removed=removed,
        broken=_recorded(plan.broken),
        added=_recorded(plan.added),
        problems=codes,
        minutes=late_by,
    )
    cmd.explain(reason)
    tell_of_tables(cmd, tournament, round_, (*plan.broken, *plan.added))
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


def tell_of_tables(cmd: Command, tournament: Tournament, round_: Round, tables: Collection[Table]) -> None:
    """Tell everybody at these tables that staff changed them; where they sit now is read when it is passed on."""
    numbers = {int(key[1:]) for table in tables for key in table.keys}
    found = Entry.objects.filter(tournament=tournament, number__in=numbers).values_list("pk", flat=True)
    announce(cmd, "round.table_changed", unit_of(tournament).people(found), round=round_.number)


def _recorded(tables: Collection[Table]) -> list[list[Any]]:
    return [[table.number, *table.keys] for table in tables]


def _refuse_seated(tournament: Tournament, plan: Plan, gone: Collection[int]) -> None:
    """Somebody who still sits somewhere in the plan cannot leave before the start."""
    numbers = Entry.objects.filter(tournament=tournament, pk__in=gone).values_list("number", flat=True)
    if plan.seated & {f"E{number}" for number in numbers}:
        raise UserError(
            "still_seated",
            _("Somebody who is leaving sits at a table that stays as it is. Let that table finish first."),
        )


def _remove(round_: Round, broken: Collection[Table]) -> list[int]:
    """Take the broken tables away; their numbers are free for the new ones."""
    going = {table.keys for table in broken}
    ids = sorted(
        seats[0].match_id for seats in seated(round_) if tuple(seat.entry.key for seat in seats) in going
    )
    Match.objects.filter(pk__in=ids).delete()
    return ids
