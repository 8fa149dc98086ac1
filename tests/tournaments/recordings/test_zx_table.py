"""A Z/X game at an event's table, by the requests that a phone sends: laid out, played, ended, signed, checked."""

import json
from typing import Any

import pytest

from decks.registration.models import DeckRevision
from tests.halls import kept
from tests.tournaments.recordings.zx_table import POOL, Body, ZxTable, two_lines_of_one_player
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.replay import check, compare
from tournaments.recordings.models import Recording
from tournaments.recordings.results import Proposal, proposal_of

pytestmark = [pytest.mark.django_db]


@kept
def table() -> ZxTable:
    return ZxTable()


def test_a_whole_game_is_recorded_signed_and_verified(table: ZxTable) -> None:
    table.record()
    table.end()
    table.sign()
    assert table.fresh().state == Recording.State.SIGNED
    log = GameLog.objects.get(match=table.match)
    report = check(log)
    assert (report["verdict"], report["binding"], compare(log)) == ("ok", [], [])
    rows = [json.loads(line) for line in bytes(log.original).splitlines()]
    acts = [without(row, "n") for row in rows if row["kind"] == "act"]
    assert acts == [body for body in table.game.bodies if body["kind"] == "act"]
    found = proposal_of(table.match)
    winner = table.game.rows[-1]["claim"]["winners"][0]
    assert found is not None and found.said == ((1, 0, 0) if winner == 0 else (0, 1, 0))
    assert found.decided and found.signed


def without(row: Body, *names: str) -> Body:
    return {name: value for name, value in row.items() if name not in names}


def test_two_undos_that_were_kept_without_network_undo_both_lines(table: ZxTable) -> None:
    """The second one names the line before the first, as the phone showed it, and is no second word of the first."""
    place = two_lines_of_one_player(table)
    table.record(place)
    phone, head = table.phone(table.game.bodies[place]), table.head
    kept = [phone.entry(body, base=head, offline=True) for body in table.game.bodies[place : place + 2]]
    undone = [phone.entry({"from": head + n}, "undo", base=head, offline=True) for n in (2, 1)]
    acks = phone.post(*kept, *undone).json()["acks"]
    assert [ack["status"] for ack in acks] == ["ok"] * 4
    state = table.phones[0].state()
    assert [line["n"] for line in state["screen"]["lines"] if line["kind"] == "act"][-1] == head
    again = phone.post(*kept, *undone).json()["acks"]
    assert [ack["seq"] for ack in again] == [head + n for n in (1, 2, 3, 4)], "sent twice it is there once"
    assert phone.write(table.game.bodies[place])[0]["status"] == "ok"


def test_who_lays_out_first_does_not_matter_and_nobody_is_in_conflict(table: ZxTable) -> None:
    mine, theirs, dice, *_rest = table.game.bodies
    base = table.head
    for phone, body in ((table.phones[1], theirs), (table.phones[0], mine)):
        [ack] = phone.post(phone.entry(body, base=base)).json()["acks"]
        assert ack["status"] == "ok", ack
    state = table.phones[0].state()
    assert state["conflict"] is None and state["screen"]["asked"] == {"kind": "first", "seats": [0, 1]}
    assert table.phones[0].write(dice)[0]["status"] == "ok"
    assert table.phones[1].state()["screen"]["asked"]["kind"] == "begin"


@pytest.mark.parametrize("mark", [{}, {"unchecked": True}, {"offline": True, "unchecked": True}])
def test_nothing_is_laid_out_behind_the_first_action_however_it_is_marked(
    table: ZxTable, mark: dict[str, Any]
) -> None:
    """What was laid out stands before everything: changed later, it would change the whole game."""
    table.record(4)
    before = table.phones[0].state()["screen"]["log_sha256"]
    for body in (
        table.game.bodies[0] | {"dynamis": 0},
        table.game.bodies[2] | {"value": 1 - table.game.first},
    ):
        [ack] = table.phones[0].write(body, **mark)
        assert ack["status"] == "refused", ack
    assert table.phones[0].state()["screen"]["log_sha256"] == before


def test_nobody_lays_out_for_somebody_else(table: ZxTable) -> None:
    phone = table.phones[1]
    assert phone.post(phone.entry(table.game.bodies[0])).status_code == 403


def test_a_phone_lays_out_nothing_else(table: ZxTable) -> None:
    phone = table.phones[0]
    assert phone.post(phone.entry(table.game.bodies[0] | {"player": "E9"})).status_code == 403


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"behind": "Z04-081"}, "field"),  # a name would tell what lies there unseen
        ({"markers": "Forge Spark"}, "field"),
        ({"markers": ["<b>x</b>"]}, "<b>x</b> names no dedicated marker."),
        ({"markers": ["Forge Spark"] * 41}, "field"),
    ],
)
def test_what_is_laid_out_has_its_shape_and_markers_their_names(
    table: ZxTable, more: Body, said: str
) -> None:
    [ack] = table.phones[0].write(table.game.bodies[0] | more)
    assert ack["status"] == "refused" and said in ack["text"]
    assert table.head == 0


