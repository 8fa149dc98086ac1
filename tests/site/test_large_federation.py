"""Pages on the rows of a federation: each reads by an index, asks little and weighs little, however much there is."""

from collections.abc import Callable
from functools import partial

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmarks.hall.federation import BUSY, NotEmpty, Sizes, build
from benchmarks.hall.opened import KILOBYTES, PROMISED, QUERIES, explain, growing, open_all
from ledger import sweeps
from ledger.commands import Actor
from tests.halls import kept
from tests.tournaments.hall import make_user
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_create
from tournaments.events.models import Tournament
from tournaments.finding.listing_services import facts_of
from tournaments.finding.models import Listing
from x610z_site.privacy.retention import RETENTION

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.urls("benchmarks.hall.opened")]
SIZES = Sizes(organizations=2_000, people=5_000, events=6_000, players=4)
MANY_ASKED = {"friends": 12, "front page": 14, "front page, signed in": 16}
"""Pages that nothing was promised of and that ask more: a number may be lowered. One of the front is its contests."""
MOST_READ = 4_000
"""Rows that one query of a page may take out of tables that grow; a typing error looks through the likest words."""


@kept
def federation() -> Sizes:
    """Organizations, people and events enough for PostgreSQL to choose an index wherever there is one."""
    build(SIZES)
    return SIZES


def test_no_page_reads_a_growing_table_from_end_to_end(federation: Sizes) -> None:
    pages = open_all(times=0)
    assert [(one.name, one.status) for one in pages if one.status != 200] == []
    assert [f"{one.name}: {line}" for one in pages for line in one.whole] == []
    asked = {one.name: one.queries for one in pages if one.queries > MANY_ASKED.get(one.name, QUERIES)}
    assert asked == {} and set(PROMISED) <= {one.name for one in pages} - set(MANY_ASKED)
    assert {one.name: one.sent for one in pages if one.sent > KILOBYTES * 1000} == {}
    assert {one.name: one.read for one in pages if one.read > MOST_READ} == {}


def plan_of(work: Callable[[], object]) -> str:
    """How PostgreSQL would do what a sweep asks, where reading from end to end is dear; what it does is undone."""
    with transaction.atomic(), connection.cursor() as cursor:
        with CaptureQueriesContext(connection) as captured:
            work()
        cursor.execute("SET LOCAL enable_seqscan = off")
        asked = (one["sql"] for one in captured.captured_queries)
        said = [sql for sql in asked if sql.startswith(("SELECT", "UPDATE", "DELETE"))]
        lines: list[str] = []
        for sql in said:
            cursor.execute("EXPLAIN " + sql)
            lines += (line for (line,) in cursor.fetchall())
        transaction.set_rollback(True)
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("name", "index"),
    [("rehearsals", "tournaments_rehearsed"), ("friendly", "friendlies_not_agreed")],
)
def test_what_the_relay_looks_for_by_itself_has_an_index(federation: Sizes, name: str, index: str) -> None:
    work = dict(sweeps._sweeps) | {one.key: partial(one.forget, timezone.now()) for one in RETENTION}
    assert index in plan_of(work[name])
    with connection.cursor() as cursor:  # the control
        cursor.execute(f"DROP INDEX {index}")
    assert index not in plan_of(work[name])


def test_a_query_without_an_index_is_noticed(federation: Sizes) -> None:
    """The control: what is looked for is found."""
    grown = growing()
    assert {"accounts_user", "tournaments_entry", "tournaments_listing", "tournaments_venue"} <= grown
    whole, read, _ms = explain("SELECT id FROM tournaments_entry WHERE entered_at = now()", grown)
    assert whole == ["tournaments_entry"] and read > 10_000
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX listing_by_start")
    pages = open_all(times=0, only=("list", "list, signed in"))
    assert len(pages) == 2 and all(one.whole for one in pages)


def test_its_rows_are_such_as_commands_leave(federation: Sizes) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    assert Listing.objects.count() == Tournament.objects.exclude(state="draft").count()
    for one in Tournament.objects.exclude(state="draft").filter(pk__range=(4_000, 4_060)):
        row = Listing.objects.get(pk=one.pk)
        made = facts_of(one, row.taken, None)
        assert set(row.words.split()) == set(made.pop("words").split()) and made.pop("listed_at")
        assert {name: getattr(row, name) for name in made} == made
    one = Tournament.objects.filter(state="entry").order_by("starts_at").first()
    assert one is not None and one.policy.game == one.game
    before = Listing.objects.get(pk=one.pk).taken
    entry_create(actor=Actor(make_user(), "player"), tournament=one)
    assert Listing.objects.get(pk=one.pk).taken == before + 1
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.filter(tournament=one).update(user=BUSY)


def test_a_database_that_is_in_use_is_refused() -> None:
    make_user()
    with pytest.raises(NotEmpty, match="accounts_user has rows"):
        build(Sizes().times(0.001))
