"""What is banned or restricted on a day, and to which acts a card belongs."""

from collections.abc import Mapping
from datetime import date

from django.db.models import Q

from rules_engine.x610z.cards import CardRevision

from .models import LegalityEntry


def limits_on(game: str, day: date, list_key: str = "") -> Mapping[str, int]:
    """Collector's number -> copies allowed on that day (0 = banned), by the list of that key.

    Without a key the game's default list counts; with neither list nor entry the mapping is empty. Two entries for
    one card on one day: the stricter one counts.
    """
    chosen = Q(of__key=list_key) if list_key else Q(of__default=True)
    entries = (
        LegalityEntry.objects.filter(chosen, of__game=game, starts_on__lte=day)
        .filter(Q(ends_on=None) | Q(ends_on__gte=day))
        .values_list("card__number", "number", "limit")
    )
    limits: dict[str, int] = {}
    for of_card, written, limit in entries:
        number = of_card or written
        limits[number] = min(limit, limits.get(number, limit))
    return limits


def acts_of(card: CardRevision) -> frozenset[str]:
    """The acts a card belongs to; empty for the Life Base, which every act has (105.2a)."""
    return frozenset() if card.is_life_base else card.acts
