"""What the documents show works as shown."""

from __future__ import annotations

import re
from pathlib import Path

from tournaments.standings import METRICS, PRESETS
from tournaments.standings.formats import read_results

DOCS = Path(__file__).parents[3] / "docs"


def blocks(page: str) -> list[tuple[str, str]]:
    """The fenced blocks of a page: language and text."""
    return re.findall(r"^```(\w*)\n(.*?)^```", (DOCS / page).read_text("utf-8"), re.S | re.M)


def test_the_examples_of_the_result_format_are_read() -> None:
    examples = blocks("formats/results.md")
    full = next(text for language, text in examples if language == "json")
    results = read_results(full)
    assert (results.event, len(results.entrants), len(results.matches), results.rounds) == (
        "Friday tournament",
        4,
        4,
        2,
    )
    table = next(text for language, text in examples if text.startswith("# event"))
    assert [match.kind for match in read_results(table).matches] == ["played", "bye", "no_show"]


def test_the_standings_page_names_every_policy_and_metric() -> None:
    page = (DOCS / "standings.md").read_text("utf-8")
    assert [name for name in (*PRESETS, *METRICS) if f"`{name}`" not in page] == []
    assert [name for name in PRESETS["x610z"].to_json() if f"`{name}`" not in page] == ["key", "name"]
