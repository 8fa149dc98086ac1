"""Whose event it is, where it is held and how large it is meant: what its organizer may say, and what cannot be."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from ledger.errors import Problem
from ledger.people import Person
from tournaments.organizations.models import Level, Organization, Venue
from tournaments.organizations.selectors import organizes

from .kinds import first_format
from .models import Tournament
from .policy import Policy
from .setting_words import CHAMPIONSHIP

MOST_OF_AN_EVENING = 128
"""Places of an evening: with more it is an open event."""
USUAL_LENGTH = timedelta(hours=8)
"""How long an event keeps its tables where nobody said when the hall closes."""
SEATS_OF_DUELS, SEATS_OF_PODS = 2, 4
PLACE_LENGTH = 200
OVER = (Tournament.State.FINISHED, Tournament.State.CANCELLED)


class Host(NamedTuple):
    """Whose event it is (None: its organizer's own), where, how large, and whether it is for beginners."""

    organization_id: int | None = None
    venue_id: int | None = None
    scale: int = Level.EVENING
    beginners: bool = False


class When(NamedTuple):
    """What decides how many tables an event needs, and from when to when."""

    policy: Policy
    capacity: int
    starts_at: datetime
    closes_at: datetime | None = None


HOST_FIELDS = Host._fields


def scale_of(policy: Policy, scale: int, capacity: int) -> int:
    """How large an event is: as it is said, and no smaller than its rules of play and its places make it."""
    if policy.level == CHAMPIONSHIP:
        return Level.CHAMPIONSHIP
    return Level.OPEN if capacity > MOST_OF_AN_EVENING else min(scale, Level.OPEN)


def host_problems(
    user: Person | None, host: Host, when: When, besides: Tournament | None = None
) -> list[Problem]:
    """What of these values cannot be, for somebody who says them (None: the system); ``besides``: the event itself."""
    found = []
    number = host.organization_id or 0
    organization = Organization.objects.filter(pk=number, ended_at=None).first()
    kept = besides is not None and besides.organization_id == host.organization_id
    if host.organization_id is not None and (
        organization is None
        or not (kept or user is None or (user.is_authenticated and organizes(user, organization.pk)))
    ):
        text = _("Choose an organization for which you organize events, or none.")
        found.append(Problem("organization", text, "organization_id"))
    if host.scale not in Level.values:
        found.append(Problem("scale", _("Choose one of the sizes."), "scale"))
    return found + _venue_problems(host, when, besides)


def _venue_problems(host: Host, when: When, besides: Tournament | None) -> list[Problem]:
    if host.venue_id is None:
        return []
    venue = Venue.objects.filter(pk=host.venue_id, organization=host.organization_id).first()
    stays = besides is not None and besides.venue_id == host.venue_id
    if venue is None or (venue.closed_at is not None and not stays):
        return [Problem("venue", _("Choose one of the organization's venues, or none."), "venue_id")]
    needed, taken = tables_needed(when), _taken(venue, when, besides)
    if venue.tables and taken and needed + sum(count for _event, count in taken) > venue.tables:
        text = _(
            "%(venue)s has %(tables)s tables. This event needs %(needed)s of them, and %(other)s (%(day)s) has "
            "%(taken)s at the same time. Choose another time or place, or fewer players."
        )
        other, _count = taken[0]
        said = {
            "venue": venue.name,
            "tables": venue.tables,
            "needed": needed,
            "other": other.name,
            "day": localtime(other.starts_at).strftime("%Y-%m-%d %H:%M"),
            "taken": sum(count for _event, count in taken),
        }
        return [Problem("venue_taken", text % said, "venue_id")]
    return []


def tables_needed(when: When) -> int:
    """How many tables an event needs when all its places are taken."""
    seats = SEATS_OF_PODS if first_format(when.policy).many_seats else SEATS_OF_DUELS
    return -(-when.capacity // seats)


def _ends(one: When) -> datetime:
    return one.closes_at or one.starts_at + USUAL_LENGTH


def _taken(venue: Venue, when: When, besides: Tournament | None) -> list[tuple[Tournament, int]]:
    """The other events at a venue at the same time, with the tables that each needs, the most first."""
    near = Tournament.objects.filter(
        venue=venue,
        rehearsal_until=None,
        starts_at__lt=_ends(when),
        starts_at__gt=when.starts_at - timedelta(days=7),
    ).exclude(state__in=OVER)
    if besides is not None:
        near = near.exclude(pk=besides.pk)
    taken = []
    for other in near.order_by("starts_at", "pk"):
        theirs = When(other.policy, other.capacity, other.starts_at, other.closes_at)
        if _ends(theirs) > when.starts_at:
            taken.append((other, tables_needed(theirs)))
    return sorted(taken, key=lambda one: -one[1])


def place_of(venue_id: int | None) -> str:
    """A venue on one line, as it stands on the page of an event that is held there; empty without one."""
    venue = Venue.objects.filter(pk=venue_id or 0).first()
    return f"{venue.name}, {venue.address}"[:PLACE_LENGTH] if venue is not None else ""
