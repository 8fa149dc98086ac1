"""Clans: at most nine members, one clan for each person, by invitation (glossary G.clan, M04)."""

import gzip
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from ledger.commands import SITE_CHAIN, Actor
from ledger.errors import UserError
from ledger.models import LedgerRow
from rules_engine.drawing.emblem import emblem_svg
from tests.ledger.chains import broken
from tests.tournaments.hall import make_user
from tests.tournaments.submissions.deck_hall import browser
from tournaments.clans.models import MOST_MEMBERS, Clan, Membership
from tournaments.clans.selectors import SHOWN, clan_of, clans_found, living_clans, members_of
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
    assert broken(SITE_CHAIN) == []


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


def test_a_clan_is_found_by_a_part_of_its_name_whatever_its_accents() -> None:
    for name in ("Écluse Noire", "Zwarte Sluis", "Amber"):
        found(name)
    assert [clan.name for clan in clans_found("ECLUSE").clans] == ["Écluse Noire"]
    assert [clan.name for clan in clans_found("noire écl").clans] == ["Écluse Noire"]
    for text in ("%", "_", "a' or 1=1", "x" * 300):
        assert clans_found(text).total == 0
    page = browser(None).get(reverse("tournaments:clans"), {"q": "zwárte"}).content.decode()
    assert "Zwarte Sluis" in page and "Amber" not in page.split("<main")[1] and "1 clan found" in page
    assert "No clan is called so" in browser(None).get("/clans/?q=nowhere").content.decode()


def test_the_clans_come_a_page_at_a_time_and_the_first_weighs_little() -> None:
    for number in range(SHOWN + 2):
        found(f"Clan {number:02}", make_user())
    first = browser(None).get("/clans/").content.decode()
    assert first.count('class="emblem"') == SHOWN and 'rel="next"' in first and 'rel="prev"' not in first
    assert len(gzip.compress(first.encode())) < 20_000 and " style=" not in first
    last = browser(None).get("/clans/?page=2").content.decode()
    assert last.count('class="emblem"') == 2 and 'rel="next"' not in last
    for page in ("9" * 30, "-1", "x", "²"):
        assert browser(None).get("/clans/", {"page": page}).status_code == 200


def test_ones_own_clan_stands_first_and_its_members_alone_know_how_many_places_are_free() -> None:
    clan = found("Zilt")
    found("Amber")
    ann = join(clan, "Ann")
    own = browser(ann).get("/clans/").content.decode().split("<main")[1]
    assert own.index("Zilt") < own.index("Amber") and own.count("Zilt") == 1 and "7 places free" in own
    for user in (None, make_user()):
        page = browser(user).get("/clans/").content.decode().split("<main")[1]
        assert page.index("Amber") < page.index("Zilt") and "places free" not in page
    inside, outside = (browser(one).get(f"/clans/{clan.pk}/").content.decode() for one in (ann, None))
    assert "7 places free" in inside and "places free" not in outside
    assert inside.count("emblem-full") == 2 and outside.count("emblem-full") == 0


def test_two_worlds_that_differ_in_hidden_members_look_the_same_to_others() -> None:
    clan = found("Zilt")
    stranger = make_user()

    def world() -> list[str]:
        pages = [
            browser(user).get(url) for user in (None, stranger) for url in ("/clans/", f"/clans/{clan.pk}/")
        ]
        return [page.content.decode().split("<main")[1] for page in pages]

    before = world()
    for _number in range(3):
        join(clan)
    assert world() == before


def test_leaving_and_handing_over_ask_first_and_the_link_of_the_leader_is_a_picture_too() -> None:
    clan = found()
    join(clan, "Ann")
    page = browser(clan.leader).get(f"/clans/{clan.pk}/").content.decode()
    for do in ("leave", "hand_over", "remove", "renew_link"):
        before = page.split(f'value="{do}"')[0]
        assert before.count("<details") > before.count("</details>"), (
            f"{do} is behind a word about what it does"
        )
    assert (
        "data:image/svg+xml" in page and "mailto:?subject=" in page and clan.code in page.split("mailto:")[1]
    )
    ann = (
        browser(clan.memberships.get(user__display_name="Ann").user)
        .get(f"/clans/{clan.pk}/")
        .content.decode()
    )
    assert "data:image/svg+xml" not in ann and "mailto:" not in ann and clan.code not in ann


def test_an_emblem_is_the_same_for_the_same_name_and_keeps_inside_its_frame() -> None:
    assert emblem_svg("zilt", 3, 9) == emblem_svg("zilt", 3, 9) != emblem_svg("amber", 3, 9)
    for name in ("zilt", "<b>", ""):
        svg = emblem_svg(name, 4, 9)
        assert "<b>" not in svg and (svg.count("emblem-full"), svg.count("emblem-free")) == (4, 5)
        assert len(svg) < 2_000


def test_the_pages_need_as_many_queries_for_many_members_and_clans_as_for_few() -> None:
    clan = found()
    found("Clan")

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
    assert max(before) <= 9
