"""What the rooms below ask of the programme: the circuits that the page of an organization shows."""

from ledger.shapes import Context
from tournaments.events import questions as of_events
from tournaments.organizations.models import Organization

from .selectors import circuits_of


@of_events.circuits_shown.answered_by
def circuits_shown(organization: Organization, drafts: bool) -> list[Context]:
    """Name, state and days of each; one query."""
    return [
        {
            "slug": one.slug,
            "name": one.name,
            "state": one.get_state_display(),
            "starts": one.starts,
            "ends": one.ends,
        }
        for one in circuits_of(organization, drafts=drafts)
    ]
