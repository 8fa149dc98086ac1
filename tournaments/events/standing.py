"""What the standing of an event gives its staff over personal data that was not typed there: one table.

Anybody can found an event and give themselves every role in it; so the roles alone open nothing about people but what
they typed in that event. What goes beyond is earned: by the word of the office on the event, or on its organization up
to a level. That trust ends for all its events at once when the office takes it back, though what they are called stays
(decisions 310 and 601).
"""

from enum import StrEnum

from django.db.models import F, Q

from ledger.people import Person
from tournaments.organizations.selectors import organizes

from .models import Tournament


class Standing(StrEnum):
    """How far an event is trusted."""

    CASUAL = "casual"
    APPROVED = "approved"
    CHAMPIONSHIP = "championship"


class Power(StrEnum):
    """A right over personal data that exists in an event, or does not."""

    MEMORY = "memory"  # its head judge reads what people got in other events
    FEEDS = "feeds"  # what people get here is read in other events
    BARS = "bars"  # what people got here, and a day that never ends, can keep them from being erased
    REAL_NAMES = "real_names"  # its desk reads real names that are not shown to everybody
    GUARDIANS = "guardians"  # its desk reads how to reach guardians, and says that it spoke with them
    PRECEDENTS = "precedents"  # its judges read and publish precedents


POWERS: dict[Standing, frozenset[Power]] = {
    Standing.CASUAL: frozenset(),
    Standing.APPROVED: frozenset(Power),
    Standing.CHAMPIONSHIP: frozenset(Power),
}


def standing_of(tournament: Tournament) -> Standing:
    """The standing of an event; a rehearsal has none, whatever it was copied from."""
    if not tournament.organized_play or tournament.rehearsal:
        return Standing.CASUAL
    return Standing.APPROVED if not tournament.sanctioned or is_covered(tournament) else Standing.CASUAL


def is_covered(tournament: Tournament) -> bool:
    """Whether its organization may hold an event of its level without a look of the office."""
    organization = tournament.organization
    return (
        organization is not None and organization.ended_at is None and organization.level >= tournament.scale
    )


def opens_approved(tournament: Tournament, user: Person | None) -> bool:
    """Whether entry that this person opens approves it, by the level of its organization; not what the office refused.

    The trust is that of the organization: who no longer organizes for it does not have it (decision 601).
    """
    asked = (Tournament.Approval.NONE, Tournament.Approval.REQUESTED)
    if tournament.approval not in asked or tournament.rehearsal or not is_covered(tournament):
        return False
    return user is not None and user.is_authenticated and organizes(user, tournament.organization_id or 0)


def has_power(tournament: Tournament, power: Power) -> bool:
    """Whether this right over personal data exists in an event."""
    return power in POWERS[standing_of(tournament)]


def with_power(power: Power, path: str = "") -> Q:
    """The events in which it exists, as a condition of a query; with the path to the event."""
    covered = {
        f"{path}organization__level__gte": F(f"{path}scale"),
        f"{path}organization__ended_at": None,
        f"{path}organization__isnull": False,
    }
    approved = Q(**{f"{path}approval": Tournament.Approval.APPROVED, f"{path}rehearsal_until": None})
    approved &= Q(**{f"{path}sanctioned": False}) | Q(**covered)
    found = Q(pk__in=[])
    for standing, powers in POWERS.items():
        if power in powers:
            found |= approved if standing is not Standing.CASUAL else ~approved
    return found
