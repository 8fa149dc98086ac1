"""What a player's phone sends about a table: a report, or taking one back, bound to the table it was shown for."""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.web import submission_key, whole_number
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.formats import format_of
from tournaments.rounds.models import Match
from tournaments.rounds.outcomes import Games, Outcome
from tournaments.rounds.own import OwnTables
from tournaments.rounds.selectors import outcome_words
from tournaments.rounds.services import result_report, result_take_back


def posted_match(request: HttpRequest, tables: OwnTables) -> Match | None:
    """One's own table that the form was about: the present one, or an earlier one of a page left open; None: no own."""
    number = whole_number(request.POST.get("match", ""))
    return next((match for match in tables.matches if match.pk == number), None)


def report_sent(request: HttpRequest, tournament: Tournament, match: Match | None, entry: Entry) -> str:
    """Carry out what the phone sent, and say so; :class:`UserError` when it cannot count.

    It is asked of the services whatever has become of the table meanwhile: what is sent again, because its answer was
    lost, gets the answer of the first time.
    """
    if match is None:
        raise UserError("not_your_match", _("This is not your match. Reload the page."))
    actor, key = Actor(request.user, "player"), submission_key(request)
    if request.POST.get("take_back"):
        result_take_back(key=key, actor=actor, tournament=tournament, match_id=match.pk)
        return _("Your report is undone.")
    form = format_of(match.round.stage).ending.report_form(request.POST, match, entry)
    if not form.is_valid():
        problems = getattr(form, "errors", {})
        raise UserError("form", " ".join(text for texts in problems.values() for text in texts))
    version = whole_number(request.POST.get("version", ""))
    result_report(
        key=key, actor=actor, tournament=tournament, match_id=match.pk, said=form.said, version=version
    )
    return _("Your report is sent.")


def own_words(match: Match, entry: Entry, outcome: Outcome | None) -> str:
    """What a player reported, own games first; empty when nothing."""
    if outcome is None:
        return ""
    mine = next((seat.position for seat in match.seats.all() if seat.entry_id == entry.pk), 0)
    if isinstance(outcome, Games) and len(outcome.won) == 2 and mine == 1:
        outcome = Games((outcome.won[1], outcome.won[0]), outcome.drawn)
    words = outcome_words(match, outcome)
    drawn = isinstance(outcome, Games) and outcome.winner is None
    return f"{words} ({_('a draw')})" if drawn else words
