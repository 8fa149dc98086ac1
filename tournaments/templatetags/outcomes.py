"""Tags that say how a table ended, and which byes somebody brings."""

from django import template
from django.utils.translation import ngettext

from tournaments.rounds.changes import corrected_words, moved_words, restored_words
from tournaments.rounds.models import Match, Report, Round
from tournaments.rounds.selectors import outcome_words, result_words

register = template.Library()


@register.simple_tag
def result_of(match: Match) -> str:
    """How a final match ended: the games, or who won."""
    return result_words(match)


@register.filter
def corrected(match: Match) -> str:
    """The mark of a corrected result with its time, for everybody; empty for every other."""
    return corrected_words(match)


@register.filter
def moved(match: Match) -> str:
    """The mark of a table that staff changed, with its time, for everybody; empty for every other."""
    return moved_words(match)


@register.filter
def restored(round_: Round) -> str:
    """The mark of a round that was brought back, with the time, for everybody; empty for every other."""
    return restored_words(round_)


@register.filter
def byes_words(byes: int) -> str:
    """What beside a name says that byes were awarded."""
    return ngettext("awarded bye: round 1", "awarded byes: rounds 1 to %(count)s", byes) % {"count": byes}


@register.simple_tag
def report_of(match: Match, report: Report) -> str:
    """What one report says about a table."""
    return outcome_words(match, report.outcome)