@pytest.mark.night(
    "a whole game with a crisis",
    short="tests/tournaments/recordings/test_zx_table.py::test_a_whole_game_is_recorded_signed_and_verified",
)
def test_markers_and_a_player_extra_that_nobody_names_are_recorded_and_its_crisis_is_checked() -> None:
    table = ZxTable(with_crisis=True)
    crisis = next(at for at, body in enumerate(table.game.bodies) if body.get("do") == "crisis")
    table.record(crisis)
    body = table.game.bodies[crisis]
    name = POOL[body["card"]].name
    for phone in table.phones:
        assert name not in json.dumps(phone.state()["screen"]["view"]), "nobody is told what lies there"
    other_one = next(card.number for card in POOL.cards if card.kind == "zx")
    [ack] = table.phone(body).write(body | {"card": other_one})
    assert ack["status"] == "refused" and "does not belong behind a Player card" in ack["text"]
    rival = table.phones[1 - body["seat"]]
    assert rival.post(rival.entry(body)).status_code == 403
    rival.sent -= 1  # a forbidden batch leaves nothing, no number either
    for later in table.game.bodies[crisis:]:
        acks = table.phone(later).write(later)
        assert [one["status"] for one in acks] == ["ok"], (later, acks)
    table.end()
    table.sign()
    log = GameLog.objects.get(match=table.match)
    assert (check(log)["verdict"], compare(log)) == ("ok", [])
    rows = [json.loads(line) for line in bytes(log.original).splitlines()]
    seats = [row for row in rows if row["kind"] == "seat"]
    assert {row["behind"] for row in seats if "behind" in row} == {"?"}
    assert [row.get("markers") for row in seats] == [
        row.get("markers") for row in table.game.rows if row["kind"] == "seat"
    ]


def test_a_players_list_has_no_further_copy_of_a_card(table: ZxTable) -> None:
    place = next(at for at, body in enumerate(table.game.bodies) if body.get("do") == "resource")
    table.record(place)
    body = table.game.bodies[place]
    main, _dynamis = table.game.lists[body["seat"]]
    strange = next(card.number for card in POOL.cards if card.kind == "zx" and card.number not in main)
    [ack] = table.phone(body).write(body | {"card": strange})
    assert (ack["status"], ack["error"]) == ("refused", "not_on_list")
    assert POOL[strange].name in ack["text"] and "B.deck" not in ack["text"]
    assert table.phone(body).write(body)[0]["status"] == "ok"


def test_neither_phone_is_told_a_card_of_the_others_list(table: ZxTable) -> None:
    """Two worlds: another list of the rival changes no byte of what this phone is sent."""
    table.record(12)
    worlds = []
    for main in (table.game.lists[1][0], {card.number: 2 for card in POOL.cards[:25]}):
        DeckRevision.objects.filter(registration__entry=table.players[1]).update(main=main)
        answers = [
            table.clients[0].get(f"{table.url}{page}").content
            for page in ("state.json", "offline.json", "log.jsonl", "ask.json?line={}", "sign/")
        ]
        worlds.append([clean(answer) for answer in answers])
    assert worlds[0] == worlds[1]


def clean(answer: bytes) -> Any:
    """An answer without what every answer has of its own: the moment, and the keys of forms."""
    text = answer.decode()
    try:
        found = json.loads(text)
    except ValueError:
        return text.partition("<main")[2].partition("csrfmiddlewaretoken")[0]
    if isinstance(found, dict) and "time" in found:
        found["time"] = {}
    return found


def test_a_game_that_both_lose_is_not_proposed_as_a_draw(table: ZxTable) -> None:
    """The ruling Z20: time is up, Life is equal, and the event says that both lose. That the desk rules."""
    result = {"winners": [], "losers": [0, 1], "draw": False, "rule": "Z20"}
    Recording.objects.filter(pk=table.recording.pk).update(state="ended", result=result)
    assert proposal_of(table.match) is None
    Recording.objects.filter(pk=table.recording.pk).update(result=result | {"draw": True})
    found = proposal_of(table.match)
    assert isinstance(found, Proposal) and found.said == (0, 0, 1)


def test_a_note_before_the_game_stops_no_laying_out_and_nobody_lays_for_a_phone_that_is_there(
    table: ZxTable,
) -> None:
    first, second = table.phones
    second.client.post(f"{table.url}heard.json", {"seq": 0})
    second.write({"kind": "note", "text": "Here"})
    other = table.game.bodies[0] | {"seat": 1}
    assert first.post(first.entry(other, offline=True)).status_code == 403
    first.sent -= 1
    assert first.write(table.game.bodies[0])[0]["status"] == "ok"
