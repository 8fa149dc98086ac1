"""A card that the other player's line turns up is named on the phone of its owner, who alone knows which it is."""

import json
import re
from typing import NamedTuple
from urllib.parse import urlencode

import pytest

from decks.registration.models import DeckRevision
from tests.halls import kept
from tests.tournaments.hall import staff_actor
from tests.tournaments.recordings.table import Phone, client_of
from tests.tournaments.recordings.test_two_worlds import KEYS
from tests.tournaments.recordings.test_voices import gone, statuses, voices
from tests.tournaments.recordings.test_zx_page import bare, page_of, tap
from tests.tournaments.recordings.zx_table import POOL, Body, ZxTable
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.replay import compare

pytestmark = pytest.mark.django_db


@kept
def table() -> ZxTable:
    return ZxTable()


def there(table: ZxTable) -> None:
    """Both phones say that they are there."""
    for phone in table.phones:
        assert phone.client.post(f"{phone.url}heard.json", {"seq": 0}).status_code == 200


def keeping(table: ZxTable) -> tuple[Body, Phone, Phone]:
    """The line that lays everybody's Resource open, whose it is, and the other phone; all before it is recorded."""
    place, body = next((at, one) for at, one in enumerate(table.game.bodies) if len(one.get("shown", ())) > 2)
    table.record(place)
    return body, table.phone(body), table.phones[1 - body["seat"]]


def owners(table: ZxTable, body: Body) -> list[int]:
    """Whose each of the cards is that a line turns up: asked one by one, as a page asks."""
    found, phone = [], table.phone(body)
    for count in range(len(body["shown"])):
        [ack] = phone.write({**bare(body), "shown": body["shown"][:count]})
        found.append(int(ack["problem"]["need"]["seat"]))
    return found


class Waiting(NamedTuple):
    """A line that waits for the other player: what it says in the end, both phones, and of its cards those from
    ``count`` to ``until`` that are the other player's to name.
    """

    body: Body
    mine: Phone
    other: Phone
    count: int
    until: int

    def line(self, *more: str) -> Body:
        """The line as it waits, with more cards named."""
        return {**bare(self.body), "shown": [*self.body["shown"][: self.count], *more]}

    @property
    def theirs(self) -> list[str]:
        """The cards that the other player names."""
        return list(self.body["shown"][self.count : self.until])


def begun(table: ZxTable) -> Waiting:
    body, mine, other = keeping(table)
    whose = owners(table, body)
    there(table)
    count = whose.index(1 - body["seat"])
    until = next((at for at, seat in enumerate(whose) if at > count and seat == body["seat"]), len(whose))
    found = Waiting(body, mine, other, count, until)
    assert statuses(mine.write(found.line())) == ["asked"]
    return found


def test_the_owners_phone_is_asked_and_the_line_stands_with_what_it_says(table: ZxTable) -> None:
    body, mine, other, *_counts = waiting = begun(table)
    before = len(mine.state()["screen"]["lines"])
    asked = other.state()["screen"]["consent"]
    assert (asked["kind"], asked["need"]["prompt"], asked["need"]["seat"]) == (
        "line",
        "card_name",
        1 - body["seat"],
    )
    assert mine.state()["screen"]["consent"] == asked, "whoever waits sees what is awaited"
    assert statuses(other.write(waiting.line(*waiting.theirs))) == ["asked"], (
        "then it waits for the first again"
    )
    assert mine.state()["screen"]["consent"]["need"]["seat"] == body["seat"]
    assert statuses(mine.write({**bare(body), "shown": body["shown"]})) == ["ok"]
    state = other.state()
    assert len(state["screen"]["lines"]) == before + 1 and state["screen"]["consent"] is None
    assert not voices(mine), "everybody said their own on their own phone"


def test_both_pages_say_it_and_the_owner_taps_their_own_list(table: ZxTable) -> None:
    body, mine, other, *_counts = waiting = begun(table)
    names = [player.name for player in table.players]
    waits = page_of(mine.client, table.url)
    assert f"Waiting for {names[1 - body['seat']]}" in waits and 'name="written"' not in waits
    place, page = table.url, page_of(other.client, table.url)
    for number in waiting.theirs:
        assert f"{names[body['seat']]} records:" in page and f'name="name" value="{number}"' in page
        [line] = re.findall(r'name="body" value="(.*?)">', page)[:1]
        place = tap(other.client, table.url, json.loads(line), written="-", name=number)
        page = page_of(other.client, place)
    assert "line=" not in place and f"Waiting for {names[body['seat']]}" in page
    assert 'name="written"' in page_of(mine.client, table.url)
    assert f"{names[1 - body['seat']]} records:" not in page_of(mine.client, table.url), (
        "it is one's own line"
    )


