"""Who said what: words written for somebody else, keys of phones, and every lie about them that we could think of."""

import json
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.db.utils import DatabaseError
from django.utils import timezone

from ledger.models import LedgerRow
from rules_engine.x610z.cards import load_pool
from tests.halls import kept
from tests.rules_engine.recording.screen_player import Recorded, Seen, table_game
from tests.tournaments.hall import staff_actor
from tests.tournaments.recordings.table import Body, Phone, Table, client_of, register
from tournaments.entries.models import Entry
from tournaments.recordings import device_services
from tournaments.recordings.audit import recordings_audit
from tournaments.recordings.keys import head_seen, line_said
from tournaments.recordings.models import Recording, RecordingDevice, RecordingEntry
from tournaments.recordings.replayed import replayed, with_gaps
from tournaments.recordings.selectors import own_deck

pytestmark = pytest.mark.django_db

END: Body = {"kind": "act", "do": "end", "seat": 0}
OTHERS_END: Body = {**END, "seat": 1}
PROCEED: Body = {"kind": "act", "do": "proceed"}
OPEN_HANDS = "D1.1/063/100-U"
TURN = (END, PROCEED, PROCEED)


@kept
def table() -> Table:
    found = Table()
    found.begin()
    return found


class Signing(Phone):
    """A phone with a key, as its page has one."""

    def __init__(self, table: Table, seat: int) -> None:
        super().__init__(table.clients[seat], table.url)
        self.recording, self.secret = table.recording.pk, ec.generate_private_key(ec.SECP256R1())

    @property
    def key(self) -> str:
        point = self.secret.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return urlsafe_b64encode(point).rstrip(b"=").decode()

    def sign(self, said: bytes) -> str:
        both = decode_dss_signature(self.secret.sign(said, ec.ECDSA(hashes.SHA256())))
        made = b"".join(one.to_bytes(32, "big") for one in both)
        return urlsafe_b64encode(made).rstrip(b"=").decode()

    def there(self, **said: Any) -> Any:
        """The phone says that it is there; the raw answer."""
        return self.client.post(f"{self.url}heard.json", {"seq": 0, **said})

    def sealed(self, body: Body, kind: str = "line", **more: Any) -> Body:
        """The next entry, signed for the head that this phone heard of."""
        entry = self.entry(body, kind, **more)
        heard = self.hash_at(entry["base"])
        return entry | {"signature": self.sign(line_said(self.recording, self.device, entry, heard))}

    def hash_at(self, base: int) -> str:
        rows = self.state()["entries"]
        return str(rows[base - 1]["hash"]) if base else ""


@pytest.fixture
def keyed(table: Table) -> Iterator[tuple[Signing, Signing]]:
    """Both phones anew, each known by its key."""
    phones = (Signing(table, 0), Signing(table, 1))
    for phone in phones:
        assert phone.there(key=phone.key).json() == {"key": phone.key}
    yield phones


def statuses(answer: Any) -> list[str]:
    return [ack["status"] for ack in (answer.json()["acks"] if hasattr(answer, "json") else answer)]


def voices(phone: Phone) -> dict[int, Body]:
    return {one["n"]: one for one in phone.state()["voices"]}


def put(rival: Phone, *bodies: Body, base: int = 2, **more: Any) -> Any:
    """A rival writes as if without network."""
    return rival.post(*[rival.entry(body, base=base, offline=True, **more) for body in bodies])


def gone(table: Table, seat: int, seconds: int) -> None:
    """Nobody has heard of a player's phone for so long."""
    heard = timezone.now() - timedelta(seconds=seconds)
    RecordingDevice.objects.filter(recording=table.recording, seat=seat).update(heard_at=heard)


# --- words for somebody else ------------------------------------------------------------------------------------------


