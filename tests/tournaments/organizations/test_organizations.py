"""Organizations: founding, people, levels, venues, bars, ending; each obeyed and broken."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from ledger.audits import differences
from ledger.commands import Actor
from ledger.errors import StaleError, UserError
from ledger.models import LedgerRow
from ledger.relay import relay_once
from ledger.selectors import verify_chain
from tests.halls import kept
from tests.site.privacy.erasing import person_erase
from tests.tournaments.hall import make_tournament, make_user
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_create
from tournaments.events.access import Right, rights_of
from tournaments.events.edit_services import edit_of, tournament_edit
from tournaments.events.models import Staff, Tournament
from tournaments.events.services import (
    rules_token,
    staff_remove,
    staff_take,
    tournament_cancel,
    tournament_open_entry,
)
from tournaments.organizations.bar_services import bar_lift, bar_set
from tournaments.organizations.member_services import (
    member_answer,
    member_ask,
    member_leave,
    member_remove,
    member_withdraw,
)
from tournaments.organizations.models import Asked, Bar, Member, Organization, Venue
from tournaments.organizations.services import (
    organization_ask_level,
    organization_create,
    organization_decide_level,
    organization_edit,
    organization_end,
    values_token,
)
from tournaments.organizations.venue_services import venue_add, venue_close, venue_edit, venue_token
from x610z_site.reach.models import Notice

from .found import PLACE, actor, event_of, found, join, trust, venue_of

pytestmark = [pytest.mark.django_db]


def refused(service: Any, **params: Any) -> UserError:
    with pytest.raises(UserError) as caught:
        service(**params)
    return caught.value


def fields_of(error: UserError) -> set[str | None]:
    return {one.field for one in error.problems}


@kept
def club() -> Organization:
    return found()


def test_who_founds_it_owns_it_and_its_chain_tells_it(club: Organization) -> None:
    assert (club.slug, club.level) == ("orbit-club", 0)
    assert Member.objects.get(organization=club).role == "owner"
    assert verify_chain("o-orbit-club") == []
    assert list(differences("o-orbit-club")) == []


def test_a_page_on_which_nothing_stands_yet_says_so_and_has_no_empty_list(club: Organization) -> None:
    client = Client()
    client.force_login(club.created_by)
    page = "".join(client.get(f"/o/{club.slug}/").content.decode().split())
    assert "Nonewsyet" in page and "Nocontestsyet" in page and "Nothingisplannedyet" in page
    assert re.search("<ul[^>]*></ul>", page) is None


def test_two_never_have_the_same_name_whatever_its_accents_and_one_that_ended_frees_it() -> None:
    club = found("Café Orbit")
    error = refused(organization_create, actor=actor(make_user()), name="cafe  ORBIT", kind="shop")
    assert (error.code, fields_of(error)) == ("name_taken", {"name"})
    organization_end(actor=actor(club.created_by), organization=club, typed="Café Orbit")
    again = found("cafe orbit")
    assert again.slug != club.slug, "an address is never given twice"


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"name": "x"}, "name"),
        ({"name": "\u3164\u3164\u3164\u3164"}, "name"),
        ({"kind": "bank"}, "kind"),
        ({"website": "http://orbit.example"}, "website"),
        ({"website": "javascript:alert(1)"}, "website"),
    ],
)
def test_what_cannot_be_is_said_at_its_field(said: dict[str, str], field: str) -> None:
    values = {"name": "Orbit Club", "kind": "club", **said}
    assert fields_of(refused(organization_create, actor=actor(make_user()), **values)) == {field}
    assert not Organization.objects.exists()


def test_a_form_opened_before_somebody_else_changed_it_is_out_of_date(club: Organization) -> None:
    said = {"name": "Orbit", "kind": "shop", "about_it": "We play.", "website": ""}
    old = values_token(club)
    organization_edit(actor=actor(club.created_by), organization=club, shown=old, **said)
    club.refresh_from_db()
    assert (club.name, club.kind, club.slug) == ("Orbit", "shop", "orbit-club")
    with pytest.raises(StaleError):
        organization_edit(actor=actor(club.created_by), organization=club, shown=old, **said)


@pytest.mark.parametrize("role", ["organizer", "judge", "helper", None])
def test_only_an_owner_changes_it(club: Organization, role: str | None) -> None:
    user = join(club, role) if role else make_user()
    who = {"actor": actor(user), "organization": club}
    said = {"name": "Ours", "kind": "club", "about_it": "", "website": ""}
    for service, params in (
        (organization_edit, {"shown": values_token(club), **said}),
        (organization_end, {"typed": club.name}),
        (organization_ask_level, {"level": 1, "why": "We have run two leagues."}),
        (member_ask, {"username": "somebody", "role": "owner"}),
        (member_remove, {"user_id": club.created_by_id, "role": "owner"}),
    ):
        assert refused(service, **who, **params).code == "no_role"
    if role != "organizer":
        assert refused(venue_add, **who, values=PLACE).code == "no_role"
        assert refused(bar_set, **who, username="somebody", reason="x").code == "no_role"


def test_nobody_belongs_before_saying_yes_and_a_name_that_does_not_exist_looks_the_same() -> None:
    club, user = found(), make_user("Ann")
    owner = actor(club.created_by)
    real = member_ask(actor=owner, organization=club, username=user.username, role="judge")
    none = member_ask(actor=owner, organization=club, username="nobody-at-all", role="judge")
    assert set(real) == set(none)
    said = [{**row, "asked": 0} for row in rows(club) if "asked" in row]
    assert said[-1] == said[-2]
    assert not Member.objects.filter(organization=club, user=user).exists()
    one = Asked.objects.get(user=user)
    stranger = refused(
        member_answer, actor=actor(make_user()), organization=club, asked_id=one.pk, accept=True
    )
    assert stranger.code == "no_question"
    member_answer(actor=actor(user), organization=club, asked_id=one.pk, accept=True)
    assert Member.objects.get(organization=club, user=user).role == "judge"
    again = refused(member_answer, actor=actor(user), organization=club, asked_id=one.pk, accept=True)
    assert again.code == "no_question"


def rows(club: Organization) -> list[dict[str, Any]]:
    found = LedgerRow.objects.filter(chain=club.chain_key).order_by("number")
    return [row.data for row in found]


def test_who_said_no_is_not_asked_again_and_what_is_taken_back_cannot_be_answered() -> None:
    club, user = found(), make_user()
    asked = {"actor": actor(club.created_by), "organization": club, "username": user.username}
    number = member_ask(**asked, role="helper")["asked"]
    member_withdraw(actor=actor(club.created_by), organization=club, asked_id=number)
    late = refused(member_answer, actor=actor(user), organization=club, asked_id=number, accept=True)
    assert late.code == "no_question"
    assert member_ask(**asked, role="helper")["asked"] == number
    member_answer(actor=actor(user), organization=club, asked_id=number, accept=False)
    member_ask(**asked, role="helper")
    assert Asked.objects.get(pk=number).state == "declined"


def test_an_organization_always_has_an_owner(club: Organization) -> None:
    helper = join(club, "helper")
    owner = club.created_by
    last = {"actor": actor(owner), "organization": club}
    assert refused(member_remove, **last, user_id=owner.pk, role="owner").code == "last_owner"
    assert refused(member_leave, **last).code == "last_owner"
    join(club, "owner", helper)
    member_leave(**last)
    assert set(Member.objects.filter(organization=club).values_list("user_id", "role")) == {
        (helper.pk, "helper"),
        (helper.pk, "owner"),
    }
    member_leave(actor=actor(helper), organization=club)
    club.refresh_from_db()
    assert club.ended_at is not None, "with nobody left it ends"


def test_when_the_last_owner_is_erased_an_organizer_owns_it_before_a_helper(club: Organization) -> None:
    join(club, "helper")
    organizer = join(club, "organizer")
    Bar.objects.create(
        organization=club, user=club.created_by, username="x", reason="Loud", made_at=timezone.now()
    )
    person_erase(actor=Actor(make_user("Office", is_office=True), "office"), user_id=club.created_by_id)
    assert Member.objects.get(organization=club, role="owner").user_id == organizer.pk
    assert not Bar.objects.filter(user=club.created_by_id).exists()
    assert list(differences(club.chain_key)) == []


# --- the level -------------------------------------------------------------------------------------------


def test_events_within_the_level_need_no_second_look_and_larger_ones_do(club: Organization) -> None:
    trust(club, 1)
    evening, large = event_of(club, "Friday"), event_of(club, "Open", scale=2)
    for event in (evening, large):
        assert event.approval == "none"
    tournament_open_entry(actor=actor(club.created_by, "organizer"), tournament=evening)
    evening.refresh_from_db()
    assert (evening.approval, evening.sanctioned, evening.state) == ("approved", True, "entry")
    error = refused(tournament_open_entry, actor=actor(club.created_by, "organizer"), tournament=large)
    assert error.code == "not_approved"


def test_the_rules_for_championships_make_a_championship_whatever_is_said(club: Organization) -> None:
    trust(club, 2)
    event = event_of(club, "Cup", scale=1, changes={"level": "championship"})
    assert event.scale == 3
    refused(tournament_open_entry, actor=actor(club.created_by, "organizer"), tournament=event)


def test_an_evening_of_hundreds_is_an_open_event_so_that_nobody_slips_under_the_level(
    club: Organization,
) -> None:
    trust(club, 1)
    large, small = event_of(club, capacity=300), event_of(club, "Small", capacity=32)
    assert (large.scale, small.scale) == (2, 1)
    for event, opens in ((large, False), (small, True)):
        said = {"actor": actor(club.created_by, "organizer"), "tournament": event}
        assert opens or refused(tournament_open_entry, **said).code == "not_approved"
        if opens:
            tournament_open_entry(**said)
    grown = Tournament.objects.get(pk=small.pk)
    edit = {"values": {"capacity": 200}, "changes": {}}
    agreed = edit_of(grown, edit["values"], {}, club.created_by).token
    tournament_edit(actor=actor(club.created_by, "organizer"), tournament=grown, agreed=agreed, **edit)
    grown = Tournament.objects.get(pk=small.pk)
    assert (grown.scale, grown.organized_play) == (2, True)
    assert Right.REAL_NAMES not in rights_of(club.created_by, grown), "larger than it is trusted for"


def test_the_organizer_of_another_organization_has_no_level_to_lend() -> None:
    club = found("Trusted")
    trust(club, 3)
    stranger = make_user()
    error = refused(event_of_by, user=stranger, organization=club)
    assert fields_of(error) == {"organization_id"}
    for role in ("judge", "helper"):
        member = join(club, role)
        assert fields_of(refused(event_of_by, user=member, organization=club)) == {"organization_id"}


def event_of_by(user: Any, organization: Organization) -> Tournament:
    return make_tournament("Borrowed", by=user, organization_id=organization.pk)


def test_when_the_office_takes_the_level_back_the_powers_end_at_once(club: Organization) -> None:
    trust(club, 1)
    event = event_of(club)
    tournament_open_entry(actor=actor(club.created_by, "organizer"), tournament=event)
    event = Tournament.objects.get(pk=event.pk)
    assert Right.REAL_NAMES in rights_of(club.created_by, event)
    trust(club, 0)
    event = Tournament.objects.get(pk=event.pk)
    assert event.organized_play
    assert Right.REAL_NAMES not in rights_of(club.created_by, event)


def test_what_the_office_refused_is_not_opened_by_the_level(club: Organization) -> None:
    trust(club, 1)
    event = event_of(club)
    Tournament.objects.filter(pk=event.pk).update(approval="rejected")
    error = refused(tournament_open_entry, actor=actor(club.created_by, "organizer"), tournament=event)
    assert error.code == "not_approved"


def test_the_office_answers_what_it_read_and_a_lower_level_needs_its_reason() -> None:
    club, office = found(), Actor(make_user("Office", is_office=True), "office")
    ask = {"actor": actor(club.created_by), "organization": club, "why": "Ten years of leagues."}
    organization_ask_level(**ask, level=1)
    organization_ask_level(**ask, level=3)
    decide = {"actor": office, "organization": club}
    with pytest.raises(StaleError):
        organization_decide_level(**decide, level=1, asked=1)
    assert refused(organization_decide_level, **decide, level=1, asked=3).code == "note_needed"
    organization_decide_level(**decide, level=2, asked=3, note="First show us an open event.")
    club.refresh_from_db()
    assert (club.level, club.asked_level) == (2, 0)
    assert refused(organization_ask_level, **ask, level=2).code == "has_level"
    assert refused(organization_decide_level, **decide, level=7).code == "level"


@pytest.mark.parametrize(
    ("before", "asked", "level", "english", "dutch"),
    [
        (0, 2, 2, "up to: open event.", "tot en met: open toernooi."),
        (0, 3, 0, "did not give", "niet het niveau"),
        (3, None, 1, "lowered the level of an organization you own to: evening.", "verlaagd tot: avond."),
        (1, None, 0, "no longer trusts", "vertrouwt een organisatie van jou niet meer"),
    ],
)
def test_the_owners_alone_are_told_what_the_office_decided_and_where_it_says_why(
    settings: Any, before: int, asked: int | None, level: int, english: str, dutch: str
) -> None:
    settings.TASKS_INLINE, settings.REDIS_URL = True, ""
    club = found()
    second = join(club, "owner")
    for role in ("organizer", "judge", "helper"):
        join(club, role)
    Organization.objects.filter(pk=club.pk).update(level=before)
    if asked:
        said = {"level": asked, "why": "Ten years of leagues."}
        organization_ask_level(actor=actor(second), organization=club, **said)
    office = make_user("Office", is_office=True)
    organization_decide_level(
        actor=Actor(office, "office"), organization=club, level=level, note="Because of the fire door."
    )
    while relay_once():
        pass
    told = Notice.objects.filter(kind="level_decided")
    assert sorted(told.values_list("user_id", flat=True)) == sorted((club.created_by_id, second.pk))
    for language, words in (("en", english), ("nl", dutch)):
        client = Client(headers={"accept-language": language})
        client.force_login(second)
        page = client.get("/me/notices/").content.decode()
        assert words in " ".join(page.split()), language
        assert f'href="/o/level/{club.pk}/"' in page and "fire door" not in page
        assert "fire door" in client.get(f"/o/level/{club.pk}/", follow=True).content.decode()


def test_what_cannot_be_asked_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    club = found()
    said: Any = {"actor": actor(club.created_by), "organization": club}
    judge, stranger = join(club, "judge"), make_user()
    member_ask(**said, username="somebody", role="judge")
    venue_of(club)
    monkeypatch.setattr("tournaments.organizations.member_services.MOST_OPEN", 1)
    monkeypatch.setattr("tournaments.organizations.venue_services.MOST_SHOWN", 1)
    codes = {
        "role": refused(member_ask, **said, username="another", role="king"),
        "username": refused(member_ask, **said, username="ab", role="judge"),
        "too_many": refused(member_ask, **said, username="another", role="judge"),
        "no_member": refused(member_remove, **said, user_id=stranger.pk, role="judge"),
        "level": refused(organization_ask_level, **said, level=9, why="Ten years of leagues."),
        "why_needed": refused(organization_ask_level, **said, level=1, why="Please"),
    }
    assert {code: error.code for code, error in codes.items()} == {code: code for code in codes}
    assert (
        refused(venue_add, **said, values=PLACE | {"name": "Another", "street": "Elsewhere 2"}).code
        == "too_many"
    )
    assert Member.objects.filter(user=judge, role="judge").exists()


# --- who organizes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("role", "organizes"), [("organizer", True), ("owner", True), ("judge", False)])
def test_organizers_of_the_organization_organize_each_of_its_events(role: str, *, organizes: bool) -> None:
    club, other = found(), found("Other Club")
    member = join(club, role)
    mine, theirs = event_of(club), event_of(other, "Theirs")
    assert (Right.EDIT in rights_of(member, mine)) is organizes
    assert rights_of(member, theirs) == frozenset()
    assert not Staff.objects.filter(user=member).exists()


def test_who_has_left_uses_no_trust_and_is_taken_off_the_staff_although_named_alone(
    club: Organization,
) -> None:
    trust(club, 1)
    gone = join(club, "organizer")
    event = make_tournament("Friday", by=gone, organization_id=club.pk)
    member_leave(actor=actor(gone), organization=club)
    error = refused(tournament_open_entry, actor=actor(gone, "organizer"), tournament=event)
    assert error.code == "not_approved"
    staff_remove(actor=actor(club.created_by, "organizer"), tournament=event, user=gone, role="organizer")
    assert rights_of(gone, event) == frozenset()
    tournament_open_entry(actor=actor(club.created_by, "organizer"), tournament=event)
    event.refresh_from_db()
    assert event.sanctioned


def test_a_draft_that_the_office_approved_is_asked_about_again_as_another_organization_s() -> None:
    owner = make_user("Two Hats")
    one, other = found("One", owner), found("Other", owner)
    event = event_of(one)
    before = rules_token(event)
    Tournament.objects.filter(pk=event.pk).update(approval="approved")
    event.refresh_from_db()
    values = {"organization_id": other.pk}
    agreed = edit_of(event, values, {}, owner).token
    said = {"values": values, "changes": {}, "agreed": agreed}
    tournament_edit(actor=actor(owner, "organizer"), tournament=event, **said)
    event.refresh_from_db()
    assert (event.approval, event.organization_id) == ("requested", other.pk)
    assert rules_token(event) != before, "what the office has before it is out of date"


def test_the_words_of_a_large_event_that_is_over_can_still_change() -> None:
    event = event_of(found(), capacity=300)
    Tournament.objects.filter(pk=event.pk).update(scale=1, state="finished")  # from before there were scales
    event.refresh_from_db()
    assert edit_of(event, {"description": "Thank you."}, {}).values.keys() == {"description"}


def test_members_are_taken_on_as_what_they_said_yes_to_and_nobody_else_is(club: Organization) -> None:
    judge, helper, stranger = join(club, "judge"), join(club, "helper"), make_user()
    event = event_of(club)
    said = {"actor": actor(club.created_by, "organizer"), "tournament": event}
    staff_take(**said, user_id=judge.pk, role="head_judge")
    staff_take(**said, user_id=helper.pk, role="door")
    for user, role in ((judge, "organizer"), (helper, "judge"), (stranger, "door")):
        assert refused(staff_take, **said, user_id=user.pk, role=role).code == "no_member"
    assert Staff.objects.filter(tournament=event).count() == 3


# --- venues ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"name": " "}, "name"),
        ({"town": ""}, "town"),
        ({"country": "FR"}, "country"),
        ({"tables": 3000}, "tables"),
        ({"tables": -1}, "tables"),
        ({"latitude": None}, "latitude"),
        ({"latitude": 91.0}, "latitude"),
        ({"longitude": float("nan")}, "latitude"),
        ({"name": "Front room"}, "street"),
        ({"street": "DORPSSTRAAT  1", "name": "Other", "town": "utrecht"}, "street"),
        ({"street": "Elsewhere 2"}, "name"),
    ],
)
def test_a_venue_that_cannot_be_is_refused_at_its_field(
    club: Organization, said: dict[str, Any], field: str
) -> None:
    venue_of(club)
    values: Any = {**PLACE, **said}
    error = refused(venue_add, actor=actor(club.created_by), organization=club, values=values)
    assert field in fields_of(error)
    assert Venue.objects.count() == 1


def test_a_venue_is_changed_from_what_was_shown_and_closed_when_nothing_is_to_come(
    club: Organization,
) -> None:
    venue = venue_of(club)
    said = {"actor": actor(club.created_by), "organization": club, "venue_id": venue.pk}
    old = venue_token(venue)
    venue_edit(**said, values={**PLACE, "tables": 30}, shown=old)
    with pytest.raises(StaleError):
        venue_edit(**said, values=PLACE, shown=old)
    event = event_of(club, venue_id=venue.pk)
    assert event.location == "Back room, Dorpsstraat 1, 3511 AA Utrecht"
    assert refused(venue_close, **said).code == "events_there"
    tournament_cancel(actor=actor(club.created_by, "organizer"), tournament=event, reason="Rain")
    venue_close(**said)
    assert fields_of(refused(event_of, organization=club, name="Late", venue_id=venue.pk)) == {"venue_id"}


def test_two_events_at_once_are_refused_where_the_tables_do_not_suffice(club: Organization) -> None:
    venue = venue_of(club, tables=20)
    day = timezone.now() + timedelta(days=3)
    event_of(club, "First", venue_id=venue.pk, capacity=32, starts_at=day)
    error = refused(
        event_of,
        organization=club,
        name="Second",
        venue_id=venue.pk,
        capacity=16,
        starts_at=day + timedelta(hours=2),
    )
    assert fields_of(error) == {"venue_id"} and "First" in error.message and "20" in error.message
    event_of(club, "Small", venue_id=venue.pk, capacity=8, starts_at=day)
    event_of(club, "Next day", venue_id=venue.pk, capacity=32, starts_at=day + timedelta(days=1))


def test_a_venue_of_another_organization_is_no_venue_of_mine() -> None:
    club, other = found(), found("Other Club")
    theirs = venue_of(other)
    assert fields_of(refused(event_of, organization=club, venue_id=theirs.pk)) == {"venue_id"}
    for service, more in ((venue_edit, {"values": PLACE, "shown": venue_token(theirs)}), (venue_close, {})):
        error = refused(service, actor=actor(club.created_by), organization=club, venue_id=theirs.pk, **more)
        assert error.code == "no_venue"


# --- bars ------------------------------------------------------------------------------------------------


def test_who_is_barred_enters_none_of_its_events_and_all_others() -> None:
    club, other, player = found(), found("Other Club"), make_user("Player")
    mine, theirs = (opened(event_of(one, name)) for one, name in ((club, "Mine"), (other, "Theirs")))
    said = {"actor": actor(club.created_by), "organization": club}
    number = bar_set(**said, username=player.username, reason="Threw a chair.")["bar"]
    error = refused(entry_create, actor=Actor(player, "player"), tournament=mine)
    assert error.code == "barred" and "Threw a chair." in error.message
    entry_create(actor=Actor(player, "player"), tournament=theirs)
    bar_lift(**said, bar_id=number)
    entry_create(actor=Actor(player, "player"), tournament=mine)
    assert Entry.objects.filter(user=player).count() == 2


def test_a_bar_ends_by_itself_and_says_the_same_of_a_name_that_nobody_has() -> None:
    club, player = found(), make_user("Player")
    mine = opened(event_of(club))
    said = {"actor": actor(club.created_by), "organization": club}
    soon = timezone.now() + timedelta(days=1)
    real = bar_set(**said, username=player.username, reason="Loud.", until=soon)
    none = bar_set(**said, username="nobody-at-all", reason="Loud.", until=soon)
    assert set(real) == set(none)
    Bar.objects.filter(user=player).update(until=timezone.now() - timedelta(minutes=1))
    entry_create(actor=Actor(player, "player"), tournament=mine)
    assert refused(bar_set, **said, username="other", reason="").code == "reason_needed"
    past = timezone.now() - timedelta(days=1)
    assert refused(bar_set, **said, username="other", reason="x", until=past).code == "until"
    assert refused(bar_set, **said, username=club.created_by.username, reason="x").code == "member"
    other = found("Other Club")
    lift = refused(bar_lift, actor=actor(other.created_by), organization=other, bar_id=real["bar"])
    assert lift.code == "no_bar"


def opened(event: Tournament) -> Tournament:
    tournament_open_entry(actor=Actor(event.created_by, "organizer"), tournament=event, casual=True)
    return Tournament.objects.get(pk=event.pk)


# --- the end ---------------------------------------------------------------------------------------------


def test_it_does_not_end_while_events_are_open_nor_by_mistake(club: Organization) -> None:
    event = event_of(club)
    said = {"actor": actor(club.created_by), "organization": club}
    assert refused(organization_end, **said, typed="Orbit").code == "typed"
    assert refused(organization_end, **said, typed="orbit club").code == "events_open"
    tournament_cancel(actor=actor(club.created_by, "organizer"), tournament=event, reason="Rain")
    organization_end(**said, typed="orbit club")
    event.refresh_from_db()
    assert event.organization_id == club.pk
    assert Right.EDIT in rights_of(club.created_by, event), "who made it is on its staff"
    late = refused(venue_add, **said, values=PLACE)
    assert late.code == "ended"


def test_somebody_with_the_database_who_adds_an_organizer_or_a_level_is_found(club: Organization) -> None:
    join(club, "judge")
    assert list(differences(club.chain_key)) == []
    Member.objects.create(organization=club, user=make_user(), role="organizer", since=timezone.now())
    Organization.objects.filter(pk=club.pk).update(level=3)
    Member.objects.filter(organization=club, role="judge").update(role="owner")
    found_out = sorted(one.text for _name, one in differences(club.chain_key))
    assert len(found_out) == 3, found_out
