"""What the hall sees: the tournament page, tables, standings, and the one screen of a player's phone."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ledger.shapes import Context
from ledger.sql import run
from ledger.web import (
    answer_waiting,
    kept_offline,
    optional_part,
    perform,
    refused_status,
    waits,
    whole_number,
)
from tournaments.entries.crews import has_crews
from tournaments.entries.door import own_code
from tournaments.entries.models import Entry
from tournaments.entries.selectors import entry_of, public_entries
from tournaments.entries.visit import Visit, visit_or_404
from tournaments.events.access import Right, access_tournament, actor_with, has_judge
from tournaments.events.models import Tournament
from tournaments.events.page import page, page_of
from tournaments.events.policy_words import describe
from tournaments.events.selectors import dates_of
from tournaments.judging.call_services import TAPS as CALL_REASONS
from tournaments.judging.case_selectors import own_rulings
from tournaments.judging.floor import call_of_match
from tournaments.judging.penalty_selectors import own_penalties
from tournaments.recordings.results import recorded_at
from tournaments.rounds import selectors
from tournaments.rounds.changes import moved_told, told_of
from tournaments.rounds.clock import clock_of
from tournaments.rounds.field import last_completed
from tournaments.rounds.formats import format_of, standing_of
from tournaments.rounds.models import Match, Round
from tournaments.rounds.outcomes import Games, Letters
from tournaments.rounds.own import OwnTables, asking, own_tables
from tournaments.rounds.schedule import Slot
from tournaments.rounds.stages import round_names
from tournaments.rounds.units import unit_of
from tournaments.rounds.words import bye_words, line_names
from tournaments.standings import metric

from .cache import unreported
from .frames import fragment, framed, framed_part, may_be_framed, own_rows, shared_pieces
from .meeting import own_meeting_table
from .moulds import card_markup, clock_markup, report_markup
from .outlook import next_start
from .own_page import own_markup
from .own_place import own_place
from .own_report import own_words, posted_match, report_sent
from .shared_parts import shown as shown_part
from .shared_parts import standings_part, tables_part
from .standings_page import cell, metric_name, shown
from .statements import BESIDE_TABLES
from .title_image import title_words
from .winner import podium_of
from .words import arithmetic_lines


@require_safe
def detail(request: HttpRequest, slug: str) -> HttpResponse:
    """The tournament's own page."""
    tournament = access_tournament(request.user, slug)
    podium = podium_of(tournament)
    context = page(
        request,
        tournament,
        tab="detail",
        won=bool(podium),
        dates=dates_of(tournament),
        share_words=title_words(tournament, podium),
        policy=optional_part("detail.policy", lambda: describe(tournament.policy), None),
        entries=public_entries(tournament),
        entry=entry_of(request.user, tournament),
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
        pieces = shared_pieces(
            ("tables", slug, number, by),
            visit.version,
            lambda _version: tables_part(visit, number, by),
            lambda: visit.version,
        )
        return framed_part(request, visit, "display/pairings.html", pieces, {"tab": "pairings"})
    part = tables_part(visit, number, by)
    context = page_of(visit, tab="pairings", body=shown_part(request, part), own_rows=own_rows(visit))
    return render(request, "display/pairings.html", context)


@require_safe
def pairings_part(request: HttpRequest, slug: str, language: str, number: int | None = None) -> HttpResponse:
    """The tables alone, in the language of the address: what a live update fetches, the same for everybody."""
    return _part(slug, language, lambda visit: tables_part(visit, number, request.GET.get("by", "")))


def _part(slug: str, language: str, make: Callable[[Visit], str]) -> HttpResponse:
    """A part of what everybody may know, whoever asks; missing in another language than the site's."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    visit = visit_or_404(AnonymousUser(), slug)
    with translation.override(language):
        response = HttpResponse(make(visit))
    response["Content-Language"] = language
    response["Cache-Control"] = "no-cache"
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
        pieces = shared_pieces(
            ("standings", slug, wanted, rows),
            visit.version,
            lambda number: standings_part(visit_or_404(request.user, slug), number, wanted, rows),
            lambda: unreported(f"t-{slug}"),
        )
        return framed_part(request, visit, "display/standings.html", pieces, {"tab": "standings"})
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
    unit = unit_of(tournament)
    own = unit.entry_of(entry)  # whose seat it is; a team has one for all its members
    own.tournament = tournament
    newest, seats, [beside] = run(*asking(own), (BESIDE_TABLES, [entry.pk, own.pk]))
    tables = own_tables(tournament, newest, seats)
    round_, match = tables.round, tables.match
    form = _report_form(request, match, entry) if own.pk == entry.pk else None
    if request.method == "POST":
        sent_for = posted_match(request, tables) if own.pk == entry.pk else None
        if waits(request):
            return answer_waiting(lambda: report_sent(request, tournament, sent_for, entry))
        shown = form if form is not None and sent_for is match else None
        sound = shown is None or shown.is_valid()
        if sound and perform(
            request, lambda key: report_sent(request, tournament, sent_for, entry), form=shown
        ):
            return redirect("tournaments:me", slug=slug)
        if shown is None:
            return redirect("tournaments:me", slug=slug)
    penalised, recorded, called, ruled, judged = map(bool, beside)
    context = page_of(
        visit,
        tab="me",
        entry=entry,
        round=round_,
        form=form,
        penalties=own_penalties(entry) if penalised else [],
        rulings=own_rulings(entry) if ruled else [],
        knock_out=standing_of(round_.stage, own.key) if round_ else "",
        reports=own.pk == entry.pk,
        place=optional_part("me.place", lambda: own_place(visit, own.key, round_.stage), None)
        if round_
        else None,
        next=_next(visit, match),
        meeting=optional_part("me.meeting", lambda: own_meeting_table(visit, round_), None),
        door=optional_part("me.door", lambda: own_code(request, tournament, entry), ""),
        **_match_context(tables, own, recorded=recorded),
        **_call_context(tables, called=called, judged=judged),
        **_results_context(own, tables),
    )
    if round_ is not None:
        context["own"] = unit.own(entry, round_, context)
    if match is not None and form is not None and not form.is_bound:
        context["report"] = report_markup(format_of(match.round.stage).ending, match, entry, context)
    part, cast, status = "display/_me.html", own_markup(context, request.user), refused_status(form)
    if request.headers.get("HX-Target") == "me":
        return fragment(request, part, context, cast=cast, status=status)
    return framed(request, visit, "display/me.html", part, context, cast=cast, status=status)


def _next(visit: Visit, match: Match | None) -> Slot | None:
    """When the next round starts, for somebody who is here and has nothing to play now."""
    entry = visit.entry
    if entry is None or entry.state != Entry.State.CHECKED_IN:
        return None
    if match is not None and match.state != Match.State.FINAL:
        return None
    return optional_part("me.next", lambda: next_start(visit.tournament, visit.version), None)


def _match_context(tables: OwnTables, entry: Entry, *, recorded: bool) -> Context:
    """What a player's screen says of the own table, and what may be reported there."""
    match = tables.match
    if match is None:
        return {"match": None}
    ending = format_of(match.round.stage).ending
    context: Context = {
        "match": match,
        "many": len(match.seats.all()) > 2,
        "my_report": own_words(match, entry, tables.reported.get(entry.pk)),
        "other_report": bool(tables.reported.keys() - {entry.pk}),
        "match_id": match.pk,
        "match_version": match.version,
        "report_template": ending.report_template,
    }
    if match.state == Match.State.DISPUTED:
        context["judge_here"] = has_judge(match.tournament)
    if match.round.state == Round.State.PUBLISHED:
        context["clock"] = clock_markup(clock_of(match.round, match.extension_minutes))
    context["recorded"] = optional_part(
        "me.recorded", lambda: recorded_at(match, entry, any_known=recorded), None
    )
    return context | ending.report_context(match, entry)


def _call_context(tables: OwnTables, *, called: bool, judged: bool) -> Context:
    """Whether a judge can be called to the own table, and who comes if one was."""
    match = tables.match
    if match is None or match.kind == Match.Kind.BYE or match.round.state != Round.State.PUBLISHED:
        return {}
    return {
        "may_call": judged,
        "call": call_of_match(match) if called else None,
        "call_reasons": CALL_REASONS,
    }


def _results_context(entry: Entry, tables: OwnTables) -> Context:
    """The own match as a card, and those of the rounds before it."""
    match = tables.match
    names = round_names(entry.tournament) if any(item.slot for item in tables.matches) else {}
    told = told_of(tables.matches)
    earlier = [item for item in tables.matches if item is not match]
    return {
        "card": card_markup(match_card(match, entry, names), big=True) if match else None,
        "results": [
            card_markup(_told(match_card(item, entry, names), told.get(item.pk))) for item in earlier
        ],
        "told": told.get(match.pk, []) if match else [],
        "news": _news(tables, earlier, told),
    }


def _told(card: Context, told: Sequence[str] | None) -> Context:
    """A card of an earlier match, with what staff did about its result."""
    lines = [str(line) for line in (card.get("note"), *(told or ())) if line]
    return card | ({"note": " ".join(lines)} if lines else {})


def _news(tables: OwnTables, earlier: Sequence[Match], told: Mapping[int, Sequence[str]]) -> list[str]:
    """Corrections of earlier results since the present round was published: they stand on top."""
    since = tables.round.published_at if tables.round is not None else None
    changed = [item for item in earlier if item.corrected_at and since and item.corrected_at >= since]
    words = _("Round %(number)s: %(told)s")
    news = [
        words % {"number": item.round.number, "told": told[item.pk][0]} for item in changed if item.pk in told
    ]
    return [*_moved(tables), *news]


def _moved(tables: OwnTables) -> list[str]:
    """That staff changed the own table, while its round is played and its result is open."""
    match = tables.match
    if match is None or match.moved_at is None or match.round.state != Round.State.PUBLISHED:
        return []
    return [moved_told(match)] if match.state != Match.State.FINAL or match.kind == Match.Kind.BYE else []


def _report_form(request: HttpRequest, match: Match | None, entry: Entry) -> Any:
    """The form of the own table's format; None with nothing to report."""
    closed = (Match.State.FINAL, Match.State.DISPUTED)
    if match is None or match.kind == Match.Kind.BYE or match.state in closed:
        return None
    return format_of(match.round.stage).ending.report_form(request.POST, match, entry)


def match_card(match: Match, entry: Entry | None = None, names: Mapping[int, str] | None = None) -> Context:
    """Context of ``parts/match_card.html``; ``names``: what rounds of a knock-out are called."""
    final = match.state == Match.State.FINAL
    seats = list(match.seats.all())
    counted = isinstance(match.outcome, Games) and match.kind != Match.Kind.BYE
    players = [
        {
            "name": seat.name,
            "detail": _("starting dot %(dot)s") % {"dot": seat.dot} if seat.dot else "",
            "games": seat.games_won if final and counted else None,
            "won": final and seat.result == "w",
            "you": entry is not None and seat.entry_id == entry.pk,
        }
        for seat in seats
    ]
    kind = match.source if final else match.state
    number = match.round.number
    card: Context = {
        "table": match.table,
        "round": number,
        "round_name": (names or {}).get(number, ""),
    }
    card |= {"players": players, "badges": [(kind, "")]}
    return card | (
        {"note": selectors.result_words(match)} if final and isinstance(match.outcome, Letters) else {}
    )
