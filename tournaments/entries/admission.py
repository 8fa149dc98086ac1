"""Who may not play in an event, whoever lets them in: one question for every way of coming in."""

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from ledger.commands import Command
from ledger.errors import UserError
from ledger.people import Account
from tournaments.events.models import Tournament
from tournaments.organizations.models import Bar
from tournaments.organizations.selectors import bar_against

from .reading_services import refuse_reader


def refuse_kept_out(cmd: Command, user: Account, tournament: Tournament) -> None:
    """Refuse who has read a closed list here, and whom the organization of the event does not let in.

    Called under the tournament's lock. The reason of a bar is for the person alone.
    """
    refuse_reader(user, tournament)
    bar = bar_against(user, tournament.organization_id, cmd.at)
    if bar is not None:
        own = cmd.actor.user is not None and cmd.actor.user.pk == user.pk
        raise UserError("barred", _words(bar) if own else _("The organization does not let this person in."))


def _words(bar: Bar) -> str:
    if bar.until is None:
        text = _("%(name)s does not let you into its events. The reason it gives: %(reason)s")
        return text % {"name": bar.organization.name, "reason": bar.reason}
    text = _("%(name)s does not let you into its events until %(day)s. The reason it gives: %(reason)s")
    day = date_format(timezone.localtime(bar.until), "j F Y")
    return text % {"name": bar.organization.name, "day": day, "reason": bar.reason}
