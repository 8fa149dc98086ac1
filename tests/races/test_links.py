"""Races about personal links: one link for each guest, one phone for each link, and the newest always wins."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from django.test import Client

from ledger.commands import SYSTEM
from tests.races.tools import REPEATS, Racers, assert_chain, odd, racers
from tests.tournaments.hall import make_tournament, organizer_of
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_add_at_desk
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_entry
from x610z_site.accounts.models import PersonalLink
from x610z_site.accounts.services import link_create, link_use, token_hash

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True), pytest.mark.timeout(3600)]


@pytest.fixture
def run(transactional_db: None) -> Iterator[Racers]:
    with racers(4) as made:
        yield made


@pytest.fixture
def cup(transactional_db: None) -> Tournament:
    tournament = make_tournament()
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    entry_add_at_desk(actor=organizer_of(tournament), tournament=tournament, name="Gust")
    return tournament


def the_guest(cup: Tournament) -> Any:
    return Entry.objects.get(tournament=cup).user


def test_four_links_at_once_leave_one(run: Racers, cup: Tournament) -> None:
    guest = the_guest(cup)
    for _time in range(REPEATS):
        make = partial(link_create, actor=organizer_of(cup), tournament=cup, user=guest)
        answers = run(*[make] * 4)
        assert odd(answers) == []
        live = PersonalLink.objects.filter(user=guest, revoked_at=None)
        assert [link.token_hash in {token_hash(answer["token"]) for answer in answers} for link in live] == [
            True
        ]
    assert_chain(cup)


def test_four_phones_with_one_link_are_one_inside(run: Racers, cup: Tournament) -> None:
    guest = the_guest(cup)
    for _time in range(REPEATS):
        token = link_create(actor=organizer_of(cup), tournament=cup, user=guest)["token"]
        phones = [Client() for _number in range(4)]
        answers = run(*[partial(phone.post, "/link/", {"code": token}) for phone in phones])
        assert sorted(answer.status_code for answer in answers) == [302, 404, 404, 404]
        inside = [phone.get(f"/t/{cup.slug}/me/").status_code for phone in phones]
        assert sorted(inside) == [200, 302, 302, 302]
    assert_chain(cup)


def test_a_new_link_beats_the_session_that_is_just_being_opened(run: Racers, cup: Tournament) -> None:
    """Whichever comes first: once the new link is made, no session of the old one lives."""
    guest = the_guest(cup)
    for _time in range(REPEATS):
        token, phone = link_create(actor=organizer_of(cup), tournament=cup, user=guest)["token"], Client()
        answers = run(
            partial(phone.post, "/link/", {"code": token}),
            partial(link_create, actor=organizer_of(cup), tournament=cup, user=guest),
        )
        assert answers[0].status_code in (302, 404) and "token" in answers[1]
        assert phone.get(f"/t/{cup.slug}/me/").status_code == 302
    assert_chain(cup)


def test_the_control_a_guest_read_after_the_new_link_would_have_been_let_in(cup: Tournament) -> None:
    """Why the epoch comes out of the command: the row as it stands a moment later is the newer link's."""
    guest = the_guest(cup)
    token = link_create(actor=organizer_of(cup), tournament=cup, user=guest)["token"]
    said = link_use(actor=SYSTEM, tournament=cup, token_sha256=token_hash(token))
    link_create(actor=organizer_of(cup), tournament=cup, user=guest)
    late, under_the_lock = the_guest(cup), the_guest(cup)
    under_the_lock.session_epoch = said["epoch"]
    assert late.get_session_auth_hash() == the_guest(cup).get_session_auth_hash()
    assert under_the_lock.get_session_auth_hash() != late.get_session_auth_hash()
