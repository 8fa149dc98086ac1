"""What the rooms below ask of decks, answered in this room's own words."""

from django.utils.translation import gettext as _

from decks.registration.services import draft_set, registration_for_update, require_legal, revision_add
from ledger.commands import Command
from ledger.errors import UserError
from tournaments.entries import questions as of_entries
from tournaments.entries.models import Entry
from tournaments.events.policy import LIMITED

from .rules import deck_rules


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
