"""Who works at a demo tournament: asked by the organizer and willing, as everywhere."""

from ledger.commands import Actor
from ledger.people import Account
from tournaments.events.invitation_services import invitation_make, staff_accept
from tournaments.events.models import Invitation, Tournament


def take_role(organizer: Actor, tournament: Tournament, user: Account, role: str) -> None:
    """The organizer asks, the person says yes."""
    asked = {"username": user.username, "kind": Invitation.Kind.STAFF, "role": role}
    made = invitation_make(actor=organizer, tournament=tournament, **asked)
    staff_accept(actor=Actor(user, "player"), tournament=tournament, invitation_id=made["invitation"])
