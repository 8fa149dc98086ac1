"""Games whose decks nobody wrote down: a card is unknown until the log names it, out of what is left of the deck."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from rules_engine.zx.audit import audit
from rules_engine.zx.cards import TEXTS_POOL, load_pool
from rules_engine.zx.cursor import Cursor
from rules_engine.zx.hiding import hide_zx_decks
from rules_engine.zx.log import Action
from rules_engine.zx.model import HAND
from rules_engine.zx.random_games import random_zx_game
from tests.referee_zx.games import play_quick, quick_cards

POOL = load_pool(TEXTS_POOL)


@cache
def hidden(seed: int) -> tuple[dict[int, list[str]], bytes]:
    """The decks and the hidden log of a game."""
    return hide_zx_decks(random_zx_game(f"hidden/{seed}", pool=POOL, play="constructed"), POOL)


def rows(seed: int = 1) -> list[dict[str, Any]]:
    return [json.loads(line) for line in hidden(seed)[1].splitlines()]


def written(lines: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


@pytest.mark.parametrize("seed", range(6))
def test_a_game_that_keeps_the_rules_keeps_them_unseen_as_well(seed: int) -> None:
    decks, log = hidden(seed)
    assert all(
        json.loads(line).get("value", 0) in (0, 1) for line in log.splitlines()
    )  # who goes first, no order
    for registered in (decks, None):
        report = audit(log, pool=POOL, decks=registered)
        assert (report.verdict, report.fidelity, report.finding) == ("ok", "consistent", None)
        assert report.result is not None and report.result.winners


@cache
def all_hidden(seed: int) -> tuple[dict[int, list[str]], bytes]:
    """The same games where nobody says either what lies face-down beside the decks."""
    log = random_zx_game(f"hidden/{seed}", pool=POOL, play="constructed")
    return hide_zx_decks(log, POOL, beside=True)


@pytest.mark.parametrize("seed", range(6))
def test_so_it_does_where_start_card_and_dynamis_lie_unseen_too(seed: int) -> None:
    decks, log = all_hidden(seed)
    seats = [json.loads(line) for line in log.splitlines()][1:3]
    for seat in seats:
        assert {seat.get("start_card", "?"), *seat.get("dynamis", ["?"])} == {"?"}
    for registered in (decks, None):
        report = audit(log, pool=POOL, decks=registered)
        assert (report.verdict, report.fidelity, report.finding) == ("ok", "consistent", None)


def test_a_start_card_that_is_turned_up_is_named_and_has_to_be_one() -> None:
    lines = next(
        found
        for seed in range(6)
        if "start_card" in (found := [json.loads(line) for line in all_hidden(seed)[1].splitlines()])[1]
    )
    place = next(at for at, line in enumerate(lines) if len(line.get("shown", ())) > 2)
    start = next(at for at, name in enumerate(lines[place]["shown"]) if "Start Card" in POOL[name].keywords)
    plain = next(card for card in POOL.cards if card.kind == "zx" and "Start Card" not in card.keywords)
    lines[place]["shown"][start] = plain.number
    report = audit(written(lines), pool=POOL)
    assert report.finding is not None
    found = (report.verdict, report.finding.rule, report.finding.code, report.finding.line)
    assert found == ("violation", "B.prep-2", "keyword_missing", place + 1)


@pytest.mark.parametrize("field", ["player_card", "gate_card", "start_resource"])
def test_what_lies_open_beside_a_deck_has_its_name(field: str) -> None:
    lines = [json.loads(line) for line in all_hidden(1)[1].splitlines()]
    lines[1][field] = "?"
    report = audit(written(lines), pool=POOL)
    assert report.finding is not None and report.finding.code == "unknown_card"


def test_nobody_sees_a_start_card_or_a_dynamis_that_nobody_named() -> None:
    cursor = Cursor(all_hidden(1)[1], POOL)
    cursor.seek(next(at for at, step in enumerate(cursor.steps, 1) if step.kind == "act"))
    for viewer in (0, 1, "judge", "spectator"):
        seen = cursor.view(viewer)
        cards = [card for seat in seen["seats"] for card in seat["dynamis"]["cards"]]
        cards += [card for square in ("1,0", "1,2") for card in seen["squares"][square]]
        down = [card for card in cards if not card["face_up"] and card.get("kind") != "player_extra"]
        assert down and all("number" not in card for card in down)


def test_a_hand_that_is_shown_whole_for_an_awakening_is_named_card_by_card() -> None:
    """A blue Awaken asks for as many cards as the hand has: nobody chooses, and the line names what is shown."""
    decks, log = hide_zx_decks(random_zx_game(64, pool=POOL), POOL)
    report = audit(log, pool=POOL, decks=decks)
    assert (report.verdict, report.fidelity, report.finding) == ("ok", "consistent", None)


def one_card() -> tuple[dict[int, list[str]], list[dict[str, Any]], dict[str, Any]]:
    """The first game in which the only card of a deck, which everybody knows, is revealed with an unknown one."""
    for seed in range(300):
        decks, log = hide_zx_decks(play_quick(seed), quick_cards())
        lines = [json.loads(line) for line in log.splitlines()]
        cursor = Cursor(log, quick_cards(), decks)
        for place, step in enumerate(cursor.steps):
            line = lines[step.line - 1]
            if line.get("do") == "ignite" and len(set(line.get("shown", []))) == 2:
                cursor.seek(place)
                deck = cursor.view("judge")["seats"][line["seat"]]["deck"]["cards"]
                if len(deck) == 1 and deck[0].get("number") in line["shown"]:
                    return decks, lines, line
    raise AssertionError("no such game")


def test_a_known_card_is_named_beside_an_unknown_one_that_lies_open_on_the_same_line() -> None:
    decks, lines, _line = one_card()
    report = audit(written(lines), pool=quick_cards(), decks=decks)
    assert (report.verdict, report.finding) == ("ok", None)


@pytest.mark.parametrize("kept", [slice(0, 1), slice(1, 2), slice(None, None, -1)])
def test_a_name_that_is_left_out_or_in_the_wrong_place_is_found_at_its_line(kept: slice) -> None:
    decks, lines, line = one_card()
    line["shown"] = line["shown"][kept]
    report = audit(written(lines), pool=quick_cards(), decks=decks)
    assert report.verdict != "ok" and report.finding is not None
    assert report.finding.line == lines.index(line) + 1


def test_the_games_above_shuffle_in_both_ways_that_the_rules_know() -> None:
    logs = [hidden(seed)[1] for seed in range(6)]
    assert any(b'"do":"redraw"' in log for log in logs)
    assert any("902.1" in audit(log, pool=POOL).rule_hits for log in logs)


def test_how_many_cards_a_deck_has_must_be_known() -> None:
    lines = rows()
    lines[0].pop("play")
    report = audit(written(lines), pool=POOL)
    assert report.finding is not None
    assert (report.verdict, report.finding.code) == ("engine_gap", "order_not_written")
    for line in lines:
        if line["kind"] == "seat":
            line["deck"] = {"cards": 50}
    assert audit(written(lines), pool=POOL).verdict == "ok"


def test_a_card_that_comes_to_lie_open_must_be_named() -> None:
    lines = rows()
    place = next(at for at, line in enumerate(lines) if line.get("shown"))
    lines[place].pop("shown")
    report = audit(written(lines), pool=POOL)
    assert report.finding is not None
    assert (report.verdict, report.finding.code, report.finding.line) == (
        "log_error",
        "card_not_named",
        place + 1,
    )


def test_more_names_than_cards_that_came_to_lie_open_are_refused() -> None:
    lines = rows()
    place = next(at for at, line in enumerate(lines) if line.get("do") == "resource")
    lines[place]["shown"] = ["Z01-009"]
    report = audit(written(lines), pool=POOL)
    assert report.finding is not None
    assert (report.verdict, report.finding.code, report.finding.line) == (
        "divergence",
        "shown_differs",
        place + 1,
    )


def test_only_what_is_left_of_the_registered_deck_can_be_named() -> None:
    decks, _log = hidden(1)
    lines = rows()
    place = next(at for at, line in enumerate(lines) if line.get("do") == "resource")
    strange = next(card.number for card in POOL.cards if card.number not in decks[lines[place]["seat"]])
    lines[place]["card"] = strange
    report = audit(written(lines), pool=POOL, decks=decks)
    assert report.finding is not None
    assert (report.verdict, report.finding.code, report.finding.line) == (
        "divergence",
        "not_in_deck",
        place + 1,
    )
    for lang in ("en", "nl"):
        assert POOL[strange].name in report.finding.text(lang)
    short = {seat: [card for card in deck if card != rows()[place]["card"]] for seat, deck in decks.items()}
    report = audit(hidden(1)[1], pool=POOL, decks=short)
    assert report.finding is not None  # a deck of another size, which the rules of construction refuse
    assert (report.verdict, report.finding.rule) == ("violation", "B.deck-1")


def test_an_unknown_card_is_nobodys_to_see_and_is_not_offered() -> None:
    cursor = Cursor(hidden(1)[1], POOL)
    cursor.seek(next(at for at, step in enumerate(cursor.steps) if step.action.get("do") == "resource"))
    seat = cursor.state.active
    assert [action.do for action in cursor.legal(seat)] == ["next", "concede"]
    for viewer in (seat, "judge", "spectator"):
        hand = cursor.view(viewer)["seats"][seat]["hand"]
        assert hand["count"] == len(hand["cards"]) and all("number" not in card for card in hand["cards"])


def test_a_refused_line_names_no_card() -> None:
    from rules_engine.zx.play import perform

    cursor = Cursor(hidden(1)[1], POOL)
    cursor.seek(next(at for at, step in enumerate(cursor.steps) if step.action.get("do") == "resource"))
    st = cursor.state.snapshot()
    before, hand = st.digest(), st.pile(HAND, st.active)
    found = perform(st, Action(do="play", seat=st.active, card="Z01-009", square="0,0"))
    assert found is not None and found.rule == "B.flow-1"
    assert st.digest() == before and {st.card(slot).number for slot in hand} == {"?"}
