"""A scribe's lines wait for the seats they speak for: only its owner objects to one, line by line, before signing."""

import pytest
from django.test import Client

from tests.halls import kept
from tests.tournaments.hall import staff_actor
from tests.tournaments.recordings.table import BEGIN, FIRST, Body, Phone, Table, client_of
from tests.tournaments.recordings.test_voices import OTHERS_END, PROCEED, TURN
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.voices import voice_words
from tournaments.recordings.models import Recording

pytestmark = pytest.mark.django_db

THEIRS = 6
"""The number of the line that the scribe writes for the second player."""
OVER: tuple[Body, ...] = ({"kind": "act", "do": "concede", "seat": 0}, {"kind": "end"})


class Scribed(Table):
    """A game that the first player writes for both, with its end line; the second is to sign it."""

    def __init__(self) -> None:
        super().__init__(mode="scribe")
        self.scribe = Phone(self.clients[0], self.url, table=True)
        acks = self.scribe.write(FIRST, BEGIN, *TURN, OTHERS_END, PROCEED, PROCEED, *OVER)
        assert {ack["status"] for ack in acks} == {"ok"}

    def say(self, client: Client, name: str, n: int = THEIRS) -> str:
        """Tap *Not so* or *It is right after all* of a line; the page after it."""
        client.post(f"{self.url}sign/", {name: str(n)})
        return self.page(client)

    def page(self, client: Client) -> str:
        return str(client.get(f"{self.url}sign/").content.decode())

    def sign_as(self, seat: int) -> list[int]:
        """Sign on the page; who has signed then."""
        sha256 = self.state()["screen"]["log_sha256"]
        self.clients[seat].post(f"{self.url}sign/", {"log_sha256": sha256})
        return [one["seat"] for one in self.state()["signed"]]

    def state(self) -> Body:
        return self.scribe.state()


@kept
def table() -> Scribed:
    return Scribed()


def test_its_owner_objects_to_one_line_and_everybody_at_the_table_reads_it(table: Scribed) -> None:
    owner = table.clients[1]
    assert f'name="not" value="{THEIRS}"' in table.page(owner)
    page = table.say(owner, "not")
    assert f"says that line {THEIRS} is not so" in page and f'name="right" value="{THEIRS}"' in page
    assert f"says that line {THEIRS} is not so" in table.page(table.clients[0])
    state = table.state()
    assert [(one["n"], one["seats"]) for one in state["objections"]] == [(THEIRS, [1])]
    assert "says that this is not so" in state["screen"]["news"]["text"]


def test_nobody_signs_away_what_they_object_to(table: Scribed) -> None:
    table.say(table.clients[1], "not")
    assert table.sign_as(1) == [] and table.sign_as(0) == [0]
    assert table.fresh().state == Recording.State.ENDED
    table.say(table.clients[1], "right")
    assert table.state()["objections"] == [] and table.sign_as(1) == [0, 1]
    assert table.fresh().state == Recording.State.SIGNED


def test_the_scribe_and_the_other_player_cannot_take_an_objection_back(table: Scribed) -> None:
    table.say(table.clients[1], "not")
    for said in ({"upto": 0, "right": THEIRS}, {"upto": table.head}, {"upto": 0, "not": 2}):
        assert table.scribe.post(table.scribe.entry(said, "confirm")).status_code == 403
        table.scribe.sent -= 1
    table.say(table.clients[0], "right")
    assert [one["n"] for one in table.state()["objections"]] == [THEIRS]


@pytest.mark.parametrize("n", [2, 5, 99, 10**8])
def test_nobody_objects_to_what_was_not_written_for_them(table: Scribed, n: int) -> None:
    """A line of the other player's, one of nobody's, and none at all."""
    table.say(table.clients[1], "not", n)
    assert table.state()["objections"] == []


def test_confirming_everything_leaves_what_one_objected_to(table: Scribed) -> None:
    table.say(table.clients[1], "not")
    phone = Phone(table.clients[1], table.url)
    assert phone.write({"upto": table.head}, kind="confirm")[0]["error"] == "nothing"
    assert phone.write({"not": THEIRS}, kind="confirm")[0]["error"] == "nothing", "an old server reads `upto`"
    assert [one["n"] for one in table.state()["objections"]] == [THEIRS]


def test_after_a_signature_nothing_waits_and_nothing_is_objected_to(table: Scribed) -> None:
    assert table.sign_as(1) == [1]
    table.say(table.clients[1], "not")
    assert table.state()["objections"] == [] and [one["seat"] for one in table.state()["signed"]] == [1]
    assert 'name="not"' not in table.page(table.clients[1])


def test_what_the_scribe_takes_back_is_objected_to_no_longer(table: Scribed) -> None:
    for phone_line in ({"from": table.head}, {"from": table.head - 1}):
        table.scribe.write(phone_line, kind="undo")
    table.say(table.clients[1], "not")
    assert [one["n"] for one in table.state()["objections"]] == [THEIRS]
    judge = client_of(staff_actor(table.tournament, "judge").user)
    page = judge.get(f"{table.url}judge/").content.decode()
    assert f"A player says that this is not so: {THEIRS}." in page


def test_the_verdict_and_the_packet_say_what_was_objected_to(table: Scribed) -> None:
    table.say(table.clients[1], "not")
    log = GameLog.objects.get(match=table.match)
    assert f"A player says that this is not so: {THEIRS}." in voice_words(log.voices)
    table.say(table.clients[1], "right")
    log.refresh_from_db()
    assert not [one for one in voice_words(log.voices) if "not so" in one]
