"""Whatever a reader of files says can be translated: no sentence without words, and no words left over."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.utils import translation

from ledger.errors import UserError
from tournaments.imports import words
from tournaments.imports.preview import Upload, preview
from tournaments.imports.reading import read_event
from tournaments.imports.trf_results import _SAID
from tournaments.standings.model import Sentence, StandingsError

ROOT = Path(__file__).resolve().parents[3] / "tournaments"
READERS = (
    *sorted((ROOT / "standings").glob("formats*.py")),
    *(ROOT / "standings" / name for name in ("compare.py", "model.py", "presets.py", "tally.py")),
    *(ROOT / "imports" / name for name in ("reading.py", "trf_results.py")),
)
SPEAKERS = {"fail": 1, "StandingsError": 1, "FormatError": 1, "need": 2, "Sentence": 0}
"""What a problem is said with, and which argument is the sentence."""
PASSED_ON = {"message", "words", "error.message"}
"""Arguments that are a sentence somebody else made."""


def said(path: Path) -> Iterator[str]:
    """Every sentence a module says; what cannot be told from the code is marked with ``?``."""
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(function, ast.FunctionDef):
            continue
        named: dict[str, ast.expr] = {}
        for node in sorted(ast.walk(function), key=lambda one: getattr(one, "lineno", 0)):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                named[node.targets[0].id] = node.value
            elif isinstance(node, ast.Call) and (place := SPEAKERS.get(ast.unparse(node.func))) is not None:
                yield from sentences(node.args[place], named)


def sentences(node: ast.expr, named: dict[str, ast.expr]) -> list[str]:
    """The sentences an argument can be: written there, chosen between, put together, or named a line before."""
    if isinstance(node, ast.Constant):
        return [str(node.value)]
    if isinstance(node, ast.IfExp):
        return sentences(node.body, named) + sentences(node.orelse, named)
    if isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.FormattedValue) else part for part in node.values]
        return ["".join("".join(sentences(part, named)) for part in parts)]
    if isinstance(node, ast.Name) and node.id in named:
        return sentences(named[node.id], named)
    if ast.unparse(node).startswith("Sentence(") or ast.unparse(node) in PASSED_ON:
        return []  # looked at by itself
    return [f"? {ast.unparse(node)}"]


def test_no_reader_has_a_sentence_without_words_and_no_words_are_left_over() -> None:
    spoken = {sentence for path in READERS for sentence in said(path)} | {words for _, words in _SAID}
    assert len(spoken) > 70
    assert sorted(spoken - set(words.WORDS)) == []
    assert sorted(set(words.WORDS) - spoken) == []


def test_a_sentence_is_its_english_text_and_one_without_words_stays_so() -> None:
    sentence = Sentence("%(one)s and %(two)s", one=1, two="b")
    assert (sentence, sentence.pattern, sentence.params) == (
        "1 and b",
        "%(one)s and %(two)s",
        {"one": 1, "two": "b"},
    )
    assert words.worded(sentence) == "1 and b"
    assert str(StandingsError("code", sentence, "line 3")) == "line 3: 1 and b"


# --- every problem an organizer can see ----------------------------------------------------------------

EVENT: dict[str, Any] = {
    "format": "results/1",
    "event": "Small",
    "players": ["ann", "bob"],
    "rounds": [{"matches": [{"players": ["ann", "bob"], "games": [2, 0, 0]}]}],
}
HEAD = "round,player1,player2,wins1,wins2,results,kind\n"


def trf(row: str = "", cell: str = "   2 w 1", points: str = " 1.0") -> str:
    """A report of two players with one thing wrong."""
    first = row or f"001    1      Ann{'':<30}{'':<33}{points}    1  {cell}"
    return f"012 Open\n{first}\n001    2      Bob{'':<30}{'':<33} 0.0    2     1 b 0\n"


BAD = {
    "syntax": ("x.json", '{"event": "x",\n  oops}'),
    "number": ("x.json", '{"event": NaN}'),
    "field": ("x.json", json.dumps(EVENT | {"colour": 1})),
    "preset": ("x.json", json.dumps(EVENT | {"preset": "none"})),
    "policy": ("x.json", json.dumps(EVENT | {"policy": {"key": 1, "name": "n", "metrics": ["wins"]}})),
    "row": ("x.json", json.dumps(EVENT | {"rounds": [[{"players": ["ann", "zoe"]}, {"players": ["ann"]}]]})),
    "columns": ("x.csv", "round,player1,colour\n"),
    "quotes": ("x.csv", HEAD + '1,"Ann,Bob,2,0\n'),
    "cell": ("x.csv", HEAD + "1,Ann,Bob,two,0\n"),
    "twice": ("x.csv", HEAD + "1,Ann,Bob,2,0\n1,Ann,Cem,2,0\n"),
    "content": ("x.csv", HEAD + "1,Ann,Bob,2,0,lw\n1,Cem,Dot,,,ll\n1,Eva,Fay,,,wl\n"),
    "bytes": ("x.csv", "\udcff"),
    "report number": ("x.trf", trf("001    x      Ann")),
    "report no number": ("x.trf", trf("001           Ann")),
    "report points": ("x.trf", trf(points=" 1.3")),
    "report result": ("x.trf", trf(cell="   2 w ?")),
    "report twice": ("x.trf", trf("001    2      Ann")),
    "report stranger": ("x.trf", trf(cell="   7 w 1")),
    "report contradiction": ("x.trf", trf(cell="   2 w 0", points=" 3.5")),
}


def problems(filename: str, text: str) -> list[str]:
    """What a file is refused for."""
    with pytest.raises(UserError) as refused:
        Upload(text.encode("utf-8", "surrogateescape"), filename).read()
    return [problem.message for problem in refused.value.problems]


@pytest.mark.parametrize("case", BAD)
def test_every_problem_of_a_file_is_translated(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = problems(*BAD[case])
    monkeypatch.setattr(words, "_", lambda text: f"¶{text}")
    translated = problems(*BAD[case])
    assert len(plain) == len(translated)
    for text in translated:
        place, mark, _rest = text.rpartition("¶")
        assert mark, text
        assert "¶" in place or re.match(r"^([\w#. ]+: |round \d+, match \d+ \(.*\): )?$", place), text
    assert not any("this line cannot be read" in text for text in plain)


def test_a_syntax_error_is_told_with_its_line_and_column_and_without_the_librarys_words() -> None:
    assert problems(*BAD["syntax"]) == [
        "line 2, column 3: this is not JSON: just before this place a comma, a quotation mark or a bracket is "
        "missing or too many"
    ]
    assert problems(*BAD["quotes"]) == [
        "line 2: this line is not a row of a table: a quotation mark is missing or too many"
    ]


def test_places_and_numbers_are_in_the_readers_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "_", lambda text: text.replace("line ", "regel ").replace("points", "punten"))
    with translation.override("nl"):
        assert problems(*BAD["twice"]) == ["regel 3: 'Ann' already has a row in this round (regel 2)"]
        assert "regel 2: the punten say 3,5, the rounds say 0" in problems(*BAD["report contradiction"])


def test_what_differs_from_the_files_own_standings_is_told_with_names() -> None:
    told = [{"player": "bob", "points": 1.5}, {"player": "ann", "points": 3}]
    people = [{"id": "ann", "name": "Ann Smit"}, {"id": "bob", "name": "Bob Bos"}]
    event = read_event(json.dumps(EVENT | {"players": people, "standings": told}).encode(), filename="x.json")
    compared = words_of_comparison(event)
    assert compared == [
        "Bob Bos: points is 0.000000, but the file says 1.500",
        "Bob Bos is above Ann Smit in the file, but Match points says otherwise (0.000000 and 3.000000)",
    ]


def words_of_comparison(event: Any) -> list[str]:
    """What the page says of the standings in the file, without a database."""
    with patch("tournaments.imports.preview.imported", return_value=None):
        return list(preview(event)["compared"])


def test_a_row_that_cannot_be_read_hides_nothing_of_the_rows_that_can() -> None:
    """Their numbers are not told then, for they would be counted without the rows left out."""
    file = HEAD + f"1,Ann,Bob,two,0\n1,Cem,Dot,2,0,lw\n2,Ann,Cem,2,0\n2,{'x' * 61},Dot,2,0\n"
    assert problems("x.csv", file) == [
        "line 2, wins1: must be a whole number from 0 to 99",
        f"player “{'x' * 60}”: a name has 1 to 60 characters",
        "round 1 (Cem – Dot): the games won contradict the result",
    ]
    rows = [
        ["ann", "bob", "two", 0, 0],
        {"players": ["cem", "dot"], "games": [2, 0, 0], "results": ["l", "w"]},
    ]
    event = {"event": "x", "rounds": [rows, [["cem", "dot", 2, 0]]]}
    assert problems("x.json", json.dumps(event)) == [
        "round 1, match 1, ann – bob (rounds[0][0][2]): must be a whole number from 0 to 99",
        "round 2, match 1, cem – dot (rounds[1][0]): a compact match has 3 or 5 items",
        "round 1 (cem – dot): the games won contradict the result",
    ]


def test_a_wrong_field_beside_the_rows_hides_nothing_of_the_rows() -> None:
    event = {
        **EVENT,
        "event": 7,
        "colour": 1,
        "players": [{"id": "ann", "lot": -1}, {"id": "bob", "team": "x"}],
        "rounds": [
            {"round": 2, "matches": [{"players": ["ann", "bob"], "games": [2, 0, 0], "results": ["l", "w"]}]}
        ],
        "standings": [{"player": "ann", "points": "many"}],
        "preset": "mtg",
    }
    broken = [text.partition(": ")[0] for text in problems("x.json", json.dumps(event))]
    assert broken == [
        "colour",
        "player 1 (players[0].lot)",
        "player 2 (players[1].team)",
        "round 1 (rounds[0].round)",
        "player 1 (standings[0].points)",
        "event",
        "round 1 (ann – bob)",
    ]
    twice = json.dumps(event | {"preset": "none"})[:-1] + ', "preset": "none"}'
    assert [text.partition(": ")[0] for text in problems("x.json", twice)] == [
        "preset",
        *broken[:-1],
        "preset",
    ]


@pytest.mark.parametrize("key", ["rounds[0][0]", "rounds[7][7]", "players[9].x", "rounds[0].matches[0]"])
def test_a_field_that_is_called_like_a_place_is_only_a_field(key: str) -> None:
    plain, doubled = json.dumps(EVENT | {key: 1}), json.dumps(EVENT)[:-1] + f', "{key}": 1, "{key}": 2}}'
    for text, count in ((plain, 1), (doubled, 2), (f"[{doubled}]", 1)):
        assert len(problems("x.json", text)) == count
    inside = json.dumps(
        EVENT | {"rounds": [{"matches": [], "matches[5]": 1}, {"matches[0]": 1, "matches": 7}]}
    )
    assert problems("x.json", inside)
