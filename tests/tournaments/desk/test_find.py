"""Finding a player at the desk: by name, by number, by table; what is shown and what can be done there."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.halls import kept
from tests.tournaments.hall import organizer_of, publish, running_tournament, staff_actor
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_drop
from tournaments.events.models import Tournament
from tournaments.rounds.models import Match
from tournaments.rounds.services import result_enter

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def found(user: Any, tournament: Tournament, query: str) -> str:
    client = Client()
    client.force_login(user)
    answer = client.get(f"/t/{tournament.slug}/desk/find/", {"q": query})
    assert answer.status_code == 200
    return " ".join(answer.content.decode().partition("<main")[2].split())


@kept
def tournament() -> Tournament:
    made = running_tournament(6)
    first = Entry.objects.filter(tournament=made).order_by("number")[0]
    Entry.objects.filter(pk=first.pk).update(name="Óscar van der Núñez", sort_name="nunez, oscar van der")
    publish(made)
    return made


def test_a_name_without_its_accents_finds_the_table_the_state_and_the_opponent(
    tournament: Tournament,
) -> None:
    entry = Entry.objects.get(tournament=tournament, name="Óscar van der Núñez")
    match = Match.objects.get(seats__entry=entry)
    other = match.seats.select_related("entry").exclude(entry=entry).get().entry
    for query in ("nunez", "Núñez", "ÓSCAR", str(entry.number)):
        text = found(organizer_of(tournament).user, tournament, query)
        assert f"Table {match.table}" in text and other.name in text, query
        assert f"/desk/matches/{match.pk}/" in text
    assert "Nobody found" in found(organizer_of(tournament).user, tournament, "zzz")
    assert "Nobody found" in found(organizer_of(tournament).user, tournament, "\x00%_")


def test_the_number_of_a_table_finds_everybody_who_sits_there(tournament: Tournament) -> None:
    match = Match.objects.filter(tournament=tournament).order_by("table")[2]
    text = found(organizer_of(tournament).user, tournament, str(match.table))
    for seat in match.seats.select_related("entry"):
        assert seat.entry.name in text


def test_a_judge_looks_up_and_the_desk_can_bring_back_and_comes_back_here(tournament: Tournament) -> None:
    organizer = organizer_of(tournament)
    entry = Entry.objects.get(tournament=tournament, name="Óscar van der Núñez")
    match = Match.objects.get(seats__entry=entry)
    result_enter(actor=organizer, tournament=tournament, match_id=match.pk, said=(2, 0, 0))
    entry_drop(actor=organizer, tournament=tournament, entry_id=entry.pk)
    assert "Bring back" in found(organizer.user, tournament, "nunez")
    judge = found(staff_actor(tournament, "judge").user, tournament, "nunez")
    assert "Bring back" not in judge and f"/desk/decks/{entry.number}/" in judge
    client = Client()
    client.force_login(organizer.user)
    said = {"action": "check-in", "entry": entry.pk, "found": "nunez"}
    answer = client.post(f"/t/{tournament.slug}/desk/entries/", said)
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{tournament.slug}/desk/find/?q=nunez")
    entry.refresh_from_db()
    assert entry.state == "checked_in"


def test_a_player_may_not_look_others_up(tournament: Tournament) -> None:
    client = Client()
    client.force_login(Entry.objects.filter(tournament=tournament).order_by("number")[0].user)
    assert client.get(f"/t/{tournament.slug}/desk/find/", {"q": "a"}).status_code == 403


def test_a_search_needs_as_many_queries_for_one_player_as_for_all(tournament: Tournament) -> None:
    client = Client()
    client.force_login(organizer_of(tournament).user)
    counts = []
    for query in ("nunez", "e"):
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/t/{tournament.slug}/desk/find/", {"q": query})
        counts.append(len(queries))
    assert counts[0] == counts[1]
