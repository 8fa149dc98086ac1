"""The end of a contest: hosts confirm what was counted, or say why it is otherwise; keepers print the winners."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from decks.cards.book_services import book_print
from decks.cards.entered import sheet_of
from decks.cards.pool_services import PoolFrozen
from decks.cards.services import catalogue_command
from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.names import reason_of

from .counting import counted
from .models import REASON, Contest, ContestEntry
from .selectors import entrants_of, jury_of, standing
from .services import AboutContest, forget_networks, lock_contest
from .stages import Stage, stage_of


@command("contest.decide")
def contest_decide(
    cmd: Command, *, contest: Contest, winners: Sequence[str], reason: str = ""
) -> AboutContest:
    """End a contest: these entries win. Where they are not those that were counted, everybody reads why.

    From now on everybody reads who made what, where its maker wants that; no vote is known to come from anywhere.
    """
    contest = lock_contest(cmd, contest)
    if stage_of(contest, cmd.at) != Stage.COUNTING:
        raise UserError("not_now", _("A contest is decided once the vote is over."))
    result = counted(contest)
    entries = {one.code: one for one in standing(contest)}
    chosen = set(winners)
    if not chosen <= entries.keys() or (entries and not chosen):
        raise UserError("winners", _("Choose who wins among the cards of the contest."))
    other = chosen != set(result.winners)
    needed = _("Say why others win than were counted; everybody reads it.") if other else ""
    contest.why_other = reason_of(reason, needed=needed, most=REASON) if other else ""
    contest.state, contest.decided_at = Contest.State.DECIDED, cmd.at
    contest.save(update_fields=["state", "decided_at", "why_other"])
    forget_networks(contest)
    _place(contest, entries, [(one.code, one.place) for one in result.lines], chosen)
    told = {*entrants_of(contest), *(one.user_id for one in jury_of(contest) if one.user_id is not None)}
    cmd.notify("contest.decided", told, contest=contest.pk)
    cmd.record(contest=contest.pk, winners=sorted(chosen), other=other)
    return {"contest": contest.pk}


def _place(
    contest: Contest, entries: dict[str, ContestEntry], places: list[tuple[str, int]], chosen: set[str]
) -> None:
    """Write down the places; the winners get the numbers of a book of their own."""
    sheet, size, number = sheet_of(contest.game), len(chosen), 0
    for code, place in places:
        entry = entries[code]
        entry.place, entry.winner = place, code in chosen
        if entry.winner:
            number += 1
            entry.number = sheet.number_of(contest.pk, number, size)
        entry.save(update_fields=["place", "winner", "number"])


def printed_row(entry: ContestEntry) -> dict[str, object]:
    """The card of a winner under the number it is printed by. No name stands on it: people may be forgotten."""
    return {**entry.parts, "number": entry.number}


@catalogue_command("contest.print")
def contest_print(cmd: Command, *, contest: Contest) -> PoolFrozen:
    """A keeper prints the winners: cards of the catalogue, and a pool of them with the cards the contest was about."""
    contest = Contest.objects.select_for_update(no_key=True, of=("self",)).get(pk=contest.pk)
    if contest.state != Contest.State.DECIDED:
        raise UserError("not_now", _("The winners of a contest are printed once it is decided."))
    if contest.printed_at is not None:
        raise UserError("printed", _("These cards are printed already."))
    winners = ContestEntry.objects.filter(contest=contest, winner=True).order_by("place", "number")
    made = book_print(
        cmd,
        game=contest.game,
        rows=[printed_row(one) for one in winners],
        beside=contest.pool_key,
        slug=f"contest-{contest.pk}",
        label=contest.title[:80],
    )
    contest.printed_pool, contest.printed_at = made["pool"], cmd.at
    contest.save(update_fields=["printed_pool", "printed_at"])
    return made
