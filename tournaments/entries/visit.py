"""Who somebody is in a tournament, read in one row: what every public page of a hall begins with.

Only pages use it. A command reads rights again, inside its own transaction.
"""

from dataclasses import dataclass

from django.http import Http404

from decks.registration.models import Registration
from ledger.people import Person
from ledger.sql import loaded, run
from tournaments.events.access import Right, rights_here
from tournaments.events.models import Tournament

from .models import Entry
from .statements import ENTRY, HERE, REGISTRATION, TOURNAMENT, pieces


@dataclass(frozen=True)
class Visit:
    """A tournament as one person meets it at one moment."""

    tournament: Tournament
    entry: Entry | None
    rights: frozenset[Right]
    version: int


def visit_or_404(user: Person, slug: str) -> Visit:
    """The tournament a person may know of, with what they are in it; an unpublished one is known to its staff."""
    [rows] = run((HERE, [user.pk if user.is_authenticated else None, slug]))
    if not rows:
        raise Http404
    of_tournament, of_entry, of_registration, rest = pieces(rows[0], TOURNAMENT, ENTRY, REGISTRATION)
    version, named = rest
    tournament = loaded(Tournament, TOURNAMENT, of_tournament)
    entry = None
    if user.is_authenticated and of_entry[0] is not None:
        entry = loaded(Entry, ENTRY, of_entry)
        entry.tournament, entry.user = tournament, user
        entry.registration = loaded(Registration, REGISTRATION, of_registration)
    entered = entry is not None and entry.state != Entry.State.WITHDRAWN
    rights = rights_here(user, tournament, (named or "").split(",") if named else (), entered=entered)
    plays_here = tournament.rehearsal and entered
    if tournament.staff_only and Right.SEE_UNPUBLISHED not in rights and not plays_here:
        raise Http404
    return Visit(tournament, entry, rights, version or 0)
