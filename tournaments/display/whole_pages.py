"""Public pages leave as a whole: made once per version and language, kept compressed, filled in for who asks.

In front of sessions and accounts stands a shelf of what was made for nobody: the request it was made for had no cookie
but language and colours, so nothing of a person can be on it. What belongs to one reader (the token of their forms, the
time of day) is a hole in the page and is filled each time. Whoever has a session gets the page as it is made for them;
the parts that a live update fetches are the same for everybody, and a proxy may keep those (deploy/nginx.conf).
"""

import io
import re
import secrets
import threading
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any
from urllib.parse import parse_qsl

from django.conf import settings
from django.core.cache import caches
from django.core.exceptions import DisallowedHost
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.csrf import CsrfViewMiddleware, get_token
from django.urls import ResolverMatch
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language_from_request

from ledger.sql import run

from .page_pieces import Piece, gzipped, pieces_of, plain
from .statements import SHOWN_VERSION

SHELF = "pages"
"""The cache of each process by itself (settings): what lies there never travels."""
KEPT_SECONDS = 3600
PROXY_SECONDS = 60
"""How long a proxy may keep a part that was asked for by its version."""

_MARK = secrets.token_hex(16)
TOKEN_HOLE, EDGE = f"token-{_MARK}", f"edge-{_MARK}"
"""What stands where a token goes, and where a shared part begins and ends. Nobody can write either into a name."""
NOW_HOLE = "@now"
_HOLES = re.compile(f'{TOKEN_HOLE}|{EDGE}|(?<=data-now="){NOW_HOLE}(?=")')
_ADDRESS = re.compile(
    r"/t/(?P<slug>[-a-zA-Z0-9_]{1,60})/"
    r"(?:version/|(?:standings/|tables/(?:[0-9]{1,3}/)?)(?:part/(?P<language>[a-z]{2})/)?)"
)
_QUERY = {"round": re.compile("[0-9]{1,3}"), "rows": re.compile("[0-9]{1,3}"), "by": re.compile("name|table")}
_ENVIRON = (
    "REQUEST_METHOD",
    "SCRIPT_NAME",
    "PATH_INFO",
    "SERVER_NAME",
    "SERVER_PORT",
    "SERVER_PROTOCOL",
    "HTTP_HOST",
)
_OWN_HEADERS = ("Vary", "ETag", "Cache-Control", "Content-Length", "Set-Cookie")
_LOCKS = tuple(threading.Lock() for _ in range(16))


@dataclass(frozen=True)
class Asked:
    """What somebody asks for, as far as it decides what everybody gets."""

    slug: str
    path: str
    query: str
    version: int
    """The version that the live update spoke of; 0: none."""
    language: str
    theme: str
    origin: str
    shared: bool
    """The same for everybody, and so without holes: a part, or the number of the version."""

    @property
    def key(self) -> str:
        """Its place on the shelf."""
        text = "\n".join((self.path, self.query, self.language, self.theme, self.origin))
        return blake2b(text.encode(), digest_size=16).hexdigest()


@dataclass(frozen=True)
class Whole:
    """A page as it lies on the shelf. ``holes`` are the names of what goes between its pieces."""

    version: int
    headers: tuple[tuple[str, str], ...]
    pieces: tuple[Piece, ...]
    holes: tuple[str, ...]
    route: tuple[str, str]
    mark: str
    """A digest of its text."""

    @property
    def weight(self) -> int:
        """About as many bytes of memory as it takes."""
        return 2_000 + sum(piece.weight for piece in self.pieces)


