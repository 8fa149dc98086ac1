"""Searches that people keep: few for each, told of once a week for all together, theirs to take away."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from ledger.commands import SYSTEM, Actor
from ledger.errors import UserError
from ledger.models import OutboxMessage
from tests.tournaments.finding.test_finding import opened
from tests.tournaments.hall import make_user
from tournaments.finding.kept_services import (
    filter_drop,
    filter_keep,
    filter_look,
    filters_sweep,
    look_for_all,
)
from tournaments.finding.models import MOST_KEPT, KeptFilter
from x610z_site.reach.models import Notice
from x610z_site.reach.notice_services import fact_tell

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite, pytest.mark.both]


def keep(user: Any, query: str = "near=Utrecht&km=25") -> KeptFilter:
    return KeptFilter.objects.get(pk=filter_keep(actor=Actor(user, "player"), query=query)["filter"])


def a_day_later(days: int = 1) -> None:
    """Let so many days go by for everything that is kept."""
    for one in KeptFilter.objects.all():
        back = {name: getattr(one, name) - timedelta(days=days) for name in ("told_at", "next_at", "made_at")}
        KeptFilter.objects.filter(pk=one.pk).update(**back)


def told() -> list[int]:
    """How many were said to be new, each time."""
    facts = [one.payload for one in OutboxMessage.objects.filter(topic="notice").order_by("pk")]
    return [fact["about"]["found"] for fact in facts if fact["name"] == "search.found"]


def test_one_notice_a_week_tells_of_all_that_is_new_for_all_searches_of_a_person() -> None:
    user = make_user()
    opened("Old Evening", "Utrecht")
    a = keep(user)
    keep(user, "q=evening")
    assert told() == [] and look_for_all() == 0
    opened("New Evening", "Utrecht")
    opened("Far Evening", "Groningen")
    opened("Far Cup", "Groningen")
    KeptFilter.objects.update(next_at=timezone.now())
    assert look_for_all() == 1 and told() == [2]
    opened("Newer Evening", "Utrecht")
    assert look_for_all() == 0 and told() == [2]
    a_day_later(6)
    assert look_for_all() == 0
    a_day_later(1)
    assert look_for_all() == 1 and told()[1] >= 1
    a.refresh_from_db()
    assert a.next_at - a.told_at == timedelta(days=7)


def test_nothing_is_said_while_nothing_is_new_and_one_looks_again_a_day_later() -> None:
    keep(make_user())
    KeptFilter.objects.update(next_at=timezone.now())
    assert look_for_all() == 0 and told() == []
    row = KeptFilter.objects.get()
    assert timedelta(hours=23) < row.next_at - timezone.now() < timedelta(hours=25)


def test_the_notice_is_in_the_inbox_with_its_number_and_leads_to_the_searches() -> None:
    user = make_user()
    keep(user)
    opened("New Evening", "Utrecht")
    KeptFilter.objects.update(next_at=timezone.now())
    look_for_all()
    fact = OutboxMessage.objects.filter(topic="notice").latest("pk").payload
    fact_tell(fact)
    fact_tell(fact)
    assert Notice.objects.filter(user=user).count() == 1
    client = Client()
    client.force_login(user)
    page = client.get("/me/notices/").content.decode()
    assert "New tournaments that fit a search you keep: 1." in page and 'href="/find/kept/"' in page


def test_a_person_keeps_few_and_the_same_once() -> None:
    user = make_user()
    first = keep(user)
    assert keep(user, "km=25&near=utrecht&play=").pk == first.pk
    for number in range(MOST_KEPT - 1):
        keep(user, f"q=word{number}")
    with pytest.raises(UserError):
        keep(user, "q=one+more")
    filter_drop(actor=Actor(make_user(), "player"), number=first.pk)
    assert KeptFilter.objects.filter(user=user).count() == MOST_KEPT
    filter_drop(actor=Actor(user, "player"), number=first.pk)
    keep(user, "q=one+more")


@pytest.mark.parametrize(
    "query", ["", "km=25", "near=Nowhere", "q=" + "a" * 10_000, "game=chess", "\0", "q=%00"]
)
def test_what_is_no_search_is_not_kept(query: str) -> None:
    with pytest.raises(UserError):
        keep(make_user(), query)
    assert not KeptFilter.objects.exists()


def test_a_key_sent_twice_keeps_once_and_a_person_who_is_gone_is_not_looked_after() -> None:
    user = make_user()
    for _again in range(2):
        filter_keep(actor=Actor(user, "player"), key="k", query="q=evening")
    assert KeptFilter.objects.count() == 1
    KeptFilter.objects.all().delete()
    assert filter_look(actor=SYSTEM, user_id=user.pk) == {"new": 0, "due": False}


def test_one_keeps_and_removes_by_the_page_and_nobody_reads_those_of_another() -> None:
    user, other = make_user(), make_user()
    client, stranger = Client(), Client()
    client.force_login(user)
    stranger.force_login(other)
    assert "Keep this search" in client.get("/t/?near=Utrecht").content.decode()
    assert client.post("/find/kept/", {"query": "near=Utrecht&km=25"}).status_code == 302
    assert "You keep this search." in client.get("/t/?near=Utrecht&km=25").content.decode()
    page = client.get("/find/kept/").content.decode()
    assert "within 25 km of Utrecht" in page
    assert "Utrecht" not in stranger.get("/find/kept/").content.decode().partition("<main")[2]
    row = KeptFilter.objects.get()
    stranger.post("/find/kept/", {"do": "remove", "number": row.pk})
    assert KeptFilter.objects.exists()
    client.post("/find/kept/", {"do": "remove", "number": row.pk})
    assert not KeptFilter.objects.exists()


def test_the_sweep_looks_once_an_hour_whoever_asks() -> None:
    keep(make_user())
    opened("New Evening", "Utrecht")
    KeptFilter.objects.update(next_at=timezone.now())
    cache.delete("kept-filters-swept")
    filters_sweep()
    KeptFilter.objects.update(next_at=timezone.now(), told_at=timezone.now() - timedelta(days=1))
    filters_sweep()
    assert told() == [1]
    cache.delete("kept-filters-swept")
