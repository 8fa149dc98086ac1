"""A circuit for programs and other places: API, files, paper, feeds, the frame, webhooks. What is secret stays so."""

import csv
import html
import io
import json
import re
from typing import Any

import pytest
from django.test import Client

from ledger.commands import Actor
from ledger.errors import UserError
from tests.tournaments.api.programs import site_of
from tests.tournaments.hall import make_user, play, running_tournament
from tests.tournaments.organizations.found import found, join
from tests.tournaments.programme.season import circuit_of, correct, finish, finished, owner
from tests.tournaments.rounds.test_disqualified import disqualify
from tournaments.client import Refused
from tournaments.entries.models import Entry
from tournaments.organizations.models import Member
from tournaments.programme.circuit_services import circuit_create
from tournaments.programme.ladder_services import ladders_sweep
from tournaments.programme.ladders import ladder_of
from tournaments.programme.models import Circuit
from tournaments.season_points import ladder
from tournaments.season_points.files import read_season
from x610z_site.reach import hook_messages, hook_services
from x610z_site.reach.models import HookMessage, Webhook

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def circuit() -> Circuit:
    """A circuit with two events, from one of which the winner was put out; two people have the same name."""
    club = found()
    made = circuit_of(club)
    tournament = running_tournament(
        4, by=club.created_by, organization_id=club.pk, name="First", changes={"rounds": 1}
    )
    play(tournament)
    disqualify(tournament, Entry.objects.filter(tournament=tournament).order_by("number")[0])
    finish(tournament)
    finished(club, 5, name="Second")
    keys = [int(row.person) for row in ladder_of(made).rows[-2:]]
    for pk in keys:
        user = Entry.objects.filter(user=pk)[0].user
        user.display_name = "=Eva"
        user.save()
    return made


def page(circuit: Circuit, rest: str = "") -> str:
    return f"/o/{circuit.organization.slug}/c/{circuit.slug}/{rest}"


def test_a_program_reads_rules_ladder_results_and_moves(circuit: Circuit) -> None:
    site, table = site_of(), ladder_of(circuit)
    assert [one.slug for one in site.organization_circuits(circuit.organization.slug)] == [circuit.slug]
    whole = site.circuit(circuit.slug)
    assert {event.of for event in whole.events} == {"evening"} and len(whole.rules["classes"]) == 3
    page_one = site.circuit_ladder(circuit.slug)
    assert [(row.rank, row.points) for row in page_one.rows] == [
        (row.rank, str(row.points)) for row in table.rows
    ]
    assert page_one.count == len(table.rows) and site.circuit_ladder(circuit.slug, page=2).rows == []
    best = page_one.rows[0]
    results = site.circuit_ladder_row(circuit.slug, best.person)
    assert sum(float(one.worth) for one in results if one.state == "kept") == float(best.points)
    assert {one.tournament for one in site.circuit_moves(circuit.slug)} == {
        event.tournament for event in whole.events
    }
    correct(table_event(circuit))
    moved = site.circuit_moves(circuit.slug)[0]
    assert moved.cause == "result" and moved.moved >= 2 and moved.moves[0].reasons
    assert site.circuit_clans(circuit.slug) == []
    with pytest.raises(Refused):
        site.circuit_ladder_row(circuit.slug, "nobody")
    with pytest.raises(Refused):
        site.circuit("no-such")


def table_event(circuit: Circuit) -> Any:
    """The newest event that counts."""
    return Entry.objects.filter(tournament__name="Second")[0].tournament


