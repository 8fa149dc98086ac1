"""From sums to answers: shares and averages with 95 % intervals, the table of records, and how many rounds decide.

Events are independent of each other, players of one event are not. So every interval counts events: for a share of
players, those events in which there was such a player at all, which makes the interval wider, never too narrow.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

from tournaments.simulator.settings import Settings
from tournaments.simulator.totals import Counts, Totals

Z95 = 1.959963984540054
ENOUGH = 0.95
"""The share of events in which a number of rounds must decide to be called enough."""


@dataclass(frozen=True, slots=True)
class Between:
    """An estimate with the bounds of its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One record of the table: its share that makes the cut, how many players have it in an event on average."""

    record: tuple[int, int, int]
    players: float
    made: Between


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One number of rounds: the share of events it decides, and what its own round was like.

    one_unbeaten: at most one player who is still in has not lost. none_left_out: everybody still in with as many
    points as one loss and otherwise only wins give makes the cut (None without a cut by number).
    floats, rematches, byes: averages of this round, None for rounds beyond the announced ones.
    """

    rounds: int
    events: int
    announced: bool
    one_unbeaten: Between
    none_left_out: Between | None
    floats: float | None
    rematches: float | None
    byes: float | None


@dataclass(frozen=True, slots=True)
class Answers:
    """Everything an organizer is told. Times are minutes; quantiles are the 5th, 50th and 95th of a hundred.

    unbeaten_missed: share of events in which somebody who never lost misses the cut; perfect_missed: somebody who won
    everything. rounds_one_unbeaten, rounds_none_left_out: the fewest rounds that decide in ``ENOUGH`` of the events,
    None when none up to the horizon does. seeds: share of events each seed of the cut wins. closing: how many events
    end in each half hour, by its first minute after midnight (more than a day when it gets that late).
    """

    events: int
    unbeaten: Between
    several_unbeaten: Between
    unbeaten_missed: Between | None
    perfect_missed: Between | None
    records: tuple[RecordLine, ...]
    rounds: tuple[RoundLine, ...]
    rounds_one_unbeaten: int | None
    rounds_none_left_out: int | None
    seeds: tuple[Between, ...]
    cut: Between | None
    byes: Between
    second_byes: Between
    rematches: Between
    any_rematch: Between
    clan_pairs: Between
    floats: Between
    largest_gap: int
    dropped: Between
    length: tuple[int, int, int]
    swiss_length: tuple[int, int, int]
    closing: tuple[tuple[int, int], ...]


def share(hits: int, of: int, independent: int | None = None) -> Between:
    """A share with Wilson's interval (1927); ``independent``: how many of the trials count as independent."""
    if not of:
        return Between(0.0, 0.0, 1.0)
    p, n = hits / of, independent if independent is not None else of
    spread = Z95 * sqrt(p * (1 - p) / n + Z95 * Z95 / (4 * n * n))
    middle, down = p + Z95 * Z95 / (2 * n), 1 + Z95 * Z95 / n
    return Between(p, min(p, max(0.0, (middle - spread) / down)), max(p, min(1.0, (middle + spread) / down)))


def mean(counts: Counts) -> Between:
    """An average with its interval by the central limit theorem."""
    events = sum(counts.values())
    if not events:
        return Between(0.0, 0.0, 0.0)
    total = sum(value * count for value, count in counts.items())
    squares = sum(value * value * count for value, count in counts.items())
    middle = total / events
    variance = max(0.0, squares - total * middle) / max(1, events - 1)
    width = Z95 * sqrt(variance / events)
    return Between(middle, middle - width, middle + width)


def quantile(counts: Counts, part: float) -> int:
    """The least value that at least this part of the events do not exceed."""
    needed, seen = part * sum(counts.values()), 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= needed:
            return value
    return 0


def _hits(counts: Counts, least: int = 1) -> int:
    return sum(count for value, count in counts.items() if value >= least)


def _share_of_events(counts: Counts, least: int = 1) -> Between:
    return share(_hits(counts, least), sum(counts.values()))


def _fewer_than(counts: Counts, limit: int) -> Between:
    events = sum(counts.values())
    return share(events - _hits(counts, limit), events)


