"""The other ways into a recording: a paired phone, the form without script, practice, and how fast one may write."""

import json
import re
from datetime import timedelta
from html import escape, unescape
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ledger.commands import Actor
from ledger.models import LedgerRow, OutboxMessage
from rules_engine.kernel.errors import LogError
from tests.halls import kept
from tests.tournaments.hall import make_user, staff_actor
from tests.tournaments.recordings.table import FIRST, Body, Phone, Table, client_of
from tests.weights import HEAVIEST, weight
from tournaments.entries.models import Entry
from tournaments.recordings import journal_services, practice_services
from tournaments.recordings.models import PairingCode, Recording, RecordingDevice, RecordingEntry
from tournaments.recordings.replayed import session_of, shelf
from tournaments.recordings.rows import rows_of
from tournaments.recordings.unreadable import read_by_this_code

pytestmark = [pytest.mark.django_db]
END = {"kind": "act", "do": "end", "seat": 0}


@kept
def table() -> Table:
    table = Table()
    table.begin()
    return table


def test_the_page_at_the_table_weighs_no_more_than_a_page_may(table: Table) -> None:
    """The heaviest pages of all, before and behind the first lines; every other one is weighed at night."""
    user = table.players[0].user
    practice = practice_services.practice_open(actor=Actor(user, "player"), against="both")
    for address in (table.url, reverse("tournaments:practice_game", args=[practice["recording"]])):
        assert weight(client_of(user).get(address).content) <= HEAVIEST
    plain = (
        client_of(user).get(table.url).content.decode().partition("<noscript>")[2].partition("</noscript>")[0]
    )
    assert "<svg" not in plain.partition("<form")[0], "the board above is drawn without script as well"
    assert all(f"<bdi>{one.name}</bdi>: Hand " in plain for one in table.players)


# --- another phone by a code ------------------------------------------------------------------------------------


def code_of(table: Table, seat: int = 0) -> str:
    """A new code for another phone of this seat, as its page shows it."""
    page = table.clients[seat].post(f"{table.url}pair/").content.decode()
    found = re.search(r"join/\?code=([A-Z2-9]{10})", page)
    assert found is not None and "data:image/svg" in page
    return found[1]


def join(table: Table, code: str) -> tuple[Client, Any]:
    """A phone without an account that enters a code, and the answer."""
    phone = Client()
    return phone, phone.post(f"{table.url}join/", {"code": code})


def test_a_phone_without_account_joins_by_a_code_once_and_writes_for_its_seat_alone(table: Table) -> None:
    old, code = table.phones[0], code_of(table)
    client, answer = join(table, f" {code.lower()} ")
    assert (answer.status_code, answer["Location"]) == (302, table.url)
    cookie = client.cookies["recorder"]
    assert cookie["httponly"] and cookie["path"] == table.url
    state = client.get(f"{table.url}state.json").json()
    assert state["me"]["seat"] == 0 and state["me"]["seats"] == [0]
    new = Phone.__new__(Phone)
    new.client, new.url, new.device, new.sent = client, table.url, state["me"]["device"], 0
    assert old.post(old.entry(END)).json()["error"] == "revoked", "the former phone is out"
    assert new.write(END)[0]["status"] == "ok"
    assert new.post(new.entry({"kind": "act", "do": "end", "seat": 1})).status_code == 403
    slug = table.tournament.slug
    for url in (f"{table.url}judge/", f"/t/{slug}/matches/{table.match.pk}/log/", f"/t/{slug}/me/"):
        assert client.get(url).status_code in (302, 404), url
    assert client.post(f"{table.url}device.json").status_code == 403
    assert client.post(f"{table.url}pair/").status_code == 302, "a code is made by who is signed in"
    assert join(table, code)[1].status_code == 422, "a code is good once"


