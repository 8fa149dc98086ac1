"""Making the file of a person's data."""

from celery import shared_task
from django.db.models import Q
from django.utils import timezone

from .export import person_zip
from .models import Export


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
