"""Tags about tables of three to six players."""

from django import template

from tournaments.rounds.models import Match
from tournaments.rounds.selectors import claim_words, result_words

register = template.Library()


@register.simple_tag
def table_result(match: Match) -> str:
    """How a final table ended, with names."""
    return result_words(match)


@register.simple_tag
def table_claim(match: Match, claim: str) -> str:
    """What one report says about a table, with names."""
    return claim_words(match, claim)