@pytest.mark.parametrize("wrong", ["made up", "newer", "old", "other recording", "dropped"])
def test_a_code_that_is_not_good_makes_no_phone_and_the_journal_stays(
    table: Table, wrong: str, time_machine: Any
) -> None:
    code, at = code_of(table), table
    if wrong == "made up":
        code = "A" * 10
    elif wrong == "newer":
        assert code_of(table) != code
    elif wrong == "old":
        time_machine.move_to(timezone.now() + timedelta(minutes=10, seconds=1))
    elif wrong == "other recording":
        at = Table()
    else:
        Entry.objects.filter(pk=table.players[0].pk).update(state=Entry.State.DROPPED)
    before = RecordingDevice.objects.count()
    client, answer = join(at, code)
    assert answer.status_code == 422 and "no longer valid" in answer.content.decode()
    assert "recorder" not in client.cookies and RecordingDevice.objects.count() == before
    assert client.get(f"{at.url}state.json").status_code == 404
    assert table.fresh().head == 2


def test_the_code_is_kept_nowhere(table: Table) -> None:
    code = code_of(table)
    for model in (PairingCode, LedgerRow, OutboxMessage):
        assert code not in json.dumps(list(model._default_manager.values()), default=str)
    assert code not in table.clients[0].get(f"{table.url}pair/").content.decode()


# --- without script ---------------------------------------------------------------------------------------------


def buttons(page: str) -> list[Body]:
    """The lines that the form without script offers."""
    return [json.loads(unescape(raw)) for raw in re.findall(r'name="body" value=["\'](\{.*?\})["\']>', page)]


class Plain:
    """A browser without script: what it posts are the buttons of the page it has."""

    def __init__(self, client: Client, url: str) -> None:
        self.client, self.url = client, url
        self.look()

    def look(self) -> list[Body]:
        self.page = self.client.get(self.url).content.decode()
        return buttons(self.page)

    def tap(self, body: Body, **fields: Any) -> str:
        """Press a button of the page as it was last looked at, and read the next page."""
        base = re.search(r'name="base" value="(\d+)"', self.page)
        assert base is not None
        data = {"base": base[1], "body": json.dumps(body), **fields}
        answer = self.client.post(self.url, data, follow=True)
        assert answer.redirect_chain == [(self.url, 302)]
        return str(answer.content.decode())


def test_a_game_is_written_without_script_by_the_buttons_of_the_page() -> None:
    table = Table()
    players = [Plain(client, table.url) for client in table.clients]
    murphy = {"kind": "act", "do": "murphy", "seat": 1, "x": 6}
    for seat, line in [(0, FIRST), (1, murphy), (0, {"kind": "act", "do": "begin", "seat": 0}), (0, END)]:
        assert line in players[seat].look()
        players[seat].tap(line)
    for _pass in range(2):
        line = next(one for one in players[1].look() if one.get("do") == "proceed")
        players[1].tap(line)
    concede = {"kind": "act", "do": "concede", "seat": 1}
    assert concede in players[1].look() and concede not in players[0].look()
    players[1].tap(concede)
    assert {"kind": "end"} in players[0].look()
    players[0].tap({"kind": "end"})
    assert [row["status"] for row in table.lines()] == ["ok"] * 8
    assert table.lines()[1]["body"]["answers"] == [None], "nobody knows the order of a paper deck"
    for client in table.clients:
        page = client.get(f"{table.url}sign/").content.decode()
        sha256 = re.search(r'name="log_sha256" value="([0-9a-f]{64})"', page)
        assert (
            sha256 is not None
            and client.post(f"{table.url}sign/", {"log_sha256": sha256[1]}).status_code == 302
        )
    assert table.fresh().state == Recording.State.SIGNED
    log = table.recording.log
    assert log is not None and log.evidence == "1"


def test_a_tap_that_comes_twice_from_one_page_without_script_is_written_once() -> None:
    table = Table()
    player = Plain(table.clients[0], table.url)
    player.tap(FIRST)
    player.look()
    player.tap({"kind": "act", "do": "begin", "seat": 0})
    player.look()
    player.tap(END)
    page = player.tap(END)  # the same page, sent again
    assert "already written" in page
    proceed = {"kind": "act", "do": "proceed"}
    player.look()
    player.tap(proceed)
    assert "already written" in player.tap(proceed), "it would be legal a second time"
    assert table.fresh().head == 4


