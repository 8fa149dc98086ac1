"""End of a round with stacked extensions (scenario 9)."""

import re
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
import time_machine
from django.conf import settings
from django.core.cache import caches
from django.utils import timezone

from tests.conftest import background_process
from tests.pages import flat
from tests.tournaments.hall import of_table, running_tournament
from tests.tournaments.scenarios.people import Person, in_turn, organizer, players, staff, tables, words_of
from tournaments.judging.models import JudgeCall
from tournaments.rounds.models import Match, Round
from tournaments.rounds.services import match_ends_at
from x610z_site.services.servers import free_port

pytestmark = [pytest.mark.django_db]


class Hall:
    """Given a 50-minute clock and people at tables 243 and 9, which they always have."""

    def __init__(self) -> None:
        self.tournament = running_tournament(8, changes={"minutes": 50})
        self.desk, self.judge = organizer(self.tournament), staff(self.tournament, "judge")
        # In the middle of a day, so that every time of the evening is later in words as well.
        tomorrow = timezone.localtime() + timedelta(days=1)
        self.start = tomorrow.replace(hour=12, minute=0, second=0, microsecond=0)
        entries = list(self.tournament.entries.order_by("number"))
        for entry, number in zip(entries[::4], (243, 9), strict=True):
            self.desk.does("desk/rules/", entry=entry.pk, kind="table", number=number)
        self.desk.does("desk/rules/", entry=entries[0].pk, kind="apart", other=entries[4].pk)

    def begin(self) -> None:
        """The round is published with its clock."""
        self.desk.does("desk/round/do/draft/", number=1)
        self.desk.does("desk/round/do/publish/", number=1, start_clock="yes")
        self.round = Round.objects.get(tournament=self.tournament)

    def at(self, minutes: float) -> Any:
        """The hall so many minutes after the start."""
        return time_machine.travel(self.start + timedelta(minutes=minutes), tick=False)

    def match(self, table: int) -> Match:
        """A table of the round."""
        found = Match.objects.select_related("round").get(round=self.round, table=table)
        found.tournament = self.tournament
        return found

    def call(self, table: int, came: float, done: float, minutes: int) -> None:
        """A judge is called to a table and gives it minutes."""
        with self.at(came):
            self.judge.does("judge/calls/", do="claim", match=self.match(table).pk, reason="hand")
        with self.at(done):
            number = JudgeCall.objects.get(match=self.match(table), state="claimed").pk
            self.judge.does("judge/calls/", do="resolve", call=number, minutes=minutes)

    def ends(self) -> dict[int, float]:
        """When each table ends, in minutes after the start."""
        found = Match.objects.filter(round=self.round).select_related("round")
        return {match.table: (match_ends_at(match) - self.start).total_seconds() / 60 for match in found}


def stacked() -> Hall:
    """The round runs, with a judge call and a deck check at table 243 and a fire alarm for all."""
    found = Hall()
    with found.at(0):
        found.begin()
    found.call(243, 2, 10, 8)  # a judge call
    with found.at(12):
        found.desk.does(f"desk/matches/{found.match(243).pk}/", minutes=7)  # a deck check
        found.desk.does(f"desk/matches/{found.match(9).pk}/", minutes=3)
    with found.at(20):
        found.desk.does("desk/round/do/pause_clock/", number=1)  # a fire alarm
    with found.at(24):
        found.desk.does("desk/round/do/start_clock/", number=1)
    return found


def each_tables_end_is_start_and_fifty_and_pause_and_its_extensions(hall: Hall) -> None:
    ends = hall.ends()
    assert (ends.pop(243), ends.pop(9)) == (50 + 4 + 8 + 7, 50 + 4 + 3)
    assert set(ends.values()) == {54}


def forget() -> None:
    """Whatever processes keep beside the database is gone."""
    for name in settings.CACHES:
        caches[name].clear()


