"""Submitting a log, and the judge's viewer."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.commands import Actor
from ledger.web import perform, refused_status, whole_number
from rules_engine.kernel.errors import LogError
from tournaments.entries.reading_services import LOG, note_reading
from tournaments.events.access import Right, access_tournament, require_right
from tournaments.events.law import describe_law
from tournaments.events.models import Tournament
from tournaments.events.page import page
from tournaments.rounds.models import Match
from tournaments.rounds.selectors import with_seats
from tournaments.rounds.words import names_by_key

from .forms import LogForm
from .models import GameLog
from .opened_game import LogView, open_game
from .replay import source_of
from .selectors import access_log, access_own_match, claims_beside, own_logs, sides_of
from .services import log_confirm_line, log_submit
from .viewer import MAX_CHUNK, binding_rows, decks_context, replay_context, verdict_context

SHOWN = 5  # differences from the event that a player reads below a log


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def submit(request: HttpRequest, slug: str, match_id: int) -> HttpResponse:
    """A player submits the log of one game of their match."""
    tournament = access_tournament(request.user, slug)
    match, entry = access_own_match(request.user, tournament, match_id)
    form = LogForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        answer = perform(
            request,
            log_submit,
            form=form,
            actor=Actor(request.user, "player"),
            tournament=tournament,
            match_id=match.pk,
            data=form.content(),
            game_number=form.cleaned_data["game_number"],
            done=_("Thank you. The rules engine checks the game now; judges see what it finds."),
        )
        if answer is not None:
            return redirect("tournaments:log_submit", slug=slug, match_id=match.pk)
    sent = list(own_logs(entry, match))
    sides = sides_of(match)
    names = names_by_key(tournament) if sent else {}
    logs = [{"log": log, "differences": binding_rows(log, names)[:SHOWN]} for log in sent]
    context = page(
        request,
        tournament,
        tab="me",
        match=match,
        entry=entry,
        players=[one for side in sides for one in side],
        sides=sides if any(len(side) > 1 for side in sides) else (),
        form=form,
        logs=logs,
        waiting=any(log.state in (log.State.QUEUED, log.State.RUNNING) for log in sent),
    )
    return render(request, "gamelogs/submit.html", context, status=refused_status(form))


@login_required
@never_cache
@require_safe
def viewer(request: HttpRequest, slug: str, log_id: int) -> HttpResponse:
    """One log for a judge: the verdict, the board and every step."""
    tournament = access_tournament(request.user, slug)
    log = access_log(request.user, tournament, log_id)
    _note(request, tournament, log)
    match = with_seats(Match.objects.filter(pk=log.match_id)).select_related("round").get()
    context = page(request, tournament, tab="judge", log=log, match=match)
    if log.state == log.State.DONE:
        base_url = reverse("tournaments:log", args=[slug, log.pk])
        wanted = request.GET.get("step", "")
        step = int(wanted[:6]) if wanted.isascii() and wanted.isdigit() else None
        opened = open_log(log)
        context["verdict"] = verdict_context(log, opened)
        context["decks"] = decks_context(log)
        context["law"] = describe_law(log.match.round.pinned_law, log.match.round.minutes)
        if opened is not None:
            steps_url = reverse("tournaments:log_steps", args=[slug, log.pk, 0, 1]).replace(
                "/0-1.json", "/{from}-{to}.json"
            )
            context["replay"] = replay_context(opened, step, base_url, steps_url)
            closer_url = reverse("tournaments:log_closer", args=[slug, log.pk, 0])
            context["closer_url"] = closer_url.removesuffix("0/") + "{step}/"
            context["others"] = claims_beside(log)
    return render(request, "gamelogs/viewer.html", context)


def _note(request: HttpRequest, tournament: Tournament, log: GameLog) -> None:
    """Write down that a judge reads a log: it shows the hands and cards of everybody in the match."""
    entries = [one for side in sides_of(log.match) for one in side]
    note_reading(require_right(request.user, tournament, Right.LOGS), tournament, LOG, entries, log.pk)


def open_log(log: GameLog) -> LogView | None:
    """The log opened, or None when it cannot be read far enough to show a board."""
    try:
        opened = open_game(source_of(log))
    except LogError:
        return None
    return opened if opened.view(opened.total) else None


@login_required
@never_cache
@require_safe
def steps(request: HttpRequest, slug: str, log_id: int, first: int, last: int) -> JsonResponse:
    """Some steps of a log for the viewer's script: sentences, drawings and the state in words."""
    tournament = access_tournament(request.user, slug)
    log = access_log(request.user, tournament, log_id)
    _note(request, tournament, log)
    opened = open_log(log) if log.state == log.State.DONE else None
    if opened is None or last - first > MAX_CHUNK:
        raise Http404
    return JsonResponse(
        {"steps": [opened.payload(step) for step in range(first, min(last, opened.total) + 1)]}
    )


@login_required
@never_cache
@require_POST
def confirm(request: HttpRequest, slug: str, log_id: int) -> HttpResponse:
    """A judge confirms a correction that stands in a log."""
    tournament = access_tournament(request.user, slug)
    log = access_log(request.user, tournament, log_id)
    perform(
        request,
        log_confirm_line,
        actor=require_right(request.user, tournament, Right.LOGS),
        tournament=tournament,
        log_id=log.pk,
        line=whole_number(request.POST.get("line", "")),
        done=_("Confirmed. The log is checked again with this correction."),
    )
    return redirect("tournaments:log", slug=slug, log_id=log.pk)


@login_required
@never_cache
@require_safe
def original(request: HttpRequest, slug: str, log_id: int) -> HttpResponse:
    """The log byte for byte as it was submitted."""
    tournament = access_tournament(request.user, slug)
    log = access_log(request.user, tournament, log_id)
    _note(request, tournament, log)
    response = HttpResponse(bytes(log.original), content_type="application/x-ndjson")
    response["Content-Disposition"] = f'attachment; filename="log-{log.pk}.jsonl"'
    return response
