"""Hostile and broken logs: every one gets a verdict with a line and a clear code, and never an exception."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine import Cursor, audit
from rules_engine.games import engine_of
from rules_engine.kernel.errors import LogError
from rules_engine.kernel.log import MAX_LINES
from rules_engine.testing import random_game
from rules_engine.x610z.log import decode_line, encode_line, read_lines
from tests.patience import work_of

GAME = random_game(1, max_actions=60)
LINES = GAME.splitlines(keepends=True)


def code_of(data: Any) -> tuple[str, str, int]:
    """Verdict, code and line of an audit."""
    report = audit(data)
    assert report.finding is not None
    assert report.finding.text("en") != report.finding.code
    assert report.finding.text("nl") != report.finding.code
    return report.verdict, report.finding.code, report.finding.line


def with_line(index: int, raw: bytes) -> bytes:
    """The game with one line replaced (1-based)."""
    return b"".join([*LINES[: index - 1], raw + b"\n", *LINES[index:]])


ACT = [index for index, line in enumerate(LINES, 1) if b'"kind":"act"' in line and b'"seat"' in line][5]


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"hello", "not_json"),
        (b"{", "not_json"),
        (b"[" * 5000, "bad_field"),
        (b'{"kind":' * 2000, "not_json"),
        (b"\xff\xfe", "not_json"),
        (b'{"kind":"act","n":NaN,"do":"pass"}', "not_json"),
        (b'{"kind":"act","n":1e999,"do":"pass"}', "bad_field"),
        (b'{"kind":"act","n":' + b"9" * 400 + b',"do":"pass"}', "bad_field"),
        (b'{"kind":"act","n":-1,"do":"pass"}', "bad_field"),
        (b'{"kind":"act","n":"1","do":"pass"}', "bad_field"),
        (b'{"kind":"act","n":9,"do":"end","seat":0,"seat":1}', "duplicate_key"),
        (b'{"kind":"act","n":9,"do":"end","seat":0,"hack":1}', "bad_field"),
        (b'{"kind":"act","n":9,"do":"end","seat":17}', "bad_field"),
        (b'{"kind":"act","n":900,"do":"fly","seat":0}', "unknown_action"),
        (b'{"kind":"act","n":900,"do":"end"}', "field_missing"),
        (b'{"kind":"act","n":900,"do":"end","seat":0,"path":["0,0"]}', "field_not_allowed"),
        (b'{"kind":"act","n":900,"do":"cast","seat":0,"card":"No Such Card"}', "unknown_card"),
        (b'{"kind":"act","n":900,"do":"move","seat":0,"card":"#0","path":["0,0","9,9"]}', "unknown_dot"),
        (
            b'{"kind":"act","n":900,"do":"move","seat":0,"card":"#99999","path":["0,0","1,1"]}',
            "unknown_object",
        ),
        (
            b'{"kind":"act","n":900,"do":"move","seat":0,"card":"#0","path":'
            + b'["0,0"'
            + b',"0,0"' * 20
            + b"]}",
            "bad_field",
        ),
        (b'{"kind":"act","n":900,"do":"pass","seat":0}', "pass_in_compact_log"),
        (b'{"kind":"header","game":"x610z","format":"gamelog/1"}', "line_repeated"),
        (b'{"kind":"what"}', "bad_field"),
        (b"null", "bad_field"),
        (b"[]", "bad_field"),
        (b'"act"', "bad_field"),
        (b"12", "bad_field"),
    ],
)
def test_a_bad_line_is_named_with_its_number(raw: bytes, code: str) -> None:
    assert code_of(with_line(ACT, raw)) == ("log_error", code, ACT)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty_log"),
        (b"\n\n \n", "empty_log"),
        (b"\x00" * 100, "not_json"),
        ("no log at all", "not_json"),
        (b"\n".join([b"{}"] * 10), "bad_field"),
        (b"".join(LINES[1:]), "header_missing"),
        (b"".join(LINES[:-1]), "end_missing"),
        (b"".join(LINES[:1] + LINES[2:]), "wrong_number_of_seats"),
        (b"".join(LINES[:1] + LINES[2:3] + LINES[1:2] + LINES[3:]), "seats_out_of_order"),
        (b"".join(LINES[:3] + LINES[4:]), "first_player_missing"),
        (GAME + LINES[ACT - 1], "line_after_end"),
        (b"".join(LINES[:-2] + LINES[-1:]), "bytes_differ"),
        (GAME.replace(b"gamelog/1", b"gamelog/9"), "unknown_format"),
        (GAME.replace(b'"game":"x610z"', b'"game":"chess"'), "other_game"),
        (GAME.replace(b"x610z/2010-03", b"x610z/1999-01"), "unknown_ruleset"),
        (GAME.replace(b'"board":"act-1"', b'"board":"act-9"'), "unknown_board"),
        (GAME.replace(b'"pool":"sha256:', b'"pool":"sha256:0'), "other_pool"),
        (GAME.replace(b'"rulings":"answers/', b'"rulings":"sha256:0'), "other_rulings"),
        (GAME.replace(b'"rulings":"answers/', b'"rulings":"answers/0x'), "other_rulings"),
        (GAME.replace(b'"rulings":"answers/', b'"rulings":"answers/99'), "later_answers"),
        (b"x" * 70_000, "line_too_long"),
        (b"x" * 5_000_000, "too_long"),
        ("\ud800", "not_utf8"),
        (None, "not_a_log"),
        (17, "not_a_log"),
    ],
    ids=lambda value: value if isinstance(value, str) and value.isascii() else "data",
)
def test_a_log_that_is_none_is_refused(data: Any, code: str) -> None:
    assert code_of(data)[:2] == ("log_error", code)


@pytest.mark.parametrize(
    "changed",
    [
        (b'"rulings":"answers/', b'"rulings":"answers/99'),
        (b'"rulings":"answers/', b'"rulings":"sha256:00'),
        (b"x610z/2010-03", b"x610z/1999-01"),
        (b'"board":"act-1"', b'"board":"act-9"'),
        (b'"pool":"sha256:', b'"pool":"sha256:0'),
        (b'"semantics"', b'"choices":{"H99":"yes"},"semantics"'),
        (b'"semantics"', b'"mode":"chess","semantics"'),
    ],
)
def test_what_is_wrong_with_a_header_is_told_at_its_own_line(changed: tuple[bytes, bytes]) -> None:
    log = GAME.replace(*changed, 1)
    assert code_of(log)[::2] == ("log_error", 1)
    found = Cursor(log).finding
    assert found is not None and found.line == 1


def test_noise_of_five_megabytes_is_refused_at_once() -> None:
    noise = b"\xa5{" * 2_500_000
    assert code_of(noise)[1] == "too_long"
    assert work_of(lambda: code_of(noise)) < 1


def test_too_many_lines_are_refused() -> None:
    data = b"".join(LINES[:4]) + b'{"kind":"note","text":"x"}\n' * (MAX_LINES + 1)
    assert code_of(data) == ("log_error", "too_many_lines", MAX_LINES + 1)


def test_windows_line_ends_and_a_byte_order_mark_are_tolerated() -> None:
    body = b"".join(LINES[:-1])
    end = LINES[-1].split(b',"sha256"')[0] + b"}"
    data = b"\xef\xbb\xbf" + (body + end).replace(b"\n", b"\r\n")
    assert audit(data).verdict == "ok"


def test_encoding_a_decoded_line_gives_the_same_bytes() -> None:
    for number, _, line in read_lines(GAME):
        assert encode_line(line) + b"\n" == LINES[number - 1]
        assert decode_line(encode_line(line), number) == line


def test_line_numbers_must_rise() -> None:
    data = b"".join([*LINES[:ACT], LINES[ACT - 1], *LINES[ACT:]])
    assert code_of(data)[:2] == ("log_error", "number_not_rising")


def test_a_note_may_hold_other_keys() -> None:
    line = decode_line(b'{"kind":"note","text":"tea","weather":{"rain":true}}', 1)
    assert line.text == "tea"  # type: ignore[union-attr]


def test_a_line_error_carries_its_number() -> None:
    with pytest.raises(LogError) as caught:
        list(read_lines(b'{"kind":"note"}\n{"kind":"note"}\nx'))
    assert caught.value.line == 3


@pytest.mark.parametrize("answer", ["", "  ", "\u200b"])
@pytest.mark.parametrize("game", ["x610z", "zx"])
def test_a_sentence_about_an_answer_that_cannot_be_seen_has_no_hole(game: str, answer: str) -> None:
    params = {"who": "Player C", "answer": answer, "effect": "Cinder Dragon", "prompt": "x", "options": "0,0"}
    for lang in ("en", "nl"):
        said = engine_of(game).text("choice_not_allowed", params, lang)
        assert "“”" in said and "  " not in said
