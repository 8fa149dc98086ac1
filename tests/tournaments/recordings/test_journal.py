"""Recording a game on two phones: what is taken, what is refused, what both see."""

import hashlib
import json
from datetime import timedelta
from itertools import takewhile
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.utils import IntegrityError
from django.utils import timezone

from ledger.models import LedgerRow
from rules_engine import audit
from rules_engine.x610z.cards import load_pool
from tests.halls import kept
from tests.tournaments.hall import make_user, staff_actor
from tests.tournaments.recordings.table import (
    BEGIN,
    FIRST,
    Phone,
    Table,
    client_of,
    paper_game,
    register,
    registered,
)
from tournaments.entries.models import Entry
from tournaments.gamelogs.models import DeckComparison, GameLog
from tournaments.gamelogs.tasks import replay_log
from tournaments.gamelogs.viewer import headline
from tournaments.recordings.audit import recordings_audit
from tournaments.recordings.chain import broken_at, entry_hash
from tournaments.recordings.models import Recording, RecordingEntry
from tournaments.recordings.replayed import shelf
from tournaments.recordings.rows import rows_of

pytestmark = [pytest.mark.django_db]
END = {"kind": "act", "do": "end", "seat": 0}
PROCEED = {"kind": "act", "do": "proceed"}


@kept
def table() -> Table:
    return Table()


def statuses(acks: list[dict[str, Any]]) -> list[str]:
    return [ack["status"] for ack in acks]


def test_a_game_begins_on_two_phones_and_both_see_the_same(table: Table) -> None:
    table.begin()
    one, other = (phone.state() for phone in table.phones)
    assert one["head"] == other["head"] and one["head"]["seq"] == 2
    assert one["screen"]["log_sha256"] == other["screen"]["log_sha256"]
    assert one["screen"]["asked"] == {"kind": "turn", "seat": 0}
    assert {row["line"]["do"] for row in one["screen"]["actions"]} == {"end", "concede"}
    assert {row["line"]["seat"] for row in other["screen"]["actions"]} == {1}
    assert {row["seat"] for row in one["screen"]["castable"]} == {0}
    assert {row["seat"] for row in other["screen"]["castable"]} == {1}


def test_a_whole_game_on_two_phones_is_signed_and_is_a_legal_log_of_the_match(table: Table) -> None:
    table.play()
    table.end()
    assert table.fresh().state == Recording.State.ENDED
    table.sign(0)
    assert table.fresh().state == Recording.State.ENDED
    table.sign(1)
    assert table.fresh().state == Recording.State.SIGNED
    log = GameLog.objects.get(match=table.match)
    report = audit(bytes(log.original))
    assert report.verdict in ("ok", "unverifiable") and report.fidelity == "consistent"
    assert report.result is not None and list(report.result.winners) == table.fresh().result["winners"]
    end = json.loads(bytes(log.original).splitlines()[-1])
    body = bytes(log.original)[: bytes(log.original).rindex(b'{"kind":"end"')]
    assert end["sha256"] == "sha256:" + hashlib.sha256(body).hexdigest()
    assert (log.recorded, log.evidence) == (True, "1")
    assert broken_at(table.recording.pk, first_hash(table.recording), rows_of(table.recording)) == 0


def first_hash(recording: Recording) -> str:
    return RecordingEntry.objects.get(recording=recording, seq=1).prev_hash


def test_the_ledger_has_the_opening_every_twentieth_entry_and_signatures_but_not_every_tap(
    table: Table,
) -> None:
    before = LedgerRow.objects.filter(chain_id=table.tournament.chain_key, action="recording.write").count()
    table.play(most=45)
    rows = LedgerRow.objects.filter(chain_id=table.tournament.chain_key, action="recording.write")
    head = table.fresh().head
    assert head == 45 and rows.count() - before == head // 20
    newest = rows.order_by("-number")[0]
    assert (
        RecordingEntry.objects.get(recording=table.recording, seq=newest.data["seq"]).hash
        == newest.data["hash"]
    )