def test_what_a_phone_writes_for_another_waits_until_that_player_says_so_once(table: Table) -> None:
    rival, other = table.phones
    assert statuses(put(rival, *TURN, OTHERS_END)) == ["ok"] * 4
    assert voices(other) == {
        6: {"n": 6, "how": "provisional", "by": 0, "seats": [1], "open": [1], "unsaid": [1]}
    }
    assert rival.write({"upto": 6}, kind="confirm")[0]["error"] == "nothing", "not by who wrote it"
    assert statuses(other.write({"upto": 6}, kind="confirm")) == ["ok"]
    assert voices(rival)[6] | {"open": [], "unsaid": []} == voices(rival)[6]
    assert other.write({"upto": 6}, kind="confirm")[0]["error"] == "nothing"
    rival.write(PROCEED)
    assert statuses(other.write({"from": 6}, kind="undo")) == ["asked"], "what was said is said"


def test_its_owner_alone_takes_it_back_behind_a_draw_and_a_signature(table: Table) -> None:
    rival, other = table.phones
    over: list[Body] = [{"kind": "act", "do": "concede", "seat": 0}, {"kind": "end"}]
    put(rival, *TURN, OTHERS_END, PROCEED, PROCEED, *over)
    table.sign(0)
    assert rival.write({"from": 6}, kind="undo")[0]["error"] == "revealed", "a draw lies behind it"
    assert statuses(other.write({"from": 6}, kind="undo")) == ["ok"]
    state = other.state()
    assert (state["state"], state["signed"], state["screen"]["asked"]) == (
        "open",
        [],
        {"kind": "turn", "seat": 1},
    )


def test_who_objected_once_writes_for_themselves_as_long_as_their_phone_is_heard(
    table: Table, time_machine: Any
) -> None:
    rival, other = table.phones
    put(rival, *TURN, OTHERS_END)
    other.write({"from": 6}, kind="undo")
    assert put(rival, OTHERS_END, base=7).json()["acks"][0]["error"] == "objected"
    rival.sent -= 1
    time_machine.move_to(timezone.now() + timedelta(minutes=10), tick=False)
    gone(table, 1, 700)
    assert statuses(put(rival, OTHERS_END, base=7)) == ["ok"]
    assert voices(other)[8]["how"] == "away"


def test_a_phone_was_away_by_the_clock_of_the_server_and_by_nobodys_word(table: Table) -> None:
    rival, other = table.phones
    put(rival, *TURN, OTHERS_END)
    assert voices(other)[6]["how"] == "provisional", (
        "a phone that never said it was there is not known to be away"
    )
    gone(table, 1, 10)
    put(rival, PROCEED, PROCEED, END, PROCEED, PROCEED, OTHERS_END, base=6)
    assert voices(other)[12]["how"] == "provisional", "heard ten seconds ago"


def test_a_phone_that_was_silent_the_whole_time_was_away_and_may_still_take_it_back(
    table: Table, time_machine: Any
) -> None:
    rival, other = table.phones
    time_machine.move_to(timezone.now() + timedelta(minutes=10), tick=False)
    gone(table, 1, 700)
    put(rival, *TURN, OTHERS_END, PROCEED, PROCEED)
    assert voices(other)[6]["how"] == "away"
    assert statuses(other.write({"from": 6}, kind="undo")) == ["ok"]


def test_who_was_heard_meanwhile_was_not_away_however_long_the_other_says(
    table: Table, time_machine: Any
) -> None:
    rival, other = table.phones
    time_machine.move_to(timezone.now() + timedelta(minutes=10), tick=False)
    gone(table, 1, 300)
    put(rival, *TURN, OTHERS_END)
    assert voices(other)[6]["how"] == "provisional"


def test_playing_on_from_words_takes_them_as_said_and_a_line_beside_them_does_not(table: Table) -> None:
    rival, other = table.phones
    put(rival, *TURN, OTHERS_END)
    beside = other.post(other.entry({"kind": "count", "seat": 1, "hand": 1, "deck": 1}, base=2)).json()[
        "acks"
    ][0]
    assert beside["status"] == "deviation" and voices(other)[6]["open"] == [1], "written before it was heard"
    assert statuses(other.write(PROCEED)) == ["ok"]
    assert (voices(other)[6]["open"], voices(other)[6]["unsaid"]) == ([], [1]), "played on, and not said"


