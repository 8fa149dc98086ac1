"""Searching the decks that people show to everybody. Nothing here ever starts from any other deck.

>>> read('small dragons card:"Hunter Dragon" -card:Discount')
Asked(words=('small', 'dragons'), plays=('Hunter Dragon',), without=('Discount',), unknown=())
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from django.db.models import Count, F, IntegerField, Q, QuerySet, Window
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce
from django.db.models.lookups import GreaterThan
from django.utils import timezone
from django.utils.translation import gettext as _

from decks.cards.models import Card
from decks.cards.pools import AnyPool, pools_elsewhere
from ledger.names import fold

from .check_settings import limits_of_all_games
from .models import Deck, with_games
from .search_facts import every_colour

MAX_LENGTH, MAX_TERMS, MAX_CARDS = 200, 12, 60
SHOWN = 30
"""Decks on one page."""
KEYS = ("card", "kaart")
_TERM = re.compile(
    r'(?P<minus>-)?(?P<key>[^\W\d_]+)[:=](?P<value>"[^"]*"?|[^\s"]+)|"(?P<phrase>[^"]*)"?|(?P<word>[^\s"]+)'
)


@dataclass(frozen=True)
class Asked:
    """A query as read: ``words`` of deck or player, names of cards it ``plays`` or is ``without``, ``unknown`` keys."""

    words: tuple[str, ...] = ()
    plays: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True)
class FoundDecks:
    """One page (from 1) of the decks found, how many there are in all, and what of the query could not be read."""

    decks: Sequence[Deck]
    total: int
    page: int
    pages: int
    errors: tuple[str, ...] = ()


def read(text: str) -> Asked:
    """Read a query. Never raises; what it does not know is in ``unknown``."""
    parts: dict[str, list[str]] = {"words": [], "plays": [], "without": [], "unknown": []}
    clean = "".join(char if char.isprintable() else " " for char in text[:MAX_LENGTH])
    for match in list(_TERM.finditer(clean))[:MAX_TERMS]:
        value = (match["value"] or "").strip('"').strip()
        if match["key"] is None:
            word = (match["phrase"] or match["word"] or "").strip()
            parts["words"] += [word] if word else []
        elif match["key"].lower() not in KEYS:
            parts["unknown"].append(match["key"])
        elif value:
            parts["without" if match["minus"] else "plays"].append(value)
    return Asked(**{name: tuple(values) for name, values in parts.items()})


def public_decks(
    text: str = "", *, colours: Sequence[str] = (), legal: bool = False, page: int = 1
) -> FoundDecks:
    """The decks shown to everybody that fit, what was saved last first; a page beyond the end is the last one.

    ``colours``: those that the deck must all have, by key. ``legal``: only decks that break no rule and no list of
    banned cards of today. The number of database queries depends on neither decks nor words: the names of all cards
    asked for are looked up at once.
    """
    asked = read(text)
    errors = [_("There is no search word “%(word)s:”.") % {"word": word} for word in asked.unknown]
    public = decks = Deck.objects.filter(visibility=Deck.Visibility.PUBLIC)
    for key in map(fold, asked.words):
        # Two questions, each with an index of its own; "or" over two tables has none.
        by_name = public.filter(name_key__contains=key).order_by().values("pk")
        by_owner = public.filter(owner__sort_name__contains=key).order_by().values("pk")
        decks = decks.filter(pk__in=by_name.union(by_owner))
    cards = cards_named({*asked.plays, *asked.without})
    for name in (*asked.plays, *asked.without):
        if not cards[name]:
            errors.append(_("No card is called “%(name)s”.") % {"name": name})
            continue
        played = Q(current__main__has_any_keys=cards[name]) | Q(current__sideboard__has_any_keys=cards[name])
        decks = decks.exclude(played) if name in asked.without else decks.filter(played)
    decks = _of_colours(decks, colours)
    if legal:
        decks = legal_today(decks.filter(in_order=True), limits_of_all_games(timezone.localdate()))
    rows, total, page = _page_of(decks, max(page, 1), at_once=bool(asked.plays or asked.without))
    return FoundDecks(with_games(rows), total, page, max(1, -(-total // SHOWN)), tuple(errors))


def _of_colours(decks: QuerySet[Deck], colours: Sequence[str]) -> QuerySet[Deck]:
    for key, colour in every_colour().items():
        if key in colours:
            decks = decks.filter(energies__contains=colour.letter)
    return decks


def _page_of(decks: QuerySet[Deck], page: int, *, at_once: bool) -> tuple[list[Deck], int, int]:
    """One page of these decks, how many decks there are, and which page it is: the last one at most.

    ``at_once`` finds and counts in one query: right where looking into every list is what takes long. Elsewhere the
    index ends the search after one page, and counting by itself is quicker.
    """
    ordered = decks.order_by("-saved_at", "-pk")
    if at_once:
        counted = ordered.annotate(found=Window(Count("*"))).values_list("pk", "found")
        found = list(counted[(page - 1) * SHOWN : page * SHOWN])
        if found:
            rows = _shown(Deck.objects.order_by()).in_bulk([key for key, _total in found])
            return [rows[key] for key, _total in found if key in rows], found[0][1], page
        if page == 1:
            return [], 0, 1
    total = decks.count()
    page = min(page, max(1, -(-total // SHOWN)))
    return list(_shown(ordered)[(page - 1) * SHOWN : page * SHOWN]) if total else [], total, page


def _shown(decks: QuerySet[Deck]) -> QuerySet[Deck]:
    """With no more than a list of decks says of each."""
    columns = ("public_id", "name", "play", "pool_key", "saved_at", "owner__display_name")
    return decks.select_related("owner").only(*columns)


def cards_named(names: set[str]) -> Mapping[str, list[str]]:
    """Numbers of the cards that each name can mean: those called so in either language, else all that have it.

    Cards of the catalogue, and of every pool of the games without one, of each at most :data:`MAX_CARDS`.
    """
    found: dict[str, list[str]] = {name: [] for name in names}
    keys = {name: fold(name) for name in names if fold(name)}
    if not keys:
        return found
    wanted = Q()
    for key in keys.values():
        wanted |= Q(name_key__contains=key)
    catalogue = Card.objects.filter(wanted).order_by("short").values_list("number", "name_key")
    shelves = [tuple(catalogue), *(_names(pool) for pool in pools_elsewhere())]
    return found | {name: _meant(shelves, key) for name, key in keys.items()}


Shelf = Sequence[tuple[str, str]]
"""Number and folded names of cards."""


def _meant(shelves: Sequence[Shelf], key: str) -> list[str]:
    exact = [number for shelf in shelves for number, called in shelf if key in called.split(" / ")]
    parts = ([number for number, called in shelf if key in called][:MAX_CARDS] for shelf in shelves)
    return list(dict.fromkeys(exact or chain.from_iterable(parts)))


@lru_cache(maxsize=32)
def _names(pool: AnyPool) -> Shelf:
    """Number and names of every card, as the catalogue keeps them."""
    return tuple(
        (card.number, " / ".join(map(fold, filter(None, (card.name, card.name_nl))))) for card in pool.cards
    )


def legal_today(decks: QuerySet[Deck], limits: Mapping[str, int]) -> QuerySet[Deck]:
    """Without constructed decks that have more of a card than the list of today allows (304.3a)."""
    limited = Q(play=Deck.Play.LIMITED)  # no such list counts there (102.1b)
    banned = [number for number, limit in limits.items() if limit == 0]
    if banned:
        has = Q(current__main__has_any_keys=banned) | Q(current__sideboard__has_any_keys=banned)
        decks = decks.filter(limited | ~has)
    for number, limit in limits.items():
        if limit:
            copies = _copies("current__main", number) + _copies("current__sideboard", number)
            decks = decks.filter(limited | ~Q(GreaterThan(copies, limit)))
    return decks


def _copies(column: str, number: str) -> Coalesce:
    return Coalesce(Cast(KeyTextTransform(number, F(column)), IntegerField()), 0)
