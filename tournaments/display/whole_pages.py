"""Public pages leave as a whole: made once per version and language, kept compressed, filled in for who asks.

In front of sessions and accounts stands a shelf of what was made for nobody: the request it was made for had no cookie
but language and colours, so nothing of a person can be on it. What belongs to one reader (the token of their forms, the
time of day) is a hole in the page and is filled each time. Whoever has a session gets the page as it is made for them;
the parts that a live update fetches are the same for everybody, and a proxy may keep those (deploy/nginx.conf).
"""

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from urllib.parse import parse_qsl

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.csrf import CsrfViewMiddleware, get_token
from django.urls import ResolverMatch
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language, get_language_from_request

from ledger.away import DatabaseAway
from ledger.shapes import Respond
from ledger.sql import run

from .cache import unreported
from .holes import TOKEN, steady
from .page_pieces import Page
from .shelf import Shelf
from .statements import SHOWN_VERSION

PROXY_SECONDS = 60
"""How long a proxy may keep a part that was asked for by its version."""

_ADDRESS = re.compile(
    r"/t/(?P<slug>[-a-zA-Z0-9_]{1,60})/"
    r"(?:version/|(?:standings/|tables/(?:[0-9]{1,3}/)?)(?:part/(?P<language>[a-z]{2})/)?)"
)
_PROGRAMS = re.compile(r"/api/v1/tournaments/(?P<slug>[-a-zA-Z0-9_]{1,60})/standings/")
"""The standings for programs, which ask for them as often as phones do."""
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
    """The same for everybody, and so without holes: a part, the number of the version, or what programs read."""
    programs: bool = False

    @property
    def key(self) -> str:
        """Its place on the shelf."""
        text = "\n".join((self.path, self.query, self.language, self.theme, self.origin))
        return blake2b(text.encode(), digest_size=16).hexdigest()


@dataclass(frozen=True)
class Whole:
    """A page as it lies on the shelf, with what its answer says beside it."""

    version: int
    headers: tuple[tuple[str, str], ...]
    page: Page
    route: tuple[str, str]
    mark: str
    """A digest of its text."""


PAGES: Shelf[Whole] = Shelf("page", lambda whole: 2_000 + whole.page.weight)


class NotForEverybodyError(Exception):
    """An answer that is no page, or not everybody's: it is not kept."""


class NobodysRequest(WSGIRequest):
    """A request that is answered for everybody."""


class WholePages:
    """Answers for a page on the shelf, and puts it there; lets everything else through."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response
        self._csrf = CsrfViewMiddleware(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer from the shelf whatever may lie there."""
        asked = asked_of(request)
        try:
            page = self._page(request, asked) if asked else None
        except DatabaseAway:
            page = PAGES.last(asked.key) if asked else None  # as it was last known: the hall goes on reading
            if page is None:
                raise
        if asked is None or page is None:
            return self._let_through(request)
        route, namespace = page.route
        request.resolver_match = ResolverMatch(_nothing, (), {}, url_name=route, namespaces=[namespace])
        return shared_answer(request, asked, page) if asked.shared else self._own_answer(request, asked, page)

    def _page(self, request: HttpRequest, asked: Asked) -> Whole | None:
        """The page at its present version; None where there is none for everybody."""
        version = shown_version(asked.slug)
        if version is None:
            return None
        try:
            # No report changes what programs read of complete rounds.
            stamp = (lambda: unreported(f"t-{asked.slug}")) if asked.programs else None
            # Named by the version alone: rows that nobody may know of raise the number that the stamp reads.
            return PAGES.get(
                asked.key, version, lambda _stamp: self._made(request, asked, version), stamp=stamp
            )
        except NotForEverybodyError:
            return None

    def _let_through(self, request: HttpRequest) -> HttpResponseBase:
        answer: HttpResponseBase = self.get_response(request)
        return answer

    def _made(self, request: HttpRequest, asked: Asked, version: int) -> Whole:
        """The page as nobody in particular gets it."""
        nobody = for_everybody(request, asked)
        response = self.get_response(nobody)
        match = nobody.resolver_match
        if response.status_code != 200 or response.streaming or response.cookies or match is None:
            raise NotForEverybodyError
        text = response.content.decode()
        return Whole(
            version,
            tuple((name, value) for name, value in response.items() if name not in _OWN_HEADERS),
            Page.of(text),
            (match.url_name or "", match.namespace),
            blake2b(steady(text).encode(), digest_size=16).hexdigest(),
        )

    def _own_answer(self, request: HttpRequest, asked: Asked, page: Whole) -> HttpResponseBase:
        """A page with the reader's own token in it: theirs alone, whatever lies on the shelf."""
        self._csrf.process_request(request)
        token = get_token(request)
        # The page that the reader has already is as good only while the secret behind its token is the same.
        secret = str(request.META["CSRF_COOKIE"])
        etag = _etag(page, f"{asked.key}{secret}")
        response = get_conditional_response(request, etag=etag) or _body(request, page, {"token": token})
        _label(response, page, etag, "private, no-cache", "Cookie, Accept-Language, Accept-Encoding")
        answer: HttpResponseBase = self._csrf.process_response(request, response)
        return answer


