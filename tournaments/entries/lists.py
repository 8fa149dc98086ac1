"""An entry with what was registered for it and the list that it plays, out of one row of a query."""

from collections.abc import Collection
from typing import Any

from django.utils.translation import ngettext

from decks.registration.models import DeckRevision, Registration
from ledger.errors import UserError
from ledger.sql import loaded
from tournaments.events.models import Tournament

from .models import Entry
from .statements import ENTRY, PLAYED, REGISTRATION, pieces


def require_lists(tournament: Tournament, missing: Collection[str]) -> None:
    """Refuse to start a table while somebody there (``missing``, names) has no list, where one is asked for (S4)."""
    if missing and tournament.policy.deck_required:
        text = ngettext(
            "%(names)s has not submitted a deck yet, so this table cannot start. Ask at the desk.",
            "%(names)s have not submitted a deck yet, so this table cannot start. Ask at the desk.",
            len(missing),
        )
        raise UserError("deck_missing", text % {"names": ", ".join(missing)})


def entry_with_list(tournament: Tournament | None, row: tuple[Any, ...]) -> tuple[Entry | None, Any]:
    """The entry of a row that begins with the columns of ``ENTRY``, ``REGISTRATION`` and ``PLAYED``, and what is left.

    None where the row has no entry. Of the list itself only its cards are read.
    """
    of_entry, of_registration, of_list, rest = pieces(row, ENTRY, REGISTRATION, PLAYED)
    if of_entry[0] is None:
        return None, rest
    entry = loaded(Entry, ENTRY, of_entry)
    if tournament is not None:
        entry.tournament = tournament
    if of_registration[0] is not None:
        entry.registration = loaded(Registration, REGISTRATION, of_registration)
        entry.registration.current = loaded(DeckRevision, PLAYED, of_list) if of_list[0] is not None else None
    return entry, rest
