"""Who of those who take part works at the event, or at the office: so that nobody is taken for them by a name alone."""

from django.db.models import Exists, OuterRef, Q

from tournaments.events.models import Staff, Tournament
from tournaments.organizations.selectors import organizers_of

from .models import Entry

_Role = Staff.Role
JUDGE, ORGANIZER, OFFICE = "judge", "organizer", "office"


def staff_marks(tournament: Tournament) -> dict[int, str]:
    """By the entry (id), as what its person works: judge, organizer or office; one query, few rows."""
    here = Staff.objects.filter(tournament=tournament, user=OuterRef("user"))
    found = Entry.objects.filter(tournament=tournament).annotate(
        judges=Exists(here.filter(role__in=(_Role.JUDGE, _Role.HEAD_JUDGE))),
        organizes=Exists(here.filter(role=_Role.ORGANIZER))
        | Exists(organizers_of(tournament.organization_id).filter(user=OuterRef("user"))),
    )
    working = found.filter(Q(judges=True) | Q(organizes=True) | Q(user__is_office=True))
    return {
        pk: JUDGE if judges else ORGANIZER if organizes else OFFICE
        for pk, judges, organizes in working.values_list("pk", "judges", "organizes")
    }
