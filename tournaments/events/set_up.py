"""What is odd about a tournament before it starts: said to the organizer while it can still be changed."""

from django.utils.translation import gettext as _

from tournaments.formats import first_format

from .access import has_judge
from .models import Tournament

State = Tournament.State


def set_up_warnings(tournament: Tournament, rounds: int, players: int) -> list[str]:
    """Sentences about an odd set-up of ``rounds`` rounds for so many players; empty once the rounds have begun."""
    if tournament.state not in (State.DRAFT, State.ENTRY, State.CHECK_IN):
        return []
    found = []
    most = players - 1 + players % 2
    if first_format(tournament.policy).meets_once and rounds > most:
        text = _(
            "%(rounds)s rounds are more than %(players)s players can play without meeting again: %(most)s at most."
        )
        found.append(text % {"rounds": rounds, "players": players, "most": most})
    if not has_judge(tournament):
        found.append(_("Nobody is a judge here yet: until then the organizer settles disputes."))
    return found
