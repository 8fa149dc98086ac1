"""Query plans of the organizations room. One that has ended is in none of them."""

from collections.abc import Iterable
from datetime import datetime
from typing import TypedDict

from django.db.models import Q, QuerySet

from ledger.names import fold
from ledger.people import Account, Person, blocked_ids

from .models import NO_LEVEL, Asked, Bar, Member, Organization, Venue

Role = Member.Role
ORGANIZING = (Role.OWNER, Role.ORGANIZER)
"""Who organizes each event of their organization."""
ON_A_PAGE, MOST_PAGES = 40, 250
MOST_SHOWN = 60


def organizers_of(organization_id: int | None) -> QuerySet[Member]:
    """The rows of those who organize each event of an organization; none of an event that is nobody's."""
    return Member.objects.filter(organization=organization_id, role__in=ORGANIZING)


def organizes(user: Account, organization_id: int) -> bool:
    """Whether somebody organizes each event of an organization."""
    return organizers_of(organization_id).filter(user=user).exists()


def living(text: str = "", kind: str = "") -> QuerySet[Organization]:
    """Organizations by name: all, or those of a kind whose name has this text, whatever its accents."""
    found = Organization.objects.filter(ended_at=None)
    if text := fold(text)[:80]:
        found = found.filter(folded__contains=text)
    if kind in Organization.Kind.values:
        found = found.filter(kind=kind)
    return found


def living_one(slug: str) -> Organization | None:
    """One organization by its address."""
    return Organization.objects.filter(slug=slug, ended_at=None).first()


def roles_in(user: Person, organization: Organization) -> frozenset[str]:
    """The roles somebody holds in an organization; a guest of one event never holds any."""
    if not user.is_authenticated or user.guest_of:
        return frozenset()
    rows = Member.objects.filter(organization=organization, user=user)
    return frozenset(rows.values_list("role", flat=True))


def organizations_of(user: Person, *roles: str) -> list[Organization]:
    """The organizations somebody belongs to, in one of these roles or in any, by name."""
    if not user.is_authenticated or user.guest_of:
        return []
    held = Member.objects.filter(user=user)
    if roles:
        held = held.filter(role__in=roles)
    found = Organization.objects.filter(ended_at=None, pk__in=held.values("organization"))
    return list(found[:MOST_SHOWN])


def that_know(user: Account) -> list[Organization]:
    """Every organization with a row about somebody, ended ones too: a role, a question, a bar."""
    about = Q(members__user=user) | Q(asked__user=user) | Q(bars__user=user)
    return list(Organization.objects.filter(about).distinct().order_by("pk"))


class Belongs(TypedDict):
    """A person of an organization, with the key and the name of each of their roles."""

    user: Account
    roles: list[dict[str, str]]
    since: datetime


def members_of(organization: Organization) -> list[Belongs]:
    """Who belongs to it: those in charge first, then by name. Accounts that are closed stay out."""
    people: dict[int, Belongs] = {}
    rows = Member.objects.filter(organization=organization, user__is_active=True).select_related("user")
    order = {role: place for place, role in enumerate(Role.values)}
    for row in sorted(rows, key=lambda one: (order[one.role], one.user.sort_name, one.pk)):
        said = people.setdefault(row.user_id, {"user": row.user, "roles": [], "since": row.since})
        said["roles"].append({"key": row.role, "label": row.get_role_display()})
    return list(people.values())


def venues_of(organization: Organization) -> list[Venue]:
    """Where it plays, by name; a venue that is closed is not there."""
    return list(Venue.objects.filter(organization=organization, closed_at=None)[:MOST_SHOWN])


def venues_to_choose(organizations: Iterable[Organization]) -> list[Venue]:
    """The venues of these organizations that are open, by name."""
    found = Venue.objects.filter(organization__in=[one.pk for one in organizations], closed_at=None)
    return list(found[:MOST_SHOWN])


def waiting_asked() -> QuerySet[Asked]:
    """What organizations ask of people and wait for, the oldest first."""
    return Asked.objects.filter(state=Asked.State.OPEN, organization__ended_at=None).order_by("made_at", "pk")


def asked_of(user: Account) -> list[Asked]:
    """The same of one person, who does not hear of what somebody asks whom they block."""
    rows = list(waiting_asked().filter(user=user).select_related("organization", "made_by")[:MOST_SHOWN])
    blocked = blocked_ids(user) if rows else set()
    return [one for one in rows if one.made_by_id not in blocked]


def waiting_answers(organization: Organization) -> list[Asked]:
    """Whom an organization has asked and not heard from, by the names as typed."""
    gone = (Asked.State.ACCEPTED, Asked.State.WITHDRAWN)
    return list(Asked.objects.filter(organization=organization).exclude(state__in=gone)[:MOST_SHOWN])


def standing_bars(at: datetime) -> QuerySet[Bar]:
    """Bars that keep somebody out at a moment."""
    return Bar.objects.filter(Q(until=None) | Q(until__gt=at), lifted_at=None)


def bar_against(user: Account, organization_id: int | None, at: datetime) -> Bar | None:
    """What keeps somebody out of the events of an organization at a moment, if anything does."""
    if organization_id is None:
        return None
    return standing_bars(at).filter(organization=organization_id, user=user).first()


def barred_among(people: Iterable[int], organization_id: int | None, at: datetime) -> set[int]:
    """Who of these people (ids) an organization does not let in at a moment."""
    if organization_id is None:
        return set()
    found = standing_bars(at).filter(organization=organization_id, user__in=list(people))
    return set(found.values_list("user_id", flat=True))


def bars_of(organization: Organization) -> list[Bar]:
    """Everybody whom an organization keeps out, the newest first; those that were lifted are not there."""
    found = Bar.objects.filter(organization=organization, lifted_at=None).select_related("made_by")
    return list(found[:MOST_SHOWN])


def asking_for_level() -> QuerySet[Organization]:
    """Organizations that ask the office for a level, the oldest first."""
    asking = Organization.objects.exclude(asked_level=NO_LEVEL).filter(ended_at=None)
    return asking.order_by("asked_at", "pk")
