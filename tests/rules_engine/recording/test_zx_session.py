"""A Z/X game as two people record it at a table: nobody wrote down a deck, and what is turned up is named."""

import json
import re
from functools import cache
from typing import Any

import pytest

from rules_engine.recording import Session, journal, session_of
from rules_engine.zx.audit import audit
from rules_engine.zx.cards import TEXTS_POOL, load_pool
from rules_engine.zx.followed import public_events, sentences
from rules_engine.zx.hiding import hide_zx_decks
from rules_engine.zx.model import DECK, HAND, REMOVE
from rules_engine.zx.moving import move
from rules_engine.zx.random_games import random_zx_game
from rules_engine.zx.screen import ZxScreen

POOL = load_pool(TEXTS_POOL)
Body = dict[str, Any]
OPEN = ("player_card", "gate_card", "start_resource")


@cache
def table_game(seed: int) -> tuple[dict[int, list[str]], list[Body]]:
    """The decks of a game, and its log as a table knows it, where no Player Extra lies behind a Player card."""
    for attempt in range(seed, seed + 100):
        log = random_zx_game(f"table/{attempt}", pool=POOL, checkpoint_every=0)
        if b'"behind"' not in log and b'"markers"' not in log:
            decks, hidden = hide_zx_decks(log, POOL, beside=True)
            return decks, [json.loads(line) for line in hidden.splitlines()]
    raise AssertionError("no such game")


def opening_of(lines: list[Body]) -> bytes:
    """What the server writes before anybody has laid out anything."""
    seats = [{"kind": "seat", "seat": n, "player": f"E{n}", "deck": {"cards": 50}} for n in (0, 1)]
    return b"".join(json.dumps(line).encode() + b"\n" for line in (lines[0], *seats))


def laid_out(seat: Body) -> Body:
    """The line by which a player says what lies beside the deck."""
    said = {name: seat[name] for name in OPEN if name in seat}
    return {
        "kind": "lay",
        "seat": seat["seat"],
        "start_card": "start_card" in seat,
        "dynamis": len(seat.get("dynamis", ())),
        **said,
    }


def bodies_of(lines: list[Body]) -> list[Body]:
    """The lines that phones write, in their order."""
    first = next(line for line in lines if line.get("of") == "first")
    acts = [{name: value for name, value in line.items() if name != "n"} for line in lines[6:-1]]
    return [
        *map(laid_out, lines[1:3]),
        {"kind": "chance", "of": "first", "value": first["value"]},
        *acts,
        {"kind": "end"},
    ]


def entry(seq: int, body: Body, by: int | None = 0) -> Body:
    return {"seq": seq, "device": 1, "kind": "line", "body": body, "by": by, "status": journal.OK}


def session(lines: list[Body], bodies: list[Body]) -> Session:
    found = session_of(opening_of(lines), POOL)
    found.take([entry(number, body) for number, body in enumerate(bodies, 1)])
    return found


def without(body: Body, *names: str) -> Body:
    return {name: value for name, value in body.items() if name not in names}


@pytest.mark.parametrize("seed", range(0, 12, 3))
def test_a_game_recorded_at_a_table_is_the_log_of_that_game(seed: int) -> None:
    decks, lines = table_game(seed)
    found = session(lines, bodies_of(lines))
    assert [one.problem for one in found.written] == [None] * len(found.written)
    assert found.over
    rows = [json.loads(line) for line in found.log().splitlines()]
    assert [without(row, "n") for row in rows[6:-1]] == [without(line, "n") for line in lines[6:-1]]
    for registered in (None, decks):
        assert audit(found.log(), pool=POOL, decks=registered).verdict == "ok"


@pytest.mark.parametrize("seed", [0, 3])
def test_a_card_that_lies_open_is_asked_for_one_after_the_other(seed: int) -> None:
    """The names are put behind what was turned up already; a shuffle that nobody wrote down is no question."""
    _decks, lines = table_game(seed)
    bodies = bodies_of(lines)
    asked = 0
    for place, body in enumerate(bodies[:60]):
        if not body.get("shown"):
            continue
        found = session(lines, bodies[:place])
        line = without(body, "shown", "hand")
        for _name in range(20):
            problem = found.check(line)
            if problem is None:
                break
            assert problem.verdict == "need" and problem.need is not None, problem
            assert (problem.need["prompt"], list(problem.need["options"])) == ("card_name", [])
            asked += 1
            shown = [*problem.need["shown"], body["shown"][len(problem.need["shown"])]]
            line = {**line, "shown": shown}
        assert line["shown"] == body["shown"]
    assert asked


