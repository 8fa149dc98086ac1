"""Who writes news: the office for the site, owners and organizers for their organization."""

from django.core.exceptions import PermissionDenied
from django.http import Http404

from ledger.commands import Actor
from ledger.people import Person
from tournaments.events.access import OFFICE
from tournaments.organizations.models import Organization
from tournaments.organizations.selectors import ORGANIZING, roles_in

from .models import News


def is_office(user: Person) -> bool:
    """Whether somebody is the office."""
    return bool(user.is_authenticated and user.works_as_office)


def writes(user: Person, organization: Organization | None) -> str:
    """The role in which somebody writes news there; empty for everybody else."""
    if organization is None:
        return OFFICE if is_office(user) else ""
    roles = roles_in(user, organization)
    return next((str(role) for role in ORGANIZING if role in roles), "")


def require_writer(user: Person, organization: Organization | None) -> Actor:
    """The person as an actor who writes there, or 403."""
    role = writes(user, organization)
    if not role:
        raise PermissionDenied
    return Actor(user, role)


def access_news(user: Person, number: int) -> tuple[News, str]:
    """A piece of news and the role in which the reader could change it; 404 for what is not theirs to know of."""
    found = News.objects.select_related("organization").filter(pk=number).first()
    if found is None or (found.organization is not None and found.organization.ended_at is not None):
        raise Http404
    role = writes(user, found.organization)
    seen = found.state == News.State.PUBLISHED or (found.by_office and is_office(user))
    if not (seen or role):
        raise Http404
    return found, role


def may_do(user: Person, news: News, role: str) -> frozenset[str]:
    """What the reader may do with a piece of news on its page; ``role`` as :func:`access_news` found it.

    The office withdraws what an organization wrote, and lets that appear again; it says nothing in its name.
    """
    if role:
        return frozenset({"edit", "picture", "withdraw"} | (set() if news.by_office else {"publish"}))
    return (
        frozenset({"withdraw"} | ({"publish"} if news.by_office else set()))
        if is_office(user)
        else frozenset()
    )
