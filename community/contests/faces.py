"""Entries as faces of cards: as their game reads them, with nothing of who made them."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from decks.cards.desks import desk_of
from decks.cards.entered import sheet_of
from decks.cards.reading import read_entry
from ledger.shapes import Context

from .models import Contest, ContestEntry


@dataclass(frozen=True)
class Shown:
    """An entry on a page: its card as a face, and whose it is once that may be said (empty for nobody)."""

    entry: ContestEntry
    face: Context | None
    credit: str = ""

    @property
    def name(self) -> str:
        """What the card is called in the reader's language."""
        return str(self.face["name"]) if self.face is not None else str(self.entry.parts.get("name", ""))


def card_of(contest: Contest, entry: ContestEntry) -> Any:
    """The card of an entry as its game reads it; None when a newer release reads it otherwise."""
    return read_entry(sheet_of(contest.game), entry.parts).card


def shown_entry(contest: Contest, entry: ContestEntry, credit: str = "") -> Shown:
    """An entry as a face."""
    card = card_of(contest, entry)
    if card is None:
        return Shown(entry, None, credit)
    art = reverse("community:contest_art", args=[contest.pk, entry.code])
    face = desk_of(contest.game).face(card, art) | {"number": "", "rarity": "", "set": "", "url": ""}
    return Shown(entry, face, credit)


def credit_of(entry: ContestEntry) -> str:
    """The public name of who made it, where that person wants it shown and still has an account; else empty.

    Only for a contest that is decided.
    """
    author = entry.author
    return author.display_name if entry.credited and author is not None and author.is_active else ""
