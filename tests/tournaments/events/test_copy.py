"""A new tournament from an earlier one, dates of a series, and a tournament that is called off."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from ledger.audits import differences
from ledger.errors import UserError
from ledger.models import LedgerRow, OutboxMessage
from tests.tournaments.events.test_edit import organizer
from tests.tournaments.hall import (
    enter,
    make_tournament,
    make_user,
    organizer_of,
    running_tournament,
    staff_actor,
)
from tournaments.entries.models import Entry
from tournaments.events import copy_services
from tournaments.events.copy_services import tournament_copy
from tournaments.events.models import Staff, Tournament
from tournaments.events.services import tournament_cancel, tournament_open_entry

pytestmark = pytest.mark.django_db
NEXT = datetime(2027, 3, 12, 18, 0, tzinfo=UTC)


def copied(source: Tournament, **params: Any) -> Tournament:
    params = {"name": "Next Cup", "starts_at": NEXT} | params
    answer = tournament_copy(actor=organizer_of(source), tournament=source, **params)
    return Tournament.objects.get(pk=answer["id"])


def test_a_copy_has_the_rules_and_words_and_none_of_the_people_or_the_day() -> None:
    start = timezone.now() + timedelta(hours=5)
    source = make_tournament(
        "First Cup",
        template="constructed-championship",
        starts_at=start,
        deck_deadline=start - timedelta(hours=3),
        capacity=24,
        location="Hall 2",
        changes={"minutes": 45, "rulings": {"H7": "wider_only"}, "ruleset": "x610z/2010-02"},
    )
    Tournament.objects.filter(pk=source.pk).update(
        description="Bring dice",
        announcement="Late!",
        approval="approved",
        closes_at=start + timedelta(hours=8),
    )
    staff_actor(source, "judge")
    source.refresh_from_db()
    tournament_open_entry(actor=organizer_of(source), tournament=source)
    enter(source, 2)
    made = copied(source)
    kept = ("template", "policy", "ruleset", "capacity", "location", "description", "pool_key", "mode")
    assert [getattr(made, name) for name in kept] == [getattr(source, name) for name in kept]
    assert (made.state, made.approval, made.announcement, made.series) == ("draft", "none", "", "")
    assert (made.starts_at, made.deck_deadline) == (NEXT, NEXT - timedelta(hours=3))
    assert made.closes_at == NEXT + timedelta(hours=8)
    assert not Entry.objects.filter(tournament=made).exists()
    assert [row.role for row in Staff.objects.filter(tournament=made)] == ["organizer"]
    assert made.seed != source.seed and made.slug == "next-cup"
    assert made.stages.get().cut == source.stages.get().cut
    assert LedgerRow.objects.get(chain_id=made.chain_key).action == "tournament.copy"
    assert [*differences(made.chain_key)] == []


def test_a_finished_tournament_is_copied_and_a_name_of_one_letter_is_refused() -> None:
    source = running_tournament(4)
    Tournament.objects.filter(pk=source.pk).update(state="finished")
    assert copied(source).state == "draft"
    with pytest.raises(UserError) as refused:
        copied(source, name="X", starts_at=datetime(1999, 1, 1, tzinfo=UTC))
    assert {problem.field for problem in refused.value.problems} == {"name", "starts_at", "deck_deadline"}


def test_a_series_keeps_the_hour_on_the_clock_and_each_date_is_a_tournament_of_its_own() -> None:
    source = make_tournament("Friday")
    client, url = organizer(source), f"/t/{source.slug}/desk/copy/"
    sent = {"name": "Friday", "starts_at": "2027-03-12T19:00", "weeks": "2", "times": "3"}
    sent["idempotency_key"] = "a-series-of-three"
    assert client.post(url, sent).status_code == 302
    assert client.post(url, sent).status_code == 302  # sent again, nothing more is made
    source.refresh_from_db()
    made = list(Tournament.objects.filter(series=source.slug).exclude(pk=source.pk).order_by("starts_at"))
    assert [one.name for one in made] == ["Friday 1", "Friday 2", "Friday 3"]
    clocks = [timezone.localtime(one.starts_at) for one in made]
    assert [(day.month, day.day, day.hour) for day in clocks] == [(3, 12, 19), (3, 26, 19), (4, 9, 19)]
    assert len({day.utcoffset() for day in clocks}) == 2  # the clocks went forward in between
    assert source.series == source.slug


def test_the_dates_of_a_series_lead_to_each_other_and_drafts_are_their_organizers_alone() -> None:
    source = make_tournament("Sunday")
    first, second = (copied(source, name=f"Sunday {number}", series=True) for number in (1, 2))
    for one in (source, first):
        one.refresh_from_db()
        tournament_open_entry(actor=organizer_of(source), tournament=one, casual=True)
    page = Client().get(f"/t/{source.slug}/").content.decode().partition("<main")[2]
    assert f'href="/t/{first.slug}/"' in page and f"/t/{second.slug}/" not in page
    desk = organizer(source).get(f"/t/{source.slug}/desk/copy/").content.decode()
    assert f"/t/{second.slug}/desk/" in desk
    alone = make_tournament("Alone")
    tournament_open_entry(actor=organizer_of(alone), tournament=alone, casual=True)
    assert "Other dates" not in Client().get(f"/t/{alone.slug}/").content.decode()


@pytest.mark.parametrize(
    "wrong", [{"times": "27"}, {"times": "0"}, {"times": "2", "weeks": "0"}, {"weeks": "3"}, {"name": ""}]
)
def test_a_form_that_cannot_be_makes_nothing(wrong: dict[str, str]) -> None:
    source = make_tournament("Monday")
    sent = {"name": "Monday", "starts_at": "2027-03-12T19:00", "weeks": "1", "times": "1"} | wrong
    assert organizer(source).post(f"/t/{source.slug}/desk/copy/", sent).status_code == 422
    assert Tournament.objects.count() == 1


def test_a_series_of_which_one_date_is_refused_makes_none_and_can_be_sent_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    source = make_tournament("Tuesday")
    client, url = organizer(source), f"/t/{source.slug}/desk/copy/"
    sent = {"name": "Tuesday", "starts_at": "2027-03-12T19:00", "weeks": "1", "times": "3"}
    sent["idempotency_key"] = "three-tuesdays"
    rows = LedgerRow.objects.count()
    with monkeypatch.context() as narrow:
        narrow.setattr(copy_services, "MOST_COPIED", 2)
        assert client.post(url, sent).status_code == 422
    source.refresh_from_db()
    assert (Tournament.objects.count(), LedgerRow.objects.count(), source.series) == (1, rows, "")
    assert client.post(url, sent).status_code == 302
    assert Tournament.objects.count() == 4


def test_only_who_may_change_a_tournament_copies_it() -> None:
    source = make_tournament("Guarded")
    client = Client()
    client.force_login(make_user())
    assert client.post(f"/t/{source.slug}/desk/copy/", {}).status_code == 404
    judge = staff_actor(source, "judge")
    client.force_login(judge.user)
    assert client.post(f"/t/{source.slug}/desk/copy/", {}).status_code == 403
    assert Tournament.objects.count() == 1


def test_everybody_who_plays_or_waits_is_told_that_it_is_called_off_and_reads_why() -> None:
    tournament = make_tournament("Rainy Cup", capacity=4)
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    tournament.refresh_from_db()
    entries = enter(tournament, 6)
    tournament_cancel(actor=organizer_of(tournament), tournament=tournament, reason="The hall is under water")
    told = OutboxMessage.objects.get(topic="notice", payload__name="tournament.cancelled")
    assert told.payload["people"] == sorted(entry.user_id for entry in entries)
    for entry in (entries[0], entries[5]):
        phone = Client()
        phone.force_login(entry.user)
        page = phone.get(f"/t/{tournament.slug}/me/").content.decode().partition("<main")[2]
        assert "The hall is under water" in page
        assert "We start at" not in page and "You move up" not in page
    with pytest.raises(UserError):
        tournament_cancel(actor=organizer_of(tournament), tournament=tournament, reason="again")
