"""Registering a deck: the draft is always kept, a legal list becomes a revision, the deadline locks it."""

from collections.abc import Sequence
from datetime import datetime

from .models import Registration


def registrations_lock(ids: Sequence[int], *, at: datetime) -> int:
    """Lock these registrations (inside the caller's command); returns how many were open."""
    return (
        Registration.objects.filter(pk__in=ids)
        .exclude(state=Registration.State.LOCKED)
        .update(state=Registration.State.LOCKED, locked_at=at)
    )
