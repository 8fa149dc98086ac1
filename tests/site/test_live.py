"""Live updates: a real uvicorn, fed by a real Redis, by SQLite, and by PostgreSQL."""

import asyncio
import json
import socket
import sqlite3
import urllib.request
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import psycopg
import pytest
import redis

from benchmarks.live_fanout import live_process
from tests.patience import HANG, wait_until
from x610z_site.asgi import QUEUE_LENGTH, Hall, LiveApp, event, jitter
from x610z_site.live_feed import CHANNEL, VERSION_KEY, Feed
from x610z_site.services.servers import private_postgres, private_redis

Result = TypeVar("Result")
KEY = "t-spring-cup"
TABLE = "CREATE TABLE ledger_chain (key varchar(80) PRIMARY KEY, version bigint NOT NULL)"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "site.sqlite3"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(TABLE)
        connection.execute("INSERT INTO ledger_chain VALUES (?, 7)", [KEY])
    return path


def in_a_loop(scene: Coroutine[Any, Any, Result]) -> Result:
    """Run it in a thread of its own: Playwright keeps a loop running in the main one once a browser test has run."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, scene).result(HANG)


def set_version(path: Path, version: int) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE ledger_chain SET version = ?", [version])


@dataclass
class Stream:
    """One open event stream, read line by line."""

    port: int
    path: str = f"/live/{KEY}/"
    method: str = "GET"
    headers: dict[str, str] = field(default_factory=dict)

    def __enter__(self) -> "Stream":
        self.socket = socket.create_connection(("127.0.0.1", self.port), timeout=HANG)
        extra = "".join(f"{name}: {value}\r\n" for name, value in self.headers.items())
        self.socket.sendall(f"{self.method} {self.path} HTTP/1.1\r\nHost: test\r\n{extra}\r\n".encode())
        self.reader = self.socket.makefile("rb")
        self.status = int(self.reader.readline().split()[1])
        self.answered = {}
        while line := self.reader.readline().decode().strip():
            name, _colon, value = line.partition(": ")
            self.answered[name.lower()] = value
        return self

    def __exit__(self, *_error: object) -> None:
        self.reader.close()
        self.socket.close()

    def line(self) -> str:
        return self.reader.readline().decode().rstrip("\r\n")

    def next_version(self) -> dict[str, int]:
        while not (line := self.line()).startswith("data: "):
            assert self.reader.peek(1), "the stream ended"
        return dict(json.loads(line.removeprefix("data: ")))


@contextmanager
def live_server(database_url: str, redis_url: str = "", **environment: str) -> Iterator[int]:
    with live_process(redis_url, database_url, **environment) as (port, _pid):
        yield port


def health(port: int) -> dict[str, object]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/live/health", timeout=HANG) as answer:
        return dict(json.load(answer))


def publish(client: redis.Redis, version: int, key: str = KEY) -> None:
    client.set(VERSION_KEY.format(key), version)
    client.publish(CHANNEL, json.dumps({"tournament": key, "version": version}))


# --- through Redis -----------------------------------------------------------------------------------------


def test_a_published_version_reaches_every_client_of_that_tournament_only(
    database: Path, redis_url: str
) -> None:
    client = redis.Redis.from_url(redis_url)
    client.delete(VERSION_KEY.format(KEY))
    with live_server(f"sqlite:///{database}", redis_url) as port:
        assert wait_until(lambda: health(port)["source"] == "redis")
        with Stream(port) as one, Stream(port) as two, Stream(port, "/live/t-other/") as other:
            assert "retry: 3000" in (one.line(), one.line())  # a chunk size comes first
            assert one.next_version()["version"] == 7  # from the database: Redis knew none
            assert two.next_version()["version"] == 7
            assert other.next_version()["version"] == 0
            publish(client, 8)  # of which the database knows nothing: it comes by Redis or never
            assert one.next_version() == {"version": 8, "jitter": jitter(2)}
            assert two.next_version()["version"] == 8
            publish(client, 3, "t-other")
            assert other.next_version()["version"] == 3
            assert health(port)["clients"] == 3
            with Stream(port) as late:
                assert late.next_version()["version"] == 8
        assert wait_until(lambda: health(port)["clients"] == 0)
    client.delete(VERSION_KEY.format(KEY), VERSION_KEY.format("t-other"))


@pytest.mark.parametrize(
    "noise", ["", "not json", "[]", '{"tournament": "x"}', '{"tournament": "x", "version": "y"}']
)
def test_a_message_that_is_none_is_passed_over(database: Path, redis_url: str, noise: str) -> None:
    client = redis.Redis.from_url(redis_url)
    with live_server(f"sqlite:///{database}", redis_url) as port, Stream(port) as stream:
        assert wait_until(lambda: health(port)["source"] == "redis")
        stream.next_version()
        client.publish(CHANNEL, noise)
        publish(client, 9)
        assert stream.next_version()["version"] == 9
    client.delete(VERSION_KEY.format(KEY))


def test_while_redis_is_away_the_database_is_polled_and_no_version_is_missed(database: Path) -> None:
    with private_redis() as url:
        server = live_server(f"sqlite:///{database}", url)
        port = server.__enter__()
        stream = Stream(port).__enter__()
        assert wait_until(lambda: health(port)["source"] == "redis")
        assert stream.next_version()["version"] == 7
    try:
        set_version(database, 8)
        assert stream.next_version()["version"] == 8
        assert health(port)["source"] == "database"
    finally:
        stream.__exit__()
        server.__exit__(None, None, None)


# --- without Redis -----------------------------------------------------------------------------------------


def test_without_redis_a_new_version_in_sqlite_is_seen(database: Path) -> None:
    with live_server(f"sqlite:///{database}") as port, Stream(port) as stream:
        assert stream.next_version()["version"] == 7
        set_version(database, 12)
        assert stream.next_version()["version"] == 12
        assert health(port)["source"] == "database"


def test_without_redis_a_new_version_in_postgresql_is_seen() -> None:
    with private_postgres() as url, psycopg.connect(url, autocommit=True) as connection:
        connection.execute(TABLE)
        connection.execute("INSERT INTO ledger_chain VALUES (%s, 4)", [KEY])
        with live_server(url) as port, Stream(port) as stream:
            assert stream.next_version()["version"] == 4
            connection.execute("UPDATE ledger_chain SET version = 5")
            assert stream.next_version()["version"] == 5


def test_polling_asks_once_whatever_the_number_of_clients(database: Path) -> None:
    asked: list[list[str]] = []

    async def scene() -> None:
        feed = Feed(f"sqlite:///{database}")
        hall = Hall(feed)
        read = feed._versions.read
        feed._versions.read = lambda keys: asked.append(keys) or read(keys)  # type: ignore[func-returns-value, method-assign]  # counts the reads
        for _client in range(300):
            hall.join(KEY)
        # A hall that reconnects: all at the same instant.
        assert await asyncio.gather(*(feed.current(KEY) for _client in range(300))) == [7] * 300
        await feed._poll(hall.watched, hall.tell)

    in_a_loop(scene())
    assert asked == [[KEY], [KEY]]


def test_a_database_that_is_not_there_yet_counts_as_version_zero(tmp_path: Path) -> None:
    with live_server(f"sqlite:///{tmp_path}/none.sqlite3") as port, Stream(port) as stream:
        assert stream.next_version()["version"] == 0
    assert not (tmp_path / "none.sqlite3").exists()


# --- the protocol ------------------------------------------------------------------------------------------


def test_a_stream_may_be_read_by_the_page_and_is_neither_cached_nor_buffered(database: Path) -> None:
    origin = {"Origin": "https://play.example"}
    with live_server(f"sqlite:///{database}", LIVE_ORIGINS="https://play.example") as port:
        with Stream(port, headers=origin) as stream:
            assert stream.status == 200
            assert stream.answered["content-type"] == "text/event-stream; charset=utf-8"
            assert stream.answered["cache-control"] == "no-cache"
            assert stream.answered["x-accel-buffering"] == "no"
            assert stream.answered["access-control-allow-origin"] == "https://play.example"
        with Stream(port, headers={"Origin": "https://evil.example"}) as stream:
            assert "access-control-allow-origin" not in stream.answered


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 404),
        ("GET", "/live/", 404),
        ("GET", "/live/a b/", 404),
        ("GET", "/live/" + "x" * 81 + "/", 404),
        ("GET", "/live/t-spring-cup", 404),
        ("POST", "/live/t-spring-cup/", 405),
        ("HEAD", "/live/health", 200),
        ("HEAD", "/live/t-spring-cup/", 200),
    ],
)
def test_anything_else_gets_a_plain_refusal(database: Path, method: str, path: str, status: int) -> None:
    async def ask() -> int:
        app = LiveApp(Feed(f"sqlite:///{database}"))
        sent: list[dict[str, object]] = []

        async def send(message: dict[str, object]) -> None:
            sent.append(message)

        async def receive() -> dict[str, str]:
            return {"type": "http.disconnect"}

        await app({"type": "http", "method": method, "path": path, "headers": []}, receive, send)  # type: ignore[arg-type]  # plain dicts
        return int(str(sent[0]["status"]))

    assert in_a_loop(ask()) == status


def test_a_full_hall_is_told_to_come_back_later(database: Path) -> None:
    with live_server(f"sqlite:///{database}", LIVE_MAX_CLIENTS="1") as port, Stream(port) as first:
        first.next_version()
        with Stream(port) as second:
            assert second.status == 503
            assert second.answered["retry-after"] == "30"


def test_a_silent_stream_gets_a_ping(database: Path) -> None:
    async def scene() -> list[bytes]:
        app = LiveApp(Feed(f"sqlite:///{database}"), ping_seconds=0.05)
        sent: list[bytes] = []

        async def send(message: dict[str, bytes]) -> None:
            sent.append(message.get("body", b""))

        async def receive() -> dict[str, str]:
            while sent.count(b": ping\n\n") < 3:
                await asyncio.sleep(0.01)
            return {"type": "http.disconnect"}

        scope = {"type": "http", "method": "GET", "path": f"/live/{KEY}/", "headers": []}
        await app(scope, receive, send)  # type: ignore[arg-type]  # plain dicts
        assert app.hall.clients() == 0
        return sent

    assert in_a_loop(scene()).count(b": ping\n\n") >= 3


def test_a_client_that_does_not_read_is_dropped_and_the_others_stay() -> None:
    async def scene() -> None:
        hall = Hall(Feed("sqlite:///nowhere"))
        slow, quick = hall.join(KEY), hall.join(KEY)
        for version in range(QUEUE_LENGTH + 1):
            hall.tell(KEY, version)
            assert await quick.get() == version
        assert hall.clients(KEY) == 1
        left = [slow.get_nowait() for _item in range(slow.qsize())]
        assert left[-1] is None

    in_a_loop(scene())


@pytest.mark.parametrize(
    ("clients", "milliseconds"),
    [(0, 0), (1, 1), (16, 25), (500, 800), (1_250, 2_400), (2_000, 4_000), (10_000, 4_000)],
)
def test_the_larger_the_hall_the_wider_the_spread(clients: int, milliseconds: int) -> None:
    assert jitter(clients) == milliseconds


def test_an_event_holds_version_and_jitter_and_nothing_else() -> None:
    assert event(5, 500) == b'event: version\nid: 5\ndata: {"version": 5, "jitter": 800}\n\n'
