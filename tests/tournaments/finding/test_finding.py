"""Finding a tournament: one query whose filters live in the address, for everybody and of what everybody may know."""

import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import timezone

from ledger.commands import Actor
from tests.tournaments.hall import enter_by_commands, make_tournament, make_user, organizer_of
from tournaments.entries.services import entry_withdraw
from tournaments.events.edit_services import edit_of, tournament_edit
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_cancel, tournament_open_entry
from tournaments.finding.filters import Filters, FindForm, filters_in, filters_of
from tournaments.finding.listing_services import listings_make_all
from tournaments.finding.models import Listing
from tournaments.finding.selectors import clusters_of, days_of, distance_of, found, mended, midnight
from tournaments.money.fee_services import fee_set
from tournaments.organizations.models import Member, Organization, Venue
from tournaments.organizations.venue_services import VenueValues, venue_edit, venue_token

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite, pytest.mark.both]


def opened(name: str, town: str = "", days: int = 7, **params: Any) -> Tournament:
    """A tournament that people can enter."""
    starts = timezone.now() + timedelta(days=days)
    tournament = make_tournament(name, town=town, starts_at=starts, **params)
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    return tournament


def names(query: str) -> list[str]:
    """What an address finds, by name."""
    rows = found(filters_in(query), timezone.now()).select_related("tournament")
    return [row.tournament.name for row in rows]


def test_only_what_everybody_may_know_of_is_found() -> None:
    draft = make_tournament("Secret Evening", town="Utrecht")
    assert names("") == [] and not Listing.objects.exists()
    tournament_open_entry(actor=organizer_of(draft), tournament=draft, casual=True)
    assert names("") == ["Secret Evening"]
    row = Listing.objects.get()
    assert (row.town, row.places, row.taken, row.state) == ("Utrecht", 32, 0, "entry")


def test_a_family_finds_what_is_within_25_kilometres_and_no_farther() -> None:
    opened("Utrecht Evening", "Utrecht")
    opened("Amersfoort Evening", "Amersfoort")
    opened("Amsterdam Evening", "Amsterdam")
    opened("Nowhere Evening")
    assert names("near=Utrecht&km=25") == ["Utrecht Evening", "Amersfoort Evening"]
    assert names("near=utrecht&km=50") == ["Utrecht Evening", "Amersfoort Evening", "Amsterdam Evening"]
    assert names("near=52.09,5.12&km=5") == ["Utrecht Evening"]
    filters = filters_in("near=Utrecht")
    assert filters.km == 25
    rows = list(found(filters, timezone.now()))
    assert [distance_of(row, filters.middle) for row in rows] == [1, 20]


def test_words_are_found_without_accents_and_with_a_letter_wrong() -> None:
    opened("Café Élan Cup", "Luik", location="Spelwinkel De Draak")
    opened("Winter Open", "Gent")
    for query in ("q=cafe elan", "q=ÉLAN", "q=winkel", "q=draak luik", "q=Liège", "q=liege cup"):
        assert names(query) == ["Café Élan Cup"], query
    assert names("q=gandhi") == []
    assert mended("spelwinkle") == "spelwinkel"
    assert mended("wintre open") == "winter open"
    assert mended("draak") == "" and mended("") == "" and mended("a b c d e") == ""
    page = Client().get("/t/?q=spelwinkle")
    assert "Café Élan Cup" in page.content.decode() and page.context["meant"] == "spelwinkel"


def test_places_left_are_counted_by_every_entry_and_a_full_one_is_not_open() -> None:
    small = opened("Small Evening", capacity=4)
    opened("Large Evening")
    assert names("open=1") == ["Small Evening", "Large Evening"]
    entries = enter_by_commands(small, 4)
    assert Listing.objects.get(pk=small.pk).taken == 4
    assert names("open=1") == ["Large Evening"]
    entry_withdraw(actor=Actor(entries[0].user, "player"), tournament=small, entry_id=entries[0].pk)
    assert Listing.objects.get(pk=small.pk).taken == 3


def test_days_games_and_what_is_over_are_filters() -> None:
    soon, later = opened("Soon", days=2), opened("Later", days=40)
    today = timezone.localdate()
    assert names(f"begin={today + timedelta(days=10)}") == ["Later"]
    assert names(f"end={today + timedelta(days=10)}") == ["Soon"]
    assert names("game=zx") == [] and names("game=x610z") == ["Soon", "Later"]
    assert names("level=championship") == [] and names("level=evening") == ["Soon", "Later"]
    assert names("play=limited") == [] and names("beginners=1") == [] and names("wheelchair=1") == []
    tournament_cancel(actor=organizer_of(later), tournament=later, reason="ill")
    assert Listing.objects.get(pk=later.pk).state == "cancelled"
    Tournament.objects.filter(pk=soon.pk).update(starts_at=timezone.now() - timedelta(days=30))
    assert listings_make_all() >= 2
    assert names("") == ["Later"] and names("past=1") == ["Soon"]


