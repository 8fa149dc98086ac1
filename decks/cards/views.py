"""The catalogue for everybody: search, a page for each card, its history, the sets, how to search."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from ledger.shapes import Context
from ledger.web import language_of_page, optional_part

from . import selectors
from .faces import card_face, card_facts, drawn_face, reading_list
from .history import steps_of
from .models import Card
from .pools import other_games
from .query import MAX_LENGTH
from .query_words import SORT_LABELS, address, error_text, facet_groups, key_rows, pieces
from .questions import made_about, maker_of, talk
from .search import search
from .services import EDIT


def page_number(request: HttpRequest) -> int:
    """The page asked for, 1 for anything that is no number."""
    text = request.GET.get("page", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 1


def is_keeper(request: HttpRequest) -> bool:
    """Whether this person may change the catalogue; asks the database nothing about people without an account."""
    return request.user.is_authenticated and request.user.has_perm(EDIT)


@require_safe
@vary_on_headers("HX-Request")
def cards(request: HttpRequest) -> HttpResponse:
    """The cards a query finds, a page at a time; htmx gets only the results."""
    sort = request.GET.get("sort", "")
    sort = sort if sort in SORT_LABELS else ""
    found = search(request.GET.get("q", ""), page=page_number(request), sort=sort)
    partial = request.headers.get("HX-Request") == "true"
    text, language = found.parsed.text.strip(), language_of_page()
    context: Context = {
        "partial": partial,
        "query": text,
        "max_length": MAX_LENGTH,
        "found": found,
        "faces": [
            drawn_face(face, language, selectors.picture_of(card))
            for card, face in zip(found.cards, found.faces, strict=True)
        ],
        "errors": [error_text(error) for error in found.parsed.errors],
        "pieces": pieces(found.parsed) if found.parsed.errors else [],
        "facets": facet_groups(found.parsed, found.facets, sort),
        "sort": sort,
        "sorts": SORT_LABELS.items(),
        "before": address(text, sort, found.page - 1) if found.page > 1 else "",
        "after": address(text, sort, found.page + 1) if found.page < found.pages else "",
        "other_games": other_games(),
        "keeper": not partial and is_keeper(request),
    }
    return render(request, "decks/card_results.html" if partial else "decks/cards.html", context)


@require_safe
def card(request: HttpRequest, number: str) -> HttpResponse:
    """One card with everything said about it; its number may be written whole or short."""
    found = card_or_404(number)
    if number != found.short:
        return redirect(reverse("decks:card", args=[found.short]), permanent=True)
    engine, language = selectors.engine_card(found), language_of_page()
    before, after = selectors.neighbours(found)
    context = {
        "card": engine,
        "row": found,
        "face": card_face(engine, language, link=False),
        "picture": selectors.picture_of(found),
        "facts": card_facts(engine, language),
        "rules": reading_list(engine),
        "other": selectors.other_language(engine, language),
        "rulings": selectors.rulings_of(found, language),
        "legality": selectors.legality_of(found, language),
        "revision": found.current,
        "printed_on": found.card_set,
        "reprints": selectors.reprints_of(found),
        "previous": before,
        "next": after,
        "talk": optional_part("card.talk", lambda: talk(found), ""),
        "keeper": is_keeper(request),
        "about": optional_part("card.gallery", lambda: made_about(found), None),
        "maker": optional_part("card.maker", lambda: maker_of(found.card_set.game, found.number), None),
    }
    return render(request, "decks/card.html", context)


@require_safe
def history(request: HttpRequest, number: str) -> HttpResponse:
    """Every form of a card, the newest first, with what changed and why."""
    found = card_or_404(number)
    context = {"row": found, "steps": steps_of(found), "name": selectors.name_of(found, language_of_page())}
    return render(request, "decks/catalogue/history.html", context)


@require_safe
def sets(request: HttpRequest) -> HttpResponse:
    """Every set with its number of cards."""
    rows = selectors.sets_with_counts(language_of_page())
    return render(request, "decks/catalogue/sets.html", {"sets": rows, "keeper": is_keeper(request)})


@require_safe
def search_help(request: HttpRequest) -> HttpResponse:
    """How to search, with examples that are links."""
    return render(request, "decks/catalogue/help.html", {"keys": key_rows()})


def card_or_404(number: str) -> Card:
    """The card of that number, whole or short, with its current revision and set; or 404."""
    found = selectors.card_of(number)
    if found is None:
        raise Http404
    return found
