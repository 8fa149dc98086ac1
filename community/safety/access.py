"""Who decides about what was reported: the office, and the people of an organization about what is theirs."""

from typing import NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import Http404

from ledger.commands import Actor
from ledger.people import Account, Person
from tournaments.events.access import OFFICE
from tournaments.organizations.models import Organization
from tournaments.organizations.selectors import ORGANIZING, roles_in

from .models import Matter
from .selectors import part_in


class Part(NamedTuple):
    """A matter, and what it is to who reads of it."""

    matter: Matter
    part: str


def is_office(user: Person) -> bool:
    """Whether somebody is the office."""
    return bool(user.is_authenticated and user.works_as_office)


def require_decider(user: Person, organization: Organization | None) -> Actor:
    """The person as an actor who decides there, or 403."""
    if organization is None and is_office(user):
        return Actor(user, OFFICE)
    roles = roles_in(user, organization) if organization is not None else frozenset()
    role = next((str(one) for one in ORGANIZING if one in roles), "")
    if not role:
        raise PermissionDenied
    return Actor(user, role)


def access_matter(user: Person, number: int) -> tuple[Matter, Actor]:
    """A matter and its reader as who decides; 404 for everybody else."""
    matter = Matter.objects.select_related("organization").filter(pk=number).first()
    if matter is not None and is_office(user):
        return matter, Actor(user, OFFICE)
    if matter is None or matter.with_office or matter.organization is None:
        raise Http404
    try:
        return matter, require_decider(user, matter.organization)
    except PermissionDenied as error:
        raise Http404 from error


def access_decision(user: Account, number: int) -> Part:
    """A matter that somebody reported, or that hid something of theirs; 404 for every other."""
    matter = Matter.objects.filter(pk=number).first()
    part = part_in(user, matter) if matter is not None else ""
    if matter is None or not part:
        raise Http404
    return Part(matter, part)
