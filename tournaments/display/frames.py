"""The frame of a signed-in person's page: made for anybody with the same rights, and filled in for who asks.

A frame is rendered for somebody with nothing but what decides how it looks: whether it is a guest, the rights, the
tournament's own row, language and colours. What is one reader's own (names, tokens, the public version, the content) is
a hole. So nothing of a person can lie on the shelf, whoever came first, and a frame costs a page nothing but the bytes
that are laid into it.
"""

from dataclasses import dataclass
from typing import Any

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from ledger.people import signed_in
from tournaments.entries.models import Entry
from tournaments.entries.visit import Visit
from tournaments.events.models import Tournament
from tournaments.events.page import page_of
from tournaments.events.unread import unread_badge
from tournaments.rounds.units import unit_of

from .holes import hole
from .page_pieces import Page
from .shelf import Shelf
from .whole_pages import Asked, asked_by, for_everybody, query_of

FRAMES: Shelf[Page] = Shelf("frame", lambda frame: frame.weight)


@dataclass(frozen=True)
class Somebody:
    """Anyone who is signed in, and nobody in particular."""

    guest_of: str
    guest_home: str
    is_authenticated = True
    is_anonymous = False
    is_active = True
    unread_notices = hole("unread")

    def get_short_name(self) -> str:
        """Where the reader's name goes."""
        return hole("short")

    def get_full_name(self) -> str:
        """Where the reader's whole name goes."""
        return hole("full")


def may_be_framed(request: HttpRequest) -> bool:
    """Whether somebody signed in asks for something that a page links: of other addresses nothing is kept."""
    return request.user.is_authenticated and query_of(request.META.get("QUERY_STRING", "")) is not None


def framed(
    request: HttpRequest, visit: Visit, template: str, body: Page, *, tab: str, status: int = 200
) -> HttpResponse:
    """A page of the reader's own: ``body``, open for the token and the time of day, in the frame ``template``."""
    own = _own(request, visit)
    frame = _frame_for(request, visit, template, tab)
    if frame is None:
        text = SafeString(body.plain(own).decode())
        context = page_of(visit, tab=tab, body=text, own_rows=own["rows"])
        return render(request, template, context, status=status)
    response = frame.around("body", body).answer(request, own, status=status)
    patch_vary_headers(response, ("Cookie", "Accept-Encoding"))
    return response


def own_rows(visit: Visit) -> str:
    """Ids and keys of the reader's own entry and unit: they mark rows of a part that everybody shares."""
    return "" if visit.entry is None else rows_of(visit.tournament, visit.entry)


def rows_of(tournament: Tournament, entry: Entry) -> str:
    """Ids and keys that mean this entry in rows of its tournament: its own, and those of the crew or team it is in."""
    entries = (entry, unit_of(tournament).entry_of(entry))
    return " ".join(dict.fromkeys(said for one in entries for said in (str(one.pk), one.key)))


def _own(request: HttpRequest, visit: Visit) -> dict[str, str]:
    """What goes into the holes."""
    user = signed_in(request)
    return {
        "token": get_token(request),
        "now": timezone.now().isoformat(timespec="seconds"),
        "short": conditional_escape(user.get_short_name() or user.get_username()),
        "full": conditional_escape(user.get_full_name() or user.get_username()),
        "version": str(visit.version),
        "rows": own_rows(visit),
        "unread": unread_badge(user.unread_notices),
    }


def _frame_for(request: HttpRequest, visit: Visit, template: str, tab: str) -> Page | None:
    """The frame for this reader; None where the page must be made for them alone."""
    query = query_of(request.META.get("QUERY_STRING", ""))
    user = request.user
    if query is None or not user.is_authenticated or len(get_messages(request)):
        return None
    asked = asked_by(request, visit.tournament.slug, query)
    reader = Somebody(user.guest_of, user.guest_home)
    row = {name: value for name, value in vars(visit.tournament).items() if name != "_state"}
    facts = (asked.key, template, tab, reader, sorted(visit.rights), visit.entry is not None, row)
    return FRAMES.get(facts, 0, lambda _version: _made(request, visit, template, tab, asked, reader))


def _made(
    request: HttpRequest, visit: Visit, template: str, tab: str, asked: Asked, reader: Somebody
) -> Page:
    nobody: Any = for_everybody(request, asked)  # `Somebody` in the place of its person
    nobody.user, nobody.resolver_match = reader, request.resolver_match
    context = page_of(visit, tab=tab, body=SafeString(hole("body")))
    context |= {"live_version": hole("version"), "plays": visit.entry is not None, "own_rows": hole("rows")}
    return Page.of(render_to_string(template, context, nobody))
