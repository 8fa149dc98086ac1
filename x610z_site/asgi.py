"""Live updates only: `GET /live/<tournament-key>/` is a stream of server-sent events, served by uvicorn.

    python -m uvicorn x610z_site.asgi:app --loop uvloop --http httptools

An event says no more than that a tournament's public pages have a new version; the page then fetches its own part.
So the stream needs no session and holds nothing private. Django is not loaded: one process serves thousands of
phones in little memory. The feed behind it is in live_feed.py.
"""

import asyncio
import json
import os
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from x610z_site.live_feed import Feed

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

PING_SECONDS = 25.0
RETRY_MILLISECONDS = 3_000
QUEUE_LENGTH = 10
STREAM_PATH = re.compile(r"/live/([A-Za-z0-9_:.-]{1,80})/")
HEALTH_PATH = "/live/health"

# Up to this many clients of one tournament the answer is spread over 0.8 s; a full hall over 4 s.
FEW_CLIENTS, FEW_MILLISECONDS = 500, 800
MANY_CLIENTS, MANY_MILLISECONDS = 2_000, 4_000


def jitter(clients: int) -> int:
    """Milliseconds over which `clients` pages should spread their next request, so that a hall does not stampede."""
    if clients <= FEW_CLIENTS:
        return clients * FEW_MILLISECONDS // FEW_CLIENTS
    share = min(1.0, (clients - FEW_CLIENTS) / (MANY_CLIENTS - FEW_CLIENTS))
    return round(FEW_MILLISECONDS + share * (MANY_MILLISECONDS - FEW_MILLISECONDS))


def event(version: int, clients: int) -> bytes:
    """One server-sent event: the version and how far to spread."""
    data = json.dumps({"version": version, "jitter": jitter(clients)})
    return f"event: version\nid: {version}\ndata: {data}\n\n".encode()


class Hall:
    """Who listens to which tournament. A client whose queue is full is dropped; it reconnects and is up to date."""

    def __init__(self, feed: Feed, *, most_clients: int = 10_000) -> None:
        self.feed = feed
        self.most_clients = most_clients
        self._queues: dict[str, set[asyncio.Queue[int | None]]] = {}

    def clients(self, key: str | None = None) -> int:
        """How many listen to `key`, or to anything."""
        if key is not None:
            return len(self._queues.get(key, ()))
        return sum(map(len, self._queues.values()))

    def watched(self) -> list[str]:
        """The tournaments somebody listens to."""
        return list(self._queues)

    def join(self, key: str) -> asyncio.Queue[int | None]:
        """A new client's queue of versions; None in it means: end the stream."""
        queue: asyncio.Queue[int | None] = asyncio.Queue(QUEUE_LENGTH)
        self._queues.setdefault(key, set()).add(queue)
        return queue

    def leave(self, key: str, queue: asyncio.Queue[int | None]) -> None:
        """Forget a client."""
        queues = self._queues.get(key, set())
        queues.discard(queue)
        if not queues:
            self._queues.pop(key, None)

    def tell(self, key: str, version: int) -> None:
        """Hand a new version to everybody who listens to `key`."""
        for queue in list(self._queues.get(key, ())):
            try:
                queue.put_nowait(version)
            except asyncio.QueueFull:
                self.leave(key, queue)
                queue.get_nowait()
                queue.put_nowait(None)

    def close(self) -> None:
        """End every stream (the process is stopping)."""
        for key, queues in list(self._queues.items()):
            for queue in list(queues):
                self.leave(key, queue)
                while queue.full():
                    queue.get_nowait()
                queue.put_nowait(None)


