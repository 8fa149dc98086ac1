"""How a request of the client travels: JSON over HTTP, a key on every write, the same key when it is sent again.

Nothing here knows an operation; :mod:`tournaments.client.made` has one method for each. Standard library and msgspec.
"""

from __future__ import annotations

import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Mapping
from email.message import Message
from typing import NamedTuple, TypeVar
from urllib.parse import quote, urlencode

import msgspec

T = TypeVar("T")
TRIES = 4
"""How often a request is sent before its failure is told."""
LONGEST_WAIT = 60.0
"""Seconds that a busy site may ask for; one that asks for more is refused to the caller."""
_AGAIN = {429, 502, 503, 504}


class Request(NamedTuple):
    """What is sent. ``body``: JSON, or None for a read."""

    method: str
    url: str
    headers: dict[str, str]
    body: bytes | None


class Answer(NamedTuple):
    """What comes back. Names of headers are in small letters."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Problem(msgspec.Struct, frozen=True):
    """One thing that must be put right. ``code`` is stable; ``field``: of the body, None for none."""

    code: str
    message: str
    field: str | None = None


class _Refusal(msgspec.Struct):
    problems: list[Problem]
    agreed: str = ""


class Refused(Exception):
    """The site said no: ``status`` of HTTP, and everything that must be put right first.

    ``agreed``: of a change that moves people, what to send with it to agree to exactly that.
    """

    def __init__(self, status: int, problems: list[Problem], agreed: str = "") -> None:
        super().__init__(" ".join(problem.message for problem in problems) or f"HTTP {status}")
        self.status, self.problems, self.agreed = status, problems, agreed


class Unreachable(Exception):
    """No answer came, however often it was asked. A write may or may not be done: send it again under its ``key``."""

    def __init__(self, reason: str, key: str) -> None:
        super().__init__(reason)
        self.key = key


def send_by_http(request: Request, seconds: float = 30) -> Answer:
    """Send one request with the standard library. Raises OSError where no answer comes."""
    made = urllib.request.Request(  # noqa: S310 - `Sender` has looked at the scheme
        request.url, data=request.body, headers=request.headers, method=request.method
    )
    try:
        with urllib.request.urlopen(made, timeout=seconds) as found:  # noqa: S310 - as above
            return Answer(found.status, _small(found.headers), found.read())
    except urllib.error.HTTPError as error:
        return Answer(error.code, _small(error.headers), error.read())


class Sender:
    """Sends to one site. ``token``: of *My account*; without one only what everybody may read.

    ``send`` and ``wait`` can be others than the network and the clock. Raises ValueError for an address that is not
    http or https.
    """

    def __init__(
        self,
        address: str,
        token: str = "",
        *,
        send: Callable[[Request], Answer] = send_by_http,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        if not address.startswith(("https://", "http://")):
            raise ValueError("the address of a site begins with https://")
        self._base, self._token = address.rstrip("/"), token
        self._send, self._wait = send, wait

    def _read(self, path: str, parts: tuple[object, ...], query: Mapping[str, object], kind: type[T]) -> T:
        """Ask for what stands at an address."""
        asked = {name: value for name, value in query.items() if value is not None}
        end = f"?{urlencode(asked, doseq=True)}" if asked else ""
        request = Request("GET", self._url(path, parts) + end, self._headers(), None)
        return msgspec.json.decode(self._answer(request).body, type=kind)

    def _write(
        self, path: str, parts: tuple[object, ...], body: Mapping[str, object], kind: type[T], key: str
    ) -> T:
        """Do one operation, once, however often it has to be sent."""
        said = {name: value for name, value in body.items() if value is not msgspec.UNSET}
        headers = self._headers() | {
            "Content-Type": "application/json",
            "Idempotency-Key": key or uuid.uuid4().hex,
        }
        request = Request("POST", self._url(path, parts), headers, msgspec.json.encode(said))
        done = msgspec.json.decode(self._answer(request).body, type=dict[str, msgspec.Raw])
        return msgspec.json.decode(done["result"], type=kind)

    def _url(self, path: str, parts: tuple[object, ...]) -> str:
        return self._base + path.format(*(quote(str(part), safe="") for part in parts))

    def _headers(self) -> dict[str, str]:
        return {"Accept": "application/json"} | (
            {"Authorization": f"Bearer {self._token}"} if self._token else {}
        )

    def _answer(self, request: Request) -> Answer:
        """The answer of the site, sent again where it could not answer or asked to wait."""
        for number in range(1, TRIES + 1):
            pause = 0.5 * 2**number
            try:
                found = self._send(request)
            except OSError as error:
                if number == TRIES:
                    raise Unreachable(str(error), request.headers.get("Idempotency-Key", "")) from error
            else:
                if found.status < 400:
                    return found
                asked = _seconds(found.headers.get("retry-after", ""))
                if found.status not in _AGAIN or number == TRIES or asked > LONGEST_WAIT:
                    raise _refused(found)
                pause = asked or pause
            self._wait(pause)
        raise AssertionError("the last try answers or raises")


def _small(headers: Message) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def _seconds(text: str) -> float:
    """What a Retry-After asks for; 0 for none, and for a date, which this site never sends."""
    return float(text) if text.isdigit() else 0.0


def _refused(answer: Answer) -> Refused:
    """A refusal in the words of the site; without any where something before the site refused."""
    for read in (_told, _by_field):
        try:
            return Refused(answer.status, *read(answer.body))
        except (msgspec.DecodeError, msgspec.ValidationError):
            continue
    return Refused(answer.status, [])


def _told(body: bytes) -> tuple[list[Problem], str]:
    said = msgspec.json.decode(body, type=_Refusal)
    return said.problems, said.agreed


def _by_field(body: bytes) -> tuple[list[Problem], str]:
    """Of a body that cannot be read: by field what is wrong with it."""
    said = msgspec.json.decode(body, type=dict[str, list[str] | str])
    texts = {name: several if isinstance(several, list) else [several] for name, several in said.items()}
    found = [
        Problem("invalid", text, None if name == "detail" else name)
        for name, several in texts.items()
        for text in several
    ]
    return found, ""
