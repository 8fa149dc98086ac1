"""What the standing of an event gives its staff over personal data that was not typed there: one table.

Anybody can found an event and give themselves every role in it; so the roles alone open nothing about people but what
they typed in that event. What goes beyond is earned: by the word of the office today, by an organization and its level
when there are some (:func:`standing_of` is the one place that then changes). Decision 310.
"""

from enum import StrEnum

from django.db.models import Q

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
    return Standing.APPROVED if tournament.organized_play and not tournament.rehearsal else Standing.CASUAL


def has_power(tournament: Tournament, power: Power) -> bool:
    """Whether this right over personal data exists in an event."""
    return power in POWERS[standing_of(tournament)]


def with_power(power: Power, path: str = "") -> Q:
    """The events in which it exists, as a condition of a query; with the path to the event."""
    approved = {f"{path}approval": Tournament.Approval.APPROVED, f"{path}rehearsal_until": None}
    found = Q(pk__in=[])
    for standing, powers in POWERS.items():
        if power in powers:
            found |= Q(**approved) if standing is not Standing.CASUAL else ~Q(**approved)
    return found
