"""What the hall sees: the tournament page, tables, standings, and the one screen of a player's phone."""

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ledger.web import (
    answer_waiting,
    kept_offline,
    optional_part,
    perform,
    refused_status,
    waits,
    whole_number,
)
from tournaments.agenda.selectors import clashes_with
from tournaments.entries.crews import has_crews
from tournaments.entries.models import Entry
from tournaments.entries.selectors import entry_of, public_entries
from tournaments.entries.visit import Visit, visit_or_404
from tournaments.events.access import Right, access_tournament, actor_with
from tournaments.events.models import Tournament
from tournaments.events.page import page, page_of
from tournaments.events.policy_words import describe
from tournaments.events.questions import talk
from tournaments.events.selectors import dates_of
from tournaments.money.selectors import announced
from tournaments.programme.selectors import circuits_for
from tournaments.rounds import selectors
from tournaments.rounds.field import last_completed
from tournaments.rounds.formats import format_of
from tournaments.rounds.models import Round
from tournaments.rounds.words import bye_words, line_names
from tournaments.standings import metric

from .cache import unreported
from .frames import framed, may_be_framed, own_rows
from .holes import TOKEN
from .own_report import posted_match, report_sent
from .own_screen import own_table, screen_markup, screen_of
from .page_pieces import Page
from .shared_parts import PARTS, standings_part, tables_part
from .shared_parts import shown as shown_part
from .standings_page import cell, metric_name, shown
from .title_image import title_words
from .winner import podium_of
from .words import arithmetic_lines


@require_safe
def detail(request: HttpRequest, slug: str) -> HttpResponse:
    """The tournament's own page."""
    tournament = access_tournament(request.user, slug)
    podium = podium_of(tournament)
    entry = entry_of(request.user, tournament)
    opens = tournament.state in (Tournament.State.ENTRY, Tournament.State.CHECK_IN)
    context = page(
        request,
        tournament,
        tab="detail",
        won=bool(podium),
        dates=dates_of(tournament),
        money=optional_part("detail.money", lambda: announced(tournament), None),
        talk=optional_part("detail.talk", lambda: talk(tournament), ""),
        share_words=title_words(tournament, podium),
        circuits=optional_part("detail.circuits", lambda: circuits_for(tournament), ()),
        policy=optional_part("detail.policy", lambda: describe(tournament.policy), None),
        entries=public_entries(tournament),
        entry=entry,
        clashes=optional_part("detail.clashes", lambda: clashes_with(request.user, tournament), ())
        if opens and entry is None
        else (),
        round=optional_part("detail.round", lambda: selectors.current_round(tournament), None),
        # Who plays with whom is theirs until they sit down.
        crews=has_crews(tournament)
        and tournament.state in (Tournament.State.RUNNING, Tournament.State.FINISHED),
    )
    return render(request, "display/detail.html", context)


