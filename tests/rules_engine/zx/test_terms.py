"""A log of an event is judged by the event: what it says of its own law, people and cards is compared, never obeyed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules_engine.kernel.terms import SeatTerms, Terms
from rules_engine.testing import random_game
from rules_engine.x610z.audit import audit as x610z_audit
from rules_engine.zx.audit import audit
from rules_engine.zx.cards import load_pool
from rules_engine.zx.cursor import Cursor
from rules_engine.zx.hiding import hide_zx_decks
from rules_engine.zx.random_games import random_zx_game
from rules_engine.zx.registered import compare_decks
from rules_engine.zx.rulings import RULESET

POOL = load_pool("zx-texts")
LOG = random_zx_game("terms", pool=POOL, players=("E1", "E2"), play="constructed")
Rows = list[dict[str, Any]]


def rows_of(log: bytes = LOG) -> Rows:
    """The lines of a log without the hash at its end."""
    return [
        {key: value for key, value in json.loads(line).items() if key != "sha256"}
        for line in log.splitlines()
    ]


def written(rows: Rows, **header: Any) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in [rows[0] | header, *rows[1:]])


def registered(seat: int, log: bytes = LOG) -> SeatTerms:
    """The seat with exactly the list that its log plays."""
    rows = rows_of(log)
    own = next(row for row in rows if row["kind"] == "seat" and row["seat"] == seat)
    deck = next(row["value"] for row in rows if row.get("of") == "deck" and row["seat"] == seat)
    main = [*deck, *(own[name] for name in ("start_card", "gate_card", "start_resource") if own.get(name))]
    numbers = [card.number for name in main if (card := POOL.find(name))]
    dynamis = [card.number for name in own.get("dynamis", ()) if (card := POOL.find(name))]
    return SeatTerms(
        own["player"],
        deck={number: numbers.count(number) for number in numbers},
        sideboard={number: dynamis.count(number) for number in dynamis},
    )


def terms(**changes: Any) -> Terms:
    usual: dict[str, Any] = {
        "game": "zx",
        "ruleset": RULESET,
        "pool": f"sha256:{POOL.sha256}",
        "play": "constructed",
        "seats": (registered(0), registered(1)),
    }
    return Terms(**usual | changes)


def test_a_log_of_its_event_is_legal_and_shows_the_registered_cards() -> None:
    report = audit(LOG, pool=POOL, terms=terms().public())
    assert (report.verdict, report.binding) == ("ok", [])
    assert compare_decks(LOG, terms=terms(), pool=POOL) == []


@pytest.mark.parametrize(
    ("code", "header"),
    [
        ("ruleset_differs", {"ruleset": "zx/of-our-own"}),
        ("ruling_differs", {"choices": {"Z19": "no_more_turn"}, "rulings": ""}),
        ("rulings_differ", {"rulings": "sha256:" + "0" * 64}),
        ("pool_differs", {"pool": "sha256:" + "0" * 64}),
        ("play_differs", {"play": "limited"}),
    ],
)
def test_the_header_chooses_no_law(code: str, header: dict[str, Any]) -> None:
    """Each is a finding at line 1, told in both languages; the game is replayed by the event's law all the same."""
    report = audit(written(rows_of(), **header), pool=POOL, terms=terms().public())
    assert report.verdict == "other_terms" and [found.code for found in report.binding] == [code]
    assert report.binding[0].line == 1 and report.result is not None
    for language in ("en", "nl"):
        assert code not in report.binding[0].text(language)


def test_the_event_decides_where_the_log_is_silent() -> None:
    rows = rows_of()
    for key in ("ruleset", "rulings", "choices", "pool", "play"):
        rows[0].pop(key, None)
    report = audit(written(rows), pool=POOL, terms=terms(choices={"Z19": "no_more_turn"}).public())
    assert (report.verdict, report.binding) == ("ok", [])


