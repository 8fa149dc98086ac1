"""Somebody's own decks as they are looked through: a page of them, searched and sorted, and where each was played."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from decks.registration.lists import Counts
from decks.registration.tiles import Held, tiles_of
from ledger.names import fold
from ledger.people import Account
from ledger.shapes import Context

from .check_settings import limits_of_all_games
from .models import Deck, DeckListRevision, with_games
from .public_search import cards_named, legal_today, read
from .questions import HandedIn, handed_in_by
from .selectors import decks_of

SHOWN, MOST_HANDED_IN, MOST_REVISIONS = 12, 12, 300
"""Decks on a page, lists that were handed in beside them, and revisions that are compared with those."""
ORDERS: Mapping[str, tuple[str, ...]] = {"newest": ("-saved_at", "-pk"), "name": ("name_key", "pk")}
STATES = ("all", "legal", "open")


@dataclass(frozen=True)
class OwnDecks:
    """One page (from 1) of somebody's decks: each with ``deck``, ``legal``, ``empty``, ``events`` and its tile."""

    decks: Sequence[Context]
    total: int
    page: int
    pages: int
    handed_in: Sequence[Context] = field(default_factory=tuple)


def own_decks(
    user: Account, *, language: str, text: str = "", order: str = "newest", state: str = "all", page: int = 1
) -> OwnDecks:
    """A page of somebody's decks: those whose name, or a card in them, has every word of ``text``.

    ``order`` and ``state`` are one of :data:`ORDERS` and :data:`STATES`; what is neither counts as the first. The
    number of queries depends on neither decks nor words.
    """
    limits = limits_of_all_games(timezone.localdate())
    found = _of_state(_with_words(decks_of(user), text), state, limits)
    total = found.count()
    pages = max(1, -(-total // SHOWN))
    page = min(max(page, 1), pages)
    ordered = found.order_by(*ORDERS.get(order, ORDERS["newest"]))
    rows = list(ordered[(page - 1) * SHOWN : page * SHOWN]) if total else []
    lists = handed_in_by(user.pk or 0)
    beside = lists if page == 1 and not text and state not in STATES[1:] else ()
    own, others = _own_tiles(rows, limits, lists, language), _merged(beside, language)
    return OwnDecks(own, total, page, pages, others)


def _with_words(decks: QuerySet[Deck], text: str) -> QuerySet[Deck]:
    asked = read(text)
    words = (*asked.words, *asked.plays)
    cards = cards_named(set(words))
    for word in words:
        named = Q(name_key__contains=fold(word))
        if cards[word]:
            named |= Q(current__main__has_any_keys=cards[word])
            named |= Q(current__sideboard__has_any_keys=cards[word])
        decks = decks.filter(named)
    return decks


def _of_state(decks: QuerySet[Deck], state: str, limits: Mapping[str, int]) -> QuerySet[Deck]:
    """Those that are legal today, or those that are not; all of them for any other word."""
    if state not in STATES[1:]:
        return decks
    legal = legal_today(decks.filter(in_order=True), limits)
    return legal if state == "legal" else decks.exclude(pk__in=legal.order_by().values("pk"))


def is_legal(deck: Deck, limits: Mapping[str, int]) -> bool:
    """The same of one deck, as :func:`~.public_search.legal_today` asks it of the database."""
    main, beside = _counts(deck)
    within = all(main.get(number, 0) + beside.get(number, 0) <= most for number, most in limits.items())
    return deck.in_order and (within or deck.play == Deck.Play.LIMITED)


def _counts(deck: Deck) -> tuple[Counts, Counts]:
    return (deck.current.main, deck.current.sideboard) if deck.current is not None else ({}, {})


def deck_tiles(decks: Sequence[Deck], language: str) -> list[Context]:
    """What ``lists/_tile.html`` shows of decks: the deck, and what :func:`~decks.registration.tiles.tiles_of` says."""
    held = [Held(deck.game, deck.pool_key, "", *_counts(deck)) for deck in with_games(decks)]
    tiles = tiles_of(held, language)
    return [{"deck": deck, "name": deck.name, **tile} for deck, tile in zip(decks, tiles, strict=True)]


def _own_tiles(
    decks: Sequence[Deck], limits: Mapping[str, int], lists: Sequence[HandedIn], language: str
) -> list[Context]:
    """The tiles of one's own decks, with whether each is legal today and the events it was handed in for."""
    events: dict[str, list[HandedIn]] = {}
    for one in lists:
        events.setdefault(_key(one.held.main, one.held.beside), []).append(one)
    played: dict[int, list[HandedIn]] = {}
    saved = DeckListRevision.objects.filter(deck__in=decks).order_by("-at", "-pk")[:MOST_REVISIONS]
    for deck, main, beside in saved.values_list("deck_id", "main", "sideboard") if events and decks else ():
        known = played.setdefault(deck, [])
        known += [one for one in events.get(_key(main, beside), ()) if one not in known]
    return [
        {
            **tile,
            "url": reverse("decks:deck_edit", args=[deck.public_id]),
            "legal": is_legal(deck, limits),
            "events": sorted(played.get(deck.pk, ()), key=lambda one: one.at, reverse=True),
        }
        for deck, tile in zip(decks, deck_tiles(decks, language), strict=True)
    ]


def _merged(lists: Sequence[HandedIn], language: str) -> list[Context]:
    """The lists that were handed in, each once with every event it was handed in for."""
    same: dict[tuple[str, str], list[HandedIn]] = {}
    for one in lists:
        same.setdefault((one.held.game, _key(one.held.main, one.held.beside)), []).append(one)
    shown = list(same.values())[:MOST_HANDED_IN]
    tiles = tiles_of([some[0].held for some in shown], language)
    return [
        {"name": some[0].name, "url": some[0].url, "events": some, **tile}
        for some, tile in zip(shown, tiles, strict=True)
    ]


def _key(main: Counts, beside: Counts) -> str:
    """The same for lists of the same copies."""
    return json.dumps([main, beside], sort_keys=True)
