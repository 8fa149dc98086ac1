"""A row that each kind of process writes every few seconds: whether anything can be written, and who is alive."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from .models import Pulse


def beat(name: str) -> None:
    """Write the moment of this pulse, in a transaction of its own; raises what the database says when it cannot."""
    with transaction.atomic():
        Pulse.objects.update_or_create(name=name, defaults={"at": timezone.now()})


def seconds_since(name: str) -> float | None:
    """How long ago this pulse was written; None when it never was. A clock that was set back counts as now."""
    row: Any = Pulse.objects.filter(name=name).first()
    return None if row is None else max(0.0, (timezone.now() - row.at).total_seconds())
