"""How a match may end: what was said of it, as the outcome that counts, or why it cannot.

Staff may enter what no game could give, a table that stopped early say, when they write down why (event scenario S10).
Two winners of one table are no such thing: nobody could say what each of them gets.
"""

from collections.abc import Collection

from django.utils.translation import gettext as _

from ledger.commands import Command
from ledger.errors import UserError
from ledger.names import reason_of
from tournaments.entries.lists import require_lists

from .formats import Said, format_of
from .models import Match, Round
from .outcomes import Outcome
from .selectors import without_deck_at

OVERRIDABLE = frozenset({"time_not_called", "last_one_wins"})
"""The codes of what staff may enter all the same."""


def checked_outcome(match: Match, said: Said, kind: str, *, called: bool) -> Outcome:
    """What was said, as the outcome that counts; refused when a match of this kind cannot end so.

    A forfeit may end a match at any time, but its score must be one that the match could have had.
    """
    format_ = format_of(match.round.stage)
    outcome = format_.ending.read(said, match, kind)
    problems = format_.ending.problems(outcome, match, kind, called=called)
    if problems:
        raise UserError(problems[0].field or "score", "", problems=problems)
    return format_.decide(match, outcome, kind)


def staff_outcome(
    cmd: Command, match: Match, said: Said, kind: str, *, called: bool, despite: bool, reason: str
) -> Outcome:
    """What staff said, as the outcome that counts; with ``despite`` and a reason also one that no game could give.

    Against what it was entered stands in the ledger.
    """
    format_ = format_of(match.round.stage)
    outcome = format_.ending.read(said, match, kind)
    codes = {one.code for one in format_.ending.problems(outcome, match, kind, called=called)}
    if not (despite and codes and codes <= OVERRIDABLE):
        return checked_outcome(match, said, kind, called=called)
    reason_of(reason, needed=_("Write down why it counts all the same."), most=300)
    cmd.record(despite=sorted(codes))
    return format_.decide(match, outcome, kind)


def signed_outcome(
    match: Match, said: Said, *, called: bool, listless: Collection[str] | None = None
) -> Outcome | None:
    """The outcome that signatures report of a match; None where nobody could report this there now.

    ``listless``: who there has no list, where the caller has read it.
    """
    waits = match.state in (Match.State.OPEN, Match.State.REPORTED) and match.kind == Match.Kind.PLAYED
    if not waits or match.round.state != Round.State.PUBLISHED:
        return None
    try:
        require_lists(match.tournament, without_deck_at(match.pk) if listless is None else listless)
        return checked_outcome(match, said, Match.Kind.PLAYED, called=called)
    except UserError:
        return None
