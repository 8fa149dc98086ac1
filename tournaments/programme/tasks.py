"""The job of a chance to be invited, slice by slice. Celery only carries it: what counts stands in the database."""

import time

from celery import shared_task
from django.conf import settings as site

from ledger.commands import SYSTEM
from tournaments.season_points.outlook import Outlook as Sums

from .chance_services import outlook_progress
from .invitation_chance import ahead_of, rest_of
from .invitation_models import Outlook

SLICE_SECONDS, INLINE_SECONDS = 4.0, 1.0


@shared_task
def play_outlook(outlook_id: int, before: int) -> str:
    """Play seasons from number ``before`` on for some seconds; harmless to run twice."""
    outlook = Outlook.objects.select_related("circuit__organization").filter(pk=outlook_id).first()
    if outlook is None or outlook.over or outlook.done != before:
        return "not wanted"
    ahead, sums = ahead_of(outlook.circuit), Sums()
    if ahead.signature == outlook.signature:
        rest, person = rest_of(outlook.circuit, ahead), str(outlook.user_id)
        end = time.monotonic() + (INLINE_SECONDS if site.TASKS_INLINE else SLICE_SECONDS)
        for number in range(before, outlook.wanted):
            sums.add(rest.drawn(person, rest.played(number)), ahead.places)
            if time.monotonic() >= end:
                break
    answer = outlook_progress(
        actor=SYSTEM,
        outlook_id=outlook_id,
        before=before,
        signature=ahead.signature,
        places=ahead.places,
        seasons=sums.seasons,
        hits=float(sums.hits),
        ranks={str(rank): many for rank, many in sums.ranks.items()},
    )
    return "stored" if answer["stored"] else "not wanted"
