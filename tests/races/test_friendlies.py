"""Answers to a friendly game at the same moment, and a block beside them: one comes first, and all read the same."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from ledger.commands import SITE_CHAIN, SYSTEM, Actor
from ledger.errors import UserError
from ledger.models import LedgerRow, OutboxMessage
from tests.ledger.chains import broken
from tests.races.tools import REPEATS, racers
from tests.tournaments.agenda.people import acts, befriend, game, in_one_clan, proposed
from tests.tournaments.hall import make_tournament, make_user, staff_actor
from tests.tournaments.organizations.found import found
from tournaments.agenda.friend_services import friend_ask, friend_end, person_block
from tournaments.agenda.models import Block, Friendly, Friendship
from tournaments.agenda.services import (
    friendly_accept,
    friendly_cancel,
    friendly_decline,
    friendly_move,
    friendly_propose,
    friendly_remind,
)
from tournaments.events.invitation_services import invitation_make
from tournaments.events.selectors import invitations_of
from tournaments.organizations.member_services import member_ask
from tournaments.organizations.selectors import asked_of

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]
State = Friendly.State
Call = Callable[[], Any]


def said(answers: list[Any]) -> list[str]:
    """The state each answer tells, or the code of the refusal; anything else is a fault."""
    return [
        one.code if isinstance(one, UserError) else one["state"] if isinstance(one, dict) else repr(one)
        for one in answers
    ]


def calls(ann: Any, bob: Any, made: Friendly) -> dict[str, Call]:
    one = {"friendly_id": made.pk}
    moved = {"starts_at": timezone.now() + timedelta(days=9), "place": "Elsewhere"}
    return {
        "accept": lambda: friendly_accept(actor=acts(bob), version=1, **one),
        "decline": lambda: friendly_decline(actor=acts(bob), version=1, **one),
        "cancel": lambda: friendly_cancel(actor=acts(ann), **one),
        "move": lambda: friendly_move(actor=acts(ann), version=1, **one, **moved),
    }


def test_of_yes_no_moving_and_calling_off_at_once_each_is_to_what_was_read() -> None:
    with racers(4) as at_once:
        for time in range(REPEATS):
            ann, bob = make_user(f"Ann {time}"), make_user(f"Bob {time}")
            befriend(ann, bob)
            made = proposed(ann, bob)
            answers = said(at_once(*calls(ann, bob, made).values()))
            made.refresh_from_db()
            # Calling off always goes through, unless a no came first, and is what stays.
            assert made.state in (State.CANCELLED, State.DECLINED)
            assert set(answers) <= {"accepted", "declined", "cancelled", "proposed", "stale"}, answers
            # Of yes, no and moving, which all answer the first version, one went through at most.
            first = [answers[place] for place in (0, 1, 3)]
            assert sum(one != "stale" for one in first) <= 1 or first.count("declined") == 1, answers
            if made.state == State.CANCELLED:
                assert answers[2] == "cancelled" and answers[1] != "declined"
            rows = LedgerRow.objects.filter(data__friendly=made.pk).exclude(action="friendly.propose")
            assert rows.count() == sum(one != "stale" for one in answers)
    assert broken(SITE_CHAIN) == []


def test_a_yes_and_a_move_at_once_never_agree_to_what_nobody_read() -> None:
    with racers(2) as at_once:
        for time in range(REPEATS):
            ann, bob = make_user(f"Ann {time}"), make_user(f"Bob {time}")
            befriend(ann, bob)
            made = proposed(ann, bob)
            both = calls(ann, bob, made)
            answers = said(at_once(both["accept"], both["move"]))
            made.refresh_from_db()
            assert sorted(answers) in (["accepted", "stale"], ["proposed", "stale"])
            assert (made.state == State.ACCEPTED) == (made.place == "Club De Ster")


def test_the_same_yes_sent_twice_at_once_is_one() -> None:
    with racers(2) as at_once:
        ann, bob = make_user("Ann"), make_user("Bob")
        befriend(ann, bob)
        made = proposed(ann, bob)
        sent = {"key": "the same form", "actor": acts(bob), "friendly_id": made.pk, "version": 1}
        answers = at_once(*[lambda: friendly_accept(**sent)] * 2)
        assert answers[0] == answers[1] and said(answers) == ["accepted"] * 2
        assert LedgerRow.objects.filter(action="friendly.accept").count() == 1


def test_beside_a_block_nothing_is_left_that_is_agreed_or_proposed() -> None:
    with racers(3) as at_once:
        for time in range(REPEATS):
            ann, bob = make_user(f"Ann {time}"), make_user(f"Bob {time}")
            befriend(ann, bob)
            made = proposed(ann, bob)
            answers = at_once(
                partial(person_block, actor=acts(bob), user_id=ann.pk),
                calls(ann, bob, made)["accept"],
                partial(friendly_propose, actor=acts(ann), user_id=bob.pk, **game()),
            )
            assert answers[0] == {} and Block.objects.filter(owner=bob, other=ann).exists(), answers
            open_ = Friendly.objects.filter(proposer=ann, state__in=(State.PROPOSED, State.ACCEPTED))
            assert not open_.exists() and not Friendship.objects.filter(asker=ann, asked=bob).exists()


def test_two_who_ask_each_other_at_once_have_one_friendship_and_nobody_waits_for_ever() -> None:
    with racers(2) as at_once:
        for time in range(REPEATS):
            ann, bob = make_user(f"Ann {time}"), make_user(f"Bob {time}")
            answers = at_once(
                partial(friend_ask, actor=acts(ann), username=bob.username),
                partial(friend_ask, actor=acts(bob), username=ann.username),
            )
            assert all("friendship" in one for one in answers), answers
            assert Friendship.objects.filter(asker__in=(ann, bob), asked__isnull=False).count() == 1


def test_ending_twice_at_once_is_once() -> None:
    with racers(2) as at_once:
        ann, bob = make_user("Ann"), make_user("Bob")
        number = befriend(ann, bob).pk
        ends = [partial(friend_end, actor=acts(one), friendship_id=number) for one in (ann, bob)]
        answers = at_once(*ends)
        assert sorted(type(one).__name__ for one in answers) == ["UserError", "dict"], answers
        assert not Friendship.objects.exists()


def test_two_relays_at_once_remind_once() -> None:
    with racers(2) as at_once:
        ann, bob = make_user("Ann"), make_user("Bob")
        befriend(ann, bob)
        made = proposed(ann, bob)
        friendly_accept(actor=acts(bob), friendly_id=made.pk, version=1)
        now = timezone.now()
        Friendly.objects.update(starts_at=now + timedelta(hours=5), changed_at=now - timedelta(days=3))
        at_once(*[lambda: friendly_remind(actor=SYSTEM, friendly_id=made.pk)] * 2)
        assert OutboxMessage.objects.filter(topic="notice", payload__name="friendly.day").count() == 1


def test_beside_a_block_no_question_of_an_organization_and_no_invitation_is_left_that_is_heard() -> None:
    with racers(3) as at_once:
        for time in range(REPEATS):
            tournament = make_tournament(f"Beside a block {time}")  # each has room for so many invitations
            ann, bob = make_user(f"Ann {time}"), make_user(f"Bob {time}")
            in_one_clan(ann, bob, name=f"Clan {time}")
            club = found(f"Club {time}", bob)
            staff_actor(tournament, "organizer", bob)
            answers = at_once(
                partial(person_block, actor=acts(ann), user_id=bob.pk),
                partial(member_ask, actor=acts(bob), organization=club, username=ann.username, role="judge"),
                partial(
                    invitation_make,
                    actor=Actor(bob, "organizer"),
                    tournament=tournament,
                    username=ann.username,
                    kind="staff",
                    role="judge",
                ),
            )
            assert answers[0] == {} and "asked" in answers[1] and "invitation" in answers[2], answers
            assert asked_of(ann) == [] and invitations_of(ann) == []
    assert broken(SITE_CHAIN) == []
