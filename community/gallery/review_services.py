"""What reviewers and keepers decide about pictures and stories, and what their artists say against it."""

from django.utils.translation import gettext as _
from django.utils.translation import override

from decks.cards.picture_services import picture_put
from decks.cards.pictures import picture_bytes, reencoded_picture
from decks.cards.services import beside_catalogue
from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.names import reason_of

from . import models
from .licences import licence_of
from .models import Work
from .selectors import credits_of, other_reviewers
from .services import AboutWork, leave_card, lock_work

State, Proposal = Work.State, Work.Proposal
WHYS = {str(key): words for key, words in Work.Why.choices if key != Work.Why.REPORT}
"""The reasons that a reviewer can give."""


def _for_reviewer(cmd: Command, work: Work, shown: str) -> Work:
    """The work, held; nobody decides on their own."""
    found = lock_work(work, shown)
    if cmd.actor.user is None or found.artist_id == cmd.actor.user.pk:
        raise UserError("own", _("Somebody else must decide about your own work."))
    return found


def _decided(cmd: Command, work: Work, state: str, why: str = "", reason: str = "") -> AboutWork:
    work.state, work.why, work.reason = state, why, reason
    work.decided_at, work.decided_by = cmd.at, cmd.actor.user
    work.save(update_fields=["state", "why", "reason", "decided_at", "decided_by"])
    cmd.record(work=work.pk, state=state, why=why)
    cmd.notify("gallery.decided", [work.artist_id], work=work.pk)
    return {"work": work.pk}


@command("gallery.show")
def work_show(cmd: Command, *, work: Work, shown: str) -> AboutWork:
    """A reviewer lets it into the gallery. Of a child it is seen once a desk has spoken with the guardian."""
    work = _for_reviewer(cmd, work, shown)
    if work.state != State.WAITING:
        raise UserError("decided", _("This has been decided already."))
    return _decided(cmd, work, State.SHOWN)


@command("gallery.refuse")
def work_refuse(cmd: Command, *, work: Work, why: str, reason: str, shown: str) -> AboutWork:
    """A reviewer does not let it in, or takes it out again: with a reason of the list, which the artist reads.

    Raises UserError without a reason, and without words where the list has none for it.
    """
    work = _for_reviewer(cmd, work, shown)
    if work.state not in (State.WAITING, State.SHOWN):
        raise UserError("decided", _("This has been decided already."))
    if why not in WHYS:
        raise UserError("why", _("Choose a reason."), field="why")
    needed = _("Say what the reason is.") if why == Work.Why.OTHER else ""
    said = reason_of(reason, needed=needed, most=models.REASON)
    if work.state == State.WAITING:
        return _decided(cmd, work, State.REFUSED, why, said)
    leave_card(cmd, work, _("It was taken out of the gallery."))
    work.save(update_fields=["card_picture"])
    return _decided(cmd, work, State.REMOVED, why, said)


@command("gallery.appeal")
def work_appeal(cmd: Command, *, work: Work, appeal: str, shown: str) -> AboutWork:
    """The artist says why the decision is wrong, once; another reviewer answers."""
    work = lock_work(work, shown)
    if work.state not in (State.REFUSED, State.REMOVED) or work.appeal or work.why == Work.Why.REPORT:
        raise UserError("no_appeal", _("There is no decision here that you can appeal."))
    needed = _("Say why you see it otherwise.")
    work.appeal = reason_of(appeal, needed=needed, field="appeal", fewest=3, most=models.APPEAL)
    work.save(update_fields=["appeal"])
    cmd.record(work=work.pk)
    return {"work": work.pk}


