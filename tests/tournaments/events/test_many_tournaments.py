"""Lists of tournaments on a site that has had many: one page is read, never the table."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.halls import kept
from tests.tournaments.hall import make_tournament
from tournaments.display.front import other_tournaments
from tournaments.events.models import Tournament
from tournaments.finding.listing_services import listings_make_all
from tournaments.finding.selectors import ON_A_PAGE

pytestmark = [pytest.mark.django_db]
MANY = 3_000


@kept
def many() -> list[Tournament]:
    """Three thousand finished events, one an hour."""
    one = make_tournament("Event 0")
    now = timezone.now()
    made = []
    for number in range(1, MANY):
        row = {field.attname: getattr(one, field.attname) for field in Tournament._meta.concrete_fields}
        row |= {"id": None, "slug": f"event-{number}", "name": f"Event {number}", "state": "finished"}
        made.append(Tournament(**row | {"starts_at": now - timedelta(hours=number), "approval": "approved"}))
    made = Tournament.objects.bulk_create(made)
    listings_make_all()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE tournaments_tournament")
    return made


def plans(queries: list[dict[str, str]]) -> str:
    """How PostgreSQL would answer what was asked."""
    said = []
    with connection.cursor() as cursor:
        for query in queries:
            if "tournaments_tournament" in query["sql"] and query["sql"].startswith("SELECT"):
                cursor.execute(f"EXPLAIN {query['sql']}")
                said += [row[0] for row in cursor.fetchall()]
    return "\n".join(said)


@pytest.mark.postgres
def test_the_front_page_reads_tournaments_by_an_index(
    many: list[Tournament], django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(3) as asked:
        other_tournaments(None)
    plan = plans(asked.captured_queries)
    assert "tournaments_by_state" in plan and "tournaments_newest" in plan
    assert "Seq Scan on tournaments_tournament" not in plan and "Unique" not in plan


@pytest.mark.sqlite
@pytest.mark.both
def test_one_turns_the_pages_of_the_list_to_the_oldest(many: list[Tournament]) -> None:
    client = Client()
    seen: list[str] = []
    page = 1
    while page:
        answer = client.get(f"/t/?past=1&page={page}")
        rows = [row.name for row, _km in answer.context["cards"]]
        assert answer.status_code == 200 and len(rows) <= ON_A_PAGE
        seen += rows
        page = answer.context["leaf"].on
    # The list turns back a hundred pages; who looks for older ones says until which day.
    assert len(seen) == len(set(seen)) == 100 * ON_A_PAGE
    assert client.get("/t/?page=x").status_code == 200
    assert client.get("/t/?page=99").context["leaf"].rows == []


def test_a_program_turns_them_too(many: list[Tournament]) -> None:
    client = Client()
    first, second = (client.get(f"/api/v1/tournaments/?page={page}").json() for page in (1, 2))
    assert len(first) == len(second) == 200
    assert not {one["slug"] for one in first} & {one["slug"] for one in second}
    assert client.get("/api/v1/tournaments/?page=-3").json() == first
    assert client.get("/api/v1/tournaments/?page=101").json() == [], "it ends, so that a program does"


def test_rows_before_the_page_a_program_asks_for_are_counted_off_and_not_read(many: list[Tournament]) -> None:
    with CaptureQueriesContext(connection) as asked:
        assert len(Client().get("/api/v1/tournaments/?page=12").json()) == 200
    (counting,) = (query["sql"] for query in asked.captured_queries if "OFFSET" in query["sql"])
    assert counting.startswith('SELECT "tournaments_listing"."tournament_id"') and "JOIN" not in counting