# --- binding: what no device may write ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind, body",
    [
        ("line", {"kind": "header", "format": "gamelog/1", "game": "x610z"}),
        ("line", {"kind": "seat", "seat": 0, "player": "E1", "dot": "0,0"}),
        ("line", {"kind": "chance", "of": "deck", "seat": 1, "value": ["D1.1/004/100-C"]}),
        ("line", {"kind": "judge", "do": "fix", "by": "J", "change": [["damage", "#0", 3]]}),
        ("line", {"kind": "agree", "seats": [0, 1], "change": []}),
        ("line", {"kind": "check", "public": {"hand": [7, 7]}}),
        ("line", {"kind": "act", "do": "end", "seat": 1}),
        ("line", {"kind": "count", "seat": 1, "hand": 7}),
        ("line", {"kind": "act", "do": "end", "seat": 0, "n": 1}),
        ("line", {"kind": "end", "claim": {"winners": [0]}}),
        ("line", {}),
        ("freeze", {}),
        ("resume", {"minutes": 60}),
        ("sign", {"log_sha256": "0" * 64, "for": 1}),
        ("undo", {"from": 1, "remedy": "G1"}),
        ("deviate", {"line": {"kind": "judge"}, "change": []}),
        ("deviate", {"line": {"kind": "act", "do": "end", "seat": 1}, "change": []}),
        ("nonsense", {"a": 1}),
    ],
)
def test_what_is_not_a_devices_to_write_is_forbidden_and_nothing_of_its_batch_is_kept(
    table: Table, kind: str, body: dict[str, Any]
) -> None:
    table.begin()
    phone = table.phones[0]
    answer = phone.post(phone.entry({"kind": "note", "text": "before"}), phone.entry(body, kind))
    assert answer.status_code == 403, answer.content
    assert table.phones[1].head == 2


def test_the_header_and_the_seats_are_the_servers_and_hold_no_list(table: Table) -> None:
    opening = [json.loads(line) for line in bytes(table.recording.opening).splitlines()]
    assert [line["kind"] for line in opening] == ["header", "seat", "seat"]
    assert [line["player"] for line in opening[1:]] == [entry.key for entry in table.players]
    assert all(set(line["deck"]) == {"cards"} and line["deck"]["cards"] == 51 for line in opening[1:])


def test_who_is_not_at_the_table_finds_nothing(table: Table) -> None:
    stranger = client_of(make_user())
    for name in ("", "state.json", "ask.json", "offline.json", "sign/", "log.jsonl", "pair/", "judge/"):
        assert stranger.get(f"{table.url}{name}").status_code == 404, name
    assert stranger.post(f"{table.url}device.json").status_code == 404
    other = Entry.objects.filter(tournament=table.tournament).exclude(
        pk__in=[one.pk for one in table.players]
    )[0]
    assert client_of(other.user).get(f"{table.url}state.json").status_code == 404
    judge = client_of(staff_actor(table.tournament, "judge").user)
    assert judge.get(f"{table.url}state.json").status_code == 200
    assert judge.get(f"{table.url}state.json").json()["screen"]["castable"] == []


def test_a_new_phone_of_a_seat_ends_the_former_one_and_the_journal_stays(table: Table) -> None:
    table.begin()
    old = table.phones[0]
    lost = client_of(table.players[0].user)
    lost.cookies = old.client.cookies.copy()  # type: ignore[attr-defined]
    new = Phone(client_of(table.players[0].user), table.url)
    answer = old.post(old.entry(END))
    assert answer.status_code == 403 and answer.json()["error"] == "revoked"
    assert statuses(new.write(END)) == ["ok"]
    assert [row["seq"] for row in table.lines()] == [1, 2, 3]


def test_a_device_cannot_write_under_the_number_of_another(table: Table) -> None:
    table.begin()
    one, other = table.phones
    assert one.post(one.entry(END), device=other.device).status_code == 403
    assert other.head == 2


def test_a_player_who_dropped_out_writes_no_more(table: Table) -> None:
    table.begin()
    Entry.objects.filter(pk=table.players[0].pk).update(state=Entry.State.DROPPED)
    phone = table.phones[0]
    answer = phone.post(phone.entry(END))
    assert answer.status_code == 403 and answer.json()["error"] == "dropped"
    assert table.phones[1].head == 2


