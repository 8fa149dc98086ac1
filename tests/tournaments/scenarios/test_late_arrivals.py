"""Odd number, late arrivals, walk-ins and people who leave (scenarios 2 and 4), by the pages of the desk."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from ledger.models import LedgerRow
from tests.tournaments.hall import (
    enter,
    hand_in_deck,
    make_tournament,
    organizer_of,
    play,
    play_out,
    publish,
    running_tournament,
    staff_actor,
)
from tournaments.entries import services
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_drop
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_check_in, tournament_open_entry
from tournaments.rounds.models import Match, Round

pytestmark = [pytest.mark.django_db]


def client_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def words(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode().partition("<main")[2]


def at_the_desk(tournament: Tournament, **said: str) -> str:
    """What the desk reads after a press in the list of players."""
    desk = client_of(organizer_of(tournament).user)
    answer = desk.post(f"/t/{tournament.slug}/desk/entries/", said, follow=True)
    return answer.content.decode().partition("<body")[2]


def open_tournament(players: int, capacity: int, name: str) -> Tournament:
    tournament = make_tournament(name, capacity=capacity)
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    enter(tournament, players)
    tournament.refresh_from_db()
    return tournament


def state_of(tournament: Tournament, name: str) -> str:
    return Entry.objects.get(tournament=tournament, name=name).state


def test_a_walk_in_is_checked_in_on_the_day_and_waits_where_no_place_is_left() -> None:
    tournament = open_tournament(3, 4, "Walk-in Cup")
    tournament_open_check_in(actor=organizer_of(tournament), tournament=tournament)
    assert "Wim has been entered and checked in" in at_the_desk(tournament, action="add", name="Wim")
    page = at_the_desk(tournament, action="add", name="Wanda")
    assert "Wanda is on the waiting list" in page and "has been entered" not in page
    assert (state_of(tournament, "Wim"), state_of(tournament, "Wanda")) == ("checked_in", "waiting")


def test_withdrawing_asks_first_tells_who_moved_up_and_the_desk_takes_it_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tournament = open_tournament(5, 4, "Waiting Cup")
    first, last = Entry.objects.filter(tournament=tournament).order_by("number")[0::4]
    assert (first.state, last.state) == ("entered", "waiting")
    told: list[Any] = []
    monkeypatch.setattr(
        services, "announce", lambda _cmd, name, people, **_facts: told.append((name, people))
    )
    page = words(client_of(organizer_of(tournament).user), f"/t/{tournament.slug}/desk/entries/")
    assert f"Yes, withdraw {first.name}" in page
    page = at_the_desk(tournament, action="withdraw", entry=str(first.pk))
    assert told == [("entry.moved_up", [last.user_id])]
    assert "You moved up from the waiting list" in words(client_of(last.user), f"/t/{tournament.slug}/me/")
    assert 'value="put-back"' in page
    page = at_the_desk(tournament, action="put-back", entry=str(first.pk))
    assert f"{first.name} is on the waiting list" in page
    rows = LedgerRow.objects.filter(chain_id=tournament.chain_key, action="entry.put_back").count()
    first.refresh_from_db()
    assert (first.state, rows) == ("waiting", 1)
    at_the_desk(tournament, action="withdraw", entry=str(last.pk))
    first.refresh_from_db()
    assert first.state == "entered"


def test_a_player_without_a_deck_is_pointed_out_on_desk_draft_and_judges_page() -> None:
    tournament = running_tournament(6, name="Deckless Cup")
    publish(tournament)
    assert "Lou has been entered and checked in" in at_the_desk(
        tournament, action="add", name="Lou", later="on"
    )
    organizer, judge = (
        client_of(organizer_of(tournament).user),
        client_of(staff_actor(tournament, "judge").user),
    )
    for client, path in ((organizer, "desk/"), (organizer, "desk/rounds/1/"), (judge, "judge/")):
        page = words(client, f"/t/{tournament.slug}/{path}")
        assert "Here without a submitted deck" in page and "Lou" in page, path
    page = words(organizer, f"/t/{tournament.slug}/desk/rounds/1/")
    assert "at no table of round 1" in page and f"/t/{tournament.slug}/desk/rounds/1/repair/" in page


def test_who_came_late_and_has_no_match_stands_on_the_desk_and_on_the_page_of_the_round_until_they_have_one() -> (
    None
):
    tournament = running_tournament(7, name="Matchless Cup")
    round_ = publish(tournament)
    tables = [f"/t/{tournament.slug}/{path}" for path in ("desk/", "desk/rounds/1/")]
    organizer, keeper = (
        client_of(organizer_of(tournament).user),
        client_of(staff_actor(tournament, "scorekeeper").user),
    )
    said = "Here and at no table of round 1"
    for page in tables:
        assert said not in words(organizer, page), page
    at_the_desk(tournament, action="add", name="Late Lotte", later="on")
    hand_in_deck(Entry.objects.get(tournament=tournament, name="Late Lotte"))
    for client in (organizer, keeper):
        for path in tables:
            text = words(client, path)
            assert "Late Lotte" in text.partition(said)[2][:400], path
            assert f"/t/{tournament.slug}/desk/rounds/1/repair/" in text, path
    # By the plan that gives them a table, they have one, and stand there no longer.
    plan = organizer.get(f"/t/{tournament.slug}/desk/rounds/1/repair/").context["plans"][0]
    mend = {"plan": plan["value"], "reason": "came late"}
    assert organizer.post(f"/t/{tournament.slug}/desk/rounds/1/repair/", mend).status_code == 302
    assert Match.objects.filter(round=round_, kind="played", seats__entry__name="Late Lotte").exists()
    for path in tables:
        assert said not in words(organizer, path), path


def test_a_draft_that_pairs_somebody_without_a_deck_says_so() -> None:
    tournament = running_tournament(6, name="Draft Cup")
    play(tournament)
    at_the_desk(tournament, action="add", name="Lou", later="on")
    desk = client_of(organizer_of(tournament).user)
    desk.post(f"/t/{tournament.slug}/desk/round/do/draft/", {"number": "2"})
    assert Match.objects.filter(round__number=2, kind="bye", seats__entry__name="Lou").exists()
    page = words(desk, f"/t/{tournament.slug}/desk/rounds/2/")
    assert "Here without a submitted deck" in page and "Lou" in page


def test_bringing_somebody_back_needs_a_place_and_says_that_the_deck_is_missing() -> None:
    tournament = running_tournament(5, name="Back Cup", capacity=5)
    play(tournament)
    one, two = Entry.objects.filter(tournament=tournament).order_by("number")[:2]
    entry_drop(actor=organizer_of(tournament), tournament=tournament, entry_id=one.pk)
    type(one.registration).objects.filter(pk=one.registration_id).update(current=None)
    page = at_the_desk(tournament, action="check-in", entry=str(one.pk))
    assert f"{one.name} has submitted no deck yet" in page
    entry_drop(actor=organizer_of(tournament), tournament=tournament, entry_id=two.pk)
    at_the_desk(tournament, action="add", name="Late Lies", later="on")
    page = at_the_desk(tournament, action="check-in", entry=str(two.pk))
    two.refresh_from_db()
    assert "All places are taken" in page and two.state == "dropped"


def test_a_championship_takes_who_comes_while_round_1_is_played_and_nobody_after_it() -> None:
    tournament = running_tournament(6, name="Late Cup", template="constructed-championship")
    assert "possible up to round 1" in words(Client(), f"/t/{tournament.slug}/")
    at_the_desk(tournament, action="add", name="Before Bo", later="on")
    round_ = publish(tournament)
    Round.objects.filter(pk=round_.pk).update(started_at=timezone.now() - timedelta(minutes=14))
    assert "Lou has been entered and checked in" in at_the_desk(
        tournament, action="add", name="Lou", later="on"
    )
    assert Entry.objects.get(tournament=tournament, name="Lou").joined_round == 2
    play_out(tournament, round_)
    page = at_the_desk(tournament, action="add", name="Too Late", later="on")
    assert "Late entry was possible until round 1." in page


def test_a_drawn_table_takes_nobody_into_its_round_and_the_page_says_so() -> None:
    tournament = running_tournament(5, name="Table Cup", template="constructed-round-robin")
    assert "possible until round 1 begins" in words(Client(), f"/t/{tournament.slug}/")
    publish(tournament)
    page = at_the_desk(tournament, action="add", name="Too Late", later="on")
    assert "Late entry was possible until round 1." in page
