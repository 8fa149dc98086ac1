"""Who sits where in a round that is not Swiss: by the table of a round robin, by the bracket, in pods.

A round robin and a bracket follow from the stage's stored order and the results alone; pods are drawn from the
round's seed. So a stored draft can be compared with what would be made now.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.entries.models import Entry
from tournaments.events.models import Stage, Tournament
from tournaments.ledger.hashing import plain
from tournaments.pairing.elimination import Bracket, bracket_standings, single_elimination
from tournaments.pairing.pod_model import Pod, PodOptions, PodPlayer
from tournaments.pairing.pods import check_pods, pair_pods
from tournaments.pairing.roundrobin import round_robin

from .field import played_matches, standings_rows
from .models import EntryRule, Match, Round, Seat
from .stages import first_number, winner_of


@dataclass(frozen=True)
class Table:
    """One table of a draft: entry keys in seat order; ``number`` is None for a bye.

    ``slot`` is the key in the bracket; ``walkover`` the position that goes on because the other one left.
    """

    keys: tuple[str, ...]
    number: int | None
    slot: str = ""
    walkover: int | None = None


def active_keys(tournament: Tournament) -> list[str]:
    """Everybody who plays on, in order of their numbers."""
    here = Entry.objects.filter(tournament=tournament, state=Entry.State.CHECKED_IN)
    here = here.exclude(rules__kind=EntryRule.Kind.DISQUALIFIED)
    return [f"E{number}" for number in here.order_by("number").values_list("number", flat=True)]


def tables_for(
    tournament: Tournament, stage: Stage, number: int, seed: str
) -> tuple[list[Table], dict[str, Any]]:
    """The tables of round ``number`` of a stage that is not Swiss, and what is stored as its certificate."""
    here = active_keys(tournament)
    if stage.kind == Stage.Kind.ROUND_ROBIN:
        return round_robin_tables(stage.seeds, tournament.seed, number - first_number(stage), here), {
            "method": stage.kind
        }
    if stage.kind == Stage.Kind.ELIMINATION:
        return elimination_tables(stage, number - first_number(stage) + 1, here), {"method": stage.kind}
    return _pod_tables(tournament, number, seed)


def round_robin_tables(seeds: list[str], seed: str, place: int, here: Collection[str]) -> list[Table]:
    """Round ``place`` (from 0) of everybody against everybody; whose opponent left has a bye."""
    matches: list[tuple[str, ...]] = []
    byes: list[tuple[str, ...]] = []
    for pair in round_robin(seeds, seed=seed)[place]:
        present = tuple(key for key in (pair.a, pair.b) if key is not None and key in here)
        if present:
            (matches if len(present) == 2 else byes).append(present)
    return [Table(keys, number) for number, keys in enumerate(matches, start=1)] + [
        Table(keys, None) for keys in byes
    ]


def bracket_of(stage: Stage) -> Bracket:
    """The bracket of an elimination stage."""
    return single_elimination(stage.seeds, third_place=stage.third_place)


def bracket_results(stage: Stage) -> dict[str, str]:
    """Who won which match of the bracket, as far as the results are final."""
    played = (
        Match.objects.filter(round__stage=stage, state=Match.State.FINAL)
        .exclude(slot="")
        .exclude(round__state=Round.State.DRAFT)
    )
    winners = {match.slot: winner_of(match) for match in played.prefetch_related("seats__entry")}
    return {slot: key for slot, key in winners.items() if key is not None}


def elimination_tables(stage: Stage, place: int, here: Collection[str]) -> list[Table]:
    """Round ``place`` (from 1) of the bracket, the final at table 1; who left loses without playing."""
    known = bracket_standings(bracket_of(stage), bracket_results(stage)).values()
    tables: list[Table] = []
    for standing in known:
        if standing.match.round != place or not standing.playable:
            continue
        if standing.a is None or standing.b is None:
            continue
        keys = (standing.a, standing.b)
        gone = [key not in here for key in keys]
        walkover = None
        if any(gone):
            walkover = min(range(2), key=lambda one: (gone[one], stage.seeds.index(keys[one])))
        tables.append(Table(keys, len(tables) + 1, standing.match.key, walkover))
    return tables


def pod_players(tournament: Tournament, *, before: int) -> list[PodPlayer]:
    """Everybody for the pods of round ``before``: points, who met whom, which seats, how often in a small pod."""
    met: dict[str, Counter[str]] = {}
    uneven: Counter[str] = Counter()
    byes: Counter[str] = Counter()
    seats: dict[str, list[int]] = {}
    target = int(tournament.policy.get("pod_size", 4))
    for match in played_matches(tournament, through=before - 1):
        keys = [key for key in match.players if key is not None]
        if len(keys) == 1:
            byes[keys[0]] += 1
            continue
        for position, key in enumerate(keys):
            met.setdefault(key, Counter()).update(other for other in keys if other != key)
            counts = seats.setdefault(key, [0] * 6)
            counts[position] += 1
            uneven[key] += len(keys) != target
    rows = {row.id: row for row in standings_rows(tournament, through=before - 1)}
    here = set(active_keys(tournament))
    return [
        PodPlayer(
            id=key,
            score=int(rows[key].points) if key in rows else 0,
            met=met.get(key, {}),
            seats=tuple(seats.get(key, ())),
            uneven=uneven[key],
            byes=byes[key],
            rank=rows[key].rank if key in rows else None,
        )
        for key in sorted(here, key=lambda one: int(one[1:]))
    ]


def pod_options(policy: Mapping[str, Any]) -> PodOptions:
    """The pod options of a policy."""
    return PodOptions(target=int(policy.get("pod_size", 4)), allow_six=int(policy.get("pod_size", 4)) == 6)


def _pod_tables(tournament: Tournament, number: int, seed: str) -> tuple[list[Table], dict[str, Any]]:
    draft = pair_pods(
        pod_players(tournament, before=number),
        seed=seed,
        number=number,
        options=pod_options(tournament.policy),
    )
    tables = [Table(pod.seats, pod.table) for pod in draft.pods] + [Table((key,), None) for key in draft.byes]
    certificate = {
        name: getattr(draft.certificate, name)
        for name in ("cost", "lower_bound", "spread", "certified", "exact")
    }
    relaxed = [{"code": item.code, "params": dict(item.params)} for item in draft.certificate.relaxed]
    certificate |= {"method": Stage.Kind.PODS, "rematches": draft.certificate.repeats, "relaxed": relaxed}
    return tables, dict(plain(certificate))


def stored_tables(round_: Round) -> list[Table]:
    """A stored round as tables."""
    grouped: dict[int, list[Seat]] = {}
    for seat in (
        Seat.objects.filter(round=round_).select_related("entry", "match").order_by("match_id", "position")
    ):
        grouped.setdefault(seat.match_id, []).append(seat)
    return [
        Table(tuple(seat.entry.key for seat in seats), seats[0].match.table, seats[0].match.slot)
        for seats in grouped.values()
    ]


def still_right(tournament: Tournament, round_: Round) -> bool:
    """Whether a draft that is not Swiss still fits the field: nobody came or left since it was made."""
    stored = stored_tables(round_)
    if round_.stage.kind == Stage.Kind.PODS:
        pods = [Pod(table.number or 0, table.keys) for table in stored if len(table.keys) > 1]
        byes = [table.keys[0] for table in stored if len(table.keys) == 1]
        problems = check_pods(pod_players(tournament, before=round_.number), pods, byes)
        return all(problem.severity != "error" for problem in problems)
    now, _certificate = tables_for(tournament, round_.stage, round_.number, round_.seed)
    walkovers = {table.slot for table in now if table.walkover is not None}
    made = set(
        Match.objects.filter(round=round_, kind=Match.Kind.FORFEIT, state=Match.State.FINAL).values_list(
            "slot", flat=True
        )
    )
    return {table.keys for table in now} == {table.keys for table in stored} and walkovers == made