# --- exactly once, in one order ---------------------------------------------------------------------------------


def test_a_batch_that_comes_fifty_times_is_there_once(table: Table) -> None:
    table.begin()
    phone = table.phones[0]
    batch = [phone.entry(END, base=2), phone.entry(PROCEED, base=2), phone.entry(PROCEED, base=2)]
    answers = [phone.post(*batch).json()["acks"] for _time in range(50)]
    assert all(acks == answers[0] for acks in answers)
    assert statuses(answers[0]) == ["ok"] * 3 and phone.head == 5


def test_entries_that_come_in_another_order_wait_for_those_before_them(table: Table) -> None:
    table.begin()
    phone = table.phones[0]
    first, second = phone.entry(END, base=2), phone.entry(PROCEED, base=2)
    early = phone.post(second).json()["acks"]
    assert statuses(early) == ["refused"] and early[0]["error"] == "out_of_order"
    assert statuses(phone.post(first).json()["acks"]) == ["ok"]
    assert statuses(phone.post(second).json()["acks"]) == ["ok"]


def test_another_line_under_a_number_that_is_taken_is_refused(table: Table) -> None:
    table.begin()
    phone = table.phones[0]
    entry = phone.entry(END, base=2)
    phone.post(entry)
    again = phone.post(entry | {"body": PROCEED}).json()["acks"][0]
    assert (again["status"], again["error"]) == ("refused", "number_taken")


def test_two_phones_on_one_base_are_one_line_and_one_conflict(table: Table) -> None:
    table.begin()
    one, other = table.phones
    assert statuses(one.post(one.entry(END, base=2)).json()["acks"]) == ["ok"]
    late = other.entry({"kind": "act", "do": "concede", "seat": 1}, base=2)
    assert statuses(other.post(late).json()["acks"]) == ["conflict"]
    state = one.state()
    assert state["conflict"]["head"][0]["n"] == 3 and state["conflict"]["branch"][0]["seq"] == 4
    assert state["screen"]["n"] == 3  # the branch is in no log


def test_both_who_tap_that_nobody_responds_say_it_once(table: Table) -> None:
    table.begin()
    one, other = table.phones
    one.write(END)
    assert statuses(one.post(one.entry(PROCEED, base=3)).json()["acks"]) == ["ok"]
    assert statuses(other.post(other.entry(PROCEED, base=3)).json()["acks"]) == ["same"]
    assert statuses(other.write(PROCEED)) == ["ok"]


def test_both_choose_between_two_branches_and_the_other_one_stays_in_the_journal(table: Table) -> None:
    table.begin()
    one, other = table.phones
    one.write(END)
    other.post(other.entry({"kind": "act", "do": "concede", "seat": 1}, base=2))
    conflict = one.state()["conflict"]["seq"]
    choice = {"conflict": conflict, "keep": "branch"}
    assert statuses(one.write(choice, kind="choose")) == ["asked"]
    assert one.state()["conflict"] is not None
    assert statuses(other.write(choice, kind="choose")) == ["ok"]
    state = one.state()
    assert state["conflict"] is None and state["screen"]["asked"]["kind"] == "over"
    assert state["screen"]["asked"]["winners"] == [0]
    assert RecordingEntry.objects.filter(recording=table.recording, body=END).count() == 1


def test_two_offline_branches_are_both_kept_and_the_same_beginning_is_said_once(table: Table) -> None:
    table.begin()
    lines = [END, PROCEED, PROCEED]
    one, other = table.phones
    one.post(*[one.entry(line, base=2) for line in lines])
    answer = other.post(
        *[other.entry(line, base=2, offline=True) for line in lines],
        other.entry({"kind": "act", "do": "concede", "seat": 1}, base=2),
    )
    assert statuses(answer.json()["acks"]) == ["same", "same", "same", "ok"]


