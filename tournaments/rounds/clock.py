"""What the clock part of a page needs to know about a round."""

from datetime import UTC, datetime, time, timedelta
from typing import TypedDict

from django.utils import timezone
from django.utils.translation import gettext as _

from rules_engine.games import game_of
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
    over: str


def begin(tournament: Tournament, round_: Round, at: datetime) -> None:
    """Let the clock of a round run from ``at``; a window of days ends at midnight after the last of them."""
    round_.started_at = at
    if days := tournament.policy.window_days:
        round_.minutes = window_minutes(at, days)


def window_minutes(since: datetime, days: int) -> int:
    """Whole minutes from a moment to the end of its day and of ``days - 1`` more, where the site is.

    The days are those of the calendar: one on which the clocks change has 23 or 25 hours.
    """
    last = timezone.localtime(since).date() + timedelta(days=days)
    midnight = timezone.make_aware(datetime.combine(last, time()))
    # Both in UTC: between two moments of one zone Python counts what its clock shows, not what passes.
    return -(-int((midnight.astimezone(UTC) - since.astimezone(UTC)).total_seconds()) // 60)


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
    """Context of ``parts/clock.html``; ``over`` is what it says once it has run out."""
    policy = round_.tournament.policy
    return {
        "ends_at": round_.ends_at,
        "now": timezone.now(),
        "paused_at": round_.paused_at,
        "extension_minutes": extension,
        "minutes": round_.minutes,
        "unlimited": not round_.minutes,
        "over": _(game_of(policy.game).law.time_up(policy.rulings)),
    }
