"""Reading decks. Who may see one is decided in the query: a deck one may not know of is not found."""

import re

from django.db.models import Q, QuerySet

from ledger.people import Account, Person

from .models import Deck, DeckListRevision

_PUBLIC_ID = re.compile(r"[A-Za-z0-9_-]{8,22}", re.ASCII)


def readable_deck(user: Person, public_id: str) -> Deck | None:
    """A deck this person may read: their own, or one that is shared by link or with everybody."""
    if not _PUBLIC_ID.fullmatch(public_id):
        return None
    may = Q(visibility__in=(Deck.Visibility.LINK, Deck.Visibility.PUBLIC))
    if user.is_authenticated:
        may |= Q(owner=user)
    return Deck.objects.filter(may, public_id=public_id).select_related("owner", "current").first()


def own_deck(user: Person, public_id: str) -> Deck | None:
    """A deck of this person's own."""
    if not user.is_authenticated or not _PUBLIC_ID.fullmatch(public_id):
        return None
    return Deck.objects.filter(owner=user, public_id=public_id).select_related("owner", "current").first()


def decks_of(user: Account) -> QuerySet[Deck]:
    """Everything a person keeps, what was saved last first."""
    return Deck.objects.filter(owner=user).select_related("current")


def shown_decks_of(user_id: int) -> QuerySet[Deck]:
    """The decks of somebody that everybody may find, what was saved last first; no matter who asks."""
    shown = Deck.objects.filter(owner=user_id, visibility=Deck.Visibility.PUBLIC)
    return shown.select_related("current").order_by("-saved_at", "-pk")


def revisions_of(deck: Deck) -> QuerySet[DeckListRevision]:
    """The saved lists of a deck, newest first."""
    return DeckListRevision.objects.filter(deck=deck).order_by("-number")


def deck_text_for(user: Person, public_id: str) -> str | None:
    """The list of a deck this person may read, as text to fill a registration with; None if there is none."""
    deck = readable_deck(user, public_id)
    if deck is None:
        return None
    return deck.current.text if deck.current is not None else ""