def test_who_has_the_pen_writes_for_both_without_network_and_the_other_may_take_it_back(table: Table) -> None:
    table.begin()
    one, other = table.phones
    lines = [END, PROCEED, PROCEED, {"kind": "act", "do": "end", "seat": 1}]
    entries = [one.entry(line, base=2, offline=True) for line in lines]
    assert statuses(one.post(*entries).json()["acks"]) == ["ok"] * 4
    assert statuses(other.write({"from": 6}, kind="undo")) == ["ok"]
    assert other.state()["screen"]["asked"] == {"kind": "turn", "seat": 1}
    late = [other.entry(END, base=2, offline=True)]
    assert statuses(other.post(*late).json()["acks"]) == ["same"]
    lost = [other.entry({"kind": "act", "do": "cast", "seat": 0, "card": "x"}, base=2, offline=True)]
    assert statuses(other.post(*lost).json()["acks"]) == ["conflict"]


def test_a_row_that_was_changed_is_found_by_its_hash_and_the_database_refuses_the_change(
    table: Table,
) -> None:
    table.begin()
    rows = rows_of(table.recording)
    start = first_hash(table.recording)
    assert broken_at(table.recording.pk, start, rows) == 0
    for name, value in (
        ("body", {"kind": "note", "text": "x"}),
        ("prev_hash", "0" * 64),
        ("base", 7),
        ("seq", 9),
    ):
        forged = [rows[0], rows[1] | {name: value}]
        assert broken_at(table.recording.pk, start, forged) == 2, name
    for change in ({"body": {"kind": "note", "text": "x"}}, {"body": {}, "hash": "0" * 64}, {"seq": 9}):
        with pytest.raises(IntegrityError), transaction.atomic():
            RecordingEntry.objects.filter(recording=table.recording, seq=2).update(**change)
    RecordingEntry.objects.filter(recording=table.recording, seq=2).update(body={})  # forgotten, and it shows
    assert broken_at(table.recording.pk, start, rows_of(table.recording)) == 2
    if connection.vendor == "postgresql":
        with pytest.raises(IntegrityError), transaction.atomic():
            RecordingEntry.objects.filter(recording=table.recording).delete()


def test_whoever_gets_past_the_database_is_found_by_hash_and_ledger(table: Table) -> None:
    table.play(most=22)
    judge = client_of(staff_actor(table.tournament, "judge").user)
    assert [*recordings_audit()] == []
    assert "its hash no longer fits" not in judge.get(f"{table.url}judge/").content.decode()
    on = " ON tournaments_recordingentry" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER tournaments_recordingentry_frozen{on}")
    with transaction.atomic():
        RecordingEntry.objects.filter(recording=table.recording, seq=5).update(
            body={"kind": "note", "text": "x"}
        )
        assert [one.text.partition(" of ")[0] for one in recordings_audit()] == ["entry 5"]
        shelf.clear()  # as a process that has not read it before
        page = judge.get(f"{table.url}judge/").content.decode()
        assert "Line 5 was changed after it was written: its hash no longer fits" in page
        transaction.set_rollback(True)
    with transaction.atomic():
        Recording.objects.filter(pk=table.recording.pk).update(opening=bytes(table.recording.opening) + b"\n")
        assert [one.text.partition(" of ")[0] for one in recordings_audit()] == ["entry 1"]
        transaction.set_rollback(True)
    with transaction.atomic():  # a forger who computes every hash anew is found by the ledger's
        forge(table.fresh())
        texts = [one.text for one in recordings_audit()]
        assert texts == [f"entry 20 of recording {table.recording.pk} is another one than the ledger has"]
        transaction.set_rollback(True)
    RecordingEntry.objects.filter(recording=table.recording, seq=5).update(body={})
    assert [*recordings_audit()] == [], "forgetting is no forging"


def forge(recording: Recording) -> None:
    """Change the third entry, and every hash from there on."""
    rows, previous = rows_of(recording), ""
    for row in rows[2:]:
        before = previous or row["prev_hash"]
        body = {"kind": "note", "text": "forged"} if not previous else row["body"]
        row |= {"prev_hash": before, "body": body}
        previous = row["hash"] = entry_hash(recording.pk, row)
        stored = RecordingEntry.objects.filter(recording=recording, seq=row["seq"])
        stored.update(body=body, prev_hash=before, hash=previous)
    Recording.objects.filter(pk=recording.pk).update(head_hash=previous)


