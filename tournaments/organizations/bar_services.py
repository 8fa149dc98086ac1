"""Whom an organization does not let into its events: said with a reason, until a day or until it is lifted."""

from datetime import datetime
from typing import TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.names import clean_name
from ledger.quotas import require_quota

from .member_services import folded_username, named
from .models import Bar, Member, Organization
from .selectors import ORGANIZING
from .services import lock

MOST_A_DAY = 30
BARRED = gettext_lazy("If somebody signs in with this name, they can no longer enter your events.")
"""What is said after barring a name, whether or not it exists."""


class AboutBar(TypedDict):
    """The bar that a command was about."""

    bar: int


@command("bar.set")
def bar_set(
    cmd: Command, *, organization: Organization, username: str, reason: str, until: datetime | None = None
) -> AboutBar:
    """Keep who signs in with this name out of the events of an organization; a second one changes the first.

    Who belongs to the organization is not barred: its roles are no secret to it.
    """
    organization = lock(cmd, organization, *ORGANIZING)
    require_quota(cmd, MOST_A_DAY)
    username, reason = folded_username(username), clean_name(reason)[:300]
    if not reason:
        raise UserError("reason_needed", _("Write down why. The person can read it."), field="reason")
    if until is not None and until <= cmd.at:
        raise UserError("until", _("Choose a day that is still to come, or none."), field="until")
    user = named(username)
    if user is not None and Member.objects.filter(organization=organization, user=user).exists():
        text = _("This person belongs to your organization. Take their roles away first.")
        raise UserError("member", text, field="username")
    said = {"user": user, "reason": reason, "until": until, "made_by": cmd.actor.user, "made_at": cmd.at}
    one, _new = Bar.objects.update_or_create(
        organization=organization, username=username, lifted_at=None, defaults=said
    )
    cmd.record(bar=one.pk)
    return {"bar": one.pk}


@command("bar.lift")
def bar_lift(cmd: Command, *, organization: Organization, bar_id: int) -> AboutBar:
    """Let somebody in again."""
    organization = lock(cmd, organization, *ORGANIZING)
    one = Bar.objects.filter(organization=organization, pk=bar_id, lifted_at=None).first()
    if one is None:
        raise UserError("no_bar", _("This person is let in already."))
    one.lifted_at = cmd.at
    one.save(update_fields=["lifted_at"])
    cmd.record(bar=one.pk)
    return {"bar": one.pk}
