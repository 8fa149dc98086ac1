"""The frame of a signed-in person's page: made for anybody with the same rights, and filled in for who asks.

A frame is rendered for a stand-in that has nothing but what decides how the frame looks: whether it is a guest, the
rights, the tournament's own row, language and colours. What is one reader's own (names, tokens, the public version,
the content) is a hole. So nothing of a person can lie on the shelf, whoever came first, and a frame costs a page
nothing but the bytes that are laid into it. See docs/decisions/216.
"""

import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from ledger.shapes import Context
from tournaments.entries.models import Entry
from tournaments.entries.visit import Visit
from tournaments.events.models import Tournament
from tournaments.events.page import page_of
from tournaments.events.unread import unread_badge
from tournaments.rounds.units import unit_of

from .page_pieces import Piece, gzipped, pieces_of, plain
from .whole_pages import KEPT_SECONDS, NOW_HOLE, SHELF, TOKEN_HOLE, Asked, for_everybody, lock_of, query_of

_MARK = secrets.token_hex(16)
SHORT_NAME, FULL_NAME = f"short-{_MARK}", f"full-{_MARK}"
VERSION, BODY, OWN = f"version-{_MARK}", f"body-{_MARK}", f"own-{_MARK}"
UNREAD = f"unread-{_MARK}"
_HOLES = re.compile("|".join((TOKEN_HOLE, SHORT_NAME, FULL_NAME, VERSION, BODY, OWN, UNREAD)))
_NOW = re.compile(f'(?<=data-now="){NOW_HOLE}(?=")')


@dataclass(frozen=True)
class StandIn:
    """Somebody who is signed in, and nobody in particular."""

    guest_of: str
    guest_home: str
    is_authenticated = True
    is_anonymous = False
    is_active = True
    unread_notices = UNREAD

    def get_short_name(self) -> str:
        """Where the reader's name goes."""
        return SHORT_NAME

    def get_full_name(self) -> str:
        """Where the reader's whole name goes."""
        return FULL_NAME


@dataclass(frozen=True)
class Frame:
    """A frame as it lies on the shelf; ``holes`` are the names of what goes between its pieces."""

    pieces: tuple[Piece, ...]
    holes: tuple[str, ...]

    @property
    def weight(self) -> int:
        """About as many bytes of memory as it takes."""
        return 500 + sum(piece.weight for piece in self.pieces)


@dataclass(frozen=True)
class Shared:
    """A part that everybody shares, compressed, as it was at a version."""

    version: int
    stamp: Any
    pieces: tuple[Piece, ...]

    @property
    def weight(self) -> int:
        """About as many bytes of memory as it takes."""
        return 500 + sum(piece.weight for piece in self.pieces)


def may_be_framed(request: HttpRequest) -> bool:
    """Whether somebody signed in asks for something that a page links: of other addresses nothing is kept."""
    return request.user.is_authenticated and query_of(request.META.get("QUERY_STRING", "")) is not None


def framed(
    request: HttpRequest,
    visit: Visit,
    template: str,
    part: str,
    context: Context,
    *,
    cast: str | None = None,
    status: int = 200,
) -> HttpResponse:
    """A page of the reader's own: the frame ``template`` around the template ``part``, rendered with ``context``.

    ``cast``: the part, where a mould gave it already, with a hole for the token.
    """
    frame = _frame_for(request, visit, template, context)
    # Its token, too, is a hole: no secret is compressed together with what others may have written.
    text = cast or render_to_string(part, {**context, "csrf_token": TOKEN_HOLE}, request)
    if frame is None:
        body = SafeString(text.replace(TOKEN_HOLE, get_token(request)))
        own = {"body": body, "own_rows": own_rows(visit)}
        return render(request, template, {**context, **own}, status=status)
    pieces = tuple(Piece.once(each) for each in text.split(TOKEN_HOLE))
    return _stitched(request, visit, frame, pieces, None, status=status)


def own_rows(visit: Visit) -> str:
    """Ids and keys of the reader's own entry and unit: they mark rows of a part that everybody shares."""
    return "" if visit.entry is None else rows_of(visit.tournament, visit.entry)


def rows_of(tournament: Tournament, entry: Entry) -> str:
    """Ids and keys that mean this entry in rows of its tournament: its own, and those of the crew or team it is in."""
    entries = (entry, unit_of(tournament).entry_of(entry))
    return " ".join(dict.fromkeys(said for one in entries for said in (str(one.pk), one.key)))


def fragment(
    request: HttpRequest, part: str, context: Context, *, cast: str | None = None, status: int = 200
) -> HttpResponse:
    """The part alone: the answer to a live update. ``cast`` as :func:`framed` has it."""
    text = cast or render_to_string(part, {**context, "csrf_token": TOKEN_HOLE}, request)
    return HttpResponse(text.replace(TOKEN_HOLE, get_token(request)), status=status)


