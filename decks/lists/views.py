"""Pages for anyone who may read a deck: the lists of decks, the deck, sample hands, files, the sheet for paper."""

import secrets
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import segno
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from decks.cards.faces import card_name
from decks.cards.pools import AnyPool
from decks.registration.lists import deck_list as list_context
from decks.registration.lists import list_text
from ledger.people import signed_in
from ledger.shapes import Context
from ledger.web import language_of_page, whole_number, words_asked
from rules_engine.games import games

from .editing import check_context, checked_list
from .files import deck_csv, deck_json
from .models import Deck, DeckListRevision
from .own_decks import own_decks
from .public_search import MAX_LENGTH, public_decks
from .sample_hands import Hand, chance_of_one, hands
from .search_facts import every_colour
from .web import deck_page, pool_of, readable_or_404, unlisted

MOST_AGAIN = 10
"""More hands than anybody draws instead of the first."""


@login_required
@never_cache
@require_safe
def deck_list(request: HttpRequest) -> HttpResponse:
    """The decks I keep, a page at a time, the search among them, and the lists I handed in."""
    text = words_asked(request, MAX_LENGTH)
    order, state = (request.GET.get(name, "") for name in ("order", "state"))
    number = whole_number(request.GET.get("page", "1"))
    found = own_decks(
        signed_in(request), language=language_of_page(), text=text, order=order, state=state, page=number
    )
    asked = {name: value for name, value in (("q", text), ("order", order), ("state", state)) if value}
    context = {
        "query": text,
        "max_length": MAX_LENGTH,
        "orders": [("newest", _("Newest first"), order != "name"), ("name", _("By name"), order == "name")],
        "states": [
            ("", _("All decks"), state not in ("legal", "open")),
            ("legal", _("Legal decks"), state == "legal"),
            ("open", _("Decks that are not legal yet"), state == "open"),
        ],
        "asked": bool(text or state),
        "found": found,
        **_pages(asked, found.page, found.pages),
    }
    return deck_page(request, "lists/list.html", context)


@never_cache
@require_safe
def deck_public(request: HttpRequest) -> HttpResponse:
    """The decks people show to everybody, and the search among them."""
    text, legal = request.GET.get("q", "")[:MAX_LENGTH], request.GET.get("legal", "") == "1"
    colours = [key for key in every_colour() if key in request.GET.getlist("energy")]
    number = whole_number(request.GET.get("page", "1"))
    found = public_decks(text, colours=colours, legal=legal, page=number)
    asked: dict[str, str | list[str]] = {"q": text, "energy": colours, "legal": "1" if legal else ""}
    asked = {name: value for name, value in asked.items() if value}
    context = {
        "query": text,
        "max_length": MAX_LENGTH,
        "kinds": [
            (
                game.name,
                [(key, _(colour.label), key in colours) for key, colour in game.pools.colours.items()],
            )
            for game in games()
            if game.pools.colours
        ],
        "legal": legal,
        "asked": bool(asked),
        "found": found,
        **_pages(asked, found.page, found.pages),
    }
    return deck_page(request, "lists/public.html", context)


@never_cache
@require_safe
def deck_view(request: HttpRequest, public_id: str) -> HttpResponse:
    """One deck to read."""
    deck = readable_or_404(request, public_id)
    text = _text(deck)
    language = language_of_page()
    checked = checked_list(text, pool_key=deck.pool_key, play=deck.play, language=language)
    report = checked.report
    context = {
        **check_context(checked, text, language, game=deck.game),
        "deck": list_context(report.pool, report.main, report.sideboard, language, deck.game),
        "files": _files(deck),
    }
    return deck_page(request, "lists/deck.html", context, deck=deck)


@never_cache
@require_safe
def deck_hand(request: HttpRequest, public_id: str) -> HttpResponse:
    """A sample hand; the seed in the address deals it again, ``fewer`` asks for those drawn instead, by their sizes."""
    deck = readable_or_404(request, public_id)
    opening = deck.opening
    if opening is None:
        raise Http404
    seed = request.GET.get("seed", "")[:32] or secrets.token_hex(4)
    sizes = [whole_number(size) for size in request.GET.get("fewer", "").split(",")[:MOST_AGAIN] if size]
    pool, language = pool_of(deck), language_of_page()
    known = Counter({number: count for number, count in _counts(deck.current)[0].items() if number in pool})
    apart = opening.apart(known, pool)
    cards = known - Counter(number for _label, number in apart)
    dealt = hands(cards, seed, opening, sizes, [label for label, _number in apart])
    drawn = [opening.hand, *sizes[: len(dealt) - 1]]
    asked = ",".join(map(str, drawn[1:]))
    context = {
        "opening": opening,
        "apart": [(label, card_name(pool[number], language)) for label, number in apart if label],
        "seed": seed,
        "new_seed": secrets.token_hex(4),
        "hands": [_shown(hand, pool, language) for hand in dealt],
        "choices": [(size, f"{asked},{size}".lstrip(",")) for size in opening.again(drawn)],
        "odds": _odds(cards, pool, language, opening.seen),
    }
    return deck_page(request, "lists/hand.html", context, deck=deck)


