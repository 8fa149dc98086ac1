"""Children: what a stranger, another child, a casual desk and the child alone can learn of a guardian or change."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from ledger.commands import Actor
from ledger.errors import UserError
from tests.site.privacy.test_guardians import signed_in
from tests.site.privacy.test_pages import days_later
from tests.tournaments import hall
from tournaments.entries.models import Entry
from tournaments.entries.selectors import guardians_waiting
from tournaments.events.models import Tournament
from x610z_site.privacy.choice_services import (
    guardian_confirm,
    guardian_give,
    guardian_withdraw,
    page_choose,
    real_name_change,
)
from x610z_site.privacy.models import Choice, Guardian, GuardianTalk

pytestmark = pytest.mark.django_db
CONTACT = "06 1234 5678"


def child_of(tournament: Tournament, number: int = 0) -> Entry:
    """A player of 12 to 15 who is entered there."""
    entry = Entry.objects.filter(tournament=tournament).select_related("user").order_by("number")[number]
    guardian_give(actor=Actor(entry.user, "person"), contact=CONTACT)
    return entry


def also_in(other: Tournament, user: Any, state: str = "entered") -> Entry:
    """The same person in another event."""
    entry = Entry.objects.filter(tournament=other).order_by("number")[0]
    Entry.objects.filter(pk=entry.pk).update(user=user, state=state)
    return Entry.objects.get(pk=entry.pk)


def confirm(tournament: Tournament, user: Any) -> None:
    guardian_confirm(actor=hall.organizer_of(tournament), tournament=tournament, user_id=user.pk)


def refused(service: Any, **params: Any) -> str:
    with pytest.raises(UserError) as caught:
        service(**params)
    return caught.value.code


def test_the_child_takes_nothing_back_and_shows_nothing_without_the_guardian() -> None:
    user = child_of(hall.approved_tournament(4)).user
    client, me = signed_in(user), Actor(user, "person")
    client.post("/me/data/guardian/", {"action": "withdraw"})
    client.post("/me/data/guardian/", {"action": "withdraw", "contact": CONTACT, "birth_year": "1990"})
    assert Guardian.objects.get(user=user).birth_year is None
    assert refused(real_name_change, actor=me, real_name="Noor", shown=True) == "guardian"
    assert refused(page_choose, actor=me, opened=True, parts=["results"]) == "guardian"
    assert not Choice.objects.filter(user=user, shows_real_name=True).exists()


def test_another_contact_is_spoken_with_anew_and_switches_off_what_was_shown() -> None:
    tournament = hall.approved_tournament(4)
    user = child_of(tournament).user
    confirm(tournament, user)
    real_name_change(actor=Actor(user, "person"), real_name="Noor", shown=True)
    guardian_give(actor=Actor(user, "person"), contact="06 my own telephone")
    assert not GuardianTalk.objects.exists() and guardians_waiting(tournament) == 1
    assert not Choice.objects.get(user=user).shows_real_name


@pytest.mark.parametrize("service", [guardian_confirm, guardian_withdraw])
def test_nobody_at_a_casual_desk_at_another_event_or_for_oneself_has_a_say(service: Any) -> None:
    here, casual, other = hall.approved_tournament(4), hall.running_tournament(4), hall.approved_tournament(4)
    user = child_of(here).user
    also_in(casual, user)
    for tournament, code in ((casual, "casual"), (other, "gone")):
        params = {"actor": hall.organizer_of(tournament), "tournament": tournament, "user_id": user.pk}
        assert refused(service, **params) == code
    own = hall.staff_actor(here, "scorekeeper", user)
    assert refused(service, actor=own, tournament=here, user_id=user.pk) == "own"
    assert Guardian.objects.get(user=user).confirmed_at is None


def test_strangers_other_children_and_a_casual_desk_see_neither_contact_nor_age() -> None:
    here, casual = hall.approved_tournament(4), hall.running_tournament(4)
    child, friend = child_of(here), child_of(here, 1)
    also_in(casual, child.user)
    people = [hall.make_user(), friend.user, hall.organizer_of(casual).user]
    people += [hall.staff_actor(here, role).user for role in ("judge", "head_judge", "door")]
    for tournament in (here, casual):
        for user in people:
            client = signed_in(user)
            assert client.get(f"/t/{tournament.slug}/desk/guardians/").status_code == 403
            for page in ("", "standings/", "desk/", "desk/entries/", "door/"):
                text = client.get(f"/t/{tournament.slug}/{page}").content.decode()
                assert CONTACT not in text and "12 to 15" not in text, (tournament.name, user, page)
    assert (
        CONTACT
        in signed_in(hall.organizer_of(here).user).get(f"/t/{here.slug}/desk/guardians/").content.decode()
    )
    assert Client().get(f"/t/{here.slug}/desk/guardians/").status_code == 302


def test_each_event_speaks_with_the_guardian_itself() -> None:
    one, two = hall.approved_tournament(4), hall.approved_tournament(4)
    user = child_of(one).user
    also_in(two, user)
    confirm(one, user)
    assert (guardians_waiting(one), guardians_waiting(two)) == (0, 1)
    page = signed_in(hall.organizer_of(two).user).get(f"/t/{two.slug}/desk/guardians/").content.decode()
    assert "I spoke with them" in page


def test_the_desk_misses_nobody_who_withdrew_from_another_event() -> None:
    here, other = hall.approved_tournament(4), hall.approved_tournament(4)
    user = child_of(here).user
    also_in(other, user, "withdrawn")
    desk = signed_in(hall.organizer_of(here).user).get(f"/t/{here.slug}/desk/guardians/").content.decode()
    assert CONTACT in desk
    there = signed_in(hall.organizer_of(other).user).get(f"/t/{other.slug}/desk/guardians/").content.decode()
    assert CONTACT not in there


def test_the_year_of_birth_is_one_of_12_to_15_and_never_becomes_earlier() -> None:
    me, year = Actor(hall.make_user(), "person"), timezone.now().year
    for wrong in (year - 17, year - 11):
        assert refused(guardian_give, actor=me, contact=CONTACT, birth_year=wrong) == "birth_year"
    for said, kept in (
        (year - 13, year - 13),
        (year - 16, year - 13),
        (None, year - 13),
        (year - 12, year - 12),
    ):
        guardian_give(actor=me, contact=CONTACT, birth_year=said)
        assert Guardian.objects.get().birth_year == kept


def test_who_said_no_year_gives_no_early_one_later() -> None:
    me, year = Actor(hall.make_user(), "person"), timezone.now().year
    guardian_give(actor=me, contact=CONTACT)
    guardian_give(actor=me, contact=CONTACT, birth_year=year - 16)
    assert Guardian.objects.get().birth_year == year - 12


def test_being_16_comes_by_itself_when_the_guardian_was_heard_and_else_with_the_years() -> None:
    tournament, year = hall.approved_tournament(4), timezone.now().year
    heard, said, unknown = [
        entry.user for entry in Entry.objects.filter(tournament=tournament).order_by("number")[:3]
    ]
    for user, born in ((heard, year - 15), (said, year - 15), (unknown, None)):
        guardian_give(actor=Actor(user, "person"), contact=CONTACT, birth_year=born)
    confirm(tournament, heard)
    desk = signed_in(hall.organizer_of(tournament).user).get(f"/t/{tournament.slug}/desk/guardians/")
    assert desk.content.decode().count(f"born in {year - 15}") == 2
    turn = timezone.now().replace(month=1, day=1, hour=12)
    for years, left in ((1, 3), (2, 2), (4, 2), (5, 0)):
        days = (turn.replace(year=year + years) - timezone.now()) / timedelta(days=1)
        days_later("grown", days)
        assert Guardian.objects.count() == left, years
