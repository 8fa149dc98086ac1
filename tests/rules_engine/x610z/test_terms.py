"""What an event lays down about a game is compared with its log and never taken from it."""

import json
from typing import Any

import pytest

from rules_engine import Cursor, Finding, audit
from rules_engine.kernel.report import Report
from rules_engine.kernel.terms import SeatTerms, Terms
from rules_engine.testing import GameRecorder, random_game
from rules_engine.x610z.registered import compare_decks

KEYS = ("E1", "E2")
TERMS = Terms(
    game="x610z",
    ruleset="x610z/2010-03",
    board="act-1",
    organized_play=True,
    seats=tuple(SeatTerms(key) for key in KEYS),
)
GAME = random_game(3, players=KEYS)
LINES = [json.loads(line) for line in GAME.splitlines()]


def written(lines: list[dict[str, Any]], **header: Any) -> bytes:
    """The lines as a file whose end line carries no hash, with changes to the header."""
    rows = [dict(line) for line in lines]
    rows[0] |= header
    rows = [{key: value for key, value in row.items() if key != "sha256"} for row in rows]
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def heard(data: bytes, terms: Terms = TERMS) -> tuple[str, list[tuple[int, str]], Report]:
    report = audit(data, terms=terms)
    return report.verdict, [(found.line, found.code) for found in report.binding], report


def test_a_log_that_says_what_the_event_says_is_legal() -> None:
    verdict, differences, report = heard(written(LINES))
    assert (verdict, differences) == ("ok", [])
    assert report.digest == audit(GAME).digest


SAID: dict[str, tuple[dict[str, Any], str]] = {
    "another ruleset": ({"ruleset": "x610z/2010-02", "rulings": ""}, "ruleset_differs"),
    "a ruleset there is not": ({"ruleset": "chess/1", "rulings": ""}, "ruleset_differs"),
    "another ruling": ({"choices": {"H3": "substitution"}, "rulings": ""}, "ruling_differs"),
    "a ruling there is not": ({"choices": {"H99": "yes"}, "rulings": ""}, "ruling_differs"),
    "the hash of other rulings": ({"rulings": "sha256:" + "0" * 64}, "rulings_differ"),
    "a casual game": ({"organized_play": False}, "casual_header"),
    "no time limit": ({"time_limit": False}, "time_limit_differs"),
    "giving up at once": ({"concede_after": 0}, "concession_differs"),
    "places": ({"places": True}, "played_for_places"),
    "another board": ({"board": "act-9"}, "board_differs"),
    "another edition of the board": ({"board": "act-1@" + "0" * 64}, "board_differs"),
    "another game number": ({"game_no": 2}, "game_number_differs"),
}


@pytest.mark.parametrize("what", sorted(SAID))
def test_what_a_header_says_otherwise_is_a_finding_at_its_line_and_never_legal(what: str) -> None:
    header, code = SAID[what]
    verdict, differences, report = heard(written(LINES, **header))
    assert (1, code) in differences
    assert verdict == "other_terms"
    assert report.finding is not None and report.finding.line == 1
    assert all(found.text(lang) != found.code for found in report.binding for lang in ("en", "nl"))
    assert "?" not in "".join(found.text() for found in report.binding)


def test_another_pool_and_another_play_are_findings_too() -> None:
    terms = Terms(
        **{name: getattr(TERMS, name) for name in TERMS.__struct_fields__} | {"pool": "sha256:" + "1" * 64}
    )
    assert (1, "pool_differs") in heard(GAME, terms)[1]
    assert (1, "play_differs") in heard(written(LINES, play="limited"), _with(play="constructed"))[1]


def _with(**changes: Any) -> Terms:
    return Terms(**{name: getattr(TERMS, name) for name in TERMS.__struct_fields__} | changes)