def test_what_cannot_be_written_is_answered_in_words_without_script_and_changes_nothing(table: Table) -> None:
    player, phone = Plain(table.clients[0], table.url), table.phones[0]
    walk = {"kind": "act", "do": "move", "seat": 0, "card": "#0", "path": ["0,0", "3,3"]}
    said = phone.post(phone.entry(walk)).json()["acks"][0]["text"]
    assert said and escape(said) in player.tap(walk)
    for forged in ({"kind": "judge", "do": "fix", "change": []}, {"kind": "act", "do": "end", "seat": 1}):
        answer = table.clients[0].post(table.url, {"base": "2", "body": json.dumps(forged)})
        assert answer.status_code == 403
    for noise in ("", "[]", "{", "[" * 5000):
        answer = table.clients[0].post(table.url, {"base": "2", "body": noise}, follow=True)
        assert "Reload the page" in answer.content.decode()
    assert table.fresh().head == 2


# --- how fast ---------------------------------------------------------------------------------------------------


def test_a_device_that_writes_faster_than_people_play_is_held_back_and_others_are_not(
    table: Table, monkeypatch: pytest.MonkeyPatch, time_machine: Any
) -> None:
    monkeypatch.setattr(journal_services, "MOST_IN_PACE", 5)
    now = timezone.now()
    time_machine.move_to(now + timedelta(minutes=1), tick=False)
    one, other = table.phones
    note = {"kind": "note", "text": "x"}
    assert {ack["status"] for ack in one.write(*[note] * 5)} == {"ok"}
    answer = one.post(one.entry(note))
    assert answer.status_code == 429 and answer.json()["error"] == "too_fast"
    one.sent -= 1
    assert table.fresh().head == 7, "nothing of it is kept"
    assert other.write(note)[0]["status"] == "ok"
    time_machine.shift(timedelta(seconds=10))
    assert one.write(note)[0]["status"] == "ok"


def test_a_batch_that_is_sent_again_and_again_is_no_writing(table: Table) -> None:
    """A phone whose answers are lost repeats itself; it is never locked out by that."""
    phone = table.phones[0]
    batch = [phone.entry({"kind": "note", "text": str(number)}, base=2) for number in range(400)]
    answers = [phone.post(*batch) for _time in range(4)]
    assert {answer.status_code for answer in answers} == {200}
    assert table.fresh().head == 402


# --- practice ---------------------------------------------------------------------------------------------------


@pytest.fixture
def chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """The site's dice fall the same way every time."""
    thrown = count(1)
    dice = SimpleNamespace(token_hex=lambda _bytes: f"{next(thrown):032x}")
    monkeypatch.setattr(practice_services, "secrets", dice)


class Practice:
    """A game to practise, with its owner's browser."""

    def __init__(self, against: str) -> None:
        self.client = client_of(make_user("Nina"))
        answer = self.client.post("/practice/", {"against": against})
        assert answer.status_code == 302
        self.url = str(answer["Location"])
        self.phone = Phone(self.client, self.url)

    def write(self, line: Body) -> str:
        """Write a line with the first answer to everything that it asks; what became of it."""
        for _choice in range(10):
            ack = self.phone.write(line)[0]
            need = ack.get("problem", {}).get("need")
            if not need:
                break
            options = need["options"]
            picked = options[: max(need["low"], 1)] if need["many"] else options[0]
            line = {**line, "answers": [*line.get("answers", ()), picked]}
        return str(ack["status"])

    def play(self, turns: int) -> list[Body]:
        """End so many turns, taking back nothing; every line that stands then."""
        for _turn in range(turns):
            for _step in range(12):
                state = self.phone.state()
                dos = {row["line"]["do"]: row["line"] for row in state["screen"]["actions"]}
                line = next((dos[do] for do in ("begin", "proceed", "resolve", "end") if do in dos), None)
                if line is None:
                    break
                assert self.write(line) == "ok"
        return list(self.phone.state()["entries"])


