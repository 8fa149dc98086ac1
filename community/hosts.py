"""Who acts for a host: the office for the site, the owners and organizers of an organization for theirs."""

from django.contrib.auth import get_user_model
from django.core.exceptions import PermissionDenied

from ledger.commands import Actor
from ledger.people import Person
from tournaments.events.access import OFFICE
from tournaments.organizations.models import Organization
from tournaments.organizations.selectors import ORGANIZING, roles_in


def is_office(user: Person) -> bool:
    """Whether somebody is the office."""
    return bool(user.is_authenticated and user.works_as_office)


def host_role(user: Person, organization: Organization | None) -> str:
    """The role in which somebody acts for a host, the site where there is no organization; empty for everybody else."""
    if organization is None:
        return OFFICE if is_office(user) else ""
    roles = roles_in(user, organization)
    return next((str(role) for role in ORGANIZING if role in roles), "")


def require_host(user: Person, organization: Organization | None) -> Actor:
    """The person as an actor of that host, or 403."""
    role = host_role(user, organization)
    if not role:
        raise PermissionDenied
    return Actor(user, role)


def others_in_office(*but: int | None) -> bool:
    """Whether anybody but these people could decide for the office."""
    office = get_user_model().objects.filter(is_office=True, is_active=True)
    return office.exclude(pk__in=[one for one in but if one is not None]).exists()