def self_ends(page: str) -> tuple[datetime, int]:
    """The end of the room's time and their own minutes of a clock on a page."""
    (ends,) = re.findall(r'data-ends-at="([^"]+)"', page)
    (own,) = re.findall(r'data-extension="(\d+)"', page)
    return datetime.fromisoformat(ends), int(own)


def it_is_visible_on_phones_and_screen(hall: Hall) -> None:
    with hall.at(25):
        phone = players(hall.match(243))[0]
        page = phone.client.get(phone.url("me/")).content.decode()
        # The script of the clock adds the table's own minutes to the end of the room's time.
        assert self_ends(page) == (hall.start + timedelta(minutes=54), 15)
        screen = Person(hall.tournament).client.get(f"/t/{hall.tournament.slug}/screen/").content.decode()
        assert self_ends(screen) == (hall.start + timedelta(minutes=54), 0)
        words = Person(hall.tournament).reads("screen/")
        assert words.count("243 +15") == 2 and words.count("9 +3") == 2


def an_extension_entered_with_two_minutes_left_for_a_five_minute_call_proposes_two(hall: Hall) -> None:
    with hall.at(52):  # two minutes are left on the room's clock
        hall.judge.does("judge/calls/", do="claim", match=hall.match(1).pk, reason="hand")
    with hall.at(57):
        page = hall.judge.client.get(hall.judge.url("judge/")).content.decode()
    assert re.search(r'name="minutes"[^>]*value="2"', page), re.findall(
        r'<input[^>]*name="minutes"[^>]*>', page
    )


def the_outstanding_list_sorts_by_end_time_and_shows_the_judge_assigned(hall: Hall) -> None:
    with hall.at(40):
        hall.judge.does("judge/calls/", do="claim", match=hall.match(9).pk, reason="hand")
        hall.judge.does("judge/calls/", do="claim", match=hall.match(1).pk, reason="hand")
        page = hall.judge.reads("judge/")
    waiting, _heading, playing = page.partition("Tables still playing")
    assert waiting.count(hall.judge.user.display_name) >= 3, (
        "who goes there stands at both tables (and in the frame)"
    )
    ends = [
        time
        for _table, time in re.findall(r"(\d+) Player \d+ – Player \d+ (?:[a-z ]*)until (\d\d:\d\d)", playing)
    ]
    assert len(ends) == 2 and ends == sorted(ends)


def at_zero_each_table_moves_to_extra_turns_by_itself(hall: Hall) -> None:
    """And only that table: the others play on. Then its match may end in a draw (rule 106.1)."""
    for minutes, table, over in ((56, 9, False), (58, 9, True), (58, 243, False), (70, 243, True)):
        with hall.at(minutes):
            page = hall.judge.reads("judge/")
            said = re.search(rf" {table} Player \d+ – Player \d+ ([a-z ]*)until", page)
            assert said is not None and (said[1].strip() == "time is up") is over, (minutes, table, said)
            one, two = players(hall.match(table))
            if table == 243:
                for person in (one, two):  # a draw, which only the end of the table's time makes
                    person.does("me/", first=0, second=0, drawn=1, **of_table(hall.match(table)))
                assert hall.match(table).state == ("final" if over else "open")
    with hall.at(58):
        page = players(hall.match(9))[0].client.get(hall.desk.url("me/")).content.decode()
        assert 'data-text-over="Time is up: finish the turn"' in page


def the_forecast_of_the_next_round_start_updates(hall: Hall) -> None:
    def forecast() -> str:
        with hall.at(30):
            (said,) = re.findall(
                r"Round 2 starts at about (\d\d:\d\d)", Person(hall.tournament).reads("screen/")
            )
        return str(said)

    forget()
    before = forecast()
    with hall.at(30):
        hall.desk.does(f"desk/matches/{hall.match(243).pk}/", minutes=10)
    assert hall.match(243).extension_minutes == 25
    minutes = [int(said[:2]) * 60 + int(said[3:]) for said in (before, forecast())]
    assert (minutes[1] - minutes[0]) % (24 * 60) == 10


