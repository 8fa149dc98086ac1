"""Z/X lines that are put together by hand: at championship level, and for what was really done."""

import json
import re

import pytest
from django.utils import translation

from rules_engine.zx.words import WORDS
from tests.halls import kept
from tests.tournaments.recordings.test_zx_page import bare, page_of, tap
from tests.tournaments.recordings.zx_table import Body, ZxTable
from tournaments.games.zx.judge import JUDGE, ZxCorrectForm
from tournaments.games.zx.words import row_of
from tournaments.recordings.taps import hint_of, meant

pytestmark = [pytest.mark.django_db]

NEXT = {"kind": "act", "do": "next"}


@kept
def table() -> ZxTable:
    return ZxTable()


@kept
def strict() -> ZxTable:
    return ZxTable(template="zx-championship")


def form_of(body: Body) -> Body:
    """What somebody chooses in the form for a line."""
    return {name: value for name, value in bare(body).items() if name != "kind"}


def recorded_by_hand(table: ZxTable, body: Body, **more: object) -> str:
    seat = int(body["seat"])
    return tap(table.clients[seat], table.url, NEXT | {"seat": seat}, composed="1", **form_of(body), **more)


def test_at_championship_level_nothing_is_lit_and_the_game_is_recorded_all_the_same(strict: ZxTable) -> None:
    first_card = next(at for at, body in enumerate(strict.game.bodies) if body.get("do") == "resource")
    strict.record(first_card)
    body = strict.game.bodies[first_card]
    client = strict.clients[body["seat"]]
    page = page_of(client, strict.url)
    state = client.get(f"{strict.url}state.json").json()
    assert state["help"] == "after" and not any(row["actions"] for row in state["screen"]["castable"])
    assert {row["line"]["do"] for row in state["screen"]["actions"]} == {"next", "concede"}
    assert "acts" not in set(re.findall(r'class="([^"]*)"', page)) and 'name="composed"' in page
    assert f'value="{body["card"]}"' in page, "the list is there to choose from"
    recorded_by_hand(strict, body)
    assert strict.head == first_card + 1
    line = client.get(f"{strict.url}state.json").json()["screen"]["lines"][-1]
    assert line["status"] == "ok" and "problem" not in line


def test_at_championship_level_what_breaks_a_rule_is_kept_and_marked(strict: ZxTable) -> None:
    first_card = next(at for at, body in enumerate(strict.game.bodies) if body.get("do") == "resource")
    strict.record(first_card + 1)
    body = strict.game.bodies[first_card]
    recorded_by_hand(strict, body)
    line = strict.clients[body["seat"]].get(f"{strict.url}state.json").json()["screen"]["lines"][-1]
    assert line["status"] == "deviation" and line["problem"]["rule"]


def test_what_was_really_done_stands_once_the_other_side_agrees(table: ZxTable) -> None:
    """A card too many is put into Resource, and a player draws one: both say so, and the log tells it as theirs."""
    first_card = next(at for at, body in enumerate(table.game.bodies) if body.get("do") == "resource")
    table.record(first_card + 1)
    body = table.game.bodies[first_card]
    own, rival = table.clients[body["seat"]], table.clients[1 - body["seat"]]
    seat = body["seat"]
    said = {"kind": "deviate", "deviates": "1", "row": "draw", "piece": f"seat:{seat}", "value": "2"}
    tap(own, table.url, {"text": ""}, **said, **form_of(body), text="We both forgot")
    asked = page_of(rival, table.url)
    assert (
        "says that this was done" in asked
        and "We both forgot" in asked
        and "Player draws so many cards" in asked
    )
    before = table.phones[seat].state()["screen"]["view"]["seats"][seat]["hand"]["count"]
    consent = re.search(r'\{"consent":\d+\}', asked)
    assert consent is not None
    tap(rival, table.url, json.loads(consent[0]), kind="deviate")
    state = table.phones[seat].state()["screen"]
    assert state["view"]["seats"][seat]["hand"]["count"] == before + 2
    assert "The players set the game right together" in state["lines"][-1]["text"]
    log = own.get(f"{table.url}log.jsonl").content
    head, *rows = [json.loads(line) for line in log.splitlines()]
    assert head["format"] == "gamelog/2" and rows[-1]["kind"] == "agree" and rows[-1]["seats"] == [0, 1]


