"""Query plans of the events room."""

from collections.abc import Iterable
from typing import NamedTuple, TypedDict

from django.db.models import Q, QuerySet

from ledger.people import Account, Person
from tournaments.organizations.models import Organization

from .access import worked_at
from .models import Invitation, Staff, Tournament
from .questions import players_counted
from .zones import JUDGING

ON_A_PAGE, MOST_PAGES = 60, 100
"""Tournaments on a page of the list, and how far back one can turn the pages: each page back costs a little more."""
MOST_FOR_ONE = 20
"""Open invitations one account sees at a time: what comes on top waits, so that nobody's page is flooded."""


def visible_tournaments(user: Person) -> QuerySet[Tournament]:
    """Tournaments a person may know of, the newest first, with the number of players in each."""
    seen = ~Q(state=Tournament.State.DRAFT) & Q(rehearsal_until=None)
    if user.is_authenticated:
        seen |= worked_at(user)
        if user.works_as_office:
            seen |= Q(approval=Tournament.Approval.REQUESTED)
    return Tournament.objects.filter(seen).annotate(players=players_counted())


class Leaf(NamedTuple):
    """One page of a list that grows, and the numbers of the pages beside it, 0 where there is none."""

    rows: list[Tournament]
    newer: int
    older: int


def leaf_of(found: QuerySet[Tournament], page: int) -> Leaf:
    """Page ``page``, from 1, of a list. Nothing is counted: whether there is another page, one row more tells."""
    page = min(max(page, 1), MOST_PAGES)
    rows = list(found[(page - 1) * ON_A_PAGE : page * ON_A_PAGE + 1])
    older = page + 1 if len(rows) > ON_A_PAGE and page < MOST_PAGES else 0
    return Leaf(rows[:ON_A_PAGE], page - 1, older)


def rehearsals_of(user: Account) -> list[Tournament]:
    """The rehearsals of somebody that are not over, the newest first."""
    over = (Tournament.State.FINISHED, Tournament.State.CANCELLED)
    found = Tournament.objects.filter(staff__user=user, rehearsal_until__isnull=False).exclude(state__in=over)
    return list(found.distinct().order_by("-created_at", "-pk")[:MOST_SHOWN])


def dates_of(tournament: Tournament, *, drafts: bool = False) -> list[Tournament]:
    """The other dates of its series, the earliest first; those in preparation for their organizer alone."""
    if not tournament.series:
        return []
    others = Tournament.objects.filter(series=tournament.series).exclude(pk=tournament.pk)
    if not drafts:
        others = others.exclude(state=Tournament.State.DRAFT)
    return list(others.order_by("starts_at", "pk")[:MOST_SHOWN])


def templates_of(organizations: Iterable[int]) -> QuerySet[Tournament]:
    """What these organizations (ids) keep as templates, by the names they gave them."""
    kept = Tournament.objects.filter(organization__in=list(organizations)).exclude(kept_as="")
    return kept.order_by("kept_as", "pk")


def events_of(organization: Organization, *, drafts: bool) -> QuerySet[Tournament]:
    """The events of an organization with the number of players in each; those in preparation for its organizers."""
    found = Tournament.objects.filter(organization=organization, rehearsal_until=None)
    if not drafts:
        found = found.exclude(state=Tournament.State.DRAFT)
    return found.annotate(players=players_counted())


def waiting_for_office() -> QuerySet[Tournament]:
    """Requests for approval, oldest first."""
    return (
        Tournament.objects.filter(approval=Tournament.Approval.REQUESTED)
        .select_related("created_by")
        .order_by("created_at", "pk")
    )


MOST_SHOWN = 60
"""Dates of one series that a page lists."""


class StaffRow(TypedDict):
    """A person of the staff, with the key and the name of each of their roles, and the tables they look after.

    ``judges``: whether they can be given any.
    """

    user: Account
    roles: list[dict[str, str]]
    judges: bool
    zone: tuple[int, int] | None


def staff_of(tournament: Tournament) -> list[StaffRow]:
    """Staff by person: their name, roles and zone."""
    people: dict[int, StaffRow] = {}
    for row in (
        Staff.objects.filter(tournament=tournament)
        .select_related("user")
        .order_by("user__sort_name", "role", "pk")
    ):
        person = people.setdefault(
            row.user_id, {"user": row.user, "roles": [], "judges": False, "zone": None}
        )
        person["roles"].append({"key": row.role, "label": row.get_role_display()})
        person["judges"] = person["judges"] or row.role in JUDGING
        if row.zone_first is not None and row.zone_last is not None:
            person["zone"] = (row.zone_first, row.zone_last)
    return list(people.values())


def invitations_of(user: Account) -> list[Invitation]:
    """What waits for a person's answer, oldest first and no more than :data:`MOST_FOR_ONE`; nothing once it is over."""
    waiting = Invitation.objects.filter(user=user, state=Invitation.State.OPEN).select_related(
        "tournament", "made_by"
    )
    over = (Tournament.State.FINISHED, Tournament.State.CANCELLED)
    return list(
        waiting.exclude(tournament__state__in=over, kind=Invitation.Kind.PLAY).order_by("made_at", "pk")[
            :MOST_FOR_ONE
        ]
    )


def own_invitation(user: Account, invitation_id: int) -> Invitation | None:
    """One invitation of this person that waits, with its tournament."""
    own = Invitation.objects.filter(user=user, pk=invitation_id, state=Invitation.State.OPEN)
    return own.select_related("tournament").first()


def invitations_made(tournament: Tournament, *kinds: str) -> QuerySet[Invitation]:
    """What a tournament has asked and not heard about, newest first: for its staff, by the names as typed."""
    return Invitation.objects.filter(tournament=tournament, kind__in=kinds).exclude(
        state__in=(Invitation.State.ACCEPTED, Invitation.State.WITHDRAWN)
    )