def holes(request: HttpRequest) -> dict[str, str]:
    """Template context: where the token would stand on a page that is made for everybody."""
    return {"csrf_token": TOKEN} if isinstance(request, NobodysRequest) else {}


def shown_version(slug: str) -> int | None:
    """The version of a tournament that everybody may know of, else None."""
    [rows] = run((SHOWN_VERSION, [slug]))
    return (rows[0][0] or 0) if rows else None


def asked_of(request: HttpRequest) -> Asked | None:
    """What is asked for, if it may lie on the shelf: a GET of a public page without a session."""
    programs = _PROGRAMS.fullmatch(request.path_info) if request.method in ("GET", "HEAD") else None
    if programs:
        return _asked_by_program(request, programs["slug"])
    found = _ADDRESS.fullmatch(request.path_info) if request.method == "GET" else None
    query = query_of(request.META.get("QUERY_STRING", "")) if found else None
    if found is None or query is None:
        return None
    version = int(query.pop("v", "0"))
    slug, language = found["slug"], found["language"]
    if language is not None or request.path_info.endswith("/version/"):
        # Its language stands in its address, or it has none.
        if language is not None and language not in dict(settings.LANGUAGES):
            return None
        words = language or settings.LANGUAGE_CODE
        return Asked(slug, request.path_info, _written(query), version, words, "", "", True)
    if settings.SESSION_COOKIE_NAME in request.COOKIES:
        return None
    try:
        return asked_by(request, slug, query, get_language_from_request(request))
    except DisallowedHost:
        return None


def _asked_by_program(request: HttpRequest, slug: str) -> Asked | None:
    """What a program asks for, who shows no token and takes JSON; its answer differs by round and language alone."""
    query = query_of(request.META.get("QUERY_STRING", ""))
    if query is None or query.keys() - {"round"} or "HTTP_AUTHORIZATION" in request.META:
        return None
    if not request.accepts("application/json"):
        return None
    language = get_language_from_request(request)
    return Asked(slug, request.path_info, _written(query), 0, language, "", "", True, programs=True)


def asked_by(request: HttpRequest, slug: str, query: Mapping[str, str], language: str | None = None) -> Asked:
    """What this request asks for, in a language (None: the present one), in its reader's colours."""
    theme = request.COOKIES.get(settings.THEME_COOKIE_NAME, "")
    return Asked(
        slug,
        request.path_info,
        _written(query),
        0,
        language or get_language() or settings.LANGUAGE_CODE,
        theme if theme in ("light", "dark") else "",
        f"{request.scheme}://{request.get_host()}",
        False,
    )


def _written(query: Mapping[str, str]) -> str:
    return "&".join(f"{name}={value}" for name, value in query.items())


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


def for_everybody(request: HttpRequest, asked: Asked) -> NobodysRequest:
    """The same request as nobody would send it: no session, no token, nothing that names a person or a device."""
    environ = {name: request.META[name] for name in _ENVIRON if name in request.META}
    environ |= {name: value for name, value in request.META.items() if name.startswith("wsgi.")}
    proxy = settings.SECURE_PROXY_SSL_HEADER
    if proxy and proxy[0] in request.META:
        environ[proxy[0]] = request.META[proxy[0]]
    cookies = {settings.LANGUAGE_COOKIE_NAME: asked.language, settings.THEME_COOKIE_NAME: asked.theme}
    environ["HTTP_COOKIE"] = "; ".join(f"{name}={value}" for name, value in cookies.items() if value)
    environ |= {"REQUEST_METHOD": "GET", "QUERY_STRING": asked.query, "wsgi.input": io.BytesIO()}
    return NobodysRequest(environ)


def shared_answer(request: HttpRequest, asked: Asked, page: Whole) -> HttpResponseBase:
    """What is the same for everybody. A proxy may keep it under the version it was asked for, once that is reached."""
    etag = _etag(page, asked.key)
    response = get_conditional_response(request, etag=etag) or _body(request, page, {"now": ""})
    reached = 0 < asked.version <= page.version
    vary = "Accept, Accept-Language, Accept-Encoding" if asked.programs else "Accept-Encoding"
    _label(response, page, etag, f"public, max-age={PROXY_SECONDS}" if reached else "no-cache", vary)
    return response


def _body(request: HttpRequest, page: Whole, own: Mapping[str, str]) -> HttpResponse:
    return page.page.answer(request, {"now": timezone.now().isoformat(timespec="seconds"), **own})


def _label(response: HttpResponseBase, page: Whole, etag: str, kept: str, vary: str) -> None:
    for name, value in page.headers:
        if response.status_code == 200 or name.lower() != "content-type":
            response[name] = value
    response["ETag"], response["Cache-Control"], response["Vary"] = etag, kept, vary
    response["X-Shows"] = str(page.version)


def _etag(page: Whole, of: str) -> str:
    """Weak: with and without compression it names the same page."""
    key = settings.SECRET_KEY.encode()[:64]
    return f'W/"{page.version}.{blake2b(f"{page.mark}{of}".encode(), digest_size=16, key=key).hexdigest()}"'


def _nothing() -> None:
    """In the place of a view that need not be asked."""
