"""Query plans of the events room."""

from collections.abc import Iterable
from typing import TypedDict

from django.db.models import QuerySet

from ledger.people import Account, blocked_ids
from tournaments.organizations.models import Organization

from .models import Invitation, Staff, Tournament
from .questions import players_counted
from .zones import JUDGING

MOST_PAGES = 100
"""How far back a program turns the pages of a list: each page back costs a little more."""
MOST_FOR_ONE = 20
"""Open invitations one account sees at a time: what comes on top waits, so that nobody's page is flooded."""


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


def waiting_invitations() -> QuerySet[Invitation]:
    """What waits for somebody's answer, oldest first; nothing once it is over."""
    over = (Tournament.State.FINISHED, Tournament.State.CANCELLED)
    waiting = Invitation.objects.filter(state=Invitation.State.OPEN).order_by("made_at", "pk")
    return waiting.exclude(tournament__state__in=over, kind=Invitation.Kind.PLAY)


def invitations_of(user: Account) -> list[Invitation]:
    """The same of one person, no more than :data:`MOST_FOR_ONE`."""
    rows = list(
        waiting_invitations().filter(user=user).select_related("tournament", "made_by")[:MOST_FOR_ONE]
    )
    blocked = blocked_ids(user) if rows else set()
    return [one for one in rows if heard(one, blocked)]


def heard(invitation: Invitation, blocked: set[int]) -> bool:
    """Whether an invitation is shown to who has blocked these people.

    The place that somebody played as a guest is theirs, whoever is at the desk; all else is reaching out to a person.
    """
    return invitation.kind == Invitation.Kind.CLAIM or invitation.made_by_id not in blocked


def own_invitation(user: Account, invitation_id: int) -> Invitation | None:
    """One invitation of this person that waits, with its tournament."""
    own = Invitation.objects.filter(user=user, pk=invitation_id, state=Invitation.State.OPEN)
    found = own.select_related("tournament").first()
    return found if found is not None and heard(found, blocked_ids(user)) else None


def invitations_made(tournament: Tournament, *kinds: str) -> QuerySet[Invitation]:
    """What a tournament has asked and not heard about, newest first: for its staff, by the names as typed."""
    return Invitation.objects.filter(tournament=tournament, kind__in=kinds).exclude(
        state__in=(Invitation.State.ACCEPTED, Invitation.State.WITHDRAWN)
    )
