"""A closer look at one position of a log, its picture, and two logs of one game side by side: for judges."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.entries.reading_services import LOG, note_reading
from tournaments.events.access import Right, access_tournament, require_right
from tournaments.events.models import Tournament
from tournaments.events.page import page

from .closer_look import closer_of, seen_since
from .comparison import first_difference, rows_beside
from .models import GameLog
from .opened_game import LogView
from .pictures import as_png, etag, position_hash, position_svg
from .selectors import access_log, sides_of
from .viewer import headline, teller
from .views import open_log

TYPES = {"svg": "image/svg+xml", "png": "image/png"}


def opened_log(request: HttpRequest, slug: str, log_id: int) -> tuple[Tournament, GameLog, LogView]:
    """A checked log opened for a judge, who reads it by that; 404 for everybody else and for what cannot be shown."""
    tournament = access_tournament(request.user, slug)
    log = access_log(request.user, tournament, log_id)
    opened = open_log(log) if log.state == log.State.DONE else None
    if opened is None:
        raise Http404
    entries = [one for side in sides_of(log.match) for one in side]
    note_reading(require_right(request.user, tournament, Right.LOGS), tournament, LOG, entries, log.pk)
    return tournament, log, opened


@login_required
@never_cache
@require_safe
def closer(request: HttpRequest, slug: str, log_id: int, step: int) -> HttpResponse:
    """What was legal after a step, why something was not, what came out since: a page, or its middle for a script."""
    tournament, log, opened = opened_log(request, slug, log_id)
    if step > opened.total:
        raise Http404
    look = closer_of(tournament.game)
    asked = look.question(request.GET)
    context = {
        "log": log,
        "step": step,
        "sentence": opened.sentence(step),
        "seats": look.legal_here(opened, step),
        "ask": look.ask,
        "choices": look.choices(opened, step),
        "asked": asked,
        "answer": look.why_not(opened, step, asked) if asked is not None else None,
        "since": seen_since(opened, step),
        "hash": position_hash(opened, step),
    }
    if request.headers.get("HX-Request"):
        return render(request, "gamelogs/_closer.html", context | {"tournament": tournament})
    return render(request, "gamelogs/closer.html", page(request, tournament, tab="judge", **context))


@login_required
@never_cache
@require_safe
def position_file(request: HttpRequest, slug: str, log_id: str, step: str, kind: str) -> HttpResponse:
    """The board after a step as a picture to hand on. It shows no hand."""
    _tournament, log, opened = opened_log(request, slug, int(log_id))
    at = int(step)
    if at > opened.total:
        raise Http404
    words = {"round": log.match.round.number, "table": log.match.table, "game": log.game_number}
    svg = position_svg(opened, at, _("Round %(round)s, table %(table)s, game %(game)s") % words)
    content = as_png(svg) if kind == "png" else svg.encode()
    response = HttpResponse(content, content_type=TYPES[kind])
    response["Content-Disposition"] = f'attachment; filename="log-{log.pk}-line-{at}.{kind}"'
    response["ETag"] = etag(content)
    return response


@login_required
@never_cache
@require_safe
def beside(request: HttpRequest, slug: str, log_id: int, other_id: int) -> HttpResponse:
    """Two logs of one game: where they first differ."""
    tournament, log, opened = opened_log(request, slug, log_id)
    other = access_log(request.user, tournament, other_id)
    if (other.match_id, other.game_number) != (log.match_id, log.game_number) or other.pk == log.pk:
        raise Http404
    _tournament, _other, other_opened = opened_log(request, slug, other_id)
    parted = first_difference(opened, other_opened)
    boards = [
        {
            "log": one,
            "teller": teller(one),
            "headline": headline(one),
            "picture": view.picture(max(at - 1, 0), f"b{one.pk}"),
            "styles": view.styles,
            "step": min(at, view.total),
        }
        for one, view, at in zip(
            (log, other), (opened, other_opened), parted or (opened.total, other_opened.total), strict=True
        )
    ]
    context = page(
        request,
        tournament,
        tab="judge",
        log=log,
        boards=boards,
        rows=rows_beside(opened, other_opened),
        agree=parted is None,
    )
    return render(request, "gamelogs/beside.html", context)
