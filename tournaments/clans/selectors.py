"""Query plans of the clans room. A clan that has ended is in none of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from ledger.names import fold
from ledger.people import Account, Person, blocked_ids

from .models import MOST_MEMBERS, Clan, Membership

SHOWN, MOST_WORDS, MOST_PAGES = 24, 6, 400
"""Clans on one page, words of a search that count, and pages that one turns to; the rest is searched for."""


@dataclass(frozen=True)
class FoundClans:
    """One page (from 1) of the clans found, each with ``size``, and whether there is another.

    ``total``: how many were found, 0 while nobody searches: all clans are never counted.
    """

    clans: Sequence[Clan]
    total: int
    page: int
    more: bool


def living_clans() -> QuerySet[Clan]:
    """Every clan by name, and as ``size`` how many members let everybody know: a hidden one is not even counted.

    The members are counted for the rows that are read, never for all clans.
    """
    shown = Membership.objects.filter(clan=OuterRef("pk"), user__is_active=True, shown=True).order_by()
    counted = Subquery(
        shown.values("clan").annotate(many=Count("pk")).values("many"), output_field=IntegerField()
    )
    return Clan.objects.filter(ended_at=None).annotate(size=Coalesce(counted, 0))


def clans_found(text: str = "", *, page: int = 1, besides: Clan | None = None) -> FoundClans:
    """The clans whose name has every word of ``text``, whatever its accents; a page beyond the end is empty."""
    found = living_clans()
    for word in fold(text).split()[:MOST_WORDS]:
        found = found.filter(folded__contains=word)
    if besides is not None:
        found = found.exclude(pk=besides.pk)
    page = min(max(page, 1), MOST_PAGES)
    rows = list(found[(page - 1) * SHOWN : page * SHOWN + 1])
    return FoundClans(rows[:SHOWN], found.count() if text else 0, page, len(rows) > SHOWN)


def members_of(clan: Clan, *, hidden: bool = False) -> list[Membership]:
    """The members with their people: the leader first, then by name. Accounts that are closed stay out.

    Who does not let everybody know is left out, unless the reader may see the ``hidden`` ones too.
    """
    rows = Membership.objects.filter(clan=clan, user__is_active=True).select_related("user")
    if not hidden:
        rows = rows.filter(shown=True)
    return sorted(rows, key=lambda one: (one.user_id != clan.leader_id, one.user.sort_name, one.pk))


def places_free(clan: Clan) -> int:
    """How many more a clan may take: for its members alone, because it counts those who are hidden."""
    return MOST_MEMBERS - Membership.objects.filter(clan=clan).count()


def membership_of(user: Person) -> Membership | None:
    """A person's place in a clan, with the clan, if there is one."""
    if not user.is_authenticated:
        return None
    return Membership.objects.filter(user=user).select_related("clan").first()


def clan_of(user: Person) -> Clan | None:
    """The clan a person is in, if any."""
    membership = membership_of(user)
    return membership.clan if membership is not None else None


def clan_by_code(code: str, user: Account) -> Clan | None:
    """The clan a link invites this person into; None for a link that was replaced or never was.

    Nor where the person and who leads the clan, whose link it is, have nothing to do with each other.
    """
    clan = Clan.objects.filter(code=code, ended_at=None).first()
    return clan if clan is not None and clan.leader_id not in blocked_ids(user) else None


def clan_ids(users: Iterable[int]) -> dict[int, int]:
    """The clan of each of these people, by their ids; who is in none is not there. One query."""
    rows = Membership.objects.filter(user__in=set(users))
    return dict(rows.values_list("user_id", "clan_id"))
