"""Reading news."""

from django.db.models import Q, QuerySet

from tournaments.organizations.models import Member, Organization
from tournaments.organizations.selectors import ORGANIZING

from .models import News

State = News.State
ON_A_PAGE = 12
LIVING = Q(organization=None) | Q(organization__ended_at=None)
"""Of the site, or of an organization that has not ended."""


def published() -> QuerySet[News]:
    """What everybody may read, the newest first."""
    return News.objects.filter(LIVING, state=State.PUBLISHED).select_related("organization")


def of(organization: Organization | None) -> QuerySet[News]:
    """The same of one organization, or of the site itself."""
    return published().filter(organization=organization)


def in_preparation(organization: Organization | None) -> list[News]:
    """What its writers have begun and planned, what was changed last first."""
    waiting = News.objects.filter(organization=organization, state__in=(State.DRAFT, State.PLANNED))
    return list(waiting.order_by("-changed_at", "-pk")[:ON_A_PAGE])


def writers_of(organization: Organization) -> list[int]:
    """Who writes news for an organization: ids of accounts."""
    members = Member.objects.filter(organization=organization, role__in=ORGANIZING)
    return list(members.order_by("user_id").values_list("user_id", flat=True).distinct())
