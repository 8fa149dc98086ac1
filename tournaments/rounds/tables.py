"""Who sits where in a round that is not Swiss: by the table of a round robin, by the knock-out, in pods.

A round robin and a knock-out follow from the stage's stored order and the results alone; pods are drawn from the
round's seed. So a stored draft can be compared with what would be made now.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from ledger.hashing import plain
from tournaments.entries.models import Entry
from tournaments.events.models import Stage, Tournament
from tournaments.events.policy import ROUND_ROBIN, Policy
from tournaments.formats.brackets import bracket_of, final_pods_of, results_of, schedule
from tournaments.pairing.elimination import bracket_standings
from tournaments.pairing.pod_model import Pod, PodOptions, PodPlayer
from tournaments.pairing.pods import check_pods, pair_pods
from tournaments.pairing.roundrobin import round_robin

from .field import played_matches, standings_rows
from .models import EntryRule, Match, Round, Seat
from .stages import first_number


@dataclass(frozen=True)
class Table:
    """One table of a draft: entry keys in seat order; ``number`` is None for a bye.

    ``slot`` is the key in the knock-out; ``walkover`` the position that goes on because all others left.
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
    place = number - first_number(stage) + 1
    if stage.kind == Stage.Kind.ROUND_ROBIN:
        tables = round_robin_tables(
            stage.seeds, tournament.seed, place - 1, here, double=legs(tournament) == 2
        )
        return tables, {"method": stage.kind}
    if stage.kind == Stage.Kind.POD_FINAL:
        return final_tables(stage, place, here), {"method": stage.kind}
    if stage.kind in Stage.KNOCK_OUT:
        return bracket_tables(stage, place, here), {"method": stage.kind}
    return _pod_tables(tournament, number, seed)


def legs(tournament: Tournament) -> int:
    """How often everybody meets everybody in a round robin; four in a Swiss event meet once."""
    chosen = tournament.policy.pairing == ROUND_ROBIN
    return int(tournament.policy.legs) if chosen else 1


def round_robin_tables(
    seeds: list[str], seed: str, place: int, here: Collection[str], *, double: bool = False
) -> list[Table]:
    """Round ``place`` (from 0) of everybody against everybody; whose opponent left has a bye."""
    matches: list[tuple[str, ...]] = []
    byes: list[tuple[str, ...]] = []
    for pair in round_robin(seeds, seed=seed, double=double)[place]:
        present = tuple(key for key in (pair.a, pair.b) if key is not None and key in here)
        if present:
            (matches if len(present) == 2 else byes).append(present)
    return [Table(keys, number) for number, keys in enumerate(matches, start=1)] + [
        Table(keys, None) for keys in byes
    ]


def bracket_tables(stage: Stage, place: int, here: Collection[str]) -> list[Table]:
    """Round ``place`` (from 1) of the bracket, the first match at table 1; who left loses without playing."""
    bracket = bracket_of(stage)
    when = schedule(bracket)
    tables: list[Table] = []
    for standing in bracket_standings(bracket, results_of(stage)).values():
        if when[standing.match.key] != place or not standing.playable:
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


def final_tables(stage: Stage, place: int, here: Collection[str]) -> list[Table]:
    """Round ``place`` (from 1) of the final tables, the best seed in the first seat; who left is not waited for.

    Whoever is the last of a table wins it without playing; where all have left, that is the highest seed.
    """
    winners = results_of(stage)
    tables: list[Table] = []
    for pod in final_pods_of(stage, winners):
        if pod.stage != place or not pod.playable or pod.key in winners:
            continue
        members = [key for key in pod.seats if key is not None]
        keys = [key for key in members if key in here] or members[:1]
        tables.append(Table(tuple(keys), len(tables) + 1, pod.key, 0 if len(keys) == 1 else None))
    return tables


def pod_players(tournament: Tournament, *, before: int) -> list[PodPlayer]:
    """Everybody for the pods of round ``before``: points, who met whom, which seats, how often in a small pod."""
    met: dict[str, Counter[str]] = {}
    uneven: Counter[str] = Counter()
    byes: Counter[str] = Counter()
    seats: dict[str, list[int]] = {}
    target = int(tournament.policy.pod_size)
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


def pod_options(policy: Policy) -> PodOptions:
    """The pod options of a policy."""
    return PodOptions(target=policy.pod_size, allow_six=policy.pod_size == 6)


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