def test_everybody_lays_out_before_the_dice_count() -> None:
    _decks, lines = table_game(0)
    mine, theirs, dice, *_acts = bodies_of(lines)
    for order in ([mine, theirs, dice], [dice, theirs, mine], [theirs, dice, mine]):
        found = session(lines, order)
        assert found.state is not None and found.log() == session(lines, [mine, theirs, dice]).log()
    found = session(lines, [dice, mine])
    assert found.state is None and ZxScreen(found).asked(None) == {"kind": "lay", "seats": [1]}
    assert found.check(dice) is not None, "the dice fall once"
    assert found.check(theirs) is None
    found = session(lines, [mine, theirs])
    assert ZxScreen(found).asked(None) == {"kind": "first", "seats": [0, 1]}


def test_what_was_laid_out_can_be_said_anew_until_the_first_turn() -> None:
    _decks, lines = table_game(0)
    bodies = bodies_of(lines)
    found = session(lines, bodies[:3])
    other = bodies[0] | {"dynamis": 3}
    assert found.check(other) is None
    found = session(lines, [*bodies[:3], other])
    assert found.log() == session(lines, [other, *bodies[1:3]]).log()
    found = session(lines, [*bodies[:4], other])
    assert [one.problem for one in found.written] == [None], "a hand that was kept stays kept"
    begun = next(at for at, body in enumerate(bodies) if len(body.get("shown", ())) > 2) + 1
    problem = session(lines, bodies[:begun]).check(other)
    assert problem is not None and problem.finding.code == "preparation_too_late"


@pytest.mark.parametrize(
    "change",
    [
        {"start_card": "Z01-001"},
        {"dynamis": ["Z01-001"]},
        {"dynamis": 17},
        {"seat": 2},
        {"behind": "Z01-001"},
        {"start_card": "?"},
    ],
)
def test_no_name_of_a_hidden_card_fits_into_a_line(change: Body) -> None:
    _decks, lines = table_game(0)
    problem = session(lines, []).check(bodies_of(lines)[0] | change)
    assert problem is not None and problem.finding.code == "bad_field"


def test_what_lies_open_is_what_it_has_to_be() -> None:
    _decks, lines = table_game(0)
    lay = bodies_of(lines)[0]
    plain = next(card for card in POOL.cards if card.kind == "zx" and not card.keywords)
    for field, code in [
        ("player_card", "no_player_card"),
        ("gate_card", "keyword_missing"),
        ("start_resource", "keyword_missing"),
    ]:
        problem = session(lines, []).check(lay | {field: plain.number})
        assert problem is not None and problem.finding.code == code
        problem = session(lines, []).check(lay | {field: "No such card"})
        assert problem is not None and problem.finding.code == "unknown_card"


def test_a_players_list_becomes_what_can_be_played_and_nobody_elses_does() -> None:
    decks, lines = table_game(0)
    bodies = bodies_of(lines)
    lists = {seat: {name: deck.count(name) for name in deck} for seat, deck in decks.items()}
    played = 0
    for place, body in enumerate(bodies):
        if body.get("do") not in ("play", "resource"):
            continue
        found, seat = session(lines, bodies[:place]), body["seat"]
        screen = ZxScreen(found, seat, seats=frozenset({seat}), lists={seat: lists[seat]})
        answer = screen.answer()
        rows = {row["card"]: row for row in answer["castable"]}
        known = [row["line"] for row in answer["actions"]]
        ways = [row["line"] for row in rows[body["card"]]["actions"]] if body["card"] in rows else known
        same = [(way["do"], way.get("square", "")) for way in ways if way.get("card") == body["card"]]
        assert (body["do"], body.get("square", "")) in same, body
        rival = ZxScreen(found, 1 - seat, seats=frozenset({1 - seat}), lists={1 - seat: lists[1 - seat]})
        assert rival.answer()["castable"] == []
        played += 1
        if played == 25:
            break
    assert played > 10


