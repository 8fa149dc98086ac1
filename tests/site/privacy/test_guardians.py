"""Players of 12 to 15: asked at sign-up without a birthday, a word of the desk before the first round."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from ledger.commands import Actor
from tests.tournaments import hall
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from x610z_site.privacy.choice_services import guardian_confirm, guardian_give
from x610z_site.privacy.models import Choice, Guardian

pytestmark = pytest.mark.django_db
SAID = {"display_name": "Noor", "username": "noor", "password": "purple monkey dishwasher"}


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({}, "age"),
        ({"age": "11"}, "age"),
        ({"age": "12"}, "guardian"),
        ({"age": "12", "guardian": "x"}, "guardian"),
    ],
)
def test_an_account_needs_an_age_band_and_for_12_to_15_a_guardian(
    client: Client, said: dict[str, str], field: str
) -> None:
    answer = client.post("/sign-up/", SAID | said)
    assert answer.status_code == 422 and answer.context["form"].errors[field]
    assert not get_user_model().objects.exists()


def test_of_somebody_of_16_or_older_nothing_is_kept(client: Client) -> None:
    assert client.post("/sign-up/", SAID | {"age": "16", "guardian": "06 1234 5678"}).status_code == 302
    assert get_user_model().objects.count() == 1 and not Guardian.objects.exists()


def test_a_player_of_12_to_15_begins_with_a_guardian_nobody_spoke_with_and_nothing_switched_on(
    client: Client,
) -> None:
    assert client.post("/sign-up/", SAID | {"age": "12", "guardian": "06 1234 5678"}).status_code == 302
    guardian = Guardian.objects.get(user__username="noor")
    assert (guardian.contact, guardian.confirmed_at) == ("06 1234 5678", None)
    assert not Choice.objects.filter(shows_real_name=True).exists()
    assert "birth" not in {field.name for field in get_user_model()._meta.get_fields()}


def test_a_name_that_is_taken_keeps_nothing_of_the_guardian_either(client: Client) -> None:
    hall.make_user()
    get_user_model().objects.create_user("noor", password="purple monkey dishwasher")
    assert client.post("/sign-up/", SAID | {"age": "12", "guardian": "06 1234 5678"}).status_code == 422
    assert not Guardian.objects.exists()


def test_the_desk_is_warned_before_the_start_until_it_has_spoken_with_the_guardian() -> None:
    tournament = hall.approved_tournament(4)
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.CHECK_IN)
    first, second = Entry.objects.filter(tournament=tournament).order_by("number")[:2]
    desk = signed_in(hall.organizer_of(tournament).user)
    url, words = f"/t/{tournament.slug}/desk/", "12 to 15, and nobody has spoken"
    assert words not in desk.get(url).content.decode()
    for entry in (first, second):
        guardian_give(actor=Actor(entry.user, "person"), contact="06 1234 5678")
    page = desk.get(url).content.decode()
    assert "2 players are aged 12 to 15" in page and "Close check-in and start" in page
    assert page.index("2 players are aged 12 to 15") < page.index("Close check-in and start")
    judge = signed_in(hall.staff_actor(tournament, "judge").user)
    assert words not in judge.get(url).content.decode()
    guardian_confirm(actor=hall.organizer_of(tournament), tournament=tournament, user_id=first.user_id)
    assert "1 player is aged 12 to 15" in desk.get(url).content.decode()
    Entry.objects.filter(pk=second.pk).update(state="withdrawn")
    assert words not in desk.get(url).content.decode()
