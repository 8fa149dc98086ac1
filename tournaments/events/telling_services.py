"""Telling an event that is older than its ledger's telling."""

from ledger.commands import Command, command
from ledger.shapes import Done
from ledger.telling import ALL, touch_all

from .models import TOURNAMENT_LOCK, Tournament


@command("tournament.tell")
def event_tell(cmd: Command, *, tournament: Tournament) -> Done:
    """Tell every row of an event as it stands, so that from now on none changes, comes or goes without a word.

    For events of which the first rows told no rows yet. Changes nothing of the event.
    """
    cmd.lock(TOURNAMENT_LOCK, tournament.pk)
    touch_all(tournament.slug)
    cmd.record(**{ALL: True})
    return {}