def test_before_the_first_turn_everybody_may_take_fewer_new_cards(table: Table) -> None:
    """Murphy's Law (105.4): the hands are drawn before anybody begins."""
    table.phones[0].write(FIRST)
    for seat, phone in enumerate(table.phones):
        lines = [row["line"] for row in phone.state()["screen"]["actions"]]
        ways = [line.get("x", 0) for line in lines if line["do"] == "murphy"]
        assert ways == list(range(7)) and {line["seat"] for line in lines} == {seat}
    murphy = {"kind": "act", "do": "murphy", "seat": 1, "x": 4, "answers": [None]}
    assert statuses(table.phones[1].write(murphy)) == ["ok"]
    assert statuses(table.phones[0].write({**BEGIN})) == ["ok"]
    state = table.phones[1].state()
    assert state["screen"]["view"]["seats"][1]["hand"]["count"] == 4
    table.phones[1].write({"kind": "act", "do": "concede", "seat": 1})
    table.end()
    data = table.clients[0].get(f"{table.url}log.jsonl").content
    assert audit(data).verdict in ("ok", "unverifiable"), "its log is legal, too"


# --- the rules at the table -------------------------------------------------------------------------------------


def test_what_breaks_a_rule_is_refused_with_rule_sentence_and_what_would_be_legal(table: Table) -> None:
    table.begin()
    ack = table.phones[0].write(
        {"kind": "act", "do": "move", "seat": 0, "card": "#0", "path": ["0,0", "3,3"]}
    )[0]
    assert (ack["status"], ack["problem"]["rule"]) == ("refused", "600.3")
    assert ack["text"] == ack["problem"]["text"] and "0,0" in ack["text"]
    assert {row["line"]["do"] for row in ack["problem"]["legal"]} >= {"end"}
    assert table.phones[0].head == 2


def test_with_championship_rules_the_line_stands_and_is_marked(table: Table) -> None:
    strict = Table(template="constructed-championship")
    strict.begin()
    state = strict.phones[0].state()
    assert state["help"] == "after"
    assert "actions" not in state["screen"]["castable"][0]
    wrong = {"kind": "act", "do": "move", "seat": 0, "card": "#0", "path": ["0,0", "3,3"]}
    assert statuses(strict.phones[0].write(wrong)) == ["deviation"]
    assert strict.phones[1].state()["screen"]["lines"][-1]["problem"]["rule"] == "600.3"


def test_a_line_that_no_engine_saw_is_kept_and_marked(table: Table) -> None:
    table.begin()
    wrong = {"kind": "act", "do": "move", "seat": 0, "card": "#0", "path": ["0,0", "3,3"]}
    crystal = {"kind": "act", "do": "cast", "seat": 0, "card": "D1.1/004/100-C"}
    acks = table.phones[0].write(crystal, crystal, wrong, END, unchecked=True)
    assert statuses(acks) == ["ok", "deviation", "deviation", "ok"]
    marked = [
        line["problem"]["rule"] for line in table.phones[1].state()["screen"]["lines"] if "problem" in line
    ]
    assert marked[0] == "403.1" and len(marked) == 2, (
        "the other phone reads what was wrong, and with which rule"
    )


def test_line_57_of_one_game_is_marked_with_its_rule_and_the_lines_around_it_stand(table: Table) -> None:
    crystals = {card.number for card in load_pool("demo").cards if card.kind == "energy_crystal"}
    seed = next(
        seed
        for seed in range(3, 400)
        if len(game := paper_game(seed)) > 61
        and game[56].get("do") == "cast"
        and game[56]["card"] in crystals
        and game[56].get("seat") == game[56]["seat"]
    )
    game = paper_game(seed)
    table.play(seed=seed, most=57)
    # The phone lost network and engine: a second crystal in one turn, and the game as it went on.
    seat = game[56]["seat"]
    rest = list(takewhile(lambda line: line.get("seat") in (None, seat), game[57:61]))
    acks = table.phones[seat].write(game[56], *rest, unchecked=True, offline=True)
    assert statuses(acks) == ["deviation"] + ["ok"] * len(rest) and rest
    marked = [
        (place, line["problem"]["rule"])
        for place, line in enumerate(table.phones[1 - seat].state()["screen"]["lines"], start=1)
        if "problem" in line
    ]
    assert marked == [(57, "403.1")]


