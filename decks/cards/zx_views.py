"""The Z/X cards for everybody: all of them, and a page for each with its versions."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ledger.web import language_of_page
from rules_engine.zx.abilities import read_card
from rules_engine.zx.cards import TEXTS_POOL, load_pool
from rules_engine.zx.pictures.art import art_svg

from .models import ZxCardRevision
from .picture_views import drawn_picture
from .views import is_keeper
from .zx_faces import zx_face, zx_facts
from .zx_pools import entered_cards, zx_card_of


@require_safe
def zx_cards(request: HttpRequest) -> HttpResponse:
    """Every card of Z/X as a face, by its number: those that keepers entered, and those that come with the site."""
    language = language_of_page()
    context = {
        "entered": [zx_face(card, language) for card in entered_cards()],
        "packaged": [zx_face(card, language) for card in load_pool(TEXTS_POOL).cards],
        "keeper": is_keeper(request),
    }
    return render(request, "decks/catalogue/zx_cards.html", context)


@require_safe
def zx_card(request: HttpRequest, number: str) -> HttpResponse:
    """One card of Z/X with everything printed on it and every version a keeper made of it."""
    card = zx_card_of(number)
    if card is None:
        raise Http404
    versions = ZxCardRevision.objects.filter(number=number).order_by("-revision")
    context = {
        "card": card,
        "face": zx_face(card, language_of_page(), link=False),
        "facts": zx_facts(card),
        "manual": read_card(card) is None,
        "versions": versions,
        "keeper": is_keeper(request),
    }
    return render(request, "decks/catalogue/zx_card.html", context)


@require_safe
def zx_art(_request: HttpRequest, number: str) -> HttpResponse:
    """The picture that is drawn from the card itself."""
    card = zx_card_of(number)
    if card is None:
        raise Http404
    return drawn_picture(art_svg(card))
