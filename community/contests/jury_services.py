"""The jury: who is asked, who says yes, the marks, and handing them in. Marks stand in a chain no page shows."""

from collections.abc import Sequence
from typing import TypedDict

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import Problem, UserError
from ledger.names import reason_of
from ledger.shapes import Done

from .access import takes_part
from .models import HIDDEN_CHAIN, MOST_MARK, REASON, Contest, ContestEntry, Juror, Marks, Vote
from .selectors import standing
from .services import AboutContest, lock_contest
from .stages import Stage, has_closed, stage_of

MOST_JURORS = 12
FEWEST_LETTERS = 10
"""A reason that is shorter says nothing."""


class Judged(TypedDict):
    """What a juror says of an entry: its code, a mark for each criterion, and why."""

    code: str
    marks: list[int]
    reason: str


@command("contest.ask_juror")
def juror_ask(cmd: Command, *, contest: Contest, username: str) -> AboutContest:
    """Ask somebody to judge. The hosts read the same whether or not anybody has that name."""
    contest = lock_contest(cmd, contest)
    if stage_of(contest, cmd.at) not in (Stage.DRAFT, Stage.COMING, Stage.ENTRIES, Stage.CLOSED):
        raise UserError("late", _("The vote has begun: the jury stays as it is."))
    username = username.strip()[:150]
    if not username:
        raise UserError("username", _("Enter a username."), field="username")
    if Juror.objects.filter(contest=contest).count() >= MOST_JURORS:
        raise UserError("full", _("A jury has at most 12 members."), field="username")
    user = get_user_model().objects.filter(username=username, is_active=True, guest_of="").first()
    made, new = Juror.objects.get_or_create(
        contest=contest, username=username, defaults={"user": user, "asked_at": cmd.at}
    )
    if new and user is not None:
        cmd.notify("contest.asked", [user.pk], contest=contest.pk)
    cmd.record(contest=contest.pk, juror=made.pk)
    return {"contest": contest.pk}


@command("contest.drop_juror")
def juror_drop(cmd: Command, *, contest: Contest, juror: int) -> AboutContest:
    """Take a name off the jury before the vote begins; marks that were given go with it."""
    contest = lock_contest(cmd, contest)
    if (
        has_closed(stage_of(contest, cmd.at))
        and Juror.objects.filter(pk=juror).exclude(handed_in_at=None).exists()
    ):
        raise UserError("handed_in", _("These marks are submitted and count."))
    if contest.state in (Contest.State.DECIDED, Contest.State.CANCELLED):
        raise UserError("over", _("This contest is over."))
    Juror.objects.filter(contest=contest, pk=juror).delete()
    cmd.record(contest=contest.pk, juror=juror)
    return {"contest": contest.pk}


@command("contest_jury.answer", chain=HIDDEN_CHAIN)
def juror_answer(cmd: Command, *, contest: Contest, accept: bool) -> Done:
    """Say yes or no. Who has sent a card in cannot say yes: only they are told so."""
    contest = lock_contest(cmd, contest, hidden=True)
    juror = Juror.objects.filter(contest=contest, user=cmd.actor.user).first()
    if juror is None or not takes_part(cmd.actor.user):
        raise UserError("not_asked", _("Nobody asked you for this jury."))
    if contest.state in (Contest.State.DECIDED, Contest.State.CANCELLED):
        raise UserError("over", _("This contest is over."))
    if juror.handed_in_at is not None:
        raise UserError("handed_in", _("These marks are submitted and count."))
    if accept:
        _require_stands_aside(contest, juror)
    juror.state = Juror.State.ACCEPTED if accept else Juror.State.DECLINED
    juror.answered_at = cmd.at
    juror.save(update_fields=["state", "answered_at"])
    cmd.record(contest=contest.pk, juror=juror.pk, accept=accept)
    return {}


def _require_stands_aside(contest: Contest, juror: Juror) -> None:
    if ContestEntry.objects.filter(contest=contest, author=juror.user, withdrawn_at=None).exists():
        raise UserError("entered", _("You submitted a card, so you cannot judge. Withdraw it first."))
    if Vote.objects.filter(contest=contest, voter=juror.user).exists():
        raise UserError("voted", _("You have voted, so you cannot judge."))


@command("contest_jury.mark", chain=HIDDEN_CHAIN)
def marks_give(cmd: Command, *, contest: Contest, judged: Judged) -> Done:
    """Mark one card by every criterion, with a reason its maker will read; changed until they are handed in."""
    contest = lock_contest(cmd, contest, hidden=True)
    juror = _judging(cmd, contest)
    entry = standing(contest).filter(code=judged["code"]).first()
    if entry is None:
        raise UserError("gone", _("This card is not in the contest."))
    marks = list(judged["marks"])
    if len(marks) != len(contest.criteria) or not all(1 <= mark <= MOST_MARK for mark in marks):
        raise UserError("marks", _("Give a mark from 1 to 10 for each criterion."))
    needed = _("Say why, in a sentence: its maker reads it.")
    reason = reason_of(judged["reason"], needed=needed, fewest=FEWEST_LETTERS, most=REASON)
    Marks.objects.update_or_create(
        juror=juror, card=entry, defaults={"marks": marks, "reason": reason, "at": cmd.at}
    )
    cmd.record(contest=contest.pk, juror=juror.pk)
    return {}


def _judging(cmd: Command, contest: Contest) -> Juror:
    """The juror who acts, while the jury judges: from the close of entries until it is decided."""
    juror = Juror.objects.filter(contest=contest, user=cmd.actor.user, state=Juror.State.ACCEPTED).first()
    if juror is None:
        raise UserError("jury", _("You are not on the jury."))
    if stage_of(contest, cmd.at) not in (Stage.CLOSED, Stage.VOTING, Stage.COUNTING):
        raise UserError("not_now", _("The jury judges once all cards are in, until it is decided."))
    if juror.handed_in_at is not None:
        raise UserError("handed_in", _("These marks are submitted and count."))
    return juror


@command("contest_jury.hand_in", chain=HIDDEN_CHAIN)
def marks_hand_in(cmd: Command, *, contest: Contest) -> Done:
    """Hand the marks in: from now on they stand, and their juror reads those of the others who did so."""
    contest = lock_contest(cmd, contest, hidden=True)
    juror = _judging(cmd, contest)
    missing = unmarked(contest, juror)
    if missing:
        text = _("There are cards without a mark: %(count)s.") % {"count": len(missing)}
        raise UserError("missing", "", problems=[Problem("missing", text)])
    juror.handed_in_at = cmd.at
    juror.save(update_fields=["handed_in_at"])
    cmd.record(contest=contest.pk, juror=juror.pk)
    return {}


def unmarked(contest: Contest, juror: Juror) -> Sequence[ContestEntry]:
    """The cards a juror has not marked yet."""
    marked = Marks.objects.filter(juror=juror).values("card")
    return list(standing(contest).exclude(pk__in=marked))
