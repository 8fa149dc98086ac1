"""Every page of a tournament says in sight which tournament it is, once."""

import pytest
from django.test import Client

from tests.tournaments.hall import organizer_of, play, publish, running_tournament

PUBLIC = ("", "tables/", "standings/", "course/", "schedule/", "boards/")
DESK = (
    "desk/",
    "desk/entries/",
    "desk/edit/",
    "desk/staff/",
    "desk/find/",
    "desk/snapshots/",
    "desk/ledger/",
)


@pytest.mark.django_db
def test_every_page_of_a_tournament_names_it_in_sight() -> None:
    tournament = running_tournament(4, name="Named Cup of Utrecht")
    play(tournament)
    publish(tournament, 2)
    client = Client()
    client.force_login(organizer_of(tournament).user)
    for reader, paths in ((Client(), PUBLIC), (client, (*PUBLIC, *DESK))):
        for path in paths:
            page = reader.get(f"/t/{tournament.slug}/{path}").content.decode()
            seen = page.partition("<main")[2].replace('aria-label="Named Cup of Utrecht"', "")
            assert seen.count("Named Cup of Utrecht") >= 1, path
            head = seen.partition("</h1>")[0]
            assert head.count("Named Cup of Utrecht") == 1, f"{path}: once above its title"


@pytest.mark.django_db
def test_the_menu_of_the_desk_marks_the_page_one_is_on_and_no_other() -> None:
    tournament = running_tournament(4)
    client = Client()
    client.force_login(organizer_of(tournament).user)
    for path, name in (("desk/", "Overview"), ("desk/entries/", "Players"), ("desk/ledger/", "Ledger")):
        page = client.get(f"/t/{tournament.slug}/{path}").content.decode()
        menu = page.partition('class="tabs sub')[2].partition("</nav>")[0]
        assert menu.count("aria-current") == 1 and f'aria-current="page">{name}</a>' in menu, path
