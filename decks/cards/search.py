"""Searching the catalogue in the database: one query for the counts, two for the cards of a page.

What only a write to the catalogue changes is kept per process, under the stamp of that write.

The same on SQLite and PostgreSQL: comparisons are made on folded columns and plain numbers, never by a collation.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache

from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    TextField,
    Value,
    When,
    Window,
)
from django.db.models.functions import Cast
from django.utils import timezone

from ledger.names import fold
from rules_engine.x610z.pool import CARD_TYPES

from .models import Card, CardRevision, CardSet, CatalogueState, LegalityEntry, LegalityList, Printing, Ruling
from .query import Node, Not, Or, Parsed, Test, Word, parse

PAGE = 24
PICTURE_PARTS = ("name", "width", "height", "credit", "licence", "source")
"""What is shown of a picture."""
FACETS = ("type", "class", "element", "crew", "rarity", "set")
SORTS: Mapping[str, tuple[str, ...]] = {
    "number": ("short",),
    "name": ("name_key", "short"),
    "cost": ("cost", "short"),
    "-cost": ("-cost", "short"),
    "-attack": ("rank", "-attack", "short"),
}
RARITIES = ("C", "U", "R", "SR", "UR")
_COLUMNS = {
    "type": "kind", "class": "card_class", "element": "element", "crew": "crew", "rarity": "rarity",
    "set": "card_set__code", "act": "card_set__act",
}  # fmt: skip
_LOOKUPS = {":": "exact", "=": "exact", "!=": "exact", "<": "lt", "<=": "lte", ">": "gt", ">=": "gte"}
_TYPES = {
    "summon": ("summon", "summon card"),
    "energy_crystal": ("crystal", "kristal", "energy", "energy crystal", "energy crystal card"),
    "effect": ("effect", "effect card"),
    "summon_effect": ("summon effect", "summoneffect", "summon effect card"),
    "class_effect": ("class effect", "classeffect", "class specific effect card"),
    "crystal_effect": ("crystal effect", "crystaleffect", "energy crystal effect card"),
}
_RARITY_WORDS = {
    "C": ("common",),
    "U": ("uncommon",),
    "R": ("rare",),
    "SR": ("super rare",),
    "UR": ("ultra rare",),
}


def catalogue_stamp() -> str:
    """What changes with every write to the catalogue; "" while nothing was ever written."""
    return CatalogueState.objects.filter(pk=1).values_list("stamp", flat=True).first() or ""


@lru_cache(maxsize=4)
def known_values(stamp: str) -> Mapping[str, Mapping[str, str]]:
    """For each key with a fixed choice of values: folded word -> what the card says. Kept per ``stamp``."""
    del stamp  # only the key of the cache
    known: dict[str, dict[str, str]] = {key: {} for key in _COLUMNS}
    rows = Card.objects.values_list("card_class", "element", "crew").distinct()
    sets = CardSet.objects.values_list("code", "act")
    for keys, values in ((("class", "element", "crew"), rows), (("set", "act"), sets)):
        for row in values:
            for key, value in zip(keys, row, strict=True):
                if value:
                    known[key][fold(value)] = value
    known["type"] = {word: kind for kind, words in _TYPES.items() for word in (kind, *words)}
    known["type"] |= {fold(words): kind for words, kind in CARD_TYPES.items()}
    known["rarity"] = {word: key for key, words in _RARITY_WORDS.items() for word in (key.casefold(), *words)}
    lists = {fold(key): key for key in LegalityList.objects.values_list("key", flat=True)}
    return {**known, "banned": lists, "restricted": lists, "legal": lists}


@lru_cache(maxsize=4)
def reprinted(stamp: str) -> Mapping[int, frozenset[int]]:
    """The cards that were printed again, each with the further sets it is in. Kept per ``stamp``."""
    del stamp  # only the key of the cache
    found: dict[int, frozenset[int]] = {}
    for card, at, first in Printing.objects.values_list("card_id", "card_set_id", "card__card_set_id"):
        found[card] = found.get(card, frozenset()) | ({at} - {first})
    return found


@lru_cache(maxsize=4)
def _set_codes(stamp: str) -> Mapping[int, str]:
    del stamp  # only the key of the cache
    return dict(CardSet.objects.values_list("pk", "code"))


@dataclass(frozen=True)
class Found:
    """One page of a search: its ``cards``, and counts over all ``total`` of them.

    ``facets``: key -> value -> number of cards. ``page`` counts from 1 to ``pages``. ``faces``: for each card what it
    is drawn from, as JSON. ``reprints``: whether any card of the catalogue was printed again.
    """

    parsed: Parsed
    total: int
    page: int
    pages: int
    cards: Sequence[Card]
    facets: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    faces: Sequence[str] = ()
    reprints: bool = False


def search(text: str, *, page: int = 1, sort: str = "", size: int = PAGE, day: date | None = None) -> Found:
    """The cards that a query finds, one page of them with their faces, and the counts of every facet.

    Never raises for a query, page or sort that makes no sense: what cannot be read is in ``found.parsed.errors``, a
    page beyond the end is the last one. Four database queries, however many cards there are; the counts of the whole
    catalogue are kept, so there it is three.
    """
    stamp = catalogue_stamp()
    parsed, cards = _asked(text, stamp, day)
    counts, total = _counts(cards, stamp) if parsed or not stamp else _counts_of_all(stamp)
    pages = max(1, -(-total // size))
    page = min(max(1, page), pages)
    found: list[tuple[Card, str]] = []
    if total:
        ordered = ordered_by(cards, sort, parsed.words).values_list("pk", flat=True)
        found = cards_with_faces(list(ordered[(page - 1) * size : page * size]))
    rows, faces = [card for card, _face in found], [face for _card, face in found]
    return Found(parsed, total, page, pages, rows, counts, faces, bool(reprinted(stamp)))


def search_forms(text: str, *, page: int = 1, sort: str = "", size: int = PAGE) -> Found:
    """As :func:`search`, each card with the whole of its current revision but what the engine reads; no counts.

    Three database queries, and two more for a page beyond the end.
    """
    stamp = catalogue_stamp()
    parsed, cards = _asked(text, stamp, None)
    ordered = ordered_by(cards, sort, parsed.words).annotate(found=Window(Count("*")))
    ordered_keys = ordered.values_list("pk", "found")
    page = max(1, page)
    keys = list(ordered_keys[(page - 1) * size : page * size])
    if not keys and page > 1:
        page = max(1, -(-cards.count() // size))
        keys = list(ordered_keys[(page - 1) * size : page * size])
    total = keys[0][1] if keys else 0
    rows = _in_order(_FORMS, [key for key, _total in keys])
    return Found(parsed, total, page, max(1, -(-total // size)), rows, reprints=bool(reprinted(stamp)))


def _asked(text: str, stamp: str, day: date | None) -> tuple[Parsed, QuerySet[Card]]:
    """The query as read, and all cards it finds."""
    parsed = parse(text, known_values(stamp))
    found = condition(parsed.tree, day or timezone.localdate(), reprints=bool(reprinted(stamp)))
    return parsed, Card.objects.filter(found)


_PICTURE = tuple(f"picture__{name}" for name in PICTURE_PARTS)
_FACES = (
    Card.objects.order_by()
    .select_related("picture")
    .only("number", "short", "tested", *_PICTURE)
    .annotate(face_text=Cast("current__face", TextField()))
)
_FORMS = (
    Card.objects.order_by()
    .select_related("current", "picture")
    .only(
        "number",
        "short",
        "tested",
        "current__revision",
        "current__effective_on",
        "current__sha256",
        "current__parts",
        *_PICTURE,
    )
)


def cards_with_faces(keys: list[int]) -> list[tuple[Card, str]]:
    """These cards with what their faces are drawn from, as text: a face drawn before need not be read again."""
    return [(card, str(vars(card)["face_text"])) for card in _in_order(_FACES, keys)]


def _in_order(cards: QuerySet[Card], keys: list[int]) -> list[Card]:
    """These cards in this order: a page is joined, not all that was found."""
    found = cards.in_bulk(keys) if keys else {}
    return [found[key] for key in keys if key in found]


def ordered_by(cards: QuerySet[Card], sort: str, words: str = "") -> QuerySet[Card]:
    """In the order of a key of :data:`SORTS`; without one, names that begin with the words come first."""
    if sort == "-attack":
        cards = cards.annotate(rank=Case(When(attack=None, then=1), default=0, output_field=IntegerField()))
    start = fold(words)
    if sort in SORTS or not start:
        return cards.order_by(*SORTS.get(sort, SORTS["number"]))
    begins = Q(name_key__startswith=start) | Q(name_key__contains=f" / {start}")
    first = Case(When(begins, then=Value(0)), default=Value(1), output_field=IntegerField())
    return cards.annotate(rank=first).order_by("rank", "short")


@lru_cache(maxsize=4)
def _counts_of_all(stamp: str) -> tuple[Mapping[str, Mapping[str, int]], int]:
    """The counts over the whole catalogue, which every visit begins with. Kept per ``stamp``."""
    return _counts(Card.objects.all(), stamp)


def _counts(cards: QuerySet[Card], stamp: str) -> tuple[dict[str, dict[str, int]], int]:
    """Cards by value for every facet, and how many there are.

    In one query: sets are counted by key, and each card that was printed again gets a line of its own, for it counts
    in further sets too.
    """
    codes, again = _set_codes(stamp), reprinted(stamp)
    counters: dict[str, Counter[str]] = {key: Counter() for key in FACETS}
    plain = [key for key in FACETS if key != "set"]
    in_sets: Counter[int] = Counter()
    total = 0
    one = (
        Case(When(pk__in=Printing.objects.values("card"), then=F("pk")))
        if again
        else Value(None, IntegerField())
    )
    rows = cards.order_by().values_list(*(_COLUMNS[key] for key in plain), "card_set_id", one)
    for *values, card_set, card, number in rows.annotate(found=Count("pk")):
        total += number
        for key, value in zip(plain, values, strict=True):
            if value:
                counters[key][value] += number
        for at in (card_set, *again.get(card, ())):
            in_sets[at] += number
    # A set that was made since the stamp was read has no code yet: it counts from the next request on.
    counters["set"] = Counter({codes[at]: number for at, number in in_sets.items() if at in codes})
    return {key: dict(counter) for key, counter in counters.items()}, total


# --- from the tree of a query to a condition -----------------------------------------------------------


def condition(node: Node, day: date, *, reprints: bool = True) -> Q:
    """What the database has to look for. Lists of banned cards count as of ``day``.

    Without ``reprints`` no card was printed again, and nobody has to look for it under another number.
    """
    if isinstance(node, Word):
        return Q(words_key__contains=fold(node.text))
    if isinstance(node, Test):
        found = _test(node, day, reprints=reprints)
        return ~found if node.op == "!=" else found
    if isinstance(node, Not):
        return ~condition(node.node, day, reprints=reprints)
    parts = [condition(part, day, reprints=reprints) for part in node.nodes]
    whole = Q()
    for part in parts:
        whole = whole | part if isinstance(node, Or) else whole & part
    return whole


def _test(test: Test, day: date, *, reprints: bool) -> Q:
    key, value = test.key, test.value
    again = _printed if reprints else _unprinted
    if key in ("name", "text"):
        return Q(**{f"{key}_key__contains": fold(value)})
    if key == "number":
        return Q(number__startswith=value.upper()) | again(number__startswith=value.upper())
    if key == "is":
        return _flag(value, day)
    if key in ("banned", "restricted", "legal"):
        return _listed(key, day, value)
    if key == "rarity":
        return Q(rarity__in=_rarities(test.op, value)) | again(rarity__in=_rarities(test.op, value))
    if key in ("set", "act"):
        return Q(**{_COLUMNS[key]: value}) | again(**{_COLUMNS[key]: value})
    if key in _COLUMNS:
        return Q(**{_COLUMNS[key]: value})
    column = "restriction" if key == "limit" else key
    if value == "infinity":
        return Q(restriction=None)
    return Q(**{f"{column}__{_LOOKUPS[test.op]}": int(value)})


def _printed(**what: object) -> Q:
    """Cards that were printed again like this: under such a number, in such a set."""
    return Q(Exists(Printing.objects.filter(card=OuterRef("pk"), **what)))


def _unprinted(**_what: object) -> Q:
    return Q()


def _rarities(op: str, value: str) -> tuple[str, ...]:
    at = RARITIES.index(value)
    return {
        "<": RARITIES[:at],
        "<=": RARITIES[: at + 1],
        ">": RARITIES[at + 1 :],
        ">=": RARITIES[at:],
    }.get(op, (value,))


def _flag(flag: str, day: date) -> Q:
    if flag in ("banned", "restricted"):
        return _listed(flag, day, "")
    if flag == "errata":
        return Q(Exists(CardRevision.objects.filter(card=OuterRef("pk"), revision__gt=1)))
    if flag == "ruled":
        return Q(Exists(Ruling.objects.filter(card=OuterRef("pk"), withdrawn_on=None)))
    return {
        "permanent": Q(permanent=True),
        "free": Q(cost=0),
        "infinite": Q(restriction=None),
        "tested": Q(tested=True),
        "untested": Q(tested=False),
        "manual": Q(manual=True),
        "ours": Q(ours=True),
    }[flag]


def _listed(key: str, day: date, of: str) -> Q:
    """Cards on a list today; without a list's name, on the default list."""
    entries = LegalityEntry.objects.filter(card=OuterRef("pk"), starts_on__lte=day)
    entries = entries.filter(Q(ends_on=None) | Q(ends_on__gte=day))
    entries = entries.filter(of__key=of) if of else entries.filter(of__default=True)
    if key == "restricted":
        banned = Exists(entries.filter(limit=0))
        return Q(Exists(entries.filter(limit__gt=0))) & ~Q(banned)
    listed = Q(Exists(entries.filter(limit=0)))
    return ~listed if key == "legal" else listed
