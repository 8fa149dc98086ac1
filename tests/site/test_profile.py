"""A person's own page: where they play next, how the year went, and in plain words what others see of it."""

from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.commands import Actor
from tests.tournaments.display.test_player import opened, player_of
from tests.tournaments.display.test_winner import finished
from tests.tournaments.hall import make_tournament, make_user, organizer_of
from tournaments.clans.services import clan_create, clan_show
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_create
from tournaments.events.services import tournament_open_entry
from tournaments.programme.ladder_services import ladders_sweep
from tournaments.programme.models import Outcome
from x610z_site.accounts.profile import MOST_COMING
from x610z_site.accounts.questions import shown_of
from x610z_site.privacy.choice_services import guardian_give, page_choose, real_name_change

pytestmark = [pytest.mark.django_db]


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """Nothing made by another test."""
    cache.clear()


def mine(user: Any, query: str = "", page: str = "/me/") -> str:
    """A page of this person's own."""
    client = Client()
    client.force_login(user)
    return " ".join(client.get(page + query).content.decode().split("<main")[1].split())


def sides(user: Any, page: str = "/me/") -> tuple[str, str]:
    """What everybody sees of a person and what others do not, as their own page says it."""
    box = mine(user, page=page).split('id="who-sees"')[1].split("</section>")[0]
    everybody, _heading, closed = box.partition('class="who-sees closed"')
    return everybody, closed


def enter(user: Any, name: str) -> None:
    """Enter a tournament that is to come."""
    coming = make_tournament(name)
    tournament_open_entry(actor=organizer_of(coming), tournament=coming, casual=True)
    entry_create(actor=Actor(user, "player"), tournament=coming)


def test_what_comes_and_what_was_stand_apart_and_only_their_owner_reads_what_comes() -> None:
    tournament = finished()
    user = player_of(tournament)
    enter(user, "Canary to come")
    page = mine(user)
    coming, _heading, rest = page.partition('id="chart-season"')
    assert "Canary to come" in coming and tournament.name not in coming
    assert tournament.name in rest and "of 4" in rest.split('id="played"')[1]
    address = opened(user, "results", "season", "opponents", "decks", "clan")
    for reader in (Client(), Client()):
        assert "Canary" not in reader.get(address).content.decode()
    assert "Canary" not in mine(make_user())


def test_each_choice_moves_a_line_from_one_side_to_the_other() -> None:
    user, me = make_user("Anna"), None
    me = Actor(user, "person")
    clan_create(actor=Actor(user, "player"), name="Nine Lanterns")
    for page in ("/me/", "/me/data/"):
        everybody, closed = sides(user, page)
        assert "Nine Lanterns" in closed and "you have no player page" in closed
        assert "display name" in everybody and "player page" not in everybody
    real_name_change(actor=me, real_name="Antonia Realname", shown=False)
    assert "real name" in sides(user)[1]
    real_name_change(actor=me, real_name="Antonia Realname", shown=True)
    clan_show(actor=Actor(user, "player"), shown=True)
    page_choose(actor=me, opened=True, parts=("results", "decks"))
    everybody, closed = sides(user)
    assert "real name" in everybody and "Nine Lanterns" in everybody
    assert "On your player page: Results, Decks" in everybody
    assert "Not on your player page: Seasons, Head-to-heads, Clan" in closed
    page_choose(actor=me, opened=False, parts=())
    assert "you have no player page" in sides(user)[1]


def test_what_the_page_says_of_a_player_of_12_to_15_is_what_others_really_see() -> None:
    tournament = finished()
    user = player_of(tournament)
    address = opened(user, "results", "season")
    guardian_give(actor=Actor(user, "person"), contact="06 1234 5678")
    assert Client().get(address).status_code == 404
    assert shown_of(user.pk).waits and not shown_of(user.pk).code
    everybody, closed = sides(user)
    assert "player page" not in everybody and "you have no player page" in closed
    assert "parent or guardian" in everybody


def test_the_owner_of_an_open_page_reads_on_it_what_it_does_not_show() -> None:
    user = make_user("Anna")
    address = opened(user, "results")
    said = "Only you see this line."
    assert said in mine(user, page=address) and "Not on it: Seasons, Head-to-heads" in mine(
        user, page=address
    )
    assert said not in Client().get(address).content.decode() and said not in mine(make_user(), page=address)


def test_a_newcomer_is_told_where_to_begin() -> None:
    page = mine(make_user())
    assert "You are not in a tournament yet" in page and "/clans/" in page and "/decks/" in page
    assert 'id="chart-season"' not in page and 'id="played"' not in page


def test_the_number_of_queries_depends_on_nothing_that_grows() -> None:
    user = player_of(finished())
    enter(user, "First")

    def count() -> int:
        client = Client()
        client.force_login(user)
        client.get("/me/")
        with CaptureQueriesContext(connection) as asked:
            text = client.get("/me/").content
        assert len(text) < 60_000 and b" style=" not in text
        return len(asked)

    few = count()
    for number in range(2):
        Entry.objects.filter(tournament=finished(), number=1).update(user=user)
        enter(user, f"Next {number}")
    assert count() == few
    assert few <= 10


def test_who_is_in_many_tournaments_reads_the_next_ones_and_places_as_soon_as_they_are_counted() -> None:
    user = player_of(finished())
    for _number in range(3):
        Entry.objects.filter(tournament=finished(), number=1).update(user=user)
    for number in range(MOST_COMING + 1):
        enter(user, f"Next {number}")
    Outcome.objects.update(number=None)  # as after a correction
    client = Client()
    client.force_login(user)
    for counted in (0, 4):
        with CaptureQueriesContext(connection) as asked:
            page = " ".join(client.get("/me/").content.decode().split("<main")[1].split())
        assert len(asked) <= 10
        assert page.count('class="tile tall"') == MOST_COMING and "More stands there." in page
        assert page.split('id="played"')[1].count("of 4") == counted
        assert ("Some places are still being counted" in page) == (not counted)
        ladders_sweep()
