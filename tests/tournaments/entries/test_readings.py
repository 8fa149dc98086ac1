"""Who reads what is closed does not play, who plays does not read, and every reading is told to whom it concerns."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.models import LedgerRow
from tests.halls import kept
from tests.tournaments.gamelogs.test_logs import Table
from tests.tournaments.hall import enter, logged, make_tournament, make_user, organizer_of, staff_actor
from tournaments.entries.models import Entry, Reading
from tournaments.entries.reading_services import LIST, ONE_READING, secret_read
from tournaments.entries.services import entry_create
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_entry

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


class Day:
    """A tournament that takes entries, with a judge who might play."""

    def __init__(self) -> None:
        self.tournament = make_tournament()
        tournament_open_entry(actor=organizer_of(self.tournament), tournament=self.tournament, casual=True)
        self.entry = enter(self.tournament, 1)[0]
        self.judge = staff_actor(self.tournament, "judge").user
        self.client = Client()
        self.client.force_login(self.judge)

    def url(self, rest: str) -> str:
        return f"/t/{self.tournament.slug}/{rest}"

    def reads(self) -> int:
        """The answer to the judge who asks for the list."""
        return self.client.get(self.url(f"desk/decks/{self.entry.number}/")).status_code

    def enters(self) -> bool:
        self.client.post(self.url("enter/"))
        entry = Entry.objects.filter(tournament=self.tournament, user=self.judge).first()
        return entry is not None and entry.state != Entry.State.WITHDRAWN


@kept
def day() -> Day:
    return Day()


def test_a_judge_who_enters_leaves_reads_and_comes_back_stays_out(day: Day) -> None:
    assert day.enters() and day.reads() == 404
    assert day.client.post(day.url("leave/")).status_code == 302
    assert day.reads() == 200
    assert not day.enters()
    answer = day.client.post(day.url("enter/"), follow=True).content.decode()
    assert "can no longer play in it" in answer
    assert day.reads() == 200


def test_leaving_without_reading_costs_nobody_the_place(day: Day) -> None:
    assert day.enters()
    day.client.post(day.url("leave/"))
    assert day.enters()


def test_an_organizer_who_makes_himself_a_judge_is_bound_like_any_judge(day: Day) -> None:
    organizer = day.tournament.created_by
    staff_actor(day.tournament, "judge", organizer)
    day.client.force_login(organizer)
    day.judge = organizer
    assert day.reads() == 200
    assert not day.enters()


def test_every_reading_is_a_row_of_the_ledger_before_anything_is_shown(day: Day, time_machine: Any) -> None:
    assert day.reads() == 200
    row = LedgerRow.objects.get(action="secret.read")
    assert (row.actor_id, row.data["entries"], row.data["kind"]) == (day.judge.pk, [day.entry.pk], "list")
    assert day.reads() == 200
    assert Reading.objects.count() == 1, "turning back to the page is the same reading"
    time_machine.move_to(timezone.now() + ONE_READING * 1.1)
    day.client.force_login(day.judge)
    assert day.reads() == 200
    assert Reading.objects.count() == 2 == LedgerRow.objects.filter(action="secret.read").count()


def test_the_api_writes_readings_down_as_the_page_does(day: Day) -> None:
    url = f"/api/v1/tournaments/{day.tournament.slug}/decks/{day.entry.number}/"
    answer = day.client.get(url)
    assert answer.status_code == 200, answer.content
    assert Reading.objects.filter(user=day.judge, entry=day.entry, kind="list").count() == 1


def test_the_owner_reading_their_own_list_is_no_reading(day: Day) -> None:
    day.client.force_login(day.entry.user)
    assert day.client.get(day.url("deck/")).status_code == 200
    assert not Reading.objects.exists()


def test_the_player_sees_who_read_and_when_after_the_event_and_not_before(day: Day) -> None:
    assert day.reads() == 200
    owner, other = Client(), Client()
    owner.force_login(day.entry.user)
    other.force_login(make_user())
    page = owner.get(day.url("deck/readers/")).content.decode()
    assert day.judge.display_name not in page and "as soon as the tournament is over" in page
    Tournament.objects.filter(pk=day.tournament.pk).update(state="finished")
    page = owner.get(day.url("deck/readers/")).content.decode()
    assert day.judge.display_name in page and "the deck list" in page
    assert other.get(day.url("deck/readers/")).status_code == 404


def test_reading_a_log_is_told_to_both_players_of_the_match() -> None:
    table = Table()
    log = table.checked(logged(table.match))
    table.page(log)
    table.judge.get(f"/t/{table.tournament.slug}/judge/logs/{log.pk}/original/")
    readings = Reading.objects.filter(kind="log")
    assert {reading.entry_id for reading in readings} == {seat.entry_id for seat in table.match.seats.all()}
    assert readings.count() == 2, "opening the file beside the page is the same reading"
    assert LedgerRow.objects.filter(action="secret.read", data__what=log.pk).count() == 1


def test_nobody_who_plays_writes_a_reading_down_even_past_the_page(day: Day) -> None:
    assert day.enters()
    with pytest.raises(UserError, match="You are playing here"):
        secret_read(
            actor=Actor(day.judge, "judge"), tournament=day.tournament, kind=LIST, entries=[day.entry.pk]
        )
    assert not Reading.objects.exists()


def test_a_reader_comes_in_by_no_other_door(day: Day) -> None:
    assert day.reads() == 200
    with pytest.raises(UserError, match="can no longer play"):
        entry_create(actor=Actor(day.judge, "player"), tournament=day.tournament)
