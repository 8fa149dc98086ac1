"""A round of pods between the tournament and the pairing room: players, options, stored pods."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from ledger.hashing import plain
from tournaments.entries.keys import entry_number
from tournaments.events.models import Tournament
from tournaments.events.policy import Policy
from tournaments.pairing.pod_model import Pod, PodCertificate, PodDraft, PodOptions, PodPlayer
from tournaments.rounds.field import played_matches, preset_of, standings_rows
from tournaments.rounds.formats import StoredCertificate
from tournaments.rounds.models import Round
from tournaments.rounds.tables import Table, stored_tables
from tournaments.rounds.units import unit_of

from .settings import PodSettings


def pod_players(tournament: Tournament, *, before: int, target: int) -> list[PodPlayer]:
    """Everybody for the pods of round ``before``: points, who met whom, which seats, how often not at ``target``."""
    met: dict[str, Counter[str]] = {}
    uneven: Counter[str] = Counter()
    byes: Counter[str] = Counter()
    seats: dict[str, list[int]] = {}
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
    here, preset = set(unit_of(tournament).here(tournament)), preset_of(tournament)
    return [
        PodPlayer(
            id=key,
            score=preset.whole(rows[key].points) if key in rows else 0,
            met=met.get(key, {}),
            seats=tuple(seats.get(key, ())),
            uneven=uneven[key],
            byes=byes[key],
            rank=rows[key].rank if key in rows else None,
        )
        for key in sorted(here, key=lambda one: entry_number(one))
    ]


def tables_of(pods: Iterable[Pod], byes: Iterable[str] = ()) -> tuple[Table, ...]:
    """Pods of the pairing room and byes as tables."""
    return (*(Table(pod.seats, pod.table) for pod in pods), *(Table((key,), None) for key in byes))


def stored_pods(tournament: Tournament, round_: Round) -> tuple[list[Pod], list[str]]:
    """A stored round as pods and byes."""
    stored = unit_of(tournament).pairings(tournament, stored_tables(round_))
    pods = [Pod(table.number or 0, table.keys) for table in stored if len(table.keys) > 1]
    return pods, [table.keys[0] for table in stored if len(table.keys) == 1]


def certificate_data(draft: PodDraft, kind: str) -> StoredCertificate:
    """The certificate of a draft as stored JSON."""
    return certificate_of(draft.certificate, kind)


def certificate_of(certificate: PodCertificate, kind: str) -> StoredCertificate:
    """A certificate as stored JSON."""
    figures = ("cost", "lower_bound", "spread", "certified", "exact")
    data = {name: getattr(certificate, name) for name in figures}
    relaxed = [{"code": item.code, "params": dict(item.params)} for item in certificate.relaxed]
    said = data | {"method": kind, "rematches": certificate.repeats, "relaxed": relaxed}
    return msgspec.convert(plain(said), StoredCertificate)


def pod_options(policy: Policy) -> PodOptions:
    """The pod options of a policy."""
    target = policy.of(PodSettings).pod_size
    return PodOptions(target=target, allow_six=target == 6)
