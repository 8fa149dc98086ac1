"""Walking the site as somebody: every address of the access matrix, every link on the way, every file unpacked.

A *mark* is a word that stands in the world at one secret alone. What a walk finds of marks, it may not have found; what
:func:`marks_in` finds for who may see a secret shows that it can find it.
"""

import gzip
import html
import io
import json
import re
import zipfile
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from django.test import Client
from django.urls import Resolver404, resolve

from tests.tournaments.judging.test_packet import printed

MARK = re.compile(r"zq[a-z]+qz", re.IGNORECASE)
LINK = re.compile(
    r"""(?:href|src|action|data-[a-z-]*url)=["']([^"'>]+)|(?:content|"[a-z_]*url"|"href"): ?"(/[^"]+)"""
)
ANYWHERE = re.compile(r"https?://testserver(/[^\s\"'<>\\]+)|>(/[^<>\s]+)<")
NEVER = ("/static/", "/media/", "/logout/")
FORM_ANSWERS = (
    "text/html",
    "application/json",
    "application/atom+xml",
    "text/calendar",
    "image/svg+xml",
    "text/plain",
)


PLANTED: set[str] = set()
"""The marks there are: a random token may look like another one."""


def mark(name: str) -> str:
    """The word that stands for one secret."""
    PLANTED.add(f"zq{name}qz")
    return f"zq{name}qz"


def texts_of(body: bytes, kind: str) -> Iterator[str]:
    """What an answer says to a reader, whatever it is wrapped in: archives, PDF, calendars, escaped JSON and markup."""
    if body.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(body)) as opened:
            for name in opened.namelist():
                yield name
                yield from texts_of(opened.read(name), name)
        return
    if body.startswith(b"\x1f\x8b"):
        yield from texts_of(gzip.decompress(body), kind)
        return
    if body.startswith(b"%PDF"):
        yield printed(body)
        yield body.decode("latin-1")  # titles and authors stand in the open
        return
    text = body.decode("utf-8", "replace")
    yield text
    yield html.unescape(text)
    yield unquote(text)
    if "calendar" in kind:
        yield text.replace("\r\n ", "")
    if "json" in kind or text[:1] in "{[":
        for line in (text, *text.splitlines()):
            try:
                yield json.dumps(json.loads(line), ensure_ascii=False)
            except ValueError:
                continue


def content_of(answer: Any) -> bytes:
    """The whole body of an answer."""
    return b"".join(answer.streaming_content) if answer.streaming else bytes(answer.content)


def marks_in(answer: Any) -> set[str]:
    """The marks in an answer, in its head as well."""
    kind = answer.get("Content-Type", "")
    said = [*texts_of(content_of(answer), kind), *(f"{name}: {value}" for name, value in answer.items())]
    return {found.lower() for text in said for found in MARK.findall(text)} & PLANTED


def links_in(answer: Any, at: str) -> Iterator[str]:
    """Every address of this site that an answer names."""
    kind = answer.get("Content-Type", "").partition(";")[0]
    if answer.has_header("Location"):
        yield answer["Location"]
    if kind not in FORM_ANSWERS:
        return
    text = html.unescape(content_of(answer).decode("utf-8", "replace"))
    for found in (*LINK.findall(text), *ANYWHERE.findall(text)):
        for one in filter(None, found):
            url = urldefrag(urljoin(f"http://testserver{at}", one))[0]
            if urlsplit(url).netloc == "testserver":
                yield url.removeprefix("http://testserver")


@dataclass
class Walk:
    """A walk of one client: what it read, which marks it met and where, and what of each route it opened."""

    client: Client
    headers: dict[str, str] = field(default_factory=dict)
    most_of_a_route: int = 12
    read: int = 0
    met: dict[str, set[str]] = field(default_factory=dict)
    routes: Counter[str] = field(default_factory=Counter)
    links: set[str] = field(default_factory=set)

    def look(self, url: str) -> Any:
        """Open one address, and note the marks that stand there."""
        answer = self.client.get(url, headers=self.headers)
        self.read += 1
        if answer.status_code >= 500:
            self.met.setdefault(f"status {answer.status_code}", set()).add(url)
        for one in marks_in(answer):
            self.met.setdefault(one, set()).add(url)
        return answer

    def go(self, starts: list[str], *, follow: bool, most: int = 4_000) -> "Walk":
        """Open these addresses and, where links are followed, everything that can be reached from them.

        Of one route no more than :attr:`most_of_a_route` addresses are opened beside those one starts with: a calendar
        and a search have no end.
        """
        waiting, known = deque(starts), set(starts)
        while waiting and self.read < most:
            url = waiting.popleft()
            answer = self.look(url)
            for link in links_in(answer, url):
                self.links.add(link)
                if not follow or link in known or link.startswith(NEVER) or not self._wanted(link):
                    continue
                known.add(link)
                waiting.append(link)
        return self

    def _wanted(self, link: str) -> bool:
        try:
            route = resolve(urlsplit(link).path).view_name
        except Resolver404:
            return False
        self.routes[route] += 1
        return self.routes[route] <= self.most_of_a_route