def when_table_243_finishes_the_round_completes_only_if_no_dispute_is_open(hall: Hall) -> None:
    last = hall.match(243)
    with hall.at(40):
        for match in tables(hall.round):
            if match.table not in (9, 243):
                said = {"first": 2, "second": 0, "drawn": 0, "kind": "played", "version": match.version}
                hall.desk.does(f"desk/matches/{match.pk}/", **said)
        one, two = players(hall.match(9))
        one.reports(hall.match(9), "2-0-0")
        two.reports(hall.match(9), "2-0-0")
    with hall.at(60):
        said = {"first": 2, "second": 1, "drawn": 0, "kind": "played", "version": last.version}
        hall.desk.does(f"desk/matches/{last.pk}/", **said)
        page = hall.desk.does("desk/round/do/complete/", number=1)
        assert "No final result yet at: table 9." in page
        said = {"first": 2, "second": 0, "drawn": 0, "kind": "played", "reason": "the slip"}
        hall.judge.does(f"desk/matches/{hall.match(9).pk}/", version=hall.match(9).version, **said)
        hall.desk.does("desk/round/do/complete/", number=1)
    hall.round.refresh_from_db()
    assert hall.round.state == "completed"


def a_cache_that_is_lost_in_the_middle_changes_no_end_time(hall: Hall) -> None:
    with hall.at(30):
        before = hall.judge.reads("judge/")
    forget()
    with hall.at(30):
        assert hall.judge.reads("judge/") == before


def a_server_restart_in_the_middle_changes_no_end_time(redis_url: str, tmp_path: Path) -> None:
    """Real processes: the pages end with everything that they know, and others start."""
    hall = Hall()
    hall.begin()
    hall.desk.does(f"desk/matches/{hall.match(243).pk}/", minutes=15)
    hall.desk.does("desk/round/do/pause_clock/", number=1)
    hall.desk.does("desk/round/do/start_clock/", number=1)
    seen = []
    for number in range(2):
        port = free_port()
        arguments = ["-m", "granian", "--interface", "rsgi", "--host", "127.0.0.1", "--port", str(port)]
        arguments += ["--workers", "1", "--no-ws", "--log-level", "warning", "x610z_site.front_door:door"]
        log = tmp_path / f"pages{number}.log"
        screen = f"http://127.0.0.1:{port}/t/{hall.tournament.slug}/screen/"
        with (
            background_process(arguments, role="web", redis=redis_url, log=log, port=port),
            urlopen(screen) as answer,
        ):
            page = answer.read().decode()
        words = words_of(flat(page))
        assert "243 +15" in words
        seen.append((self_ends(page), re.findall(r"Round 2 starts at about (\d\d:\d\d)", words)))
    assert seen[0] == seen[1]
    hall.round.refresh_from_db()
    assert seen[0][0][0] == hall.round.ends_at


@pytest.mark.night(
    "servers end and start",
    short="tests/tournaments/judging/test_zones.py::test_outstanding_tables_name_the_judge_of_their_zone",
)
def test_s09_the_end_of_a_round_with_stacked_extensions(
    transactional_db: None, redis_url: str, tmp_path: Path
) -> None:
    in_turn(
        each_tables_end_is_start_and_fifty_and_pause_and_its_extensions,
        it_is_visible_on_phones_and_screen,
        an_extension_entered_with_two_minutes_left_for_a_five_minute_call_proposes_two,
        the_outstanding_list_sorts_by_end_time_and_shows_the_judge_assigned,
        at_zero_each_table_moves_to_extra_turns_by_itself,
        the_forecast_of_the_next_round_start_updates,
        when_table_243_finishes_the_round_completes_only_if_no_dispute_is_open,
        a_cache_that_is_lost_in_the_middle_changes_no_end_time,
        given=(stacked(),),
    )
    a_server_restart_in_the_middle_changes_no_end_time(redis_url, tmp_path)
