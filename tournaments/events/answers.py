"""What the room below asks of events, answered in this room's own words."""

from datetime import datetime

from tournaments.organizations import questions as of_organizations
from tournaments.organizations.models import Organization, Venue

from .hosts import OVER
from .models import Tournament


@of_organizations.events_open.answered_by
def events_open(organization: Organization) -> int:
    """Every event that is neither over nor called off, in preparation too."""
    found = Tournament.objects.filter(organization=organization, rehearsal_until=None)
    return found.exclude(state__in=OVER).count()


@of_organizations.events_at.answered_by
def events_at(venue: Venue, since: datetime) -> int:
    """Events at a venue that are not over, and begin later or are being played."""
    found = Tournament.objects.filter(venue=venue, rehearsal_until=None).exclude(state__in=OVER)
    return (
        found.filter(starts_at__gte=since).count()
        + found.filter(starts_at__lt=since, state=Tournament.State.RUNNING).count()
    )