@require_safe
def version(request: HttpRequest, slug: str) -> HttpResponse:
    """The public version as JSON, for phones that poll; one query, and a 304 when nothing changed."""
    visit = visit_or_404(request.user, slug)
    etag = f'"{visit.tournament.chain_key}.version.{visit.version}"'
    response = get_conditional_response(request, etag=etag) or JsonResponse({"version": visit.version})
    response["ETag"] = etag
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def pairings(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """The tables of a round, by name and by table; made once per version."""
    visit, by = visit_or_404(request.user, slug), request.GET.get("by", "")
    if may_be_framed(request):
        key = ("tables", slug, number, by, translation.get_language())
        body = PARTS.get(key, visit.version, lambda _version: Page.of(tables_part(visit, number, by)))
        return framed(request, visit, "display/pairings.html", body, tab="pairings")
    part = tables_part(visit, number, by)
    context = page_of(visit, tab="pairings", body=shown_part(request, part), own_rows=own_rows(visit))
    return render(request, "display/pairings.html", context)


@require_safe
def pairings_part(request: HttpRequest, slug: str, language: str, number: int | None = None) -> HttpResponse:
    """The tables alone, in the language of the address: what a live update fetches, the same for everybody."""
    return _part(slug, language, lambda visit: tables_part(visit, number, request.GET.get("by", "")))


def _part(slug: str, language: str, make: Callable[[Visit], str]) -> HttpResponse:
    """A part of what everybody may know, no matter who asks; missing in another language than the site's."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    visit = visit_or_404(AnonymousUser(), slug)
    with translation.override(language):
        response = HttpResponse(make(visit))
    response["Content-Language"] = language
    response["Cache-Control"] = "no-cache"
    response["X-Shows"] = str(visit.version)
    return response


@require_safe
def why_page(request: HttpRequest, slug: str, number: int, entry_number: int) -> HttpResponse:
    """Why this player got this opponent; of a draft only for staff."""
    tournament = access_tournament(request.user, slug)
    round_ = Round.objects.filter(tournament=tournament, number=number).select_related("stage").first()
    entry = Entry.objects.filter(tournament=tournament, number=entry_number).first()
    hidden = round_ is not None and round_.state == Round.State.DRAFT
    if (
        round_ is None
        or entry is None
        or (hidden and actor_with(request.user, tournament, Right.DESK) is None)
    ):
        raise Http404
    why = format_of(round_.stage).why(tournament, round_, entry)
    bye = bye_words(tournament, round_, entry)
    context = page(request, tournament, tab="pairings", round=round_, entry=entry, why=why, bye=bye)
    return render(request, "display/why.html", context)


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings after the last completed round (or an earlier one); every cell opens its arithmetic."""
    wanted, rows = request.GET.get("round", ""), request.GET.get("rows", "")
    if may_be_framed(request):
        visit = visit_or_404(request.user, slug)

        def made(number: int) -> Page:
            return Page.of(standings_part(visit_or_404(request.user, slug), number, wanted, rows))

        key = ("standings", slug, wanted, rows, translation.get_language())
        body = PARTS.get(key, visit.version, made, stamp=lambda: unreported(f"t-{slug}"))
        return framed(request, visit, "display/standings.html", body, tab="standings")
    number = unreported(f"t-{slug}")
    visit = visit_or_404(request.user, slug)
    part = standings_part(visit, number, wanted, rows)
    context = page_of(visit, tab="standings", body=shown_part(request, part), own_rows=own_rows(visit))
    return render(request, "display/standings.html", context)


@require_safe
def standings_alone(request: HttpRequest, slug: str, language: str) -> HttpResponse:
    """The standings alone, in the language of the address: what a live update fetches, the same for everybody."""
    wanted, rows = request.GET.get("round", ""), request.GET.get("rows", "")
    number = unreported(f"t-{slug}")
    return _part(slug, language, lambda visit: standings_part(visit, number, wanted, rows))


@require_safe
def standings_cell(request: HttpRequest, slug: str, entry_id: int, key: str) -> HttpResponse:
    """Where one number in the standings comes from."""
    tournament = access_tournament(request.user, slug)
    entry = Entry.objects.filter(tournament=tournament, pk=entry_id).first()
    last = last_completed(tournament)
    wanted = request.GET.get("round", "")
    through = min(whole_number(wanted) or last, last)
    arithmetic = cell(tournament, entry, key, through) if entry is not None and last else None
    if entry is None or arithmetic is None:
        raise Http404
    context = page(
        request,
        tournament,
        tab="standings",
        entry=entry,
        who=line_names(tournament).get(entry.key, entry.name),
        name=metric_name(key),
        formula=_(metric(key).formula),
        lines=arithmetic_lines(tournament, arithmetic),
        value=shown(key, arithmetic.value),
        through=through,
    )
    return render(request, "display/cell.html", context)


@login_required
@kept_offline
@never_cache
@require_http_methods(["GET", "POST"])
def me(request: HttpRequest, slug: str) -> HttpResponse:
    """A player's one screen: my table, my opponent, the clock, my report."""
    visit = visit_or_404(request.user, slug)
    tournament, entry = visit.tournament, visit.entry
    if entry is None:
        return redirect("tournaments:detail", slug=slug)
    table = own_table(visit, entry)
    form = table.open_form(request.POST)
    if request.method == "POST":
        match = posted_match(request, table.tables) if table.reports else None

        def sent() -> str:
            return report_sent(request, tournament, match, entry)

        if waits(request):
            return answer_waiting(sent)
        asked = form if form is not None and match is table.tables.match else None
        sound = asked is None or asked.is_valid()
        if (sound and perform(request, lambda key: sent(), form=asked)) or asked is None:
            return redirect("tournaments:me", slug=slug)
    text, status = screen_markup(screen_of(request, table, form)), refused_status(form)
    if request.headers.get("HX-Target") == "me":
        headers = {"X-Shows": str(visit.version)}
        return HttpResponse(text.replace(TOKEN, get_token(request)), status=status, headers=headers)
    return framed(request, visit, "display/me.html", Page.once(text), tab="me", status=status)
