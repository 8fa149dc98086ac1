"""Organizations for tests, through the services the pages use."""

from typing import Any

from ledger.commands import Actor
from tests.tournaments.hall import make_tournament, make_user
from tournaments.events.models import Tournament
from tournaments.organizations.models import Asked, Member, Organization, Venue
from tournaments.organizations.services import organization_create, organization_decide_level
from tournaments.organizations.venue_services import VenueValues, venue_add

PLACE: VenueValues = {
    "name": "Back room",
    "street": "Dorpsstraat 1",
    "postcode": "3511 AA",
    "town": "Utrecht",
    "country": "NL",
    "latitude": 52.09,
    "longitude": 5.12,
    "tables": 20,
    "wheelchair": True,
    "hours": "Fr 19-23",
    "house_rules": "No shouting",
}


def actor(user: Any, role: str = "owner") -> Actor:
    return Actor(user, role)


def found(name: str = "Orbit Club", owner: Any = None, kind: str = "club") -> Organization:
    """An organization and its owner (``created_by``)."""
    owner = owner or make_user(f"Owner of {name}")
    made = organization_create(actor=actor(owner), name=name, kind=kind)
    return Organization.objects.get(pk=made["organization"])


def join(organization: Organization, role: str, user: Any = None) -> Any:
    """Somebody who said yes to a role; through the commands."""
    from tournaments.organizations.member_services import member_answer, member_ask

    user = user or make_user(f"{role} of {organization.slug}")
    owner = Member.objects.filter(organization=organization, role="owner").first().user
    member_ask(actor=actor(owner), organization=organization, username=user.username, role=role)
    asked = Asked.objects.get(organization=organization, user=user, role=role)
    member_answer(actor=actor(user), organization=organization, asked_id=asked.pk, accept=True)
    return user


def trust(organization: Organization, level: int) -> None:
    """The office trusts it up to a level."""
    office = make_user("Office", is_office=True)
    organization_decide_level(
        actor=Actor(office, "office"), organization=organization, level=level, note="As you were."
    )


def venue_of(organization: Organization, **values: Any) -> Venue:
    """A venue of an organization."""
    owner = Member.objects.filter(organization=organization, role="owner").first().user
    said: Any = {**PLACE, **values}
    made = venue_add(actor=actor(owner), organization=organization, values=said)
    return Venue.objects.get(pk=made["venue"])


def event_of(organization: Organization, name: str = "Friday", **params: Any) -> Tournament:
    """An event of an organization in preparation; its maker is the organization's owner."""
    owner = Member.objects.filter(organization=organization, role="owner").first().user
    return make_tournament(name, by=owner, organization_id=organization.pk, **params)
