"""Pages of deck checks, for judges who do not play here; for everybody else they do not exist."""

from datetime import timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from decks.cards.faces import card_name
from ledger.commands import Actor
from ledger.errors import UserError
from ledger.shapes import Arguments, Context
from ledger.web import perform, show_problems, whole_number
from rules_engine.games import game_of
from tournaments.entries.reading_services import LIST, note_reading
from tournaments.events.access import access_tournament
from tournaments.events.models import Tournament
from tournaments.events.page import page
from tournaments.submissions.access import list_reader
from tournaments.submissions.rules import pool_of
from tournaments.submissions.selectors import registration_of

from . import selectors, services
from .models import CheckedDeck, DeckCheck
from .pdf import sheet_pdf
from .sheets import SORTS, Block, sheet
from .text_shaping import isolated

TARGET = timedelta(minutes=6)  # a check should take less


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def deck_checks(request: HttpRequest, slug: str) -> HttpResponse:
    """All checks of the tournament; start one on a table, or let the lot choose ("table" empty)."""
    tournament, actor = _judge(request, slug)
    if request.method == "POST":
        match_id = whole_number(request.POST.get("match", "")) or None
        answer = perform(
            request, services.deck_check_start, actor=actor, tournament=tournament, match_id=match_id
        )
        if answer is not None:
            return redirect("tournaments:check", slug=slug, number=answer["check"])
        return redirect("tournaments:deck_checks", slug=slug)
    context = page(
        request,
        tournament,
        tab="judge",
        checks=selectors.checks_of(tournament),
        tables=selectors.tables_to_check(tournament),
    )
    return render(request, "judging/checks.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def check(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One check: tick the cards, say what was found, give the table back."""
    tournament, actor = _judge(request, slug)
    found = _check(tournament, number)
    sort = _sort(request)
    if request.method == "POST":
        _do(request, tournament, actor, found)
        address = reverse("tournaments:check", args=[slug, number])
        return redirect(f"{address}?sort={sort}")
    _note(tournament, actor, found)
    language = get_language() or "en"
    context = page(
        request,
        tournament,
        tab="judge",
        check=found,
        match=found.match,
        decks=[_deck(deck, sort, language) for deck in selectors.decks_of(found)],
        sort=sort,
        sorts=SORTS.items(),
        codes=services.CODES,
        findings=CheckedDeck.Finding.choices,
        now=timezone.now(),
        target=found.opened_at + TARGET,
    )
    return render(request, "judging/check.html", context)


@login_required
@never_cache
@require_safe
def check_sheet(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The lists of one check for paper; ``?form=pdf`` as a file."""
    tournament, actor = _judge(request, slug)
    found = _check(tournament, number)
    _note(tournament, actor, found)
    sort = _sort(request)
    language = get_language() or "en"
    decks = [(deck, _blocks(deck, sort, language)) for deck in selectors.decks_of(found)]
    title = _("Deck check %(number)s: round %(round)s, table %(table)s") % {
        "number": found.number,
        "round": found.match.round.number,
        "table": found.match.table,
    }
    if request.GET.get("form") == "pdf":
        response = HttpResponse(
            sheet_pdf(f"{isolated(tournament.name)} · {title}", decks), content_type="application/pdf"
        )
        response["Content-Disposition"] = f'attachment; filename="deck-check-{found.number}.pdf"'
        return response
    context = page(
        request,
        tournament,
        title=title,
        sheet="judging/sheet.html",
        decks=[{"deck": deck, "blocks": blocks} for deck, blocks in decks],
        back=reverse("tournaments:check", args=[slug, number]),
    )
    return render(request, "print.html", context)


def _judge(request: HttpRequest, slug: str) -> tuple[Tournament, Actor]:
    tournament = access_tournament(request.user, slug)
    actor = list_reader(request.user, tournament)
    if actor is None:
        raise Http404
    return tournament, actor


def _note(tournament: Tournament, actor: Actor, found: DeckCheck) -> None:
    """Write down that the lists of a check are read."""
    note_reading(actor, tournament, LIST, [deck.entry for deck in selectors.decks_of(found)])


def _check(tournament: Tournament, number: int) -> DeckCheck:
    found = selectors.check_numbered(tournament, number)
    if found is None:
        raise Http404
    return found


def _sort(request: HttpRequest) -> str:
    wanted = request.GET.get("sort", "")
    return wanted if wanted in SORTS else "type"


def _blocks(deck: CheckedDeck, sort: str, language: str) -> list[Block]:
    if deck.revision is None:
        return []
    registration = registration_of(deck.entry)
    return sheet(deck, pool_of(registration, deck.revision), game_of(registration.game), sort, language)


def _deck(deck: CheckedDeck, sort: str, language: str) -> Context:
    """One deck of a check: its rows, its findings, and what the logged games show beside it."""
    seen: list[Context] = []
    if deck.revision is not None:
        pool = pool_of(registration_of(deck.entry), deck.revision)
        for item in selectors.seen_in_logs(deck.entry, deck.revision.main, deck.revision.sideboard):
            card = pool.get(item.card)
            name = card_name(card, language) if card is not None else item.card
            seen.append({"name": name, "copies": item.copies, "listed": item.listed})
    return {"deck": deck, "blocks": _blocks(deck, sort, language), "seen": seen}


def _do(request: HttpRequest, tournament: Tournament, actor: Actor, found: DeckCheck) -> None:
    """One button of the page: count a card, store a finding, or close the check."""
    params: Arguments = {"actor": actor, "tournament": tournament, "number": found.number}
    data = request.POST
    if data.get("do") == "close":
        answer = perform(request, services.deck_check_close, **params)
        if answer is not None:
            _say_extension(request, answer)
        return
    params["entry_number"] = whole_number(data.get("entry", ""))
    if "tick" in data:
        # The last colon: card numbers hold none, but a key has one of its own.
        key, _colon, count = data["tick"].rpartition(":")
        ticks = {key: whole_number(count) if count else None}
        _without_key(request, params, ticks)
        return
    presented = data.get("presented", "").strip()
    findings: services.Findings = {
        "finding": data.get("finding", ""),
        "code": data.get("code", ""),
        "note": data.get("note", ""),
        "presented": whole_number(presented, -1) if presented else None,
    }
    done = _("The finding is saved.")
    perform(request, services.deck_check_find, findings=findings, done=done, **params)


def _without_key(request: HttpRequest, params: Arguments, ticks: dict[str, int | None]) -> None:
    """Count a card. Setting a number is the same twice, and two cards are ticked faster than a page comes back."""
    try:
        services.deck_check_tick(key=None, ticks=ticks, **params)
    except UserError as error:
        show_problems(request, error)


def _say_extension(request: HttpRequest, answer: services.CheckClosed) -> None:
    text = _("The check took %(minutes)s minutes; this table gets %(extension)s extra minutes.") % answer
    messages.success(request, text)
