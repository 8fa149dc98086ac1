"""How much somebody has not read stands in the frame of every page of theirs, costs nothing and is nobody else's."""

import zlib
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse_lazy

from tests.tournaments.hall import make_user, publish, running_tournament
from x610z_site.reach.models import Notice
from x610z_site.reach.notice_services import fact_tell, notices_read

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
LIST = reverse_lazy("tournaments:list")
BADGE = '<span class="badge info"><span aria-hidden="true">'


def tell(*people: Any, number: int = 1) -> None:
    """Tell these people a fact."""
    about = {"fact": f"t:{number}", "name": "deck.missing", "tournament": None, "about": {}}
    fact_tell({**about, "people": [one.pk for one in people]})


def badge(client: Client, path: Any) -> str:
    """The number in the header of a page; empty for none."""
    answer = client.get(path)
    assert answer.status_code == 200
    head, _main, _rest = answer.content.decode().partition('<main id="main"')
    return head.partition(BADGE)[2].partition("<")[0]


def browser(user: Any) -> Client:
    """A browser in which somebody is signed in."""
    client = Client()
    client.force_login(user)
    return client


def test_the_number_stands_on_every_page_and_goes_when_it_is_read() -> None:
    tournament = running_tournament(4)
    publish(tournament)
    ann, bob = (entry.user for entry in tournament.entries.order_by("number")[:2])
    Notice.objects.all().delete()
    anns, bobs = browser(ann), browser(bob)
    slug = tournament.slug
    pages = (LIST, f"/t/{slug}/", f"/t/{slug}/tables/", f"/t/{slug}/me/", "/me/", "/me/notices/")
    tell(ann, bob, number=1)
    tell(ann, number=2)
    tell(ann, number=2)
    for path in pages:
        assert (badge(anns, path), badge(bobs, path)) == ("2", "1"), path
    assert badge(Client(), LIST) == ""
    assert "2 unread notices" in anns.get(LIST).content.decode()
    assert anns.post("/me/notices/", {"do": "read"}).status_code == 302
    for path in pages:
        assert (badge(anns, path), badge(bobs, path)) == ("", "1"), path
    tell(ann, number=3)
    assert badge(anns, LIST) == "1"


def test_the_frame_that_two_people_share_holds_neither_number() -> None:
    tournament = running_tournament(4)
    publish(tournament)
    ann, bob = (entry.user for entry in tournament.entries.order_by("number")[:2])
    path = f"/t/{tournament.slug}/standings/"
    caches["pages"].clear()
    tell(ann, number=1)
    assert badge(browser(ann), path) == "1"
    frames = [key for key in caches["pages"]._cache if "frame." in key]
    assert len(frames) == 1
    assert badge(browser(bob), path) == ""
    assert [key for key in caches["pages"]._cache if "frame." in key] == frames, "the same frame serves both"
    kept = b"".join(
        zlib.decompressobj(-15).decompress(piece.packed)
        for piece in caches["pages"]._cache[frames[0]].thing.pieces
    )
    assert b"unread notice" not in kept


def test_a_large_number_is_cut_short_to_the_eye_and_not_to_the_ear_in_both_languages() -> None:
    user = make_user()
    for number in range(101):
        tell(user, number=number)
    user.refresh_from_db()
    client = browser(user)
    assert badge(client, LIST) == "99+"
    dutch = client.get(LIST, headers={"Accept-Language": "nl"}).content.decode()
    assert "101 ongelezen meldingen" in dutch
    assert notices_read(user) == 101 and notices_read(user) == 0
    assert badge(client, LIST) == ""


def test_the_number_costs_no_query() -> None:
    user = make_user()
    client = browser(user)
    tell(user)
    with CaptureQueriesContext(connection) as asked:
        assert badge(client, LIST) == "1"
    assert not [one["sql"] for one in asked if "reach_notice" in one["sql"]]
