"""All tables of this floor, for Django's discovery; each lives in its room."""

from .cards.models import (
    Card,
    CardImport,
    CardPicture,
    CardRevision,
    CardSet,
    CatalogueState,
    EnteredRevision,
    LegalityEntry,
    LegalityList,
    PlayTest,
    PoolSnapshot,
    Printing,
    Ruling,
)
from .lists.models import Deck, DeckListRevision
from .registration.models import DeckRevision, OpenedPool, Registration

__all__ = [
    "Card",
    "CardImport",
    "CardPicture",
    "CardRevision",
    "CardSet",
    "CatalogueState",
    "Deck",
    "DeckListRevision",
    "DeckRevision",
    "EnteredRevision",
    "LegalityEntry",
    "LegalityList",
    "OpenedPool",
    "PlayTest",
    "PoolSnapshot",
    "Printing",
    "Registration",
    "Ruling",
]
