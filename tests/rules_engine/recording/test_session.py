"""The journal of a recording, and the log that is made from it: pure, as the server and the browser both run it."""

import json
from functools import cache
from typing import Any

import pytest

from rules_engine import audit
from rules_engine.kernel.words import LANGUAGES
from rules_engine.testing import random_game
from rules_engine.x610z.cursor import Cursor
from rules_engine.x610z.log import encode_line, read_lines
from rules_engine.x610z.screen import X610zScreen
from rules_engine.x610z.session import X610zSession

Body = dict[str, Any]


@cache
def rows_of(seed: int) -> tuple[Body, ...]:
    return tuple(json.loads(line) for line in random_game(seed).splitlines())


def opening_of(seed: int, *, dealt: bool = True) -> bytes:
    """The first lines of a random game; without ``dealt`` as the server writes them for a paper game."""
    kinds = ("header", "seat", "chance") if dealt else ("header", "seat")
    lines = [line for _, _, line in read_lines(random_game(seed))]
    rows = zip(rows_of(seed), lines, strict=True)
    return b"".join(encode_line(line) + b"\n" for row, line in rows if row["kind"] in kinds)


def acts_of(seed: int) -> list[Body]:
    return [
        {name: value for name, value in row.items() if name != "n"}
        for row in rows_of(seed)
        if row["kind"] == "act"
    ]


def entry(seq: int | None, body: Body, *, kind: str = "line", by: int | None = 0, status: str = "ok") -> Body:
    return {"seq": seq, "kind": kind, "body": body, "by": by, "status": status, "at": "2026-05-02T10:14:03Z"}


def journal(bodies: list[Body]) -> list[Body]:
    return [entry(number, body) for number, body in enumerate(bodies, 1)]


def session_of(seed: int, entries: list[Body], *, dealt: bool = True) -> X610zSession:
    session = X610zSession(opening_of(seed, dealt=dealt))
    session.take(entries)
    return session


@pytest.mark.parametrize("seed", [1, 7, 23])
def test_a_whole_game_written_down_entry_by_entry_is_its_own_log_and_is_legal(seed: int) -> None:
    session = session_of(seed, journal([*acts_of(seed), {"kind": "end"}]))
    report = audit(session.log())
    assert (report.verdict, report.fidelity) == ("ok", "exact")
    assert report.result == audit(random_game(seed)).result
    acts = [json.loads(line) for line in session.log().splitlines()]
    assert [row | {"n": 0} for row in acts if row["kind"] == "act"] == [
        act | {"n": 0} for act in acts_of(seed)
    ]


def test_taking_the_journal_in_pieces_gives_the_same_bytes_as_taking_it_at_once() -> None:
    entries = journal([*acts_of(7), {"kind": "end"}])
    pieces = X610zSession(opening_of(7))
    for count in range(0, len(entries) + 1, 9):
        pieces.take(entries[:count])
    pieces.take(entries)
    assert pieces.log() == session_of(7, entries).log()


def test_lines_taken_back_leave_their_numbers_in_a_note_and_the_position_before_them() -> None:
    acts = acts_of(7)[:30]
    undone = [*journal(acts), entry(31, {"from": 29}, kind="undo"), entry(32, acts[28]), entry(33, acts[29])]
    session = session_of(7, undone)
    notes = [json.loads(line) for line in session.log().splitlines() if b'"note"' in line]
    assert notes == [{"kind": "note", "n": 31, "text": "", "undone": [29, 30], "at": "2026-05-02T10:14:03Z"}]
    straight = session_of(7, journal(acts))
    assert session.state is not None and straight.state is not None
    assert session.state.digest() == straight.state.digest()


def test_an_undo_that_was_only_asked_takes_nothing_back_until_the_other_side_consents() -> None:
    acts = acts_of(7)[:30]
    asked = [*journal(acts), entry(31, {"from": 30}, kind="undo", status="asked")]
    session = session_of(7, asked)
    assert session.n == 30 and X610zScreen(session).consent() == {
        "seq": 31,
        "kind": "undo",
        "by": 0,
        "body": {"from": 30},
        "text": "Player A activates Boost Energy Crystal",
    }
    refused = [*asked, entry(32, {"refuse": 31}, kind="undo", by=1)]
    assert session_of(7, refused).n == 30 and X610zScreen(session_of(7, refused)).consent() is None
    consented = [*asked, entry(32, {"consent": 31}, kind="undo", by=1)]
    assert [one.placed.n for one in session_of(7, consented).written][-2:] == [29, 32]