@pytest.mark.parametrize("who", ["asker", "owner"])
def test_either_side_takes_back_what_waits_and_it_is_told(table: ZxTable, who: str) -> None:
    waiting = begun(table)
    mine, other = waiting.mine, waiting.other
    phone = mine if who == "asker" else other
    asked = mine.state()["screen"]["consent"]["seq"]
    page = page_of(phone.client, table.url)
    assert f'{{"refuse":{asked}}}' in page
    tap(phone.client, table.url, {"refuse": asked}, kind="undo")
    state = mine.state()["screen"]
    assert state["consent"] is None and "takes a line back that waited" in state["news"]["text"]
    [ack] = (other if phone is mine else mine).write({"consent": asked}, kind="undo")
    assert ack["error"] == "not_asked"


def test_nobody_slips_another_line_into_the_question(table: ZxTable) -> None:
    """The owner says what is asked and nothing else: not for the other, no other line, not other cards than named."""
    body, mine, other, *_counts = waiting = begun(table)
    for line in (
        {"kind": "act", "do": "concede", "seat": body["seat"]},
        {**waiting.line(*waiting.theirs), "do": "redraw"},
        {**bare(body), "shown": body["shown"]},
        waiting.line(),
    ):
        assert other.post(other.entry(line)).status_code == 403, line
        other.sent -= 1
    assert mine.state()["screen"]["consent"] is not None


def test_a_card_that_is_not_on_the_owners_list_is_refused_on_their_own_phone(table: ZxTable) -> None:
    body, mine, other, *_counts = waiting = begun(table)
    strange = foreign_card(table, 1 - body["seat"])
    [ack] = other.write(waiting.line(strange, *waiting.theirs[1:]))
    assert ack["error"] == "not_on_list" and mine.state()["screen"]["consent"]["need"]["seat"] != body["seat"]


def foreign_card(table: ZxTable, seat: int) -> str:
    """A card that a player has not registered, and that could lie in a deck."""
    return next(
        card.number
        for card in POOL.cards
        if card.number not in table.game.lists[seat][0] and not card.in_dynamis and card.kind == "zx"
    )


def test_without_the_owners_phone_the_writer_names_the_card_and_it_waits_for_its_owner(
    table: ZxTable,
) -> None:
    body, mine, other = keeping(table)
    there(table)
    gone(table, 1 - body["seat"], 600)
    [ack] = mine.write(bare(body))
    assert ack["status"] == "refused" and ack["problem"]["need"]["prompt"] == "card_name"
    assert statuses(mine.write({**bare(body), "shown": body["shown"]})) == ["ok"]
    n = mine.head
    assert (
        voices(other)[n] | {"how": "named", "seats": [1 - body["seat"]], "unsaid": [1 - body["seat"]]}
        == voices(other)[n]
    )
    assert statuses(other.write({"from": n}, kind="undo")) == ["ok"], "its owner alone takes it back"


class Strange(NamedTuple):
    """A line in which a silent phone's owner is said to have turned up ``card``, which their list does not hold."""

    mine: Phone
    other: Phone
    seat: int
    card: str


def strange(table: ZxTable, copies: int | None = None) -> Strange:
    """``copies``: of a card that it does hold, then with so many copies."""
    body, mine, other = keeping(table)
    whose, seat = owners(table, body), 1 - body["seat"]
    there(table)
    gone(table, seat, 600)
    shown, at = list(body["shown"]), whose.index(seat)
    if copies is None:
        shown[at] = foreign_card(table, seat)
    else:
        enlist(table, seat, shown[at], copies)
    assert statuses(mine.write({**bare(body), "shown": shown})) == ["ok"]
    return Strange(mine, other, seat, shown[at])


def test_a_strange_card_named_for_a_silent_phone_is_told_its_owner_at_once_and_nobody_else(
    table: ZxTable,
) -> None:
    told = strange(table)
    n, name = told.mine.head, POOL[told.card].name
    judge = client_of(staff_actor(table.tournament, "judge").user)
    [found] = told.other.state()["strange"]
    assert found["n"] == n and name in found["text"]
    assert told.mine.state()["strange"] == judge.get(f"{table.url}state.json").json()["strange"] == []
    pages = [
        client.get(table.url).content.decode() for client in (told.other.client, told.mine.client, judge)
    ]
    assert ["Only you read this" in page for page in pages] == [True, False, False]
    assert f'{{"upto":0,"not":{n}}}' in pages[0]
    [ack] = told.other.write({"upto": n}, kind="confirm")
    assert ack["error"] == "not_on_list"
    assert told.other.state()["strange"] != [], "who only plays on reads it still"
    assert statuses(told.other.write({"upto": 0, "not": n}, kind="confirm")) == ["ok"]
    assert told.other.state()["strange"] == [], "said, and read by everybody"


def test_what_is_strange_is_mended_by_taking_it_back(table: ZxTable) -> None:
    told = strange(table)
    assert statuses(told.other.write({"from": told.mine.head}, kind="undo")) == ["ok"]
    assert told.other.state()["strange"] == []


