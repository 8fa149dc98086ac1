"""Each rule of docs/season-points.md, once obeyed and once at its edge."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction as F
from typing import Any

from tests.tables import table
from tournaments.season_points import (
    CIRCUITS,
    Band,
    Circuit,
    Event,
    EventClass,
    Finish,
    HonourRule,
    Ladder,
    Member,
    Season,
    Window,
    clan_ladder,
    honours,
    ladder,
)
from tournaments.season_points.counting import months_before

RULES = Circuit("own", "Own", (EventClass("evening", (Band(1, F(10)), Band(2, F(6), 4), Band(4, F(4), 8))),))
CLASS = RULES.classes[0]
MARCH = date(2026, 3, 6)


def event(key: str, *finishes: Finish, size: int | None = None, on: date = MARCH, **more: Any) -> Event:
    return Event(key, more.pop("of", "evening"), on, finishes, size, **more)


def made(*events: Event, rules: Circuit = RULES, on: date | None = None) -> Ladder:
    return ladder(Season(rules, events, on))


def points(found: Ladder) -> dict[str, F]:
    return {row.person: row.points for row in found.rows}


def states(found: Ladder, person: str) -> list[str]:
    return [one.state for one in found.results[person]]


# --- which events count ------------------------------------------------------------------------------


@table(
    ("rules", "of", "more", "reason"),
    [
        ({}, "evening", {}, "kept"),
        ({}, "open", {}, "other_class"),
        ({"only": frozenset({"x"})}, "evening", {}, "not_chosen"),
        ({"only": frozenset({"e"})}, "evening", {}, "kept"),
        ({"only": frozenset(), "also": frozenset({"e"})}, "evening", {}, "kept"),
        ({}, "evening", {"rehearsal": True}, "rehearsal"),
        ({"also": frozenset({"e"})}, "evening", {"rehearsal": True}, "kept"),
        ({"only": frozenset({"e"})}, "evening", {"imported": True}, "imported"),
        ({"also": frozenset({"e"})}, "evening", {"imported": True}, "kept"),
        ({}, "evening", {"rehearsal": True, "imported": True}, "rehearsal"),
        ({"starts": date(2026, 3, 6)}, "evening", {}, "kept"),
        ({"starts": date(2026, 3, 7)}, "evening", {}, "too_early"),
        ({"ends": date(2026, 3, 6)}, "evening", {}, "kept"),
        ({"ends": date(2026, 3, 5)}, "evening", {}, "too_late"),
        ({"only": frozenset(), "ends": date(2026, 3, 5)}, "evening", {"rehearsal": True}, "not_chosen"),
    ],
)
def test_an_event_counts_unless_a_reason_holds_and_the_first_is_given(
    rules: dict[str, object], of: str, more: dict[str, bool], reason: str
) -> None:
    one = event("e", Finish.of(1, "ann"), of=of, **more)
    assert states(made(one, rules=replace(RULES, **rules)), "ann") == [reason]


def test_an_event_after_the_day_of_the_ladder_does_not_count_and_the_day_itself_does() -> None:
    one = event("e", Finish.of(1, "ann"))
    assert states(made(one, on=date(2026, 3, 5)), "ann") == ["later"]
    assert states(made(one, on=MARCH), "ann") == ["kept"]


def test_without_a_day_the_ladder_is_of_the_latest_event_even_of_one_that_does_not_count() -> None:
    rules = replace(RULES, months=1)
    late = event("late", Finish.of(1, "bob"), on=date(2026, 5, 1), rehearsal=True)
    assert states(made(event("e", Finish.of(1, "ann")), late, rules=rules), "ann") == ["expired"]


@table(
    ("day", "months", "before"),
    [
        ("2026-08-31", 18, "2025-02-28"),
        ("2024-08-31", 6, "2024-02-29"),
        ("2026-03-15", 3, "2025-12-15"),
        ("2026-12-31", 12, "2025-12-31"),
        ("2026-01-31", 2, "2025-11-30"),
        ("2026-01-31", 1, "2025-12-31"),
        ("0002-03-01", 30, "0001-01-01"),
    ],
)
def test_months_are_counted_back_by_the_calendar(day: str, months: int, before: str) -> None:
    assert months_before(date.fromisoformat(day), months) == date.fromisoformat(before)


def test_the_day_so_many_months_ago_has_expired_and_the_next_has_not() -> None:
    rules, on = replace(RULES, months=18), date(2026, 8, 31)
    for day, state in ((date(2025, 2, 28), "expired"), (date(2025, 3, 1), "kept")):
        assert states(made(event("e", Finish.of(1, "ann"), on=day), rules=rules, on=on), "ann") == [state]


# --- what a finish is worth --------------------------------------------------------------------------


@table(
    ("place", "field", "worth"),
    [(1, 1, 10), (2, 3, 0), (2, 4, 6), (3, 7, 0), (3, 8, 4), (4, 8, 4), (5, 100, 0), (1, 100, 10)],
)
def test_a_band_pays_its_places_once_the_field_reaches_its_kicker(place: int, field: int, worth: int) -> None:
    assert CLASS.worth(place, field) == worth
    assert replace(CLASS, taking_part=F(1, 2)).worth(place, field) == worth + F(1, 2)


def test_the_field_is_the_size_or_else_the_number_of_finishes() -> None:
    four = tuple(Finish.of(place, f"p{place}") for place in range(1, 5))
    assert points(made(event("e", *four)))["p2"] == 6
    assert "p2" not in points(made(event("e", *four[:3])))
    assert points(made(event("e", *four[:3], size=4)))["p2"] == 6


def test_a_shared_place_pays_everybody_what_that_place_pays() -> None:
    finishes = [Finish.of(place, person) for person, place in {"a": 1, "b": 2, "c": 2, "d": 4}.items()]
    assert points(made(event("e", *finishes))) == {"a": 10, "b": 6, "c": 6}


def test_a_team_pays_each_of_its_members_and_the_field_is_of_teams() -> None:
    pairs = [Finish(1, (Member("a"), Member("b"))), Finish(2, (Member("c"), Member("d")))]
    assert points(made(event("e", *pairs, kind="team"))) == {"a": 10, "b": 10}


def test_pods_pay_by_the_final_place_of_each_person() -> None:
    """Two pods of four: the two winners meet in the final, those who lost in the pods share the places behind."""
    places = {"a": 1, "b": 2, "c": 3, "d": 3, "e": 5, "f": 5, "g": 5, "h": 5}
    found = made(event("e", *[Finish.of(place, person) for person, place in places.items()]))
    assert points(found) == {"a": 10, "b": 6, "c": 4, "d": 4}


def test_a_drop_is_paid_by_its_place() -> None:
    one = replace(Finish.of(1, "a"), dropped=True)
    assert points(made(event("e", one))) == {"a": 10}


def test_a_disqualified_person_is_paid_nothing_and_nobody_moves_up() -> None:
    rules = replace(RULES, classes=(replace(CLASS, taking_part=F(1)),))
    four = [Finish.of(place, f"p{place}", disqualified=place == 1) for place in range(1, 5)]
    found = made(event("e", *four), rules=rules)
    assert points(found) == {"p2": 7, "p3": 1, "p4": 1}
    assert states(found, "p1") == ["disqualified"]


def test_one_disqualified_member_takes_nothing_from_the_team_and_a_disqualified_team_is_paid_nothing() -> (
    None
):
    team = Finish(1, (Member("a", disqualified=True), Member("b")))
    assert points(made(event("e", team, kind="team"))) == {"b": 10}
    assert points(made(event("e", replace(team, disqualified=True), kind="team"))) == {}


def test_a_guest_is_paid_once_the_result_is_claimed_as_if_it_had_always_been() -> None:
    before = made(event("e", Finish.of(1, "guest 7", unclaimed=True), Finish.of(2, "b"), size=4))
    after = made(event("e", Finish.of(1, "ann"), Finish.of(2, "b"), size=4))
    assert points(before) == {"b": 6}
    assert points(after) == {"ann": 10, "b": 6}


def test_a_reason_of_the_event_goes_before_disqualified_and_that_before_unclaimed() -> None:
    both = Finish.of(1, "a", unclaimed=True, disqualified=True)
    assert states(made(event("e", both)), "a") == ["disqualified"]
    assert states(made(event("e", both, rehearsal=True)), "a") == ["rehearsal"]


# --- limits ------------------------------------------------------------------------------------------


def nights(*places: int, start: int = 1, **more: Any) -> list[Event]:
    """One event a day of a large field, with these places of one person."""
    return [
        event(f"{start + day:02}", Finish.of(place, "ann"), size=100, on=date(2026, 3, start + day), **more)
        for day, place in enumerate(places)
    ]


def test_the_best_results_of_a_class_are_kept_and_of_equal_ones_the_earlier() -> None:
    rules = replace(RULES, classes=(replace(CLASS, best=2),))
    found = made(*nights(3, 1, 4, 2), rules=rules)
    assert states(found, "ann") == ["over_class", "kept", "over_class", "kept"]
    assert states(made(*nights(2, 2, 2), rules=rules), "ann") == ["kept", "kept", "over_class"]


def test_of_equal_results_on_one_day_the_smaller_key_is_kept() -> None:
    rules = replace(RULES, best=1)
    found = made(event("b", Finish.of(1, "ann")), event("B", Finish.of(1, "ann")), rules=rules)
    assert {one.event.key: one.state for one in found.results["ann"]} == {"B": "kept", "b": "over_all"}


def test_a_window_has_its_limit_before_the_class_and_outside_of_all_there_is_none() -> None:
    windows = (Window("w", date(2026, 3, 1), date(2026, 3, 3)),)
    rules = replace(RULES, classes=(replace(CLASS, window_best=1, best=3),), windows=windows)
    found = made(*nights(1, 1, 2, 3, 3, 3), rules=rules)
    assert states(found, "ann") == ["kept", "over_window", "over_window", "kept", "kept", "over_class"]


def test_the_limit_over_all_classes_is_the_last_step() -> None:
    classes = (replace(CLASS, best=2), replace(CLASS, key="open", best=2))
    found = made(
        *nights(1, 2, 3), *nights(2, 4, start=9, of="open"), rules=replace(RULES, classes=classes, best=3)
    )
    assert states(found, "ann") == ["kept", "kept", "over_class", "kept", "over_all"]


def test_a_result_without_points_takes_no_room_in_a_limit() -> None:
    found = made(*nights(9, 1), rules=replace(RULES, best=1))
    assert states(found, "ann") == ["zero", "kept"]


def test_points_for_taking_part_stand_inside_the_limit() -> None:
    rules = replace(RULES, classes=(replace(CLASS, taking_part=F(1), best=2),))
    assert points(made(*nights(9, 9, 9, 9), rules=rules)) == {"ann": 2}


# --- the ladder --------------------------------------------------------------------------------------


def test_whoever_is_level_on_everything_shares_the_rank_and_the_next_is_left_out() -> None:
    finishes = [Finish.of(place, person) for person, place in {"b": 1, "a": 1, "c": 3}.items()]
    found = made(event("e", *finishes, size=8))
    assert [(row.rank, row.person, row.tie, row.decided_by) for row in found.rows] == [
        (1, "a", ("a", "b"), None),
        (1, "b", ("a", "b"), None),
        (3, "c", ("c",), "points"),
    ]


def test_nobody_without_points_stands_on_the_ladder() -> None:
    found = made(event("e", Finish.of(1, "a"), Finish.of(2, "b")))
    assert [row.person for row in found.rows] == ["a"]
    assert found.row("b") is None
    assert (found.points("a"), found.points("b"), found.points("nobody")) == (10, 0, 0)


def day(number: int) -> date:
    return date(2026, 3, number)


@table(
    ("tie_break", "first"),
    [("results", "a"), ("wins", "a"), ("earlier", "b"), ("events", "a")],
)
def test_each_tie_break_decides_as_its_line_says(tie_break: str, first: str) -> None:
    """a: 10 and 4, the last on the 9th; b: 6, 4 and 4, the last on the 8th: 14 points each."""
    a = [("1", 1, day(1)), ("2", 3, day(9))]
    b = [("3", 2, day(2)), ("4", 3, day(3)), ("5", 3, day(8))]
    events = [
        event(key, Finish.of(place, person), size=8, on=on)
        for person, results in (("a", a), ("b", b))
        for key, place, on in results
    ]
    found = made(*events, rules=replace(RULES, tie_breaks=(tie_break,)))
    assert found.rows[0].person == first
    assert [row.decided_by for row in found.rows] == [None, tie_break]
    assert made(*events, rules=replace(RULES, tie_breaks=())).rows[0].tie == ("a", "b")


def test_a_win_that_a_limit_left_out_is_still_a_win() -> None:
    found = made(*nights(1, 1), rules=replace(RULES, best=1))
    assert found.rows[0].values["wins"] == 2


# --- clans -------------------------------------------------------------------------------------------


def clans(*events: Event, rules: Circuit = RULES) -> dict[str, tuple[int | None, F]]:
    return {row.clan: (row.rank, row.points) for row in clan_ladder(Season(rules, events))}


def test_a_clan_has_its_five_best_member_results_of_each_class() -> None:
    classes = (CLASS, replace(CLASS, key="open"))
    rules = replace(RULES, classes=classes, clan_members=1)
    won = [event(f"e{number}", Finish.of(1, "ann", "foxes")) for number in range(7)]
    second = [event(f"o{number}", Finish.of(2, "bob", "foxes"), of="open", size=4) for number in range(6)]
    assert clans(*won, *second, rules=rules) == {"foxes": (1, 5 * 10 + 5 * 6)}


def test_all_crew_results_count_once_each_and_their_members_not_again() -> None:
    crew = tuple(Member(person) for person in "abc")
    events = [event(f"e{number}", Finish(1, crew, "foxes"), kind="crew") for number in range(6)]
    assert clans(*events) == {"foxes": (1, 60)}
    assert points(made(*events)) == dict.fromkeys("abc", F(60))


def test_a_crew_pays_its_clan_if_one_of_its_members_is_paid() -> None:
    nobody = (Member("a", unclaimed=True), Member("b", disqualified=True))
    rules = replace(RULES, clan_members=1)
    assert clans(event("e", Finish(1, nobody, "foxes"), kind="crew"), rules=rules) == {}
    one = event("e", Finish(1, (*nobody, Member("c")), "foxes"), kind="crew")
    assert clans(one, rules=rules) == {"foxes": (1, 10)}
    assert clans(event("e", Finish(1, (Member("c"),), "foxes", True), kind="crew"), rules=rules) == {}


def test_with_fewer_than_three_people_a_clan_stands_at_the_end_without_a_rank() -> None:
    three = [Finish.of(place, f"o{place}", "owls") for place in (2, 3, 9)]
    found = clan_ladder(Season(RULES, (event("e", Finish.of(1, "ann", "foxes"), *three, size=9),)))
    assert [(row.rank, row.clan, row.points, len(row.people)) for row in found] == [
        (1, "owls", 10, 3),
        (None, "foxes", 10, 1),
    ]


def test_a_result_stays_with_the_clan_it_was_played_for() -> None:
    first = event("e1", Finish.of(1, "ann", "foxes"), on=day(1))
    later = event("e2", Finish.of(1, "ann", "owls"), on=day(2))
    assert clans(first, later, rules=replace(RULES, clan_members=1)) == {"foxes": (1, 10), "owls": (1, 10)}


def test_a_result_that_the_limit_left_out_counts_for_the_clan() -> None:
    found = clans(*[replace(one, finishes=(Finish.of(1, "ann", "foxes"),)) for one in nights(1, 1)],
                  rules=replace(RULES, best=1, clan_members=1))  # fmt: skip
    assert found == {"foxes": (1, 20)}


def test_level_clans_are_ordered_by_their_results_and_else_share_the_rank() -> None:
    rules = replace(RULES, clan_members=1)
    events = [
        event("1", Finish.of(1, "a", "high"), size=8),
        event("2", Finish.of(2, "b", "low"), Finish.of(3, "c", "low"), size=8),
        event("3", Finish.of(1, "d", "also high"), size=8),
    ]
    assert [(row.rank, row.clan) for row in clan_ladder(Season(rules, tuple(events)))] == [
        (1, "also high"),
        (1, "high"),
        (3, "low"),
    ]


# --- honours -----------------------------------------------------------------------------------------


def test_honours_are_given_by_their_rules_and_say_what_they_rest_on() -> None:
    rules = replace(
        RULES,
        honours=(
            HonourRule("champion", "Champion", "rank"),
            HonourRule("regular", "Regular", "events", "evening", times=2),
            HonourRule("top", "Top", "finishes", place=2, times=2),
            HonourRule("clan", "Clan", "clan_rank", place=1),
        ),
        clan_members=1,
    )
    events = [
        event(key, Finish.of(1, first, "foxes"), Finish.of(2, second), size=4, on=on)
        for key, first, second, on in (
            ("1", "a", "b", day(2)),
            ("2", "b", "a", day(1)),
            ("3", "a", "c", day(3)),
        )
    ]
    found = [(one.rule.key, one.who, one.rank, one.events) for one in honours(Season(rules, tuple(events)))]
    assert found == [
        ("champion", "a", 1, ()),
        ("regular", "a", None, ("2", "1", "3")),
        ("regular", "b", None, ("2", "1")),
        ("top", "a", None, ("2", "1", "3")),
        ("top", "b", None, ("2", "1")),
        ("clan", "foxes", 1, ()),
    ]


def test_who_was_disqualified_is_unclaimed_or_played_a_rehearsal_has_no_part_in_an_honour() -> None:
    rules = replace(RULES, honours=(HonourRule("regular", "Regular", "events"),))
    events = (
        event("1", Finish.of(1, "a", disqualified=True)),
        event("2", Finish.of(1, "b"), rehearsal=True),
        event("3", Finish.of(1, "guest", unclaimed=True)),
    )
    assert honours(Season(rules, events)) == ()


def test_an_empty_season_is_an_empty_ladder() -> None:
    assert made().rows == ()
    assert made().day is None
    assert clan_ladder(Season(RULES, ())) == ()
    assert honours(Season(CIRCUITS["x610z"], ())) == ()
