"""Pages for the owner of a deck: make, edit, describe, look back, restore, copy, delete.

A list that cannot be saved stays in the form; one that was saved elsewhere meanwhile is answered with 409 and both.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from decks.cards.pools import every_pool, game_of_pool
from decks.cards.query import MAX_LENGTH
from decks.registration.lists import differences
from decks.registration.services import require_size
from ledger.errors import StaleError, UserError
from ledger.people import signed_in
from ledger.shapes import Context
from ledger.web import CONFLICT, REFUSED, language_of_page, submission_key, whole_number
from rules_engine.games import game_of
from rules_engine.x610z.cards import DEFAULT_POOL

from . import services
from .check_settings import Against, against_context, chosen, today
from .editing import Checked, check_context, checked_list, found_context, pressed, ready_names
from .files import MAX_BYTES, file_text
from .models import Deck, DeckListRevision
from .selectors import revisions_of
from .web import (
    ErrorItem,
    deck_page,
    error_items,
    own_or_404,
    pool_of,
    readable_or_404,
)

secret_form = sensitive_post_parameters("text", "name", "q", "step", "fix", "note", "notes")


@dataclass(frozen=True)
class Typed:
    """What stands in the editor: the list, the revision it was made from, a search, a remark on the change, and more.

    ``against``: what the list is checked against. ``replaced``: what was typed before a file took its place.
    """

    text: str
    base: int
    query: str = ""
    note: str = ""
    against: Against | None = None
    replaced: str = ""


@secret_form
@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def deck_new(request: HttpRequest) -> HttpResponse:
    """Make a deck: empty, from pasted text, or from a file."""
    typed = {
        "name": request.POST.get("name", "")[:200],
        "play": request.POST.get("play", Deck.Play.CONSTRUCTED),
        "pool_key": request.POST.get("pool_key", DEFAULT_POOL)[:200],
        "text": _lines(request.POST.get("text", "")),
    }
    errors: list[ErrorItem] = []
    if request.method == "POST":
        try:
            made = services.deck_create(
                actor=services.owner_of(signed_in(request)),
                key=submission_key(request),
                **_with_file(request, typed),
            )
        except UserError as error:
            errors = error_items(error)
        else:
            return redirect("decks:deck_edit", public_id=made["public_id"])
    context = {"typed": typed, "errors": errors, "plays": Deck.Play.choices, **_offered()}
    if len(typed["text"]) > MAX_BYTES:
        typed["text"] = ""  # not sent back: nobody reads two million characters
    return deck_page(request, "lists/new.html", context, status=REFUSED if errors else 200)


def _offered() -> Context:
    """The pools by game, how the games are played that know more than one way, and what lies beside a deck."""
    pools = every_pool()
    ways = [game.name for game, _pools in pools if game.decks.limited]
    beside = [f"“{game.decks.headings.side}” ({game.name})" for game, _pools in pools if game.decks.beside]
    return {"pools": pools, "played_limited": ", ".join(ways), "beside": ", ".join(beside)}


def _with_file(request: HttpRequest, typed: dict[str, str]) -> dict[str, str]:
    """What a sent file says takes the place of the pasted text; our JSON also brings name, play, pool, notes."""
    sent = request.FILES.get("file")
    if not isinstance(sent, UploadedFile) or not sent:
        return typed
    headings = game_of(game_of_pool(typed["pool_key"])).decks.headings
    text, deck = file_text(sent.name or "", sent.read(MAX_BYTES + 1), headings)
    if deck is None:
        return {**typed, "text": text}
    known = {key for _game, pools in every_pool() for key, _words in pools}
    return {
        "name": typed["name"] or deck.name,
        "play": deck.play if deck.play in Deck.Play.values else typed["play"],
        "pool_key": deck.pool if deck.pool in known else typed["pool_key"],
        "text": text,
        "notes": deck.notes,
    }


@secret_form
@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def deck_edit(request: HttpRequest, public_id: str) -> HttpResponse:
    """The editor: type or paste a list, search cards, press + and −, save."""
    deck = own_or_404(request, public_id)
    if request.method == "GET":
        return _editor(request, deck, _stored(deck))
    try:
        typed = _typed(request, deck)
        if request.POST.get("do") == "save":
            services.deck_save(
                actor=services.owner_of(signed_in(request)),
                deck_id=deck.pk,
                key=submission_key(request),
                base=typed.base,
                text=typed.text,
                note=typed.note,
            )
            messages.success(request, _("Saved."))
            return redirect("decks:deck_edit", public_id=deck.public_id)
        if request.POST.get("do") == "file":
            return _opened(request, deck, typed)
    except StaleError as error:
        fresh = own_or_404(request, public_id)
        newest = replace(typed, base=_number(fresh))
        return _editor(request, fresh, newest, error, CONFLICT)
    except UserError as error:
        return _editor(request, deck, _stored(deck), error, REFUSED)
    text = pressed(
        typed.text,
        pool_of(deck),
        language_of_page(),
        step=request.POST.get("step", ""),
        ready=request.POST.get("ready", ""),
        fix=request.POST.get("fix", ""),
        game=deck.game,
    )
    return _editor(request, deck, replace(typed, text=text))


@secret_form
@login_required
@never_cache
@require_POST
def deck_check(request: HttpRequest, public_id: str) -> HttpResponse:
    """What the rules say about the list as it is typed; stores nothing."""
    deck = own_or_404(request, public_id)
    try:
        typed = _typed(request, deck)
    except UserError as error:
        context = {"partial": True, "unreadable": error.problems, "verdict": _("This cannot be saved")}
        return render(request, "lists/check.html", context, status=REFUSED)
    if request.headers.get("HX-Request") != "true":
        return _editor(request, deck, typed)
    return render(
        request, "lists/check.html", {"partial": True, **_context(deck, typed, _checked(deck, typed))}
    )


@secret_form
@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def deck_details(request: HttpRequest, public_id: str) -> HttpResponse:
    """Name, notes, cards, and who may see the deck."""
    deck = own_or_404(request, public_id)
    fields = ("name", "play", "pool_key", "visibility", "notes")
    typed: dict[str, str] = {field: getattr(deck, field) for field in fields}
    error: UserError | None = None
    if request.method == "POST":
        typed = {field: request.POST.get(field, typed[field]) for field in fields}
        try:
            mark = request.POST.get("mark", "")
            services.deck_describe(
                actor=services.owner_of(signed_in(request)),
                key=submission_key(request),
                deck_id=deck.pk,
                mark=mark,
                **typed,
            )
        except UserError as refused:
            error = refused
            deck = own_or_404(request, public_id)
        else:
            messages.success(request, _("Saved."))
            return redirect("decks:deck_view", public_id=deck.public_id)
    context = {
        "typed": typed,
        "mark": services.details_mark(deck),
        "errors": error_items(error) if error else [],
        "plays": Deck.Play.choices if deck.play_is_chosen else [],
        **_offered(),
        "visibilities": Deck.Visibility.choices,
    }
    return deck_page(request, "lists/details.html", context, deck=deck, status=_status(error))


@login_required
@never_cache
@require_safe
def deck_history(request: HttpRequest, public_id: str) -> HttpResponse:
    """Every saved list of the deck, and what changed between any two of them."""
    deck = own_or_404(request, public_id)
    revisions = list(revisions_of(deck).defer("text"))
    newest = revisions[0].number if revisions else 0
    after = whole_number(request.GET.get("to", "")) or newest
    before = whole_number(request.GET.get("from", "")) or max(after - 1, 1)
    chosen = {item.number: item for item in revisions if item.number in (before, after)}
    if revisions and (before not in chosen or after not in chosen):
        raise Http404
    changes = _changes(deck, chosen[before], chosen[after]) if revisions else []
    context = {"revisions": revisions, "before": before, "after": after, "changes": changes, "newest": newest}
    return deck_page(request, "lists/history.html", context, deck=deck)


@login_required
@never_cache
@require_POST
def deck_restore(request: HttpRequest, public_id: str) -> HttpResponse:
    """Make an earlier list the newest again."""
    deck = own_or_404(request, public_id)
    try:
        services.deck_restore(
            actor=services.owner_of(signed_in(request)),
            deck_id=deck.pk,
            key=submission_key(request),
            base=whole_number(request.POST.get("base", "")),
            number=whole_number(request.POST.get("number", "")),
        )
    except UserError as error:
        messages.error(request, error.message)
        return redirect("decks:deck_history", public_id=deck.public_id)
    messages.success(request, _("This list is the newest again."))
    return redirect("decks:deck_edit", public_id=deck.public_id)


@login_required
@never_cache
@require_POST
def deck_copy(request: HttpRequest, public_id: str) -> HttpResponse:
    """Copy a deck one may read to one's own decks."""
    source = readable_or_404(request, public_id)
    try:
        made = services.deck_copy(
            actor=services.owner_of(signed_in(request)), source=source, key=submission_key(request)
        )
    except UserError as error:
        messages.error(request, error.message)
        return redirect("decks:deck_list")
    messages.success(request, _("Copied. Only you can see the copy."))
    return redirect("decks:deck_edit", public_id=made["public_id"])


