"""The search on a site that has had many events: each view reads an index, few queries, few bytes."""

import gzip
from datetime import timedelta
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.halls import kept
from tests.speeds import amount
from tests.tournaments.hall import make_tournament, make_user
from tournaments.events.models import Tournament
from tournaments.finding.listing_services import listings_make_all
from tournaments.finding.models import Listing
from tournaments.towns.names import towns

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
MANY = amount(5_000, 12_000, "events of three years")
WEEKS = 160
"""Most events are long over, as on a site that has run for three years; as many are to come as in three months."""


@kept
def many() -> int:
    """Thousands of events of three years in all towns, with what people look for spread over them."""
    one = make_tournament("Event 0")
    now, dice, places = timezone.now(), Random(7), list(towns().values())[:400]
    row = {field.attname: getattr(one, field.attname) for field in Tournament._meta.concrete_fields}
    made = []
    for number in range(1, MANY):
        starts = now + timedelta(hours=dice.randrange(-WEEKS * 168, 12 * 168))
        town = dice.choice(places)
        this = {
            "id": None,
            "slug": f"event-{number}",
            "name": f"{dice.choice(NAMES)} {number}",
            "town": town.key,
        }
        this |= {"starts_at": starts, "state": "finished" if starts < now else "entry"}
        this |= {"beginners": dice.random() < 0.2, "scale": dice.choice([1, 1, 1, 2, 3])}
        made.append(Tournament(**row | this))
    Tournament.objects.bulk_create(made, batch_size=1_000)
    listings_make_all()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE tournaments_tournament")
        cursor.execute("ANALYZE tournaments_listing")
    return MANY


NAMES = ("Ring Evening", "Orbit Cup", "Winter Open", "League Night", "Draft Day")
VIEWS = {
    "everything": ("", "listing_by_start"),
    "near a town": ("near=Utrecht&km=25", "listing_by_square"),
    "near, for beginners": ("near=Utrecht&km=25&beginners=1&open=1", "listing_by_square"),
    "far": ("near=Utrecht&km=200", "listing_by_start"),
    "one word of one event": (f"q={MANY - 13}", "listing_by_words"),
    "a word of many": ("q=winter", "listing_by_start"),
    "a word typed wrong": ("q=wintre", "listing_by_words"),
    "a large one": ("level=championship", "listing_by_start"),
    "past": ("past=1", "listing_by_start"),
    "a month": ("view=month", "listing_by_start"),
    "a month nearby": ("view=month&near=Gent&km=10", "listing_by_square"),
    "the map": ("view=map", "listing_by_start"),
    "the map nearby": ("view=map&near=Gent&km=10", "listing_by_square"),
    "nothing": ("q=zzzzzz&near=Aarlen&km=5", "listing_by_words"),
}
"""Views of the page by what they ask, and the index that one of their queries must read."""
MOST_QUERIES, MOST_BYTES = 10, 60_000


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_reads_an_index_with_few_queries_and_little_weight(many: int, name: str) -> None:
    query, index = VIEWS[name]
    client = Client()
    client.force_login(make_user())
    client.get("/t/")
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(f"/t/?{query}")
    assert answer.status_code == 200
    assert len(asked) <= MOST_QUERIES, [one["sql"][:200] for one in asked]
    assert len(gzip.compress(answer.content)) <= MOST_BYTES
    plan = plans([one["sql"] for one in asked])
    assert "Seq Scan on tournaments_listing" not in plan, plan
    assert "Seq Scan on tournaments_tournament" not in plan, plan
    assert index in plan, plan


def plans(queries: list[str]) -> str:
    """How PostgreSQL answers what was asked of tournaments."""
    said = []
    with connection.cursor() as cursor:
        for query in queries:
            if "tournaments_" in query and query.startswith("SELECT"):
                cursor.execute(f"EXPLAIN {query}")
                said += [row[0] for row in cursor.fetchall()]
    return "\n".join(said)


def test_the_page_of_one_query_is_the_same_whatever_there_is(many: int) -> None:
    assert Listing.objects.count() == many - 1
    cards = Client().get("/t/?near=Utrecht&km=25").context["cards"]
    assert cards and all(km is not None and km <= 25 for _row, km in cards)
