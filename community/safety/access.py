"""Who decides about what was reported: the office, and the people of an organization about what is theirs."""

from typing import NamedTuple

from django.http import Http404

from community.hosts import host_role, is_office
from ledger.commands import Actor
from ledger.people import Account, Person
from tournaments.events.access import OFFICE

from .models import Matter
from .selectors import part_in


class Part(NamedTuple):
    """A matter, and what it is to who reads of it."""

    matter: Matter
    part: str


def access_matter(user: Person, number: int) -> tuple[Matter, Actor]:
    """A matter and its reader as who decides; 404 for everybody else."""
    matter = Matter.objects.select_related("organization").filter(pk=number).first()
    if matter is not None and is_office(user):
        return matter, Actor(user, OFFICE)
    if matter is None or matter.with_office or matter.organization is None:
        raise Http404
    role = host_role(user, matter.organization)
    if not role:
        raise Http404
    return matter, Actor(user, role)


def access_decision(user: Account, number: int) -> Part:
    """A matter that somebody reported, or that hid something of theirs; 404 for every other."""
    matter = Matter.objects.filter(pk=number).first()
    part = part_in(user, matter) if matter is not None else ""
    if matter is None or not part:
        raise Http404
    return Part(matter, part)