def test_a_signature_says_everything_that_was_written_for_who_signs(table: Table) -> None:
    rival, other = table.phones
    put(
        rival,
        *TURN,
        OTHERS_END,
        PROCEED,
        PROCEED,
        {"kind": "act", "do": "concede", "seat": 0},
        {"kind": "end"},
    )
    table.sign(1)
    assert voices(rival)[6]["unsaid"] == []
    assert other.write({"from": 6}, kind="undo")[0]["error"] == "revealed", (
        "it is said, so a draw stands in the way"
    )


def test_a_judges_word_behind_it_stays(table: Table) -> None:
    rival, other = table.phones
    put(rival, *TURN, OTHERS_END)
    judge = client_of(staff_actor(table.tournament, "judge").user)
    for posted in ({"do": "freeze"}, {"do": "resume", "minutes": "0"}):
        judge.post(f"{table.url}judge/", posted)
    assert statuses(other.write({"from": 6}, kind="undo")) == ["ok"], "a stop is no word about the game"


def test_a_line_against_the_rules_is_agreed_by_nobody_until_the_other_side_says_so(table: Table) -> None:
    rival, other = table.phones
    wrong: Body = {"kind": "act", "do": "move", "seat": 0, "card": "#1", "path": ["1,1", "3,3"]}
    ack = rival.post(rival.entry(wrong, base=2, unchecked=True)).json()["acks"][0]
    assert ack["status"] == "deviation"
    assert voices(other)[3]["how"] == "unagreed" and voices(other)[3]["unsaid"] == [1]
    lines = {line["n"]: line["status"] for line in other.state()["screen"]["lines"]}
    assert lines[3] == "deviation"
    for seat, told in ((0, False), (1, True)):
        page = table.clients[seat].get(f"{table.url}sign/").content.decode()
        assert ("line of somebody else waits for your word" in page) == told
        assert ("Not recorded for you: the other player did it against a rule." in page) == told
    assert statuses(other.write({"from": 3}, kind="undo")) == ["ok"], "and takes it off alone"


def test_what_both_said_happened_is_agreed(table: Table) -> None:
    rival, other = table.phones
    wrong: Body = {"kind": "act", "do": "move", "seat": 0, "card": "#1", "path": ["1,1", "3,3"]}
    ask = rival.write({"line": wrong, "change": [], "text": ""}, kind="deviate")[0]
    other.write({"consent": ask["seq"]}, kind="deviate")
    assert {line["n"]: line["status"] for line in other.state()["screen"]["lines"]}[3] == "agreed"


def test_a_scribe_speaks_for_the_other_until_they_sign() -> None:
    table = Table(mode="scribe")
    scribe = Phone(table.clients[0], table.url, table=True)
    first: Body = {"kind": "chance", "of": "first", "by": "dice", "value": 0}
    begin: Body = {"kind": "act", "do": "begin", "seat": 0}
    scribe.write(first, begin, *TURN, OTHERS_END, PROCEED, PROCEED, {**END, "do": "concede"}, {"kind": "end"})
    kinds = dict(RecordingEntry.objects.filter(recording=table.recording).values_list("seq", "voice"))
    assert (kinds[2], kinds[6], kinds[7]) == ("scribe:0", "scribe:1", "")
    page = table.clients[1].get(f"{table.url}sign/").content.decode()
    assert "1 line" in page, "what was written for who signs is said before they do"
    assert "1 line" not in table.clients[0].get(f"{table.url}sign/").content.decode()


# --- keys ----------------------------------------------------------------------------------------------------------