def test_a_file_gives_anybody_the_same_ladder_and_no_cell_is_a_formula(circuit: Circuit) -> None:
    client, table = Client(), ladder_of(circuit)
    answer = client.get(page(circuit, "files/season.json"))
    again = ladder(read_season(answer.content).season)
    assert [(row.rank, row.points) for row in again.rows] == [(row.rank, row.points) for row in table.rows]
    assert {"=Eva", "=Eva (2)"} <= {row.person for row in again.rows}
    assert (
        client.get(page(circuit, "files/season.json"), headers={"If-None-Match": answer["ETag"]}).status_code
        == 304
    )
    rows = list(csv.reader(io.StringIO(client.get(page(circuit, "files/ladder.csv")).content.decode())))
    assert (
        rows[0] == ["rank", "name", "points", "results", "wins", "earlier"]
        and len(rows) == len(table.rows) + 1
    )
    assert [row[1] for row in rows[-2:]] == ["'=Eva", "'=Eva (2)"]
    told = json.loads(client.get(page(circuit, "files/ladder.json")).content)
    assert told["format"] == "ladder/1" and len(told["rows"]) == len(table.rows)
    assert client.get(page(circuit, "files/secrets.json")).status_code == 404


def test_the_frame_runs_nothing_sets_nothing_and_may_be_shown_anywhere(circuit: Circuit) -> None:
    answer = Client().get(page(circuit, "embed/?language=nl"))
    body, policy = answer.content.decode(), answer["Content-Security-Policy"]
    assert (
        "<script" not in body
        and "csrf" not in body
        and not answer.cookies
        and "X-Frame-Options" not in answer
    )
    assert "frame-ancestors *" in policy and "default-src 'none'" in policy and "script-src 'none'" in policy
    assert 'lang="nl"' in body and "Plaats" in body and len(body) < 20_000
    known = Client().get(page(circuit, "embed/?language=nl"), headers={"If-None-Match": answer["ETag"]})
    assert known.status_code == 304 and "frame-ancestors *" in known["Content-Security-Policy"]
    mine = Client()
    mine.force_login(circuit.organization.created_by)
    assert mine.get(page(circuit, "embed/?language=nl")).content == answer.content
    assert "frame-ancestors 'none'" in Client().get(page(circuit))["Content-Security-Policy"]


def test_paper_feeds_and_the_page_that_names_them(circuit: Circuit) -> None:
    client = Client()
    assert client.get(page(circuit, "paper/")).content.decode().count("<bdi>") >= len(ladder_of(circuit).rows)
    listed = client.get(page(circuit, "files/")).content.decode()
    assert "embed/?language=en" in listed and "webhooks/" not in listed
    correct(table_event(circuit))
    feed = client.get(page(circuit, "moves.atom")).content.decode()
    assert re.findall("<title>(.*?)</title>", feed) == ["Season", "Second", "First"]
    coming = running_tournament(
        2, by=circuit.organization.created_by, organization_id=circuit.organization_id
    )
    calendar = client.get(page(circuit, "events.ics")).content.decode()
    assert calendar.count("BEGIN:VEVENT") == 1 and coming.slug in calendar
    Circuit.objects.filter(pk=circuit.pk).update(name='A" onload="x')
    named = client.get(page(circuit, "files/")).content.decode()
    shown = html.unescape(named.split("<code")[1].split("</code>")[0])
    assert 'title="A&quot; onload=&quot;x"' in shown, "a name cannot leave its quotes on somebody else's page"


def test_nothing_tells_who_was_put_out(circuit: Circuit) -> None:
    out = Entry.objects.filter(tournament__name="First").order_by("number")[0]
    client = Client()
    pages = [page(circuit, rest) for rest in ("", "moves/", "clans/", "embed/", "paper/", "moves.atom")]
    pages += [page(circuit, f"files/{name}") for name in ("season.json", "ladder.json", "ladder.csv")]
    pages += [f"/api/v1/circuits/{circuit.slug}/{rest}" for rest in ("", "ladder/", "moves/")]
    for one in pages:
        answer = client.get(one)
        assert answer.status_code == 200, one
        assert (
            out.name not in answer.content.decode() and "disqualified" not in answer.content.decode().lower()
        ), one


