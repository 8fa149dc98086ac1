"""What the clock part of a page needs to know about a round."""

from typing import Any

from django.utils import timezone

from .models import Round


def clock_of(round_: Round, extension: int = 0) -> dict[str, Any]:
    """Context of ``parts/clock.html``."""
    return {
        "ends_at": round_.ends_at,
        "now": timezone.now(),
        "paused_at": round_.paused_at,
        "extension_minutes": extension,
        "minutes": round_.minutes,
        "unlimited": not round_.minutes,
    }
