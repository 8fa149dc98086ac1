"""What the deck pages share: finding the deck or 404, language, pool, and headers against search engines."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from decks.cards.pools import pool_for
from ledger.errors import UserError
from rules_engine.x610z.cards import Pool

from .models import Deck
from .selectors import own_deck, readable_deck

REFUSED, CONFLICT = 422, 409


def language_of() -> str:
    """The reader's language."""
    return get_language() or "en"


def own_or_404(request: HttpRequest, public_id: str) -> Deck:
    """The person's own deck, or the same 404 as for a deck that does not exist."""
    deck = own_deck(request.user, public_id)
    if deck is None:
        raise Http404
    return deck


def readable_or_404(request: HttpRequest, public_id: str) -> Deck:
    """A deck this person may read, or the same 404 as for a deck that does not exist."""
    deck = readable_deck(request.user, public_id)
    if deck is None:
        raise Http404
    return deck


def pool_of(deck: Deck) -> Pool:
    """The cards a deck is made of, as they are now."""
    return pool_for(deck.pool_key)


def form_key(request: HttpRequest) -> str:
    """The idempotency key the form or the client sent, or none."""
    return request.headers.get("Idempotency-Key") or request.POST.get("idempotency_key") or ""


def whole(text: str) -> int:
    """A number out of a form: plain digits, at most six; else 0."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 6 else 0


def deck_page(
    request: HttpRequest,
    template: str,
    context: dict[str, Any],
    *,
    deck: Deck | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render a page about decks; a search engine may keep only what is shown to everybody."""
    context = {"idempotency_key": uuid.uuid4().hex, "deck_row": deck, **context}
    if deck is not None:
        context["is_owner"] = deck.owner_id == request.user.pk
    hidden = deck is not None and deck.visibility != Deck.Visibility.PUBLIC
    context["noindex"] = hidden
    return unlisted(render(request, template, context, status=status), hidden)


def unlisted(response: HttpResponse, hidden: bool) -> HttpResponse:
    """Keep a page out of search engines, and its address out of the sites it links to.

    Not "no-referrer": a browser then sends every form of the page without its origin, and Django refuses it.
    """
    if hidden:
        response["X-Robots-Tag"] = "noindex, nofollow"
        response["Referrer-Policy"] = "same-origin"
    return response


def error_items(error: UserError) -> list[dict[str, Any]]:
    """The problems of a refused form for ``parts/error_summary.html``."""
    return [
        {"text": item.message, "rule": item.rule, "field_id": f"deck-{item.field}" if item.field else ""}
        for item in error.problems
    ]
