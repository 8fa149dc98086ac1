"""Asking an account: making an invitation, taking it back, saying no, and saying yes to a role.

The yes to playing is in the room of entries. Rows of the ledger hold the invitation's number alone until its owner
has agreed: who reads the ledger page must not learn from it which names sign in.
"""

from datetime import timedelta
from typing import TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.people import blocked_ids
from tournaments.organizations.member_services import folded_username, named, reached

from .models import Invitation, Staff, Tournament
from .selectors import heard
from .services import StaffRole, lock, lock_person, refuse_rehearsal


class Invited(TypedDict):
    """The invitation that a command was about."""

    invitation: int


INVITED = gettext_lazy("If somebody signs in with this name, the invitation is now on their page.")
"""What staff read after inviting, whether or not the name exists."""
Kind, State = Invitation.Kind, Invitation.State
MOST_OPEN = 60
"""Invitations of one tournament that wait for an answer: one more and somebody is trying out names."""
MOST_A_DAY = 120
"""Invitations one person makes in a day, over all tournaments."""


@command("invitation.make")
def invitation_make(
    cmd: Command, *, tournament: Tournament, username: str, kind: str, role: str = "", entry_number: int = 0
) -> Invited:
    """Ask the person who signs in with this name; the answer is the same when nobody does. Twice is once.

    Who has said no is not asked again.
    """
    tournament = lock(cmd, tournament)
    refuse_rehearsal(tournament)
    username = folded_username(username)
    if kind == Kind.STAFF and role not in Staff.Role.values:
        raise UserError("role", _("Choose one of the roles."), field="role")
    made = Invitation.objects.filter(
        tournament=tournament, username=username, kind=kind, role=role, entry_number=entry_number
    ).first()
    if made is None or made.state in (State.WITHDRAWN, State.ACCEPTED):
        _refuse_too_many(cmd, tournament)
        asked = named(username) if kind == Kind.CLAIM else reached(cmd, username)
        said = {"user": asked, "state": State.OPEN, "made_by": cmd.actor.user, "made_at": cmd.at}
        made, _new = Invitation.objects.update_or_create(
            tournament=tournament,
            username=username,
            kind=kind,
            role=role,
            entry_number=entry_number,
            defaults={**said, "answered_at": None},
        )
    cmd.record(invitation=made.pk, kind=kind, role=role)
    return {"invitation": made.pk}


def _refuse_too_many(cmd: Command, tournament: Tournament) -> None:
    waiting = Invitation.objects.filter(tournament=tournament, state=State.OPEN).count()
    today = Invitation.objects.filter(made_by=cmd.actor.user, made_at__gt=cmd.at - timedelta(days=1))
    if waiting >= MOST_OPEN or (cmd.actor.user is not None and today.count() >= MOST_A_DAY):
        raise UserError(
            "too_many_invitations",
            _("Too many invitations are waiting for an answer. Hand out the tournament's address instead."),
        )


@command("invitation.withdraw")
def invitation_withdraw(cmd: Command, *, tournament: Tournament, invitation_id: int) -> Invited:
    """Take back an invitation that waits; one that was answered stays as it is."""
    tournament = lock(cmd, tournament)
    waiting = Invitation.objects.filter(tournament=tournament, pk=invitation_id, state=State.OPEN)
    waiting.update(state=State.WITHDRAWN, answered_at=cmd.at)
    cmd.record(invitation=invitation_id)
    return {"invitation": invitation_id}


@command("invitation.decline")
def invitation_decline(cmd: Command, *, tournament: Tournament, invitation_id: int) -> Invited:
    """The actor says no; the same is not asked again."""
    lock(cmd, tournament)
    invitation = answered(cmd, tournament, invitation_id, State.DECLINED)
    return {"invitation": invitation.pk}


@command("staff.accept", public=True)
def staff_accept(cmd: Command, *, tournament: Tournament, invitation_id: int) -> StaffRole:
    """The actor takes the role they were offered."""
    tournament = lock(cmd, tournament)
    lock_person(cmd.actor.user)
    invitation = answered(cmd, tournament, invitation_id, State.ACCEPTED, kind=Kind.STAFF)
    Staff.objects.get_or_create(tournament=tournament, user=cmd.actor.user, role=invitation.role)
    cmd.record(user=cmd.actor.user.pk, role=invitation.role)
    return {"user": cmd.actor.user.pk, "role": invitation.role}


def answered(
    cmd: Command, tournament: Tournament, invitation_id: int, state: str, kind: str = ""
) -> Invitation:
    """Mark the actor's own open invitation, inside the command that answers it; refused for everybody else's."""
    own = Invitation.objects.filter(
        tournament=tournament, pk=invitation_id, user=cmd.actor.user, state=State.OPEN
    )
    invitation = own.filter(kind=kind).first() if kind else own.first()
    if invitation is None or cmd.actor.user is None or not heard(invitation, blocked_ids(cmd.actor.user)):
        raise UserError("no_invitation", _("This invitation is no longer waiting for your answer."))
    invitation.state, invitation.answered_at = state, cmd.at
    invitation.save(update_fields=["state", "answered_at"])
    cmd.record(invitation=invitation.pk)
    return invitation
