"""Query plans of the agenda room: who may ask whom, what one person sees of another, what stands in an agenda."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet

from ledger.people import Account, Person, blocked_ids
from tournaments.clans.models import Membership
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.events.questions import places_given
from tournaments.rounds.models import Round, Seat
from tournaments.rounds.schedule import expected_end

from .models import PLACE_LENGTH, Block, Friendly, Friendship
from .questions import young
from .sources import Item, items_of

OPPONENTS = 40
"""So many of those whom one played can be blocked from the page of friends."""
WIDEST = timedelta(days=15)
"""No event is longer: the hall closes within two weeks of the start."""


def friendships_between(one: int, other: int) -> QuerySet[Friendship]:
    """What there is between two people, whoever asked."""
    return Friendship.objects.filter(Q(asker=one, asked=other) | Q(asker=other, asked=one))


def known(friendship: Friendship, children: set[int]) -> bool:
    """Whether nobody's guardian has to hear of it any more."""
    return (friendship.asker_known or friendship.asker_id not in children) and (
        friendship.asked_known or friendship.asked_id not in children
    )


def arrives(friendship: Friendship, children: set[int]) -> bool:
    """Whether a request reaches who is asked: of somebody of 12 to 15 only once the guardian knows."""
    return friendship.asker_known or friendship.asker_id not in children


def counts(friendship: Friendship) -> bool:
    """Whether an accepted friendship is one: nobody's guardian has to hear of it any more."""
    return known(friendship, young({friendship.asker_id, friendship.asked_id or 0}))


def friendships_of(user: Account) -> list[Friendship]:
    """The friendships of a person that count: accepted, both accounts in use, and known to whoever must know."""
    mine = Friendship.objects.filter(Q(asker=user) | Q(asked=user), state=Friendship.State.ACCEPTED)
    found = [
        one
        for one in mine.select_related("asker", "asked")
        if one.asker.is_active and one.asked is not None and one.asked.is_active
    ]
    children = young({one.asker_id for one in found} | {one.asked_id for one in found if one.asked_id})
    return [one for one in found if known(one, children)]


def friend_ids(user: Account) -> set[int]:
    """The friends of a person."""
    return {other for one in friendships_of(user) if (other := one.other_of(user.pk))}


def mate_ids(user: Account) -> set[int]:
    """Who else is in the person's clan."""
    clan = Membership.objects.filter(user=user).values("clan")
    mates = Membership.objects.filter(clan__in=clan, user__is_active=True).exclude(user=user)
    return set(mates.values_list("user_id", flat=True))


@blocked_ids.answered_by
def _blocked(user: Account) -> set[int]:
    rows = Block.objects.filter(Q(owner=user) | Q(other=user)).values_list("owner_id", "other_id")
    return {one for row in rows for one in row} - {user.pk}


def requests_to(user: Account) -> list[Friendship]:
    """Who asks this person and waits for an answer."""
    asked = Friendship.objects.filter(asked=user, state=Friendship.State.OPEN, hidden=False)
    rows = list(asked.filter(asker__is_active=True).select_related("asker").order_by("pk"))
    children = young({one.asker_id for one in rows})
    return [one for one in rows if arrives(one, children)]


def waiting_of(user: Account) -> list[Friendship]:
    """What this person asked or accepted and is no friendship yet: whether an answer came, nobody reads of it."""
    friends = {one.pk for one in friendships_of(user)}
    mine = Q(asker=user, hidden=False) | Q(asked=user, state=Friendship.State.ACCEPTED)
    rows = Friendship.objects.filter(mine).select_related("asker", "asked").order_by("pk")
    return [one for one in rows if one.pk not in friends]


class Unknown(NamedTuple):
    """A friendship of which a guardian has to hear: its number, and whom it is with as the child knows them."""

    number: int
    name: str


def of_guardians(children: Iterable[int]) -> dict[int, list[Unknown]]:
    """What the guardians of these people of 12 to 15 have to hear of, by the child."""
    asks = Q(asker__in=children, asker_known=False, hidden=False)
    said_yes = Q(asked__in=children, asked_known=False, state=Friendship.State.ACCEPTED)
    found: dict[int, list[Unknown]] = {child: [] for child in children}
    for one in Friendship.objects.filter(asks | said_yes).select_related("asker", "asked").order_by("pk"):
        asked = one.username or (one.asked.display_name if one.asked is not None else "")
        if one.asker_id in found and not one.asker_known:
            found[one.asker_id].append(Unknown(one.pk, asked))
        if one.asked_id in found and not one.asked_known and one.state == Friendship.State.ACCEPTED:
            found[one.asked_id].append(Unknown(one.pk, one.asker.display_name))
    return found


