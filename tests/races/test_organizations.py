"""An organization at the same moment: its last owners, its level and a bar beside what they decide about."""

from collections.abc import Callable
from typing import Any

import pytest

from ledger.audits import differences
from ledger.commands import Actor
from ledger.errors import UserError
from ledger.selectors import verify_chain
from tests.races.tools import REPEATS, racers
from tests.tournaments.hall import make_user
from tests.tournaments.organizations.found import PLACE, actor, event_of, found, join, trust
from tournaments.entries.services import entry_create
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_entry
from tournaments.organizations.bar_services import bar_set
from tournaments.organizations.member_services import member_answer, member_ask, member_leave
from tournaments.organizations.models import Asked, Bar, Member, Organization, Venue
from tournaments.organizations.services import (
    organization_create,
    organization_decide_level,
    organization_end,
)
from tournaments.organizations.venue_services import venue_add

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


def codes(answers: list[Any]) -> list[str]:
    """The code of each refusal, "done" for what went through; anything else is a fault."""
    return sorted(
        one.code if isinstance(one, UserError) else "done" if isinstance(one, dict) else repr(one)
        for one in answers
    )


def whole(club: Organization) -> None:
    assert verify_chain(club.chain_key) == []
    assert list(differences(club.chain_key)) == []


def test_of_two_owners_who_leave_at_once_one_stays_while_others_belong_to_it() -> None:
    with racers(2) as at_once:
        for time in range(REPEATS):
            club = found(f"Club {time}")
            second = join(club, "owner")
            join(club, "helper")
            leaving: list[Callable[[], Any]] = [
                lambda user=user, club=club: member_leave(actor=actor(user), organization=club)
                for user in (club.created_by, second)
            ]
            assert codes(at_once(*leaving)) == ["done", "last_owner"]
            assert Member.objects.filter(organization=club, role="owner").count() == 1
            whole(club)


def test_of_two_with_the_same_name_one_is_made() -> None:
    with racers(2) as at_once:
        for time in range(REPEATS):
            people = [make_user(f"{time} {one}") for one in range(2)]
            made = at_once(
                *(
                    lambda user=user, time=time: organization_create(
                        actor=actor(user), name=f"Same {time}", kind="club"
                    )
                    for user in people
                )
            )
            assert codes(made) == ["done", "name_taken"]


def test_a_yes_and_the_end_at_once_leave_nobody_in_what_has_ended() -> None:
    with racers(2) as at_once:
        for time in range(REPEATS):
            club, user = found(f"Club {time}"), make_user(f"Ann {time}")
            member_ask(
                actor=actor(club.created_by), organization=club, username=user.username, role="organizer"
            )
            number = Asked.objects.get(user=user).pk
            at_once(
                lambda club=club, user=user, number=number: member_answer(
                    actor=actor(user), organization=club, asked_id=number, accept=True
                ),
                lambda club=club: organization_end(
                    actor=actor(club.created_by), organization=club, typed=club.name
                ),
            )
            club.refresh_from_db()
            assert club.ended_at is not None
            assert not Member.objects.filter(organization=club).exists()
            whole(club)


def test_a_bar_and_an_entry_at_once_are_one_after_the_other() -> None:
    with racers(2) as at_once:
        for time in range(REPEATS):
            club, player = found(f"Club {time}"), make_user(f"Ann {time}")
            event = event_of(club, f"Friday {time}")
            tournament_open_entry(actor=actor(club.created_by, "organizer"), tournament=event, casual=True)
            answers = at_once(
                lambda player=player, event=event: entry_create(
                    actor=Actor(player, "player"), tournament=event
                ),
                lambda club=club, player=player: bar_set(
                    actor=actor(club.created_by), organization=club, username=player.username, reason="Loud."
                ),
            )
            assert codes(answers) in (["done", "done"], ["barred", "done"])
            assert Bar.objects.filter(user=player).count() == 1
            whole(club)


def test_the_same_venue_sent_twice_at_once_is_one() -> None:
    with racers(2) as at_once:
        for time in range(REPEATS):
            club = found(f"Club {time}")
            sent = [
                lambda club=club: venue_add(
                    actor=actor(club.created_by), key="venue-once", organization=club, values=PLACE
                )
            ] * 2
            assert codes(at_once(*sent)) == ["done", "done"]
            assert Venue.objects.filter(organization=club).count() == 1
            whole(club)


def test_a_level_taken_back_while_entry_opens_leaves_no_power() -> None:
    from tournaments.events.standing import Standing, standing_of

    with racers(2) as at_once:
        for time in range(REPEATS):
            club = found(f"Club {time}")
            trust(club, 1)
            event = event_of(club, f"Friday {time}")
            office = Actor(make_user(f"Office {time}", is_office=True), "office")
            at_once(
                lambda club=club, event=event: tournament_open_entry(
                    actor=actor(club.created_by, "organizer"), tournament=event
                ),
                lambda club=club, office=office: organization_decide_level(
                    actor=office, organization=club, level=0, note="Not any longer."
                ),
            )
            assert standing_of(Tournament.objects.get(pk=event.pk)) is Standing.CASUAL
            whole(club)
