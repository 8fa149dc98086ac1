"""By whose clock a time is read and shown: each person has a zone of their own, or that of the site.

Everything is stored in UTC. An hour that a clock skips is no time, and of one that it shows twice nobody knows which is
meant: both are refused where somebody types them.
"""

from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo

from django.conf import settings

from ledger.people import Account


@cache
def zone_named(name: str) -> ZoneInfo:
    """The zone with this name; that of the site for an empty one, and for one that this machine does not know."""
    try:
        return ZoneInfo(name or settings.TIME_ZONE)
    except (KeyError, ValueError, OSError):
        return ZoneInfo(settings.TIME_ZONE)


def zone_of(user: Account | None) -> ZoneInfo:
    """By whose clock this person reads times."""
    return zone_named(str(getattr(user, "time_zone", "")))


def differ(one: ZoneInfo, other: ZoneInfo, at: datetime) -> bool:
    """Whether two clocks show another hour at this moment."""
    return at.astimezone(one).utcoffset() != at.astimezone(other).utcoffset()
