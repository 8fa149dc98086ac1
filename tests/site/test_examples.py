"""Every example of every Markdown page runs and prints what the page says; what cannot run is marked, and counted."""

from collections import Counter
from pathlib import Path

import pytest

from tests.site.markdown_examples import (
    ROOT,
    blocks_of,
    commands_of,
    prepare,
    run,
    run_python,
    same,
)
from tests.speeds import few_by_day

NOT_PAGES = {"var", ".venv", "node_modules"}
PAGES = sorted(
    page
    for page in ROOT.rglob("*.md")
    if not NOT_PAGES & set(page.relative_to(ROOT).parts) and "```" in page.read_text(encoding="utf-8")
)

# Why a block is only shown, and how many are. A new one is a decision: count it here, or make it run.
NOT_RUN = {
    "a drawing": 3,
    "a list of forms": 5,
    "asks a site": 1,
    "an outline": 9,
    "for a server": 5,
    "changes the clone": 9,
    "make drill runs it": 9,
    "starts or runs everything": 6,
    "takes minutes or longer": 5,
}


def name(page: Path) -> str:
    """A page's path as pytest shows it."""
    return page.relative_to(ROOT).as_posix()


@pytest.mark.django_db
@pytest.mark.parametrize("doc", few_by_day(PAGES, 13, "pages whose examples run"), ids=name)
def test_the_examples_of_a_page_print_what_it_says(doc: Path, tmp_path: Path) -> None:
    blocks = blocks_of(doc.read_text(encoding="utf-8"))
    prepare(tmp_path, blocks)
    for block in blocks:
        for command in commands_of(block) if block.language == "console" and not block.not_run else ():
            status, printed = run(command, tmp_path)
            where = f"line {command.line}: {command.text}\n--- printed ---\n{printed[:3000]}"
            assert status == command.status, where
            assert same(command.expected, printed), f"{where}\n--- the page says ---\n{command.expected}"
    tries, failures = run_python(blocks, name(doc))
    assert failures == ""
    assert tries or not any(block.language == "python" and block.runs for block in blocks)


@pytest.mark.parametrize("doc", PAGES, ids=name)
def test_every_block_runs_or_is_a_file_or_is_marked(doc: Path) -> None:
    text = doc.read_text(encoding="utf-8")
    blocks = blocks_of(text)
    assert len(blocks) * 2 == sum(line.lstrip().startswith("```") for line in text.splitlines()), (
        "a fence is open"
    )
    lost = [f"line {one.line}" for one in blocks if not (one.runs or one.file or one.not_run)]
    assert lost == [], "make it run, name it as a file, or mark it: <!-- not run: WHY -->"
    commands = "\n".join(one.body for one in blocks if one.language == "console")
    assert [one.file for one in blocks if one.file and one.file not in commands] == [], (
        "no command reads this file"
    )


def test_what_is_only_shown_is_counted_by_its_reason() -> None:
    found = Counter(one.not_run for page in PAGES for one in blocks_of(page.read_text()) if one.not_run)
    assert dict(found) == NOT_RUN


@pytest.mark.parametrize(
    ("expected", "printed", "agree"),
    [
        ("one\ntwo\n", "one\ntwo\n", True),
        ("one\n", "one\ntwo\n", False),
        ("one\n…\n", "one\ntwo\nthree\n", True),
        ("…\nthree\n", "one\ntwo\nthree\n", True),
        ("…\nfour\n", "one\ntwo\nthree\n", False),
        ("took … s\n", "took 1.5 s\n", True),
        ("took … s\n", "took 1.5 min\n", False),
        ("a.b\n", "axb\n", False),
        ("", "anything\n", False),
        ("", "", True),
    ],
)
def test_what_is_printed_is_compared_line_by_line(expected: str, printed: str, agree: bool) -> None:
    assert same(expected, printed) is agree


@pytest.mark.parametrize("file", sorted((ROOT / "docs" / "examples").iterdir()), ids=name)
def test_an_example_file_is_the_one_its_page_shows(file: Path) -> None:
    shown = [one.body for page in PAGES for one in blocks_of(page.read_text()) if one.file == file.name]
    assert shown and file.read_text(encoding="utf-8") in shown
