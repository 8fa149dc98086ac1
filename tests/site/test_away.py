"""A database that is away: one asks, all others hear so at once; what was known is shown, and no page pretends."""

import copy
from collections.abc import Callable, Iterator
from typing import Any

import psycopg_pool
import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.utils import timezone

from ledger.away import DatabaseAway
from tests.tournaments.hall import publish, running_tournament
from tournaments.display import front, whole_pages
from x610z_site.postgres import base
from x610z_site.trouble import AWAY, BUSY, trouble_of

SAID = "The site cannot store anything just now"


def away(*_args: object) -> Any:
    raise DatabaseAway("gone")


@pytest.fixture(autouse=True)
def breaker(monkeypatch: pytest.MonkeyPatch) -> base.Breaker:
    """One of the test's own: nothing is left for the tests after it."""
    own = base.Breaker()
    monkeypatch.setattr(base, "breaker", own)
    return own


# --- the breaker ------------------------------------------------------------------------------------------


def test_after_a_failure_all_hear_it_at_once_and_later_one_alone_asks(
    breaker: base.Breaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]
    monkeypatch.setattr("x610z_site.postgres.base.time.monotonic", lambda: clock[0])
    assert breaker.begin() is False
    breaker.end(asked=False, away=True)
    with pytest.raises(DatabaseAway):
        breaker.begin()
    clock[0] += base.AWAY_SECONDS
    assert breaker.begin() is True, "somebody asks"
    with pytest.raises(DatabaseAway):
        breaker.begin()  # and nobody beside them
    breaker.end(asked=True, away=False)
    assert breaker.begin() is False, "it is back, for everybody"


def opened(**options: Any) -> base.DatabaseWrapper:
    settings = copy.deepcopy(connection.settings_dict)
    settings["OPTIONS"] = {**settings["OPTIONS"], **options}
    settings["CONN_MAX_AGE"] = 0
    return base.DatabaseWrapper(settings, alias=f"away-{len(options)}")


@pytest.fixture
def nowhere() -> Iterator[Callable[..., base.DatabaseWrapper]]:
    """Connections to a port on which nobody listens."""
    made: list[base.DatabaseWrapper] = []

    def to(**options: Any) -> base.DatabaseWrapper:
        made.append(opened(**options))
        made[-1].settings_dict |= {"HOST": "127.0.0.1", "PORT": "1"}
        return made[-1]

    yield to
    for one in made:
        one.close_pool()


@pytest.mark.postgres
@pytest.mark.parametrize(
    "options", [{}, {"pool": {"min_size": 0, "max_size": 1, "timeout": 0.2}}], ids=["bare", "pool"]
)
def test_a_server_that_is_not_reached_is_away_and_asked_once(
    nowhere: Callable[..., base.DatabaseWrapper], options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = nowhere(**options)
    with pytest.raises(DatabaseAway) as first:
        here.connect()
    assert trouble_of(first.value) == AWAY
    asks = "django.db.backends.postgresql.base.DatabaseWrapper.get_new_connection"
    monkeypatch.setattr(asks, lambda *_: pytest.fail("asked again"))
    with pytest.raises(DatabaseAway):
        nowhere(**options).connect()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_pool_that_is_in_use_whole_is_busy_and_not_away() -> None:
    pool = {"min_size": 1, "max_size": 1, "timeout": 0.2}
    one, other = opened(pool=pool), opened(pool=pool)
    try:
        one.connect()
        with pytest.raises(psycopg_pool.PoolTimeout) as full:
            other.connect()
        assert trouble_of(full.value) == BUSY
    finally:
        one.close()
        one.close_pool()


# --- pages ------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_what_lies_on_the_shelf_is_shown_while_the_database_is_away_and_the_rest_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tournament = running_tournament(4)
    publish(tournament)
    client = Client(raise_request_exception=False)
    tables = f"/t/{tournament.slug}/tables/"
    with time_machine.travel(timezone.now(), tick=False):  # the page says at what second it was made
        before = client.get(tables).content.decode()
        monkeypatch.setattr(whole_pages, "shown_version", away)
        after = client.get(tables)
    assert after.status_code == 200 and "Player" in before
    assert (
        after.content.decode().split("<main")[1].split("csrf")[0] == before.split("<main")[1].split("csrf")[0]
    )
    other = client.get(f"/t/{tournament.slug}/standings/")
    assert other.status_code == 503 and SAID in other.content.decode()


@pytest.mark.django_db
def test_the_front_page_says_so_and_is_no_empty_welcome(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front, "living_tournament", away)
    answer = Client(raise_request_exception=False).get("/")
    assert answer.status_code == 503 and SAID in answer.content.decode()


def test_a_process_is_alive_whatever_is_with_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base.DatabaseWrapper, "get_new_connection", away)
    assert Client().get("/livez/").json() == {"alive": True}
