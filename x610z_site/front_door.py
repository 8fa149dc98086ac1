"""The pages behind a door that waits for bodies: `granian --interface rsgi … x610z_site.front_door:door`.

A WSGI server hands a request to one of a few threads and the thread reads the body, however slowly it comes: as many
half-sent uploads as there are threads stop the whole site. Here the event loop reads each body first, with limits of
time, size and number, and only a whole request gets a thread. Any other WSGI server may serve `x610z_site.wsgi`
directly, behind a proxy that does the same (deploy/nginx.conf).
"""

import asyncio
import io
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol, cast

from x610z_site.body_limit import LARGEST_BODY

Headers = list[tuple[str, str]]
Answer = tuple[int, Headers, bytes]
Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


@dataclass(frozen=True)
class Limits:
    """What one process puts up with while bodies arrive. Sizes in bytes, times in seconds."""

    body: int = LARGEST_BODY
    pause: float = 10.0
    """A sender that sends nothing for so long has gone away."""
    whole: float = 60.0
    """A body that is not there by then is refused, however busily it drips."""
    at_once: int = 500
    """So many bodies may be on their way."""
    held: int = 100_000_000
    """So much of them may be in memory."""


LIMITS = Limits()
APART = ("/livez/", "/healthz/")
"""Asked by what starts processes anew or sends nobody to them. Each has a thread of its own: a process whose page
threads all wait is neither dead nor away, and who asks whether it lives does not wait for the database."""


class Scope(Protocol):
    """What granian says of a request (RSGI)."""

    method: str
    path: str
    query_string: str
    http_version: str
    scheme: str
    server: str
    client: str

    @property
    def headers(self) -> Any:
        """The headers, names in lower case."""


class Refused(Exception):
    """A body that is not waited for any longer; the answer says why in both languages."""

    def __init__(self, status: int, title: str, text: str, dutch: str) -> None:
        super().__init__(title)
        page = (
            '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{0}</title></head><body>'
            '<h1>{0}</h1><p>{1}</p><p lang="nl">{2}</p></body></html>'
        )
        headers = [
            ("content-type", "text/html; charset=utf-8"),
            ("cache-control", "no-store"),
            ("content-security-policy", "default-src 'none'"),
            ("connection", "close"),
        ]
        if status == 503:
            headers.append(("retry-after", "5"))
        self.answer: Answer = (status, headers, page.format(title, text, dutch).encode())


def _too_slow() -> Refused:
    return Refused(
        408,
        "The rest did not arrive",
        "What you sent stopped half-way. Nothing was saved: look at your connection and send it again.",
        "Wat je stuurde kwam maar half aan. Er is niets opgeslagen: kijk naar je verbinding en stuur het opnieuw.",
    )


def _cut_off() -> Refused:
    return Refused(
        400,
        "Half a request",
        "What you sent ended before its announced size. Nothing was saved: send it again.",
        "Wat je stuurde hield eerder op dan aangekondigd. Er is niets opgeslagen: stuur het opnieuw.",
    )


def _too_many() -> Refused:
    return Refused(
        503,
        "Very busy",
        "Many people are sending something right now. Nothing was saved: wait a few seconds and send it again.",
        "Veel mensen sturen op dit moment iets. Er is niets opgeslagen: wacht even en stuur het opnieuw.",
    )


