"""Following at the same moment: beside a page that is closed, beside a block, two looks at once."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from community.following.models import Follow
from community.following.services import follow_add, follow_look
from ledger.commands import SYSTEM, Actor
from ledger.errors import UserError
from ledger.models import OutboxMessage
from tests.community.wanted import piece, publish
from tests.races.tools import REPEATS, racers
from tests.site.privacy.erasing import person_erase
from tests.tournaments.agenda.people import befriend
from tests.tournaments.hall import make_user
from tests.tournaments.organizations.found import actor, found
from tournaments.agenda.friend_services import person_block
from x610z_site.privacy.choice_services import page_choose

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


def fine(answers: list[Any]) -> bool:
    """Whether each went through or was refused in words."""
    return all(isinstance(one, dict | str | UserError) for one in answers)


def opened(user: Any, *, followed: bool = True) -> None:
    page_choose(actor=Actor(user, "person"), opened=True, parts=("results",), followed=followed)


ENDS: dict[str, Callable[[Any, Any], Any]] = {
    "not followed any more": lambda star, fan: opened(star, followed=False) or {},
    "erased": lambda star, fan: person_erase(actor=Actor(star, "person"), user_id=star.pk),
}


@pytest.mark.parametrize("name", ENDS)
def test_who_follows_while_a_page_ends_follows_nobody(name: str) -> None:
    with racers(2) as at_once:
        for time in range(REPEATS):
            star, fan = make_user(f"Star {time}"), make_user(f"Fan {time}")
            opened(star)
            answers = at_once(
                partial(follow_add, actor=Actor(fan, "player"), kind="player", number=star.pk),
                partial(ENDS[name], star, fan),
            )
            assert fine(answers), answers
            assert not Follow.objects.exists()


def test_who_follows_while_they_are_blocked_hears_nothing() -> None:
    with racers(2) as at_once:
        for time in range(REPEATS):
            star, fan = make_user(f"Star {time}"), make_user(f"Fan {time}")
            befriend(fan, star)
            opened(star)
            answers = at_once(
                partial(follow_add, actor=Actor(fan, "player"), kind="player", number=star.pk),
                partial(person_block, actor=Actor(star, "player"), user_id=fan.pk),
            )
            assert fine(answers), answers
            assert Follow.objects.get(user=fan).silent


def test_two_looks_at_once_tell_once() -> None:
    club, fan = found(), make_user("Fan")
    follow_add(actor=Actor(fan, "player"), kind="organization", number=club.pk)
    with racers(2) as at_once:
        for time in range(REPEATS):
            publish(actor(club.created_by), piece(actor(club.created_by), club, title=f"News {time}"))
            Follow.objects.update(next_at=timezone.now() - timedelta(seconds=1))
            answers = at_once(*[partial(follow_look, actor=SYSTEM, user_id=fan.pk)] * 2)
            assert sorted(one["new"] for one in answers) == [0, 1]
    assert OutboxMessage.objects.filter(topic="notice").count() == REPEATS
