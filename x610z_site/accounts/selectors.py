"""Query plans of the people room."""

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from ledger.people import Account
from tournaments.entries.models import Entry
from tournaments.events.models import Staff, Tournament

from .models import Recovery, User

OVER = (Tournament.State.FINISHED, Tournament.State.CANCELLED)


def entries_of(user: Account) -> QuerySet[Entry]:
    """The tournaments a person plays in, newest first."""
    entries = Entry.objects.filter(user=user).select_related("tournament", "team__captain")
    return entries.order_by("-tournament__starts_at", "-tournament__pk")


def person_of(user: Account) -> User:
    """A person's row with their place in a clan, and as ``recovery`` whether a new password is on its way to them."""
    asked = Recovery.objects.filter(user=OuterRef("pk"), ended_at=None, expires_at__gt=timezone.now())
    people = User.objects.annotate(recovery=Exists(asked)).select_related("clan_membership__clan")
    return people.get(pk=user.pk or 0)


def players_with_accounts(tournament: Tournament) -> QuerySet[Entry]:
    """Who plays in a tournament under an account; guests have no password, and who withdrew is not here."""
    here = Entry.objects.filter(tournament=tournament, user__guest_of="", user__is_active=True)
    return here.exclude(state=Entry.State.WITHDRAWN).order_by("sort_name", "number")


def roles_of(user: Account) -> QuerySet[Staff]:
    """The tournaments a person works at, newest first."""
    return (
        Staff.objects.filter(user=user)
        .exclude(tournament__rehearsal_until__isnull=False, tournament__state__in=OVER)
        .select_related("tournament")
        .order_by("-tournament__starts_at", "role")
    )
