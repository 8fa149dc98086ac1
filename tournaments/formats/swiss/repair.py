"""Mending a round that is being played: after a late arrival, a drop or a wrong pairing.

The plans are shown with their price over the whole round; applying one breaks only matches without a result, report
or log.
"""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import StaleError, UserError
from ledger.hashing import digest
from ledger.names import clean_name
from tournaments.entries.models import Entry
from tournaments.events.models import Stage, Tournament
from tournaments.events.services import lock
from tournaments.pairing import CurrentPair, RepairPlan, repair_plans
from tournaments.rounds.certificates import certify_anew
from tournaments.rounds.field import players_of
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.pairing_services import options_for, pairs_of, store_pairs
from tournaments.rounds.rules import decisions

KINDS = ("leave", "smallest", "best", "full")


def spoken_of(round_: Round) -> set[int]:
    """The matches (ids) somebody has reported or handed in a log for."""
    matches = Match.objects.filter(round=round_)
    spoken = set(matches.filter(reports__isnull=False).values_list("pk", flat=True))
    return spoken | set(matches.filter(logs__isnull=False).values_list("pk", flat=True))


def current_pairs(round_: Round) -> list[CurrentPair]:
    """The matches of a round for the solver: whatever somebody has said something about is locked."""
    grouped: dict[int, list[Seat]] = {}
    seats = (
        Seat.objects.filter(round=round_).select_related("entry", "match").order_by("match_id", "position")
    )
    for seat in seats:
        grouped.setdefault(seat.match_id, []).append(seat)
    spoken = spoken_of(round_)
    return [
        CurrentPair(
            a=members[0].entry.key,
            b=members[1].entry.key if len(members) > 1 else None,
            table=members[0].match.table,
            finished=members[0].match.state == Match.State.FINAL and members[0].match.kind != Match.Kind.BYE,
            locked=match_id in spoken or members[0].match.state == Match.State.DISPUTED,
        )
        for match_id, members in grouped.items()
    ]


def minutes_played(round_: Round) -> int:
    """Whole minutes the clock of the round has run, pauses left out; never more than the round has."""
    if round_.started_at is None:
        return 0
    until = round_.paused_at or timezone.now()
    ran = int((until - round_.started_at).total_seconds() - round_.paused_seconds) // 60
    return max(0, min(ran, round_.minutes) if round_.minutes else ran)


def plan_facts(plan: RepairPlan) -> list[tuple[str, int | str]]:
    """What a plan costs, as label and value: every plan by the same measure over the whole round."""
    later = _("not known") if plan.later_rounds is None else plan.later_rounds
    return [
        (_("Players without a match"), len(plan.unpaired)),
        (_("Matches broken"), plan.matches_broken),
        (_("Results lost"), plan.results_lost),
        (_("Rematches"), plan.rematches),
        (_("Second byes"), plan.second_byes),
        (_("Widest point gap"), plan.worst_gap),
        (_("Point gaps, squared and added up"), plan.cost),
        (_("Tables that begin anew"), plan.restarts),
        (_("Minutes lost"), plan.minutes_lost),
        (_("Later rounds possible without a rematch"), later),
    ]


def plans_for(tournament: Tournament, round_: Round) -> tuple[RepairPlan, ...]:
    """The plans leave, smallest, best (where it is another one) and full for this round as things are now."""
    players = players_of(tournament, before=round_.number)
    current = current_pairs(round_)
    decided = decisions(tournament, round_.number, players)
    there = {frozenset((pair.a, pair.b)) for pair in current}
    return repair_plans(
        players,
        current,
        seed=f"{round_.seed}:repair",
        number=round_.number,
        options=options_for(tournament, round_.stage, round_.number),
        fixed_pairs=[pair for pair in decided.fixed if frozenset(pair) in there],
        forbidden_pairs=decided.apart,
        elapsed=minutes_played(round_),
    )


def plan_hash(plan: RepairPlan) -> str:
    """What a person agreed to: the matches that go and those that come."""
    pairs = [[[pair.a, pair.b, pair.table] for pair in group] for group in (plan.broken, plan.added)]
    return digest([plan.kind, pairs])[:16]


@command("round.repair", public=True)
def round_repair(
    cmd: Command, *, tournament: Tournament, round_id: int, kind: str, agreed: str, reason: str
) -> dict[str, Any]:
    """Apply the plan that was shown; if anything changed since, nothing happens and the new plans are shown."""
    tournament = lock(cmd, tournament)
    cmd.lock_round(round_id)
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
    if round_.stage.kind != Stage.Kind.SWISS:
        raise UserError("not_swiss", _("Only a Swiss round can be mended; here the tables are fixed."))
    plan = next((plan for plan in plans_for(tournament, round_) if plan.kind == kind), None)
    if plan is None or plan_hash(plan) != agreed:
        raise StaleError("stale", _("Something changed in the meantime. Look at the plans again."))
    gone = _remove(tournament, round_, plan)
    store_pairs(tournament, round_, plan.added)
    late = Entry.objects.filter(tournament=tournament, seats__round=round_, joined_round__gt=round_.number)
    late.update(joined_round=round_.number)
    options = options_for(tournament, round_.stage, round_.number)
    certify_anew(tournament, round_, pairs_of(round_), options, reason)
    pairs = {
        name: [[pair.a, pair.b, pair.table] for pair in group]
        for name, group in (("broken", plan.broken), ("added", plan.added))
    }
    cmd.record(round=round_.pk, kind=kind, matches_removed=gone, **pairs)
    cmd.explain(reason)
    return {"round": round_.pk, "broken": plan.matches_broken}


def _remove(tournament: Tournament, round_: Round, plan: RepairPlan) -> list[int]:
    """Take the broken matches away; their tables are free for the new ones."""
    entries = {entry.key: entry.pk for entry in Entry.objects.filter(tournament=tournament)}
    first = [entries[pair.a] for pair in plan.broken]
    ids = list(Seat.objects.filter(round=round_, entry_id__in=first).values_list("match_id", flat=True))
    Match.objects.filter(pk__in=ids).delete()
    return sorted(set(ids))
