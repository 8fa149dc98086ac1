"""Checking in at the door: one player or many, safe to send late and twice, and never against what happened since."""

from collections.abc import Iterable, Sequence
from typing import TypedDict

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import UserError
from tournaments.clans.selectors import clan_ids
from tournaments.events.models import Tournament
from tournaments.events.services import lock, require_state

from .crews import has_crews, refuse_without_crew
from .models import Entry

State = Entry.State
MOST = 2_000


class Arrived(TypedDict):
    """Ids of entries: who is checked in by this, who was already, and who cannot be, with the reason."""

    checked_in: list[int]
    already: list[int]
    refused: dict[str, str]


@command("entry.check_in_many", public=True)
def entry_check_in_many(cmd: Command, *, tournament: Tournament, entries: list[int]) -> Arrived:
    """Check in those of these entries who are entered; the others are named with the reason, and nothing else changes.

    Only *entered* becomes *checked in*: what a device kept for twenty minutes brings nobody back who has left since.
    """
    tournament = lock(cmd, tournament)
    require_state(tournament, Tournament.State.ENTRY, Tournament.State.CHECK_IN)
    if not 1 <= len(set(entries)) <= MOST:
        raise UserError("entries", _("Choose whom to check in."), field="entry")
    found = list(_chosen(tournament, entries))
    if len(found) != len(set(entries)):
        raise UserError("no_entry", _("This player is not in this tournament."))
    refused = {str(one.pk): why for one in found if (why := _why_not(tournament, one))}
    arriving = [one for one in found if one.state == State.ENTERED and str(one.pk) not in refused]
    clans = clan_ids([one.user_id for one in arriving])
    for one in arriving:
        one.state, one.checked_in_at, one.clan_id = State.CHECKED_IN, cmd.at, clans.get(one.user_id)
    Entry.objects.bulk_update(arriving, ["state", "checked_in_at", "clan"], batch_size=500)
    done = [one.pk for one in arriving]
    cmd.record(entries=done, refused=sorted(refused))
    return {
        "checked_in": done,
        "already": [one.pk for one in found if one.state == State.CHECKED_IN and one.pk not in set(done)],
        "refused": refused,
    }


def _chosen(tournament: Tournament, entries: Sequence[int]) -> QuerySet[Entry]:
    rows = Entry.objects.filter(tournament=tournament, pk__in=set(entries)).order_by("number")
    return rows.select_related("team", "user")


def _why_not(tournament: Tournament, entry: Entry) -> str:
    """Why somebody cannot be checked in at the door, in words; empty when they can, or are."""
    said = {"name": entry.name}
    if entry.state == State.WAITING:
        return _("%(name)s is on the waiting list. The desk decides.") % said
    if entry.state not in (State.ENTERED, State.CHECKED_IN):
        return _("%(name)s is no longer in the tournament. The desk can put them back.") % said
    if entry.state == State.ENTERED and has_crews(tournament):
        try:
            refuse_without_crew(entry)
        except UserError as error:
            return f"{entry.name}: {error.message}"
    return ""


def arrival_words(answer: Arrived, names: Iterable[str]) -> str:
    """What the door reads after a tap; ``names`` of whom it was about."""
    if answer["refused"]:
        return " ".join(answer["refused"].values())
    shown = ", ".join(names)
    if not answer["checked_in"]:
        return _("%(names)s: checked in already.") % {"names": shown}
    return _("%(names)s: checked in.") % {"names": shown}
