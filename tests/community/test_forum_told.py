"""What the forum is told afterwards: who changed, is signed out, was erased; topics; and how it is told again."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from community.forum import sending_services
from community.forum.models import ForumAccount, ForumTopic, SpentNonce
from community.forum.sending_services import WAITS, forum_deliver, forum_sweep
from community.forum.things import talk_url
from decks.cards.models import Card
from ledger.commands import Actor
from ledger.credentials import Happening, Hung, end
from ledger.models import LedgerRow, OutboxMessage
from tests.community.at_forum import begin, go, later, reader
from tests.community.contested import draft, published
from tests.community.discourse import Discourse, running
from tests.decks.catalogue import load_all
from tests.site.privacy.erasing import person_erase
from tests.tournaments.clans.test_clans import found as clan_found
from tests.tournaments.hall import make_tournament, make_user, organizer_of
from tests.tournaments.organizations.found import found as organization_found
from tests.tournaments.organizations.found import join
from tournaments.clans.models import Membership
from tournaments.clans.services import clan_leave
from tournaments.events.services import tournament_open_entry
from x610z_site.accounts.models import MailAddress
from x610z_site.accounts.services import account_rename
from x610z_site.privacy.models import Guardian

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def forum(settings: Any) -> Any:
    with running(settings) as made:
        yield made


def test_whatever_changes_here_is_changed_there_and_said_once(forum: Discourse) -> None:
    client, user = reader()
    clan = clan_found(user=user)
    forum.groups.add(f"clan_{clan.pk}")
    Membership.objects.update(shown=True)
    person = go(client, forum)
    assert person.groups == {f"clan_{clan.pk}"}
    later()  # what it was told while signing in is told once more, because nobody knows whether it arrived
    before = len(forum.asked)
    later()
    later()
    assert len(forum.asked) == before
    account_rename(actor=Actor(user, "player"), display_name="Ann Super~Nova")
    clan_leave(actor=Actor(user, "member"))
    later()
    assert (person.username, person.name, person.groups) == ("Ann_Super_Nova", "Ann Super~Nova", set())
    club = organization_found()
    join(club, "organizer", user)
    client.post("/forum/", {"do": "roles", "shows_roles": "yes"})
    later()
    assert person.groups == {"organizers"}
    assert ForumAccount.objects.get(user=user).forum_id == person.number
    assert {path for _method, path in forum.asked} == {"/admin/users/sync_sso.json"}


def test_who_signs_out_or_gets_a_new_password_is_signed_out_there(forum: Discourse) -> None:
    client, user = reader()
    person = go(client, forum)
    later()
    assert person.sessions == 1
    client.post("/sign-out/")
    end(Happening.SIGN_OUT, Hung(person=user.pk, at=timezone.now()))
    later()
    assert person.sessions == 0
    for happening in (Happening.NEW_PASSWORD, Happening.END_ALL):
        person.sessions = 1
        end(happening, Hung(person=user.pk, at=timezone.now()))
        later()
        assert person.sessions == 0, happening
    person.sessions = 1
    end(Happening.LEFT, Hung(person=user.pk, at=timezone.now()))
    end(Happening.END_ALL, Hung(person=0, at=timezone.now(), everybody=True))
    later()
    assert person.sessions == 0


def test_who_is_erased_here_is_forgotten_there_however_long_it_takes(
    forum: Discourse, time_machine: Any
) -> None:
    client, user = reader()
    person = go(client, forum)
    forum.down = 503
    person_erase(actor=Actor(user, "player"), user_id=user.pk)
    left = ForumAccount.objects.get()
    assert (left.user, left.linked_mail, left.mail_hash, left.groups) == (None, "", "", [])
    now = timezone.now()
    for hours in range(1, 8):
        time_machine.move_to(now + timedelta(hours=hours * 13))
        later()
        assert ForumAccount.objects.exists()
    forum.down = 0
    time_machine.move_to(now + timedelta(hours=200))
    later()
    assert person.anonymous and person.name == "" and person.sessions == 0 and person.external_id is None
    assert not ForumAccount.objects.exists()
    later()


def test_a_moderator_by_us_can_be_forgotten_too(forum: Discourse, settings: Any) -> None:
    settings.FORUM_OFFICE_MODERATES = True
    client, user = reader(is_office=True)
    person = go(client, forum)
    assert person.moderator
    person_erase(actor=Actor(user, "player"), user_id=user.pk)
    later()
    assert (person.anonymous, person.moderator) == (True, False)
    assert not ForumAccount.objects.exists()


def test_who_never_arrived_there_is_nobody_to_forget(forum: Discourse) -> None:
    client, user = reader()
    begin(client, forum)
    client.post("/forum/connect/go/")
    person_erase(actor=Actor(user, "player"), user_id=user.pk)
    later()
    assert not ForumAccount.objects.exists()
    other, somebody = reader("Bob", "bob@post.example")
    other.post("/forum/", {"do": "roles", "shows_roles": "yes"})
    person_erase(actor=Actor(somebody, "player"), user_id=somebody.pk)
    assert not ForumAccount.objects.exists()


def test_a_closed_account_and_a_child_without_a_word_are_signed_out_once(forum: Discourse) -> None:
    client, user = reader()
    person = go(client, forum)
    later()
    Guardian.objects.create(user=user, contact="Mum", given_at=timezone.now())
    later()
    before = len(forum.asked)
    assert person.sessions == 0
    later()
    assert len(forum.asked) == before
    Guardian.objects.all().delete()
    later()
    assert len(forum.asked) == before + 1  # told anew, for somebody who may go there again
    user.is_active = False
    user.save()
    person.sessions = 1
    later()
    assert person.sessions == 0


def test_an_address_that_another_has_there_is_not_told(forum: Discourse) -> None:
    first, _user = reader("Ann", "ann@post.example")
    second, bob = reader("Bob", "bob@post.example")
    go(first, forum)
    person = go(second, forum)
    later()
    MailAddress.objects.filter(user=bob).update(address="Ann@post.example")
    account_rename(actor=Actor(bob, "player"), display_name="Bobby")
    later()
    assert person.name == "Bobby" and person.email == "bob@post.example" and len(forum.people) == 2
    before = len(forum.asked)
    later()
    assert len(forum.asked) == before


@pytest.mark.parametrize(("status", "again"), [(429, "900"), (500, ""), (403, ""), (429, "nan"), (429, "-5")])
def test_what_is_not_taken_is_said_again_later_and_not_before_the_forum_says(
    forum: Discourse, status: int, again: str
) -> None:
    client, user = reader()
    person = go(client, forum)
    forum.down, forum.retry_after = status, again
    account_rename(actor=Actor(user, "player"), display_name="Other Name")
    later()
    account = ForumAccount.objects.get()
    assert account.next_at is not None and account.owes == "tell" and account.tries == 1
    wait = (account.next_at - timezone.now()).total_seconds()
    expected = 900 if again == "900" else WAITS[0]
    assert expected - 5 < wait <= expected
    asked = len(forum.asked)
    forum_sweep()
    forum_deliver()
    assert len(forum.asked) == asked
    forum.down = 0
    later()
    assert person.name == "Other Name"


def test_a_worker_that_dies_leaves_it_to_the_next(forum: Discourse, monkeypatch: pytest.MonkeyPatch) -> None:
    client, user = reader()
    person = go(client, forum)
    later()
    account_rename(actor=Actor(user, "player"), display_name="Other Name")

    def killed(*_args: object) -> Any:
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr(sending_services, "_ask", killed)
        with pytest.raises(SystemExit):
            later()
    forum_sweep()
    forum_deliver()  # while the dead one's time is not over nobody begins
    assert person.name == "Ann Nova"
    later()
    assert person.name == "Other Name"


def test_one_wakes_a_worker_when_something_is_due_and_once(forum: Discourse) -> None:
    forum_sweep()
    assert not OutboxMessage.objects.filter(payload__task=sending_services.TELL).exists()
    client, _user = reader()
    go(client, forum)
    ForumAccount.objects.update(looked_at=timezone.now() - timedelta(hours=1))
    forum_sweep()
    forum_sweep()
    assert OutboxMessage.objects.filter(payload__task=sending_services.TELL).count() == 1


def test_to_compare_many_takes_no_more_queries_than_to_compare_few(
    forum: Discourse, django_assert_max_num_queries: Any
) -> None:
    for number in range(12):
        client, _user = reader(f"P{number}", f"p{number}@post.example")
        go(client, forum)
    later()
    ForumAccount.objects.update(looked_at=timezone.now() - timedelta(hours=1))
    ForumAccount.objects.filter(pk__in=ForumAccount.objects.values("pk")[:2]).update(told="")
    with django_assert_max_num_queries(13):
        forum_sweep()
    assert ForumAccount.objects.filter(owes="tell").count() == 2


def test_used_nonces_are_forgotten_after_a_day(forum: Discourse, time_machine: Any) -> None:
    client, _user = reader()
    go(client, forum)
    assert SpentNonce.objects.count() == 1
    time_machine.move_to(timezone.now() + timedelta(hours=25))
    forum_sweep()
    assert not SpentNonce.objects.exists()


# --- topics ----------------------------------------------------------------------------------------------------


def shown_event(name: str = "Sun") -> Any:
    tournament = make_tournament(name)
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    return tournament


def test_a_topic_about_an_event_is_opened_once_and_everybody_is_led_to_it(
    forum: Discourse, settings: Any
) -> None:
    settings.FORUM_CATEGORY = 4
    event = shown_event()
    address = talk_url("event", event.pk)
    client, user = reader()
    assert b"Nobody has talked about this yet" in Client().get(address).content
    assert Client().post(address).status_code == 200 and not ForumTopic.objects.exists()
    for _twice in range(2):
        assert client.post(address).status_code == 302
    later()
    (topic,) = forum.topics.values()
    assert topic["category"] == "4" and f"https://play.example/t/{event.slug}/" in topic["raw"]
    assert Client().get(address)["Location"] == f"{forum.url}/t/{topic['id']}"
    assert LedgerRow.objects.filter(action="forum.open_topic", actor_id=user.pk).count() == 2
    ForumTopic.objects.update(topic_id=None, next_at=timezone.now())  # opened, and never heard of it
    later()
    assert len(forum.topics) == 1 and ForumTopic.objects.get().topic_id == topic["id"]


def test_a_contest_and_a_card_lead_to_their_topics(forum: Discourse) -> None:
    actor = Actor(make_user("Office", is_office=True), "office")
    load_all()
    contest, hidden = published(actor), draft(actor)
    client, _user = reader()
    card = Card.objects.filter(current__isnull=False)[0]
    for page, kind, number in (
        (f"/contests/{contest.pk}/", "contest", contest.pk),
        (f"/cards/{card.short}/", "card", card.pk),
    ):
        address = talk_url(kind, number)
        assert f'href="{address}"' in client.get(page).content.decode(), page
        client.post(address)
    later()
    later()
    assert sorted(forum.topics) == sorted([f"contest-{contest.pk}", f"card-{card.pk}"])
    assert client.get(talk_url("contest", hidden.pk)).status_code == 404


def test_there_is_no_topic_about_what_not_everybody_may_see(forum: Discourse) -> None:
    hidden = make_tournament("Canary Cup")
    client, _user = reader()
    address = f"/forum/about/event/{hidden.pk}/"
    assert client.get(address).status_code == 404 and client.post(address).status_code == 404
    assert client.get("/forum/about/nothing/1/").status_code == 404
    ForumTopic.objects.create(kind="event", number=hidden.pk, asked_at=timezone.now(), next_at=timezone.now())
    later()
    assert not forum.topics and not ForumTopic.objects.exists()


def test_while_no_forum_is_set_nothing_is_told_shown_or_kept(settings: Any) -> None:
    settings.FORUM_URL = settings.FORUM_API_KEY = ""
    assert talk_url("event", 1) == ""
    forum_sweep()
    forum_deliver()
    settings.FORUM_URL, settings.FORUM_SECRET = "https://forum.example", "s" * 40
    assert talk_url("event", 1) == ""  # without a key nobody could open a topic
    client, user = reader()
    ForumAccount.objects.create(
        user=user, external_id="x" * 32, connected_at=timezone.now(), looked_at=timezone.now()
    )
    assert client.get("/forum/").status_code == 200
    end(Happening.SIGN_OUT, Hung(person=user.pk, at=timezone.now()))
    assert ForumAccount.objects.get().owes == ""
    person_erase(actor=Actor(user, "player"), user_id=user.pk)
    assert not ForumAccount.objects.exists()