def test_nobody_signs_a_card_that_their_own_list_does_not_hold_and_the_judge_reads_it(table: ZxTable) -> None:
    """Also who only played on, and never said that it was so."""
    told = strange(table)
    assert statuses(told.other.write({"kind": "act", "do": "concede", "seat": told.seat})) == ["ok"]
    assert statuses(told.mine.write({"kind": "end"})) == ["ok"]
    sha256 = told.mine.state()["screen"]["log_sha256"]
    [ack] = told.other.write({"log_sha256": sha256}, kind="sign")
    assert ack["error"] == "not_on_list" and POOL[told.card].name in ack["text"]
    assert statuses(told.mine.write({"log_sha256": sha256}, kind="sign")) == ["ok"], "nobody else is told"
    log = GameLog.objects.get(match=table.match)
    found = [(one["code"], one["params"]["card"]) for one in compare(log)]
    assert ("card_not_registered", told.card) in found


@pytest.mark.parametrize(("copies", "error"), [(0, "not_on_list"), (1, None)])
def test_copies_of_a_card_are_counted_when_its_owner_confirms(
    table: ZxTable, copies: int, error: str | None
) -> None:
    told = strange(table, copies)
    [ack] = told.other.write({"upto": told.mine.head}, kind="confirm")
    assert ack.get("error") == error


def test_a_card_that_a_scribe_plays_for_a_player_is_held_against_their_list_and_no_others() -> None:
    """When they sign, on their own phone; nobody's list says anything of the other player's cards."""
    table = ZxTable(mode="scribe")
    scribe = Phone(table.clients[0], table.url, table=True)
    bodies = table.game.bodies
    place, body = next(
        (at, one)
        for at, one in enumerate(bodies)
        if one.get("do") == "resource" and one["card"] not in json.dumps(bodies[:at])
    )
    over: list[Body] = [{"kind": "act", "do": "concede", "seat": body["seat"]}, {"kind": "end"}]
    assert set(statuses(scribe.write(*bodies[: place + 1], *over))) == {"ok"}
    for seat in (0, 1):
        enlist(table, seat, body["card"], 0)
    assert scribe.state()["strange"] == [], "the phone of the whole table, though its owner plays"
    found = client_of(table.players[body["seat"]].user).get(f"{table.url}state.json").json()["strange"]
    other = client_of(table.players[1 - body["seat"]].user).get(f"{table.url}state.json").json()["strange"]
    assert ([one["n"] for one in found], other) == ([place + 1], [])
    sha256 = scribe.state()["screen"]["log_sha256"]
    said = [
        Phone(client, table.url).write({"log_sha256": sha256}, kind="sign")[0] for client in table.clients
    ]
    assert [one.get("error") == "not_on_list" for one in said] == [seat == body["seat"] for seat in (0, 1)]


def enlist(table: ZxTable, seat: int, card: str, copies: int) -> None:
    """Let a registered list hold so many copies of a card."""
    found = DeckRevision.objects.get(registration__entry=table.players[seat])
    found.main = (
        {**found.main, card: copies} if copies else {k: v for k, v in found.main.items() if k != card}
    )
    found.save(update_fields=["main"])


def read_by(phone: Phone, line: Body) -> list[str]:
    """All that a phone reads of its table, and what it is told that this line would be."""
    places = ("", "state.json", f"ask.json?{urlencode({'line': json.dumps(line)})}", "offline.json")
    return [KEYS.sub("", phone.client.get(f"{phone.url}{place}").content.decode()) for place in places]


def test_who_names_a_card_for_a_silent_phone_reads_nothing_of_its_list(table: ZxTable) -> None:
    """Two worlds: the list holds the card, and it does not; before the line, after it, and after its owner's word."""
    body, mine, other = keeping(table)
    whose, seat = owners(table, body), 1 - body["seat"]
    number, line = body["shown"][whose.index(seat)], {**bare(body), "shown": body["shown"]}
    there(table)
    gone(table, seat, 600)
    judge = client_of(staff_actor(table.tournament, "judge").user)
    for written in (False, True):
        if written:
            assert statuses(mine.write(line)) == ["ok"]
        worlds, owners_own = [], []
        for copies in (4, 0):
            enlist(table, seat, number, copies)
            watching = [
                KEYS.sub("", judge.get(f"{mine.url}{at}").content.decode()) for at in ("", "state.json")
            ]
            worlds.append([*read_by(mine, line), *watching])
            owners_own.append(other.state()["strange"])
        assert worlds[0] == worlds[1]
        assert (owners_own[0] == owners_own[1]) is not written, "its owner alone reads the difference"
    [ack] = other.write({"upto": mine.head}, kind="confirm")
    assert ack["error"] == "not_on_list" and read_by(mine, line) == worlds[1][:4]


def test_a_waiting_line_ends_when_the_game_goes_on_and_signs_nothing_away(table: ZxTable) -> None:
    body, mine, other, *_counts = waiting = begun(table)
    [ack] = mine.write({"kind": "act", "do": "concede", "seat": body["seat"]})
    assert ack["status"] == "ok" and mine.state()["screen"]["consent"] is None
    answer = other.post(other.entry(waiting.line(*waiting.theirs)))
    assert answer.status_code == 403, "it is no question any more"
