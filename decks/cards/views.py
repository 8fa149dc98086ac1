"""The catalogue: all cards with a search, and one page for each."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from rules_engine.x610z.cards import load_pool

from .faces import card_face, card_facts, card_url, reading_list, short_number
from .selectors import CardQuery, cards_matching, classes_of, elements_of
from .words import KINDS


@require_safe
@vary_on_headers("HX-Request")
def cards(request: HttpRequest) -> HttpResponse:
    """All cards, or those that match; htmx gets only the results."""
    pool = load_pool()
    query = CardQuery(
        words=request.GET.get("q", ""),
        kind=request.GET.get("kind", ""),
        card_class=request.GET.get("class", ""),
        element=request.GET.get("element", ""),
    )
    language = get_language() or "en"
    found = cards_matching(pool, query)
    partial = request.headers.get("HX-Request") == "true"
    context = {
        "partial": partial,
        "query": query,
        "faces": [card_face(card, language) for card in found],
        "total": len(pool.cards),
        "kinds": KINDS.items(),
        "classes": classes_of(pool),
        "elements": elements_of(pool),
    }
    return render(request, "decks/card_results.html" if partial else "decks/cards.html", context)


@require_safe
def card(request: HttpRequest, number: str) -> HttpResponse:
    """One card with every printed part; its number may be written whole or short."""
    pool = load_pool()
    found = pool.find(number)
    if found is None or not found.number.startswith(number.split("/")[0]):
        raise Http404
    if number != short_number(found):
        return redirect(card_url(found), permanent=True)
    language = get_language() or "en"
    position = pool.index[found.number]
    context = {
        "card": found,
        "face": card_face(found, language, link=False),
        "facts": card_facts(found, language),
        "rules": reading_list(found),
        "previous": card_face(pool.cards[position - 1], language) if position else None,
        "next": card_face(pool.cards[position + 1], language) if position + 1 < len(pool.cards) else None,
    }
    return render(request, "decks/card.html", context)
