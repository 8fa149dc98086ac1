"""What a player hears of a recording does not depend on what another one has registered."""

import json
import re

import pytest
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.test import Client, RequestFactory

from decks.cards.pools import pool_for
from ledger.commands import Actor
from tests.halls import kept
from tests.security.test_secrets import VOLATILE
from tests.tournaments.hall import staff_actor
from tests.tournaments.recordings.table import Body, Phone, Table, client_of, other_deck, register, registered
from tournaments.gamelogs.tasks import replay_log
from tournaments.recordings.judge_services import recording_open_hand
from tournaments.recordings.models import OpenedHand
from tournaments.recordings.selectors import COOKIE, access_recording
from tournaments.recordings.sight import Sight

pytestmark = [pytest.mark.django_db]
CLOCK = re.compile(r'"now": "[^"]*"')


def cast_of(seat: int, card: str) -> Body:
    """What somebody asks: may this seat play this card now?"""
    return {"kind": "act", "do": "cast", "seat": seat, "card": card}


def heard(phone: Phone, table: Table) -> list[str]:
    """Everything that this player can ask for, as text: pages, and what those say of every card."""
    drafts = [("ask.json", {"draft": json.dumps({"do": "cast", "seat": 1})}), ("ask.json", {})]
    pages = [("state.json", {}), ("offline.json", {}), ("log.jsonl", {}), ("", {}), ("sign/", {}), *drafts]
    for card in (next(iter(registered())), next(iter(set(other_deck()) - set(registered())))):
        pages += [("ask.json", {"line": json.dumps(cast_of(seat, card))}) for seat in (0, 1)]
    answers = []
    for name, data in pages:
        answer = phone.client.get(f"{table.url}{name}", data)
        answers.append(f"{answer.status_code} {CLOCK.sub('', VOLATILE.sub('', answer.content.decode()))}")
    return answers + every_card(phone, table)


def every_card(phone: Phone, table: Table) -> list[str]:
    """The answer of ``ask.json`` about every card of the pool for both seats, without the page around it."""
    request = RequestFactory().get("/")
    request.user, request.session = table.players[1].user, phone.client.session
    request.COOKIES[COOKIE] = phone.client.cookies[COOKIE].value
    sight = Sight(access_recording(request, table.tournament, table.recording.pk), "en")
    cards = [card.number for card in pool_for("demo").cards]
    answers = [json.dumps(sight.check(cast_of(seat, card))) for card in cards for seat in (0, 1)]
    assert len(set(answers)) > 2, "what is said of a card depends on the card"
    return answers


@kept
def table() -> Table:
    return Table()


def test_another_list_of_the_opponent_changes_no_byte_of_any_answer(table: Table) -> None:
    table.play(most=20)
    wrong: Body = {"kind": "act", "do": "cast", "seat": 1, "card": "D1.1/004/100-C"}
    worlds, controls = [], []
    for deck in (registered(), other_deck()):
        with transaction.atomic():
            register(table.players[0], deck)
            said = [json.dumps(table.phones[1].post(table.phones[1].entry(wrong, base=20)).json()["acks"])]
            table.phones[1].sent -= 1
            worlds.append(said + heard(table.phones[1], table))
            controls.append(table.phones[0].state()["screen"]["castable"])
            transaction.set_rollback(True)
    assert worlds[0] == worlds[1]
    assert controls[0] != controls[1]  # what the owner hears is another list


def test_what_the_lists_say_of_a_signed_game_is_for_judges_alone() -> None:
    table = Table(template="constructed-quick")
    table.play()
    table.end()
    table.sign()
    log = table.fresh().log
    assert log is not None
    slug, match = table.tournament.slug, table.match.pk
    judge = client_of(staff_actor(table.tournament, "judge").user)
    desk = client_of(staff_actor(table.tournament, "scorekeeper").user)
    own = [f"/t/{slug}/me/", f"/t/{slug}/matches/{match}/log/", f"/t/{slug}/matches/{match}/recordings/"]
    own += [f"{table.url}{name}" for name in ("", "state.json", "sign/", "log.jsonl")]
    public = [f"/t/{slug}/", f"/api/v1/tournaments/{slug}/rounds/1/", f"/t/{slug}/results/json/"]
    worlds, controls = [], []
    for deck in (registered(), other_deck()):
        with transaction.atomic():
            register(table.players[0], deck)
            replay_log(log.pk)
            said = [bodies(client, *own, *public) for client in table.clients]
            said += [bodies(Client(), *public), bodies(desk, f"/t/{slug}/desk/matches/{match}/", *public)]
            worlds.append(said)
            controls.append(judge.get(f"/t/{slug}/judge/logs/{log.pk}/").content.decode())
            transaction.set_rollback(True)
    assert worlds[0] == worlds[1]
    assert "not as registered" in controls[1] and "not as registered" not in controls[0]


