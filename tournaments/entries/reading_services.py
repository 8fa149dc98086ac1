"""Who has read what is closed here: a row for every reading, and nobody both reads and plays.

A closed list, a log of a game (which shows hands) and what a judge noted of a penalty are read by judges. Each reading
is written down before anything is shown, and the person whom it is about sees it after the event. Whoever has read one
cannot enter the event any more, and whoever plays in it cannot read: the two are decided one after the other, under the
tournament's lock.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import TypedDict

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.commands import Actor, Command, command
from ledger.errors import UserError
from ledger.people import Account
from tournaments.events.access import takes_part
from tournaments.events.models import TOURNAMENT_LOCK, Tournament

from .models import Entry, Reading


class SecretRead(TypedDict):
    """The entries whose secrets were read."""

    entries: list[int]


LIST, LOG, POOL = Reading.Kind.LIST, Reading.Kind.LOG, Reading.Kind.POOL
PAST, NOTE = Reading.Kind.PAST, Reading.Kind.NOTE
ONE_READING = timedelta(minutes=10)
"""Turning pages, counting cards and stepping through a game are one reading for so long."""


def has_read(user: Account, tournament: Tournament) -> bool:
    """Whether this person has read anything closed in this event."""
    return Reading.objects.filter(tournament=tournament, user=user).exists()


def readers_of(tournament: Tournament) -> QuerySet[Reading, int]:
    """Everybody (ids) who has read anything closed in this event."""
    return Reading.objects.filter(tournament=tournament).values_list("user", flat=True)


def refuse_reader(user: Account, tournament: Tournament) -> None:
    """Refuse to let somebody play who has read a closed list here; called under the tournament's lock."""
    if has_read(user, tournament):
        raise UserError(
            "has_read",
            _(
                "Anyone who has read a closed deck list of this tournament, or a game log, can no longer play in "
                "it."
            ),
        )


@command("secret.read")
def secret_read(
    cmd: Command, *, tournament: Tournament, kind: str, entries: Sequence[int], what: int | None = None
) -> SecretRead:
    """Write down that the actor reads the list, log or opened cards of these entries (ids).

    ``what`` is the number of the log or penalty. Refused for anyone who plays here; someone entering at the same moment
    waits.
    """
    cmd.lock(TOURNAMENT_LOCK, tournament.pk, shared=True)
    if takes_part(cmd.actor.user, Tournament.objects.get(pk=tournament.pk)):
        raise UserError("plays_here", _("You are playing here, so you cannot read this."))
    Reading.objects.bulk_create(
        Reading(tournament=tournament, user=cmd.actor.user, entry_id=entry, kind=kind, at=cmd.at)
        for entry in entries
    )
    cmd.record(kind=kind, entries=list(entries), what=what)
    return {"entries": list(entries)}


def note_reading(
    actor: Actor, tournament: Tournament, kind: str, entries: Sequence[Entry], what: int | None = None
) -> None:
    """Write a reading down before the page is made; 404 for somebody who has entered a moment ago.

    One's own list is no secret from its owner, and who read the same a few minutes ago is still reading.
    """
    foreign = [entry.pk for entry in entries if entry.user_id != actor.user.pk]
    since = timezone.now() - ONE_READING
    lately = Reading.objects.filter(tournament=tournament, user=actor.user, kind=kind, at__gt=since)
    if set(foreign) <= set(lately.values_list("entry_id", flat=True)):
        return
    try:
        secret_read(actor=actor, tournament=tournament, kind=kind, entries=foreign, what=what)
    except UserError as error:
        raise Http404 from error


def readings_of(entry: Entry) -> QuerySet[Reading]:
    """Who read what of this entry and when, the first reading first."""
    return Reading.objects.filter(entry=entry).select_related("user").order_by("at", "pk")


def readings_are_shown(tournament: Tournament) -> bool:
    """Whether the players may see the readings by now: after the event, as a reading can tell what judges look for."""
    return tournament.state in (Tournament.State.FINISHED, Tournament.State.CANCELLED)
