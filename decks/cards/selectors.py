"""Finding cards: in a pool in memory (for deck lists), and the catalogue's rows for its pages."""

import re
from collections.abc import Iterable
from datetime import date
from typing import TypedDict

import msgspec
from django.db.models import Count, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from rules_engine.games import GAMES, game_of
from rules_engine.x610z.cards import CardRevision

from .entered import entered_card
from .models import Card, CardPicture, CardSet, LegalityEntry, Printing, Ruling
from .pictures import Shown, shown
from .pools import USUAL

_NUMBER = re.compile(r"[A-Za-z0-9.]{3,12}/[0-9]{3}(?:/[0-9]{3}-[A-Z]{1,2})?")


# --- the catalogue -------------------------------------------------------------------------------------


def engine_card(card: Card) -> CardRevision:
    """The card as printed today, as the engine reads it, without its effect tree."""
    if card.current is None:
        raise LookupError(f"{card.number} was never printed")
    return msgspec.convert(card.current.face, CardRevision)


def card_of(number: str) -> Card | None:
    """The card of that number, whole or short ("D1.1/008"), with its revision and set; also of a reprint's number."""
    if not _NUMBER.fullmatch(number):
        return None
    column = "number" if number.count("/") == 2 else "short"
    cards = Card.objects.select_related("current", "card_set", "picture")
    found = cards.filter(**{column: number}).first()
    return found or cards.filter(**{f"printings__{column}": number}).first()


def printed_numbers(card: Card) -> tuple[str, ...]:
    """The collector's numbers of a card: its own, and those of its reprints."""
    return (card.number, *card.printings.values_list("number", flat=True))


def picture_of(card: Card) -> Shown | None:
    """The picture shown with a card, if it has one."""
    return shown(card.picture) if card.picture is not None else None


def pictures_of(game: str, number: str) -> QuerySet[CardPicture]:
    """All pictures that a card of a game ever had, the newest first."""
    return CardPicture.objects.filter(
        **({"card__number": number} if _in_catalogue(game) else {"game": game, "number": number})
    )


def pictures_by_number(game: str, numbers: Iterable[str] | None = None) -> dict[str, Shown]:
    """The pictures of these cards of a game (None: of all) by number, in one query; a card without one is left out."""
    wanted = {} if numbers is None else {"number__in": list(numbers)}
    if _in_catalogue(game):
        cards = Card.objects.filter(picture__isnull=False, **wanted).select_related("picture")
        return {card.number: shown(card.picture) for card in cards if card.picture is not None}
    newest = {row.number: row for row in CardPicture.objects.filter(game=game, **wanted).order_by("pk")}
    return {number: shown(row) for number, row in newest.items() if row.removed_at is None}


def card_key(key: str) -> tuple[str, str]:
    """The game and the number of a card by what it is reported as: ``zx/Z04-023``, or a number of the catalogue."""
    game, _slash, number = key.partition("/")
    return (game, number) if game in GAMES and not _in_catalogue(game) else (USUAL, key)


def named_card(game: str, number: str) -> tuple[str, str] | None:
    """The printed name and the address of a card of any game; None where there is none."""
    if _in_catalogue(game):
        card = Card.objects.filter(number=number).first()
        return (card.name, reverse("decks:card", args=[number])) if card is not None else None
    found = entered_card(game, number)
    return (found.name, reverse("decks:entered_card", args=[game, number])) if found is not None else None


def _in_catalogue(game: str) -> bool:
    return game_of(game).pools.in_catalogue


def reprints_of(card: Card) -> list[Printing]:
    """The further printings of a card, each with its set."""
    return list(card.printings.select_related("card_set"))


def name_of(card: Card, language: str) -> str:
    """The card's name in ``"nl"`` when it has one, else the printed name."""
    return card.name_nl if language == "nl" and card.name_nl else card.name


def card_link(card: Card, language: str) -> dict[str, str]:
    """Name and address of a card."""
    return {"name": name_of(card, language), "url": reverse("decks:card", args=[card.short])}


