"""What this room puts into an agenda: the matches of leagues for which a time is agreed."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.people import Account
from tournaments.agenda.sources import Item, register
from tournaments.rounds.units import unit_of

from .selectors import ONLINE, appointments_of

LENGTH = timedelta(hours=2)
"""How long a match of a league is said to last."""


def place_words(place: str) -> str:
    """A place as people read it."""
    return _("online") if place == ONLINE else place


def appointments(user: Account, since: datetime, until: datetime) -> Sequence[Item]:
    """The matches of leagues that a person has agreed to play in this time."""
    found = []
    for one in appointments_of(user.pk or 0, since - LENGTH, until):
        match = one.match
        if one.starts_at is None:
            continue
        unit_of(match.tournament).label(match.tournament, [match])
        own = unit_of(match.tournament).seat_holders(match.tournament, [user.pk or 0])
        others = [seat.name for seat in match.seats.all() if seat.entry_id not in own.values()]
        found.append(
            Item(
                key=f"league-{match.pk}",
                title=_("%(league)s: against %(name)s")
                % {"league": match.tournament.name, "name": ", ".join(others)},
                about=match.tournament.name,
                starts_at=one.starts_at,
                ends_at=one.starts_at + LENGTH,
                place=place_words(one.place),
                where=reverse("tournaments:league_mine", args=[match.tournament.slug]),
                alone=True,
            )
        )
    return found


register("leagues", appointments)
