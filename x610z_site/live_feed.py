"""Where the live process hears of new versions: one Redis subscription, or the database once a second.

The relay publishes `{"tournament": KEY, "version": N}` on the channel `x610z:live` and keeps the newest version under
`x610z:version:KEY`. Without Redis, or while it is away, the table of chain heads is asked once a second for all
watched tournaments at once, whatever the number of clients.
"""

import asyncio
import json
import logging
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import psycopg
import redis.asyncio
from redis.exceptions import RedisError

CHANNEL = "x610z:live"
VERSION_KEY = "x610z:version:{}"
POLL_SECONDS = 1.0
RETRY_SECONDS = 5.0
SILENCE_SECONDS = 15.0
MOST_REMEMBERED = 5_000

logger = logging.getLogger("x610z.live")
Tell = Callable[[str, int], None]
Watched = Callable[[], list[str]]


class Versions:
    """Reads versions from the database, without Django. Safe to call from a worker thread, one call at a time."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._postgres: psycopg.Connection | None = None

    def read(self, keys: list[str]) -> dict[str, int]:
        """The versions of those of `keys` that exist; empty when the database does not answer."""
        if not keys:
            return {}
        try:
            return self._read_sqlite(keys) if self._url.startswith("sqlite:") else self._read_postgres(keys)
        except (sqlite3.Error, psycopg.Error) as error:
            logger.warning("versions could not be read: %s", type(error).__name__)
            self.close()
            return {}

    def close(self) -> None:
        """Give the connection back."""
        if self._postgres is not None:
            self._postgres.close()
            self._postgres = None

    def _read_sqlite(self, keys: list[str]) -> dict[str, int]:
        path = unquote(self._url.removeprefix("sqlite:///"))
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=2)
        try:
            rows = connection.execute(
                "SELECT key, version FROM ledger_chain WHERE key IN (SELECT value FROM json_each(?))",
                [json.dumps(keys)],
            )
            return dict(rows.fetchall())
        finally:
            connection.close()

    def _read_postgres(self, keys: list[str]) -> dict[str, int]:
        if self._postgres is None or self._postgres.closed:
            self._postgres = psycopg.connect(
                self._url, autocommit=True, connect_timeout=3, prepare_threshold=None
            )
        rows = self._postgres.execute("SELECT key, version FROM ledger_chain WHERE key = ANY(%s)", [keys])
        return {str(key): int(version) for key, version in rows.fetchall()}


class Feed:
    """New versions as they come. `source` says where from right now: `redis` or `database`."""

    def __init__(self, database_url: str, redis_url: str = "") -> None:
        self._versions = Versions(database_url)
        self._database_busy = asyncio.Lock()
        self._redis = (
            redis.asyncio.Redis.from_url(
                redis_url, socket_connect_timeout=1, socket_timeout=None, decode_responses=True
            )
            if redis_url
            else None
        )
        self._last: dict[str, int] = {}
        self._asking: dict[str, asyncio.Future[int]] = {}
        self.source = "database"

    @classmethod
    def from_environment(cls) -> "Feed":
        """The feed that DATABASE_URL and REDIS_URL describe; SQLite in var/ when neither is set."""
        root = Path(__file__).resolve().parent.parent
        var = Path(os.environ.get("X610Z_VAR") or root / "var")
        database_url = os.environ.get("DATABASE_URL") or f"sqlite:///{var / 'site.sqlite3'}"
        return cls(database_url, os.environ.get("REDIS_URL", ""))

    async def current(self, key: str) -> int:
        """The version to show to a client that has just come; 0 when there is none.

        Asked for once per tournament: from then on the feed itself keeps it, so that a hall that reconnects at once
        costs no queries.
        """
        if key not in self._last:
            asking = self._asking.get(key)
            if asking is None:
                asking = self._asking[key] = asyncio.ensure_future(self._ask(key))
                asking.add_done_callback(lambda _task: self._asking.pop(key, None))
            version = await asyncio.shield(asking)
            self._last.setdefault(key, version)
        return self._last[key]

    async def _ask(self, key: str) -> int:
        if self._redis is not None and self.source == "redis":
            try:
                value = await asyncio.wait_for(self._redis.get(VERSION_KEY.format(key)), 2)
                if value is not None:
                    return int(value)
            except (RedisError, OSError, TimeoutError, ValueError):
                logger.warning("Redis did not tell a version; asking the database")
        return (await self._read([key])).get(key, 0)

    async def follow(self, watched: Watched, tell: Tell) -> None:
        """Call `tell(key, version)` for every new version of the watched tournaments, for ever."""
        while True:
            if self._redis is None:
                await self._poll(watched, tell)
                await asyncio.sleep(POLL_SECONDS)
                continue
            try:
                await self._subscribe(watched, tell)
            except (RedisError, OSError, TimeoutError) as error:
                logger.warning("Redis is away (%s); polling the database", type(error).__name__)
            self.source = "database"
            self._forget(watched())
            for _second in range(round(RETRY_SECONDS / POLL_SECONDS)):
                await self._poll(watched, tell)
                await asyncio.sleep(POLL_SECONDS)

    async def close(self) -> None:
        """Let go of Redis and the database."""
        if self._redis is not None:
            await self._redis.aclose()
        self._versions.close()

    async def _subscribe(self, watched: Watched, tell: Tell) -> None:
        assert self._redis is not None  # noqa: S101 - the caller looked
        async with self._redis.pubsub() as pubsub:
            await pubsub.subscribe(CHANNEL)
            self.source = "redis"
            # What was published while nobody subscribed is read once from the database.
            await self._poll(watched, tell)
            while True:
                message = await pubsub.get_message(ignore_subscribe_messages=True, timeout=SILENCE_SECONDS)
                if message is None:
                    await asyncio.wait_for(self._redis.ping(), 2)
                    continue
                self._take(message["data"], tell)
                if len(self._last) > MOST_REMEMBERED:
                    self._forget(watched())

    def _take(self, text: str, tell: Tell) -> None:
        try:
            data = json.loads(text)
            key, version = str(data["tournament"]), int(data["version"])
        except (ValueError, KeyError, TypeError):
            logger.warning("a live message was not understood")
            return
        self._last[key] = max(version, self._last.get(key, 0))
        tell(key, version)

    async def _poll(self, watched: Watched, tell: Tell) -> None:
        keys = watched()
        self._forget(keys)
        for key, version in (await self._read(keys)).items():
            # `current` noted what the first client was told, so nothing is missed in between.
            if version > self._last.setdefault(key, version):
                self._last[key] = version
                tell(key, version)

    def _forget(self, keys: list[str]) -> None:
        """Keep the versions of `keys` only: of the others nobody would tell us news."""
        for known in set(self._last) - set(keys):
            del self._last[known]

    async def _read(self, keys: list[str]) -> dict[str, int]:
        async with self._database_busy:
            return await asyncio.to_thread(self._versions.read, keys)
