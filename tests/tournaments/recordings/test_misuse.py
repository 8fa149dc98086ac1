"""What somebody at the table could try with a program of their own, and what the journal makes of it."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from rules_engine import audit
from tests.halls import kept
from tests.tournaments.hall import staff_actor
from tests.tournaments.recordings.table import Body, Phone, Table, client_of, register, registered
from tournaments.recordings.models import Recording, RecordingDevice
from tournaments.recordings.results import is_verified
from tournaments.rounds.models import Match
from tournaments.rounds.outcomes import Games

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


def test_a_stop_of_the_game_before_does_not_let_its_winner_choose(table: Table) -> None:
    """Nor does a game before that nobody recorded: what a phone says that another player lost, it may not say."""
    table.phones[0].write(concede(0), OVER)
    table.sign()
    table.phones[1].write({"text": "Late"}, kind="call")
    for number in (2, 3):
        address = f"/t/{table.tournament.slug}/matches/{table.match.pk}/recordings/"
        opened = table.clients[1].post(address, {"game_number": number, "mode": "two_phones"})
        winner, loser = (Phone(client, str(opened["Location"])) for client in reversed(table.clients))
        chosen: Body = {"kind": "chance", "of": "first", "by": "loser", "value": 1, "seat": 0}
        loser.client.post(f"{loser.url}heard.json", {"seq": 0})
        assert one_ack(winner, winner.entry(chosen))["error"] == "loser_chooses", number
        assert statuses(loser.write(chosen)) == ["ok"]


@pytest.mark.parametrize(
    "line",
    [
        {"kind": "act", "do": "concede"},
        {"kind": "act", "do": "fly", "seat": 0},
        {"kind": "act", "do": "end", "seat": 0, "foo": 1},
        {"kind": "act", "do": "cast", "seat": 0, "card": "Nobody knows it"},
    ],
)
def test_no_line_of_one_phone_makes_the_log_of_the_game_unreadable(table: Table, line: Body) -> None:
    phone = table.phones[0]
    assert one_ack(phone, phone.entry(line, unchecked=True))["status"] == "refused"
    ask = phone.write({"line": line, "change": [], "text": "It was so"}, kind="deviate")[0]
    if ask["seq"] is not None:
        table.phones[1].write({"consent": ask["seq"]}, kind="deviate")
    phone.write(concede(0), OVER)
    log = table.fresh().log
    assert log is not None
    report = audit(bytes(log.original))
    assert (report.finding, report.result and report.result.winners) == (None, (1,)), line


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


def test_who_signed_a_match_that_is_final_stops_it_no_more(table: Table) -> None:
    table.phones[0].write(concede(0), OVER)
    table.sign()
    Match.objects.filter(pk=table.match.pk).update(state=Match.State.FINAL, outcome=Games((0, 1)))
    said: list[tuple[str, Body, Body]] = [
        ("call", {"text": "Late"}, {}),
        ("line", END, {"base": 2, "unchecked": True}),
        ("confirm", {"not": 3}, {}),
    ]
    for kind, body, more in said:
        entry = table.phones[0].entry(body, kind, **more)
        assert one_ack(table.phones[0], entry)["error"] == "final", kind
    assert table.fresh().state == Recording.State.SIGNED
    Match.objects.filter(pk=table.match.pk).update(state=Match.State.DISPUTED)
    assert statuses(table.phones[0].write({"text": "In time"}, kind="call")) == ["ok"]


def test_one_phone_fills_no_recording_so_that_the_other_can_neither_write_nor_call(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.recordings.admission.MAX_ENTRIES", 9)
    monkeypatch.setattr("tournaments.recordings.admission.LEAST_SHARE", 0)
    full, other = table.phones
    notes = full.write(*[{"kind": "note", "text": f"{n}"} for n in range(8)])
    assert notes[-1]["error"] == "full" and len(notes) < 8
    assert statuses(other.write({"kind": "note", "text": "Mine"})) == ["ok"]
    while other.write({"kind": "note", "text": "More"})[0]["seq"]:
        pass
    assert statuses(other.write({"text": "He fills it"}, kind="call")) == ["ok"]


def test_nobody_asks_without_end_for_something_else(table: Table) -> None:
    phone = table.phones[0]
    ask: Body = {"line": END}
    asked = [phone.write(ask, kind="deviate")[0] for _one in range(10)]
    assert statuses(asked) == ["asked"] * 10
    assert one_ack(phone, phone.entry(ask, "deviate"))["error"] == "too_many_questions"
    assert table.phones[1].write({"consent": asked[-1]["seq"]}, kind="deviate")[0]["status"] == "ok"
    assert statuses(phone.write({**ask, "line": {**END, "seat": 0}}, kind="deviate")) == ["asked"]


# --- one who writes for the whole table ----------------------------------------------------------------------------


@pytest.fixture
def scribed() -> tuple[Table, Phone, Phone]:
    """A table for which the first player writes, and the phone of the other, who looks at it."""
    table = Table(mode="scribe")
    scribe = Phone(table.clients[0], table.url, table=True)
    scribe.write({"kind": "chance", "of": "first", "by": "dice", "value": 0}, {**END, "do": "begin"})
    other = Phone(table.clients[1], table.url)
    for phone in (scribe, other):
        phone.client.post(f"{table.url}heard.json", {"seq": table.head})
    return table, scribe, other


def test_who_writes_for_the_table_does_not_take_back_the_call_of_the_other(
    scribed: tuple[Table, Phone, Phone], time_machine: Any
) -> None:
    table, scribe, other = scribed
    call = other.write({"text": "He cheats"}, kind="call")[0]["seq"]
    assert statuses(scribe.write({"withdraw": call}, kind="call")) == ["asked"]
    time_machine.move_to(timezone.now() + timedelta(minutes=5), tick=False)
    assert statuses(scribe.write({"withdraw": call}, kind="call")) == ["asked"], "nor once that phone is dark"
    assert table.fresh().state == Recording.State.FROZEN
    assert statuses(other.write({"withdraw": call}, kind="call")) == ["ok"]


def test_nobody_who_writes_for_the_table_agrees_for_a_player_who_has_a_phone_there(
    scribed: tuple[Table, Phone, Phone],
) -> None:
    table, scribe, other = scribed
    ask = scribe.write({"text": "", "change": [["damage", "#1", 1]]}, kind="deviate")[0]["seq"]
    assert one_ack(scribe, scribe.entry({"consent": ask}, "deviate"))["error"] == "own_question"
    rival = Phone(table.clients[1], table.url, table=True)
    rival.client.post(f"{table.url}heard.json", {"seq": table.head})
    more = rival.write({"text": "", "change": [["damage", "#0", 11]]}, kind="deviate")[0]["seq"]
    assert one_ack(rival, rival.entry({"consent": more}, "deviate"))["error"] == "own_question"
    assert other.state()["screen"]["lines"][-1]["kind"] != "agree"
    assert statuses(scribe.write({"consent": more}, kind="deviate")) == ["ok"]


def test_who_opens_a_game_that_another_writes_down_is_no_second_pen_unasked() -> None:
    table = Table()
    address = f"/t/{table.tournament.slug}/matches/{table.match.pk}/recordings/"
    for client, devices in ((table.clients[0], 1), (table.clients[1], 1)):
        opened = client.post(address, {"game_number": 2, "mode": "scribe"})
        number = int(str(opened["Location"]).rstrip("/").rsplit("/", 1)[-1])
        assert RecordingDevice.objects.filter(recording=number, seat=None).count() == devices


# --- other doors ---------------------------------------------------------------------------------------------------


def test_nobody_uses_up_the_phones_of_another(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.recordings.device_services.MOST_DEVICES", 3)
    for _one in range(5):
        last = table.clients[1].post(f"{table.url}device.json")
    assert last.status_code == 422 and last.json()["error"] == "too_many_devices"
    assert table.clients[0].post(f"{table.url}device.json").status_code == 200


def test_the_newest_word_of_a_player_counts_in_a_choice_between_two_branches(table: Table) -> None:
    first, second = table.phones
    base = table.head
    first.write(END)
    conflict = one_ack(second, second.entry(concede(1), base=base))
    assert conflict["status"] == "conflict"
    number = conflict["seq"]
    for keep in ("branch", "head"):
        first.write({"conflict": number, "keep": keep}, kind="choose")
    assert statuses(second.write({"conflict": number, "keep": "branch"}, kind="choose")) == ["asked"]
    assert statuses(first.write({"conflict": number, "keep": "branch"}, kind="choose")) == ["ok"]


def test_no_game_begins_at_a_match_that_is_final_and_a_stopped_one_is_not_signed(table: Table) -> None:
    phone = table.phones[0]
    phone.write(concede(0), OVER)
    phone.write({"text": "Wait"}, kind="call")
    sha = phone.state()["screen"]["log_sha256"]
    assert one_ack(phone, phone.entry({"log_sha256": sha}, "sign"))["error"] == "frozen"
    Match.objects.filter(pk=table.match.pk).update(state=Match.State.FINAL, outcome=Games((0, 1)))
    address = f"/t/{table.tournament.slug}/matches/{table.match.pk}/recordings/"
    opened = phone.client.post(address, {"game_number": 2, "mode": "two_phones"})
    assert opened.status_code != 302 or "recordings/" not in opened["Location"].replace(address, "")


def test_a_note_names_nobody_else(table: Table) -> None:
    phone = table.phones[0]
    for more in ({}, {"offline": True}):
        assert (
            phone.post(phone.entry({"kind": "note", "seat": 1, "text": "I lost"}, **more)).status_code == 403
        )
        phone.sent -= 1
