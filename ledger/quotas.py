"""How often one person may do what costs everybody: counted in the ledger itself, so no second count can go wrong."""

from datetime import timedelta

from django.utils.translation import gettext as _

from .commands import Command
from .errors import UserError
from .models import LedgerRow

DAY = timedelta(days=1)


def require_quota(cmd: Command, most: int) -> None:
    """Refuse the command when its actor has done it ``most`` times within a day; the system may do all it wants.

    Two at once may both be the last: a quota holds back machines, it hands out no places.
    """
    user = cmd.actor.user
    if user is None:
        return
    rows = LedgerRow.objects.filter(actor_id=user.pk, action=cmd.action, at__gt=cmd.at - DAY)
    if rows.count() >= most:
        raise UserError(
            "quota",
            _(
                "You did this %(count)s times within a day, which is the limit. Come back tomorrow, or ask the "
                "office."
            )
            % {"count": most},
        )