class LiveApp:
    """The ASGI application."""

    def __init__(
        self, feed: Feed, *, origins: tuple[str, ...] = ("*",), ping_seconds: float = PING_SECONDS
    ) -> None:
        self.hall = Hall(feed, most_clients=int(os.environ.get("LIVE_MAX_CLIENTS", "10000")))
        self._origins = origins
        self._ping_seconds = ping_seconds
        self._task: asyncio.Task[None] | None = None

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one connection."""
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self._task = asyncio.create_task(self.hall.feed.follow(self.hall.watched, self.hall.tell))
                await send({"type": "lifespan.startup.complete"})
            elif message["type"] == "lifespan.shutdown":
                self.hall.close()
                if self._task:
                    self._task.cancel()
                    await asyncio.gather(self._task, return_exceptions=True)
                await self.hall.feed.close()
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _http(self, scope: Message, receive: Receive, send: Send) -> None:
        path = scope["path"]
        if scope["method"] not in ("GET", "HEAD"):
            await self._answer(scope, send, 405, {"error": "method not allowed"})
        elif path == HEALTH_PATH:
            state = {"ok": True, "clients": self.hall.clients(), "source": self.hall.feed.source}
            await self._answer(scope, send, 200, state)
        elif match := STREAM_PATH.fullmatch(path):
            if self.hall.clients() >= self.hall.most_clients:
                await self._answer(scope, send, 503, {"error": "full"}, [(b"retry-after", b"30")])
            else:
                await self._stream(match[1], scope, receive, send)
        else:
            await self._answer(scope, send, 404, {"error": "not found"})

    async def _answer(
        self,
        scope: Message,
        send: Send,
        status: int,
        body: dict[str, Any],
        extra: list[tuple[bytes, bytes]] | None = None,
    ) -> None:
        headers = [
            (b"content-type", b"application/json"),
            (b"cache-control", b"no-store"),
            *self._cors(scope),
            *(extra or []),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        content = b"" if scope["method"] == "HEAD" else json.dumps(body).encode()
        await send({"type": "http.response.body", "body": content})

    def _cors(self, scope: Message) -> list[tuple[bytes, bytes]]:
        """Pages of the site may read the stream; no cookies are ever involved."""
        if "*" in self._origins:
            return [(b"access-control-allow-origin", b"*")]
        origin = dict(scope["headers"]).get(b"origin", b"").decode("latin-1")
        allowed = [(b"access-control-allow-origin", origin.encode())] if origin in self._origins else []
        return [(b"vary", b"Origin"), *allowed]

    async def _stream(self, key: str, scope: Message, receive: Receive, send: Send) -> None:
        headers = [
            (b"content-type", b"text/event-stream; charset=utf-8"),
            (b"cache-control", b"no-cache"),
            (b"x-accel-buffering", b"no"),
            *self._cors(scope),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        if scope["method"] == "HEAD":
            await send({"type": "http.response.body", "body": b""})
            return
        queue = self.hall.join(key)
        gone = asyncio.create_task(_disconnected(receive))
        try:
            # Joined first, read second: a version published in between arrives twice rather than never.
            current = await self.hall.feed.current(key)
            await _part(send, b"retry: %d\n\n" % RETRY_MILLISECONDS + event(current, self.hall.clients(key)))
            await self._pump(key, queue, gone, send)
        finally:
            gone.cancel()
            self.hall.leave(key, queue)

    async def _pump(
        self, key: str, queue: asyncio.Queue[int | None], gone: asyncio.Task[None], send: Send
    ) -> None:
        while not gone.done():
            getter = asyncio.ensure_future(queue.get())
            done, _pending = await asyncio.wait(
                {getter, gone}, timeout=self._ping_seconds, return_when=asyncio.FIRST_COMPLETED
            )
            if getter not in done:
                getter.cancel()
                if gone.done():
                    return
                await _part(send, b": ping\n\n")
                continue
            version = getter.result()
            if version is None:
                await send({"type": "http.response.body", "body": b""})
                return
            await _part(send, event(version, self.hall.clients(key)))


async def _part(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def make_app() -> LiveApp:
    """The application as the environment describes it (REDIS_URL, DATABASE_URL, LIVE_ORIGINS)."""
    origins = tuple(filter(None, os.environ.get("LIVE_ORIGINS", "*").split(",")))
    return LiveApp(Feed.from_environment(), origins=origins)


app = make_app()
