"""Keeping how the rounds stand before a step of the day changes them."""

from ledger.commands import Command
from tournaments.events.models import Tournament

from .models import Snapshot
from .snapshots import packed, picture_of


def snapshot_take(cmd: Command, tournament: Tournament, number: int | None = None) -> Snapshot:
    """Keep how the rounds stand now; part of the command that changes them next, under the tournament's lock."""
    return Snapshot.objects.create(
        tournament=tournament,
        at=cmd.at,
        step=cmd.action,
        number=number,
        data=packed(picture_of(tournament)),
    )
