"""The agenda: what stands in it, by day and by month, what overlaps, in a calendar program, and who sees it."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.commands import Actor
from tests.site.privacy.erasing import person_erase
from tests.tournaments.agenda.people import acts, agreed, at, befriend, in_one_clan, proposed
from tests.tournaments.hall import make_tournament, make_user, organizer_of, staff_actor
from tests.tournaments.submissions.deck_hall import browser
from tournaments.agenda import sources
from tournaments.agenda.answers import LENGTH
from tournaments.agenda.days import begin_of, days_of, filled, month_named
from tournaments.agenda.models import Block, Friendly, FriendlyNote, Friendship
from tournaments.agenda.services import friendly_cancel
from tournaments.agenda.sources import Item, clashes, items_of
from tournaments.entries.services import entry_create
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_entry
from x610z_site.privacy.export import rows_of
from x610z_site.privacy.inventory import EXPORTED
from x610z_site.privacy.retention import forget_all
from x610z_site.reach.calendar import calendar_text

pytestmark = [pytest.mark.django_db]


def item(key: str, starts: str, ends: str, *, off: bool = False) -> Item:
    return Item(key=key, title=key, about=key, starts_at=at(starts), ends_at=at(ends), off=off)


def open_tournament(name: str, **params: object) -> Tournament:
    made = make_tournament(name, **params)
    tournament_open_entry(actor=organizer_of(made), tournament=made, casual=True)
    return made


def test_what_overlaps_is_found_and_what_begins_when_the_other_ends_does_not() -> None:
    rows = [
        item("a", "2027-01-02T10:00", "2027-01-02T18:00"),
        item("b", "2027-01-02T17:00", "2027-01-02T19:00"),
        item("c", "2027-01-02T19:00", "2027-01-02T20:00"),
        item("d", "2027-01-02T11:00", "2027-01-02T12:00", off=True),
    ]
    assert {key: [one.key for one in others] for key, others in clashes(rows).items()} == {
        "a": ["b"],
        "b": ["a"],
    }


def test_the_night_in_which_the_clock_is_set_puts_each_thing_on_its_day_once() -> None:
    """25 hours on 31 October 2027: 2:30 is there twice, an hour apart; 23 hours on 28 March."""
    first = datetime(2027, 10, 31, 0, 30, tzinfo=UTC)
    again = first + timedelta(hours=1)
    rows = [
        Item(key=key, title=key, starts_at=moment, ends_at=moment + timedelta(minutes=45))
        for key, moment in (("first", first), ("again", again))
    ]
    assert [timezone.localtime(one.starts_at).strftime("%H:%M") for one in rows] == ["02:30", "02:30"]
    assert clashes(rows) == {} and [len(day.shown) for day in days_of(rows)] == [2]
    nights = [begin_of(at(f"2027-{day}T12:00").date()).astimezone(UTC) for day in ("10-31", "11-01")]
    assert nights[1] - nights[0] == timedelta(hours=25)
    march = month_named("2027-03")
    assert march is not None
    begins, ends = (moment.astimezone(UTC) for moment in march.span)
    assert ends - begins == timedelta(days=31) - timedelta(hours=1)
    late = item("late", "2027-03-27T23:00", "2027-03-28T04:00")
    [day] = days_of([late])
    assert [str(one) for one in (day.date, day.shown[0].last_day)] == ["2027-03-27", "2027-03-28"]
    assert late.ends_at - late.starts_at == timedelta(hours=4)


def test_a_month_is_whole_weeks_and_an_address_that_names_none_is_the_list() -> None:
    month = month_named("2027-02")
    assert month is not None
    weeks = filled(month, []).weeks
    assert [len(week) for week in weeks] == [7] * 4 and weeks[0][0].date.isoformat() == "2027-02-01"
    assert (month.before.isoformat(), month.after.isoformat()) == ("2027-01-01", "2027-03-01")
    assert [month_named(text) for text in ("", "2027-13", "x", "0001-01", "9999-12", "2027-2")] == [None] * 6


def test_entered_events_and_friendly_games_stand_in_both_agendas_and_what_was_left_does_not() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    befriend(ann, bob)
    made, waits = agreed(ann, bob), proposed(bob, ann, starts_at=timezone.now() + timedelta(days=9))
    cup = open_tournament("Agenda Cup")
    entry_create(actor=acts(ann), tournament=cup)
    text = browser(ann).get("/me/agenda/").content.decode()
    assert "Agenda Cup" in text and "Friendly game with Bob" in text and "not agreed yet" in text
    assert "Agenda Cup" not in browser(bob).get("/me/agenda/").content.decode()
    month = browser(bob).get(f"/me/agenda/?month={timezone.localtime(made.starts_at):%Y-%m}").content.decode()
    assert "Friendly game with Ann" in month
    friendly_cancel(actor=acts(ann), friendly_id=made.pk)
    friendly_cancel(actor=acts(bob), friendly_id=waits.pk)
    text = browser(ann).get("/me/agenda/").content.decode()
    assert (
        text.count("Friendly game with Bob") == 1 and "Called off" in text
    )  # what was agreed is shown as off
    assert "Nothing planned yet" in browser(make_user()).get("/me/agenda/").content.decode()


def test_an_event_one_works_at_stands_there_with_the_work_also_before_it_is_public_and_once() -> None:
    cup = make_tournament("Draft Cup")
    staff = staff_actor(cup, "judge", make_user("Ann")).user
    [one] = items_of(staff, timezone.now(), cup.starts_at + timedelta(days=1))
    assert (one.title, one.work, one.about) == ("Draft Cup", "judge", "")
    tournament_open_entry(actor=organizer_of(cup), tournament=cup, casual=True)
    entry_create(actor=acts(staff), tournament=cup)
    [one] = items_of(staff, timezone.now(), cup.starts_at + timedelta(days=1))
    assert one.work == "judge" and (one.for_others().title, one.for_others().work) == ("Draft Cup", "")
    page = browser(staff).get("/me/agenda/").content.decode()
    assert page.count("Draft Cup") == 1 and "<span>judge</span>" in page
    assert "SUMMARY:Draft Cup (judge)" in calendar_text("Mine", [one])


def test_two_things_at_once_are_said_on_the_agenda_and_before_entering_an_event_which_stays_open() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    befriend(ann, bob)
    cup = open_tournament("Same Day Cup", starts_at=timezone.now() + timedelta(days=2))
    agreed(ann, bob, starts_at=cup.starts_at + timedelta(hours=1))
    page = f"/t/{cup.slug}/"
    assert "at the same time: Friendly game with Bob" in browser(ann).get(page).content.decode()
    assert "at the same time" not in browser(make_user()).get(page).content.decode()
    assert browser(ann).post(f"{page}enter/", follow=True).status_code == 200
    assert "at the same time" not in browser(ann).get(page).content.decode()
    text = browser(ann).get("/me/agenda/").content.decode()
    assert "At the same time: Same Day Cup" in text


def test_an_event_is_as_long_as_its_plan_or_until_its_hall_closes() -> None:
    ann = make_user("Ann")
    cup = open_tournament("Long Cup", starts_at=timezone.now() + timedelta(days=2))
    entry_create(actor=acts(ann), tournament=cup)
    [one] = items_of(ann, timezone.now(), cup.starts_at + timedelta(days=1))
    assert timedelta(hours=2) < one.ends_at - one.starts_at < timedelta(hours=16)
    Tournament.objects.filter(pk=cup.pk).update(closes_at=cup.starts_at + timedelta(hours=5))
    [one] = items_of(ann, timezone.now(), cup.starts_at + timedelta(days=1))
    assert one.ends_at - one.starts_at == timedelta(hours=5)


def test_another_room_puts_its_appointments_into_an_agenda_by_registering() -> None:
    ann, soon = make_user("Ann"), timezone.now() + timedelta(hours=3)
    met = Item(key="appointment-1", title="League, round 2", starts_at=soon, ends_at=soon + LENGTH, where="/")
    sources.register("of a test", lambda user, since, until: [met] if user == ann else [])
    try:
        assert "League, round 2" in browser(ann).get("/me/agenda/").content.decode()
        assert items_of(make_user(), timezone.now(), soon + LENGTH) == []
    finally:
        del sources._sources["of a test"]


def test_the_secret_calendar_has_the_whole_agenda_and_ends_with_the_account() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    befriend(ann, bob)
    made = agreed(
        ann,
        bob,
        starts_at=at("2027-01-02T19:30")
        if timezone.now() < at("2027-01-01T00:00")
        else timezone.now() + timedelta(days=9),
    )
    client = browser(ann)
    page = client.post("/me/calendar/", {"do": "renew"}).content.decode()
    address = page.partition("http://testserver")[2].partition("<")[0]
    text = Client().get(address).content.decode()
    assert f"UID:friendly-{made.pk}@" in text and "SUMMARY:Friendly game with Bob" in text
    assert f"DTSTART:{made.starts_at:%Y%m%dT%H%M%SZ}\r\n" in text and "LOCATION:Club De Ster" in text
    assert "STATUS:CONFIRMED" in text
    friendly_cancel(actor=acts(bob), friendly_id=made.pk)
    assert "STATUS:CANCELLED" in Client().get(address).content.decode()
    person_erase(actor=Actor(ann, "person"), user_id=ann.pk)
    assert Client().get(address).status_code == 404


def test_the_pages_need_as_many_queries_for_much_as_for_little() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    befriend(ann, bob)
    in_one_clan(ann, make_user("Mate"))
    agreed(ann, bob)
    entry_create(actor=acts(ann), tournament=open_tournament("First"))
    pages = (
        "/me/agenda/",
        "/me/agenda/?month=2027-01",
        "/me/friends/",
        "/me/friendlies/",
        "/me/friendlies/new/",
    )

    def counts() -> list[int]:
        found = []
        for page in pages:
            client = browser(ann)
            with CaptureQueriesContext(connection) as queries:
                assert client.get(page).status_code == 200
            found.append(len(queries))
        return found

    before = counts()
    for number in range(3):
        other = make_user(f"Other {number}")
        befriend(other, ann)
        agreed(ann, other, starts_at=timezone.now() + timedelta(days=3 + number))
        entry_create(actor=acts(ann), tournament=open_tournament(f"Cup {number}"))
    assert counts() == before
    assert max(before) <= 20, before


def test_erased_with_the_person_are_friends_blocks_and_games_and_the_other_keeps_their_history() -> None:
    ann, bob, eve = make_user("Ann Erased"), make_user("Bob"), make_user("Eve")
    befriend(ann, bob)
    befriend(eve, ann)
    Block.objects.create(owner=bob, other=make_user(), at=timezone.now())
    past, coming = agreed(ann, bob), agreed(eve, ann)
    Friendly.objects.filter(pk=past.pk).update(starts_at=timezone.now() - timedelta(days=2))
    titles = {table.label: rows_of(table, bob) for table in EXPORTED}
    assert titles["tournaments.FriendlyNote"][0]["friendly.place"] == "Club De Ster"
    assert titles["tournaments.Block"]
    person_erase(actor=Actor(ann, "person"), user_id=ann.pk)
    assert not Friendship.objects.exists() and Block.objects.count() == 1
    coming.refresh_from_db()
    past.refresh_from_db()
    assert coming.state == Friendly.State.CANCELLED and past.place == coming.place == ""
    assert list(FriendlyNote.objects.values_list("user", flat=True).order_by("user")) == sorted(
        [bob.pk, eve.pk]
    )
    text = browser(bob).get("/me/friendlies/").content.decode()
    assert "Player " in text and "Ann Erased" not in text


def test_what_was_not_played_is_forgotten_after_a_month() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    befriend(ann, bob)
    kept, waits = agreed(ann, bob), proposed(ann, bob)
    Friendly.objects.update(starts_at=timezone.now() - timedelta(days=31))
    forget_all(timezone.now())
    assert Friendly.objects.get() == kept and not Friendly.objects.filter(pk=waits.pk).exists()
