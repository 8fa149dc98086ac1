"""What all changes of something that stands have in common: plan, agree, do.

A plan says by its token what it would do as things are. Under the locks it is made again, and it is done only for who
agreed to exactly that and said why; else nothing happens and the new plan is shown. Then a snapshot is kept, the rows
change, the ledger says what and why, and everybody at the tables concerned is told.
"""

from collections.abc import Collection, Iterable

from django.utils.translation import gettext as _

from ledger.commands import Command
from ledger.errors import StaleError, UserError
from ledger.names import reason_of
from tournaments.entries.keys import entry_number
from tournaments.entries.models import Entry
from tournaments.entries.services import left
from tournaments.events.models import Tournament
from tournaments.events.notices import announce
from tournaments.events.services import lock
from tournaments.rounds.clock import minutes_run
from tournaments.rounds.formats import Plan, format_of
from tournaments.rounds.models import ROUND_LOCK, Match, Round
from tournaments.rounds.selectors import placed
from tournaments.rounds.snapshot_services import snapshot_take, store_tables
from tournaments.rounds.tables import Table, seated
from tournaments.rounds.units import unit_of


def locked_round(cmd: Command, tournament: Tournament, round_id: int) -> Round:
    """The round under the tournament's lock and its own, both alone; refused when it is gone."""
    round_ = _locked(cmd, tournament, round_id)
    if round_ is None:
        raise UserError("no_round", _("This round no longer exists. Look at the desk again."))
    return round_


def played_round(cmd: Command, tournament: Tournament, round_id: int) -> Round:
    """As :func:`locked_round`, but refused unless the round is being played."""
    round_ = _locked(cmd, tournament, round_id)
    if round_ is None or round_.state != Round.State.PUBLISHED:
        raise UserError("not_published", _("This round is not being played."))
    return round_


def _locked(cmd: Command, tournament: Tournament, round_id: int) -> Round | None:
    tournament = lock(cmd, tournament)
    cmd.lock(ROUND_LOCK, round_id)
    round_ = Round.objects.filter(tournament=tournament, pk=round_id).select_related("stage").first()
    if round_ is not None:
        round_.tournament = round_.stage.tournament = tournament
    return round_


def stale_plans() -> StaleError:
    """What is said of a plan that is no longer there as it was shown."""
    return StaleError("stale", _("Something changed in the meantime. Look at the plans again."))


def agreed_reason(token: str, agreed: str, reason: str, *, needed: str) -> str:
    """Why somebody agreed to exactly this plan; StaleError when things have changed since they saw it."""
    if token != agreed:
        raise StaleError("stale", _("Something changed in the meantime. Look at it again."))
    return reason_of(reason, needed=needed)


def agreed_plan(plans: Iterable[Plan], kind: str, agreed: str) -> Plan:
    """The plan of this kind, if it is the one that somebody agreed to; StaleError else."""
    for plan in plans:
        if (plan.kind, plan.token) == (kind, agreed):
            return plan
    raise stale_plans()


def reason_for_tables(reason: str) -> str:
    """Why staff change tables that everybody has seen: needed, because their players read it."""
    return reason_of(reason, needed=_("Say why; the players will see that staff changed their table."))


def require_typed(lost: int, typed: int | None) -> None:
    """Who takes results away has typed how many."""
    if typed != lost:
        text = _("Type how many results this removes: %(count)s.")
        raise UserError("lost", text % {"count": lost}, field="lost")


def seat_plan(cmd: Command, round_: Round, plan: Plan, reason: str, gone: Collection[int] = ()) -> list[str]:
    """Do a plan for a round that is being played, and record it; what it breaks of the rules of pairing, as codes.

    A table that is new on a running clock gets the minutes that have run, so that it has the whole time.
    ``gone``: entries (ids) that have dropped before this round.
    """
    snapshot_take(cmd, round_.tournament, round_.number)
    removed = _remove(round_, plan.broken)
    kept = list(round_.matches.values_list("pk", flat=True))
    store_tables(round_.tournament, round_, plan.added, moved_at=cmd.at)
    late_by = minutes_run(round_, cmd.at)
    round_.matches.filter(kind=Match.Kind.PLAYED).exclude(pk__in=kept).update(extension_minutes=late_by)
    _entries_follow(cmd, round_, gone)
    round_.certificate, problems = format_of(round_.stage).recertify(round_.tournament, round_, reason)
    round_.certificate["mended_at"] = cmd.at.isoformat()
    round_.save(update_fields=["certificate"])
    cmd.record(
        round=round_.pk,
        matches_removed=removed,
        broken=_recorded(plan.broken),
        added=_recorded(plan.added),
        minutes=late_by,
        **placed(round_),
    )
    cmd.explain(reason)
    tell_of_tables(cmd, round_, (*plan.broken, *plan.added))
    return problems


def _entries_follow(cmd: Command, round_: Round, gone: Collection[int]) -> None:
    """Who is gone left before this round; who came late and sits in it now came with it."""
    entries = Entry.objects.filter(tournament=round_.tournament_id)
    for entry in entries.filter(pk__in=gone):
        entry.state, entry.dropped_after = Entry.State.DROPPED, round_.number - 1
        entry.save(update_fields=["state", "dropped_after"])
        left(cmd, entry)
    late = entries.filter(seats__round=round_, joined_round__gt=round_.number)
    late.update(joined_round=round_.number)


def tell_of_tables(cmd: Command, round_: Round, tables: Collection[Table]) -> None:
    """Tell everybody at these tables that staff changed them; where they sit now is read when it is passed on."""
    numbers = {entry_number(key) for table in tables for key in table.keys}
    found = Entry.objects.filter(tournament=round_.tournament_id, number__in=numbers)
    people = unit_of(round_.tournament).people(found.values_list("pk", flat=True))
    announce(cmd, "round.table_changed", people, round=round_.number)


def _recorded(tables: Collection[Table]) -> list[list[int | str | None]]:
    return [[table.number, *table.keys] for table in tables]


def _remove(round_: Round, broken: Collection[Table]) -> list[int]:
    """Take the broken tables away; their numbers are free for the new ones."""
    going = {table.keys for table in broken}
    ids = sorted(
        seats[0].match_id for seats in seated(round_) if tuple(seat.entry.key for seat in seats) in going
    )
    Match.objects.filter(pk__in=ids).delete()
    return ids