def test_the_event_decides_and_not_the_header() -> None:
    """Giving up in the first round: allowed where the file calls the game casual, refused by the event."""
    begin = next(index for index, row in enumerate(LINES) if row["kind"] == "act")
    end = {"kind": "end", "n": 3, "claim": {"winners": [1]}}
    gives_up = [*LINES[: begin + 1], {"kind": "act", "n": 2, "do": "concede", "seat": 0}, end]
    data = written(gives_up, organized_play=False)
    assert audit(data).verdict == "ok"
    verdict, differences, report = heard(data)
    assert verdict == "violation" and differences == [(1, "casual_header")]
    assert report.finding is not None and report.finding.rule == "106.3#3"
    assert heard(data, _with(organized_play=False))[:2] == ("ok", [])
    later = audit(written(gives_up), terms=_with(concede_after=0))
    assert later.verdict == "ok"


def test_a_game_of_others_is_not_this_match_and_accuses_nobody() -> None:
    rows = [dict(row) for row in LINES]
    rows[1]["player"] = "Ada"
    verdict, differences, _report = heard(written(rows))
    assert verdict == "other_terms" and differences == [(2, "player_differs")]
    broken = [*rows[:8], *rows[9:]]
    assert audit(written(broken)).verdict not in ("ok", "unverifiable")
    assert heard(written(broken))[0] == "other_terms"
    rows[1]["player"] = "E2"
    assert heard(written(rows))[1] == [(3, "player_twice")]


def test_another_number_of_seats_is_said_in_plain_words() -> None:
    four = random_game(3, 4, players=("E1", "E2", "E3", "E4"))
    verdict, differences, report = heard(four)
    assert verdict == "other_terms"
    assert (5, "seats_differ") in differences
    assert "4 players; this match has 2" in " ".join(found.text() for found in report.binding)


def test_who_begins_is_compared_where_the_event_says_it() -> None:
    first = next(row for row in LINES if row.get("of") == "first")["value"]
    assert heard(written(LINES), _with(starts=KEYS[first]))[1] == []
    verdict, differences, _report = heard(written(LINES), _with(starts=KEYS[1 - first]))
    assert verdict == "other_terms" and differences == [(4, "start_differs")]


def test_a_correction_counts_only_when_a_judge_of_the_event_has_confirmed_its_line() -> None:
    begin = next(index for index, row in enumerate(LINES) if row["kind"] == "act")
    forged = {"kind": "judge", "n": 2, "do": "fix", "by": "J-1", "change": [["damage", "#1", 12]]}
    end = {"kind": "end", "n": 3, "claim": {"winners": [0]}}
    data = written([*LINES[: begin + 1], forged, end])
    line = begin + 2
    assert audit(data).verdict == "ok"
    verdict, differences, report = heard(data)
    assert verdict == "other_terms" and differences == [(line, "correction_not_confirmed")]
    assert report.result is None, "what nobody confirmed has not happened"
    assert heard(data, _with(confirmed=frozenset({line})))[:2] == ("ok", [])
    assert heard(data, _with(confirmed=frozenset({line + 1})))[0] == "other_terms"
    cursor = Cursor(data, terms=TERMS)
    assert not cursor.steps[-1].ok and cursor.steps[-1].line == line


def test_words_of_a_judge_are_a_finding_but_stop_nothing() -> None:
    begin = next(index for index, row in enumerate(LINES) if row["kind"] == "act")
    rows = [dict(row) for row in LINES]
    for row in rows:
        if row.get("n", 0) > 1:
            row["n"] += 1
    rows.insert(begin + 1, {"kind": "judge", "n": 2, "do": "note", "by": "J-1", "text": "All fine."})
    verdict, differences, report = heard(written(rows))
    assert verdict == "other_terms" and differences == [(begin + 2, "correction_not_confirmed")]
    assert report.result is not None


