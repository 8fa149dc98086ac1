"""Puzzles: the same for everybody, one illegal step in each, and no answer on a page before one was given."""

import re

import pytest
from django.test import Client
from msgspec.structs import replace

from rules_engine import audit
from rules_engine.x610z.cards import load_pool
from rules_engine.x610z.puzzles import FEWEST, KINDS, MOST, Puzzle, make_puzzle
from tests.tournaments.hall import make_user
from tournaments.puzzles import views
from tournaments.puzzles.making import chapter, puzzle_of, sections, solution_of, steps_of
from tournaments.puzzles.models import PuzzleAnswer
from tournaments.puzzles.selectors import next_puzzle, score_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
POOL = load_pool("demo")
NUMBERS = range(1, 31)


@pytest.fixture
def judge() -> Client:
    client = Client()
    client.force_login(make_user("Judge in training"))
    return client


def answer(client: Client, number: int, line: int, section: str) -> str:
    """Answer a puzzle by the form of its page, where it still has one; the page that follows."""
    key = re.search(
        r'name="idempotency_key" value="([^"]*)"', client.get(f"/puzzles/{number}/").content.decode()
    )
    data = {"line": str(line), "section": section, "idempotency_key": key[1] if key else ""}
    return str(client.post(f"/puzzles/{number}/", data, follow=True).content.decode())


@pytest.mark.parametrize("number", NUMBERS)
def test_exactly_the_step_that_was_changed_is_the_first_to_break_a_rule(number: int) -> None:
    puzzle = make_puzzle(number, POOL)
    assert audit(puzzle.clean, pool=POOL).verdict == "ok"
    report = audit(puzzle.faulty, pool=POOL)
    assert report.finding is not None
    assert (report.verdict, report.finding.line, report.finding.rule) == (
        "violation",
        puzzle.line,
        puzzle.rule,
    )
    differing = [
        place
        for place, (one, other) in enumerate(
            zip(puzzle.clean.splitlines(), puzzle.faulty.splitlines(), strict=True), 1
        )
        if one != other
    ]
    assert differing[0] == puzzle.line and differing[1:] in ([], [len(puzzle.clean.splitlines())])
    assert FEWEST <= puzzle.last - puzzle.first + 1 <= MOST and puzzle.first + 3 <= puzzle.line <= puzzle.last


def test_a_number_gives_the_same_puzzle_and_numbers_give_many_kinds() -> None:
    puzzles = [make_puzzle(number, POOL) for number in NUMBERS]
    assert puzzles[:5] == [make_puzzle(number, POOL) for number in NUMBERS[:5]]
    assert len({puzzle.faulty for puzzle in puzzles}) == len(puzzles)
    assert len({chapter(puzzle.section) for puzzle in puzzles}) >= 4 and len(KINDS) == 5
    places = {puzzle.line - puzzle.first for puzzle in puzzles}
    assert len(places) > 6  # where in the list it stands says nothing


@pytest.mark.parametrize("language", ["en", "nl"])
def test_the_steps_speak_of_names_and_cards_and_the_wrong_one_reads_like_the_others(language: str) -> None:
    from django.utils import translation

    with translation.override(language):
        for number in NUMBERS[:8]:
            steps = steps_of(puzzle_of(number))
            assert not [step["text"] for step in steps if re.search(r"#\d|\bE[12]\b|D1\.1/", step["text"])]
            assert all(set(step) == {"number", "line", "text"} for step in steps)


def test_before_the_answer_a_page_is_the_same_whatever_the_answer_is(
    judge: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another rule, and the fault taken for a step before it: no byte of the page changes."""
    made = puzzle_of(3)
    volatile = re.compile(
        r'name="(csrfmiddlewaretoken|idempotency_key)" value="[^"]*"|nonce="[^"]*"|"X-CSRFToken[^}]*'
    )
    real = [steps_of(made)]

    def page(puzzle: Puzzle) -> str:
        monkeypatch.setattr(views, "puzzle_of", lambda _number: puzzle)
        monkeypatch.setattr(views, "steps_of", lambda _puzzle: real[0])
        return volatile.sub("", judge.get("/puzzles/3/").content.decode())

    assert page(made) == page(replace(made, rule="403.1", section="403", line=made.line - 1))


def test_before_the_answer_nothing_on_the_page_stands_out(judge: Client) -> None:
    for number in NUMBERS[:6]:
        page = judge.get(f"/puzzles/{number}/").content.decode()
        rows = re.findall(r"<li>\s*<label>.*?</label>\s*</li>", page, re.DOTALL)
        shapes = {re.sub(r"\d+|</b>.*?</span>", "", row, flags=re.DOTALL) for row in rows}
        assert len(rows) >= FEWEST and len(shapes) == 1
        assert "wrong" not in page and "is-broken" not in page and "path-broken" not in page
        assert solution_of(puzzle_of(number))["text"] not in page


def test_the_answer_comes_with_rule_and_reason_and_stays(judge: Client) -> None:
    puzzle = puzzle_of(1)
    other = puzzle.first if puzzle.first != puzzle.line else puzzle.last
    page = answer(judge, 1, other, "202")
    assert "Not this step" in page and 'class="wrong"' in page
    page = answer(judge, 1, puzzle.line, chapter(puzzle.section))  # nobody answers twice
    assert "Not this step" in page and PuzzleAnswer.objects.get().line == other


def test_a_score_is_kept_by_chapter_and_for_each_person(judge: Client) -> None:
    one, two = puzzle_of(1), puzzle_of(2)
    assert "Solved" in answer(judge, 1, one.line, chapter(one.section))
    wrong = next(key for key, _title in sections() if key != chapter(two.section))
    assert "another chapter" in answer(judge, 2, two.line, wrong)
    user = PuzzleAnswer.objects.first().user  # type: ignore[union-attr]
    rows = {row["section"]: row for row in score_of(user)}
    assert rows[chapter(one.section)]["right"] == 1
    assert sum(row["found"] for row in rows.values()) == 2 and sum(row["right"] for row in rows.values()) == 1
    assert next_puzzle(user) == 3 and score_of(make_user("Somebody else")) == []
    assert "1 of 2 puzzles solved" in judge.get("/puzzles/").content.decode()


@pytest.mark.parametrize("line", ["0", "999999", "x", "-1", ""])
def test_a_step_that_is_not_there_is_no_answer(judge: Client, line: str) -> None:
    judge.post("/puzzles/1/", {"line": line, "section": "202", "idempotency_key": line})
    assert not PuzzleAnswer.objects.exists()


def test_numbers_out_of_range_do_not_exist(judge: Client) -> None:
    for number in ("0", "100000", "99999999999"):
        assert judge.get(f"/puzzles/{number}/").status_code == 404
    assert Client().get("/puzzles/1/").status_code == 302
