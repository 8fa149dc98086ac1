"""Pages opened on a large database: what each asks, how it is answered, how heavy it is, how long it computes."""

import json
import time
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field
from gzip import decompress
from statistics import median
from typing import Any

from django.contrib.auth import get_user_model
from django.core.cache import caches
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import path

from tournaments.clans.models import Clan
from tournaments.events.models import Tournament
from tournaments.organizations.models import Organization
from x610z_site.urls import urlpatterns as site

from .federation import BUSY

QUERIES, KILOBYTES, MILLISECONDS = 10, 60, 30
"""At most so much of each page of :data:`PROMISED`."""
GROWS = 1_000
"""A table of more rows is one that grows: no page may read it from one end to the other."""
NEAR = "near=Utrecht&km=25"
STRANGERS = {
    "list": "/t/",
    "list near a town": f"/t/?{NEAR}",
    "list, page 10": "/t/?page=10",
    "list of what is over": "/t/?past=1",
    "month": "/t/?view=month",
    "map": "/t/?view=map",
    "search": "/t/?q=nebula+cup",
    "search, a typing error": "/t/?q=nebulla+leage",
    "search, a word of nothing": "/t/?q=xyzzyplugh",
    "an organization's page": "/o/{organization}/",
    "organizations": "/o/",
    "organizations by a text": "/o/?text=quasar+gu",
    "clans": "/clans/",
    "a clan": "/clans/{clan}/",
    "decks by a person's name": "/decks/public/?q=dekker+4012",
    "front page": "/",
    "a tournament": "/t/{tournament}/",
}
OWN = {
    "agenda": "/me/agenda/",
    "list, signed in": "/t/",
    "front page, signed in": "/",
    "own page": "/me/",
    "own organization": "/o/{own}/",
    "friends": "/me/friends/",
    "friendly games": "/me/friendlies/",
    "notices": "/me/notices/",
}
"""Opened by the person who is everywhere."""
PROMISED = (
    "list", "list near a town", "month", "map", "search", "search, a typing error", "agenda", "an organization's page",
)  # fmt: skip


def hello(_request: HttpRequest) -> HttpResponse:
    """The yardstick: the middleware and nothing else."""
    return HttpResponse("hello")


urlpatterns = [path("bench-hello/", hello), *site]


@dataclass
class Opened:
    """What a page took. ``milliseconds``: of processor of this process, in the middle of several times, and the
    ``least``; ``beside``: the same of a piece of plain Python that was computed after each of them, so that a busy
    machine is seen. ``database``: of PostgreSQL, by its own clock; it is in none of the others.
    ``sent``: bytes as a browser gets them; ``whole_bytes``: before they are made small.
    ``whole``: growing tables that a query read from end to end, with the query. ``read``: most rows that one took.
    """

    name: str
    status: int
    queries: int
    sent: int
    whole_bytes: int
    milliseconds: float
    database: float
    read: int
    least: float = 0.0
    beside: float = 0.0
    whole: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    @property
    def kept(self) -> bool:
        """Whether it is as promised."""
        light = self.queries <= QUERIES and self.sent <= KILOBYTES * 1000
        return self.status == 200 and light and self.milliseconds <= MILLISECONDS and not self.whole


def growing() -> set[str]:
    """The tables that have grown, as the last ANALYZE counted them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples > %s", [GROWS])
        return {row[0] for row in cursor.fetchall() if not row[0].startswith("pg_")}


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every step of a plan."""
    yield plan
    for below in plan.get("Plans", ()):
        yield from nodes(below)


def rows_taken(step: dict[str, Any]) -> int:
    """How many rows a step took in its hand, those it then left out too."""
    each = step.get("Actual Rows", 0) + step.get("Rows Removed by Filter", 0)
    return int((each + step.get("Rows Removed by Index Recheck", 0)) * step.get("Actual Loops", 1))