def entered_link(game: str, number: str, language: str) -> dict[str, str]:
    """Name, number and address of a card of a game without a catalogue."""
    card = entered_card(game, number)
    if card is None:
        return {"name": number, "url": ""}
    name = card.name_nl if language == "nl" and card.name_nl else card.name
    return {"name": f"{name} ({number})", "url": reverse("decks:entered_card", args=[game, number])}


def neighbours(card: Card) -> tuple[Card | None, Card | None]:
    """The cards before and after this one in the order of their numbers."""
    cards = Card.objects.only("short", "name", "name_nl")
    before = cards.filter(short__lt=card.short).order_by("-short").first()
    after = cards.filter(short__gt=card.short).order_by("short").first()
    return before, after


def other_language(card: CardRevision, language: str) -> dict[str, str] | None:
    """Name and text in the language the reader does not have, if the card has both."""
    if not card.name_nl and not card.text_nl:
        return None
    if language == "nl":
        return {"lang": "en", "name": card.name, "text": card.text}
    return {"lang": "nl", "name": card.name_nl or card.name, "text": card.text_nl}


class RulingRow(TypedDict):
    """A ruling as its card's page shows it; ``lang`` where the text is not in the reader's language."""

    id: int
    text: str
    lang: str
    given_on: date
    withdrawn_on: date | None
    rules: list[str]


def rulings_of(card: Card, language: str) -> list[RulingRow]:
    """The rulings of a card, those that count first, each in the reader's language when it has been translated."""
    rows = Ruling.objects.filter(card=card).order_by("given_on", "pk")
    found: list[RulingRow] = [
        {
            "id": ruling.pk,
            "text": ruling.text_nl if language == "nl" and ruling.text_nl else ruling.text,
            "lang": "" if language == "en" or ruling.text_nl else "en",
            "given_on": ruling.given_on,
            "withdrawn_on": ruling.withdrawn_on,
            "rules": ruling.rules,
        }
        for ruling in rows
    ]
    return sorted(found, key=lambda row: row["withdrawn_on"] is not None)


def limit_words(limit: int) -> str:
    """What a list says about a card, in words."""
    return _("banned") if limit == 0 else _("at most %(count)s in a deck") % {"count": limit}


class LegalityRow(TypedDict):
    """What a list says about a card, and from when to when; ``now``: it counts today."""

    list: str
    words: str
    starts_on: date
    ends_on: date | None
    reason: str
    now: bool


def legality_of(card: Card, language: str) -> list[LegalityRow]:
    """What lists say about a card, with dates; ``now`` marks what counts today."""
    today = timezone.localdate()
    rows = LegalityEntry.objects.filter(card=card).select_related("of").order_by("-starts_on", "pk")
    return [
        {
            "list": entry.of.name_nl if language == "nl" and entry.of.name_nl else entry.of.name,
            "words": limit_words(entry.limit),
            "starts_on": entry.starts_on,
            "ends_on": entry.ends_on,
            "reason": entry.reason_nl if language == "nl" and entry.reason_nl else entry.reason,
            "now": entry.starts_on <= today and (entry.ends_on is None or entry.ends_on >= today),
        }
        for entry in rows
    ]


class SetRow(TypedDict):
    """A set, how many cards it has, and the search that finds them."""

    code: str
    act: str
    print_run: str
    name: str
    released_on: date | None
    count: int
    url: str


def sets_with_counts(language: str) -> list[SetRow]:
    """Every set with its name and number of cards, newest first; those without a day last."""
    rows = CardSet.objects.annotate(
        count=Count("cards", distinct=True) + Count("printings__card", distinct=True)
    )
    named: list[SetRow] = [
        {
            "code": row.code,
            "act": row.act,
            "print_run": row.print_run,
            "name": row.name_nl if language == "nl" and row.name_nl else row.name,
            "released_on": row.released_on,
            "count": getattr(row, "count", 0),
            "url": reverse("decks:cards") + f"?q=set:{row.code}",
        }
        for row in rows
    ]
    return sorted(named, key=lambda row: (row["released_on"] is None, row["code"]))
