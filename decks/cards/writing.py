"""Rows of the catalogue out of cards that were read: part of a service's transaction, never called alone."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

import msgspec
from django.db.models import OuterRef, Subquery

from ledger.names import fold
from ledger.people import Account
from rules_engine.x610z.cards import CardRevision as EngineCard
from rules_engine.x610z.cardtext import GRAMMAR_VERSION

from .models import Card, CardRevision, CardSet, Printing
from .reading import Reading, digest_of, face_of
from .scenarios import missing_scenario

COLUMNS = (
    "name", "name_nl", "kind", "card_class", "element", "crew", "rarity", "cost", "mystic", "boost", "robiumm",
    "colorless", "movement", "attack", "defense", "speed", "range", "restriction", "permanent", "ours", "manual",
    "tested", "name_key", "text_key", "words_key",
)  # fmt: skip


def publish(
    readings: Sequence[Reading],
    *,
    by: Account | None,
    at: datetime,
    reason: str,
    effective_on: date,
    origin: str,
) -> list[str]:
    """Add a revision to every card that differs from what is printed today, making cards and sets that are new.

    Runs inside the transaction of the service, which has checked the readings. Answers the numbers that changed.
    """
    known = {
        card.number: card
        for card in Card.objects.select_related("current").filter(
            number__in=[reading.number for reading in readings]
        )
    }
    todo = [
        reading
        for reading in readings
        if reading.number not in known or _printed(known[reading.number]) != digest_of(reading.parts)
    ]
    sets = sets_of(reading.number for reading in todo)
    fresh = [_new_card(reading, sets) for reading in todo if reading.number not in known]
    Card.objects.bulk_create(fresh)
    known |= {card.number: card for card in fresh}
    revisions = [
        _revision(
            reading, known[reading.number], by=by, at=at, reason=reason, day=effective_on, origin=origin
        )
        for reading in todo
    ]
    CardRevision.objects.bulk_create(revisions, batch_size=500)
    fresh_ids = [card.pk for card in fresh]
    first = CardRevision.objects.filter(card=OuterRef("pk")).values("pk")[:1]
    Card.objects.filter(pk__in=fresh_ids).update(current=Subquery(first))
    new = {card.number for card in fresh}
    again = printings_of(card for card in known.values() if card.number not in new)
    changed = []
    for reading, revision in zip(todo, revisions, strict=True):
        card = known[reading.number]
        if card.number not in new:
            card.current = revision
            for name, value in columns_of(_card(reading), again.get(card.pk, ())).items():
                setattr(card, name, value)
            changed.append(card)
    Card.objects.bulk_update(changed, ["current", *COLUMNS], batch_size=50)
    return [reading.number for reading in todo]


def _printed(card: Card) -> str:
    return card.current.sha256 if card.current is not None else ""


def _card(reading: Reading) -> EngineCard:
    if reading.card is None:
        raise ValueError(f"{reading.number} was not read")
    return reading.card


def _new_card(reading: Reading, sets: Mapping[str, CardSet]) -> Card:
    number = reading.number
    short = "/".join(number.split("/")[:2])
    card_set = sets[number.split("/", 1)[0]]
    return Card(card_set=card_set, number=number, short=short, **columns_of(_card(reading)))


def printings_of(cards: Iterable[Card]) -> dict[int, tuple[str, ...]]:
    """The numbers under which cards were printed again, by the card's key."""
    found: dict[int, tuple[str, ...]] = {}
    rows = Printing.objects.filter(card__in=[card.pk for card in cards]).order_by("number")
    for key, number in rows.values_list("card_id", "number"):
        found[key] = (*found.get(key, ()), number)
    return found


def sets_of(numbers: Iterable[str]) -> dict[str, CardSet]:
    """The sets of these numbers by their code, those that are new made at once."""
    codes = sorted({number.split("/", 1)[0] for number in numbers})
    known = {row.code: row for row in CardSet.objects.filter(code__in=codes)}
    for code in codes:
        if code not in known:
            act, _dot, print_run = code.partition(".")
            known[code] = CardSet.objects.create(code=code, act=act, print_run=print_run)
    return known


def _revision(
    reading: Reading, card: Card, *, by: Account | None, at: datetime, reason: str, day: date, origin: str
) -> CardRevision:
    engine = _card(reading)
    return CardRevision(
        card=card,
        revision=card.current.revision + 1 if card.current is not None else 1,
        parts=reading.parts,
        face=face_of(engine),
        tree=msgspec.to_builtins(engine.tree) if engine.tree is not None else None,
        grammar=GRAMMAR_VERSION,
        sha256=digest_of(reading.parts),
        effective_on=day,
        reason=reason,
        origin=origin,
        at=at,
        by=by,
    )


def columns_of(card: EngineCard, printings: Sequence[str] = ()) -> dict[str, Any]:
    """The columns of :class:`Card` that searches use; ``printings`` are its further numbers."""
    cost, summon = card.cost, card.is_summon
    text_key = fold(f"{card.text} {card.text_nl}")
    printed = (card.number, *printings, card.card_class, card.element, card.crew)
    name_key = fold(f"{card.name} / {card.name_nl}" if card.name_nl else card.name)
    return {
        "name": card.name,
        "name_nl": card.name_nl,
        "kind": card.kind,
        "card_class": card.card_class,
        "element": card.element,
        "crew": card.crew,
        "rarity": card.rarity,
        "cost": cost.total,
        "mystic": cost.mystic,
        "boost": cost.boost,
        "robiumm": cost.robiumm,
        "colorless": cost.colorless,
        "movement": card.movement.total if summon else None,
        "attack": card.attack if summon else None,
        "defense": card.defense if summon else None,
        "speed": card.speed if summon else None,
        "range": card.range if summon else None,
        "restriction": card.restriction,
        "permanent": card.permanent,
        "ours": card.ours,
        "manual": card.manual,
        "tested": card.tree is not None and missing_scenario(card) is None,
        "name_key": name_key,
        "text_key": text_key,
        "words_key": f"{name_key} {text_key} {fold(' '.join(printed))}",
    }