def test_what_it_costs_is_a_filter_and_follows_the_fee() -> None:
    dear, cheap = opened("Dear Evening"), opened("Cheap Evening")
    opened("Open Evening")
    for tournament, cents in ((dear, 1250), (cheap, 500)):
        fee_set(actor=organizer_of(tournament), tournament=tournament, cents=cents)
    assert names("fee=5") == ["Cheap Evening", "Open Evening"]
    assert names("free=1") == ["Open Evening"]
    assert names("fee=13") == ["Dear Evening", "Cheap Evening", "Open Evening"]
    page = Client().get("/t/?fee=5").content.decode()
    assert "5.00</span>" in page and ">free<" in page
    fee_set(actor=organizer_of(dear), tournament=dear, cents=None)
    assert names("free=1") == ["Dear Evening", "Open Evening"]


def test_the_events_of_an_organization_follow_its_venue() -> None:
    tournament = make_tournament("Club Evening", starts_at=timezone.now() + timedelta(days=7))
    user = tournament.created_by
    club = Organization.objects.create(
        slug="club", name="Draakclub", folded="draakclub", founded_at=timezone.now()
    )
    venue = Venue.objects.create(organization=club, name="Hal", folded="hal", town="Gent", wheelchair=True)
    values = {"organization_id": club.pk, "venue_id": venue.pk, "beginners": True}
    Member.objects.create(organization=club, user=user, role="owner", since=timezone.now())
    agreed = edit_of(tournament, values, {}, user).token
    actor = organizer_of(tournament)
    tournament_edit(actor=actor, tournament=tournament, values=values, changes={}, agreed=agreed)
    assert names("") == []
    tournament_open_entry(actor=actor, tournament=tournament, casual=True)
    found_by = "q=draakclub&near=Gent&km=10&wheelchair=1&beginners=1"
    assert names(found_by) == ["Club Evening"]
    said = {name: getattr(venue, name) for name in VenueValues.__annotations__} | {"town": "Luik"}
    owner = Actor(user, "owner")
    venue_edit(actor=owner, organization=club, venue_id=venue.pk, values=said, shown=venue_token(venue))
    assert names(found_by) == [] and names("near=Luik&km=5") == ["Club Evening"]


def test_the_town_and_the_name_follow_an_edit() -> None:
    tournament = opened("First Name", "Utrecht")
    values = {"name": "Second Name", "town": "Antwerp"}
    agreed = edit_of(tournament, values, {}).token
    tournament_edit(
        actor=organizer_of(tournament), tournament=tournament, values=values, changes={}, agreed=agreed
    )
    assert names("q=second&near=Antwerpen&km=5") == ["Second Name"]
    assert names("q=first") == []
    tournament.refresh_from_db()
    assert tournament.town == "antwerpen"


def test_a_month_shows_the_first_of_each_day_and_how_many_there_are() -> None:
    for number in range(5):
        opened(f"Evening {number}", "Utrecht", days=3)
    day = timezone.localdate() + timedelta(days=3)
    days = days_of(Filters(), day - timedelta(days=3), day + timedelta(days=3))
    assert list(days) == [day] and [row.many for row in days[day]] == [5, 5, 5]


def test_what_lies_together_is_one_cluster_on_the_map() -> None:
    for town in ("Utrecht", "Utrecht", "Groningen"):
        opened(f"{town} Evening", town)
    opened("Nowhere Evening")
    clusters = clusters_of(Filters(), 0.2, timezone.now())
    assert [(one.town, one.many, bool(one.tournament)) for one in clusters] == [
        ("Groningen", 1, True),
        ("Utrecht", 2, False),
    ]


HOSTILE = [
    "km=99999&near=Utrecht", "km=-1&near=Utrecht", "km=x", "near=999,999", "near=%00", "near=" + "a" * 10_000,
    "q=" + "a" * 10_000, "q=%00", "begin=9999-99-99", "begin=0001-01-01", "begin=2030-01-02&end=2030-01-01",
    "fee=0", "fee=-3", "fee=99999999999999999999", "fee=5.5", "game=chess", "level=9", "play=x", "begin=" + "9" * 5_000,
]  # fmt: skip


