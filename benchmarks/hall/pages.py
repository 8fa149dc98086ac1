"""What `python -m benchmarks.pages` measures; pytest runs it, because it needs a private PostgreSQL."""

import os
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import path

from benchmarks.kept import keep
from tests.tournaments.hall import play, publish, running_tournament
from tournaments.rounds.models import Match
from x610z_site.urls import urlpatterns as site

PLAYERS = int(os.environ.get("PLAYERS", "226"))
TIMES = 15

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.postgres,
    pytest.mark.urls(__name__),
    pytest.mark.timeout(900),
]


def hello(_request: HttpRequest) -> HttpResponse:
    """The yardstick: the middleware and nothing else."""
    return HttpResponse("hello")


urlpatterns = [path("bench-hello/", hello), *site]


class Measure:
    """One tournament of the wanted size in round 3, and the clock."""

    def __init__(self) -> None:
        self.tournament = running_tournament(PLAYERS, capacity=2000)
        for number in (1, 2):
            play(self.tournament, number)
        match = Match.objects.filter(round=publish(self.tournament, 3), kind="played").order_by("table")[0]
        gzip = {"accept-encoding": "gzip"}
        self.nobody, self.player = Client(headers=gzip), Client(headers=gzip)
        self.player.force_login(match.seats.all()[0].entry.user)
        self.slug, self.match = self.tournament.slug, match.pk
        self.found: dict[str, str] = {}

    def row(self, name: str, call: Callable[[], Any], *, fresh: bool = False) -> None:
        """Measure one kind of request."""
        cpu, wall, size, queries = [], [], 0, 0
        for _time in range(TIMES):
            if fresh:
                cache.clear()
            with transaction.atomic():
                with CaptureQueriesContext(connection) as captured:
                    started = time.process_time(), time.perf_counter()
                    answer = call()
                    cpu.append((time.process_time() - started[0]) * 1000)
                    wall.append((time.perf_counter() - started[1]) * 1000)
                transaction.set_rollback(True)
            assert answer.status_code in (200, 302, 304), (name, answer.status_code)
            size, queries = len(answer.content), len(captured)
        self.found[name] = (
            f"{median(cpu):.2f} ms, {median(wall):.1f} ms, {max(wall):.1f} ms, {queries} queries, {size / 1000:.1f} kB"
        )


@pytest.fixture
def measure(db: None) -> Measure:
    """The hall."""
    cache.clear()
    return Measure()


def test_pages_of_a_large_hall(measure: Measure) -> None:
    """Nothing is asserted but that every page answers."""
    slug, nobody, player = measure.slug, measure.nobody, measure.player
    print()
    measure.row("hello (yardstick)", lambda: nobody.get("/bench-hello/"))
    for name, address, client in (
        ("standings", f"/t/{slug}/standings/", nobody),
        ("tables by name", f"/t/{slug}/tables/", nobody),
    ):
        measure.row(f"{name}, fresh", lambda address=address, client=client: client.get(address), fresh=True)
        measure.row(f"{name}, cached", lambda address=address, client=client: client.get(address))
    measure.row("standings, signed in", lambda: player.get(f"/t/{slug}/standings/"))
    measure.row("my page", lambda: player.get(f"/t/{slug}/me/"))
    update = {"hx-request": "true", "hx-target": "me"}
    measure.row("my page, a live update", lambda: player.get(f"/t/{slug}/me/", headers=update))
    said = {"first": "2", "second": "0", "match": measure.match}
    measure.row("report a result", lambda: player.post(f"/t/{slug}/me/", said))
    for name, address in (("standings", "standings/"), ("tables", "tables/"), ("version", "version/")):
        url = f"/t/{slug}/{address}"
        etag = nobody.get(url)["ETag"]
        measure.row(
            f"{name}, 304", lambda url=url, etag=etag: nobody.get(url, headers={"if-none-match": etag})
        )
    for name, address in (("standings", "standings/part/en/"), ("tables", "tables/part/en/")):
        url = f"/t/{slug}/{address}?v=1"
        measure.row(f"{name}, the part of a live update", lambda url=url: nobody.get(url))
    measure.row("API standings", lambda: nobody.get(f"/api/v1/tournaments/{slug}/standings/"))
    each = "processor, wall clock (both the median), the slowest, queries, size as it is sent"
    keep(
        "pages",
        command=f"python -m benchmarks.pages --players {PLAYERS}",
        goals=("R14", "D7"),
        figures={
            "players, requests of each kind": f"{PLAYERS}, {TIMES}",
            "of each": each,
            **measure.found,
            "load of the machine": f"{os.getloadavg()[0]:.0f}",
        },
        control="",
    )
