"""Clans: at most nine members, one clan for each person, by invitation (glossary G.clan, M04)."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from ledger.commands import SITE_CHAIN, Actor
from ledger.errors import UserError
from ledger.models import LedgerRow
from ledger.selectors import verify_chain
from tests.tournaments.hall import make_user
from tests.tournaments.submissions.deck_hall import browser
from tournaments.clans.models import MOST_MEMBERS, Clan, Membership
from tournaments.clans.selectors import clan_of, living_clans, members_of
from tournaments.clans.services import (
    clan_create,
    clan_hand_over,
    clan_join,
    clan_leave,
    clan_remove,
    clan_renew_link,
    clan_show,
)

pytestmark = [pytest.mark.django_db]


def found(name: str = "Blue Wave", user: Any = None) -> Clan:
    answer = clan_create(actor=Actor(user or make_user("Lea"), "player"), name=name)
    return Clan.objects.get(pk=answer["clan"])


def join(clan: Clan, name: str = "") -> Any:
    user = make_user(name)
    clan.refresh_from_db()
    clan_join(actor=Actor(user, "player"), code=clan.code)
    return user


def refused(service: Any, user: Any, **params: Any) -> UserError:
    with pytest.raises(UserError) as caught:
        service(actor=Actor(user, "player"), **params)
    return caught.value


def test_a_tenth_member_is_refused_with_the_reason() -> None:
    clan = found()
    for _number in range(MOST_MEMBERS - 1):
        join(clan)
    error = refused(clan_join, make_user(), code=clan.code)
    assert (error.code, error.problems[0].rule) == ("full", "G.clan")
    assert "9 members" in error.message
    assert clan.memberships.count() == MOST_MEMBERS == 9


def test_a_place_that_was_left_is_given_again() -> None:
    clan = found()
    members = [join(clan) for _number in range(MOST_MEMBERS - 1)]
    clan_leave(actor=Actor(members[3], "player"))
    newcomer = join(clan)
    assert Membership.objects.get(user=newcomer).place == 5
    assert refused(clan_join, make_user(), code=clan.code).code == "full"


def test_the_database_itself_has_no_tenth_place() -> None:
    clan = found()
    for place in (0, 10):
        with pytest.raises(IntegrityError), transaction.atomic():
            Membership.objects.create(clan=clan, user=make_user(), place=place, joined_at=clan.founded_at)


def test_nobody_is_in_two_clans() -> None:
    one, two = found("One"), found("Two")
    user = join(one)
    assert refused(clan_join, user, code=two.code).code == "in_clan"
    assert refused(clan_create, user, name="Three").code == "in_clan"
    clan_leave(actor=Actor(user, "player"))
    clan_join(actor=Actor(user, "player"), code=two.code)
    assert clan_of(user) == two


def test_two_clans_never_have_the_same_name_but_a_name_is_free_when_its_clan_has_ended() -> None:
    clan = found("Blauwe Golf")
    assert refused(clan_create, make_user(), name="blauwe   GÓLF").code == "name_taken"
    assert refused(clan_create, make_user(), name=" \u202e").code == "name"
    clan_leave(actor=Actor(clan.leader, "player"))
    assert found("blauwe golf").name == "blauwe golf"


def test_only_the_leader_takes_somebody_out_and_the_link_changes_with_it() -> None:
    clan = found()
    ann, bob = join(clan, "Ann"), join(clan, "Bob")
    assert refused(clan_remove, ann, user_id=bob.pk).code == "not_leader"
    assert refused(clan_remove, make_user(), user_id=bob.pk).code == "no_clan"
    assert refused(clan_remove, clan.leader, user_id=clan.leader_id).code == "leader"
    before = clan.code
    clan_remove(actor=Actor(clan.leader, "player"), user_id=bob.pk)
    assert clan_of(bob) is None
    assert refused(clan_join, bob, code=before).code == "link"
    assert refused(clan_remove, clan.leader, user_id=bob.pk).code == "no_member"


def test_a_new_link_stops_the_one_before() -> None:
    clan = found()
    before = clan.code
    assert refused(clan_renew_link, join(clan)).code == "not_leader"
    clan_renew_link(actor=Actor(clan.leader, "player"))
    assert refused(clan_join, make_user(), code=before).code == "link"
    join(clan)


def test_when_the_leader_leaves_the_eldest_member_leads_and_an_empty_clan_ends() -> None:
    clan = found()
    ann, bob = join(clan, "Ann"), join(clan, "Bob")
    clan_leave(actor=Actor(clan.leader, "player"))
    clan.refresh_from_db()
    assert clan.leader == ann
    clan_hand_over(actor=Actor(ann, "player"), user_id=bob.pk)
    clan.refresh_from_db()
    assert clan.leader == bob and members_of(clan, hidden=True)[0].user == bob and members_of(clan) == []
    assert refused(clan_hand_over, bob, user_id=make_user().pk).code == "no_member"
    for user in (bob, ann):
        clan_leave(actor=Actor(user, "player"))
    clan.refresh_from_db()
    assert clan.ended_at is not None
    assert refused(clan_join, make_user(), code=clan.code).code == "link"
    assert refused(clan_leave, ann).code == "no_clan"


def test_the_ledger_holds_ids_alone() -> None:
    clan = found("Secret Name")
    user = join(clan, "Ann Secret")
    clan_remove(actor=Actor(clan.leader, "player"), user_id=user.pk)
    rows = LedgerRow.objects.filter(action__startswith="clan.")
    assert [row.action for row in rows.order_by("number")] == ["clan.create", "clan.join", "clan.remove"]
    assert "Secret" not in str(list(rows.values_list("data", "note"))) and clan.code not in str(rows.values())
    assert verify_chain(SITE_CHAIN) == []


# --- pages -----------------------------------------------------------------------------------------------------------


def test_the_page_shows_public_names_to_everybody_and_the_link_to_the_leader_alone() -> None:
    clan = found("Blauwe Golf 🌊")
    ann = join(clan, "Ann")
    clan_show(actor=Actor(ann, "player"), shown=True)
    type(ann).objects.filter(pk=ann.pk).update(real_name="Antonia Realname")
    address = reverse("tournaments:clan", args=[clan.pk])
    for user in (None, make_user(), ann, clan.leader):
        page = browser(user).get(address).content.decode()
        assert "Ann" in page and "Blauwe Golf 🌊" in page
        assert "Realname" not in page or user == ann  # one's own menu
        assert (clan.code in page) == (user == clan.leader)
    type(ann).objects.filter(pk=ann.pk).update(is_active=False)
    assert "<bdi>Ann</bdi>" not in browser(None).get(address).content.decode()


def test_clans_stand_by_name_wherever_their_rows_lie() -> None:
    for name in ("Zilt", "amber", "Mosgroen"):
        found(name)
    assert [clan.name for clan in living_clans()] == ["amber", "Mosgroen", "Zilt"]


def test_a_clan_is_founded_joined_and_left_by_the_buttons_of_its_pages() -> None:
    leader, ann = make_user("Lea"), make_user("Ann")
    page = browser(leader).post(reverse("tournaments:clan_new"), {"name": "Red Sun"}, follow=True)
    clan = Clan.objects.get()
    assert reverse("tournaments:clan_join", args=[clan.code]) in page.content.decode()
    address = reverse("tournaments:clan", args=[clan.pk])
    assert browser(ann).post(address, {"do": "leave"}).status_code == 404
    link = reverse("tournaments:clan_join", args=[clan.code])
    assert browser(None).get(link).status_code == 302
    assert "Red Sun" in browser(ann).get(link).content.decode()
    assert browser(ann).post(link, follow=True).redirect_chain[-1][0] == address
    assert browser(ann).post(address, {"do": "remove", "user": leader.pk}).status_code == 302
    assert clan.memberships.count() == 2
    browser(leader).post(address, {"do": "remove", "user": ann.pk})
    assert browser(leader).get(link).status_code == 404
    assert browser(leader).post(address, {"do": "leave"}, follow=True).status_code == 200
    assert browser(None).get(address).status_code == 404


def test_the_pages_need_as_many_queries_for_many_members_and_clans_as_for_few() -> None:
    clan = found()

    def counts() -> list[int]:
        found_counts = []
        for address in (reverse("tournaments:clans"), reverse("tournaments:clan", args=[clan.pk])):
            client = browser(clan.leader)
            with CaptureQueriesContext(connection) as queries:
                assert client.get(address).status_code == 200
            found_counts.append(len(queries))
        return found_counts

    before = counts()
    for number in range(3):
        join(clan)
        found(f"Clan {number}", make_user())
    assert counts() == before
    assert max(before) <= 7