@pytest.mark.parametrize("query", HOSTILE)
@pytest.mark.parametrize("view", ["list", "month", "map"])
def test_what_cannot_be_is_answered_in_words_and_never_by_a_fault(query: str, view: str) -> None:
    client = Client()
    answer = client.get(f"/t/?{query}&view={view}")
    assert answer.status_code == 422 and answer.context["problems"]
    for kind in ("ics", "atom"):
        assert client.get(f"/find/tournaments.{kind}?{query}").status_code == 400
    assert client.get(f"/api/v1/tournaments/?{query}").status_code == 400


@pytest.mark.parametrize(
    "query",
    ["page=x", "page=99999999999", "month=2026-99", "month=x", "view=x", "no=1", "month=9999-12", "q=%25_"],
)
def test_what_says_nothing_is_passed_over(query: str) -> None:
    assert Client().get(f"/t/?{query}").status_code == 200
    assert Client().get(f"/t/?view=month&{query}").status_code == 200


def test_an_address_says_what_is_not_as_usual_and_reads_back_the_same() -> None:
    query = "q=caf%C3%A9+x&game=zx&near=utrecht&km=50&begin=2026-12-01&open=1&beginners=on&play="
    filters = filters_in(query)
    assert filters.address() == (
        "q=caf%C3%A9+x&game=zx&near=Utrecht&km=50&begin=2026-12-01&open=1&beginners=1"
    )
    assert filters_in(filters.address()) == filters
    assert Filters().address() == "" and filters.begin == date(2026, 12, 1)


def test_a_position_is_kept_to_a_kilometre() -> None:
    filters = filters_of(FindForm(QueryDict("near=52.0912345,5.1212345")))
    assert filters.near == "52.09,5.12" and "52.0912" not in filters.address()


def test_a_town_that_nobody_knows_is_answered_with_those_spelled_alike() -> None:
    form = FindForm(QueryDict("near=Utreht"))
    filters_of(form)
    assert "Do you mean: Utrecht?" in str(form.errors["near"])


def test_the_parts_of_the_page_answer_htmx_alone_with_the_address_to_push() -> None:
    opened("Utrecht Evening", "Utrecht")
    answer = Client().get("/t/?q=&near=Utrecht&km=25&view=map", headers={"HX-Request": "true"})
    assert answer["HX-Push-Url"] == "/t/?near=Utrecht&km=25&view=map"
    assert b"<html" not in answer.content and b"Utrecht Evening" in answer.content


def test_somebody_who_prepares_one_sees_it_and_nobody_else() -> None:
    tournament = make_tournament("Not yet")
    client = Client()
    client.force_login(tournament.created_by)
    assert "Not yet" in client.get("/t/").content.decode()
    client.force_login(make_user())
    assert "Not yet" not in client.get("/t/").content.decode()


def test_towns_are_offered_while_one_types() -> None:
    answer = Client().get("/find/towns/?near=utr")
    assert '<option value="Utrecht">' in answer.content.decode()
    assert Client().get("/find/towns/?near=" + "x" * 5_000).status_code == 200


def test_feeds_say_what_the_page_says() -> None:
    opened("Utrecht & Co", "Utrecht")
    opened("Gent Evening", "Gent")
    make_tournament("Secret")
    client = Client()
    calendar = client.get("/find/tournaments.ics?near=Utrecht&km=25")
    assert calendar["Content-Type"].startswith("text/calendar")
    assert b"SUMMARY:Utrecht & Co" in calendar.content and b"Gent" not in calendar.content
    feed = client.get("/find/tournaments.atom")
    assert b"<title>Utrecht &amp; Co</title>" in feed.content and b"Secret" not in feed.content
    assert len(re.findall(b"<entry>.*?</entry>", feed.content, re.DOTALL)) == 2
    again = client.get("/find/tournaments.atom", headers={"If-None-Match": feed["ETag"]})
    assert again.status_code == 304


def test_a_program_finds_by_the_same_filters() -> None:
    opened("Utrecht Evening", "Utrecht")
    opened("Gent Evening", "Gent")
    client = Client()
    said = client.get("/api/v1/tournaments/?near=Utrecht&km=25").json()
    assert [one["name"] for one in said] == ["Utrecht Evening"]
    assert [one["name"] for one in client.get("/api/v1/tournaments/").json()] == [
        "Gent Evening",
        "Utrecht Evening",
    ]


def test_midnight_of_the_day_of_a_filter_is_midnight_here() -> None:
    tournament = opened("Late Evening")
    late = midnight(date(2031, 5, 5)) - timedelta(minutes=30)
    Tournament.objects.filter(pk=tournament.pk).update(starts_at=late, deck_deadline=late)
    listings_make_all()
    assert names("begin=2031-05-04&end=2031-05-04") == ["Late Evening"]
    assert names("begin=2031-05-05") == []