def test_nobody_else_sees_a_card_that_nobody_has_shown() -> None:
    """Cards of their own list stand only in their own answer."""
    decks, lines = table_game(0)
    bodies = bodies_of(lines)
    place = next(at for at, body in enumerate(bodies) if body.get("do") == "play")
    found = session(lines, bodies[:place])
    seat = bodies[place]["seat"]
    mine = ZxScreen(found, seat, seats=frozenset({seat}), lists={seat: {decks[seat][0]: 4}}).answer()
    assert [row["card"] for row in mine["castable"]] == [decks[seat][0]]
    watching: list[Any] = [1 - seat, "spectator", "judge"]
    for viewer in watching:
        seats = frozenset({viewer} - {"spectator", "judge"})
        told = ZxScreen(found, viewer, seats=seats).answer()
        assert told["castable"] == []
        cards = json.dumps([told["view"], told["actions"], told["lines"]])
        unseen = set(decks[seat]) - {card for body in bodies[:place] for card in named_in(body)}
        assert unseen and not [number for number in unseen if number in cards]


def named_in(body: Body) -> list[str]:
    """The cards that a line names, by number."""
    return [str(body.get("card", "")), *body.get("shown", ()), *(str(body.get(name, "")) for name in OPEN)]


@cache
def recorded(seed: int) -> Session:
    _decks, lines = table_game(seed)
    return session(lines, bodies_of(lines))


SEEDS = range(0, 12, 3)


def test_a_line_tells_apart_what_followed_from_it_and_whose_cards_these_are() -> None:
    """Moved, brought back, shuffled in, destroyed: a card never goes without a word; how the game ended comes last."""
    names = {"E0": "Ada", "E1": "Bo"}
    rows: list[dict[str, Any]] = [
        row for seed in (0, 21, 36) for row in ZxScreen(recorded(seed), names=names).lines()
    ]
    said = [one for row in rows for one in row.get("followed", ())]
    for words in (
        r"^(Ada|Bo) shuffles \d cards? of the hand into the deck$",
        r"^.+ \((Ada|Bo)\) goes to Square \d,\d$",
        r"^.+ \((Ada|Bo)\) is destroyed$",
        r"^.+ of (Ada|Bo) is turned up$",
        r"^.+ goes to the Trash of (Ada|Bo)$",
        r"^Into the Resource of (Ada|Bo): .+, .+$",
    ):
        assert any(re.search(words, one) for one in said), words
    assert not [
        row for row in rows if "is turned up" in str(row["text"]) or "goes to Square" in str(row["text"])
    ]
    ends = [row["followed"] for row in rows if "The game is over" in str(row.get("followed"))]
    assert ends and all(str(one[-1]).startswith("The game is over") for one in ends)


@pytest.mark.parametrize(
    ("zone", "words"),
    [
        (HAND, "{card} goes back to the hand of Ada"),
        (DECK, "{card} goes into the deck of Ada"),
        (REMOVE, "{card} (Ada) is removed from the game"),
    ],
)
def test_a_card_that_leaves_its_square_is_told_with_whose_it_is(zone: int, words: str) -> None:
    bodies = bodies_of(table_game(0)[1])
    found = session(table_game(0)[1], bodies[:60])
    assert found.state is not None
    st = found.state.snapshot()
    slot = next(
        one for square in st.squares for one in square if st.objs[one].owner == 0 and st.card(one).is_zx
    )
    card, st.events = st.card(slot).name, []
    move(st, slot, zone)
    told = sentences(list(public_events(st)), ["Ada", "Bo"], "en", "boot", str)
    assert told == [words.format(card=card)]


def test_an_event_that_is_played_out_of_turn_is_told_without_a_square() -> None:
    event = {"event": "played", "object": "Iron Rain", "seat": 0, "square": None}
    assert sentences([event], ["Ada", "Bo"], "en", "proceed", str) == ["Iron Rain of Ada is played"]
    assert sentences([event], ["Ada", "Bo"], "nl", "proceed", str) == ["Iron Rain van Ada wordt gespeeld"]
    on_board = {**event, "square": "1,1"}
    told = sentences([on_board], ["Ada", "Bo"], "en", "proceed", str)
    assert told == ["Iron Rain (Ada) appears on Square 1,1"]


