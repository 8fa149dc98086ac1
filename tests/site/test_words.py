"""One word for one act: the table in docs/translating.md is held against every text of the catalogue and the guides."""

import re
from pathlib import Path

import polib
import pytest

from rules_engine.x610z.messages import CATALOGUE as X610Z
from rules_engine.x610z.pictures.text import TEXTS
from rules_engine.zx.messages import CATALOGUE as ZX

ROOT = Path(__file__).resolve().parents[2]
GUIDES = sorted((ROOT / "docs" / "guide").glob("*.md"))
PLACE = re.compile(r"%\([a-z_0-9]+\)[sd]|\{[a-z_]+\}")
BLANK, BLANKS = re.escape(" "), r"\s+"


def rows() -> list[list[str]]:
    """The cells of the table: act, English, Dutch, and the words that are never used for it."""
    page = (ROOT / "docs" / "translating.md").read_text(encoding="utf-8")
    section = page[page.index("## One word for one act") :].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def refused(language: str) -> re.Pattern[str]:
    """The words of the last column, in italics for Dutch."""
    words = {word.strip() for row in rows() for word in row[3].split(",") if word.strip()}
    chosen = [word.strip("*") for word in words if word.startswith("*") == (language == "nl")]
    return re.compile(
        rf"(?<![\w-])(?:{'|'.join(re.escape(word).replace(BLANK, BLANKS) for word in chosen)})(?![\w-])", re.I
    )


def texts(language: str) -> list[str]:
    """Every text of the site in one language, the engine's messages among them, without its places to fill in."""
    entries = polib.pofile(str(ROOT / "locale" / "nl" / "LC_MESSAGES" / "django.po"))
    if language == "en":
        said = [text for entry in entries for text in (entry.msgid, entry.msgid_plural) if text]
    else:
        said = [text for entry in entries for text in (entry.msgstr, *entry.msgstr_plural.values()) if text]
    said += [text for game in (X610Z, ZX) for text in game.findings(language).values()]
    tables = (table for game in (X610Z, ZX) for table in game.tables(language).values())
    said += [text for table in tables for text in table.values()]
    said += TEXTS[language].values()
    return [PLACE.sub("…", text) for text in said]


@pytest.mark.parametrize("language", ["en", "nl"])
def test_no_text_of_the_site_uses_another_word_for_an_act(language: str) -> None:
    found = [(hit[0], text) for text in texts(language) for hit in [refused(language).search(text)] if hit]
    assert found == []


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_no_guide_uses_another_word_for_an_act(guide: Path) -> None:
    pattern = refused("nl" if guide.stem.endswith(".nl") else "en")
    prose = re.sub(r"`[^`\n]*`", "", guide.read_text(encoding="utf-8"))
    assert [" ".join(hit[0].split()) for hit in pattern.finditer(prose)] == []


def test_the_word_of_every_act_is_on_the_site() -> None:
    english, dutch = ("\n".join(texts(language)).lower() for language in ("en", "nl"))
    for act, said, gezegd, _ in rows():
        stems = [(re.sub(r" \(.*", "", word.strip()), english) for word in said.split(",")]
        stems += [(re.sub(r"en$", "", word.strip()), dutch) for word in gezegd.split(",")]
        assert [word for word, text in stems if word.lower() not in text] == [], act


def test_dutch_quotes_are_single() -> None:
    assert [text for text in texts("nl") if "“" in text or "”" in text] == []


def test_a_word_that_is_never_used_is_found() -> None:
    assert refused("en").search("Please mend this first") is not None
    assert refused("en").search("a recommended deck") is None
    assert refused("nl").search("Vraag de staf.") is not None
    assert refused("nl").search("de stafel") is None