def test_nobody_says_for_the_other_side_what_was_done(table: ZxTable) -> None:
    first_card = next(at for at, body in enumerate(table.game.bodies) if body.get("do") == "resource")
    table.record(first_card + 1)
    rival = 1 - table.game.bodies[first_card]["seat"]
    head = table.head
    answer = table.clients[rival].post(
        table.url,
        {
            "base": head,
            "body": '{"text":""}',
            "kind": "deviate",
            "deviates": "1",
            "do": "next",
            "seat": 1 - rival,
        },
    )
    assert answer.status_code in (302, 403) and table.head == head


@pytest.mark.parametrize(
    "said",
    [
        {"do": "x"}, {"do": "next", "seat": "7"}, {"row": "draw"},
        {"row": "damage", "piece": "seat:0", "value": "1"}, {"row": "x", "piece": "#1", "value": "1"},
        {"row": "draw", "piece": "seat:x", "value": "1"}, {"row": "overboost", "piece": "seat:0", "value": ""},
    ],
    ids=str,
)  # fmt: skip
def test_a_form_that_makes_no_sense_is_told_and_changes_nothing(table: ZxTable, said: Body) -> None:
    table.record(4)
    head = table.head
    post = {"base": head, "body": '{"text":""}', "kind": "deviate", "deviates": "1", "seat": "0"} | said
    assert table.clients[0].post(table.url, post).status_code in (302, 403)
    assert table.head == head


def test_a_judge_sees_before_it_is_written_what_a_card_says_and_is_from_then_on() -> None:
    """The rows that settle a card, in the preview of the correction."""
    card = {"oid": "#7", "number": "Z01-001", "card": "Ada", "kind": "zx", "owner": 0, "face_up": True}
    settled = card | {"card": "Bea", "power": 2000, "colours": ["red", "blue"], "text": "none"}
    words = WORDS
    seats = [{zone: {} for zone in words.zones}]
    before = {"squares": {"1,1": [card | {"power": 1000, "colours": ["red"]}]}, "seats": seats}
    after = {"squares": {"1,1": [settled]}, "seats": seats}
    with translation.override("nl"):
        seen = [(change.now, change.then) for change in JUDGE.objects(before, after, words)]
        gone = [
            (change.now, change.then)
            for change in JUDGE.objects(before, {"squares": {}, "seats": seats}, words)
        ]
    assert seen == [("1000", "2000"), ("rood", "rood/blauw"), ("Ada", "Bea"), ("—", "geen")]
    assert gone == [("1,1", "—")], "of a card that lies open no more, only where it lay"
    assert row_of("text", "#7", "none") == ["text", "#7", "none"]


@pytest.mark.parametrize(
    ("language", "kind", "said", "code"),
    [
        ("nl", "colours", "rood / Blauw", "red/blue"),
        ("nl", "text", "geen", "none"),
        ("nl", "text", "Ada/Bea", "Ada/Bea"),
        ("en", "zone", "trash", "trash"),
        ("en", "turn", "Main Phase", "main"),
        ("en", "power", "2000", 2000),
    ],
)
def test_a_judge_writes_the_words_of_the_page(language: str, kind: str, said: str, code: str | int) -> None:
    with translation.override(language):
        codes, number = ZxCorrectForm.VALUES.get(kind, {}), kind in ZxCorrectForm.NUMBERS
        assert meant(said, codes, number=number) == code
        assert not re.search(r"[a-z]_[a-z]", hint_of(ZxCorrectForm.HINT, ZxCorrectForm.VALUES))
