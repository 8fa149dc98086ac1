"""Pages of a circuit: a shop owner makes one by its form; readers read ladder, numbers, rules and moves."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from tests.tournaments.hall import make_user
from tests.tournaments.organizations.found import found, join
from tests.tournaments.programme.season import circuit_of, correct, finished, owner, points
from tests.tournaments.programme.test_circuits import notices
from tournaments.entries.models import Entry
from tournaments.programme.circuit_services import circuit_end
from tournaments.programme.models import Circuit, Counts
from x610z_site.privacy.choice_services import page_choose

pytestmark = [pytest.mark.django_db]


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def inputs(body: str) -> dict[str, str]:
    """What a browser would send of the form of the rules: every input and chosen option."""
    form = body.split('name="shown"')[1].split("</form>")[0]
    shown = body.split('name="shown"')[1].split('value="')[1].split('"')[0]
    found_ = {"shown": shown}
    for name, value in re.findall(r'<input[^>]*?name="([^"]+)"[^>]*?value="([^"]*)"', form, re.S):
        found_[name] = value
    for name, options in re.findall(r'<select[^>]*?name="([^"]+)"[^>]*>(.*?)</select>', form, re.S):
        chosen = re.search(r'value="([^"]*)"\s+selected', options)
        found_[name] = chosen[1] if chosen else ""
    return {name: value for name, value in found_.items() if name != "csrfmiddlewaretoken"}


def test_a_shop_owner_makes_a_circuit_changes_its_table_and_opens_it() -> None:
    club = found("Star Shop")
    client = signed_in(club.created_by)
    assert "Create a circuit" in client.get("/o/star-shop/").content.decode()
    said = {"name": "Autumn", "preset": "x610z", "game": "x610z", "starts": "", "ends": ""}
    assert client.post("/o/star-shop/c/new/", said).status_code == 302
    circuit = Circuit.objects.get()
    address = f"/o/star-shop/c/{circuit.slug}/"
    assert Client().get(address).status_code == 404, "nobody sees it before it is opened"
    form = inputs(client.get(f"{address}edit/").content.decode())
    form |= {
        "name": "Autumn league",
        "classes.0.bands.0.points": "15,5",
        "classes.1.name": "",
        "by_level.2": "",
    }
    form |= {"classes.3.name": "Gala", "classes.3.bands.0.to": "1", "classes.3.bands.0.points": "5/2"}
    assert client.post(f"{address}edit/", form | {"do": "edit"}).status_code == 302
    circuit.refresh_from_db()
    assert circuit.name == "Autumn league" and circuit.by_level == {"1": "evening", "3": "championship"}
    assert [one["key"] for one in circuit.rules["classes"]] == ["evening", "championship", "gala"]
    assert circuit.rules["classes"][0]["bands"][0]["points"] == "31/2"
    wrong = inputs(client.get(f"{address}edit/").content.decode()) | {"classes.0.bands.1.points": "99"}
    answer = client.post(f"{address}edit/", wrong | {"do": "edit"})
    assert answer.status_code == 422 and "classes.0.bands" in answer.content.decode()
    client.post(f"{address}edit/", {"do": "open"})
    assert Client().get(address).status_code == 200
    assert "Autumn league" in Client().get("/o/star-shop/").content.decode()


def test_a_change_that_moves_somebody_is_shown_first_and_made_with_a_reason() -> None:
    club = found()
    circuit = circuit_of(club)
    finished(club)
    client, address = signed_in(club.created_by), f"/o/{club.slug}/c/{circuit.slug}/"
    form = inputs(client.get(f"{address}edit/").content.decode()) | {
        "classes.0.taking_part": "0",
        "do": "edit",
    }
    asked = client.post(f"{address}edit/", form)
    body = asked.content.decode()
    assert asked.status_code == 409 and "Nothing is saved yet" in body and "16 → 15" in body
    token = re.search(r'name="agreed"\s+value="([0-9a-f]+)"', body)
    assert token
    client.post(f"{address}edit/", form | {"agreed": token[1], "reason": "Coming is its own reward"})
    circuit.refresh_from_db()
    assert notices() == ["circuit.changed"] and sorted(points(circuit).values())[0] == (1, "15")
    moves = Client().get(f"{address}moves/").content.decode()
    assert "Other rules" in moves and "Coming is its own reward" in moves and "16 → 15" in moves


def test_the_ladder_shows_me_opens_every_number_and_names_people_as_they_are_called_now() -> None:
    club = found()
    circuit = circuit_of(club)
    tournament = finished(club, name="Friday")
    first = Entry.objects.get(name=min(points(circuit), key=lambda name: points(circuit)[name])).user
    address = f"/o/{club.slug}/c/{circuit.slug}/"
    body = Client().get(address).content.decode()
    assert first.display_name in body and "ladder-world" in body and "You stand" not in body
    mine = signed_in(first).get(address).content.decode()
    assert "You stand at place 1 with 16 points." in mine and "ladder-own" in mine
    for column in ("points", "results", "wins", "earlier"):
        link = re.search(rf'href="(\w+/{column}/)"', body)
        assert link and Client().get(address + link[1]).status_code == 200
    opened = Client().get(address + link[1].replace("earlier", "points")).content.decode()
    assert "Friday" in opened and "place 1 of 4: 16" in opened
    result = Client().get(address + link[1].replace("earlier", tournament.slug)).content.decode()
    assert "Places up to 1: 15" in result and "Taking part: 1" in result
    assert Client().get(address + link[1].replace("earlier", "luck")).status_code == 404
    first.display_name = "Renamed"
    from ledger.commands import Actor
    from x610z_site.accounts.services import account_rename

    account_rename(actor=Actor(first, "player"), display_name="Somebody Else")
    assert "Somebody Else" in Client().get(address).content.decode()
    page_choose(actor=Actor(first, "player"), opened=True, parts=["results"])
    assert re.search(r'<a href="/[^"]+"><bdi>Somebody Else', Client().get(address).content.decode())
    correct(tournament)
    assert "You stand at place 1" not in signed_in(first).get(address).content.decode()


def test_the_same_page_is_answered_with_nothing_while_nothing_changed() -> None:
    club = found()
    circuit = circuit_of(club)
    tournament = finished(club)
    address = f"/o/{club.slug}/c/{circuit.slug}/"
    first = Client().get(address)
    assert Client().get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    correct(tournament)
    assert Client().get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_a_circuit_that_ended_says_beside_its_ladder_what_was_corrected_since() -> None:
    club = found()
    circuit = circuit_of(club)
    tournament = finished(club)
    address = f"/o/{club.slug}/c/{circuit.slug}/"
    circuit_end(actor=owner(circuit), circuit=circuit, typed="Season")
    body = Client().get(address).content.decode()
    assert "The ladder stands as it was then" in body and "would stand elsewhere" not in body
    correct(tournament)
    assert "would stand elsewhere" in Client().get(address).content.decode()
    assert "Counted anew today" in Client().get(f"{address}moves/").content.decode()


def test_an_event_says_what_it_counts_for_and_its_organizer_answers_a_circuit_of_others() -> None:
    circuit = circuit_of(found("Orbit Club"))
    shop = found("Star Shop")
    event = finished(shop, name="Friday at the shop")
    mine, theirs = signed_in(circuit.organization.created_by), signed_in(shop.created_by)
    address = f"/o/orbit-club/c/{circuit.slug}/events/"
    said = {"event": f"https://example.org/t/{event.slug}/", "of": "open", "do": "count"}
    mine.post(address, said)
    assert "waiting for an answer" in mine.get(address).content.decode()
    page = f"/t/{event.slug}/circuits/"
    assert "Orbit Club asks" in theirs.get(page).content.decode()
    theirs.post(page, {"row": Counts.objects.get().pk, "answer": "yes"})
    assert "as Open" in Client().get(f"/t/{event.slug}/").content.decode()
    mine.post(address, {"event": "/t/nothing-like-it/", "of": "open", "do": "count"})
    assert Counts.objects.count() == 1


def test_who_sees_and_who_runs_a_circuit() -> None:
    club = found()
    circuit = circuit_of(club)
    other = found("Other")
    people: dict[str, Any] = {role: join(club, role) for role in ("organizer", "judge", "helper")}
    people |= {"owner": club.created_by, "other": other.created_by, "player": make_user()}
    address = f"/o/{club.slug}/c/{circuit.slug}/"
    for draft in (False, True):
        Circuit.objects.filter(pk=circuit.pk).update(state="draft" if draft else "open")
        for who, user in people.items():
            client = signed_in(user)
            seen = 200 if not draft or who not in ("other", "player") else 404
            for part in ("", "rules/", "moves/"):
                assert client.get(address + part).status_code == seen, (who, part)
            runs = 200 if who in ("owner", "organizer") else seen if seen == 404 else 403
            for part in ("edit/", "events/"):
                assert client.get(address + part).status_code == runs, (who, part)
    assert Client().get(address + "edit/").status_code in (302, 404)


def test_a_large_ladder_has_pages_and_a_fixed_number_of_queries(django_assert_max_num_queries: Any) -> None:
    club = found()
    circuit = circuit_of(club)
    finished(club)
    address = f"/o/{club.slug}/c/{circuit.slug}/"
    Client().get(address)
    with django_assert_max_num_queries(10):
        Client().get(address)
    cache.clear()
    with django_assert_max_num_queries(10):
        Client().get(address)
