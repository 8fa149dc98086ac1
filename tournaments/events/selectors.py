"""Query plans of the events room."""

from typing import Any

from django.db.models import Count, Q, QuerySet

from .access import Person
from .models import Staff, Tournament


def visible_tournaments(user: Person) -> QuerySet[Tournament]:
    """Tournaments a person may know of, with the number of players in each."""
    seen = ~Q(state=Tournament.State.DRAFT)
    if user.is_authenticated:
        seen |= Q(staff__user=user)
        if user.is_office:
            seen |= Q(approval=Tournament.Approval.REQUESTED)
    here = Q(entries__state__in=("entered", "checked_in", "dropped"))
    return (
        Tournament.objects.filter(seen)
        .annotate(players=Count("entries", filter=here, distinct=True))
        .distinct()
    )


def waiting_for_office() -> QuerySet[Tournament]:
    """Requests for approval, oldest first."""
    return (
        Tournament.objects.filter(approval=Tournament.Approval.REQUESTED)
        .select_related("created_by")
        .order_by("created_at", "pk")
    )


def staff_of(tournament: Tournament) -> list[dict[str, Any]]:
    """Staff by person: their name and roles."""
    people: dict[int, dict[str, Any]] = {}
    for row in (
        Staff.objects.filter(tournament=tournament)
        .select_related("user")
        .order_by("user__sort_name", "role", "pk")
    ):
        person = people.setdefault(row.user_id, {"user": row.user, "roles": []})
        person["roles"].append({"key": row.role, "label": row.get_role_display()})
    return list(people.values())