def test_the_third_copy_of_a_two_copy_card_is_refused_on_their_own_phone_and_told_to_nobody_else() -> None:
    table = Table()
    grey = "D1.1/004/100-C"
    register(table.players[0], {number: copies for number, copies in registered().items() if number != grey})
    table.begin()
    cast = {"kind": "act", "do": "cast", "seat": 0, "card": grey}
    before = table.phones[1].state()["entries"]
    ack = table.phones[0].write(cast)[0]
    assert (ack["status"], ack["error"]) == ("refused", "not_on_list") and "101.1a" in ack["text"]
    assert table.phones[1].state()["entries"] == before
    assert statuses(table.phones[0].write(cast, unchecked=True)) == ["ok"]  # from offline: judges see it
    table.phones[1].write({"kind": "act", "do": "concede", "seat": 1})
    table.end()
    log = table.fresh().log
    assert log is not None
    replay_log(log.pk)
    told = DeckComparison.objects.get(log=log).findings
    assert ("card_not_registered", "101.1a") in [(one["code"], one["rule"]) for one in told]
    log.refresh_from_db()
    assert "legal" not in headline(log).lower() and "not those registered" in headline(log)


def test_a_phone_whose_clock_is_a_day_wrong_changes_neither_the_order_nor_the_time(table: Table) -> None:
    table.begin()
    began = timezone.now()
    for phone, days in zip(table.phones, (1, -1), strict=True):
        note = phone.entry({"kind": "note", "text": "x"}) | {
            "client_at": (began + timedelta(days=days)).isoformat()
        }
        answer = phone.post(note).json()
        assert statuses(answer["acks"]) == ["ok"]
        assert began.isoformat() <= answer["state"]["time"]["now"] <= timezone.now().isoformat()
    rows = list(RecordingEntry.objects.filter(recording=table.recording).order_by("seq"))[-2:]
    assert [row.device_id for row in rows] == [phone.device for phone in table.phones]
    assert began <= rows[0].received_at <= rows[1].received_at <= timezone.now()


def test_time_is_written_only_when_it_was_called_at_this_table(table: Table, time_machine: Any) -> None:
    table.begin()
    time = {"kind": "act", "do": "time"}
    ack = table.phones[0].write(time)[0]
    assert (ack["status"], ack["error"]) == ("refused", "not_yet")
    table.match.refresh_from_db()
    table.match.extension_minutes = 4
    table.match.save()
    ends = table.match.round.ends_at
    time_machine.move_to(ends + timedelta(minutes=3), tick=False)
    assert table.phones[0].write(time)[0]["error"] == "not_yet"
    time_machine.move_to(ends + timedelta(minutes=4), tick=False)
    assert table.phones[0].state()["time"]["called"]
    assert statuses(table.phones[0].write(time)) == ["ok"]
    asked = table.phones[0].state()["screen"]["asked"]
    assert asked["draw"] and asked["rule"] == "106.1a"


def test_ones_own_last_line_is_taken_back_at_once_and_not_behind_a_draw(table: Table) -> None:
    table.begin()
    one = table.phones[0]
    one.write(END)
    assert statuses(one.write({"from": 3}, kind="undo")) == ["ok"]
    assert one.state()["screen"]["asked"] == {"kind": "turn", "seat": 0}
    one.write(END, PROCEED, PROCEED)
    ack = one.write({"from": one.head}, kind="undo")[0]
    assert (ack["status"], ack["error"]) == ("refused", "revealed")


def test_what_others_wrote_is_taken_back_with_their_consent_three_times_a_game(table: Table) -> None:
    table.begin()
    one, other = table.phones
    for _time in range(3):
        one.write(END)
        ask = other.write({"from": one.head}, kind="undo")[0]
        assert ask["status"] == "asked"
        assert other.write({"consent": ask["seq"]}, kind="undo")[0]["error"] == "own_question"
        assert one.state()["screen"]["consent"]["seq"] == ask["seq"]
        assert statuses(one.write({"consent": ask["seq"]}, kind="undo")) == ["ok"]
        assert one.state()["screen"]["asked"] == {"kind": "turn", "seat": 0}
    one.write(END)
    assert other.write({"from": one.head}, kind="undo")[0]["error"] == "too_many_undos"
    assert other.state()["undo"]["left"] == 0


