"""What must hold for every season, whatever happened in it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.season_points.seasons import Data, read, shuffled, some_season
from tournaments.season_points import (
    Circuit,
    Event,
    Finish,
    Ladder,
    Season,
    clan_ladder,
    explain,
    explain_clan,
    explain_result,
    honours,
    ladder,
)
from tournaments.season_points.counting import Raw, by_person, keep
from tournaments.season_points.output import ladder_json
from tournaments.season_points.wording import STEPS, text

FAST = settings(max_examples=150, deadline=None, derandomize=True)
seeds = st.integers(0, 10**9)


def whole(data: Data) -> object:
    """Everything that comes out of a season."""
    held = read(data)
    table = ladder(held.season)
    return ladder_json(held.name, table, clan_ladder(held.season), honours(held.season, table))


@FAST
@given(seeds)
def test_the_order_in_which_results_are_written_down_never_matters(seed: int) -> None:
    data = some_season(seed)
    assert whole(shuffled(data, seed)) == whole(data)


@FAST
@given(seeds)
def test_made_again_it_is_the_same(seed: int) -> None:
    assert whole(some_season(seed)) == whole(some_season(seed))


@FAST
@given(seeds)
def test_no_choice_of_results_within_the_limits_gives_more(seed: int) -> None:
    """The three steps give the most that their limits allow: tried against every choice."""
    season = read(some_season(seed)).season
    day = season.day
    for results in by_person(season, day).values() if day else ():
        open_ones = [raw for raw in results if not raw.state]
        kept = [raw for raw in keep(open_ones, season.circuit) if raw.state == "kept"]
        assert allowed(kept, season.circuit)
        if len(open_ones) <= 8:
            most = max(
                sum(raw.units for raw in some)
                for size in range(len(open_ones) + 1)
                for some in combinations(open_ones, size)
                if allowed(some, season.circuit)
            )
            assert sum(raw.units for raw in kept) == most


def allowed(some: list[Raw] | tuple[Raw, ...], rules: Circuit) -> bool:
    """Whether a choice of results keeps to every limit."""
    fits = rules.best is None or len(some) <= rules.best
    for one in rules.classes:
        of_class = [raw for raw in some if raw.event.of == one.key]
        fits = fits and (one.best is None or len(of_class) <= one.best)
        for window in rules.windows if one.window_best is not None else ():
            inside = [raw for raw in of_class if raw.window == window.key]
            fits = fits and len(inside) <= (one.window_best or 0)
    return fits


@FAST
@given(seeds)
def test_points_only_go_up_within_a_season(seed: int) -> None:
    season = read(some_season(seed)).season
    if season.circuit.months is not None or not season.events:
        return
    season = replace(season, on=season.day)
    fewer = ladder(replace(season, events=season.events[1:]))
    more = ladder(season)
    assert all(more.points(person) >= fewer.points(person) for person in fewer.results)


@FAST
@given(seeds)
def test_a_better_place_never_gives_less(seed: int) -> None:
    season = read(some_season(seed)).season
    table = ladder(season)
    for event in season.events:
        for finish in event.finishes:
            if event.kind == "single" and finish.place > 1:
                better = replace(finish, place=finish.place - 1)
                person = finish.members[0].person
                assert moved(season, event, finish, better).points(person) >= table.points(person)
                return


def moved(season: Season, event: Event, finish: Finish, better: Finish) -> Ladder:
    """The ladder with one finish at another place; the others of that event are left out."""
    changed = replace(event, finishes=(better,), size=event.field)
    assert finish in event.finishes
    return ladder(replace(season, events=tuple(changed if one is event else one for one in season.events)))


@FAST
@given(seeds)
def test_ranks_follow_points_and_shared_ones_leave_a_gap(seed: int) -> None:
    rows = ladder(read(some_season(seed)).season).rows
    assert all(one.points >= other.points > 0 for one, other in pairwise(rows))
    for index, row in enumerate(rows):
        assert row.tie == tuple(other.person for other in rows if other.rank == row.rank)
        assert row.rank == index + 1 - row.tie.index(row.person)
        assert (row.decided_by is None) == (index == 0 or row.tie[0] != row.person)


@FAST
@given(seeds)
def test_a_disqualification_or_an_unclaimed_name_changes_nobody_elses_points(seed: int) -> None:
    season = read(some_season(seed)).season
    before = ladder(season)
    for event in season.events:
        for finish in event.finishes:
            for out in (replace(finish, disqualified=True), unclaimed(finish)):
                finishes = tuple(out if one is finish else one for one in event.finishes)
                events = tuple(
                    replace(one, finishes=finishes) if one is event else one for one in season.events
                )
                after = ladder(replace(season, events=events))
                gone = {member.person for member in finish.members}
                others = set(before.results) - gone
                assert all(before.points(person) == after.points(person) for person in others)
        return


def unclaimed(finish: Finish) -> Finish:
    return replace(finish, members=tuple(replace(one, unclaimed=True) for one in finish.members))


@FAST
@given(seeds)
def test_every_number_opens_into_lines_that_come_to_it(seed: int) -> None:
    season = read(some_season(seed)).season
    table = ladder(season)
    for person, results in table.results.items():
        row = table.row(person)
        opened = explain(table, person)
        assert opened.value == table.points(person)
        assert len(opened.steps) == len(results) + 1
        for one in results:
            assert explain_result(table, person, one.event.key).value == one.worth
        for key, value in row.values.items() if row else ():
            lines = explain(table, person, key)
            if key == "results":
                assert tuple(step.value for step in lines.steps) == value
            elif key == "earlier":
                assert lines.steps[-1].params["date"] == str(value)
            else:
                assert lines.value == value
    for clan in clan_ladder(season):
        assert explain_clan(clan, season.circuit).value == clan.points
        assert isinstance(clan.points, Fraction)


def test_every_sentence_is_reached_and_has_all_it_needs() -> None:
    seen: set[str] = set()
    for seed in range(400):
        season = read(some_season(seed)).season
        table = ladder(season)
        opened = [explain_clan(clan, season.circuit) for clan in clan_ladder(season)]
        for person, results in table.results.items():
            opened += [
                explain(table, person, key) for key in ("points", "results", "wins", "earlier", "events")
            ]
            opened += [explain_result(table, person, one.event.key) for one in results]
        for one in opened:
            assert not any("%(" in line or "Fraction" in line for line in text(one))
            seen |= {step.code for step in one.steps}
    of_moves = {
        "result_new",
        "result_gone",
        "worth_changed",
        "state_changed",
        "passed_by",
        "passed",
        "same_points",
    }
    assert seen == set(STEPS) - of_moves