def meets(user: Account) -> set[int]:
    """Whom a person knows here and so may block: friends, clan mates, who asked and who plays, or played, with them."""
    games = Friendly.objects.filter(Q(proposer=user) | Q(asked=user)).values_list("proposer_id", "asked_id")
    played = {one for row in games for one in row} - {user.pk}
    known_ = friend_ids(user) | mate_ids(user) | {one.asker_id for one in requests_to(user)} | played
    return known_ | {one.user_id for one in opponents_of(user)}


class Opponent(NamedTuple):
    """Somebody whom a person played, by the name that stood at the table."""

    user_id: int
    name: str


def opponents_of(user: Account) -> list[Opponent]:
    """Whom a person met at tables, the last ones first. Guests have no account that could reach anybody."""
    mine = Seat.objects.filter(entry__user=user).exclude(round__state=Round.State.DRAFT)
    rows = Seat.objects.filter(
        match__in=mine.values("match"), entry__user__guest_of="", entry__user__is_active=True
    )
    rows = rows.exclude(entry__user=user).order_by("-pk")
    found: dict[int, str] = {}
    for number, name in rows.values_list("entry__user_id", "entry__name")[: 4 * OPPONENTS]:
        found.setdefault(number, name)
    return [Opponent(*one) for one in found.items()][:OPPONENTS]


def partner_ids(user: Account) -> set[int]:
    """Whom a person may ask for a game: friends and clan mates. Nobody else is asked, of whatever age."""
    return (friend_ids(user) | mate_ids(user)) - blocked_ids(user)


def people_of(ids: Iterable[int]) -> list[Account]:
    """These people by name; no query for nobody."""
    if not (known_ := set(ids)):
        return []
    return list(get_user_model().objects.filter(pk__in=known_, is_active=True).order_by("sort_name", "pk"))


def places_of(user: Account) -> list[str]:
    """The venues where a person plays tournaments, as a place of a game: what a form offers."""
    mine = Entry.objects.filter(user=user).values("tournament")
    held = Tournament.objects.filter(pk__in=mine, venue__isnull=False, venue__closed_at=None)
    rows = held.order_by("-starts_at").values_list("venue__name", "venue__town")[:60]
    return list(dict.fromkeys(f"{name}, {town}"[:PLACE_LENGTH] for name, town in rows))[:12]


def friendlies_of(user: Account) -> QuerySet[Friendly]:
    """The friendly games of a person, with their people."""
    rows = Friendly.objects.filter(Q(proposer=user) | Q(asked=user))
    return rows.select_related("proposer", "asked")


# --- one's agenda ------------------------------------------------------------------------------------------


def clashes_with(user: Person, tournament: Tournament) -> list[Item]:
    """What stands in a person's agenda while a tournament is played that they could enter; of a league, nothing."""
    if not user.is_authenticated or tournament.policy.window_days:
        return []
    ends = expected_end(tournament, places_given(tournament))
    return clashes_at(user, tournament.starts_at, ends, f"t-{tournament.slug}")


def clashes_at(user: Account, since: datetime, until: datetime, key: str) -> list[Item]:
    """What stands in a person's agenda at this time beside the item with this key."""
    return [
        item for item in items_of(user, since, until) if not (item.off or item.watched) and item.key != key
    ]


@dataclass(frozen=True)
class SharedAgenda:
    """A friend's agenda, as they let the reader see it."""

    owner: Account
    items: list[Item]


def shared_agenda(reader: Account, owner_id: int, since: datetime, until: datetime) -> SharedAgenda | None:
    """A friend's agenda if they let this person see it; without the names of others and what staff alone know."""
    for one in friendships_of(reader):
        if one.other_of(reader.pk) != owner_id or owner_id in blocked_ids(reader):
            continue
        if getattr(one, f"{one.side_of(owner_id)}_shares"):
            owner = people_of([owner_id])[0]
            items = items_of(owner, since, until)
            return SharedAgenda(owner, [item.for_others() for item in items if item.about])
    return None


SIDES = ("asker", "asked")


def sharers_of(user: Account) -> list[Account]:
    """The friends who let this person see their agenda, by name; two queries."""
    shown = Q(asker=user, asked_shares=True) | Q(asked=user, asker_shares=True)
    accepted = Friendship.objects.filter(shown, state=Friendship.State.ACCEPTED)
    said = [f"{side}__{name}" for side in SIDES for name in ("display_name", "sort_name", "is_active")]
    rows = list(accepted.select_related(*SIDES).only(*(f"{side}_known" for side in SIDES), *said))
    children = young({one for row in rows for one in (row.asker_id, row.asked_id) if one}) if rows else set()
    others = [one.asked if one.asker_id == user.pk else one.asker for one in rows if known(one, children)]
    here = [one for one in others if one is not None and one.is_active]
    return sorted(here, key=lambda one: (one.sort_name, one.pk))
