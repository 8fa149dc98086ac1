"""What somebody at the table could try with a program of their own, and what the journal makes of it."""

import json
from typing import Any

import pytest

from tests.halls import kept
from tests.tournaments.hall import staff_actor
from tests.tournaments.recordings.table import Body, Phone, Table, client_of, register, registered
from tournaments.recordings.models import Recording
from tournaments.recordings.results import is_verified
from tournaments.rounds.models import Match

pytestmark = pytest.mark.django_db

END: Body = {"kind": "act", "do": "end", "seat": 0}
PROCEED: Body = {"kind": "act", "do": "proceed"}
OVER: Body = {"kind": "end"}


def concede(seat: int) -> Body:
    return {"kind": "act", "do": "concede", "seat": seat}


@kept
def table() -> Table:
    found = Table()
    found.begin()
    return found


def statuses(acks: list[Body]) -> list[str]:
    return [ack["status"] for ack in acks]


def one_ack(phone: Phone, entry: Body) -> Body:
    """The answer to one entry; a refused one gives its number back."""
    ack: Body = phone.post(entry).json()["acks"][0]
    phone.sent -= ack["seq"] is None
    return ack


def test_no_phone_calls_time_early_by_saying_that_it_had_no_engine(table: Table, time_machine: Any) -> None:
    time: Body = {"kind": "act", "do": "time"}
    phone = table.phones[1]
    for more in ({"unchecked": True}, {"unchecked": True, "offline": True}):
        assert one_ack(phone, phone.entry(time, **more))["error"] == "not_yet"
    assert table.phones[0].state()["screen"]["asked"] == {"kind": "turn", "seat": 0}
    time_machine.move_to(table.match.round.ends_at, tick=False)
    assert one_ack(phone, phone.entry(time, unchecked=True))["status"] == "ok"


def test_nobody_throws_the_dice_anew_in_the_middle_of_a_game(table: Table) -> None:
    phone = table.phones[1]
    before = phone.state()["screen"]["log_sha256"]
    for said in ({"by": "dice", "value": 1}, {"by": "loser", "seat": 1}):
        for more in ({}, {"unchecked": True}, {"unchecked": True, "offline": True}):
            ack = one_ack(phone, phone.entry({"kind": "chance", "of": "first", **said}, **more))
            assert ack["error"] == "begun", (said, more)
    assert phone.state()["screen"]["log_sha256"] == before


def test_the_winner_of_the_game_before_is_not_its_loser(table: Table) -> None:
    table.phones[0].write(concede(0), OVER)
    address = f"/t/{table.tournament.slug}/matches/{table.match.pk}/recordings/"
    opened = table.clients[1].post(address, {"game_number": 2, "mode": "two_phones"})
    winner = Phone(table.clients[1], str(opened["Location"]))
    for seat, status in ((1, "refused"), (0, "ok")):
        chosen = winner.entry({"kind": "chance", "of": "first", "by": "loser", "value": 1, "seat": seat})
        assert one_ack(winner, chosen)["status"] == status


@pytest.mark.parametrize(
    "body, more",
    [
        ({"kind": "note", "text": "One more thing"}, {}),
        ({"kind": "note", "text": "One more thing"}, {"unchecked": True}),
        (END, {"unchecked": True}),
        ({"kind": "count", "seat": 0, "hand": 1, "deck": 1}, {"unchecked": True}),
        (OVER, {"unchecked": True}),
    ],
)
def test_who_lost_cannot_make_the_signatures_of_both_void_with_another_line(
    table: Table, body: Body, more: Body
) -> None:
    loser = table.phones[0]
    loser.write(concede(0), OVER)
    table.sign()
    sha = loser.state()["screen"]["log_sha256"]
    assert one_ack(loser, loser.entry(body, **more))["error"] == "over"
    state = loser.state()
    assert (state["state"], len(state["signed"]), state["screen"]["log_sha256"]) == ("signed", 2, sha)


def test_who_lost_cannot_take_the_end_back_alone_once_the_other_has_signed() -> None:
    table = Table(template="constructed-quick")
    table.begin()
    loser, other = table.phones
    loser.write(concede(0), OVER)
    table.sign()
    ask = loser.write({"from": 3}, kind="undo")[0]
    assert ask["status"] == "asked" and table.fresh().state == Recording.State.SIGNED
    assert is_verified(Match.objects.get(pk=table.match.pk))
    assert statuses(other.write({"consent": ask["seq"]}, kind="undo")) == ["ok"]
    assert table.fresh().state == Recording.State.OPEN and other.state()["signed"] == []


def test_a_scribe_takes_back_nothing_that_somebody_has_signed() -> None:
    table = Table(mode="scribe")
    scribe = Phone(table.clients[0], table.url, table=True)
    first: Body = {"kind": "chance", "of": "first", "by": "dice", "value": 0}
    scribe.write(first, {"kind": "act", "do": "begin", "seat": 0}, concede(0), OVER)
    own = Phone(table.clients[1], table.url)
    sha = own.state()["screen"]["log_sha256"]
    assert statuses(own.write({"log_sha256": sha}, kind="sign")) == ["ok"]
    assert scribe.write({"from": 3}, kind="undo")[0]["error"] == "signed"
    assert [row["seat"] for row in own.state()["signed"]] == [1]