def _lists(**change: int) -> Terms:
    """Terms with the lists that the game was played with, and changes to that of the first seat."""
    deck: dict[str, int] = {}
    for card in next(row for row in LINES if row.get("of") == "deck")["value"]:
        deck[card] = deck.get(card, 0) + 1
    other: dict[str, int] = {}
    for card in [row for row in LINES if row.get("of") == "deck"][1]["value"]:
        other[card] = other.get(card, 0) + 1
    return _with(seats=(SeatTerms("E1", deck=deck | change), SeatTerms("E2", deck=other)))


def test_the_registered_decks_agree_with_a_game_that_was_played_with_them() -> None:
    assert compare_decks(GAME, terms=_lists()) == []


def test_another_deck_is_a_finding_of_its_own_and_the_audit_says_nothing_of_it() -> None:
    terms = _lists()
    deck = terms.seats[0].deck or {}
    card = sorted(deck)[0]
    missing = compare_decks(GAME, terms=_lists(**{card: 0}))
    assert ("card_not_registered", card) in [(found.code, found.params.get("card")) for found in missing]
    assert {found.seat for found in missing} == {0}
    fewer = compare_decks(GAME, terms=_lists(**{card: deck[card] - 1}))
    assert "more_than_registered" in {found.code for found in fewer}
    assert {found.code for found in fewer if "card" not in found.params} <= {
        "deck_has_other_hash",
        "deck_has_other_size",
    }
    for lists in (_lists(), _lists(**{card: 0})):
        assert audit(GAME, terms=lists).to_dict() == audit(GAME, terms=TERMS).to_dict()


def test_after_the_first_game_the_sideboard_counts_with_the_deck() -> None:
    terms = _lists()
    deck = dict(terms.seats[0].deck or {})
    card = sorted(deck)[0]
    exchanged = SeatTerms("E1", deck=deck | {card: deck[card] - 1}, sideboard={card: 1})
    for game_no, agrees in ((1, False), (2, True)):
        found = compare_decks(GAME, terms=_with(seats=(exchanged, terms.seats[1]), game_no=game_no))
        assert (found == []) is agrees


def test_a_seat_without_a_list_or_of_nobody_says_that_nothing_was_compared() -> None:
    assert [found.code for found in compare_decks(GAME, terms=TERMS)] == ["no_list_to_compare"] * 2
    strangers = _with(seats=(SeatTerms("E8", deck={}), SeatTerms("E9", deck={})))
    assert [found.code for found in compare_decks(GAME, terms=strangers)] == ["seat_not_compared"] * 2


@pytest.mark.parametrize(
    "data", [b"", b"\xff", b"{}", b"[" * 9000, GAME[:900], GAME.replace(b"D1.1", b"D9.9")]
)
def test_neither_check_ever_raises(data: bytes) -> None:
    assert audit(data, terms=TERMS).verdict in ("log_error", "violation")
    assert isinstance(compare_decks(data, terms=_lists()), list)


# --- without the terms of an event --------------------------------------------------------------------------------


def test_an_audit_without_terms_says_what_only_the_log_vouches_for() -> None:
    game = GameRecorder(
        [["Grey Energy Crystal"] * 40] * 2, organized_play=False, choices={"H3": "substitution"}
    )
    game.act("begin", 0)
    game.judge([["damage", "#1", 2]], text="A counter had fallen over.")
    game.act("concede", 1)
    report = audit(game.finish())
    assert report.verdict == "ok"
    notes = [
        Finding(0, None, None, row["rule"], row["code"], row["params"]).text() for row in report.warnings
    ]
    assert notes == [
        "Casual play, as the log says of itself; no tournament has laid it down.",
        "Rulings chosen by the log itself and by no tournament: H3.",
        "The verdict rests on corrections for which only the log vouches: 1.",
    ]


def test_an_audit_without_terms_of_an_ordinary_game_has_no_such_notes() -> None:
    game = GameRecorder([["Grey Energy Crystal"] * 40] * 2)
    game.act("begin", 0)
    game.judge([], do="ruling", text="Play on.")
    game.act("time")
    assert audit(game.finish()).warnings == []
