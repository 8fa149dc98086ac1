"""What one can talk about at the forum: each kind says what it is called and where it is read, if everybody may."""

from collections.abc import Callable
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse

from decks.cards.models import Card
from tournaments.events.models import Tournament


class Thing(NamedTuple):
    """Something of this site: its name, and the address of its page here."""

    name: str
    url: str


Find = Callable[[int], Thing | None]
_kinds: dict[str, Find] = {}


def talks_about(kind: str) -> Callable[[Find], Find]:
    """Register a kind of thing; the function finds one by its number, None where it is not everybody's to see."""

    def add(find: Find) -> Find:
        _kinds[kind] = find
        return find

    return add


def thing_of(kind: str, number: int) -> Thing | None:
    """A thing that everybody may see; None for any other."""
    find = _kinds.get(kind)
    return find(number) if find is not None else None


def talk_url(kind: str, number: int) -> str:
    """The address here that leads to its topic; empty while no forum opens any."""
    if not (settings.FORUM_URL and settings.FORUM_API_KEY):
        return ""
    return reverse("community:forum_about", args=[kind, number])


@talks_about("event")
def _event(number: int) -> Thing | None:
    found = Tournament.objects.filter(pk=number).first()
    if found is None or found.staff_only:
        return None
    return Thing(found.name, reverse("tournaments:detail", args=[found.slug]))


@talks_about("card")
def _card(number: int) -> Thing | None:
    found = Card.objects.filter(pk=number, current__isnull=False).first()
    return Thing(found.name, reverse("decks:card", args=[found.short])) if found is not None else None
