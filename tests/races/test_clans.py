"""The last place of a clan is given once, and nobody gets into two clans at once."""

from typing import Any

import pytest

from ledger.commands import Actor
from ledger.errors import UserError
from tests.races.tools import racers
from tests.tournaments.hall import make_user
from tournaments.clans import services
from tournaments.clans.models import MOST_MEMBERS, Clan, Membership
from tournaments.clans.services import clan_create, clan_join, clan_leave

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]
TIMES = 4


def found(name: str) -> Clan:
    return Clan.objects.get(pk=clan_create(actor=Actor(make_user(), "player"), name=name)["clan"])


def joining(clan: Clan, user: Any) -> Any:
    return lambda: clan_join(actor=Actor(user, "player"), code=clan.code)


def codes(answers: list[Any]) -> list[str]:
    return sorted(
        answer.code if isinstance(answer, UserError) else "in" if isinstance(answer, dict) else repr(answer)
        for answer in answers
    )


def test_of_four_who_want_the_ninth_place_at_once_one_gets_it() -> None:
    with racers(4) as at_once:
        for time in range(TIMES):
            clan = found(f"Clan {time}")
            for _number in range(MOST_MEMBERS - 2):
                joining(clan, make_user())()
            answers = at_once(*[joining(clan, make_user()) for _number in range(4)])
            assert codes(answers) == ["full", "full", "full", "in"]
            assert Membership.objects.filter(clan=clan).count() == MOST_MEMBERS


def test_without_the_lock_the_places_of_the_database_still_keep_a_tenth_member_out(monkeypatch) -> None:
    """The second belt: nobody waits for the clan's row, and still two never get one place."""
    with racers(4) as at_once:
        clan = found("Open door")
        for _number in range(MOST_MEMBERS - 2):
            joining(clan, make_user())()
        monkeypatch.setattr(services.Clan.objects, "select_for_update", lambda **_options: Clan.objects.all())
        at_once(*[joining(clan, make_user()) for _number in range(4)])
    assert Membership.objects.filter(clan=clan).count() == MOST_MEMBERS


def test_who_joins_two_clans_at_once_is_in_one() -> None:
    with racers(2) as at_once:
        for time in range(TIMES):
            one, two, user = found(f"One {time}"), found(f"Two {time}"), make_user()
            assert codes(at_once(joining(one, user), joining(two, user))) == ["in", "in_clan"]
            assert Membership.objects.filter(user=user).count() == 1


def test_when_the_last_two_leave_at_once_the_clan_ends_and_nobody_is_left_in_it() -> None:
    with racers(2) as at_once:
        for time in range(TIMES):
            clan, user = found(f"Short {time}"), make_user()
            joining(clan, user)()
            leaving = [lambda one=one: clan_leave(actor=Actor(one, "player")) for one in (clan.leader, user)]
            assert codes(at_once(*leaving)) == ["in", "in"]
            clan.refresh_from_db()
            assert clan.ended_at is not None and not clan.memberships.exists()
