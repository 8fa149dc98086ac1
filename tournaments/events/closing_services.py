"""When the hall closes: one time of day that the schedule is held against. Nothing is refused because of it."""

from datetime import datetime, timedelta
from typing import TypedDict

from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import UserError

from .models import Tournament
from .services import lock, require_state

State = Tournament.State
LONGEST = timedelta(days=14)
"""No event lasts longer: a date further away is a slip of the finger."""


class ClosingIs(TypedDict):
    """When the hall closes, as ISO text; None where nobody said so."""

    closes_at: str | None


@command("tournament.set_closing")
def tournament_set_closing(cmd: Command, *, tournament: Tournament, closes_at: datetime | None) -> ClosingIs:
    """Say when the hall closes, or with None that it does not matter."""
    tournament = lock(cmd, tournament)
    require_state(tournament, State.DRAFT, State.ENTRY, State.CHECK_IN, State.RUNNING)
    if closes_at is not None and not tournament.starts_at < closes_at <= tournament.starts_at + LONGEST:
        raise UserError(
            "closes_at", _("The hall closes after the start, and within two weeks of it."), field="closes_at"
        )
    cmd.record(before=tournament.closes_at, after=closes_at)
    tournament.closes_at = closes_at
    tournament.save(update_fields=["closes_at"])
    return {"closes_at": closes_at.isoformat() if closes_at is not None else None}
