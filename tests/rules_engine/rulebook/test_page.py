"""The page of all rules is up to date, and one rule can be explained in plain text."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rules_engine.rulebook import headings, rules
from rules_engine.rulebook.__main__ import main
from rules_engine.x610z.explain import UnknownRule, explain_text
from rules_engine.x610z.rules_page import anchor, as_html, as_markdown
from rules_engine.x610z.rulesets import load_ruleset, rulings
from rules_engine.zx.rulebook import zx_rules
from rules_engine.zx.rules_page import as_markdown as zx_markdown
from rules_engine.zx.rulings import rulings as zx_rulings

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize(("lang", "name"), [("en", "rulebook.md"), ("nl", "rulebook.nl.md")])
def test_the_page_in_docs_is_the_one_that_the_data_make(lang: str, name: str) -> None:
    again = f"python -m rules_engine.rulebook --markdown --lang {lang} --output docs/{name}"
    assert (DOCS / name).read_text(encoding="utf-8") == as_markdown(lang), f"make it again: {again}"


@pytest.mark.parametrize(("lang", "name"), [("en", "rulebook-zx.md"), ("nl", "rulebook-zx.nl.md")])
def test_the_page_of_zx_is_the_one_that_the_data_make_and_has_every_rule_and_answer(
    lang: str, name: str
) -> None:
    again = f"python -m rules_engine.zx.rules_page {lang} > docs/{name}"
    page = zx_markdown(lang)
    assert (DOCS / name).read_text(encoding="utf-8") == page, f"make it again: {again}"
    assert all(page.count(f"</a>{one} | **") == 1 for one in zx_rules())
    for one in zx_rulings().values():
        assert page.count(f"\n### {one.id} `{one.key}`: ") == 1
        assert all(f"\n- `{option}`" in page for option in one.options)
    with pytest.raises(ValueError, match="en, nl"):
        zx_markdown("fr")


def test_the_page_of_another_language_is_refused() -> None:
    with pytest.raises(ValueError, match="en, nl"):
        as_markdown("fr")


def test_the_page_has_every_rule_once_and_every_heading_once() -> None:
    page = as_markdown()
    for rule_id in rules():
        assert page.count(f'\n| <a id="{anchor(rule_id)}"></a>{rule_id} |') == 1
    assert len({anchor(known) for known in [*rules(), *rulings()]}) == len(rules()) + len(rulings())
    for heading in headings().values():
        assert (
            len(re.findall(rf"^#+ (?:{re.escape(heading.id)}\. )?{re.escape(heading.title)}$", page, re.M))
            >= 1
        )
    titles = re.findall(r"^#+ \d.*$", page, re.M)
    assert len(titles) == len(set(titles)) == len(headings()) - 2


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_the_page_has_every_ruling_and_a_wording_never_breaks_its_table(lang: str) -> None:
    page = as_markdown(lang)
    for known in rulings().values():
        assert f"### {known.id} `{known.key}`" in page
    rows = [line for line in page.splitlines() if line.startswith('| <a id="r-')]
    assert len(rows) == len(rules())
    assert all(row.count("|") == 4 for row in rows)


class Anchors(HTMLParser):
    """Collects ids and checks that tags close in order."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value for name, value in attrs if name == "id" and value]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_html_page_is_well_formed_and_has_an_anchor_for_every_rule_and_ruling() -> None:
    parser = Anchors()
    parser.feed(as_html())
    assert parser.open == []
    assert parser.ids == [*rules(), *rulings()]


def test_the_command_prints_or_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--html"]) == 0
    assert capsys.readouterr().out == as_html()
    assert main(["--lang", "nl"]) == 0
    assert capsys.readouterr().out == as_markdown("nl")
    assert main(["--output", str(tmp_path / "page.md")]) == 0
    assert (tmp_path / "page.md").read_text(encoding="utf-8") == as_markdown()
    assert capsys.readouterr().out == ""


def test_a_rule_is_explained_with_its_open_question() -> None:
    told = explain_text("202.8")
    assert told.startswith("202.8  Keep the same direction (enforced)\n")
    assert "H7  Which turns" in told
    assert "chosen: right_angle_allowed." in told
    assert "option: wider_only." in told


def test_an_event_that_chose_otherwise_is_explained_its_own_way() -> None:
    told = explain_text("202.8", "nl", load_ruleset("x610z/2010-03", {"H7": "wider_only"}))
    assert told.startswith("202.8  Dezelfde kant op (gehandhaafd)\n")
    assert "gekozen: wider_only." in told


def test_february_is_explained_in_its_own_words() -> None:
    february = load_ruleset("x610z/2010-02")
    assert "when the turn goes" in " ".join(explain_text("106.3#2", "en", february).split())
    assert "at that moment" in " ".join(explain_text("106.3#2").split())
    assert "does not have it yet" in explain_text("G.unactivated", "en", february)


def test_a_number_with_parts_below_it_shows_them_all() -> None:
    told = explain_text("106.3")
    assert [f"106.3{part}  " in told for part in ("", "#1", "#2", "#3")] == [True] * 4
    chapter = explain_text("605", "nl")
    assert chapter.startswith("605  Warpzones\n")
    assert "605.1  " in chapter and "605.4  " in chapter


@pytest.mark.parametrize(
    ("asked", "first", "count"),
    [
        ("101.1", "101.1a", 2),
        ("202.1", "202.1", 1),
        ("200.1", "200.1", 10),
        ("105", "105.1a", 7),
        ("6", "600.1", 27),
    ],
)
def test_a_number_shows_itself_and_its_own_parts_only(asked: str, first: str, count: int) -> None:
    told = re.findall(r"^(\d{3}\.\S+)  ", explain_text(asked), re.M)
    assert told[0] == first
    assert len(told) == count


def test_a_term_shows_only_itself() -> None:
    assert "Deck restriction" not in explain_text("G.deck")
    assert explain_text("NL").count("\nNL.") == 40


def test_a_rule_that_is_also_a_heading_is_shown_once() -> None:
    assert explain_text("105.4").count("105.4  Murphy's Law") == 1


def test_a_ruling_is_explained_by_id_and_by_key() -> None:
    assert explain_text("H17") == explain_text("giving-up")
    assert "106.3#3" in explain_text("H17")


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_everything_can_be_explained_within_the_width_of_a_terminal(lang: str) -> None:
    for asked in [*rules(), *rulings(), *headings()]:
        for line in explain_text(asked, lang).splitlines():
            assert len(line) <= (96 if line.startswith(" ") else 140), line


def test_an_unknown_number_or_language_is_refused() -> None:
    with pytest.raises(UnknownRule, match=r"202\.8"):
        explain_text("202.81")
    with pytest.raises(ValueError, match="en, nl"):
        explain_text("202.8", "fr")
