"""The secret address of a person's calendar: made, made again, taken away."""

import secrets
from typing import TypedDict

from ledger.commands import Command, command
from ledger.shapes import Done
from x610z_site.accounts.services import token_hash

from .models import CalendarAddress


class AddressMade(TypedDict):
    """The secret part of the address, which is stored nowhere."""

    token: str


@command("calendar.renew")
def calendar_renew(cmd: Command) -> AddressMade:
    """A new address; the former one is empty from now on. Called without a key: the answer is a secret."""
    token = secrets.token_urlsafe(24)
    made = {"token_hash": token_hash(token), "made_at": cmd.at}
    CalendarAddress.objects.update_or_create(user=cmd.actor.user, defaults=made)
    cmd.record(user=cmd.actor.user.pk)
    return {"token": token}


@command("calendar.remove")
def calendar_remove(cmd: Command) -> Done:
    """No address any more."""
    CalendarAddress.objects.filter(user=cmd.actor.user).delete()
    cmd.record(user=cmd.actor.user.pk)
    return {}
