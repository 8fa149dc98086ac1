"""A ladder for other places: on paper, as files, and in a frame on a club's own site. The same for everybody."""

from collections.abc import Callable
from typing import NamedTuple

from csp.constants import NONE
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import get_language, gettext_lazy, override
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from .access import access_circuit
from .files import ladder_file, ladder_table, season_file
from .ladders import ladder_of
from .models import Circuit
from .pages import version_of
from .views import frame
from .words import COLUMNS, named, number

FRAMED = 25
"""So many places stand in a frame; a link leads to all of them."""
FRAME_POLICY = {
    **{name: [NONE] for name in ("script-src", "img-src", "connect-src", "manifest-src")},
    "frame-ancestors": ["*"],
}
"""Anybody may show the frame; it runs nothing, sends nothing and brings nothing from elsewhere."""
LANGUAGES = ("en", "nl")


class File(NamedTuple):
    """A file of a circuit: its type, what it is in words, and who makes it."""

    kind: str
    words: str | Promise
    make: Callable[[Circuit], str]


FILES = {
    "season.json": File(
        "application/json", gettext_lazy("Every result, to count the ladder anew"), season_file
    ),
    "ladder.json": File("application/json", gettext_lazy("The ladder for programs"), ladder_file),
    "ladder.csv": File("text/csv", gettext_lazy("The ladder as a table"), ladder_table),
}


def _rows(circuit: Circuit, most: int | None = None) -> list[dict[str, object]]:
    """Places, names and points, best first."""
    found = ladder_of(circuit).rows[:most]
    names = named(row.person for row in found)
    return [
        {"rank": row.rank, "name": names.get(row.person, ("?", ""))[0], "points": number(row.points)}
        for row in found
    ]


@require_safe
@xframe_options_exempt
def embed(request: HttpRequest, organization: str, circuit: str) -> HttpResponseBase:
    """The best of a ladder in a frame without a script; whoever is signed in sees what everybody sees.

    ``language``: en or nl; without it the reader's.
    """
    one = access_circuit(AnonymousUser(), organization, circuit)
    return csp_replace(FRAME_POLICY)(lambda asked: _framed(asked, one))(request)


def _framed(request: HttpRequest, circuit: Circuit) -> HttpResponse:
    asked = request.GET.get("language", "")
    language = asked if asked in LANGUAGES else get_language() or "en"
    etag = f'W/"embed.{circuit.chain_key}.{version_of(circuit)}.{language}"'
    known = get_conditional_response(request, etag=etag)
    if known is not None:
        return known
    with override(language):
        context = {
            "circuit": circuit,
            "rows": _rows(circuit, FRAMED),
            "count": len(ladder_of(circuit).rows),
        }
        response = render(request, "programme/embed.html", context)
    response["ETag"] = etag
    response["Cache-Control"] = "public, max-age=60"
    response["Vary"] = "Accept-Language"
    return response


@require_safe
def paper(request: HttpRequest, organization: str, circuit: str) -> HttpResponse:
    """The whole ladder for the wall."""
    one = access_circuit(request.user, organization, circuit)
    context = {
        "title": _("Ladder: %(name)s") % {"name": one.name},
        "sheet": "parts/print_ladder.html",
        "circuit": one,
        "rows": _rows(one),
        "points": COLUMNS["points"],
        "back": reverse("tournaments:circuit", args=[organization, circuit]),
    }
    return render(request, "print.html", context)


@require_safe
def files(request: HttpRequest, organization: str, circuit: str) -> HttpResponse:
    """What others can take along: files, feeds, paper, and the lines that show the ladder on a site of one's own."""
    one = access_circuit(request.user, organization, circuit)
    where = reverse("tournaments:circuit_embed", args=[organization, circuit])
    # A name is a text on the site that shows the frame, too.
    lines = format_html(
        '<iframe src="{}{}?language={}" title="{}" width="100%" height="600" loading="lazy"></iframe>',
        *(settings.SITE_URL.rstrip("/"), where, get_language() or "en", one.name),
    )
    known = [(name, found.words) for name, found in FILES.items()]
    return render(request, "programme/files.html", frame(request, one, "files", lines=lines, files=known))


@require_safe
def file(request: HttpRequest, organization: str, circuit: str, name: str) -> HttpResponse:
    """The ladder, or the season it is made of, as a file."""
    one = access_circuit(request.user, organization, circuit)
    if name not in FILES:
        raise Http404
    kind, _words, make = FILES[name]
    etag = f'"{name}.{one.chain_key}.{version_of(one)}"'
    known = get_conditional_response(request, etag=etag)
    if known is not None:
        return known
    response = HttpResponse(make(one), content_type=f"{kind}; charset=utf-8")
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    response["Content-Disposition"] = f'attachment; filename="{one.slug}-{name}"'
    return response
