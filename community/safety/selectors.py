"""Reading what was reported, for those who decide and for those it concerns."""

from datetime import datetime, timedelta

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from ledger.people import Account
from tournaments.organizations.models import Organization

from .models import Matter, Objection, Report

State, Outcome = Matter.State, Objection.Outcome
ON_A_PAGE = 40
REMEMBERED = timedelta(days=180)
"""So long what was found fine is not judged anew while it says the same."""
FALSE_WITHIN, FALSE_ALARMS = timedelta(days=30), 5
"""Who reported so many things within this time with which nothing was wrong may report fewer a day."""


def newest_of(kind: str, key: str, sha256: str, at: datetime) -> Matter | None:
    """The matter that one more report of a thing belongs to: what is open, or was found fine as it still stands."""
    same = Q(state=State.FINE, sha256=sha256, decided_at__gt=at - REMEMBERED)
    rows = Matter.objects.filter(Q(state=State.OPEN) | same, kind=kind, key=key)
    return rows.select_related("organization").order_by("-pk").first()


def false_alarms(user: Account, at: datetime) -> int:
    """How many things somebody reported lately with which nothing was wrong."""
    mine = Report.objects.filter(by=user, matter__state=State.FINE, matter__decided_at__gt=at - FALSE_WITHIN)
    return mine.count()


def waiting(organization: Organization | None) -> QuerySet[Matter]:
    """What waits for a decision: all of it for the office, of an organization what its people look at first.

    For the office what somebody objects to stands here as well, and what is with it stands before the rest.
    """
    objected = Objection.objects.filter(matter=OuterRef("pk"), outcome=Outcome.OPEN)
    rows = Matter.objects.annotate(many=Count("reports"), objected=Exists(objected))
    rows = rows.select_related("organization")
    if organization is not None:
        return rows.filter(organization=organization, with_office=False, state=State.OPEN)
    return rows.filter(Q(state=State.OPEN) | Q(objected=True)).order_by("-with_office", "opened_at", "pk")


def withheld(kind: str, key: str) -> bool:
    """Whether a thing was hidden, and nobody has found since that this was wrong."""
    newest = Matter.objects.filter(kind=kind, key=key).exclude(state=State.OPEN).order_by("-pk")
    return newest.values_list("state", flat=True).first() == State.HIDDEN


def reported_by(user: Account) -> list[Report]:
    """What somebody reported, the newest first."""
    rows = Report.objects.filter(by=user).select_related("matter").order_by("-pk")
    return list(rows[:ON_A_PAGE])


def hidden_of(user: Account) -> list[Matter]:
    """What was hidden of somebody, the newest first; what was reported and found fine they never hear of."""
    objected = Objection.objects.filter(by=user, outcome=Outcome.CHANGED).values("matter")
    rows = Matter.objects.filter(Q(state=State.HIDDEN) | Q(pk__in=objected), concerned=user)
    return list(rows.order_by("-pk")[:ON_A_PAGE])


def part_in(user: Account, matter: Matter) -> str:
    """What a decision is to somebody: ``concerned``, ``reporter``, or nothing at all."""
    if matter.concerned_id == user.pk and any(one.pk == matter.pk for one in hidden_of(user)):
        return "concerned"
    return "reporter" if Report.objects.filter(matter=matter, by=user).exists() else ""
