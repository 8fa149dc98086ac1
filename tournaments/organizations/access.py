"""Who may do what in an organization: roles are relations of a person to one organization, never global."""

from django.core.exceptions import PermissionDenied
from django.http import Http404

from ledger.commands import Actor
from ledger.people import Person

from .models import Member, Organization
from .selectors import ORGANIZING, living_one, roles_in

OWNERS = (Member.Role.OWNER,)
EVERY_ROLE = tuple(Member.Role)


def access_organization(slug: str) -> Organization:
    """An organization, or 404: everybody may know of one that has not ended."""
    found = living_one(slug)
    if found is None:
        raise Http404
    return found


def require_role(user: Person, organization: Organization, *roles: str) -> Actor:
    """The person as an actor in the first of these roles that they hold, or 403."""
    held = roles_in(user, organization)
    role = next((one for one in roles if one in held), None)
    if role is None:
        raise PermissionDenied
    return Actor(user, str(role))


__all__ = ["EVERY_ROLE", "ORGANIZING", "OWNERS", "access_organization", "require_role"]
