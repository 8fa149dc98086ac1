"""A few card faces for a page that welcomes: one of each element and a crystal, others every day."""

from datetime import date

from django.core.cache import cache

from .faces import ELEMENT_GLYPHS, drawn_face
from .models import Card
from .search import cards_with_faces, catalogue_stamp
from .selectors import picture_of

_DAY = 24 * 3600


def faces_of_the_day(day: date, language: str) -> list[str]:
    """Drawn faces, at most five, chosen from the catalogue by the day; the same for everybody, empty without cards.

    Which cards it is stands in the cache; their faces do not, for a release may draw them otherwise.
    """
    key = f"cards-of-the-day:{catalogue_stamp()}:{day:%Y-%m-%d}"
    chosen = cache.get(key)
    if chosen is None:
        chosen = _chosen(day)
        cache.set(key, chosen, _DAY)
    return [drawn_face(face, language, picture_of(card)) for card, face in cards_with_faces(chosen)]


def _chosen(day: date) -> list[int]:
    """A summon of each element that has a sign, then a crystal: those whose turn it is in the order of numbers."""
    groups: dict[str, list[int]] = {group: [] for group in (*ELEMENT_GLYPHS, "energy_crystal")}
    rows = Card.objects.filter(current__isnull=False).order_by("short")
    for pk, kind, element in rows.values_list("pk", "kind", "element"):
        group = element if kind == "summon" else kind
        if group in groups:
            groups[group].append(pk)
    return [pks[day.toordinal() % len(pks)] for pks in groups.values() if pks]
