"""The law by which the games of a round are judged: what was pinned when the round was published."""

from tournaments.events.law import Law, describe_law, pinned
from tournaments.events.settings import PolicyLine

from .models import Round


def law_of_round(round_: Round) -> Law:
    """The law of a published round."""
    return pinned(round_.law, round_.tournament)


def law_lines(round_: Round) -> list[PolicyLine]:
    """The law of a round in plain words: the context of ``desk/_law.html``."""
    return describe_law(law_of_round(round_), round_.minutes)
