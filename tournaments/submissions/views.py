"""Pages of a player's own deck: the editor, the check while typing, submitting, the receipt.

Nothing here is cached, and cards stand in no address: even a search for a card is sent as a form.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from decks.cards.pools import card_pool
from decks.cards.query import MAX_LENGTH
from decks.lists import editing
from decks.lists.models import Deck
from decks.lists.selectors import deck_text_for, decks_of
from decks.registration.lists import deck_list, differences
from decks.registration.models import DeckRevision, Registration
from decks.registration.services import require_size
from ledger.commands import Actor
from ledger.errors import Problem, UserError
from ledger.people import signed_in
from ledger.shapes import Arguments, Context
from ledger.web import REFUSED, submission_key
from tournaments.entries.models import Entry
from tournaments.events.access import access_tournament
from tournaments.events.models import Tournament
from tournaments.events.page import page
from tournaments.events.policy import LIMITED

from . import services
from .access import own_list_closed
from .rules import deck_rules, pool_of
from .selectors import own_deck_entry, registration_of, revisions_of

MOST_KEPT = 12

secret_form = sensitive_post_parameters("text", "name", "kept", "q", "step", "fix", "reason")


@dataclass(frozen=True)
class Typed:
    """What stands in the form: the list, the deck's name, a search, and why it cannot be read at all."""

    text: str
    name: str
    query: str = ""
    problems: tuple[Problem, ...] = ()


def of_own_deck(
    view: Callable[[HttpRequest, Tournament, Entry], HttpResponse],
) -> Callable[[HttpRequest, str], HttpResponse]:
    """A page of one's own deck: the way to get one for anyone who has none, and closed while one's match is running."""

    @wraps(view)
    def shown(request: HttpRequest, slug: str) -> HttpResponse:
        tournament, entry = _own(request, slug)
        if entry is None:
            return _not_entered(request, tournament)
        if own_list_closed(tournament, entry):
            return _during_a_game(request, tournament)
        return view(request, tournament, entry)

    return shown


@secret_form
@login_required
@never_cache
@require_http_methods(["GET", "POST"])
@of_own_deck
def deck(request: HttpRequest, tournament: Tournament, entry: Entry) -> HttpResponse:
    """The deck editor: paste a list or pick cards; saving a draft works until the deadline, legal or not."""
    if request.method == "GET":
        return _editor(request, tournament, entry, _chosen(request, entry))
    typed = _typed(request, entry)
    if typed.problems:
        return _editor(request, tournament, entry, typed, typed.problems)
    if request.POST.get("do") == "save":
        return _save(request, tournament, entry, typed)
    return _editor(request, tournament, entry, _pressed(request, entry, typed))


@secret_form
@login_required
@never_cache
@require_POST
@of_own_deck
def deck_check(request: HttpRequest, tournament: Tournament, entry: Entry) -> HttpResponse:
    """What the rules say about the list as it is typed; stores nothing."""
    typed = _typed(request, entry)
    if request.headers.get("HX-Request") != "true":
        return _editor(request, tournament, entry, typed, typed.problems)
    unreadable = typed.problems or _closed_problem(tournament, entry)
    context = {
        "partial": True,
        "unreadable": unreadable,
        **check_context(entry, typed),
    }
    if unreadable:
        context["verdict"] = _("Cannot be submitted")
    return render(request, "lists/check.html", context, status=REFUSED if unreadable else 200)


@secret_form
@login_required
@never_cache
@require_POST
@of_own_deck
def deck_submit(request: HttpRequest, tournament: Tournament, entry: Entry) -> HttpResponse:
    """Submit the deck. A refused list is kept as a draft, and nothing is submitted."""
    typed = _kept_deck(request, entry) or _typed(request, entry)
    if typed.problems:
        return _editor(request, tournament, entry, typed, typed.problems)
    params: Arguments = {
        "actor": Actor(request.user, "player"),
        "tournament": tournament,
        "text": typed.text,
        "name": typed.name,
    }
    key = submission_key(request)
    try:
        services.deck_submit(key=key, **params)
    except UserError as error:
        _keep_draft(key, params)
        return _editor(request, tournament, _again(request, tournament), typed, error.problems)
    messages.success(request, _("Your deck is submitted. This is your receipt."))
    return redirect("tournaments:deck_receipt", slug=tournament.slug)


