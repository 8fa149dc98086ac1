"""Who is in a clan is told by no line and by no number of the ladder of clans, unless that person shows it."""

from datetime import date
from fractions import Fraction

from tournaments.programme.clans_shown import lines_of, said_clans, shown_clans, told
from tournaments.season_points import CIRCUITS, Event, Finish, Member, Season, clan_ladder, ladder

RULES = CIRCUITS["x610z"]


def evening(number: int, *finishes: Finish, kind: str = "single") -> Event:
    """An evening of twelve in March."""
    return Event(f"e{number}", "evening", date(2026, 3, number), finishes, 12, kind, f"Evening {number}")


def test_what_is_hidden_counts_without_a_name_once_three_have_the_same() -> None:
    first = evening(
        1, Finish.of(1, "ann", "foxes"), Finish.of(2, "bob", "foxes"), Finish.of(3, "cas", "foxes")
    )
    named = frozenset({("ann", "foxes"), ("eva", "owls")})
    alone = Season(RULES, (first,))
    (row,) = shown_clans(alone, named)
    assert row.points == 16 and [one.person for one in lines_of(row, RULES, named)] == ["ann"]
    # Two others were second as well, one of whom shows to play for somebody else: that is still two who may be meant.
    second = evening(2, Finish.of(2, "dee"))
    third = evening(3, Finish.of(2, "eva", "owls"))
    assert shown_clans(Season(RULES, (first, second, third)), named)[0].points == 16
    fourth = evening(4, Finish.of(2, "fay", "owls"))
    season = Season(RULES, (first, second, third, fourth))
    foxes = next(one for one in shown_clans(season, named) if one.clan == "foxes")
    lines = lines_of(foxes, RULES, named)
    assert foxes.points == 29 == sum(line.worth for line in lines if line.counted)
    assert [(one.person, one.event and one.event.key, one.place, one.worth) for one in lines] == [
        ("ann", "e1", 1, 16),
        (None, None, 0, 13),
    ]


def test_who_has_left_is_not_named_and_what_was_left_out_is_told_of_the_named_alone() -> None:
    events = tuple(
        evening(number, Finish.of(9, "ann", "foxes"), Finish.of(10, "bob", "foxes")) for number in range(1, 9)
    )
    crowd = evening(9, *(Finish.of(place, f"p{place}") for place in range(1, 13)))
    named = frozenset({("ann", "foxes"), ("bob", "owls")})  # bob plays for the owls today
    (row,) = shown_clans(Season(RULES, (*events, crowd)), named)
    lines = lines_of(row, RULES, named)
    assert row.points == RULES.clan_best and {one.person for one in lines if one.person} == {"ann"}
    assert all(one.counted for one in lines if one.event is None)


def test_a_crew_is_named_only_while_all_of_it_may_be() -> None:
    crew = Finish(1, (Member("ann"), Member("bob"), Member("cas")), clan="foxes")
    season = Season(RULES, (evening(1, crew, kind="crew"),))
    two = frozenset({("ann", "foxes"), ("bob", "foxes")})
    assert shown_clans(season, two) == ()
    (row,) = shown_clans(season, two | {("cas", "foxes")})
    assert lines_of(row, RULES, two | {("cas", "foxes")})[0].event == season.events[0]
    others = [Finish(1, (Member(f"{n}a"), Member(f"{n}b")), clan=f"c{n}") for n in (2, 3)]
    many = Season(RULES, (*season.events, *(evening(n, one, kind="crew") for n, one in enumerate(others, 2))))
    foxes = next(one for one in shown_clans(many, two) if one.clan == "foxes")
    (line,) = lines_of(foxes, RULES, two)
    assert (line.crew, line.event, line.worth) == (True, None, Fraction(16))


def test_nobodys_own_points_move_and_where_all_show_themselves_nothing_is_kept_back() -> None:
    finishes = (Finish.of(1, "ann", "foxes"), Finish.of(2, "bob", "foxes"), Finish.of(3, "cas", "owls"))
    season = Season(
        RULES, (evening(1, *finishes), evening(2, Finish(1, (Member("dee"),), "owls"), kind="crew"))
    )
    everybody = frozenset({("ann", "foxes"), ("bob", "foxes"), ("cas", "owls"), ("dee", "owls")})
    assert told(season, everybody) == Season(RULES, season.events, season.day)
    assert shown_clans(season, everybody) == clan_ladder(season)
    points = {row.person: row.points for row in ladder(season).rows}
    hidden = told(season, frozenset())
    assert {row.person: row.points for row in ladder(hidden).rows} == points, "a crew too"
    assert said_clans(hidden) == shown_clans(season, frozenset()) == ()
