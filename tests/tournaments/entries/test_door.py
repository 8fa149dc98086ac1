"""The door: a code of one's own, one tap, many at once, and taps that come twenty minutes late."""

import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.models import LedgerRow
from tests.tournaments.hall import enter, make_tournament, organizer_of, staff_actor
from tournaments.entries.door import door_code, entry_of_code
from tournaments.entries.door_services import entry_check_in_many
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_withdraw, tournament_start
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_check_in, tournament_open_entry

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def arriving(players: int = 3, name: str = "Door Cup") -> tuple[Tournament, list[Entry]]:
    tournament = make_tournament(name)
    organizer = organizer_of(tournament)
    tournament_open_entry(actor=organizer, tournament=tournament, casual=True)
    entries = enter(tournament, players)
    tournament_open_check_in(actor=organizer, tournament=tournament)
    tournament.refresh_from_db()
    return tournament, entries


def reader(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def door_of(tournament: Tournament) -> tuple[Client, str]:
    return reader(organizer_of(tournament).user), f"/t/{tournament.slug}/desk/door/"


def tap(tournament: Tournament, late: bool = False, **fields: Any) -> tuple[int, dict[str, Any]]:
    """What the script sends for a tap, and what it hears."""
    client, path = door_of(tournament)
    headers = {"x-waits": "yes"} | ({"x-late": "yes"} if late else {})
    answer = client.post(path, fields, headers=headers)
    return answer.status_code, json.loads(answer.content)


def states(entries: list[Entry]) -> list[str]:
    numbers = [entry.pk for entry in entries]
    return list(Entry.objects.filter(pk__in=numbers).order_by("number").values_list("state", flat=True))


def rows(tournament: Tournament) -> int:
    return LedgerRow.objects.filter(chain_id=tournament.chain_key, action="entry.check_in_many").count()


def test_the_players_own_page_shows_a_code_that_the_door_opens_and_one_tap_checks_in() -> None:
    tournament, (entry, *_rest) = arriving()
    own = reader(entry.user).get(f"/t/{tournament.slug}/me/").content.decode()
    assert 'alt="Your check-in code"' in own and "data:image/svg+xml" in own
    client, path = door_of(tournament)
    code = door_code(tournament, entry)
    page = client.get(path, {"code": code})
    shown = page.content.decode().partition("<main")[2]
    assert f'<h2 id="door-name">{entry.name}</h2>' in shown
    assert f'name="code" value="{code}"' in shown
    assert "Keep-Offline" not in page, "what is kept is the list, not one player's card"
    assert client.get(path)["Keep-Offline"] == str(organizer_of(tournament).user.pk)
    status, said = tap(tournament, code=code)
    assert (status, said["text"]) == (200, f"{entry.name}: checked in.")
    assert set(said["parts"]) == {f"door-{entry.pk}", "door-here"}
    assert "1 of 3 are here" in said["parts"]["door-here"]
    own = reader(entry.user).get(f"/t/{tournament.slug}/me/").content.decode()
    assert "Your check-in code" not in own and "You are checked in." in own


def test_a_tap_that_is_sent_twice_is_one_check_in() -> None:
    tournament, (entry, *_rest) = arriving()
    code = door_code(tournament, entry)
    first = tap(tournament, code=code, idempotency_key="the same tap")
    again = tap(tournament, code=code, idempotency_key="the same tap")
    assert first[0] == again[0] == 200
    at = Entry.objects.get(pk=entry.pk).checked_in_at
    assert rows(tournament) == 1
    status, said = tap(tournament, code=code, idempotency_key="another phone")
    assert (status, said["text"]) == (200, f"{entry.name}: checked in already.")
    assert Entry.objects.get(pk=entry.pk).checked_in_at == at


def test_a_code_of_another_tournament_a_changed_one_and_no_code_are_refused() -> None:
    tournament, (entry, other, _third) = arriving()
    elsewhere, (stranger, *_rest) = arriving(name="Elsewhere")
    assert stranger.number == entry.number
    good = door_code(tournament, entry)
    signature = good.partition(".")[2]
    for code in (
        door_code(elsewhere, stranger),
        f"{other.number}.{signature}",
        str(entry.number),
        f"{entry.number}.",
        "",
        "x" * 5000,
        "9999." + signature,
    ):
        with pytest.raises(UserError, match="does not belong to this tournament"):
            entry_of_code(tournament, code)
        status, said = tap(tournament, code=code)
        assert status == 422 and "does not belong to this tournament" in said["text"]
    client, path = door_of(tournament)
    shown = client.get(path, {"code": door_code(elsewhere, stranger)}).content.decode()
    assert "This code does not belong to this tournament" in shown and stranger.name not in shown
    assert states([entry, other]) == ["entered", "entered"]
    assert entry_of_code(tournament, good) == entry


def test_nobody_but_the_desk_opens_the_door() -> None:
    tournament, (entry, *_rest) = arriving()
    code = door_code(tournament, entry)
    path = f"/t/{tournament.slug}/desk/door/"
    for user in (entry.user, staff_actor(tournament, "judge").user):
        assert reader(user).get(path, {"code": code}).status_code == 403
        assert reader(user).post(path, {"code": code}).status_code == 403
    assert Client().get(path, {"code": code}).status_code == 302
    assert states([entry]) == ["entered"]
    assert reader(staff_actor(tournament, "scorekeeper").user).post(path, {"code": code}).status_code == 302
    assert states([entry]) == ["checked_in"]


def test_many_are_checked_in_at_once_and_who_cannot_be_is_named() -> None:
    tournament, entries = arriving(5)
    gone = entries[4]
    entry_withdraw(actor=Actor(gone.user, "player"), tournament=tournament, entry_id=gone.pk)
    status, said = tap(tournament, entry=[one.pk for one in entries], many="yes")
    assert status == 200
    assert f"{gone.name} is no longer in the tournament" in said["text"]
    assert "checked in." in said["text"] and entries[0].name in said["text"]
    assert states(entries) == ["checked_in"] * 4 + ["withdrawn"]
    assert rows(tournament) == 1
    row = LedgerRow.objects.get(chain_id=tournament.chain_key, action="entry.check_in_many")
    assert row.data["entries"] == [one.pk for one in entries[:4]]
    assert tap(tournament, entry=[], many="yes")[0] == 422
    assert tap(tournament, entry=[entries[0].pk, 10**8])[0] == 422


def test_a_tap_kept_for_twenty_minutes_brings_nobody_back_who_left_since() -> None:
    tournament, (one, two, three) = arriving()
    entry_withdraw(actor=Actor(two.user, "player"), tournament=tournament, entry_id=two.pk)
    assert tap(tournament, late=True, one=one.pk)[0] == 200
    status, said = tap(tournament, late=True, one=two.pk)
    assert status == 422 and "is no longer in the tournament" in said["text"]
    entry_check_in_many(actor=organizer_of(tournament), tournament=tournament, entries=[three.pk])
    tournament_start(actor=organizer_of(tournament), tournament=tournament)
    status, said = tap(tournament, late=True, one=two.pk)
    assert status == 422 and "cannot be done now" in said["text"]
    assert states([one, two, three]) == ["checked_in", "withdrawn", "checked_in"]


def test_the_door_works_without_script_and_is_searched_by_name() -> None:
    tournament, (one, two, _three) = arriving()
    Entry.objects.filter(pk=one.pk).update(name="Fenna van der Meer", sort_name="meer fenna")
    client, path = door_of(tournament)
    page = client.get(path, {"q": "FENNA"}).content.decode().partition("<main")[2]
    assert "Fenna van der Meer" in page and two.name not in page
    key = re.search(r'name="idempotency_key" value="([^"]+)"', page)
    assert key is not None
    answer = client.post(path, {"one": one.pk, "idempotency_key": key[1]}, follow=True)
    assert "Fenna van der Meer: checked in." in answer.content.decode()


def test_the_door_needs_as_many_queries_for_forty_as_for_four() -> None:
    counts = []
    for players in (4, 40):
        tournament, entries = arriving(players, f"Cup of {players}")
        client, path = door_of(tournament)
        with CaptureQueriesContext(connection) as looking:
            assert client.get(path).status_code == 200
        with CaptureQueriesContext(connection) as writing:
            entry_check_in_many(
                actor=organizer_of(tournament), tournament=tournament, entries=[one.pk for one in entries]
            )
        counts.append((len(looking), len(writing)))
    assert counts[0] == counts[1]