def test_the_random_player_has_its_turns_and_its_hand_is_closed(chance: None) -> None:
    game = Practice("random")
    rows = game.play(2)
    own = {row["device"] for row in rows}
    assert own == {game.phone.device, None}, "both have written"
    assert {row["by"] for row in rows if row["device"] is None} == {1}
    state = game.phone.state()
    assert all(row["status"] == "ok" for row in rows) and not any(
        "problem" in row for row in state["screen"]["lines"]
    )
    seats = {seat["seat"]: seat for seat in state["screen"]["view"]["seats"]}
    assert seats[0]["hand"]["cards"] and "cards" not in seats[1]["hand"]
    assert {row["line"].get("seat") for row in state["screen"]["actions"]} <= {0, None}
    answer = game.phone.post(game.phone.entry({"kind": "act", "do": "end", "seat": 1}))
    assert answer.status_code == 403, "nobody plays for the random player"


def test_practice_with_both_seats_shows_both_hands_and_is_nobody_elses(chance: None) -> None:
    game = Practice("both")
    rows = game.play(2)
    assert {row["body"].get("seat") for row in rows} >= {0, 1}
    seats = game.phone.state()["screen"]["view"]["seats"]
    assert all(seat["hand"]["cards"] for seat in seats)
    other = client_of(make_user())
    for name in ("", "state.json", "ask.json"):
        assert other.get(f"{game.url}{name}").status_code == 404
    for name in ("entries.json", "device.json"):
        assert other.post(f"{game.url}{name}").status_code == 404
    batch = [game.phone.entry({"kind": "note", "text": "x"}, base=0)]
    assert game.phone.post(*batch).json()["acks"] == game.phone.post(*batch).json()["acks"]
    assert RecordingEntry.objects.filter(body__kind="note").count() == 1


def test_the_site_shuffles_and_no_phone_chooses_the_order(chance: None) -> None:
    game = Practice("both")
    actions = [row["line"] for row in game.phone.state()["screen"]["actions"]]
    murphy = next(line for line in actions if line["do"] == "murphy")
    told = game.client.get(f"{game.url}ask.json", {"line": json.dumps(murphy)}).json()
    assert told == {"ok": True}, "who asks is told no order, and not asked for one"
    recording = Recording.objects.get()
    problem = session_of(recording, rows_of(recording)).check(murphy)
    assert problem is not None and problem.need is not None
    wish = problem.need["options"]
    assert game.phone.write({**murphy, "answers": [wish]})[0]["status"] == "ok"
    order = RecordingEntry.objects.get(body__do="murphy").body["answers"]
    assert order != [wish] and [sorted(one) for one in order] == [sorted(wish)]


# --- a release lies between ---------------------------------------------------------------------------------------


def test_a_game_that_was_begun_under_other_rulings_is_told_so_and_nothing_of_it_is_lost(table: Table) -> None:
    """An update of the site in the middle of a round: the pages say what to do, and the journal stays as it is."""
    table.phones[0].write(END)
    recording = table.fresh()
    opening = re.sub(rb'"rulings":"answers/\d+"', b'"rulings":"answers/99"', bytes(recording.opening))
    assert opening != bytes(recording.opening)
    Recording.objects.filter(pk=recording.pk).update(opening=opening)
    shelf.clear()
    before = rows_of(recording, until=recording.head)
    for page in ("", "sign/", "log.jsonl"):
        answer = table.clients[0].get(f"{table.url}{page}")
        assert answer.status_code == 409 and "report the result" in answer.content.decode(), page
    judge = client_of(staff_actor(table.tournament, "judge").user)
    assert judge.get(f"{table.url}judge/").status_code == 409
    answer = table.phones[0].post(table.phones[0].entry(END, base=recording.head))
    assert (answer.status_code, answer.json()["error"]) == (422, "other_law")
    assert rows_of(recording, until=table.fresh().head) == before
    said = {"first": "2", "second": "0", "match": recording.match_id}
    mine = table.clients[0].post(f"/t/{table.tournament.slug}/me/", said)
    assert mine.status_code == 302, "the result is reported as always"


def test_a_fault_of_ours_in_a_journal_is_not_taken_for_a_release() -> None:
    with pytest.raises(LogError), read_by_this_code():
        raise LogError("card_not_in_hand", 7)
