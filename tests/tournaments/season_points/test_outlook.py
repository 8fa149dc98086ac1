"""The rest of a season played on paper: held against whole ladders, and what must hold for every chance."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.season_points.seasons import PEOPLE, read, some_season
from tournaments.season_points import CIRCUITS, Event, Finish, Season, ladder
from tournaments.season_points.outlook import Coming, Outlook, Rest, Strength, attendance

FAST = settings(max_examples=40, deadline=None, derandomize=True)
seeds = st.integers(0, 10**9)
DAY = date(2026, 12, 30)


def some_rest(seed: int) -> tuple[Season, Rest]:
    """A random season with up to four events to come."""
    season, dice = read(some_season(seed)).season, random.Random(seed)
    keys = [one.key for one in season.circuit.classes]
    coming = [
        Coming(f"z{number}", dice.choice(keys), DAY - timedelta(days=dice.randrange(9)), dice.randint(2, 40))
        for number in range(dice.randint(0, 4))
    ]
    strengths = {one: Strength(dice.uniform(10, 40), dice.uniform(1, 8)) for one in dice.sample(PEOPLE, 7)}
    return season, Rest(season, coming, strengths, str(seed))


@FAST
@given(seeds)
def test_a_season_on_paper_ends_as_its_whole_ladder_says(seed: int) -> None:
    season, rest = some_rest(seed)
    for number in range(3):
        events, new = rest.as_events(number), rest.played(number)
        rules = replace(season.circuit, also=season.circuit.also | {one.key for one in events})
        table = ladder(replace(season, circuit=rules, events=(*season.events, *events), on=rest.day))
        for person in rest.results:
            row, drawn = table.row(person), rest.drawn(person, new)
            assert (row is None) == (drawn.level == 0)
            if row is not None:
                assert (row.rank, len(row.tie)) == (drawn.before + 1, drawn.level)


@FAST
@given(seeds, st.integers(1, 10))
def test_chances_add_up_to_the_places_and_more_places_never_take_one_away(seed: int, places: int) -> None:
    _season, rest = some_rest(seed)
    new = rest.played(0)
    drawn = [rest.drawn(person, new) for person in rest.results]
    with_points = sum(one.level > 0 for one in drawn)
    assert sum((one.share(places) for one in drawn if one.level), Fraction(0)) == min(places, with_points)
    assert all(one.share(places) <= one.share(places + 1) for one in drawn if one.level)


def club(points: dict[str, int]) -> Season:
    """Evenings that these people won so often, with the same four behind them."""
    wins = [who for who, times in points.items() for _time in range(times)]
    others = [f"o{number}" for number in range(8)]
    events = tuple(
        Event(f"e{number}", "evening", date(2026, 1, 1) + timedelta(days=7 * number),
              tuple(Finish.of(place, one) for place, one in enumerate([who, *others], start=1)))
        for number, who in enumerate(wins)
    )  # fmt: skip
    return Season(CIRCUITS["x610z"], events)


COMING = [Coming("z", "evening", DAY, 9)]


def test_who_cannot_be_reached_is_certain_and_who_cannot_reach_is_out() -> None:
    rest = Rest(club({"ann": 4}), COMING, {}, "x")
    assert rest.outlook("ann", 1, range(200)).hits == 200
    nobody = rest.outlook("nobody", 8, range(50))
    assert nobody.hits == 0 and nobody.ranks == {0: 50}


def test_a_chance_grows_with_strength_and_is_the_same_again_in_parts() -> None:
    season = club({"ann": 2, "bob": 2})

    def hits(mu: float) -> Outlook:
        return Rest(season, COMING, {"bob": Strength(mu, 3.0)}, "x").outlook("bob", 2, range(300))

    found = [hits(mu) for mu in (5.0, 20.0, 30.0, 60.0)]
    assert [one.hits for one in found] == sorted(one.hits for one in found)
    assert found[0].hits < found[-1].hits
    rest, parts = Rest(season, COMING, {"bob": Strength(30.0, 3.0)}, "x"), Outlook()
    for number in (*range(100, 300), *range(100)):
        parts.add(rest.drawn("bob", rest.played(number)), 2)
    assert (parts.hits, parts.ranks) == (found[2].hits, found[2].ranks)


def test_attendance_leans_on_what_somebody_did_elsewhere() -> None:
    season = club({"ann": 3})
    came = attendance(season, ("evening", "open"), DAY)
    assert came["evening"]["ann"] == came["evening"]["o1"] == pytest.approx((3 + 1) / 4)
    assert came["open"]["ann"] == pytest.approx(1.0)  # everybody came always, and of opens nothing is known
    late = replace(season, events=(*season.events, Event("l", "evening", DAY, (Finish.of(1, "new"),))))
    shares = attendance(late, ("evening",), DAY)["evening"]
    assert 0 < shares["new"] < shares["ann"] < 1