def test_other_people_make_it_another_game() -> None:
    rows = [
        row | {"player": "E9"} if row.get("seat") == 1 and row["kind"] == "seat" else row for row in rows_of()
    ]
    report = audit(written(rows), pool=POOL, terms=terms().public())
    assert report.verdict == "other_terms" and report.binding[0].code == "player_differs"
    twice = [row | {"player": "E1"} if row["kind"] == "seat" else row for row in rows_of()]
    assert audit(written(twice), pool=POOL, terms=terms().public()).binding[0].code == "player_twice"


def test_a_log_of_the_other_game_is_told_at_its_first_line_by_either_engine() -> None:
    for log, found in (
        (random_game(3), audit(random_game(3), pool=POOL, terms=terms())),
        (LOG, x610z_audit(LOG)),
    ):
        assert log and found.finding is not None
        assert (found.verdict, found.finding.code, found.finding.line) == ("log_error", "other_game", 1)


def test_a_correction_counts_only_when_a_judge_has_confirmed_its_line() -> None:
    rows = rows_of()
    at = next(index for index, row in enumerate(rows) if row["kind"] == "act") + 2
    judge = {"kind": "judge", "n": rows[at - 1]["n"], "do": "fix", "by": "J-1", "text": "Fell over"}
    later = [row | {"n": row["n"] + 1} if "n" in row else row for row in rows[at:]]
    data = written([*rows[: at - 1], judge, rows[at - 1] | {"n": judge["n"] + 1}, *later])
    report = audit(data, pool=POOL, terms=terms().public())
    assert report.verdict == "other_terms"
    assert [(found.code, found.line) for found in report.binding] == [("correction_not_confirmed", at)]


def test_nobody_calls_time_where_there_is_no_time_limit() -> None:
    rows = rows_of()
    at = next(index for index, row in enumerate(rows) if row.get("do") in ("resource", "next")) + 1
    call = {"kind": "act", "n": 1_000, "do": "time", "seat": 0}
    rows = [*rows[:at], call, *[row | {"n": row["n"] + 1_000} if "n" in row else row for row in rows[at:]]]
    found = audit(written(rows), pool=POOL, terms=terms(time_limit=False).public()).binding
    assert [(one.code, one.line) for one in found] == [("time_limit_differs", at + 1)]
    assert audit(written(rows), pool=POOL, terms=terms().public()).binding == []


@pytest.mark.parametrize("hidden", [False, True], ids=["orders written", "no order written"])
def test_cards_that_are_not_on_the_list_are_told_to_judges_alone(hidden: bool) -> None:
    """A list with one copy too few of a card that is played is contradicted; the audit never learns of it."""
    log = hide_zx_decks(LOG, POOL)[1] if hidden else LOG
    played = next(row["card"] for row in rows_of() if row.get("do") == "play" and row["seat"] == 0)
    mine = registered(0)
    assert mine.deck is not None
    short = SeatTerms("E1", deck={**mine.deck, played: 0}, sideboard=mine.sideboard)
    other = terms(seats=(short, registered(1)))
    found = compare_decks(log, terms=other, pool=POOL)
    assert [(one.code, one.seat, one.rule) for one in found] == [("card_not_registered", 0, "B.deck-1")]
    assert found[0].params["card"] == played
    assert audit(log, pool=POOL, terms=other.public()).verdict == "ok"


def test_dynamis_cards_are_compared_with_the_dynamis() -> None:
    rows = rows_of()
    seat = next(row for row in rows if row["kind"] == "seat" and row.get("dynamis"))
    short = registered(seat["seat"])
    short = SeatTerms(short.player, deck=short.deck, sideboard={})
    seats = (short, registered(1)) if seat["seat"] == 0 else (registered(0), short)
    found = compare_decks(LOG, terms=terms(seats=seats), pool=POOL)
    assert found and {one.rule for one in found} == {"B.dynamis-1"}


def test_the_steps_tell_turns_and_what_became_of_cards() -> None:
    cursor = Cursor(LOG, pool=POOL, terms=terms().public())
    told = [event for step in range(1, len(cursor.steps) + 1) for event in cursor.events(step)]
    kinds = {event["event"] for event in told}
    assert {"turn", "zone", "played", "attack", "end"} <= kinds
    assert [event["turn"] for event in told if event["event"] == "turn"][:3] == [1, 2, 3]
