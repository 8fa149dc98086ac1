"""Crews at their tables: seat against seat at neighbouring tables, an empty seat is lost (event scenario S10)."""

import pytest

from tournaments.formats.crews.field import Crew, crew_lines
from tournaments.formats.crews.tables import crew_tables, owners
from tournaments.rounds.tables import Table
from tournaments.rounds.units import Line

RED = Crew("E1", "Red", "Sun", ("E1", "E2", "E3"))
BLUE = Crew("E4", "Blue", "Sea", ("E4", "E5", "E6"))
GREEN = Crew("E9", "Green", "", ("E9", "E7", "E8"))
CREWS = (RED, BLUE, GREEN)
ALL = {key for crew in CREWS for key in crew.members}
ROUND = (Table(("E4", "E1"), 1), Table(("E9",), None))


def test_seat_one_meets_seat_one_at_neighbouring_tables_and_a_crew_alone_has_a_bye_each() -> None:
    assert crew_tables(ROUND, CREWS, ALL) == [
        Table(("E4", "E1"), 1),
        Table(("E5", "E2"), 2),
        Table(("E6", "E3"), 3),
        Table(("E9",), None),
        Table(("E7",), None),
        Table(("E8",), None),
    ]


@pytest.mark.parametrize(
    ("gone", "second"),
    [({"E2"}, Table(("E5", "E2"), 2, walkover=0)), ({"E5"}, Table(("E5", "E2"), 2, walkover=1))],
)
def test_the_seat_of_who_is_gone_is_lost_without_play(gone: set[str], second: Table) -> None:
    tables = crew_tables(ROUND, CREWS, ALL - gone)
    assert tables[:3] == [Table(("E4", "E1"), 1), second, Table(("E6", "E3"), 3)]


def test_two_empty_seats_need_no_table_and_who_is_gone_has_no_bye() -> None:
    tables = crew_tables(ROUND, CREWS, ALL - {"E5", "E2", "E7"})
    assert [table.keys for table in tables] == [("E4", "E1"), ("E6", "E3"), ("E9",), ("E8",)]
    assert [table.number for table in tables] == [1, 3, None, None]


def test_every_member_belongs_to_one_crew() -> None:
    assert owners(CREWS)["E8"] == "E9" and len(owners(CREWS)) == 9


def line(number: int, state: str = "checked_in", *, dropped: int | None = None, out: bool = False) -> Line:
    return Line(number, number, state, f"player {number}", 1, dropped, 100 + number, None, out, None)


def test_a_crew_plays_on_while_one_of_its_members_does() -> None:
    lines = [
        line(1, "dropped", dropped=1),
        line(2, out=True),
        line(3),
        line(4, "dropped", dropped=1),
        line(5, "dropped", dropped=2),
        line(6, out=True),
        line(7, "no_show"),
        line(8, "no_show"),
        line(9, "withdrawn"),
        line(10),
    ]
    red, blue, green = crew_lines(lines, CREWS)
    assert (red.key, red.state, red.dropped_after, red.disqualified) == ("E1", "checked_in", None, False)
    assert (red.sort_name, red.clan_name, red.random) == ("red", "Sun", 101)
    assert (blue.state, blue.dropped_after, blue.disqualified) == ("dropped", 2, False)
    assert (green.state, green.clan_name) == ("no_show", None)


def test_a_crew_whose_members_are_all_disqualified_is_disqualified() -> None:
    lines = [line(number, out=True) for number in (1, 2, 3)]
    (red,) = crew_lines(lines, [RED])
    assert red.disqualified and red.state == "dropped"
