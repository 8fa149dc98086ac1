"""Plans to mend a round of pods that is being played: somebody left before the start, or arrived late."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.hashing import digest
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.formats import Plan
from tournaments.pairing.pod_model import PodOptions, PodPlayer
from tournaments.pairing.pod_repair import CurrentPod, PodPlan, pod_plans
from tournaments.rounds.clock import joined_too_late
from tournaments.rounds.models import Match, Round
from tournaments.rounds.repair_services import matches_in_use
from tournaments.rounds.tables import seated

from .seating import tables_of


def plans_for(
    tournament: Tournament,
    round_: Round,
    players: Iterable[PodPlayer],
    options: PodOptions,
    gone: Collection[int] = (),
) -> tuple[Plan, ...]:
    """The plans leave, smallest and full; ``gone`` are the entry ids of those who leave before the start."""
    numbers = Entry.objects.filter(tournament=tournament, pk__in=gone).values_list("number", flat=True)
    leaving = {f"E{number}" for number in numbers}
    here = [replace(player, active=player.id not in leaving) for player in players]
    current, byes = _current(round_)
    known = {player.id for player in here}
    sitting = [one for pod in current for one in pod.seats] + byes
    if joined_too_late(tournament, round_, timezone.now()):
        here = [player for player in here if player.id in sitting]
    away = [PodPlayer(one, active=False) for one in sitting if one not in known]
    plans = pod_plans(
        [*here, *away],
        current,
        byes,
        seed=f"{round_.seed}:repair",
        number=round_.number,
        options=options,
    )
    return tuple(_as_plan(plan, byes, gone) for plan in plans)


def _current(round_: Round) -> tuple[list[CurrentPod], list[str]]:
    """The tables of the round for the solver: whatever somebody has said something about is locked."""
    locked = matches_in_use(round_)
    pods: list[CurrentPod] = []
    byes: list[str] = []
    for members in sorted(seated(round_), key=lambda seats: seats[0].match.table or 0):
        match = members[0].match
        if match.kind == Match.Kind.BYE or match.table is None:
            byes.append(members[0].entry.key)
            continue
        keys = tuple(seat.entry.key for seat in members)
        finished = match.state == Match.State.FINAL
        pods.append(CurrentPod(match.table, keys, finished=finished, locked=match.pk in locked))
    return pods, byes


def _as_plan(plan: PodPlan, byes: Collection[str], gone: Collection[int]) -> Plan:
    """A plan of the pairing room as the desk shows it; ``byes`` are those of the round as it stands."""
    sizes = sorted((len(pod.seats) for pod in plan.pods), reverse=True)
    pods = [[[pod.table, list(pod.seats)] for pod in group] for group in (plan.broken, plan.added)]
    return Plan(
        kind=plan.kind,
        token=digest([plan.kind, sorted(gone), pods, list(plan.byes)])[:16],
        broken=tables_of(plan.broken, [key for key in byes if key not in plan.byes]),
        added=tables_of(plan.added, [key for key in plan.byes if key not in byes]),
        seated=frozenset(key for pod in plan.pods for key in pod.seats),
        unpaired=(*plan.unpaired, *plan.byes),
        count=plan.pods_broken,
        facts=(
            (_("Tables broken up"), plan.pods_broken),
            (_("Results lost"), plan.results_lost),
            (_("Sizes of the tables"), ", ".join(map(str, sizes))),
            (_("Players who meet again"), plan.repeats),
        ),
    )