def bodies(client: Client, *urls: str) -> list[str]:
    """The answers to these addresses, without what changes from one answer to the next."""
    found = [client.get(url) for url in urls]
    assert {answer.status_code for answer in found} == {200}, [*zip(urls, found, strict=True)]
    return [CLOCK.sub("", VOLATILE.sub("", answer.content.decode())) for answer in found]


def test_the_owner_is_told_their_own_list_and_a_draft_for_the_other_seat_does_not_exist(table: Table) -> None:
    table.begin()
    one = table.phones[0]
    before = {row["card"] for row in one.state()["screen"]["castable"]}
    register(table.players[0], other_deck())
    assert {row["card"] for row in one.state()["screen"]["castable"]} != before
    draft = json.dumps({"do": "cast", "seat": 1})
    assert one.client.get(f"{table.url}ask.json", {"draft": draft}).status_code == 404


def test_a_scribe_picks_from_the_pool_where_lists_are_closed() -> None:
    table = Table(mode="scribe")
    client = client_of(table.players[0].user)
    assert client.post(f"{table.url}device.json", {"table": "1"}).status_code == 200
    assert client.post(f"{table.url}entries.json").status_code == 422, "a form with parts is no batch"
    offered = client.get(f"{table.url}offline.json").json()["lists"]
    assert offered == {"0": None, "1": None}


def test_opened_notes_are_shown_to_judges_of_the_event_alone(table: Table) -> None:
    table.begin()
    judge = client_of(staff_actor(table.tournament, "judge").user)
    OpenedHand.objects.create(
        recording=table.recording,
        entry=table.players[0],
        notes=[{"draw": 1, "card": "Secret Dragon"}],
        opened_at=table.recording.opened_at,
    )
    assert "Secret Dragon" in judge.get(f"{table.url}judge/").content.decode()
    for name in ("", "state.json", "offline.json", "log.jsonl"):
        assert "Secret Dragon" not in table.phones[1].client.get(f"{table.url}{name}").content.decode()
    assert table.phones[1].client.get(f"{table.url}judge/").status_code == 404


def test_a_player_opens_their_own_hand_when_a_judge_was_called_and_the_opponent_hears_nothing_of_it(
    table: Table,
) -> None:
    table.begin()
    one, other = table.clients
    address = f"{table.url}hand/"
    early = one.post(address, {"notes": "3 Mist Dragon", "idempotency_key": "a"})
    assert early.status_code == 422 and not OpenedHand.objects.exists()
    table.phones[0].write({"text": "look at my hand"}, kind="call")
    judge = client_of(staff_actor(table.tournament, "judge").user)
    pages = [
        ("state.json", {}),
        ("offline.json", {}),
        ("log.jsonl", {}),
        ("", {}),
        ("sign/", {}),
        ("hand/", {}),
    ]
    worlds = []
    for notes in ("3 Mist Dragon\nSpark", "Discount"):
        with transaction.atomic():
            assert one.post(address, {"notes": notes, "idempotency_key": "b"}).status_code == 302
            answers = [other.get(f"{table.url}{name}", data) for name, data in pages]
            assert {answer.status_code for answer in answers} == {200}
            worlds.append([CLOCK.sub("", VOLATILE.sub("", answer.content.decode())) for answer in answers])
            shown = judge.get(f"{table.url}judge/").content.decode()
            assert all(word in shown for word in notes.replace("3 ", "").splitlines())
            seen = OpenedHand.objects.get()
            transaction.set_rollback(True)
    assert worlds[0] == worlds[1]
    assert seen.entry == table.players[0] and seen.notes == [{"draw": 1, "card": "Discount"}]
    assert judge.get(address).status_code == 404


def test_nobody_opens_the_hand_of_somebody_else(table: Table) -> None:
    table.begin()
    table.phones[0].write({"text": ""}, kind="call")
    with pytest.raises(PermissionDenied):
        recording_open_hand(
            actor=Actor(table.players[1].user, "player"),
            tournament=table.tournament,
            recording_id=table.recording.pk,
            entry=table.players[0],
            notes=[{"draw": 1, "card": "Spark"}],
        )
    assert not OpenedHand.objects.exists()