def test_what_a_rival_wrote_for_somebody_without_network_goes_with_all_that_was_built_on_it(
    table: Table,
) -> None:
    rival, other = table.phones
    said = (END, PROCEED, PROCEED, {**END, "seat": 1}, concede(0), OVER)
    batch = [rival.entry(body, base=2, offline=True) for body in said]
    assert statuses(rival.post(*batch).json()["acks"]) == ["ok"] * 6
    assert statuses(other.write({"from": 6}, kind="undo")) == ["ok"]
    state = other.state()
    assert (state["state"], state["screen"]["asked"]) == ("open", {"kind": "turn", "seat": 1})
    assert state["undo"]["left"] == 3
    again = rival.post(*batch).json()["acks"]
    assert [ack["seq"] for ack in again] == [3, 4, 5, 6, 7, 8], "an old batch is an old batch"
    assert other.state()["screen"]["asked"] == {"kind": "turn", "seat": 1}


def test_who_puts_words_into_a_mouth_and_signs_does_not_bind_the_other_by_it(table: Table) -> None:
    rival, other = table.phones
    said = (END, PROCEED, PROCEED, {**END, "seat": 1}, concede(0), OVER)
    rival.post(*[rival.entry(body, base=2, offline=True) for body in said])
    table.sign(0)
    assert statuses(other.write({"from": 6}, kind="undo")) == ["ok"]
    assert table.fresh().state == Recording.State.OPEN and other.state()["signed"] == []


def test_who_has_signed_what_was_written_for_them_has_taken_it_as_said(table: Table) -> None:
    rival, other = table.phones
    said = (END, PROCEED, PROCEED, {**END, "seat": 1}, concede(0), OVER)
    rival.post(*[rival.entry(body, base=2, offline=True) for body in said])
    table.sign()
    assert statuses(other.write({"from": 6}, kind="undo")) == ["asked"]


@pytest.mark.parametrize("more", [{}, {"offline": True}, {"offline": True, "unchecked": True}])
def test_nobody_concedes_or_agrees_for_another_with_network_or_without(table: Table, more: Body) -> None:
    rival, other = table.phones
    batch = [rival.entry(body, base=2, **more) for body in (concede(1), OVER)]
    assert rival.post(*batch).status_code == 403 and table.head == 2
    rival.sent -= 2
    ask = rival.write({"text": "Two dots", "change": [], "line": END}, kind="deviate")[0]
    assert ask["status"] == "asked"
    assert one_ack(rival, rival.entry({"consent": ask["seq"]}, "deviate", **more))["error"] == "own_question"
    assert other.state()["state"] == "open"


def test_who_has_gone_on_after_what_was_written_for_them_has_taken_it_as_said(table: Table) -> None:
    rival, other = table.phones
    turn = [END, PROCEED, PROCEED, {**END, "seat": 1}]
    acks = rival.post(*[rival.entry(body, base=2, offline=True) for body in turn]).json()["acks"]
    assert statuses(acks) == ["ok"] * 4
    assert statuses(other.write(PROCEED)) == ["ok"]
    rival.write({"kind": "count", "seat": 0, "hand": 1, "deck": 1})
    assert statuses(other.write({"from": 6}, kind="undo")) == ["asked"]


def test_a_phone_of_one_game_writes_in_no_other_game_of_the_same_two(table: Table) -> None:
    phone = table.phones[0]
    other = Table(running=None)
    assert phone.client.post(f"{other.url}device.json").status_code == 404
    batch = {"device": phone.device, "entries": [phone.entry(END, base=0)]}
    for client in (phone.client, other.clients[0]):
        answer = client.post(f"{other.url}entries.json", json.dumps(batch), content_type="application/json")
        assert answer.status_code in (403, 404), answer.content
    assert other.head == 0
    assert phone.post(phone.entry(END), device=other.phones[0].device).status_code == 403


def test_a_judge_of_another_event_and_one_who_plays_in_this_match_mend_nothing(table: Table) -> None:
    table.phones[0].write(concede(0), OVER)
    loser = table.players[0].user
    staff_actor(table.tournament, "head_judge", loser)
    rules = staff_actor(table.tournament, "judge").user
    foreign = staff_actor(Table().tournament, "head_judge").user
    sha = table.phones[0].state()["screen"]["log_sha256"]
    tried: list[Body] = [
        {"do": "sign", "seat": "1", "log_sha256": sha, "reason": "He went home."},
        {"do": "rewind", "line": "3", "remedy": "G1", "reason": "A slip."},
        {"do": "void", "reason": "It does not count."},
    ]
    for user in (loser, foreign):
        for posted in tried:
            assert client_of(user).post(f"{table.url}judge/", posted).status_code in (403, 404, 422)
    assert table.head == 4 and table.fresh().state == Recording.State.ENDED
    assert client_of(rules).post(f"{table.url}judge/", tried[0]).status_code == 302
    assert [row["seat"] for row in table.phones[0].state()["signed"]] == [1]


def test_a_phone_that_is_heard_is_told_of_a_card_beyond_its_list_whatever_it_says_of_its_engine(
    table: Table,
) -> None:
    grey = "D1.1/004/100-C"
    register(table.players[0], {number: copies for number, copies in registered().items() if number != grey})
    cast = {"kind": "act", "do": "cast", "seat": 0, "card": grey}
    table.phones[0].client.post(f"{table.url}heard.json", {"seq": table.head})
    before = table.phones[1].state()["entries"]
    ack = table.phones[0].write(cast, unchecked=True)[0]
    assert (ack["status"], ack["error"]) == ("refused", "not_on_list")
    assert table.phones[1].state()["entries"] == before


def test_who_said_that_nobody_responds_stands_beside_it(table: Table) -> None:
    table.phones[0].write({"kind": "act", "do": "end", "seat": 0})
    table.phones[1].write({"kind": "act", "do": "proceed"})
    line = table.phones[0].state()["screen"]["lines"][-1]
    assert (line["lets"], line["by"]) == (True, 1)
