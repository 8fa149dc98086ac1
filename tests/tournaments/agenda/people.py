"""People of these tests: friends, clan mates, children whose guardian a desk knows or not."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils import timezone

from ledger.commands import Actor
from tests.tournaments.hall import make_user
from tournaments.agenda.friend_services import friend_accept, friend_ask
from tournaments.agenda.models import Friendly, Friendship
from tournaments.agenda.services import friendly_accept, friendly_propose
from tournaments.clans.models import Clan
from tournaments.clans.services import clan_create, clan_join
from x610z_site.privacy.models import Guardian


def acts(user: Any) -> Actor:
    return Actor(user, "player")


def child(name: str = "") -> Any:
    """Somebody of 12 to 15."""
    user = make_user(name)
    Guardian.objects.create(user=user, given_at=timezone.now(), contact="parent")
    return user


def befriend(one: Any, other: Any) -> Friendship:
    friend_ask(actor=acts(one), username=other.username)
    made = Friendship.objects.get(asker=one, asked=other)
    friend_accept(actor=acts(other), friendship_id=made.pk)
    made.refresh_from_db()
    return made


def in_one_clan(*users: Any, name: str = "Blue Wave") -> Clan:
    clan = Clan.objects.get(pk=clan_create(actor=acts(users[0]), name=name)["clan"])
    for user in users[1:]:
        clan_join(actor=acts(user), code=clan.code)
    return clan


def game(**changes: Any) -> dict[str, Any]:
    """What is said of a game in two days."""
    said = {"starts_at": timezone.now() + timedelta(days=2), "place": "Club De Ster", "format": "constructed"}
    return {"game": "x610z", **said, **changes}


def proposed(one: Any, other: Any, **changes: Any) -> Friendly:
    answer = friendly_propose(actor=acts(one), user_id=other.pk, **game(**changes))
    return Friendly.objects.get(pk=answer["friendly"])


def agreed(one: Any, other: Any, **changes: Any) -> Friendly:
    made = proposed(one, other, **changes)
    friendly_accept(actor=acts(other), friendly_id=made.pk, version=1)
    made.refresh_from_db()
    return made


def at(text: str) -> datetime:
    """A moment in the time of the site."""
    return timezone.make_aware(datetime.fromisoformat(text)).astimezone(UTC)
