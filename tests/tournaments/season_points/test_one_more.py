"""What one more event can give, against playing it out in every way."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction as F
from itertools import permutations

import pytest

from tests.speeds import amount
from tests.tournaments.season_points.seasons import read, some_season
from tests.tournaments.season_points.test_rules import RULES, event
from tournaments.season_points import (
    CIRCUITS,
    Event,
    Finish,
    Ladder,
    Season,
    SeasonError,
    ladder,
    what_one_more_can_give,
)
from tournaments.season_points.one_more import LAST_KEY

JUNE = date(2026, 6, 1)


def test_the_pages_example_a_result_replaces_the_weakest_that_counts() -> None:
    """ "4th: +10, replaces your 6 of March": with a limit of one, the change is what is gained by it."""
    rules = replace(RULES, best=1)
    season = Season(rules, (event("mar", Finish.of(2, "ann"), size=4, name="March"),))
    first, second, *rest = what_one_more_can_give(season, "evening", JUNE, 8, "ann")
    assert (first.first, first.last, first.worth, first.points, first.change) == (1, 1, 10, 10, 4)
    assert first.replaces is not None
    assert (first.replaces.event.name, first.replaces.worth) == ("March", 6)
    assert (second.first, second.change, second.replaces) == (2, 0, None)
    assert [(one.first, one.last, one.change) for one in rest] == [(3, 4, 0), (5, 8, 0)]


def test_a_newcomer_without_points_has_no_rank() -> None:
    season = Season(RULES, (event("mar", Finish.of(1, "ann")),))
    last = what_one_more_can_give(season, "evening", JUNE, 8, "new")[-1]
    assert (last.first, last.last, last.points, last.best_rank, last.worst_rank) == (5, 8, 0, None, None)


def test_older_results_expire_until_then_so_a_change_can_be_negative() -> None:
    season = Season(replace(RULES, months=2), (event("mar", Finish.of(1, "ann")),))
    assert what_one_more_can_give(season, "evening", JUNE, 4, "ann")[-1].change == -10


@pytest.mark.parametrize(
    ("of", "on", "code"),
    [
        ("open", JUNE, "other_class"),
        ("evening", date(2025, 12, 31), "too_early"),
        ("evening", date(2027, 1, 1), "too_late"),
    ],
)
def test_an_event_that_would_not_count_is_refused_with_the_reason(of: str, on: date, code: str) -> None:
    rules = replace(RULES, starts=date(2026, 1, 1), ends=date(2026, 12, 31))
    with pytest.raises(SeasonError) as caught:
        what_one_more_can_give(Season(rules, ()), of, on, 8, "ann")
    assert caught.value.code == code


@pytest.mark.parametrize("size", [0, 100_001])
def test_a_size_that_no_event_has_is_refused(size: int) -> None:
    with pytest.raises(SeasonError, match="must be from 1 to 100000"):
        what_one_more_can_give(Season(RULES, ()), "evening", JUNE, size, "ann")


def test_the_coming_event_is_taken_as_chosen() -> None:
    season = Season(CIRCUITS["alwaysberunning"], ())
    assert what_one_more_can_give(season, "event", JUNE, 4, "ann")[0].change == 50


def played(season: Season, of: str, on: date, size: int, names: dict[int, str]) -> Ladder:
    """The ladder after the event, with these people at these places and nobody we know elsewhere."""
    finishes = tuple(Finish.of(place, name) for place, name in sorted(names.items()))
    coming = Event(LAST_KEY, of, on, finishes, size)
    rules = replace(season.circuit, also=season.circuit.also | {LAST_KEY})
    return ladder(
        replace(season, circuit=rules, events=(*season.events, coming), on=max(season.day or on, on))
    )


def test_every_outcome_and_both_bounds_are_what_playing_it_out_gives() -> None:
    tried = 0
    for seed in range(amount(30, 300, "seasons played out")):
        season = read(some_season(seed, 4)).season
        size = 1 + seed % 3
        people = sorted(ladder(season).results)[:3]
        person = people[0] if people and seed % 5 else "somebody new"
        try:
            found = what_one_more_can_give(season, season.circuit.classes[0].key, JUNE, size, person)
        except SeasonError as error:
            assert error.code in ("too_early", "too_late", "expired")
            continue
        tried += 1
        now = ladder(season).points(person)
        others = [*(one for one in ladder(season).results if one != person), "x1", "x2"]
        assert [one.first for one in found] == [1, *(one.last + 1 for one in found[:-1])]
        assert found[-1].last == size
        for one in found:
            for place in range(one.first, one.last + 1):
                ranks = outcomes(season, season.circuit.classes[0].key, size, person, place, others)
                alone = played(season, season.circuit.classes[0].key, JUNE, size, {place: person})
                row = alone.row(person)
                assert one.points == alone.points(person)
                assert one.change == alone.points(person) - now
                assert (one.best_rank, one.worst_rank) == ((min(ranks), max(ranks)) if row else (None, None))
    assert tried > 15


def outcomes(season: Season, of: str, size: int, person: str, place: int, others: list[str]) -> set[int]:
    """The ranks this person can have: every choice of others at every other place, or nobody at it."""
    free = [number for number in range(1, size + 1) if number != place]
    out = set()
    for chosen in permutations([*others, *[""] * len(free)], len(free)):
        names = {place: person} | {number: name for number, name in zip(free, chosen, strict=True) if name}
        row = played(season, of, JUNE, size, names).row(person)
        out.add(row.rank if row else 0)
    return out


def test_bounds_hold_on_a_table_by_hand() -> None:
    """ann 10, bob 6, cas 6: at place 3 of 8 ann would have 14, and only a winner's 10 brings somebody above it."""
    events = (
        event("a", Finish.of(1, "ann")),
        event("b", Finish.of(2, "bob"), size=4),
        event("c", Finish.of(2, "cas"), size=4),
    )
    chances = what_one_more_can_give(Season(RULES, events), "evening", JUNE, 8, "ann")
    assert [(one.first, one.last, one.points, one.best_rank, one.worst_rank) for one in chances] == [
        (1, 1, F(20), 1, 1),
        (2, 2, F(16), 1, 1),
        (3, 4, F(14), 1, 2),
        (5, 8, F(10), 1, 3),
    ]


def test_whoever_takes_part_without_gaining_can_fall_behind_by_the_number_of_events() -> None:
    """bob has 10 of one event; ann would have 10 of two. If bob plays as well and gains nothing, they are level."""
    events = (event("a", Finish.of(2, "ann"), size=2), event("b", Finish.of(1, "bob")))
    won = what_one_more_can_give(
        Season(replace(RULES, tie_breaks=("events",)), events), "evening", JUNE, 2, "ann"
    )[0]
    assert (won.points, won.best_rank, won.worst_rank) == (10, 1, 2)
