"""An entry with what was registered for it and the list that it plays, out of one row of a query."""

from typing import Any

from decks.registration.models import DeckRevision, Registration
from ledger.sql import loaded
from tournaments.events.models import Tournament

from .models import Entry
from .statements import ENTRY, PLAYED, REGISTRATION, pieces


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
