"""What the clock part of a page needs to know about a round."""

from datetime import datetime
from typing import TypedDict

from django.utils import timezone

from tournaments.events.models import Tournament

from .models import Round


class ClockShown(TypedDict):
    """The context of ``parts/clock.html``."""

    ends_at: datetime | None
    now: datetime
    paused_at: datetime | None
    extension_minutes: int
    minutes: int
    unlimited: bool


def minutes_run(round_: Round, at: datetime) -> int:
    """Whole minutes the clock of the round has run by then, pauses left out; never more than the round has."""
    if round_.started_at is None:
        return 0
    until = min(at, round_.paused_at) if round_.paused_at is not None else at
    ran = int((until - round_.started_at).total_seconds() - round_.paused_seconds) // 60
    return max(0, min(ran, round_.minutes) if round_.minutes else ran)


def joined_too_late(tournament: Tournament, round_: Round, at: datetime) -> bool:
    """Whether nobody may sit down in this round any more who has no table in it."""
    return minutes_run(round_, at) > tournament.policy.late_minutes


def clock_of(round_: Round, extension: int = 0) -> ClockShown:
    """Context of ``parts/clock.html``."""
    return {
        "ends_at": round_.ends_at,
        "now": timezone.now(),
        "paused_at": round_.paused_at,
        "extension_minutes": extension,
        "minutes": round_.minutes,
        "unlimited": not round_.minutes,
    }
