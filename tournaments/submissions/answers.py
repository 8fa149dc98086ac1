"""What the rooms below ask of decks, answered in this room's own words."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from decks.lists import questions as of_lists
from decks.lists.questions import HandedIn
from decks.registration.services import draft_set, registration_for_update, require_legal, revision_add
from decks.registration.tiles import Held
from ledger.commands import Command
from ledger.errors import UserError
from tournaments.entries import questions as of_entries
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.events.policy import LIMITED

from .rules import deck_rules

MOST_HANDED_IN = 60
"""So many of the newest events say what somebody handed in."""


@of_entries.takes_list.answered_by
def takes_list(cmd: Command, entry: Entry, text: str) -> None:
    """Submit a list in the command that enters its player, by the one validator; the row names its hash, no card."""
    if entry.registration_id is None:
        raise RuntimeError("an entry without a registration")
    registration = registration_for_update(entry.registration_id)
    if registration.format == LIMITED:
        words = _("Here the opened cards are recorded and signed first. Enter the player without a list.")
        raise UserError("pool_first", words, field="text")
    report = require_legal(text, deck_rules(entry.tournament, registration).report)
    draft_set(registration, text=text, name="", at=cmd.at)
    revision = revision_add(registration, report, name="", by=cmd.actor.user, at=cmd.at)
    cmd.record(registration=registration.pk, revision=revision.number, sha256=revision.sha256)


@of_lists.handed_in_by.answered_by
def handed_in_by(user: int) -> Sequence[HandedIn]:
    """The revision that counts of each registration, once its event is finished; a rehearsal is no event.

    Before that a list can be closed to its own player (M07), and to a guest with a new link for ever.
    """
    mine = Entry.objects.filter(user=user, user__guest_of="", registration__current__isnull=False)
    over = mine.filter(tournament__state=Tournament.State.FINISHED, tournament__rehearsal_until=None)
    over = over.select_related("tournament", "registration__current")
    handed_in = []
    for entry in over.order_by("-tournament__starts_at", "-pk")[:MOST_HANDED_IN]:
        registration, event = entry.registration, entry.tournament
        if registration is None or (current := registration.current) is None:
            continue
        held = Held(
            registration.game, registration.pool_key, current.pool_sha256, current.main, current.sideboard
        )
        url = reverse("tournaments:deck_receipt", args=[event.slug])
        handed_in.append(HandedIn(held, current.name or event.name, event.name, event.starts_at, url))
    return handed_in