def test_what_was_said_twice_or_in_conflict_is_in_no_log() -> None:
    acts = acts_of(7)[:10]
    both = [
        *journal(acts),
        entry(11, acts[9], status="same", by=1),
        entry(12, acts[3], status="conflict", by=1),
    ]
    assert session_of(7, both).log() == session_of(7, journal(acts)).log()


def test_a_line_that_breaks_a_rule_is_marked_left_out_of_the_position_and_stays_in_the_log() -> None:
    acts = acts_of(7)[:30]
    wrong = {"kind": "act", "do": "move", "seat": 0, "card": "#0", "path": ["0,0", "3,3"]}
    session = session_of(7, [*journal(acts), entry(31, wrong, status="deviation")])
    before = session_of(7, journal(acts))
    assert session.state is not None and before.state is not None
    assert session.state.digest() == before.state.digest()
    problem = session.written[-1].problem
    assert problem is not None and problem.finding.rule == "202.5"
    assert b'"path":["0,0","3,3"]' in session.log()


@pytest.mark.parametrize(
    "body", [{}, {"kind": "act"}, {"kind": "act", "do": 7}, {"kind": "x" * 300}, {"kind": "end", "claim": 3}]
)
def test_nothing_in_a_journal_makes_a_session_raise(body: Body) -> None:
    for before in ([], acts_of(7)[:10]):
        session = session_of(7, [*journal(before), entry(20, body), entry(21, {"from": "x"}, kind="undo")])
        assert session.log() and X610zScreen(session, 0).answer()


def test_a_paper_game_begins_when_somebody_says_who_begins_and_hides_every_card() -> None:
    session = session_of(7, [], dealt=False)
    assert session.state is None and X610zScreen(session).asked(None) == {"kind": "first", "seats": [0, 1]}
    first = {"kind": "chance", "of": "first", "by": "dice", "value": 1}
    session.take(journal([first, {"kind": "act", "do": "begin", "seat": 1}]))
    answer = X610zScreen(session, 1, names={"Player B": "Sven"}, seats=frozenset({1})).answer()
    assert answer["asked"] == {"kind": "turn", "seat": 1} and answer["view"]["seats"][1]["name"] == "Sven"
    assert {card["card"] for card in answer["view"]["seats"][1]["hand"]["cards"]} == {"?"}
    assert [row["line"]["do"] for row in answer["actions"]] == ["end"]


def test_a_count_that_is_right_becomes_a_check_line_and_a_wrong_one_a_note_that_stops_nobody() -> None:
    acts = acts_of(7)[:30]
    session = session_of(7, journal(acts))
    assert session.state is not None
    hand, deck = len(session.state.hand[0]), len(session.state.deck[0])
    count = {"kind": "count", "seat": 0, "hand": hand, "deck": deck}
    right = session_of(7, journal([*acts, count])).log().splitlines()[-1]
    assert json.loads(right)["kind"] == "check"
    wrong = session_of(7, journal([*acts, count | {"hand": hand + 1}, acts_of(7)[30]]))
    line = json.loads(wrong.log().splitlines()[-2])
    assert line["kind"] == "note" and line["said"]["hand"] == hand + 1
    problem = wrong.written[-2].problem
    assert problem is not None and problem.finding.rule == "502.4" and wrong.written[-1].problem is None


def test_a_line_that_cannot_be_read_says_which_of_its_fields_is_wrong() -> None:
    session = session_of(7, journal(acts_of(7)[:30]))
    far = {"kind": "act", "do": "move", "seat": 0, "card": "#0", "path": ["0,0"] * 13}
    for wrong, field in ((far, "$.path"), ({"kind": "count", "seat": 0}, "hand")):
        problem = session.check(wrong)
        assert problem is not None and field in X610zScreen(session).problem(problem)["text"]


@pytest.mark.parametrize("help", ["after", "quiet"])
def test_with_less_help_no_legal_action_of_the_board_is_shown(help: str) -> None:
    session = session_of(7, journal(acts_of(7)[:40]))
    lit = {row["line"]["do"] for row in X610zScreen(session).answer()["actions"]}
    assert lit - {"resolve", "proceed", "end"}
    dim = {row["line"]["do"] for row in X610zScreen(session, help=help).answer()["actions"]}
    assert dim <= {"begin", "murphy", "resolve", "proceed", "end", "concede"}