class WholePages:
    """Answers for a page on the shelf, and puts it there; lets everything else through."""

    def __init__(self, get_response: Any) -> None:
        self.get_response = get_response
        self._csrf = CsrfViewMiddleware(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer from the shelf whatever may lie there."""
        asked = asked_of(request)
        version = shown_version(asked.slug) if asked else None
        if asked is None or version is None:
            return self._let_through(request)
        page = self._page(request, asked, version)
        if page is None:
            return self._let_through(request)
        route, namespace = page.route
        request.resolver_match = ResolverMatch(_nothing, (), {}, url_name=route, namespaces=[namespace])
        return shared_answer(request, asked, page) if asked.shared else self._own_answer(request, asked, page)

    def _let_through(self, request: HttpRequest) -> HttpResponseBase:
        answer: HttpResponseBase = self.get_response(request)
        return answer

    def _page(self, request: HttpRequest, asked: Asked, version: int) -> Whole | None:
        shelf = caches[SHELF]
        page: Whole | None = shelf.get(asked.key)
        if page is not None and page.version == version:
            return page
        with lock_of(asked.key):  # one of those who wait makes it for all
            page = shelf.get(asked.key)
            if page is None or page.version < version:
                page = self._made(request, asked, version)
                if page is not None:
                    shelf.set(asked.key, page, KEPT_SECONDS)
        return page

    def _made(self, request: HttpRequest, asked: Asked, version: int) -> Whole | None:
        """The page as nobody in particular gets it; None for what is not a page, or not everybody's."""
        nobody = for_everybody(request, asked)
        response = self.get_response(nobody)
        match = nobody.resolver_match
        if response.status_code != 200 or response.streaming or response.cookies or match is None:
            return None
        text = response.content.decode()
        headers = tuple((name, value) for name, value in response.items() if name not in _OWN_HEADERS)
        return Whole(
            version,
            headers,
            pieces_of(_HOLES.split(text)),
            tuple(_HOLES.findall(text)),
            (match.url_name or "", match.namespace),
            blake2b(_HOLES.sub(_steady, text).encode(), digest_size=16).hexdigest(),
        )

    def _own_answer(self, request: HttpRequest, asked: Asked, page: Whole) -> HttpResponseBase:
        """A page with the reader's own token in it: theirs alone, whatever lies on the shelf."""
        self._csrf.process_request(request)
        token = get_token(request)
        # The page that the reader has already is as good only while the secret behind its token is the same.
        secret = str(request.META["CSRF_COOKIE"])
        etag = _etag(page, f"{asked.key}{secret}")
        response = get_conditional_response(request, etag=etag) or _body(request, page, {TOKEN_HOLE: token})
        _label(response, page, etag, "private, no-cache", "Cookie, Accept-Language, Accept-Encoding")
        answer: HttpResponseBase = self._csrf.process_response(request, response)
        return answer


def holes(request: HttpRequest) -> dict[str, str]:
    """Template context: where the token would stand on a page that is made for everybody."""
    return {"csrf_token": TOKEN_HOLE} if getattr(request, "for_everybody", False) else {}


def edged(request: HttpRequest, part: str) -> str:
    """A shared part with its edges marked, so that it is compressed by itself, once for all pages that hold it."""
    return f"{EDGE}{part}{EDGE}" if getattr(request, "for_everybody", False) else part


def lock_of(place: str) -> threading.Lock:
    """The lock of whoever makes what goes to this place of the shelf."""
    return _LOCKS[zlib.crc32(place.encode()) % len(_LOCKS)]


def shown_version(slug: str) -> int | None:
    """The version of a tournament that everybody may know of, else None."""
    [rows] = run((SHOWN_VERSION, [slug]))
    return (rows[0][0] or 0) if rows else None


def asked_of(request: HttpRequest) -> Asked | None:
    """What is asked for, if it may lie on the shelf: a GET of a public page without a session."""
    found = _ADDRESS.fullmatch(request.path_info) if request.method == "GET" else None
    query = query_of(request.META.get("QUERY_STRING", "")) if found else None
    if found is None or query is None:
        return None
    version = int(query.pop("v", "0"))
    text = "&".join(f"{name}={value}" for name, value in query.items())
    language = found["language"]
    shared = language is not None or request.path_info.endswith("/version/")
    if not shared and settings.SESSION_COOKIE_NAME in request.COOKIES:
        return None
    try:
        host = request.get_host()
    except DisallowedHost:
        return None
    if shared:
        # Its language stands in its address, or it has none.
        known = {code for code, _name in settings.LANGUAGES}
        if language is not None and language not in known:
            return None
        words = language or settings.LANGUAGE_CODE
        return Asked(found["slug"], request.path_info, text, version, words, "", "", True)
    theme = request.COOKIES.get(settings.THEME_COOKIE_NAME, "")
    return Asked(
        found["slug"],
        request.path_info,
        text,
        0,
        get_language_from_request(request),
        theme if theme in ("light", "dark") else "",
        f"{request.scheme}://{host}",
        False,
    )


def query_of(text: str) -> dict[str, str] | None:
    """The parts of a query that pages know, in one order; None if there are others: they are not kept."""
    if not text:
        return {}
    if len(text) > 60:
        return None
    pairs = parse_qsl(text, keep_blank_values=True)
    if len(dict(pairs)) != len(pairs):
        return None
    for name, value in pairs:
        form = re.compile("[0-9]{1,12}") if name == "v" else _QUERY.get(name)
        if form is None or not form.fullmatch(value):
            return None
    return dict(sorted(pairs))


def for_everybody(request: HttpRequest, asked: Asked) -> WSGIRequest:
    """The same request as nobody would send it: no session, no token, nothing that names a person or a device."""
    environ = {name: request.META[name] for name in _ENVIRON if name in request.META}
    environ |= {name: value for name, value in request.META.items() if name.startswith("wsgi.")}
    proxy = settings.SECURE_PROXY_SSL_HEADER
    if proxy and proxy[0] in request.META:
        environ[proxy[0]] = request.META[proxy[0]]
    cookies = {settings.LANGUAGE_COOKIE_NAME: asked.language, settings.THEME_COOKIE_NAME: asked.theme}
    environ["HTTP_COOKIE"] = "; ".join(f"{name}={value}" for name, value in cookies.items() if value)
    environ |= {"QUERY_STRING": asked.query, "wsgi.input": io.BytesIO()}
    nobody = WSGIRequest(environ)
    nobody.for_everybody = True  # type: ignore[attr-defined]  # read by `holes` and `edged`
    return nobody


def shared_answer(request: HttpRequest, asked: Asked, page: Whole) -> HttpResponseBase:
    """What is the same for everybody. A proxy may keep it under the version it was asked for, once that is reached."""
    etag = _etag(page, asked.key)
    response = get_conditional_response(request, etag=etag) or _body(request, page, {NOW_HOLE: ""})
    reached = 0 < asked.version <= page.version
    _label(
        response, page, etag, f"public, max-age={PROXY_SECONDS}" if reached else "no-cache", "Accept-Encoding"
    )
    return response


def _body(request: HttpRequest, page: Whole, own: Mapping[str, str]) -> HttpResponse:
    values = {NOW_HOLE: timezone.now().isoformat(timespec="seconds"), EDGE: "", **own}
    filled = [values[name].encode() for name in page.holes]
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(plain(page.pieces, filled))
    response = HttpResponse(gzipped(page.pieces, filled))
    response["Content-Encoding"] = "gzip"
    return response


def _label(response: HttpResponseBase, page: Whole, etag: str, kept: str, vary: str) -> None:
    for name, value in page.headers:
        if response.status_code == 200 or name.lower() != "content-type":
            response[name] = value
    response["ETag"], response["Cache-Control"], response["Vary"] = etag, kept, vary


def _etag(page: Whole, of: str) -> str:
    """Weak: with and without compression it names the same page."""
    key = settings.SECRET_KEY.encode()[:64]
    return f'W/"{page.version}.{blake2b(f"{page.mark}{of}".encode(), digest_size=16, key=key).hexdigest()}"'


def _steady(found: re.Match[str]) -> str:
    """A hole as every process writes it."""
    return {TOKEN_HOLE: "@token", EDGE: ""}.get(found[0], found[0])


def _nothing() -> None:
    """In the place of a view that need not be asked."""
