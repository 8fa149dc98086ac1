"""Making the file of a person's data, and the long part of an erasure."""

import time

from celery import shared_task
from django.db.models import Q
from django.utils import timezone

from ledger.commands import SYSTEM

from .export import person_zip
from .forgetting_services import TASK, erasure_go_on, erasures_send
from .models import Export

SECONDS = 8
"""A task ends after so long and is sent again: workers do other work, too."""


@shared_task(name=TASK)
def erase(user_id: int) -> None:
    """Go on with an erasure, slice by slice; harmless to run twice."""
    until = time.monotonic() + SECONDS
    while erasure_go_on(user_id):
        if time.monotonic() > until:
            erasures_send(actor=SYSTEM, user_ids=[user_id])
            return


@shared_task(name="x610z_site.privacy.tasks.make_export")
def make_export(export_id: int) -> None:
    """Make one file; one that was begun and lost is begun again by the next delivery, one that is done stays."""
    begun = Export.objects.filter(Q(state="queued") | Q(state="running"), pk=export_id)
    if not begun.update(state=Export.State.RUNNING):
        return
    export = Export.objects.select_related("user").get(pk=export_id)

    def tell(done: int, parts: int) -> None:
        Export.objects.filter(pk=export_id).update(done=done, parts=parts)

    try:
        data = person_zip(export.user, language=export.language, tell=tell)
    except Exception:
        Export.objects.filter(pk=export_id).update(state=Export.State.FAILED)
        raise
    made = {"state": Export.State.DONE, "data": data, "made_at": timezone.now()}
    Export.objects.filter(pk=export_id, user__is_active=True).update(**made)
