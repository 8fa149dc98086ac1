"""An account says yes: to playing here, or to taking over what a guest has played."""

from typing import TypedDict

from django.contrib.auth import get_user_model
from django.db.models import F
from django.utils.translation import gettext as _

from decks.registration.models import Registration
from ledger.commands import Command, command
from ledger.errors import UserError
from tournaments.events.invitation_services import answered
from tournaments.events.models import Invitation, Tournament
from tournaments.events.services import lock

from .admission import refuse_kept_out
from .models import Entry
from .services import desk_state, enter_invited


class Entered(TypedDict):
    """The entry that an invitation made or gave."""

    entry: int


Kind, State = Invitation.Kind, Invitation.State


@command("entry.accept", public=True)
def entry_accept(cmd: Command, *, tournament: Tournament, invitation_id: int) -> Entered:
    """The actor plays, as the desk asked; under the shown name of the account, late if it is late."""
    tournament = lock(cmd, tournament)
    answered(cmd, tournament, invitation_id, State.ACCEPTED, kind=Kind.PLAY)
    user = cmd.actor.user
    entry = Entry.objects.filter(tournament=tournament, user=user).first()
    if entry is not None and entry.state != Entry.State.WITHDRAWN:
        return {"entry": entry.pk}
    return {"entry": enter_invited(cmd, tournament, user, desk_state(tournament)).pk}


@command("entry.claim", public=True)
def entry_claim(cmd: Command, *, tournament: Tournament, invitation_id: int) -> Entered:
    """The actor takes over a guest's entry, as the desk offered: results, deck and all; the guest's sessions end.

    The entry keeps the name under which the hall knows it.
    """
    tournament = lock(cmd, tournament)
    invitation = answered(cmd, tournament, invitation_id, State.ACCEPTED, kind=Kind.CLAIM)
    user = cmd.actor.user
    if Entry.objects.filter(tournament=tournament, user=user).exists():
        raise UserError(
            "already_entered", _("You are already playing here, so you cannot take over this place.")
        )
    entry = Entry.objects.filter(
        tournament=tournament, number=invitation.entry_number, user__guest_of=tournament.chain_key
    ).first()
    if entry is None:
        raise UserError("no_guest", _("This place no longer belongs to a guest."))
    refuse_kept_out(cmd, user, tournament)
    guest, entry.user = entry.user_id, user
    entry.save(update_fields=["user"])
    if entry.registration_id is not None:
        Registration.objects.filter(pk=entry.registration_id).update(owner=user)
    get_user_model().objects.filter(pk=guest).update(is_active=False, session_epoch=F("session_epoch") + 1)
    cmd.record(entry=entry.pk, guest=guest, user=user.pk)
    return {"entry": entry.pk}
