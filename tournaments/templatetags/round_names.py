"""The name of a round: its number, or in a knock-out semi-finals, final."""

from django import template

from tournaments.rounds.models import Round
from tournaments.rounds.stages import round_title

register = template.Library()


@register.filter
def in_words(name: str) -> str:
    """The name of a round as it stands within a sentence: round 3, semi-finals."""
    return name[:1].lower() + name[1:]


@register.filter
def title_of(round_: Round) -> str:
    """The name of a round whose stage was fetched with it."""
    return round_title(round_)
