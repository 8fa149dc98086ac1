"""Plans to mend a round of pods that is being played: somebody left before the start, or arrived late."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.hashing import canonical, digest, plain
from tournaments.entries.keys import entry_key
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.pairing.pod_model import CurrentPod, Pod, PodOptions, PodPlan, PodPlayer
from tournaments.pairing.pod_repair import pod_plans, small_pod_plans
from tournaments.pairing.pods import certify_pods
from tournaments.rounds.begun import locked_matches
from tournaments.rounds.clock import joined_too_late
from tournaments.rounds.formats import EXCHANGE, Plan
from tournaments.rounds.models import Match, Round
from tournaments.rounds.tables import seated
from tournaments.rounds.words import line_names, pairing_text

from .seating import tables_of

PERSONAL = ("pod_repeat", "pod_bye", "player_inactive")
"""What of the checker's findings is about the two who change places, and not about the round as a whole."""


def plans_for(
    tournament: Tournament,
    round_: Round,
    players: Iterable[PodPlayer],
    options: PodOptions,
    gone: Collection[int] = (),
    given_up: Collection[int] = (),
) -> tuple[Plan, ...]:
    """The plans leave, smallest and full, and join and two where two are left of a table.

    ``gone`` are the entry ids of those who leave before the start, ``given_up`` the finished matches (ids) that a head
    judge lets go.
    """
    numbers = Entry.objects.filter(tournament=tournament, pk__in=gone).values_list("number", flat=True)
    leaving = {entry_key(number) for number in numbers}
    here = [replace(player, active=player.id not in leaving) for player in players]
    current, byes = _current(round_, given_up)
    known = {player.id for player in here}
    sitting = [one for pod in current for one in pod.seats] + byes
    if joined_too_late(tournament, round_, timezone.now()):
        here = [player for player in here if player.id in sitting]
    away = [PodPlayer(one, active=False) for one in sitting if one not in known]
    everybody, seed = [*here, *away], f"{round_.seed}:repair"
    plans = pod_plans(
        everybody,
        current,
        byes,
        seed=seed,
        number=round_.number,
        options=options,
        break_finished=bool(given_up),
    )
    small = small_pod_plans(everybody, current, seed=seed, number=round_.number, options=options)
    return tuple(_as_plan(plan, byes, gone) for plan in (*plans, *small))


def exchange_for(
    tournament: Tournament,
    round_: Round,
    players: Iterable[PodPlayer],
    options: PodOptions,
    names: tuple[str, str],
) -> Plan:
    """Two players change places, with the price of it and whom they meet again at their new tables."""
    current, byes = _current(round_)
    other = {names[0]: names[1], names[1]: names[0]}
    before = [Pod(pod.table, pod.seats) for pod in current]
    after = [Pod(pod.table, tuple(other.get(key, key) for key in pod.seats)) for pod in before]
    alone = [other.get(key, key) for key in byes]
    here = {key for pod in after for key in pod.seats} | set(alone)
    known = {player.id: replace(player, active=player.id in here) for player in players}
    people = [*known.values(), *(PodPlayer(key) for key in sorted(here - known.keys()))]
    two = has_two(before)
    certificate, problems = certify_pods(people, after, alone, options, two=two)
    _was, old = certify_pods(people, before, byes, options, two=two)
    had = {(one.code, canonical(plain(one.params))) for one in old}
    fresh = [
        one
        for one in problems
        if one.code in PERSONAL and (one.code, canonical(plain(one.params))) not in had
    ]
    words = line_names(tournament) if fresh else {}
    changed = [place for place, pod in enumerate(before) if pod.seats != after[place].seats]
    broken, added = [before[place] for place in changed], [after[place] for place in changed]
    lost = [key for key in byes if key not in alone]
    got = [key for key in alone if key not in byes]
    plan = [[[pod.table, list(pod.seats)] for pod in group] for group in (broken, added)]
    return Plan(
        kind=EXCHANGE,
        token=digest([EXCHANGE, plan, alone])[:16],
        broken=tables_of(broken, lost),
        added=tables_of(added, got),
        seated=frozenset(here),
        unpaired=(),
        count=len(broken),
        facts=(
            (_("Tables broken up"), len(broken)),
            (_("Players who meet again"), certificate.repeats if certificate else "–"),
        ),
        problems=tuple(pairing_text("problem", one.code, one.params, words) for one in fresh),
    )


def has_two(pods: Iterable[Pod]) -> bool:
    """Whether two play on alone somewhere in a round that has been published: only staff decide that."""
    return any(len(pod.seats) == 2 for pod in pods)


def _current(round_: Round, given_up: Collection[int] = ()) -> tuple[list[CurrentPod], list[str]]:
    """The tables of the round for the solver: whatever somebody has said something about is locked."""
    locked = locked_matches(round_, given_up)
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
        lost=plan.results_lost,
        facts=(
            (_("Tables broken up"), plan.pods_broken),
            (_("Results lost"), plan.results_lost),
            (_("Sizes of the tables"), ", ".join(map(str, sizes))),
            (_("Players who meet again"), plan.repeats),
            *([(_("In return"), _("no small table while others had none"))] if plan.kind == "two" else []),
        ),
    )
