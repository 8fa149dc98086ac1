"""Query plans of the clans room. A clan that has ended is in none of them."""

from collections.abc import Iterable

from django.db.models import Count, Q, QuerySet

from ledger.people import Person

from .models import Clan, Membership


def living_clans() -> QuerySet[Clan]:
    """Every clan by name, and as ``size`` how many members let everybody know: a hidden one is not even counted."""
    shown = Q(memberships__user__is_active=True, memberships__shown=True)
    size = Count("memberships", filter=shown)
    counted = Clan.objects.filter(ended_at=None).annotate(size=size)
    # A query that counts forgets the order of its model.
    return counted.order_by(*Clan._meta.ordering or ())


def members_of(clan: Clan, *, hidden: bool = False) -> list[Membership]:
    """The members with their people: the leader first, then by name. Accounts that are closed stay out.

    Who does not let everybody know is left out, unless the reader may see the ``hidden`` ones too.
    """
    rows = Membership.objects.filter(clan=clan, user__is_active=True).select_related("user")
    if not hidden:
        rows = rows.filter(shown=True)
    return sorted(rows, key=lambda one: (one.user_id != clan.leader_id, one.user.sort_name, one.pk))


def clan_of(user: Person) -> Clan | None:
    """The clan a person is in, if any."""
    if not user.is_authenticated:
        return None
    membership = Membership.objects.filter(user=user).select_related("clan").first()
    return membership.clan if membership is not None else None


def clan_by_code(code: str) -> Clan | None:
    """The clan a link invites into; None for a link that was replaced or never was."""
    return Clan.objects.filter(code=code, ended_at=None).first()


def clan_ids(users: Iterable[int]) -> dict[int, int]:
    """The clan of each of these people, by their ids; who is in none is not there. One query."""
    rows = Membership.objects.filter(user__in=set(users))
    return dict(rows.values_list("user_id", "clan_id"))