@login_required
@never_cache
@require_safe
def deck_receipt(request: HttpRequest, slug: str, revision: int | None = None) -> HttpResponse:
    """What the owner submitted: number, time, hash, the list, and what a judge changed."""
    tournament, entry = _own(request, slug)
    if entry is None or entry.registration is None:
        raise Http404
    if own_list_closed(tournament, entry):
        return _during_a_game(request, tournament)
    revisions = list(revisions_of(entry.registration))
    chosen = next((item for item in revisions if revision in (None, item.number)), None)
    if chosen is None:
        raise Http404
    context = page(
        request,
        tournament,
        tab="me",
        entry=entry,
        revisions=revisions,
        revision=chosen,
        is_current=chosen.pk == entry.registration.current_id,
        **revision_context(entry, chosen, revisions),
        closed=services.deck_closed_since(tournament, entry.registration, timezone.now()),
    )
    return render(request, "submissions/deck_receipt.html", context)


# --- what the pages are made of ----------------------------------------------------------------------------


def revision_context(entry: Entry, chosen: DeckRevision, revisions: list[DeckRevision]) -> Context:
    """A revision as a list, and its differences from the one before, in the reader's language."""
    registration = registration_of(entry)
    pool = pool_of(registration, chosen)
    language = get_language() or "en"
    before = next((item for item in revisions if item.number == chosen.number - 1), None)
    changes = (
        differences(
            pool,
            (before.main, before.sideboard),
            (chosen.main, chosen.sideboard),
            language,
            registration.game,
        )
        if before is not None
        else []
    )
    deck = deck_list(
        pool,
        chosen.main,
        chosen.sideboard,
        language,
        registration.game,
        name=chosen.name,
        receipt=chosen.receipt,
    )
    return {"deck": deck, "changes": changes, "before": before}


def check_context(entry: Entry, typed: Typed) -> Context:
    """Everything the check panel shows about a list as it stands in the form."""
    registration = registration_of(entry)
    report = deck_rules(entry.tournament, registration).report(typed.text)
    current = registration.current
    game, language, slug = registration.game, get_language() or "en", entry.tournament.slug
    checked = editing.split_report(report, typed.text, language, game)
    legal = _("Legal: you can submit it")
    return {
        **editing.check_context(
            checked, typed.text, language, game=game, legal=legal, rulings=entry.tournament.policy.rulings
        ),
        "deck_url": reverse("tournaments:deck", args=[slug]),
        "check_url": reverse("tournaments:deck_check", args=[slug]),
        "differs": current is not None
        and (report.main, report.sideboard) != (current.main, current.sideboard),
        "unsaved": (typed.text, typed.name) != (registration.draft_text, registration.draft_name),
    }


def _closed_problem(tournament: Tournament, entry: Entry) -> tuple[Problem, ...]:
    """Decks were locked while the page was open."""
    closed = services.deck_closed_since(tournament, registration_of(entry), timezone.now())
    return () if closed is None else (Problem("deck_closed", services.closed_message(closed)),)


def _editor(
    request: HttpRequest,
    tournament: Tournament,
    entry: Entry,
    typed: Typed,
    refused: tuple[Problem, ...] = (),
) -> HttpResponse:
    """The whole page, or for htmx only the form; without a form once decks are locked."""
    registration = registration_of(entry)
    status = REFUSED if refused else 200
    closed = services.deck_closed_since(tournament, registration, timezone.now())
    partial = request.headers.get("HX-Request") == "true"
    context = page(
        request,
        tournament,
        tab="me",
        entry=entry,
        registration=registration,
        typed=typed,
        partial=partial,
        until=services.deck_open_until(tournament, registration),
        kept=_kept_decks(request, registration)[:MOST_KEPT] if not partial else [],
        errors=[{"text": item.message, "rule": item.rule, "field_id": "deck-text"} for item in refused],
        closed=closed,
        closed_text=services.closed_message(closed) if closed else "",
    )
    if closed is not None and partial:
        return render(request, "submissions/deck_closed_part.html", context, status=REFUSED)
    if closed is not None:
        if registration.current is not None:
            context |= revision_context(entry, registration.current, [])
        context["lost_text"] = typed.text if typed.text != registration.draft_text else ""
        return render(request, "submissions/deck_closed.html", context, status=status)
    context |= check_context(entry, typed)
    context |= _to_add(registration, typed)
    template = "submissions/deck_editor.html" if partial else "submissions/deck.html"
    return render(request, template, context, status=status)


