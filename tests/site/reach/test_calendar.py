"""Calendars: of a tournament for everybody, of one's own at an address that is secret and can be made again."""

import pytest
from django.test import Client

from tests.tournaments.hall import enter, make_tournament, make_user, organizer_of
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_entry
from x610z_site.reach.calendar import calendar_text, item_of
from x610z_site.reach.models import CalendarAddress
from x610z_site.redacting import redact

pytestmark = pytest.mark.django_db


def address_from(client: Client) -> str:
    page = client.post("/me/calendar/", {"do": "renew"}).content.decode()
    return page.partition("http://testserver")[2].partition("<")[0]


def test_an_address_of_ones_own_shows_ones_tournaments_and_a_new_one_ends_it() -> None:
    tournament, other = make_tournament("Mine, really; yes"), make_tournament("Not mine")
    for one in (tournament, other):
        tournament_open_entry(actor=organizer_of(one), tournament=one, casual=True)
    user = enter(tournament, 1)[0].user
    enter(other, 1)
    client = Client()
    client.force_login(user)
    first = address_from(client)
    text = Client().get(first).content.decode()
    assert "SUMMARY:Mine\\, really\\; yes\r\n" in text and "Not mine" not in text
    second = address_from(client)
    assert Client().get(first).status_code == 404 and Client().get(second).status_code == 200
    assert "SUMMARY" not in client.get("/me/calendar/").content.decode() and second not in str(
        client.get("/me/calendar/").content
    )
    token = second.rpartition("/")[2].removesuffix(".ics")
    assert token not in str(list(CalendarAddress.objects.values()))
    assert token not in redact(f"GET {second} 200")
    client.post("/me/calendar/", {"do": "remove"})
    assert Client().get(second).status_code == 404


def test_it_loses_no_tournament_when_somebody_else_withdraws_and_the_one_from_which_one_withdrew() -> None:
    tournament = make_tournament("Still mine")
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    mine, other = enter(tournament, 2)
    client = Client()
    client.force_login(mine.user)
    address = address_from(client)
    Entry.objects.filter(pk=other.pk).update(state="withdrawn")
    assert Client().get(address).content.decode().count("Still mine") == 1
    Entry.objects.filter(pk=mine.pk).update(state="withdrawn")
    assert "Still mine" not in Client().get(address).content.decode()


def test_a_deactivated_account_has_no_calendar() -> None:
    user, client = make_user(), Client()
    client.force_login(user)
    address = address_from(client)
    user.is_active = False
    user.save()
    assert Client().get(address).status_code == 404


def test_one_tournament_is_there_for_everybody_once_it_is_public() -> None:
    tournament = make_tournament("Open Cup")
    assert Client().get(f"/t/{tournament.slug}/calendar.ics").status_code == 404
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    answer = Client().get(f"/t/{tournament.slug}/calendar.ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert "SUMMARY:Open Cup" in answer.content.decode()


def test_lines_are_folded_between_characters_and_nothing_is_smuggled_in() -> None:
    tournament = make_tournament()
    Tournament.objects.filter(pk=tournament.pk).update(
        name="Eén 🂡 " * 9 + "\r\nBEGIN:VALARM", location="Zaal \r\nATTENDEE:mailto:x@example.org"
    )
    tournament.refresh_from_db()
    text = calendar_text("X", [item_of(tournament)])
    lines = text.split("\r\n")
    assert all(len(line.encode()) <= 75 for line in lines)
    assert not any(line.startswith(("BEGIN:VALARM", "ATTENDEE")) for line in lines)
    assert "".join(text.split("\r\n ")).count("🂡") == 9
    assert lines[0] == "BEGIN:VCALENDAR" and lines[-2] == "END:VCALENDAR"
