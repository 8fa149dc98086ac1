"""All tables of this floor, for Django's discovery; each lives in its room."""

from .cards.models import (
    Card,
    CardImport,
    CardRevision,
    CardSet,
    CatalogueChange,
    CatalogueState,
    LegalityEntry,
    LegalityList,
    PoolSnapshot,
    Ruling,
)
from .registration.models import DeckRevision, OpenedPool, Registration

__all__ = [
    "Card",
    "CardImport",
    "CardRevision",
    "CardSet",
    "CatalogueChange",
    "CatalogueState",
    "DeckRevision",
    "LegalityEntry",
    "LegalityList",
    "OpenedPool",
    "PoolSnapshot",
    "Registration",
    "Ruling",
]
