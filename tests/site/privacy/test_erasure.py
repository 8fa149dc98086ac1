"""A person is erased: nothing of them is left in any table, results and chains stay; and not while they are needed."""

import logging
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import models
from django.test import Client

from ledger.commands import Actor
from ledger.errors import UserError
from tests.site.privacy import traces
from tests.site.privacy.erasing import job, person_erase
from tests.tournaments import hall
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.judging.penalty_services import penalty_give
from x610z_site.privacy.inventory import BY_LABEL
from x610z_site.privacy.models import ErasureRequest
from x610z_site.privacy.services import erasure_ask, erasure_confirm, reasons_to_wait
from x610z_site.privacy.tables import DELETE

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """Nothing made by another test."""
    cache.clear()


def erase(user: Any) -> str:
    """As the person does it."""
    return person_erase(actor=Actor(user, "person"), user_id=user.pk)


def test_nothing_of_an_erased_person_is_left_in_any_table(caplog: pytest.LogCaptureFixture) -> None:
    user, tournament = traces.leave_traces()
    for path in ("", "tables/", "standings/", "screen/"):
        assert "Quetzal" in Client().get(f"/t/{tournament.slug}/{path}").content.decode() or path == ""
    before = traces.hits()
    # The positive control: the canaries stand where people's words are kept.
    assert {
        "accounts_user",
        "tournaments_entry",
        "tournaments_gamelog",
        "tournaments_penalty",
        "decks_registration",
        "decks_deckrevision",
        "decks_deck",
        "privacy_guardian",
        "sessions, opened",
        "cache",
    } <= set(before)
    cache.clear()
    with caplog.at_level(logging.DEBUG):
        pseudonym = erase(user)
    assert traces.hits() == {}
    assert not [one for one in caplog.messages if any(word in one for word in traces.WORDS)]
    assert traces.broken_chains() == []
    page = Client().get(f"/t/{tournament.slug}/standings/").content.decode()
    assert pseudonym in page  # the result stays
    assert "Quetzal" not in page


def test_public_pages_made_before_are_made_anew() -> None:
    user, tournament = traces.leave_traces()
    url = f"/t/{tournament.slug}/standings/"
    assert "Quetzal" in Client().get(url).content.decode()
    erase(user)
    assert "Quetzal" not in Client().get(url).content.decode()


def test_an_erased_person_cannot_sign_in_and_is_nobody_any_more() -> None:
    user, _tournament = traces.leave_traces()
    client = Client()
    assert client.login(username=traces.SIGN_IN, password=traces.PASSWORD)
    pseudonym = erase(user)
    assert client.get("/me/").status_code == 302
    assert not Client().login(username=traces.SIGN_IN, password=traces.PASSWORD)
    user.refresh_from_db()
    assert (user.display_name, user.is_active, user.is_office) == (pseudonym, False, False)
    with pytest.raises(UserError):
        erase(user)


def test_somebody_else_with_the_same_name_keeps_it() -> None:
    user, _tournament = traces.leave_traces()
    namesake = hall.make_user(traces.NAME)
    erase(user)
    namesake.refresh_from_db()
    assert namesake.display_name == traces.NAME


@pytest.mark.parametrize("state", ["entry", "check_in", "running"])
def test_who_is_entered_in_an_event_that_is_not_over_has_to_wait(state: str) -> None:
    user, tournament = traces.leave_traces()
    Tournament.objects.filter(pk=tournament.pk).update(state=state)
    with pytest.raises(UserError) as refused:
        erase(user)
    assert "Trace Cup" in str(refused.value)
    assert traces.hits()["accounts_user"]
    Entry.objects.filter(user=user).update(state="withdrawn")
    assert reasons_to_wait(user) == []


def test_who_works_at_an_event_that_is_not_over_has_to_wait() -> None:
    tournament = hall.make_tournament()
    judge = hall.staff_actor(tournament, "judge")
    with pytest.raises(UserError):
        erase(judge.user)


def test_a_disqualification_is_kept_for_its_year_and_an_open_decision_until_it_falls() -> None:
    user, tournament = traces.leave_traces()
    penalty = hall.approve(tournament).penalties.get()
    type(penalty).objects.filter(pk=penalty.pk).update(level="disqualification")
    assert "disqualification" in reasons_to_wait(user)[0]
    type(penalty).objects.filter(pk=penalty.pk).update(state="waiting")
    assert "still open" in reasons_to_wait(user)[0]
    type(penalty).objects.filter(pk=penalty.pk).update(state="withdrawn")
    assert reasons_to_wait(user) == []
    assert penalty_give  # the rows above are made by the service itself, in traces.py


def test_the_office_needs_two_people_for_somebody_who_cannot_sign_in() -> None:
    user, _tournament = traces.leave_traces()
    one, two = (Actor(hall.make_user(is_office=True), "office") for _number in range(2))
    erasure_ask(actor=one, user_id=user.pk)
    request = ErasureRequest.objects.get()
    with pytest.raises(UserError):
        erasure_confirm(actor=one, request_id=request.pk)
    assert get_user_model().objects.filter(username=traces.SIGN_IN).exists()
    assert erasure_confirm(actor=two, request_id=request.pk).startswith("Player ")
    job(user.pk)
    assert traces.hits() == {}


# --- the inventory -----------------------------------------------------------------------------------------

WORDY = (models.CharField, models.TextField, models.JSONField, models.BinaryField, models.FileField)


def wordy_fields(model: type[models.Model]) -> set[str]:
    """The fields that can hold words: all text without fixed choices, JSON and bytes."""
    return {
        field.name
        for field in model._meta.concrete_fields
        if isinstance(field, WORDY) and not field.choices and not field.primary_key
    } - {field.name for field in model._meta.concrete_fields if field.is_relation}


def test_every_table_and_every_field_that_can_hold_words_is_in_the_inventory() -> None:
    """A new field is entered in x610z_site/privacy/inventory.py with what becomes of it at an erasure."""
    wrong = {}
    for model in apps.get_models():
        table = BY_LABEL.get(model._meta.label)
        known = set(table.fields) if table is not None else set()
        missing = wordy_fields(model) - known
        gone = known - {field.name for field in model._meta.concrete_fields}
        if table is None or missing or gone:
            wrong[model._meta.label] = sorted(missing), sorted(gone)
    assert wrong == {}
    assert set(BY_LABEL) == {model._meta.label for model in apps.get_models()}


def test_every_table_with_a_way_to_a_person_says_which_way() -> None:
    """A row that belongs to a person (a user or an entry who owns it) is found by the file and by the erasure."""
    owners = {"user", "owner", "entry", "captain"}
    for model in apps.get_models():
        names = {field.name for field in model._meta.concrete_fields if field.is_relation} & owners
        table = BY_LABEL[model._meta.label]
        if names and model._meta.label != "tournaments.EntryRule":  # an organizer's wish for the pairing
            assert table.person.split("__")[0] in names, model._meta.label
            assert table.export or table.rows == DELETE or table.fields or names, model._meta.label