def test_faults_are_quiet_until_the_end_where_the_event_wants_that() -> None:
    wrong = {"kind": "act", "do": "move", "seat": 0, "card": "#0", "path": ["0,0", "3,3"]}
    entries = [*journal(acts_of(7)[:30]), entry(31, wrong, status="deviation")]
    session = session_of(7, entries)
    assert "problem" in X610zScreen(session, help="after").lines()[-1]
    assert "problem" not in X610zScreen(session, help="quiet").lines()[-1]
    session.take([*entries, entry(32, {"kind": "end", "claim": {"winners": [0]}})])
    assert session.written[-1].problem is not None  # the game is not over, and the journal goes on


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_a_game_is_told_in_both_languages_with_the_names_of_the_players(language: str) -> None:
    session = session_of(7, journal(acts_of(7)))
    told = X610zScreen(session, language=language, names={"Player A": "Oscar", "Player B": "Sven"}).lines()
    assert len(told) == len(session.written) and all(row["text"] for row in told)
    assert any("Oscar" in row["text"] for row in told) and not any("Player A" in row["text"] for row in told)


def test_a_card_that_both_have_is_told_apart_by_its_owner_and_never_by_a_number() -> None:
    screen = X610zScreen(session_of(7, journal(acts_of(7)[:60])))
    assert screen.with_names("Player A attacks Life Base (#1)") == "Player A attacks Life Base (Player B)"
    assert screen.with_names("Player B moves Life Base (#1): 0,6") == "Player B moves Life Base: 0,6"
    assert screen.with_names("Ours was dot (#1)") == "Ours was dot (#1)"  # somebody's own words
    texts = [row["text"] for row in screen.lines()]
    assert any("Life Base" in text for text in texts) and not any("(#" in text for text in texts)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "P2 counted 9 cards in hand and 30 in the deck; recorded: 7 and 30."),
        ("nl", "P2 telde 9 kaarten in de hand en 30 in het deck; genoteerd: 7 en 30."),
    ],
)
def test_a_wrong_count_says_whose_it_is_and_the_verdict_and_the_replay_keep_it(
    language: str, said: str
) -> None:
    session = session_of(
        7, journal([{"kind": "chance", "of": "first", "by": "dice", "value": 0}]), dealt=False
    )
    assert session.state is not None
    left = len(session.state.deck[1])
    said = said.replace("30", str(left))
    body = {"kind": "count", "seat": 1, "hand": 9, "deck": left}
    give_up = {"kind": "act", "do": "concede", "seat": 0}
    begin = {"kind": "act", "do": "begin", "seat": 0}
    first = {"kind": "chance", "of": "first", "by": "dice", "value": 0}
    session.take(journal([first, begin, body, give_up, {"kind": "end"}]))
    screen = X610zScreen(session, language=language, names={session.seats[1].player: "P2"})
    line = screen.lines()[1]
    assert line["kind"] == "count" and line["problem"]["text"] == said  # type: ignore[index]  # it has one
    log = session.log()
    [warned] = [row for row in audit(log).warnings if row["code"] == "counted_other"]
    assert warned["rule"] == "502.4" and (warned["params"]["hand"], warned["params"]["held"]) == (9, 7)
    told = [step.text(language) for step in Cursor(log).steps if step.kind == "note"]
    assert len(told) == 1 and "9" in told[0] and session.seats[1].player in told[0]


@pytest.mark.parametrize("status", ["tried", "unchecked"])
def test_there_is_no_game_before_it_is_said_who_begins_whatever_is_tried(status: str) -> None:
    """Else one phone shows another game than the other, until somebody says who begins."""
    session, time = session_of(7, [], dealt=False), {"kind": "act", "do": "time"}
    before = X610zScreen(session).answer()
    if status == "tried":
        found = session.check(time)
        assert found is not None and found.finding.code == "first_player_missing"
        assert X610zScreen(session).answer() == before
    else:
        session.take([entry(1, time, status=status)])
    assert X610zScreen(session).asked(session.state)["kind"] == "first" and session.result is None