def test_a_line_carries_the_signature_of_the_phone_that_wrote_it(
    table: Table, keyed: tuple[Signing, Signing]
) -> None:
    phone, other = keyed
    assert statuses(phone.post(phone.sealed(END))) == ["ok"]
    entry = other.state()["entries"][2]
    assert entry["signed"] and not other.state()["entries"][1]["signed"]
    assert LedgerRow.objects.filter(action="recording.heard").count() == 2, (
        "who signs by which key is in the ledger"
    )
    assert list(recordings_audit()) == []
    with pytest.raises(DatabaseError):
        RecordingEntry.objects.filter(recording=table.recording, seq=3).update(signature="")


@pytest.mark.parametrize(
    "lie",
    [
        "another_key",
        "another_body",
        "another_base",
        "another_head",
        "another_game",
        "another_phone",
        "another_number",
    ],
)
def test_a_forged_signature_is_refused_and_nothing_is_written(
    table: Table, keyed: tuple[Signing, Signing], lie: str
) -> None:
    phone, other = keyed
    entry = phone.entry(END)
    said, recording, device, heard = dict(entry), phone.recording, phone.device, phone.hash_at(entry["base"])
    match lie:
        case "another_body":
            said["body"] = OTHERS_END
        case "another_base":
            said["base"] = 1
        case "another_head":
            heard = phone.hash_at(1)
        case "another_game":
            recording += 1
        case "another_phone":
            device = other.device
        case "another_number":
            said["device_seq"] += 1
    signer = other if lie == "another_key" else phone
    ack = phone.post(entry | {"signature": signer.sign(line_said(recording, device, said, heard))}).json()[
        "acks"
    ][0]
    assert ack["error"] == "bad_signature" and table.head == 2


@pytest.mark.parametrize("signature", ["x", "AAAA", "é" * 86, "A" * 86, "=" * 86])
def test_what_is_no_signature_is_refused(
    table: Table, keyed: tuple[Signing, Signing], signature: str
) -> None:
    phone, _other = keyed
    assert (
        phone.post(phone.entry(END) | {"signature": signature}).json()["acks"][0]["error"] == "bad_signature"
    )


def test_a_stolen_cookie_without_the_key_writes_nothing(table: Table, keyed: tuple[Signing, Signing]) -> None:
    phone, _other = keyed
    assert phone.post(phone.entry(END)).json()["error"] == "unsigned" and table.head == 2
    thief = ec.generate_private_key(ec.SECP256R1())
    point = thief.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    key = urlsafe_b64encode(point).rstrip(b"=").decode()
    assert phone.there(key=key).json()["error"] == "other_key", "a key is given once"


