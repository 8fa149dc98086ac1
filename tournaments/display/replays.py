"""A recorded game step by step: with their own eyes for who sits at its table, and as far as its board goes for others.

It shows nothing that its reader may not read already: whoever may fetch the log sees what it says, a player as that
player; everybody else sees the steps that the audience's board has shown by now.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TypeVar

from django.core.cache import cache
from django.http import Http404, HttpRequest
from django.utils.translation import get_language

from ledger.hashing import digest
from tournaments.events.models import Tournament
from tournaments.gamelogs.opened_game import LogView, Viewer
from tournaments.recordings.models import Recording
from tournaments.recordings.selectors import access_recording
from tournaments.rounds.words import names_by_key

from .live_boards import access_game, moment, opened_game, seen_until

Made = TypeVar("Made")
_MINUTE = 60


@dataclass(frozen=True)
class Replay:
    """A recorded game as one reader may see it: whose eyes, and until when it is told; None for the whole log."""

    tournament: Tournament
    recording: Recording
    viewer: Viewer
    until: datetime | None

    @cached_property
    def newest(self) -> int:
        """The number of the newest entry that this reader sees: a game has no more steps than entries."""
        return self.recording.head if self.until is None else seen_until(self.recording, self.until)

    def opened(self) -> LogView | None:
        """The game; None before its players are seated."""
        names = names_by_key(self.tournament)
        return opened_game(self.recording, self.viewer, self.until, names)

    def kept(self, what: str, make: Callable[[], Made]) -> Made:
        """What is made of it, once for everybody in the audience, and anew for each player.

        ``what`` names it; it has few values, since each is kept: no number out of an address beyond ``newest``.
        """
        if self.until is None:
            return make()
        names = digest(names_by_key(self.tournament))
        key = f"replay:{self.recording.pk}:{self.newest}:{names}:{get_language()}:{what}"
        found: Made | None = cache.get(key)
        if found is None:
            found = make()
            cache.set(key, found, _MINUTE)
        return found


def replay_for(request: HttpRequest, tournament: Tournament, recording_id: int, at: datetime) -> Replay:
    """The game as this reader may see it now. Raises 404 for who may see nothing of it."""
    try:
        access = access_recording(request, tournament, recording_id)
    except Http404:
        recording = access_game(tournament, recording_id, at)
        return Replay(tournament, recording, "spectator", moment(tournament, at))
    return Replay(tournament, access.recording, access.viewer, None)
