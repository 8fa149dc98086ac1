"""Whole Swiss events of small crews held against every possible round, with byes, clans and empty seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Literal

import pytest

from tests.tournaments.pairing.oracle import every_round, measure
from tournaments.pairing import Options, Pair, Player, RoundDraft, pair_round
from tournaments.pairing.crews import CrewMatch, seat_crews

Letter = Literal["w", "d", "l"]
Roster = dict[str, list[str | None]]
Level = tuple[int, ...]
RESULTS: list[tuple[Letter, Letter]] = [("w", "l"), ("l", "w"), ("d", "d"), ("l", "l")]


def level(
    crews: Sequence[Player], pairs: list[tuple[Player, Player | None]], number: int, rule: str
) -> Level:
    """Return what a round breaks, strongest rule first: byes, repeats, clans where strict, gaps, then clans."""
    byes, repeats, again, age, gaps = measure(crews, pairs, number)
    clans = sum(two is not None and one.group is not None and one.group == two.group for one, two in pairs)
    strict, soft = {"off": (0, 0), "soft": (0, clans), "strict": (clans, 0)}[rule]
    # The place of the bye stands between the gaps and the soft clans: the lowest in points, ranks are not given.
    return byes, repeats, again, age, strict, gaps, soft


def drafted(crews: Sequence[Player], draft: RoundDraft) -> list[tuple[Player, Player | None]]:
    """Return the drafted pairs as crews."""
    table = {crew.id: crew for crew in crews}
    return [(table[pair.a], table[pair.b] if pair.b is not None else None) for pair in draft.pairs]


def play(match: CrewMatch, dice: Random) -> tuple[int, int]:
    """Play the seats and return the points of either crew."""
    said = [dice.choice(RESULTS) for _ in match.seats]
    won = [0, 0]
    for seat, letters in zip(match.seats, said, strict=True):
        for side, (own, other) in enumerate(((seat.a, seat.b), (seat.b, seat.a))):
            won[side] += own is not None and (other is None or letters[side] == "w")
    return (1, 1) if won[0] == won[1] else (3, 0) if won[0] > won[1] else (0, 3)


def check_seats(pairs: Sequence[Pair], matches: Sequence[CrewMatch], roster: Roster, rows: list[int]) -> None:
    """Every member once, seat against seat, and tables side by side."""
    assert [(match.a, match.b) for match in matches] == [(pair.a, pair.b) for pair in pairs]
    members = sorted(
        who for match in matches for seat in match.seats for who in (seat.a, seat.b) if who is not None
    )
    resting = {match.a for match in matches if match.b is None}
    assert members == sorted(
        who for crew, seats in roster.items() if crew not in resting for who in seats if who is not None
    )
    for match in matches:
        for place, seat in enumerate(match.seats):
            assert match.b is not None
            assert (seat.a, seat.b) == (roster[match.a][place], roster[match.b][place])
            assert seat.table == match.seats[0].table + place
    used = [seat.table for match in matches for seat in match.seats]
    assert len(set(used)) == len(used)
    assert max(used) <= sum(rows)


@pytest.mark.parametrize("count", [3, 4, 5, 6, 7, 8])
@pytest.mark.parametrize("rule", ["off", "soft", "strict"])
def test_every_round_of_crews_is_the_best_of_all_rounds(
    count: int, rule: Literal["off", "soft", "strict"]
) -> None:
    dice = Random(f"crews {count} {rule}")
    byes = repeats = clans = 0
    for event in range(4):
        size = dice.choice([2, 3, 4])
        roster: Roster = {
            f"c{crew}": [f"c{crew}-{seat}" if dice.random() < 0.9 else None for seat in range(size)]
            for crew in range(count)
        }
        crews = [Player(name, 0, group=dice.choice(["red", "red", "blue", None])) for name in roster]
        rows = [size * 2] * count
        for number in range(1, count + 1):
            draft = pair_round(crews, seed=f"{event}", number=number, options=Options(group_rule=rule))
            pairs = drafted(crews, draft)
            least = min(level(crews, one, number, rule) for one in every_round(crews))
            assert level(crews, pairs, number, rule) == least
            assert draft.certificate.rematches == least[1]
            matches, notes = seat_crews(draft.pairs, roster, rows=rows)
            assert notes == ()
            check_seats(draft.pairs, matches, roster, rows)
            byes += least[0] > 0
            repeats += least[1] > 0
            clans += least[4] + least[6] > 0
            after: dict[str, Player] = {}
            for match, (one, two) in zip(matches, pairs, strict=True):
                if two is None:
                    row = (*one.opponents, None)
                    after[one.id] = replace(one, score=one.score + 3, opponents=row, byes=one.byes + 1)
                    continue
                for crew, other, points in zip((one, two), (two, one), play(match, dice), strict=True):
                    row = (*crew.opponents, other.id)
                    after[crew.id] = replace(crew, score=crew.score + points, opponents=row)
            crews = [after[crew.id] for crew in crews]
    # The last round of each event goes beyond what can be met once.
    assert repeats or count in (3, 5, 7)
    assert clans or rule == "off"
