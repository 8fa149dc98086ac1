"""Writing the counts of tries. No commands: a wrong password did nothing to the site, so no chain tells of it."""

from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from .models import Tries


def tries_count(key: str, window: timedelta) -> None:
    """One more under this key; after ``window`` the count begins anew. Twenty at once are twenty."""
    now = timezone.now()
    with transaction.atomic():
        row, made = Tries.objects.get_or_create(key=key, defaults={"count": 1, "since": now})
        if made:
            return
        if not Tries.objects.filter(pk=row.pk, since__gt=now - window).update(count=F("count") + 1):
            Tries.objects.filter(pk=row.pk).update(count=1, since=now)


def tries_forget(key: str) -> None:
    """Begin anew."""
    Tries.objects.filter(key=key).delete()
