"""Following: only what everybody may see, told seldom, to nobody's knowledge, and ended without a word."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from community.following.models import Follow
from community.following.selectors import followers_told, thing_at
from community.following.services import MOST_FOLLOWED, follow_add, follow_look, follows_sweep
from ledger.commands import SYSTEM, Actor
from ledger.errors import UserError
from ledger.models import LedgerRow, OutboxMessage
from tests.community.wanted import office, piece, publish
from tests.site.privacy.erasing import person_erase
from tests.tournaments.agenda.people import befriend, in_one_clan
from tests.tournaments.hall import make_tournament, make_user, organizer_of, play, running_tournament
from tests.tournaments.organizations.found import actor, event_of, found
from tournaments.agenda.friend_services import person_block, person_unblock
from tournaments.agenda.sources import items_of
from tournaments.clans.services import clan_leave
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_finish, tournament_open_entry
from tournaments.finding.models import Listing
from tournaments.organizations.services import organization_end
from x610z_site.privacy.choice_services import guardian_give, page_choose
from x610z_site.privacy.models import Choice, Guardian
from x610z_site.reach.models import Choices, Notice
from x610z_site.reach.notice_services import fact_tell

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
LIST = "/follow/"


def client_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def follow(user: Any, kind: str, key: object) -> Follow:
    """What the page does."""
    thing = thing_at(kind, str(key))
    assert thing is not None
    made = follow_add(actor=Actor(user, "player"), kind=kind, number=thing.number)
    return Follow.objects.get(pk=made["follow"])


def look(user: Any) -> dict[str, int]:
    """Look now, whenever it is due: what is told, by the fact, with how many."""
    Follow.objects.filter(user=user).update(next_at=timezone.now() - timedelta(seconds=1))
    before = set(OutboxMessage.objects.values_list("pk", flat=True))
    follow_look(actor=SYSTEM, user_id=user.pk)
    sent = OutboxMessage.objects.filter(topic="notice").exclude(pk__in=before)
    assert all(one.payload["people"] == [user.pk] for one in sent)
    return {one.payload["name"]: one.payload["about"]["found"] for one in sent}


def open_page_of(user: Any, *, followed: bool = True, parts: tuple[str, ...] = ("results",)) -> str:
    page_choose(actor=Actor(user, "person"), opened=True, parts=parts, followed=followed)
    return Choice.objects.get(user=user).page_code


def finished(players: int = 4) -> Tournament:
    """A tournament that is over."""
    tournament = running_tournament(players)
    for number in range(1, tournament.stages.get().rounds + 1):
        play(tournament, number)
    tournament_finish(actor=organizer_of(tournament), tournament=tournament)
    return tournament


def first_of(tournament: Tournament) -> Entry:
    """Who entered first."""
    return Entry.objects.filter(tournament=tournament).order_by("pk")[0]


def test_an_organization_tells_of_its_news_and_its_new_events_once_and_seldom() -> None:
    club, fan = found(), make_user("Fan")
    publish(actor(club.created_by), piece(actor(club.created_by), club))
    follow(fan, "organization", club.slug)
    assert look(fan) == {}  # what was there before is not new
    publish(actor(club.created_by), piece(actor(club.created_by), club, title="Something new"))
    tournament_open_entry(actor=actor(club.created_by, "organizer"), tournament=event_of(club), casual=True)
    assert look(fan) == {"following.others": 1}
    assert look(fan) == {}
    row = Follow.objects.get()
    assert row.new_at is not None
    publish(actor(club.created_by), piece(actor(club.created_by), club, title="One more"))
    follow_look(actor=SYSTEM, user_id=fan.pk)  # told twelve hours after the last time at the earliest
    assert look(fan) == {"following.others": 1}
    Follow.objects.update(next_at=timezone.now() + timedelta(hours=1))
    publish(actor(club.created_by), piece(actor(club.created_by), club, title="Two more"))
    follow_look(actor=SYSTEM, user_id=fan.pk)
    assert OutboxMessage.objects.filter(topic="notice", payload__name="following.others").count() == 2
    assert LedgerRow.objects.filter(action="follow.look").count() == 0


def test_an_event_tells_when_it_is_over_and_a_hidden_one_is_not_there() -> None:
    fan = make_user("Fan")
    hidden = make_tournament("Secret Cup")
    assert thing_at("event", hidden.slug) is None
    for viewer in (fan, hidden.created_by):
        assert client_of(viewer).get(f"/follow/event/{hidden.slug}/").status_code == 404
    tournament = running_tournament(4)
    row = follow(fan, "event", tournament.slug)
    Follow.objects.filter(pk=row.pk).update(seen=0)  # followed before its entry was open
    assert look(fan) == {"following.events": 1}
    for number in range(1, tournament.stages.get().rounds + 1):
        play(tournament, number)
    assert look(fan) == {}
    tournament_finish(actor=organizer_of(tournament), tournament=tournament)
    assert look(fan) == {"following.events": 1}
    assert tournament.name in client_of(fan).get(LIST).content.decode()
    Listing.objects.filter(tournament=tournament).delete()  # nobody may know of it any more
    assert tournament.name not in client_of(fan).get(LIST).content.decode()
    assert look(fan) == {}


def test_a_player_is_followed_only_where_they_allow_it_and_tells_of_results_alone() -> None:
    fan, tournament = make_user("Fan"), finished()
    star = first_of(tournament).user
    code = open_page_of(star, followed=False)
    assert "/follow/player/" not in Client().get(reverse("tournaments:player", args=[code])).content.decode()
    assert client_of(fan).get(f"/follow/player/{code}/").status_code == 404
    assert open_page_of(star) == code
    assert (
        f"/follow/player/{code}/" in Client().get(reverse("tournaments:player", args=[code])).content.decode()
    )
    follow(fan, "player", code)
    assert look(fan) == {}
    elsewhere = running_tournament(4)
    entry = first_of(elsewhere)
    type(entry).objects.filter(pk=entry.pk).update(user=star)
    assert look(fan) == {}  # where somebody is playing is nobody's business
    assert elsewhere.name not in client_of(fan).get(LIST).content.decode()
    Tournament.objects.filter(pk=elsewhere.pk).update(state="finished")
    assert look(fan) == {"following.others": 1}
    page_choose(actor=Actor(star, "person"), opened=True, parts=(), followed=True)
    Follow.objects.update(seen=0)
    assert look(fan) == {}  # results are on the page no more


def test_when_a_player_allows_it_no_more_the_follow_is_gone_and_does_not_come_back() -> None:
    fan, star = make_user("Fan"), make_user("Star")
    for change in (
        lambda: open_page_of(star, followed=False),
        lambda: page_choose(actor=Actor(star, "person"), opened=False, parts=(), followed=True),
        lambda: guardian_give(actor=Actor(star, "person"), contact="06 12345678"),
    ):
        Guardian.objects.all().delete()
        follow(fan, "player", open_page_of(star))
        change()
        assert not Follow.objects.exists()
        assert "Star" not in client_of(fan).get(LIST).content.decode()
    assert OutboxMessage.objects.filter(topic="notice").count() == 0


def test_who_is_blocked_reads_no_difference_and_hears_nothing() -> None:
    tournament = finished()
    star = first_of(tournament).user
    code = open_page_of(star)
    one, other = make_user("One"), make_user("Other")
    for fan in (one, other):
        befriend(fan, star)
    before, late = make_user("Before"), make_user("Late")
    for fan in (before, late):
        befriend(fan, star)
    follow(before, "player", code)
    follow(one, "player", code)
    person_block(actor=Actor(star, "player"), user_id=before.pk)
    person_block(actor=Actor(star, "player"), user_id=late.pk)
    assert client_of(late).post(f"/follow/player/{code}/", {"do": "add"}).status_code == 302
    Follow.objects.update(seen=0)
    assert look(one) == {"following.others": 1}
    assert (look(before), look(late)) == ({}, {})
    Follow.objects.update(new_at=None)
    pages = [
        [
            client_of(fan).get(page).content.decode().split("<main")[1].split("csrf")[0]
            for page in (LIST, f"/follow/player/{code}/")
        ]
        for fan in (one, before, late)
    ]
    assert pages[0] == pages[1] == pages[2] and "Star" not in pages[0][0]
    person_unblock(actor=Actor(star, "player"), user_id=before.pk)
    Follow.objects.update(seen=0)
    assert look(before) == {}  # what ended by a block stays ended


def test_who_blocks_follows_no_longer() -> None:
    star, fan = make_user("Star"), make_user("Fan")
    befriend(fan, star)
    follow(fan, "player", open_page_of(star))
    person_block(actor=Actor(fan, "player"), user_id=star.pk)
    assert not Follow.objects.exists()


def test_a_clan_and_an_organization_that_have_ended_are_gone_from_the_list() -> None:
    fan, leader, club = make_user("Fan"), make_user("Leader"), found()
    clan = in_one_clan(leader)
    follow(fan, "clan", clan.pk)
    follow(fan, "organization", club.slug)
    said = client_of(fan).get(LIST).content.decode()
    assert "Blue Wave" in said and "Orbit Club" in said
    clan_leave(actor=Actor(leader, "member"))
    organization_end(actor=actor(club.created_by), organization=club, typed="Orbit Club")
    said = client_of(fan).get(LIST).content.decode()
    assert "Blue Wave" not in said and "Orbit Club" not in said
    assert look(fan) == {}
    assert thing_at("clan", str(clan.pk)) is None and thing_at("organization", club.slug) is None


def test_a_clan_tells_of_results_that_its_page_shows_and_of_no_hidden_member() -> None:
    fan, leader = make_user("Fan"), make_user("Leader")
    clan = in_one_clan(leader)
    follow(fan, "clan", clan.pk)
    tournament = finished()
    entry = first_of(tournament)
    type(entry).objects.filter(pk=entry.pk).update(user=leader, clan=clan)
    assert look(fan) == {}
    open_page_of(leader, parts=("season", "clan"))
    assert look(fan) == {}  # not shown on the page of the clan
    leader.clan_membership.__class__.objects.update(shown=True)
    assert look(fan) == {"following.others": 1}


def test_of_12_to_15_nobody_is_told_unless_they_switched_it_on() -> None:
    child, grown = make_user("Kid"), make_user("Grown")
    guardian_give(actor=Actor(child, "person"), contact="06 12345678")
    fact = {
        "name": "following.others",
        "tournament": None,
        "people": [child.pk, grown.pk],
        "about": {"found": 2},
    }
    fact_tell({**fact, "fact": "a"})
    assert set(Notice.objects.values_list("user_id", flat=True)) == {grown.pk}
    page = client_of(child).get("/me/notices/")
    ticked = {one["key"] for one in page.context["kinds"] if one["push"]}
    assert "friends" in ticked and not {"followed", "followed_event"} & ticked
    Choices.objects.create(user=child, push=["followed"])
    fact_tell({**fact, "fact": "b"})
    assert Notice.objects.filter(user=child).count() == 1
    assert (
        "organizations, clans or players you follow: 2"
        in client_of(child).get("/me/notices/").content.decode()
    )


def test_nobody_learns_who_follows_and_a_small_number_is_nobodys() -> None:
    club = found()
    fans = [make_user(f"Fan {number}") for number in range(20)]
    for fan in fans[:19]:
        follow(fan, "organization", club.slug)
    thing = thing_at("organization", club.slug)
    assert thing is not None and followers_told(thing) == 0
    follow(fans[19], "organization", club.slug)
    assert followers_told(thing) == 20
    page = client_of(club.created_by).get(f"/follow/organization/{club.slug}/").content.decode()
    assert "More than 20" not in page and "20 people or more follow this" in page and "Fan" not in page
    star = make_user("Star")
    code = open_page_of(star)
    Follow.objects.all().delete()
    for fan in fans:
        follow(fan, "player", code)
    shown = thing_at("player", code)
    assert shown is not None and followers_told(shown) == 0
    rows = str(list(LedgerRow.objects.filter(action="follow.add").values_list("data", flat=True)))
    assert "player" not in rows and "organization" not in rows


def test_following_twice_is_once_and_there_is_an_end_to_it() -> None:
    fan, club = make_user("Fan"), found()
    assert follow(fan, "organization", club.slug).pk == follow(fan, "organization", club.slug).pk
    with pytest.raises(UserError):
        follow(fan, "player", open_page_of(fan))
    clans = [in_one_clan(make_user(f"Leader {number}"), name=f"Clan {number}") for number in range(3)]
    now = timezone.now()
    rows = [
        Follow(user=fan, event=make_tournament(f"Cup {number}"), since=now, next_at=now)
        for number in range(3)
    ]
    Follow.objects.bulk_create(rows)
    from community.following import services

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(services, "MOST_FOLLOWED", 4)
        with pytest.raises(UserError, match="already"):
            follow(fan, "clan", clans[0].pk)
    assert MOST_FOLLOWED == 100


def test_a_followed_event_stands_in_ones_own_agenda_and_in_no_friends() -> None:
    fan, tournament = make_user("Fan"), make_tournament("Friday Cup")
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    follow(fan, "event", tournament.slug)
    since = tournament.starts_at - timedelta(days=1)
    [item] = items_of(fan, since, since + timedelta(days=3))
    assert (item.title, item.about, item.watched) == ("Friday Cup", "", "you follow this")
    client = client_of(fan)
    assert "you follow this" in client.get("/me/agenda/").content.decode()
    Listing.objects.all().delete()
    assert items_of(fan, since, since + timedelta(days=3)) == []


def test_an_erasure_takes_both_sides() -> None:
    fan, star, club = make_user("Fan"), make_user("Star"), found()
    follow(fan, "player", open_page_of(star))
    follow(star, "organization", club.slug)
    person_erase(actor=Actor(star, "person"), user_id=star.pk)
    assert not Follow.objects.exists()


def test_it_is_all_done_on_the_pages_and_the_sweep_tells() -> None:
    fan, club = make_user("Fan"), found()
    address = f"/follow/organization/{club.slug}/"
    assert address in Client().get(f"/o/{club.slug}/").content.decode()
    client = client_of(fan)
    assert "Follow" in client.get(address).content.decode()
    client.post(address, {"do": "add"})
    publish(Actor(office(), "office"), piece(actor(club.created_by), club))
    Follow.objects.update(next_at=timezone.now())
    cache.delete("follows-swept")
    follows_sweep()
    follows_sweep()
    assert OutboxMessage.objects.filter(topic="notice", payload__name="following.others").count() == 1
    page = client.get(LIST)
    assert "something new on" in page.content.decode()
    client.post(LIST, {"drop": page.context["lines"][0].follow.pk})
    assert not Follow.objects.exists()
    assert "You follow nothing yet" in client.get(LIST).content.decode()


def test_a_stranger_drops_nobodys_follow() -> None:
    fan, club = make_user("Fan"), found()
    row = follow(fan, "organization", club.slug)
    client_of(make_user("Rival")).post(LIST, {"drop": row.pk})
    assert Follow.objects.filter(pk=row.pk).exists()


def test_the_list_and_a_look_ask_as_often_for_much_as_for_little(django_assert_max_num_queries: Any) -> None:
    fan, clubs = make_user("Fan"), [found(f"Club {number}") for number in range(6)]
    for club in clubs:
        follow(fan, "organization", club.slug)
    for number in range(5):
        follow(fan, "player", open_page_of(make_user(f"Star {number}")))
        follow(fan, "clan", in_one_clan(make_user(f"Leader {number}"), name=f"Clan {number}").pk)
    client = client_of(fan)
    client.get(LIST)
    with django_assert_max_num_queries(12):
        client.get(LIST)
    Follow.objects.update(next_at=timezone.now())
    with django_assert_max_num_queries(20):
        follow_look(actor=SYSTEM, user_id=fan.pk)
