"""What the clock part of a page needs to know about a round."""

from datetime import datetime
from typing import TypedDict

from django.utils import timezone

from .models import Round


class ClockShown(TypedDict):
    """The context of ``parts/clock.html``."""

    ends_at: datetime | None
    now: datetime
    paused_at: datetime | None
    extension_minutes: int
    minutes: int
    unlimited: bool


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
