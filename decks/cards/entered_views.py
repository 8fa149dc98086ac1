"""The cards of a game without a catalogue for everybody: all of them, and a page for each with its versions."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ledger.web import optional_part
from rules_engine.games import GAMES, game_of
from rules_engine.kernel.decks import SearchWord

from .entered import entered_card, entered_cards, packaged
from .faces import entered_face
from .models import EnteredRevision
from .picture_views import drawn_picture
from .pool_search import search_cards
from .printed import reader
from .query import MAX_LENGTH
from .questions import maker_of
from .selectors import pictures_by_number
from .views import is_keeper


class OtherGame:
    """The key of a game without a catalogue, in an address."""

    regex = "[a-z0-9_]{1,20}"

    def to_python(self, value: str) -> str:
        """The key. Raises ``ValueError`` for all that is none."""
        if value not in GAMES or game_of(value).pools.in_catalogue:
            raise ValueError(value)
        return value

    def to_url(self, value: str) -> str:
        """The key itself."""
        return value


@require_safe
def cards(request: HttpRequest, game: str) -> HttpResponse:
    """Every card of a game as a face, by its number: those that keepers entered, and those that come with the site.

    ``q`` finds some of them by the language of card searches.
    """
    query = request.GET.get("q", "").strip()[:MAX_LENGTH]
    entered, own = entered_cards(game), packaged(game).cards
    errors: tuple[str, ...] = ()
    if query:
        found = search_cards(game, (*entered, *own), query)
        errors, numbers = found.errors, {card.number for card in found.cards}
        entered, own = (tuple(one for one in cards if one.number in numbers) for cards in (entered, own))
    pictures = pictures_by_number(game)
    context = {
        "game": game_of(game),
        "query": query,
        "query_length": MAX_LENGTH,
        "errors": errors,
        "words": _words(game_of(game).pools.search),
        "entered": [entered_face(game, card, picture=pictures.get(card.number)) for card in entered],
        "packaged": [entered_face(game, card, picture=pictures.get(card.number)) for card in own],
        "keeper": is_keeper(request) and game_of(game).sheet is not None,
    }
    return render(request, "decks/catalogue/entered_cards.html", context)


@require_safe
def card(request: HttpRequest, game: str, number: str) -> HttpResponse:
    """One card with everything printed on it and every version a keeper made of it."""
    found = card_or_404(game, number)
    sheet = game_of(game).sheet
    shown = sheet.shown if sheet is not None else None
    facts = shown.facts(found, reader()) if shown is not None else {}
    context = {
        "game": game_of(game),
        "card": found,
        "face": entered_face(game, found, link=False),
        "picture": pictures_by_number(game, [number]).get(number),
        "reported_as": f"{game}/{number}",
        "facts": [
            {"label": _(one.label), "value": facts[one.name]}
            for one in (sheet.fields if sheet is not None else ())
            if facts.get(one.name)
        ],
        "manual": shown is not None and shown.is_manual(found),
        "versions": EnteredRevision.objects.filter(game=game, number=number).order_by("-revision"),
        "keeper": is_keeper(request),
        "maker": optional_part("card.maker", lambda: maker_of(game, number), None),
    }
    return render(request, "decks/catalogue/entered_card.html", context)


@require_safe
def art(_request: HttpRequest, game: str, number: str) -> HttpResponse:
    """The picture that is drawn from the card itself."""
    found, module = card_or_404(game, number), game_of(game).pools.art
    if not module:
        raise Http404
    return drawn_picture(import_module(module).art_svg(found))


def card_or_404(game: str, number: str) -> Any:
    """The card of that number; or 404."""
    found = entered_card(game, number)
    if found is None:
        raise Http404
    return found


def _words(search: Mapping[str, SearchWord]) -> list[str]:
    """What can be asked of a card by name, as the reader calls it; both languages are understood."""
    dutch = get_language() == "nl"
    return sorted(word.also[0] if dutch and word.also else name for name, word in search.items())
