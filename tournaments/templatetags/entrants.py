"""What the frame of a tournament's pages asks about the person who reads it."""

from django import template

from ledger.people import Person
from tournaments.entries.selectors import entry_of
from tournaments.events.models import Tournament

register = template.Library()


@register.simple_tag
def plays_in(user: Person, tournament: Tournament) -> bool:
    """Whether this person has entered the tournament: then its frame links their own page."""
    return entry_of(user, tournament) is not None