@never_cache
@require_safe
def deck_export(request: HttpRequest, public_id: str, kind: str) -> HttpResponse:
    """The deck as a file: text (``?language=nl`` for Dutch names), CSV or JSON."""
    deck = readable_or_404(request, public_id)
    pool = pool_of(deck)
    asked = request.GET.get("language", "")
    language = asked if asked in ("en", "nl") else language_of_page()
    current = deck.current
    if kind == "json":
        body: str | bytes = deck_json(deck, pool, notes=True)
        mime = "application/json"
    elif kind == "csv":
        body, mime = deck_csv(deck, pool, language), "text/csv; charset=utf-8"
    elif kind == "txt":
        body = list_text(pool, *_counts(current), language, deck.game) + "\n"
        mime = "text/plain; charset=utf-8"
    else:
        raise Http404
    response = HttpResponse(body, content_type=mime)
    response["Content-Disposition"] = f'attachment; filename="deck-{deck.public_id}.{kind}"'
    return unlisted(response, deck.visibility != Deck.Visibility.PUBLIC)


@never_cache
@require_safe
def deck_sheet(request: HttpRequest, public_id: str) -> HttpResponse:
    """The deck for paper, with a QR code of its address."""
    deck = readable_or_404(request, public_id)
    pool = pool_of(deck)
    url = request.build_absolute_uri(reverse("decks:deck_view", args=[deck.public_id]))
    context = {
        "title": deck.name,
        "sheet": "lists/sheet.html",
        "back": reverse("decks:deck_view", args=[deck.public_id]),
        "deck": list_context(pool, *_counts(deck.current), language_of_page(), deck.game),
        "link": url,
        "qr": segno.make(url, error="m").svg_data_uri(scale=4, border=2),
    }
    return deck_page(request, "print.html", context, deck=deck)


# --- parts ---------------------------------------------------------------------------------------------------


def _pages(asked: Mapping[str, str | list[str]], page: int, pages: int) -> Context:
    """The addresses of the page before this one and of the one after it, with everything that was asked."""

    def at(number: int) -> str:
        return "?" + urlencode({**asked, "page": str(number)}, doseq=True) if 1 <= number <= pages else ""

    return {"before": at(page - 1), "after": at(page + 1)}


def _text(deck: Deck) -> str:
    return deck.current.text if deck.current is not None else ""


def _counts(current: DeckListRevision | None) -> tuple[dict[str, int], dict[str, int]]:
    """Deck and sideboard of a saved list."""
    return (current.main, current.sideboard) if current is not None else ({}, {})


def _files(deck: Deck) -> list[Context]:
    """What can be printed or saved of a deck."""
    export = {
        kind: reverse("decks:deck_export", args=[deck.public_id, kind]) for kind in ("txt", "csv", "json")
    }
    return [
        {
            "label": _("Printable sheet"),
            "url": reverse("decks:deck_sheet", args=[deck.public_id]),
            "kind": "print",
        },
        {"label": _("Text, English names"), "url": f"{export['txt']}?language=en", "kind": "download"},
        {"label": _("Text, Dutch names"), "url": f"{export['txt']}?language=nl", "kind": "download"},
        {"label": _("Spreadsheet"), "url": export["csv"], "kind": "download", "detail": "CSV"},
        {"label": _("For programs"), "url": export["json"], "kind": "download", "detail": "JSON"},
    ]


def _shown(hand: Hand, pool: AnyPool, language: str) -> Context:
    def named(numbers: Iterable[str]) -> list[str]:
        return [card_name(pool[number], language) for number in numbers]

    return {
        "size": hand.size,
        "cards": named(hand.cards),
        "piles": [(_(label), named(numbers)) for label, numbers in hand.piles],
        "coming": named(hand.coming),
    }


def _odds(cards: Mapping[str, int], pool: AnyPool, language: str, most: Sequence[int]) -> list[Context]:
    """For each number of copies in the deck: the cards of which there are so many, and the exact chances."""
    size = sum(cards.values())
    by_copies: dict[int, list[str]] = {}
    for number, count in cards.items():
        by_copies.setdefault(count, []).append(card_name(pool[number], language))
    return [
        {
            "copies": copies,
            "names": ", ".join(sorted(names)),
            "chances": [round(float(chance_of_one(size, copies, seen)) * 100, 1) for seen in most],
        }
        for copies, names in sorted(by_copies.items())
    ]
