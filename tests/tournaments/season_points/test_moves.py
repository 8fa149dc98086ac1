"""What moved, and why, after each of the things that can happen to a season."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.season_points.seasons import read, some_season
from tests.tournaments.season_points.test_rules import RULES, day, event
from tournaments.season_points import Circuit, Event, Finish, Move, Season, ladder, moves
from tournaments.season_points.wording import move_text

FIRST = event(
    "1", Finish.of(1, "ann"), Finish.of(2, "bob"), Finish.of(3, "cas"), size=8, on=day(1), name="First"
)


def changed(before: tuple[Event, ...], after: tuple[Event, ...], rules: Circuit = RULES) -> dict[str, Move]:
    found = moves(ladder(Season(rules, before)), ladder(Season(rules, after)))
    return {one.person: one for one in found}


def told(move: Move) -> list[str]:
    return move_text(move)


def test_nothing_moved_between_a_ladder_and_itself() -> None:
    assert changed((FIRST,), (FIRST,)) == {}


def test_a_corrected_result_tells_everybody_it_moved_why() -> None:
    corrected = event(
        "1", Finish.of(2, "ann"), Finish.of(1, "bob"), Finish.of(3, "cas"), size=8, on=day(1), name="First"
    )
    found = changed((FIRST,), (corrected,))
    assert told(found["ann"]) == ["ann: 1 -> 2 (10 -> 6)", "  First: worth 6, before 10", "  Now behind: bob"]
    assert told(found["bob"]) == [
        "bob: 2 -> 1 (6 -> 10)",
        "  First: worth 10, before 6",
        "  Now ahead of: ann",
    ]
    assert "cas" not in found


def test_a_disqualification_takes_somebody_off_and_moves_others_up_in_rank_alone() -> None:
    out = replace(FIRST, finishes=(replace(FIRST.finishes[0], disqualified=True), *FIRST.finishes[1:]))
    found = changed((FIRST,), (out,))
    assert told(found["ann"]) == [
        "ann: 1 -> - (10 -> 0)",
        "  First: worth 0, before 10",
        "  First: disqualified, before counts",
        "  Now behind: bob, cas",
    ]
    assert told(found["bob"]) == ["bob: 2 -> 1 (6 -> 6)", "  Now ahead of: ann"]


def test_a_claimed_guest_comes_onto_the_ladder() -> None:
    guest = Finish.of(1, "guest 1", unclaimed=True)
    before, after = (
        replace(FIRST, finishes=(one, *FIRST.finishes[1:])) for one in (guest, Finish.of(1, "zoe"))
    )
    found = changed((before,), (after,))
    assert told(found["zoe"]) == ["zoe: - -> 1 (0 -> 10)", "  New: First", "  Now ahead of: bob, cas"]
    assert found["cas"].reasons[0].people == ("zoe",)


def test_a_forgotten_person_leaves_the_ladder_and_everybody_else_keeps_the_points() -> None:
    nobody = Finish.of(1, "Player 4f2a", unclaimed=True)
    found = changed((FIRST,), (replace(FIRST, finishes=(nobody, *FIRST.finishes[1:])),))
    assert told(found["ann"]) == [
        "ann: 1 -> - (10 -> 0)",
        "  No longer there: First",
        "  Now behind: bob, cas",
    ]
    assert told(found["bob"]) == ["bob: 2 -> 1 (6 -> 6)", "  Now ahead of: ann"]
    assert "Player 4f2a" not in found


def test_merged_accounts_are_one_line() -> None:
    second = event("2", Finish.of(1, "ann 2"), size=8, on=day(2), name="Second")
    merged = replace(second, finishes=(Finish.of(1, "ann"),))
    found = changed((FIRST, second), (FIRST, merged))
    assert told(found["ann 2"]) == [
        "ann 2: 2 -> - (10 -> 0)",
        "  No longer there: Second",
        "  Now behind: bob, cas",
    ]
    assert told(found["ann"]) == ["ann: 1 -> 1 (10 -> 20)", "  New: Second"]
    assert told(found["bob"]) == ["bob: 3 -> 2 (6 -> 6)", "  Now ahead of: ann 2"]


def test_a_new_limit_tells_what_is_left_out() -> None:
    second = replace(FIRST, key="2", on=day(2), name="Second")
    before = ladder(Season(RULES, (FIRST, second)))
    after = ladder(Season(replace(RULES, best=1), (FIRST, second)))
    assert told(moves(before, after)[0]) == [
        "ann: 1 -> 1 (20 -> 10)",
        "  Second: left out by the limit of the circuit, before counts",
    ]


def test_a_tie_that_is_broken_otherwise_has_its_own_words() -> None:
    events = (event("1", Finish.of(1, "ann"), on=day(1)), event("2", Finish.of(1, "bob"), on=day(2)))
    tied, split = (ladder(Season(replace(RULES, tie_breaks=keys), events)) for keys in ((), ("earlier",)))
    assert told(moves(tied, split)[0]) == [
        "bob: 1 -> 2 (10 -> 10)",
        "  Same results; a tie was decided differently",
    ]


def test_names_stand_for_keys() -> None:
    found = changed((FIRST,), (event("1", Finish.of(1, "bob"), on=day(1)),))
    assert move_text(found["bob"], {"bob": "Bob", "ann": "Ann"})[0].startswith("Bob:")
    assert "  Now ahead of: Ann" in move_text(found["bob"], {"bob": "Bob", "ann": "Ann"})


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_whoever_moved_is_told_and_passing_is_what_the_two_ladders_say(one: int, other: int) -> None:
    first, second = read(some_season(one, 6)).season, read(some_season(other, 6)).season
    before, after = ladder(first), ladder(replace(second, circuit=first.circuit))
    found = moves(before, after)
    off = 10**6
    ranks = [{row.person: row.rank for row in table.rows} for table in (before, after)]
    old, new = ({person: rank.get(person, off) for person in {*ranks[0], *ranks[1]}} for rank in ranks)
    moved = {
        person
        for person in old
        if old[person] != new[person] or before.points(person) != after.points(person)
    }
    assert {move.person for move in found} == moved
    assert all(move.reasons for move in found)
    for move in found:
        me = move.person
        people = {reason.code: reason.people for reason in move.reasons if reason.people}
        now_before = {x for x in old if old[x] > old[me] and new[x] < new[me]}
        now_behind = {x for x in old if old[x] < old[me] and new[x] > new[me]}
        assert people.get("passed_by", ()) == tuple(sorted(now_before))
        assert people.get("passed", ()) == tuple(sorted(now_behind))