@pytest.mark.parametrize("seed", SEEDS)
def test_what_followed_names_no_card_that_lay_hidden(seed: int) -> None:
    """Every card in it lies open before or after the line, or was turned up in it."""
    _decks, lines = table_game(seed)
    found, bodies = session(lines, []), bodies_of(lines)
    names = sorted({card.name for card in POOL.cards}, key=len, reverse=True)
    before = ""
    for place, body in enumerate(bodies, 1):
        found.take([entry(number, one) for number, one in enumerate(bodies[:place], 1)])
        screen = ZxScreen(found)
        after = json.dumps(screen.view())
        rows: list[dict[str, Any]] = screen.lines()
        said = " ".join(rows[-1].get("followed", ())) if rows else ""
        open_ = before + after + "".join(POOL[number].name for number in body.get("shown", ()))
        for name in names:
            if name in said:
                assert name in open_, (name, said, body)
                said = said.replace(name, "")
        before = after


@pytest.mark.parametrize("seed", SEEDS)
def test_a_card_has_one_name_on_one_phone(seed: int) -> None:
    """In Dutch no sentence, tile, button or drawing has the printed name of a card with a Dutch one."""
    _decks, lines = table_game(seed)
    found, bodies = session(lines, []), bodies_of(lines)
    other = {card.name for card in POOL.cards if card.name_nl and card.name not in card.name_nl}
    dutch = 0
    for place in range(10, len(bodies), 12):
        found.take([entry(number, one) for number, one in enumerate(bodies[:place], 1)])
        lists = {seat: {card.number: 1 for card in POOL.cards} for seat in (0, 1)}
        answer = ZxScreen(found, language="nl", lists=lists).answer()
        for row in (*answer["lines"], *answer["actions"], *answer["castable"]):
            told = [str(row.get(key, "")) for key in ("text", "followed", "name", "problem")]
            assert not [name for name in other if any(name in one for one in told)], row
        shown = json.dumps([answer["view"], answer["drawing"]])
        assert not [name for name in other if f'"{name}"' in shown or f">{name}<" in shown]
        dutch += sum(card.name_nl in shown for card in POOL.cards if card.name in other)
    assert dutch, "the control"


def questions(found: Session, body: Body) -> list[Body]:
    """Every choice that a line leaves open one after the other, as the game answered it."""
    line, asked = without(body, "shown", "answers", "hand"), list[Body]()
    while (problem := found.check(line)) is not None:
        assert problem.need is not None, problem
        asked.append(problem.need)
        name = "shown" if problem.need["prompt"] == journal.TURNED_UP else "answers"
        known = [*line.get(name, ())]
        line = {**line, name: [*known, body[name][len(known)]]}
    return asked


def test_a_question_names_every_card_that_lies_open_and_says_where_a_turned_up_one_lay() -> None:
    _decks, lines = table_game(0)
    bodies, found = bodies_of(lines), session(lines, [])
    turned_up, named, sources = list[tuple[str, int | None]](), 0, set[str]()
    for place, body in enumerate(bodies):
        if not body.get("shown") and not body.get("answers"):
            continue
        found.take([entry(number, one) for number, one in enumerate(bodies[:place], 1)])
        screen = ZxScreen(found)
        for need in questions(found, body):
            assert len(need["shown"]) == len(need["shown_of"])
            if need["prompt"] == journal.TURNED_UP:
                turned_up.append((need["zone"], need.get("number")))
            for option in need["options"]:
                if isinstance(option, str) and option.startswith("#"):
                    named += 1
                    assert need["names"].get(option) or screen.card_name(option), (need, body)
            if need["prompt"] in ("may", "target", "give"):
                sources.add(need["source"])
                assert 0 <= need["line"] < len(POOL[need["source"]].text.splitlines()), (
                    "the one ability that asks"
                )
    assert [one for one in turned_up if one[1] is not None and one[0] == "deck"] == [
        ("deck", number) for number in (1, 2, 1, 2)
    ], "two of Resource of each before the first turn (B.prep-11)"
    assert {zone for zone, _number in turned_up} >= {"deck", "life", "square"} and named
    assert "" not in sources
