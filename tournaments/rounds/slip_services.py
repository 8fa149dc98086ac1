"""Results from slips, typed by the desk, also of one that comes too late to be simply entered; and from signatures."""

from collections.abc import Collection

from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.sql import run
from tournaments.events.access import Right
from tournaments.events.models import Tournament
from tournaments.events.notices import announce

from .endings import checked_outcome, signed_outcome
from .formats import Said, format_of
from .models import Dispute, Match
from .outcomes import Outcome, plain
from .own import reported_table
from .selectors import outcome_words
from .services import (
    MatchIs,
    answer_of,
    change,
    locked_match,
    people_at,
    refuse_own_match,
    report_follows,
    report_said,
    store_result,
    time_called,
)
from .statements import REPORTS, SEATS, TABLE

State, Source, Kind = Match.State, Match.Source, Match.Kind
CONTRADICTED = ("reported_otherwise", "final_otherwise", "disputed")
"""How :func:`result_slip` refuses a slip that contradicts what is known; :func:`result_claim` takes such a one."""


@command("result.slip", public=True)
def result_slip(
    cmd: Command,
    *,
    tournament: Tournament,
    match_id: int,
    said: Said,
    kind: str = "played",
    version: int,
    over: bool = False,
) -> MatchIs:
    """Staff enter one slip; what it contradicts is said at once, and nothing is overwritten.

    ``version`` is what the desk saw of the match: with ``over`` the slip counts against a player's report that it
    showed, and only against that one.
    """
    match = locked_match(cmd, tournament, match_id)
    refuse_own_match(cmd, match, Right.RESULT)
    if match.state == State.FINAL:
        if _is_result(match, said, kind):
            return answer_of(match)
        words = {"table": match.table, "score": outcome_words(match, match.outcome) if match.outcome else ""}
        raise UserError(
            "final_otherwise",
            _("Table %(table)s is final: %(score)s. Open the table to correct it, with a reason.") % words,
            field="line",
        )
    if match.state == State.DISPUTED:
        text = _("Table %(table)s is disputed: a judge decides.")
        raise UserError("disputed", text % {"table": match.table}, field="line")
    outcome = checked_outcome(match, said, kind, called=time_called(match, cmd.at))
    if not (over and version == match.version):
        _refuse_contradiction(match, outcome)
    store_result(cmd, match, outcome, Source.STAFF, kind=kind)
    return answer_of(match)


def _refuse_contradiction(match: Match, outcome: Outcome) -> None:
    reports = match.reports.select_related("entry").order_by("pk")
    report = next((one for one in reports if one.outcome != outcome), None)
    if report is None:
        return
    text = _(
        "Table %(table)s: %(name)s reported %(score)s at %(time)s. Nothing is entered. If the slip is right, type the "
        "line again with ! at its end."
    )
    words = {
        "table": match.table,
        "name": report.entry.name,
        "score": outcome_words(match, report.outcome),
        "time": timezone.localtime(report.at).strftime("%H:%M"),
    }
    raise UserError("reported_otherwise", text % words, field="line")


def _is_result(match: Match, said: Said, kind: str) -> bool:
    format_ = format_of(match.round.stage)
    outcome = format_.decide(match, format_.ending.read(said, match, kind), kind)
    return outcome == match.outcome and kind == match.kind


@command("result.claim", public=True)
def result_claim(
    cmd: Command, *, tournament: Tournament, match_id: int, said: Said, kind: str = "played"
) -> MatchIs:
    """A slip that was typed without network contradicts what came meanwhile: the table is disputed, a judge decides.

    Anyone who came last does not win (S11): a result that was final is so no longer, and what the slip says lies before
    the judge. A slip that contradicts nothing any more is no new fact.
    """
    match = locked_match(cmd, tournament, match_id)
    refuse_own_match(cmd, match, Right.RESULT)
    if match.kind == Kind.BYE:
        raise UserError("no_match", _("This match does not exist."))
    if match.state == State.FINAL and _is_result(match, said, kind):
        return answer_of(match)
    outcome = checked_outcome(match, said, kind, called=time_called(match, cmd.at))
    dispute = match.disputes.filter(settled_at=None).first() or Dispute(match=match, opened_at=cmd.at)
    if dispute.claim is None:
        dispute.claim, dispute.claim_by = outcome, cmd.actor.user
    dispute.save()
    cmd.record(match=match.pk, before=plain(match.outcome), before_source=match.source, claim=plain(outcome))
    match.outcome, match.source, match.kind, match.ended_at = None, Source.NONE, Kind.PLAYED, None
    change(cmd, match, State.DISPUTED)
    cmd.record(disputed=True)
    announce(cmd, "result.changed", people_at(match), round=match.round.number, table=match.table or 0)
    return answer_of(match)


def result_signed(
    cmd: Command, tournament: Tournament, match_id: int, said: Said, signers: Collection[int], **about: int
) -> None:
    """Let these entries (ids), who have signed every game of a match, report it in the command that signs.

    It has the locks of :func:`~tournaments.rounds.services.table_opening`. Who has reported stands by that; what
    differs from it is a dispute, as between any two reports. Each of them is a row of the ledger, with ``about``.
    """
    table, seats, reported = run(
        (TABLE, (match_id, tournament.pk)), (SEATS, [match_id]), (REPORTS, [match_id])
    )
    match, reports, listless = reported_table(tournament, [table, seats, reported])
    outcome = signed_outcome(match, said, called=time_called(match, cmd.at), listless=listless)
    silent = [seat.entry_id for seat in match.seats.all() if seat.entry_id in set(signers) - set(reports)]
    if outcome is None or not silent:
        return
    row = cmd
    for entry in silent:
        row = cmd.also("result.report", public=True)
        row.anchor(**about)
        report_said(row, match, entry, outcome)
        reports[entry] = outcome
    report_follows(row, match, reports, outcome)