def test_a_key_that_comes_while_the_phone_says_that_it_is_there_stays(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone, really = Signing(table, 0), device_services._phone

    def and_meanwhile(*named: Any) -> RecordingDevice:
        found = really(*named)
        RecordingDevice.objects.filter(pk=found.pk).update(public_key=phone.key)
        return found

    monkeypatch.setattr(device_services, "_phone", and_meanwhile)
    assert phone.there().status_code == 200
    assert RecordingDevice.objects.get(pk=phone.device).public_key == phone.key


def test_nobody_is_known_by_the_key_of_another_or_at_another_seat(
    table: Table, keyed: tuple[Signing, Signing]
) -> None:
    phone, other = keyed
    fresh = Signing(table, 0)
    assert fresh.there(key=other.key).json()["error"] == "no_key", "one key, one phone"
    for bad in ("", "x", "A" * 87, "é"):
        assert fresh.there(key=bad).status_code in (200, 422)
    assert RecordingDevice.objects.get(pk=fresh.device).public_key == ""
    assert phone.there(key=phone.key).json()["error"] == "revoked" or phone.device != fresh.device
    assert (
        client_of(staff_actor(table.tournament, "judge").user).post(f"{table.url}heard.json").status_code
        == 403
    )
    assert Signing.there(other, key=fresh.key).json()["error"] == "other_key"


def test_a_lost_key_is_a_new_phone_of_the_same_seat_and_old_lines_keep_their_signatures(
    table: Table, keyed: tuple[Signing, Signing]
) -> None:
    phone, _other = keyed
    phone.post(phone.sealed(END))
    again = Signing(table, 0)
    assert again.there(key=again.key).json() == {"key": again.key}
    assert phone.there(key=phone.key).json()["error"] == "other_key", "its browser is the new phone"
    assert statuses(again.post(again.sealed(PROCEED))) == ["ok"]
    assert [row["signed"] for row in again.state()["entries"][2:]] == [True, True]


def test_an_entry_sent_twice_is_one_also_under_another_signature(
    table: Table, keyed: tuple[Signing, Signing]
) -> None:
    phone, _other = keyed
    entry = phone.sealed(END)
    first = phone.post(entry).json()["acks"]
    said = line_said(phone.recording, phone.device, entry, phone.hash_at(2))
    assert phone.post(entry | {"signature": phone.sign(said)}).json()["acks"] == first and table.head == 3


def test_an_old_head_is_signed_as_what_it_was(table: Table, keyed: tuple[Signing, Signing]) -> None:
    """A phone that was behind signs the head it had: its line is a branch, and proves what its player saw."""
    phone, other = keyed
    phone.post(phone.sealed(END))
    late = other.sealed({"kind": "act", "do": "concede", "seat": 1}, base=2)
    assert statuses(other.post(late)) == ["conflict"]
    assert RecordingEntry.objects.get(recording=table.recording, seq=4).signature == late["signature"]


def test_a_phone_without_a_key_works_and_its_lines_say_unsigned(table: Table) -> None:
    phone = table.phones[0]
    assert statuses(phone.write(END)) == ["ok"]
    assert phone.client.post(f"{phone.url}heard.json", {"seq": 3}).json() == {"key": ""}
    assert phone.state()["me"]["key"] == "" and not phone.state()["entries"][2]["signed"]


def test_a_phone_signs_the_head_that_it_shows(table: Table, keyed: tuple[Signing, Signing]) -> None:
    phone, other = keyed
    head = phone.state()["head"]
    seen = other.sign(head_seen(other.recording, other.device, head["seq"], head["hash"]))
    assert other.there(seq=head["seq"], signature=seen).status_code == 200
    assert other.there(seq=1, signature=seen).json()["error"] == "bad_signature"
    assert phone.there(seq=head["seq"], signature=seen).json()["error"] == "bad_signature"
    stored = RecordingDevice.objects.get(pk=other.device)
    assert (stored.seen, stored.seen_signature) == (head["seq"], seen) and stored.heard_at is not None


def test_a_signature_of_one_game_is_worth_nothing_in_another(
    table: Table, keyed: tuple[Signing, Signing]
) -> None:
    phone, _other = keyed
    entry = phone.sealed(END)
    foreign = Table()
    foreign.begin()
    batch = {"device": phone.device, "entries": [entry]}
    for client in (phone.client, foreign.clients[0]):
        answer = client.post(f"{foreign.url}entries.json", json.dumps(batch), content_type="application/json")
        assert answer.status_code in (403, 404)
    assert foreign.head == 2


# --- cards of somebody else


def shown_hand(table: Table) -> tuple[int, Body, str, int]:
    """Play until somebody names a card of a hand that the other shows: who names, the line, the card, whose it is."""
    pool, place = load_pool("demo"), 0
    decks, lines = next(
        (decks, lines)
        for decks, lines in (table_game(f"{OPEN_HANDS}/{seed}", pool, [OPEN_HANDS]) for seed in range(200))
        if (place := foreign_choice(lines, decks)) >= 0
    )
    for seat, entry in enumerate(table.players):
        deck = {pool.life_base.number: 1} | dict(Counter(decks[seat]))
        register(entry, deck)
    first = next(line for line in lines if line.get("of") == "first")
    table.phones[0].write({"kind": "chance", "of": "first", "by": "dice", "value": first["value"]})
    played = [{k: v for k, v in line.items() if k != "n"} for line in lines if line["kind"] == "act"]
    for line in played[:place]:
        acks = table.phones[line.get("seat") or 0].write(line)
        assert acks[0]["status"] == "ok", (line, acks)
    line = played[place]
    need = table_session(table).check({**line, "answers": []}).need
    return need["seat"], line, line["answers"][0][0], need["owner"]


def foreign_choice(lines: list[Body], decks: Any) -> int:
    """The place of the first action whose only answer names a hidden card of somebody else; -1 where there is none."""
    game = Recorded(lines, decks, load_pool("demo"), seen := Seen())
    first = next(line for line in lines if line.get("of") == "first")
    game.write({"kind": "chance", "of": "first", "by": "dice", "value": first["value"]}, 0)
    for place, line in enumerate(line for line in lines if line["kind"] == "act"):
        if place > 60 or (line.get("answers") and not seen.foreign and line.get("do") != "resolve"):
            return -1
        game.play(line)
        if seen.foreign:
            return place if len(line["answers"]) == 1 else -1
        if line.get("answers"):
            return -1
    return -1


def table_session(table: Table) -> Any:
    rows = with_gaps(Recording.objects.select_related("match__round__tournament"))
    return replayed(rows.get(pk=table.recording.pk)).session


@pytest.mark.parametrize("opened", [False, True])
def test_a_card_of_a_shown_hand_is_held_against_the_list_where_it_is_open_and_else_by_its_owner(
    opened: bool,
) -> None:
    table = Table(changes={"lists": "open"}) if opened else Table()
    seat, line, card, owner = shown_hand(table)
    assert owner == 1 - seat
    chooser, shows = table.phones[seat], table.phones[owner]
    strange = next(
        one.number for one in load_pool("demo").cards if one.number not in shows_deck(table, owner)
    )
    wrong = chooser.write({**line, "answers": [[strange]]})[0]
    if opened:
        assert wrong["error"] == "not_on_list"
    else:
        assert wrong["status"] == "ok", "nobody learns a closed list by asking"
        assert voices(shows)[wrong["seq"]]["how"] == "named"
        assert shows.write({"upto": wrong["seq"]}, kind="confirm")[0]["error"] == "not_on_list"
        assert statuses(shows.write({"from": wrong["seq"]}, kind="undo")) == ["ok"]
    right = chooser.write(line)[0]
    assert right["status"] == "ok" and voices(shows)[right["seq"]]["seats"] == [owner]
    assert statuses(shows.write({"upto": right["seq"]}, kind="confirm")) == ["ok"]
    assert card in json.dumps(table.lines())


def shows_deck(table: Table, seat: int) -> Any:
    return own_deck(table.fresh(), Entry.objects.get(pk=table.players[seat].pk))


def test_a_form_with_the_cookie_of_a_keyed_phone_is_another_phone_and_that_one_is_told(table: Table) -> None:
    phone, device = table.phones[0], RecordingDevice.objects.get(pk=table.phones[0].device)
    RecordingDevice.objects.filter(pk=device.pk).update(public_key="a-key")
    unsigned = phone.client.post(f"{table.url}heard.json", {"seq": table.head})
    assert unsigned.status_code == 422 and unsigned.json()["error"] == "unsigned"
    said = {"kind": "line", "base": str(table.head), "body": json.dumps(TURN[0])}
    phone.client.post(table.url, said)
    written = RecordingEntry.objects.get(recording=table.recording, seq=table.head)
    device.refresh_from_db()
    assert written.device_id != device.pk and device.revoked_at is not None
    RecordingDevice.objects.filter(pk=written.device_id).update(public_key="another-key")
    phone.client.post(f"{table.url}sign/", {"not": "1"})
    assert RecordingDevice.objects.get(pk=written.device_id).revoked_at is not None, (
        "nor does the page of signatures"
    )
    assert phone.post(phone.entry({"kind": "note", "text": "Mine"})).json()["error"] == "revoked"
