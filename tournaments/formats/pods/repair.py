"""Mending a round of pods that is being played: somebody left before the start, or arrived late.

Three plans are shown with their price; applying one touches only tables without a result, report or log.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import StaleError, UserError
from ledger.hashing import digest
from ledger.names import clean_name
from tournaments.entries.models import Entry
from tournaments.events.models import Stage, Tournament
from tournaments.events.services import lock
from tournaments.formats.swiss.repair import spoken_of
from tournaments.pairing.pod_model import PodPlayer
from tournaments.pairing.pod_repair import CurrentPod, PodPlan, pod_plans
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.stage_services import store_tables
from tournaments.rounds.tables import Table, pod_options, pod_players


def pod_plans_for(
    tournament: Tournament, round_: Round, gone: Collection[int] = ()
) -> tuple[PodPlan, PodPlan, PodPlan]:
    """The plans leave, smallest and full; ``gone`` are the entry ids of those who leave before the start."""
    leaving = {f"E{number}" for number in _numbers(tournament, gone)}
    here = [
        replace(player, active=player.id not in leaving)
        for player in pod_players(tournament, before=round_.number)
    ]
    current, byes = _current(round_)
    known = {player.id for player in here}
    seated = [one for pod in current for one in pod.seats] + byes
    away = [PodPlayer(one, active=False) for one in seated if one not in known]
    return pod_plans(
        [*here, *away],
        current,
        byes,
        seed=f"{round_.seed}:repair",
        number=round_.number,
        options=pod_options(tournament.policy),
    )


def _numbers(tournament: Tournament, ids: Collection[int]) -> list[int]:
    entries = Entry.objects.filter(tournament=tournament, pk__in=ids)
    return list(entries.values_list("number", flat=True))


def _current(round_: Round) -> tuple[list[CurrentPod], list[str]]:
    spoken = spoken_of(round_)
    grouped: dict[int, list[Seat]] = {}
    seats = Seat.objects.filter(round=round_).select_related("entry", "match")
    for seat in seats.order_by("match__table", "match_id", "position"):
        grouped.setdefault(seat.match_id, []).append(seat)
    pods: list[CurrentPod] = []
    byes: list[str] = []
    for members in grouped.values():
        match = members[0].match
        if match.kind == Match.Kind.BYE or match.table is None:
            byes.append(members[0].entry.key)
            continue
        keys = tuple(seat.entry.key for seat in members)
        locked = match.pk in spoken or match.state == Match.State.DISPUTED
        pods.append(CurrentPod(match.table, keys, finished=match.state == Match.State.FINAL, locked=locked))
    return pods, byes


def pod_plan_hash(plan: PodPlan, gone: Collection[int]) -> str:
    """What a person agreed to: who leaves, the tables that go and those that come."""
    pods = [[[pod.table, list(pod.seats)] for pod in group] for group in (plan.broken, plan.added)]
    return digest([plan.kind, sorted(gone), pods, list(plan.byes)])[:16]


@command("round.repair_pods", public=True)
def round_repair_pods(
    cmd: Command,
    *,
    tournament: Tournament,
    round_id: int,
    kind: str,
    agreed: str,
    reason: str,
    gone: Collection[int] = (),
) -> dict[str, Any]:
    """Apply the plan that was shown; who leaves has dropped before this round.

    If anything changed since the plans were shown, nothing happens.
    """
    tournament = lock(cmd, tournament)
    cmd.lock_round(round_id)
    round_ = Round.objects.filter(tournament=tournament, pk=round_id, state=Round.State.PUBLISHED).first()
    reason = clean_name(reason)[:200]
    if round_ is None or round_.stage.kind != Stage.Kind.PODS:
        raise UserError("not_published", _("This round is not being played."))
    if not reason:
        raise UserError(
            "reason_needed",
            _("Say why; the players will see that staff changed their table."),
            field="reason",
        )
    plan = next((one for one in pod_plans_for(tournament, round_, gone) if one.kind == kind), None)
    if plan is None or pod_plan_hash(plan, gone) != agreed:
        raise StaleError("stale", _("Something changed in the meantime. Look at the plans again."))
    _refuse_seated(tournament, plan, gone)
    removed = _remove(round_, plan)
    kept = set(Seat.objects.filter(round=round_).values_list("entry__number", flat=True))
    added = [Table(pod.seats, pod.table) for pod in plan.added]
    added += [Table((one,), None) for one in plan.byes if int(one[1:]) not in kept]
    store_tables(tournament, round_, added)
    Entry.objects.filter(tournament=tournament, pk__in=gone).update(
        state=Entry.State.DROPPED, dropped_after=round_.number - 1
    )
    late = Entry.objects.filter(tournament=tournament, seats__round=round_, joined_round__gt=round_.number)
    late.update(joined_round=round_.number)
    round_.certificate = {"method": Stage.Kind.PODS, "changed_by_hand": reason}
    round_.save(update_fields=["certificate"])
    cmd.record(
        round=round_.pk,
        kind=kind,
        gone=sorted(gone),
        matches_removed=removed,
        added=[list(table.keys) for table in added],
    )
    cmd.explain(reason)
    return {"round": round_.pk, "broken": plan.pods_broken}


def _refuse_seated(tournament: Tournament, plan: PodPlan, gone: Collection[int]) -> None:
    """Somebody who still sits somewhere in the plan cannot leave before the start."""
    keys = {f"E{number}" for number in _numbers(tournament, gone)}
    if keys & {one for pod in plan.pods for one in pod.seats}:
        raise UserError(
            "still_seated",
            _("Somebody who leaves sits at a table that stays as it is. Let that table finish first."),
        )


def _remove(round_: Round, plan: PodPlan) -> list[int]:
    """Take the broken tables away, and the byes that are byes no more."""
    tables = Match.objects.filter(round=round_, table__in=[pod.table for pod in plan.broken])
    byes = Match.objects.filter(round=round_, kind=Match.Kind.BYE).exclude(
        seats__entry__number__in=[int(one[1:]) for one in plan.byes]
    )
    ids = sorted({*tables.values_list("pk", flat=True), *byes.values_list("pk", flat=True)})
    Match.objects.filter(pk__in=ids).delete()
    return ids