def test_a_question_is_moot_when_the_game_goes_on(table: Table) -> None:
    table.begin()
    one, other = table.phones
    one.write(END)
    ask = other.write({"from": 3}, kind="undo")[0]
    one.write(PROCEED)
    assert one.write({"consent": ask["seq"]}, kind="undo")[0]["error"] == "not_asked"


def test_a_wrong_count_stops_nobody_and_stays_as_a_note(table: Table) -> None:
    table.begin()
    one = table.phones[0]
    assert statuses(one.write({"kind": "count", "seat": 0, "hand": 8, "deck": 42})) == ["ok"]
    assert statuses(one.write({"kind": "count", "seat": 0, "hand": 5, "deck": 42})) == ["deviation"]
    assert statuses(one.write(END)) == ["ok"]


def test_a_call_stops_both_phones_until_every_side_withdraws_it(table: Table) -> None:
    table.begin()
    one, other = table.phones
    call = other.write({"text": "He moved twice"}, kind="call")[0]
    assert table.fresh().state == Recording.State.FROZEN
    assert one.write(END)[0]["error"] == "frozen"
    assert statuses(one.write({"withdraw": call["seq"]}, kind="call")) == ["asked"]
    assert table.fresh().state == Recording.State.FROZEN
    assert statuses(other.write({"withdraw": call["seq"]}, kind="call")) == ["ok"]
    assert statuses(one.write(END)) == ["ok"]


def test_a_signature_for_another_log_or_of_another_seat_counts_for_nothing(table: Table) -> None:
    table.begin()
    one, other = table.phones
    assert one.write({"log_sha256": "0" * 64}, kind="sign")[0]["error"] == "not_over"
    other.write({"kind": "act", "do": "concede", "seat": 1})
    before = one.state()["screen"]["log_sha256"]
    table.end()
    assert one.write({"log_sha256": before}, kind="sign")[0]["error"] == "other_log"
    table.sign(0)
    assert one.state()["signed"][0]["seat"] == 0
    sha = one.state()["screen"]["log_sha256"]
    assert one.write({"log_sha256": sha}, kind="sign")[0]["error"] == "signed"
    assert table.fresh().state == Recording.State.ENDED


def test_what_is_taken_back_after_signing_voids_the_signatures_visibly(table: Table) -> None:
    table.begin()
    table.phones[1].write({"kind": "act", "do": "concede", "seat": 1})
    table.end()
    table.sign(0)
    assert statuses(table.phones[0].write({"from": table.phones[0].head - 1}, kind="undo")) == ["ok"]
    assert table.phones[0].state()["signed"] == [] and table.fresh().state == Recording.State.OPEN


# --- limits -----------------------------------------------------------------------------------------------------


def test_limits_answer(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.begin()
    phone = table.phones[0]
    path = [f"{ring},{hour}" for ring, hour in ((1, n % 12) for n in range(13))]
    ack = phone.write({"kind": "act", "do": "move", "seat": 0, "card": "#0", "path": path})[0]
    assert ack["status"] == "refused" and ack["problem"]["code"] == "bad_field"
    many = phone.post(*[phone.entry(END, base=2) for _one in range(501)])
    assert many.status_code == 422
    phone.sent -= 501
    long = phone.post(phone.entry({"kind": "note", "text": "x" * 301}))
    assert long.status_code == 422 and long.json()["error"] == "bad_text"
    phone.sent -= 1
    monkeypatch.setattr("tournaments.recordings.admission.LEAST_SHARE", 2)
    monkeypatch.setattr("tournaments.recordings.admission.MAX_ENTRIES", 2)
    assert phone.write(END)[0]["error"] == "full"


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"[" * 100_000, b'{"device":1,"entries":[]}', b"\xff\xfe", b'{"device":"x"}']
)
def test_whatever_is_posted_is_answered(table: Table, data: bytes) -> None:
    answer = table.phones[0].client.post(f"{table.url}entries.json", data, content_type="application/json")
    assert answer.status_code in (403, 422) and answer.json()["error"]


