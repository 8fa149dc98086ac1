"""What many events add up to: whole numbers only, so that any division of the work into parts gives the same sum."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.simulator.event import Played, PlayedRound, cut_of, play
from tournaments.simulator.settings import Settings

Counts = dict[int, int]


@dataclass
class Totals:
    """Sums over events.

    per_event: how many events had which value of a quantity; ``name@3`` is the quantity ``name`` of round 3.
    records: for each record "wins-losses-draws" of those still in at the end: how many players had it, how many of
    them made the cut, and in how many events anybody had it.
    """

    events: int = 0
    per_event: dict[str, Counts] = field(default_factory=dict)
    records: dict[str, list[int]] = field(default_factory=dict)

    def note(self, name: str, value: int) -> None:
        """One event had this value."""
        counts = self.per_event.setdefault(name, {})
        counts[value] = counts.get(value, 0) + 1

    def merge(self, other: Totals) -> None:
        """Add what was counted elsewhere."""
        self.events += other.events
        for name, counts in other.per_event.items():
            mine = self.per_event.setdefault(name, {})
            for value, count in counts.items():
                mine[value] = mine.get(value, 0) + count
        for record, numbers in other.records.items():
            known = self.records.setdefault(record, [0, 0, 0])
            for place, number in enumerate(numbers):
                known[place] += number

    def to_json(self) -> dict[str, Any]:
        """Plain JSON data; :meth:`from_json` gives back equal totals."""
        return {
            "events": self.events,
            "per_event": {
                name: {str(value): counts[value] for value in sorted(counts)}
                for name, counts in sorted(self.per_event.items())
            },
            "records": {record: list(numbers) for record, numbers in sorted(self.records.items())},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Totals:
        """Read what :meth:`to_json` wrote."""
        return cls(
            events=int(data["events"]),
            per_event={
                name: {int(value): int(count) for value, count in counts.items()}
                for name, counts in data["per_event"].items()
            },
            records={record: [int(one) for one in numbers] for record, numbers in data["records"].items()},
        )


def totals_of(settings: Settings, numbers: Iterable[int]) -> Totals:
    """Play these events of the settings and add them up."""
    totals = Totals()
    for number in numbers:
        _add(totals, settings, play(settings, number))
    return totals


def _add(totals: Totals, settings: Settings, event: Played) -> None:
    totals.events += 1
    announced = event.rounds[: settings.rounds]
    for name in ("byes", "second_byes", "rematches", "clan_pairs", "floats"):
        totals.note(name, sum(getattr(one, name) for one in announced))
    totals.note("largest_gap", max(one.largest_gap for one in announced))
    totals.note("dropped", event.dropped)
    totals.note("length", event.length)
    totals.note("swiss_length", event.swiss_length)
    for one in announced:
        totals.note(f"floats@{one.number}", one.floats)
        totals.note(f"rematches@{one.number}", one.rematches)
        totals.note(f"byes@{one.number}", one.byes)
    for one in event.rounds:
        _add_decision(totals, settings, one)
    _add_cut(totals, settings, event)


def _add_decision(totals: Totals, settings: Settings, one: PlayedRound) -> None:
    """What a round has decided: who is unbeaten, and who would be left out if the cut came now."""
    totals.note(f"unbeaten@{one.number}", sum(row.record[1] == 0 for row in one.standing))
    if settings.cut.size:
        going_on = set(cut_of(settings, one.standing))
        good = settings.preset.win * (one.number - 1)
        left_out = sum(row.points >= good and row.id not in going_on for row in one.standing)
        totals.note(f"left_out@{one.number}", left_out)


def _add_cut(totals: Totals, settings: Settings, event: Played) -> None:
    """Who made the cut with which record, and who won it."""
    standing = event.rounds[settings.rounds - 1].standing
    totals.note("unbeaten", sum(row.record[1] == 0 for row in standing))
    going_on = set(event.cut)
    seen = set()
    for row in standing:
        record = "-".join(map(str, row.record))
        numbers = totals.records.setdefault(record, [0, 0, 0])
        numbers[0] += 1
        numbers[1] += row.id in going_on
        numbers[2] += record not in seen
        seen.add(record)
    if settings.cut.wanted:
        totals.note("cut", len(event.cut))
        totals.note("winner_seed", event.winner_seed)
        missed = [row for row in standing if row.record[1] == 0 and row.id not in going_on]
        totals.note("unbeaten_missed", len(missed))
        totals.note("perfect_missed", sum(row.record[2] == 0 for row in missed))