def explain(sql: str, grown: set[str]) -> tuple[list[str], int, float]:
    """Of one query: growing tables read whole, rows it took out of growing tables, milliseconds."""
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) " + sql)
        said = cursor.fetchone()[0]
    (plan,) = json.loads(said) if isinstance(said, str) else said
    steps = [one for one in nodes(plan["Plan"]) if one.get("Relation Name") in grown]
    whole = [one["Relation Name"] for one in steps if one["Node Type"] == "Seq Scan"]
    return whole, sum(map(rows_taken, steps)), plan["Execution Time"]


def read_whole(sql: str, grown: set[str]) -> list[str]:
    """Growing tables that a statement would read from end to end; it is planned and not run."""
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN (FORMAT JSON) " + sql)
        said = cursor.fetchone()[0]
    (plan,) = json.loads(said) if isinstance(said, str) else said
    found = (one for one in nodes(plan["Plan"]) if one["Node Type"] == "Seq Scan")
    return [one["Relation Name"] for one in found if one["Relation Name"] in grown]


def addresses() -> dict[str, str]:
    """What stands in the addresses: an organization, a clan, an event that one can enter."""
    organization = Organization.objects.order_by("pk")[7]
    coming = Tournament.objects.filter(state="entry").order_by("starts_at", "pk")[0]
    own = Organization.objects.filter(members__user=BUSY).order_by("pk")[0]
    clan = Clan.objects.order_by("pk")[0]
    return {
        "organization": organization.slug,
        "tournament": coming.slug,
        "own": own.slug,
        "clan": str(clan.pk),
    }


def clients() -> tuple[Client, Client]:
    """A stranger, and the person who is everywhere."""
    gzip = {"accept-encoding": "gzip"}
    stranger, busy = Client(headers=gzip), Client(headers=gzip)
    busy.force_login(get_user_model().objects.get(pk=BUSY))
    return stranger, busy


def opened(name: str, address: str, client: Client, grown: set[str], times: int) -> Opened:
    """Open one page with empty caches, look at the plan of each query, and take the middle of so many times."""
    _forget()
    client.get(address)  # what a process learns once
    _forget()
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(address)
    length = (
        len(decompress(answer.content)) if answer.get("Content-Encoding") == "gzip" else len(answer.content)
    )
    found = Opened(name, answer.status_code, 0, len(answer.content), length, 0.0, 0.0, 0)
    for sql in (one["sql"] for one in captured.captured_queries):
        if not sql.startswith(("SELECT", "WITH", "(SELECT")):
            continue
        found.queries += 1
        whole, read, milliseconds = explain(sql, grown)
        found.database += milliseconds
        found.read = max(found.read, read)
        found.whole += [f"{table}: {sql}" for table in whole]
        found.asked.append(f"{read} rows, {milliseconds:.1f} ms: {sql}")
    took, beside = [], []
    for _time in range(times):
        _forget()
        took.append(_milliseconds(lambda: client.get(address)))
        beside.append(_milliseconds(_plain_python))
    if took:
        found.milliseconds, found.least, found.beside = median(took), min(took), median(beside)
    return found


def _milliseconds(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return (time.process_time() - begun) * 1000


def _plain_python() -> int:
    """The second yardstick: always as much work, so that it shows how busy the machine is."""
    return sum(len(f"{number:x}") for number in range(60_000))


def _forget() -> None:
    for name in ("default", "pages"):
        caches[name].clear()


def open_all(times: int = 9, only: Container[str] | None = None) -> list[Opened]:
    """Every page, or ``only`` some, for a stranger and for the busy person, after the yardstick."""
    grown, said = growing(), addresses()
    stranger, busy = clients()
    every = [("hello (yardstick)", "/bench-hello/", stranger)]
    every += [(name, address.format(**said), stranger) for name, address in STRANGERS.items()]
    every += [(name, address.format(**said), busy) for name, address in OWN.items()]
    asked = [one for one in every if only is None or one[0] in only]
    return [opened(name, address, client, grown, times) for name, address, client in asked]