CAST = {"kind": "act", "do": "cast", "seat": 0}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(CAST | {"card": "a\0b"}),
        json.dumps(CAST | {"card": "x", "targets": ["a\0b"]}),
        json.dumps(CAST | {"a\0b": 1}),
        json.dumps(CAST | {"card": "x", "x": 0.5}),
        json.dumps(CAST | {"card": "x", "x": 1e16}),
        json.dumps(CAST | {"card": "x", "x": 10**400}),
        json.dumps(CAST | {"card": "\ud800"}),
        '{"kind": "act", "do": "cast", "seat": 0, "x": 1e999}',
        '{"kind": "act", "do": "cast", "seat": 0, "x": ' + "[" * 2000 + "]" * 2000 + "}",
    ],
)
@pytest.mark.parametrize("kind", ["line", "deviate"])
def test_what_cannot_be_stored_as_it_was_sent_is_refused_and_nothing_of_it_is_kept(
    table: Table, text: str, kind: str
) -> None:
    """What comes out of the database must be what was hashed, on every database."""
    table.begin()
    phone = table.phones[0]
    body = text if kind == "line" else f'{{"line": {text}, "change": []}}'
    entry = f'{{"device_seq": 3, "base": 2, "kind": "{kind}", "body": {body}, "unchecked": true}}'
    batch = f'{{"device": {phone.device}, "entries": [{entry}]}}'
    answer = phone.client.post(f"{table.url}entries.json", batch, content_type="application/json")
    assert answer.status_code in (403, 422) and answer.json()["error"], answer.content
    assert phone.head == 2


def test_a_line_has_the_same_bytes_when_it_was_just_written_and_when_it_is_read_again(table: Table) -> None:
    """PostgreSQL keeps the keys of an object in another order than they came in."""
    table.begin()
    odd = {
        "kind": "act",
        "seat": 0,
        "do": "cast",
        "targets": ["#0"],
        "card": "D1.1/008/100-U",
        "crystals": ["#0"],
    }
    wrong = {"kind": "count", "seat": 0, "hand": 40, "deck": 2}
    phone = table.phones[0]
    phone.write(odd, wrong, {"kind": "act", "do": "concede", "seat": 0}, {"kind": "end"}, unchecked=True)
    log = table.fresh().log
    assert log is not None
    again = phone.client.get(f"{table.url}log.jsonl").content
    assert again == bytes(log.original) and b"D1.1/008/100-U" in again and b'"hand":40' in again
    rows = rows_of(table.recording)
    assert broken_at(table.recording.pk, first_hash(table.recording), rows) == 0


def test_the_lines_that_two_phones_wrote_are_the_lines_of_the_log(table: Table) -> None:
    table.play(most=30)
    log = table.phones[0].client.get(f"{table.url}log.jsonl").content.splitlines()
    acts = [json.loads(line) for line in log if b'"act"' in line]
    assert [{**act, "n": 0} for act in acts] == [{**line, "n": 0} for line in paper_game(3)[1:30]]


def test_who_undoes_what_is_gone_reads_so_and_goes_further_back_line_by_line() -> None:
    table = Table()
    phone = table.phones[0]
    [ack] = phone.write({"from": 1}, kind="undo")
    assert (ack["error"], table.head) == ("nothing", 0), "nothing was written yet"
    table.begin()
    phone.write(
        {"kind": "count", "seat": 0, "hand": 7, "deck": 40},
        {"kind": "count", "seat": 0, "hand": 7, "deck": 40},
    )
    last = table.head
    assert phone.write({"from": last}, kind="undo")[0]["status"] == "ok"
    [ack] = phone.write({"from": last}, kind="undo")  # the page was older than the journal
    assert "already undone" in ack["text"]
    assert phone.write({"from": last - 1}, kind="undo")[0]["status"] == "ok", "further back"