class FrontDoor:
    """The RSGI application: reads bodies on the event loop, answers whole requests on a few threads."""

    def __init__(self, application: Application, *, limits: Limits = LIMITS, threads: int = 4) -> None:
        self.application = application
        self.limits = limits
        self.reading = 0
        self.held = 0
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="page")
        self._apart = {path: ThreadPoolExecutor(1, thread_name_prefix=path.strip("/")) for path in APART}

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Granian starts a worker; nothing to do."""

    def __rsgi_del__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Granian stops a worker: let the pages being made end."""
        for threads in (self._threads, *self._apart.values()):
            threads.shutdown(wait=True)

    async def __rsgi__(self, scope: Scope, protocol: Any) -> None:
        """Answer one request."""
        if getattr(scope, "proto", "http") != "http":
            protocol.close(403)
            return
        taken = 0
        try:
            body, size = await self._body(scope, protocol)
            taken = len(body)
            environ = environ_of(scope, body, size)
            loop = asyncio.get_running_loop()
            threads = self._apart.get(scope.path, self._threads)
            answer = await loop.run_in_executor(threads, answer_of, self.application, environ)
        except Refused as refused:
            answer = refused.answer
        finally:
            self.held -= taken
        protocol.response_bytes(*answer)

    async def _body(self, scope: Scope, protocol: Any) -> tuple[bytes, int | None]:
        """The body and the size it has or claims; one that is too large is left unread, and the pages say so."""
        claimed = scope.headers.get("content-length")
        if claimed is None and scope.headers.get("transfer-encoding") is None:
            return b"", None
        size = int(claimed) if claimed is not None and claimed.isdigit() else None
        if size == 0 or (size or 0) > self.limits.body:
            return b"", size
        if self.reading >= self.limits.at_once:
            raise _too_many()
        self.reading += 1
        parts: list[bytes] = []
        try:
            async with asyncio.timeout(self.limits.whole):
                read = await self._read(aiter(protocol), parts)
            if size is not None and read[1] != size:
                raise _cut_off()
            return read
        except BaseException as error:
            self.held -= sum(map(len, parts))
            if isinstance(error, TimeoutError):
                raise _too_slow() from None
            raise
        finally:
            self.reading -= 1

    async def _read(self, chunks: AsyncIterator[bytes], parts: list[bytes]) -> tuple[bytes, int]:
        size = 0
        while True:
            try:
                async with asyncio.timeout(self.limits.pause):
                    chunk = await anext(chunks)
            except StopAsyncIteration:
                return b"".join(parts), size
            size += len(chunk)
            if size > self.limits.body:  # chunked: nobody had said how much would come
                self.held -= sum(map(len, parts))
                parts.clear()
                return b"", size
            if self.held + len(chunk) > self.limits.held:
                raise _too_many()
            self.held += len(chunk)
            parts.append(bytes(chunk))


def environ_of(scope: Scope, body: bytes, size: int | None) -> dict[str, Any]:
    """The request as WSGI (PEP 3333) says it. Headers with an underscore are dropped: they could pass for others."""
    host, _colon, port = scope.server.rpartition(":")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode("utf-8", "surrogateescape").decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": host,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope.headers.items():
        if name == "content-type":
            environ["CONTENT_TYPE"] = value
        elif name not in ("content-length", "transfer-encoding") and "_" not in name:
            key = "HTTP_" + name.upper().replace("-", "_")
            between = "; " if name == "cookie" else ","
            environ[key] = f"{environ[key]}{between}{value}" if key in environ else value
    if size is not None:
        environ["CONTENT_LENGTH"] = str(size)
    return environ


def answer_of(application: Application, environ: dict[str, Any]) -> Answer:
    """Let the WSGI application answer, its whole body at once."""
    status, headers = 500, cast("Headers", [])

    def start_response(line: str, pairs: Headers, exc_info: Any = None) -> None:
        nonlocal status, headers
        status, headers = int(line.split(" ", 1)[0]), pairs

    parts = application(environ, start_response)
    try:
        body = b"".join(parts)
    finally:
        close = getattr(parts, "close", None)
        if close is not None:
            close()
    return status, headers, body


def load() -> None:
    """Load what every request needs before the first one comes."""
    from django.urls import get_resolver

    from ledger.garbage import settle

    get_resolver().reverse_dict  # noqa: B018 - imports the views of all rooms
    settle()


def make_door() -> FrontDoor:
    """The door to the pages, with as many threads as X610Z_THREADS says (4)."""
    from x610z_site.wsgi import application

    load()
    return FrontDoor(application, threads=int(os.environ.get("X610Z_THREADS") or 4))


def __getattr__(name: str) -> FrontDoor:
    """`door` is made when a server asks for it, so that this module can be read without Django's settings."""
    if name == "door":
        globals()["door"] = door = make_door()
        return door
    raise AttributeError(name)