def _to_add(registration: Registration, typed: Typed) -> Context:
    """Cards that match the search in the form, and the decks to start from."""
    game, language = registration.game, get_language() or "en"
    pool = card_pool(game, registration.pool_key)
    built = registration.format == LIMITED  # of opened cards, of which no ready-made deck is
    ready = [] if built else editing.ready_names(pool, typed.text, language, game)
    return {"ready": ready, **editing.found_context(pool, typed.query, language, game)}


def _own(request: HttpRequest, slug: str) -> tuple[Tournament, Entry | None]:
    tournament = access_tournament(request.user, slug)
    return tournament, own_deck_entry(signed_in(request), tournament)


def _again(request: HttpRequest, tournament: Tournament) -> Entry:
    """The entry as it stands now, after a command changed it."""
    entry = own_deck_entry(signed_in(request), tournament)
    if entry is None:
        raise Http404
    return entry


def _not_entered(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The same 404 for everybody who has no deck here, with the way to get one."""
    return render(request, "submissions/deck_none.html", page(request, tournament, tab="me"), status=404)


def _during_a_game(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Lists are closed and this player's match is running: not even the owner reads the list now (M07)."""
    return render(
        request, "submissions/deck_during_game.html", page(request, tournament, tab="me"), status=403
    )


def _stored(entry: Entry) -> Typed:
    registration = registration_of(entry)
    return Typed(registration.draft_text, registration.draft_name)


def _chosen(request: HttpRequest, entry: Entry) -> Typed:
    """The stored draft, or the saved deck the player wants to use here (``?deck=``); nothing is stored by looking."""
    public_id = request.GET.get("deck", "")
    text = deck_text_for(request.user, public_id[:64]) if public_id else None
    return replace(_stored(entry), text=text) if text else _stored(entry)


def _kept_decks(request: HttpRequest, registration: Registration) -> QuerySet[Deck]:
    """The decks this person keeps that are meant for such a tournament: its kind of play, its cards."""
    mine = decks_of(signed_in(request)).filter(current__isnull=False)
    return mine.filter(play=registration.format, pool_key=registration.pool_key)


def _kept_deck(request: HttpRequest, entry: Entry) -> Typed | None:
    """A deck that the player keeps on the site, sent with one tap (``kept``: its id); None where a list was typed."""
    public_id = request.POST.get("kept", "")
    if not public_id:
        return None
    deck = _kept_decks(request, registration_of(entry)).filter(public_id=public_id[:64]).first()
    if deck is None or deck.current is None:
        raise Http404
    return Typed(deck.current.text, deck.name[: services.REASON_LENGTH])


def _typed(request: HttpRequest, entry: Entry) -> Typed:
    """What was typed; a text too long to be a deck is not read further, the stored draft stands in its place."""
    text = request.POST.get("text", "").replace("\r\n", "\n").replace("\r", "\n")
    query = request.POST.get("q", "")[:MAX_LENGTH]
    name = request.POST.get("name", "")[: services.REASON_LENGTH]
    try:
        require_size(text)
    except UserError as error:
        return replace(_stored(entry), query=query, problems=error.problems)
    return Typed(text, name, query)


def _pressed(request: HttpRequest, entry: Entry, typed: Typed) -> Typed:
    """The list after a button was pressed; see :func:`decks.lists.editing.pressed`."""
    registration, language = registration_of(entry), get_language() or "en"
    pool = card_pool(registration.game, registration.pool_key)
    text = editing.pressed(
        typed.text,
        pool,
        language,
        step=request.POST.get("step", ""),
        ready="" if registration.format == LIMITED else request.POST.get("ready", ""),
        fix=request.POST.get("fix", ""),
        game=registration.game,
    )
    return replace(typed, text=text)


def _save(request: HttpRequest, tournament: Tournament, entry: Entry, typed: Typed) -> HttpResponse:
    try:
        services.deck_draft_save(
            actor=Actor(request.user, "player"),
            key=submission_key(request),
            tournament=tournament,
            text=typed.text,
            name=typed.name,
        )
    except UserError as error:
        return _editor(request, tournament, entry, typed, error.problems)
    messages.success(request, _("Your draft is saved. It is not submitted yet."))
    return redirect("tournaments:deck", slug=tournament.slug)


def _keep_draft(key: str | None, params: Arguments) -> None:
    """Keep a refused list as the draft; when even that is refused, the page says why already."""
    try:
        services.deck_draft_save(key=f"draft:{key}" if key else None, **params)
    except UserError:
        return