def test_a_circuit_in_preparation_is_nowhere() -> None:
    club = found()
    made = circuit_create(
        actor=Actor(club.created_by, "owner"), organization=club, name="Draft", game="x610z"
    )
    draft = Circuit.objects.get(pk=made["circuit"])
    mine = Client()
    mine.force_login(club.created_by)
    for rest in ("embed/", "moves.atom", "events.ics"):  # the same for everybody, so for nobody
        assert (Client().get(page(draft, rest)).status_code, mine.get(page(draft, rest)).status_code) == (
            404,
            404,
        )
    for rest in ("paper/", "files/", "files/season.json"):
        assert (Client().get(page(draft, rest)).status_code, mine.get(page(draft, rest)).status_code) == (
            404,
            200,
        )
    for rest in ("", "ladder/", "moves/"):
        assert mine.get(f"/api/v1/circuits/{draft.slug}/{rest}").status_code == 404
    assert site_of().organization_circuits(club.slug) == []


# --- webhooks ----------------------------------------------------------------------------------------------


def told(circuit: Circuit) -> list[str]:
    ladders_sweep()
    hook_services.hooks_sweep()
    return list(
        HookMessage.objects.filter(hook__circuit=circuit).order_by("row").values_list("event", flat=True)
    )


def test_a_program_is_told_once_however_much_of_a_ladder_changed(circuit: Circuit) -> None:
    made = hook_services.hook_create(actor=owner(circuit), circuit=circuit, url="https://example.org/hook")
    assert told(circuit) == []
    for _again in range(2):
        correct(table_event(circuit))
    assert told(circuit) == told(circuit) == ["circuit.changed"]
    body = json.loads(hook_messages.body_of(HookMessage.objects.select_related("hook__circuit").get()))
    assert body["circuit"] == circuit.slug and body["url"].endswith(f"/api/v1/circuits/{circuit.slug}/")
    assert set(body) == {"id", "event", "circuit", "row", "at", "url"}
    hook_services.hook_switch(actor=owner(circuit), circuit=circuit, hook_id=made["hook"], on=False)
    correct(table_event(circuit))
    assert told(circuit) == ["circuit.changed"]


def test_whoever_leaves_the_organization_has_no_program_told(circuit: Circuit) -> None:
    helper = join(circuit.organization, "organizer")
    hook_services.hook_create(
        actor=Actor(helper, "organizer"), circuit=circuit, url="https://example.org/hook"
    )
    Member.objects.filter(user=helper).delete()
    correct(table_event(circuit))
    assert told(circuit) == [] and Webhook.objects.get().off_at is not None
    with pytest.raises(UserError):
        hook_services.hook_create(
            actor=Actor(helper, "organizer"), circuit=circuit, url="https://example.org/h"
        )


def test_only_its_organizers_come_to_the_webhooks_of_a_circuit(circuit: Circuit) -> None:
    client = Client()
    assert client.get(page(circuit, "webhooks/")).status_code == 302
    for user, status in (
        (make_user(), 403),
        (join(circuit.organization, "judge"), 403),
        (circuit.organization.created_by, 200),
    ):
        client.force_login(user)
        assert client.get(page(circuit, "webhooks/")).status_code == status
    shown = client.post(page(circuit, "webhooks/"), {"do": "create", "url": "https://example.org/hook"})
    assert "only this once" in shown.content.decode()
    hook = Webhook.objects.get()
    other = hook_services.hook_create(
        actor=owner(circuit),
        circuit=circuit_of(circuit.organization, name="Other"),
        url="https://example.org/o",
    )
    client.post(page(circuit, "webhooks/"), {"do": "remove", "hook": other["hook"]})
    assert Webhook.objects.count() == 2, "a webhook of another circuit is not removed from this page"
    assert client.post(page(circuit, "webhooks/"), {"do": "remove", "hook": hook.pk}).status_code == 302
    assert Webhook.objects.count() == 1