def answer(settings: Settings, totals: Totals) -> Answers:
    """What the sums say about the settings."""
    counts = totals.per_event
    rounds = _rounds(settings, counts)
    cut = settings.cut.wanted
    return Answers(
        events=totals.events,
        unbeaten=mean(counts.get("unbeaten", {})),
        several_unbeaten=_share_of_events(counts.get("unbeaten", {}), 2),
        unbeaten_missed=_share_of_events(counts.get("unbeaten_missed", {})) if cut else None,
        perfect_missed=_share_of_events(counts.get("perfect_missed", {})) if cut else None,
        records=_records(totals),
        rounds=rounds,
        rounds_one_unbeaten=_enough(rounds, "one_unbeaten"),
        rounds_none_left_out=_enough(rounds, "none_left_out"),
        seeds=_seeds(counts) if cut else (),
        cut=mean(counts.get("cut", {})) if cut else None,
        byes=mean(counts.get("byes", {})),
        second_byes=_share_of_events(counts.get("second_byes", {})),
        rematches=mean(counts.get("rematches", {})),
        any_rematch=_share_of_events(counts.get("rematches", {})),
        clan_pairs=mean(counts.get("clan_pairs", {})),
        floats=mean(counts.get("floats", {})),
        largest_gap=max(counts.get("largest_gap", {0: 0})),
        dropped=mean(counts.get("dropped", {})),
        length=_three(counts.get("length", {})),
        swiss_length=_three(counts.get("swiss_length", {})),
        closing=_closing(counts.get("length", {}), settings.clock.start),
    )


def _rounds(settings: Settings, counts: Mapping[str, Counts]) -> tuple[RoundLine, ...]:
    lines = []
    for number in range(1, settings.horizon + 1):
        unbeaten = counts.get(f"unbeaten@{number}")
        if not unbeaten:
            continue
        left_out = counts.get(f"left_out@{number}")
        announced = number <= settings.rounds
        floats, rematches, byes = (
            mean(counts.get(f"{name}@{number}", {})).value if announced else None
            for name in ("floats", "rematches", "byes")
        )
        lines.append(
            RoundLine(
                rounds=number,
                events=sum(unbeaten.values()),
                announced=announced,
                one_unbeaten=_fewer_than(unbeaten, 2),
                none_left_out=_fewer_than(left_out, 1) if left_out else None,
                floats=floats,
                rematches=rematches,
                byes=byes,
            )
        )
    return tuple(lines)


def _enough(rounds: tuple[RoundLine, ...], name: str) -> int | None:
    """The fewest rounds from which on, as far as was played, every number decides often enough."""
    found = None
    for line in rounds:
        decided: Between | None = getattr(line, name)
        if decided is None or decided.value < ENOUGH:
            found = None
        elif found is None:
            found = line.rounds
    return found


def _records(totals: Totals) -> tuple[RecordLine, ...]:
    lines = []
    for record, (players, made, events) in totals.records.items():
        wins, losses, draws = map(int, record.split("-"))
        lines.append(
            RecordLine(
                (wins, losses, draws), players / totals.events, share(made, players, independent=events)
            )
        )
    return tuple(sorted(lines, key=lambda line: (-line.record[0], -line.record[2], line.record[1])))


def _seeds(counts: Mapping[str, Counts]) -> tuple[Between, ...]:
    winners = counts.get("winner_seed", {})
    most = max(counts.get("cut", {0: 0}))
    events = sum(winners.values())
    return tuple(share(winners.get(seed, 0), events) for seed in range(1, most + 1))


def _three(counts: Counts) -> tuple[int, int, int]:
    return quantile(counts, 0.05), quantile(counts, 0.5), quantile(counts, 0.95)


def _closing(lengths: Counts, start: int, step: int = 30) -> tuple[tuple[int, int], ...]:
    """Events by the half hour in which they end; half hours without any in between are named as well."""
    ends: Counts = {}
    for length, count in lengths.items():
        at = (start + length) // step * step
        ends[at] = ends.get(at, 0) + count
    if not ends:
        return ()
    return tuple((at, ends.get(at, 0)) for at in range(min(ends), max(ends) + step, step))
