"""Calculating a chance to be invited: asked by a person, played by a worker slice by slice, for that person alone.

A slice names how many seasons it starts from and of what they are; a message that comes twice adds nothing, and where
the ladder has changed meanwhile the count begins anew.
"""

from datetime import timedelta
from typing import TypedDict

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.commands import SYSTEM, Command, command
from ledger.errors import UserError
from ledger.quotas import require_quota
from ledger.shapes import Json

from .invitation_chance import SEASONS, ahead_of
from .invitation_models import Outlook
from .models import Circuit

TASK = "tournaments.programme.tasks.play_outlook"
MOST_A_DAY = 30
"""So many chances one person has calculated within a day."""
LEASE, MAX_ATTEMPTS = timedelta(seconds=60), 3


class OutlookIs(TypedDict):
    """The chance that is being calculated."""

    outlook: int


class Stored(TypedDict):
    """Whether a worker's slice was still wanted."""

    stored: bool


@command("outlook.start")
def outlook_start(cmd: Command, *, circuit_id: int) -> OutlookIs:
    """The actor asks how likely it is that they are invited; what they asked before is replaced."""
    require_quota(cmd, MOST_A_DAY)
    circuit = Circuit.objects.filter(pk=circuit_id, state=Circuit.State.OPEN).first()
    ahead = ahead_of(circuit) if circuit is not None else None
    if circuit is None or ahead is None or not ahead.places:
        raise UserError("no_places", _("This circuit gives no places in a final."))
    values = {
        "signature": ahead.signature,
        "places": ahead.places,
        "wanted": SEASONS,
        "done": 0,
        "hits": 0.0,
        "ranks": {},
        "attempts": 0,
        "asked_at": cmd.at,
        "touched_at": cmd.at,
    }
    made, _new = Outlook.objects.update_or_create(circuit=circuit, user=cmd.actor.user, defaults=values)
    cmd.send_task(TASK, made.pk, 0)
    cmd.record(outlook=made.pk)
    return {"outlook": made.pk}


@command("outlook.progress")
def outlook_progress(
    cmd: Command,
    *,
    outlook_id: int,
    before: int,
    signature: str,
    places: int,
    seasons: int,
    hits: float,
    ranks: Json,
) -> Stored:
    """Add one slice; nothing when the row does not stand at ``before`` any more. Another signature begins anew."""
    outlook = Outlook.objects.select_for_update().filter(pk=outlook_id).first()
    if outlook is None or outlook.over or outlook.done != before:
        return {"stored": False}
    if outlook.signature != signature:
        outlook.signature, outlook.places, outlook.done, outlook.hits, outlook.ranks = (
            signature,
            places,
            0,
            0.0,
            {},
        )
        seasons = hits = 0
        ranks = {}
    outlook.done += seasons
    outlook.hits += hits
    outlook.ranks = {key: outlook.ranks.get(key, 0) + ranks.get(key, 0) for key in {*outlook.ranks, *ranks}}
    outlook.attempts, outlook.touched_at = 0, cmd.at
    outlook.save()
    if not outlook.over:
        cmd.send_task(TASK, outlook.pk, outlook.done)
    cmd.record(outlook=outlook.pk, done=outlook.done)
    return {"stored": True}


@command("outlook.requeue")
def outlooks_requeue(cmd: Command) -> None:
    """Send chances again that stand still (a lost message, a killed worker); end those that did so too often."""
    stuck = Outlook.objects.filter(done__lt=F("wanted"), touched_at__lt=cmd.at - LEASE)
    for one in stuck.select_for_update()[:100]:
        one.attempts, one.touched_at = one.attempts + 1, cmd.at
        if one.attempts > MAX_ATTEMPTS:
            one.wanted = one.done
        else:
            cmd.send_task(TASK, one.pk, one.done)
        one.save(update_fields=["attempts", "touched_at", "wanted"])
        cmd.record(**{f"outlook_{one.pk}": one.attempts})


def stuck_outlooks_sweep() -> None:
    """What the relay does every few seconds."""
    if Outlook.objects.filter(done__lt=F("wanted"), touched_at__lt=timezone.now() - LEASE).exists():
        outlooks_requeue(actor=SYSTEM)