@command("gallery.answer")
def appeal_answer(cmd: Command, *, work: Work, overturn: bool, answer: str, shown: str) -> AboutWork:
    """Another reviewer answers an appeal: the decision stays, or the work is shown. There is no second appeal.

    Only where nobody else works at the office the same person answers, and the artist reads that it was so.
    """
    work = _for_reviewer(cmd, work, shown)
    if not work.appeals:
        raise UserError("answered", _("This has been answered already."))
    if work.decided_by_id == cmd.actor.user.pk and other_reviewers(work):
        raise UserError("second_person", _("Somebody else at the office must answer this."))
    needed = "" if overturn else _("Say why the decision stays.")
    work.answer = reason_of(answer, needed=needed, field="answer", most=models.REASON)
    work.answered_at, work.answered_by = cmd.at, cmd.actor.user
    fields = ["answer", "answered_at", "answered_by"]
    if overturn:
        work.state, work.why, work.reason, work.decided_at = State.SHOWN, "", "", cmd.at
        fields += ["state", "why", "reason", "decided_at"]
    work.save(update_fields=fields)
    cmd.record(work=work.pk, state=work.state, same=work.decided_by_id == cmd.actor.user.pk)
    cmd.notify("gallery.answered", [work.artist_id], work=work.pk)
    return {"work": work.pk}


# --- what was reported -----------------------------------------------------------------------------------


def work_hide(cmd: Command, key: str, reason: str) -> None:
    """Take it out of the gallery inside the command that decided about a report; objections go there too."""
    work = lock_work(Work(pk=int(key)))
    leave_card(cmd, work, _("It was taken out of the gallery."))
    work.state, work.why, work.reason = State.REMOVED, Work.Why.REPORT, reason[: models.REASON]
    work.decided_at, work.decided_by = cmd.at, cmd.actor.user
    work.save(update_fields=["state", "why", "reason", "decided_at", "decided_by", "card_picture"])


def work_unhide(cmd: Command, key: str) -> None:
    """An objection was right: it hangs in the gallery again, if its artist has not taken it back."""
    hidden = Work.objects.select_for_update(no_key=True).filter(pk=key, why=Work.Why.REPORT)
    hidden.update(state=State.SHOWN, why="", reason="", decided_at=cmd.at)


# --- as the picture of a card --------------------------------------------------------------------------


@command("gallery.propose")
def work_propose(cmd: Command, *, work: Work, shown: str) -> AboutWork:
    """The artist proposes a picture that is shown as the picture of the card it is about, once."""
    work = lock_work(work, shown)
    picture = work.kind == Work.Kind.PICTURE and work.card_id
    if work.state != State.SHOWN or not picture or work.proposal:
        raise UserError(
            "no_proposal", _("Only a picture in the gallery that is about a card can be proposed.")
        )
    work.proposal = Proposal.OPEN
    work.save(update_fields=["proposal"])
    cmd.record(work=work.pk)
    return {"work": work.pk}


@command("gallery.answer_proposal")
def proposal_answer(cmd: Command, *, work: Work, accept: bool, reason: str, shown: str) -> AboutWork:
    """A keeper shows a proposed picture with its card, with credit and licence, or says why not."""
    work = _for_reviewer(cmd, work, shown)
    if work.proposal != Proposal.OPEN or work.state != State.SHOWN or work.card is None:
        raise UserError("answered", _("This has been answered already."))
    needed = "" if accept else _("Say why the card does not get this picture.")
    work.proposal_reason = reason_of(reason, needed=needed, most=models.REASON)
    work.proposal = Proposal.ACCEPTED if accept else Proposal.REFUSED
    if accept:
        data = picture_bytes(work.picture, small=False)
        if data is None:
            raise UserError("gone", _("Its artist has taken it back."))
        with beside_catalogue(cmd, "picture.add") as row, override("en"):
            put = picture_put(
                cmd,
                card=work.card.number,
                drawn=reencoded_picture(data),
                credit=credits_of([work])[work.pk],
                licence=licence_of(work.licence, work.licence_version).short,
            )
            row.record(number=work.card.number, picture=put.pk, sha256=put.sha256)
        work.card_picture = put
    work.save(update_fields=["proposal", "proposal_reason", "card_picture"])
    cmd.record(work=work.pk, proposal=work.proposal)
    cmd.notify("gallery.proposal_answered", [work.artist_id], work=work.pk)
    return {"work": work.pk}
