"""The head judge or the organizer gives a judge the tables to look after, and takes them back."""

from typing import TypedDict

from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.people import Account

from .models import Staff, Tournament
from .services import lock
from .zones import JUDGING

MOST_TABLES = 9999


class ZoneIs(TypedDict):
    """A person, and the first and the last table of their zone; 0 and 0 without one."""

    user: int
    first: int
    last: int


@command("staff.zone")
def staff_zone(cmd: Command, *, tournament: Tournament, user: Account, first: int, last: int) -> ZoneIs:
    """Give a judge of this event the tables ``first`` to ``last``; 0 and 0 take the zone away.

    Raises UserError for tables that cannot be, and for somebody who is no judge here. The zone stands with the role: it
    goes when the role does.
    """
    tournament = lock(cmd, tournament)
    if (first, last) != (0, 0) and not 0 < first <= last <= MOST_TABLES:
        raise UserError(
            "zone", _("Enter the first table and the last one, the smaller number first."), field="first"
        )
    roles = Staff.objects.filter(tournament=tournament, user=user, role__in=JUDGING)
    if not roles.update(zone_first=first or None, zone_last=last or None):
        raise UserError("no_judge", _("Only a judge of this tournament can have a zone."))
    cmd.record(user=user.pk, first=first, last=last)
    return {"user": user.pk, "first": first, "last": last}
