"""Query plans of the people room."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, When
from django.utils import timezone

from ledger.people import Account
from tournaments.entries.models import Entry
from tournaments.events.models import Staff, Tournament
from tournaments.events.selectors import waiting_invitations
from tournaments.judging.floor import unanswered
from tournaments.organizations.selectors import waiting_asked
from tournaments.programme.invitation_selectors import waiting_places

from .models import Recovery, User

MOST_ROLES = 20
UNSAID = ("tournament__policy", "tournament__description", "tournament__announcement")
OVER = (Tournament.State.FINISHED, Tournament.State.CANCELLED)


class Own(NamedTuple):
    """An entry of somebody, as far as one must know it to choose which are read whole."""

    pk: int
    state: str
    tournament_state: str
    starts_at: datetime


def own_entries(user: Account) -> list[Own]:
    """Everything somebody ever entered, the newest first, a few columns of each."""
    rows = Entry.objects.filter(user=user).order_by("-tournament__starts_at", "-tournament__pk")
    return [
        Own(*row) for row in rows.values_list("pk", "state", "tournament__state", "tournament__starts_at")
    ]


def entries_of(own: Iterable[Own]) -> list[Entry]:
    """These entries in this order, with their tournaments."""
    keys = [one.pk for one in own]
    rows = Entry.objects.select_related("tournament", "team__captain").defer(*UNSAID).in_bulk(keys)
    return [rows[key] for key in keys]


def person_of(user: Account) -> User:
    """A person's row with their place in a clan; as ``recovery`` whether a new password is on its way to them.

    Whether anything waits for their answer: as ``places`` a place in a final, as ``invited`` what a tournament asks, as
    ``asked`` what an organization does.
    """
    recovery = Recovery.objects.filter(ended_at=None, expires_at__gt=timezone.now())
    waiting = {
        "recovery": recovery,
        "places": waiting_places(),
        "invited": waiting_invitations(),
        "asked": waiting_asked(),
    }
    people = User.objects.annotate(
        **{name: Exists(rows.filter(user=OuterRef("pk"))) for name, rows in waiting.items()}
    )
    people = people.select_related("clan_membership__clan")
    return people.get(pk=user.pk or 0)


def players_with_accounts(tournament: Tournament) -> QuerySet[Entry]:
    """Who plays in a tournament under an account; guests have no password, and who withdrew is not here."""
    here = Entry.objects.filter(tournament=tournament, user__guest_of="", user__is_active=True)
    return here.exclude(state=Entry.State.WITHDRAWN).order_by("sort_name", "number")


def roles_of(user: Account) -> list[Staff]:
    """The tournaments a person works at, what is not over first, then the newest; no rehearsal that is over.

    Each with the number of tables to which no judge goes yet, as ``calls``.
    """
    over = Q(tournament__state__in=OVER)
    rows = Staff.objects.filter(user=user).exclude(over, tournament__rehearsal_until__isnull=False)
    order = (Case(When(over, then=1), default=0), "-tournament__starts_at", "role")
    counted = rows.select_related("tournament").annotate(calls=unanswered(OuterRef("tournament")))
    return list(counted.order_by(*order)[:MOST_ROLES])