@login_required
@never_cache
@require_POST
def deck_delete(request: HttpRequest, public_id: str) -> HttpResponse:
    """Delete a deck with its history."""
    deck = own_or_404(request, public_id)
    services.deck_delete(
        actor=services.owner_of(signed_in(request)), key=submission_key(request), deck_id=deck.pk
    )
    messages.success(request, _("The deck is deleted."))
    return redirect("decks:deck_list")


# --- parts ---------------------------------------------------------------------------------------------------


def _status(error: UserError | None) -> int:
    if error is None:
        return 200
    return CONFLICT if isinstance(error, StaleError) else REFUSED


def _number(deck: Deck) -> int:
    return deck.current.number if deck.current is not None else 0


def _stored(deck: Deck) -> Typed:
    return Typed(deck.current.text if deck.current is not None else "", _number(deck))


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _typed(request: HttpRequest, deck: Deck) -> Typed:
    """What was typed. Raises :class:`UserError` for a text too long to be a deck, before anything reads it."""
    text = _lines(request.POST.get("text", ""))
    require_size(text)
    note = request.POST.get("note", "")[: services.NOTE_LENGTH]
    query = request.POST.get("q", "")[:MAX_LENGTH]
    against = chosen(request.POST, pool_of(deck), deck.game)
    return Typed(text, whole_number(request.POST.get("base", "")), query, note, against)