def framed_part(
    request: HttpRequest, visit: Visit, template: str, pieces: tuple[Piece, ...], context: Context
) -> HttpResponse:
    """A page with a part that everybody shares, open for the time of day; ``pieces`` as :func:`shared_pieces` says."""
    now = timezone.now().isoformat(timespec="seconds")
    frame = _frame_for(request, visit, template, context)
    if frame is None:
        text = plain(pieces, [now.encode()] * (len(pieces) - 1)).decode()
        more = {"body": SafeString(text), "own_rows": own_rows(visit)}
        return render(request, template, page_of(visit, **context, **more))
    return _stitched(request, visit, frame, pieces, now)


def _stitched(
    request: HttpRequest,
    visit: Visit,
    frame: Frame,
    body: Sequence[Piece],
    fill: str | None,
    *,
    status: int = 200,
) -> HttpResponse:
    """Frame and body in pieces, and between them what is the reader's own; ``fill``: for the body (None: the token)."""
    user: Any = request.user
    own = {
        TOKEN_HOLE: get_token(request),
        SHORT_NAME: conditional_escape(user.get_short_name() or user.get_username()),
        FULL_NAME: conditional_escape(user.get_full_name() or user.get_username()),
        VERSION: str(visit.version),
        OWN: own_rows(visit),
        UNREAD: unread_badge(user.unread_notices),
    }
    pieces, between = [frame.pieces[0]], []
    for name, piece in zip(frame.holes, frame.pieces[1:], strict=True):
        if name == BODY:
            pieces += body
            between += ["", *[own[TOKEN_HOLE] if fill is None else fill] * (len(body) - 1), ""]
        else:
            between.append(own[name])
        pieces.append(piece)
    filled = [value.encode() for value in between]
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response = HttpResponse(gzipped(pieces, filled), status=status)
        response["Content-Encoding"] = "gzip"
    else:
        response = HttpResponse(plain(pieces, filled), status=status)
    patch_vary_headers(response, ("Cookie", "Accept-Encoding"))
    return response


def _frame_for(request: HttpRequest, visit: Visit, template: str, context: Context) -> Frame | None:
    """The frame for this reader; None where the page must be made for them alone."""
    query = query_of(request.META.get("QUERY_STRING", ""))
    user: Any = request.user
    if query is None or not user.is_authenticated or len(get_messages(request)):
        return None
    tab = str(context["tab"])
    text = "&".join(f"{name}={value}" for name, value in query.items())
    theme = request.COOKIES.get(settings.THEME_COOKIE_NAME, "")
    asked = Asked(
        visit.tournament.slug,
        request.path_info,
        text,
        0,
        get_language() or settings.LANGUAGE_CODE,
        theme if theme in ("light", "dark") else "",
        f"{request.scheme}://{request.get_host()}",
        False,
    )
    reader = StandIn(user.guest_of, user.guest_home)
    row = {name: value for name, value in vars(visit.tournament).items() if name != "_state"}
    facts = (asked.key, template, tab, reader, sorted(visit.rights), visit.entry is not None, row)
    key = "frame." + blake2b(repr(facts).encode(), digest_size=16).hexdigest()
    frame: Frame | None = caches[SHELF].get(key)
    if frame is None:
        frame = _made(request, visit, template, tab, asked, reader)
        caches[SHELF].set(key, frame, KEPT_SECONDS)
    return frame


def _made(
    request: HttpRequest, visit: Visit, template: str, tab: str, asked: Asked, reader: StandIn
) -> Frame:
    nobody: Any = for_everybody(request, asked)
    nobody.user, nobody.resolver_match = reader, request.resolver_match
    context = page_of(visit, tab=tab, body=SafeString(BODY))
    context |= {"live_version": VERSION, "plays": visit.entry is not None, "own_rows": OWN}
    text = render_to_string(template, context, nobody)
    return Frame(pieces_of(_HOLES.split(text)), tuple(_HOLES.findall(text)))


def shared_pieces(
    key: Sequence[Any], version: int, make: Callable[[Any], str], stamp: Callable[[], Any]
) -> tuple[Piece, ...]:
    """A part that everybody shares, compressed once in this process, in pieces between which the time of day goes.

    It is good for the ``version`` it was made at, and for later ones with the same ``stamp()``. ``make`` gets the stamp
    and must read everything after it: at worst a part is newer than its number says.
    """
    place = "part." + blake2b(repr((*key, get_language())).encode(), digest_size=16).hexdigest()
    shelf = caches[SHELF]
    kept: Shared | None = shelf.get(place)
    if kept is None or kept.version < version:
        with lock_of(place):  # one of those who wait makes it for all
            kept = shelf.get(place)
            if kept is None or kept.version < version:
                number = stamp()
                same = kept is not None and kept.stamp == number
                pieces = kept.pieces if kept is not None and same else pieces_of(_NOW.split(make(number)))
                kept = Shared(version, number, pieces)
                shelf.set(place, kept, KEPT_SECONDS)
    return kept.pieces
