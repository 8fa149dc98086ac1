"""What the deck pages share: finding the deck or 404, language, pool, and headers against search engines."""

from collections.abc import Mapping
from typing import TypedDict

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from decks.cards.pools import AnyPool, card_pool
from ledger.errors import UserError
from ledger.shapes import Context

from .models import Deck
from .selectors import own_deck, readable_deck


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


def pool_of(deck: Deck) -> AnyPool:
    """The cards a deck is made of, as they are now."""
    return card_pool(deck.game, deck.pool_key)


def deck_page(
    request: HttpRequest,
    template: str,
    context: Mapping[str, object],
    *,
    deck: Deck | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render a page about decks; a search engine may keep only what is shown to everybody."""
    shown: Context = {"deck_row": deck, **context}
    if deck is not None:
        shown["is_owner"] = deck.owner_id == request.user.pk
    hidden = deck is not None and deck.visibility != Deck.Visibility.PUBLIC
    shown["noindex"] = hidden
    return unlisted(render(request, template, shown, status=status), hidden)


def unlisted(response: HttpResponse, hidden: bool) -> HttpResponse:
    """Keep a page out of search engines, and its address out of the sites it links to.

    Not "no-referrer": a browser then sends every form of the page without its origin, and Django refuses it.
    """
    if hidden:
        response["X-Robots-Tag"] = "noindex, nofollow"
        response["Referrer-Policy"] = "same-origin"
    return response


class ErrorItem(TypedDict):
    """A problem as a form shows it, with the rule it follows and the field it is about."""

    text: str
    rule: str | None
    field_id: str


def error_items(error: UserError) -> list[ErrorItem]:
    """The problems of a refused form for ``parts/error_summary.html``."""
    return [
        {"text": item.message, "rule": item.rule, "field_id": f"deck-{item.field}" if item.field else ""}
        for item in error.problems
    ]