def _opened(request: HttpRequest, deck: Deck, typed: Typed) -> HttpResponse:
    """The editor with what a sent file says; nothing is saved yet, and a refused file changes nothing."""
    try:
        text = _with_file(request, {"name": "", "play": "", "pool_key": deck.pool_key, "text": ""})["text"]
        if not text.strip():
            raise UserError("no_file", _("Choose a file with a list first."), field="file")
        require_size(text)
    except UserError as error:
        return _editor(request, deck, typed, error, REFUSED)
    unsaved = typed.text.strip() and typed.text != _stored(deck).text
    return _editor(request, deck, replace(typed, text=text, replaced=typed.text if unsaved else ""))


def _checked(deck: Deck, typed: Typed) -> Checked:
    return checked_list(
        typed.text,
        pool_key=deck.pool_key,
        play=deck.play,
        language=language_of_page(),
        against=typed.against,
    )


def _context(deck: Deck, typed: Typed, checked: Checked) -> Context:
    unsaved = deck.current is None or typed.text != deck.current.text
    return {
        "deck_url": reverse("decks:deck_edit", args=[deck.public_id]),
        "check_url": reverse("decks:deck_check", args=[deck.public_id]),
        "all_opened": deck.play == Deck.Play.LIMITED,
        "unsaved": unsaved,
        **check_context(checked, typed.text, language_of_page(), game=deck.game),
    }


def _editor(
    request: HttpRequest, deck: Deck, typed: Typed, error: UserError | None = None, status: int = 200
) -> HttpResponse:
    """The whole page, or for htmx only the form."""
    pool, language, checked = pool_of(deck), language_of_page(), _checked(deck, typed)
    partial = request.headers.get("HX-Request") == "true"
    context = {
        **_context(deck, typed, checked),
        **found_context(pool, typed.query, language, deck.game),
        **against_context(typed.against or today(), pool, language, deck.game),
        "ready": ready_names(pool, typed.text, language, deck.game),
        "typed": typed,
        "errors": error_items(error) if error else [],
        "partial": partial,
        "changes": [],
    }
    if status == CONFLICT and deck.current is not None:
        report = checked.report
        saved = (deck.current.main, deck.current.sideboard)
        context["changes"] = differences(pool, saved, (report.main, report.sideboard), language, deck.game)
    template = "lists/editor.html" if partial else "lists/edit.html"
    return deck_page(request, template, context, deck=deck, status=status)


def _changes(deck: Deck, before: DeckListRevision, after: DeckListRevision) -> Sequence[object]:
    lists = (before.main, before.sideboard), (after.main, after.sideboard)
    return differences(pool_of(deck), *lists, language_of_page(), deck.game)
