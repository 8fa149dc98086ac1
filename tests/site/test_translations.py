"""The Dutch catalogue: complete, with the same placeholders, and with every text that the site really says."""

import ast
import re
from datetime import UTC, datetime
from pathlib import Path

import polib
import pytest
from django.template import Context, Template
from django.test import Client
from django.utils import translation
from django.utils.formats import date_format

from tests.site.catalogue_texts import begin, python_texts, site_texts, template_texts, update
from tests.site.language_words import ROOT, catalogue
from x610z_site.services.environment import FLOORS

_PLACEHOLDER = re.compile(r"%\([a-z_]+\)[sd]|%%|\{[a-z_]+\}|<[^>]+>")
HALL_TIME = datetime(2026, 11, 21, 22, 5, tzinfo=UTC)  # 23:05 in the hall
TWELVE_HOURS = re.compile(r"\b[ap]\.?m\.?(?![a-z])", re.IGNORECASE)


@pytest.mark.day("a text without Dutch is the most frequent fault")
def test_every_text_of_the_site_is_in_the_catalogue_and_no_other() -> None:
    said = site_texts()
    known = {(entry.msgid, entry.msgid_plural) for entry in catalogue()}
    # A text may stand alone in one place and with a plural in another: the catalogue holds it once, with both.
    plurals = {msgid for msgid, plural in known if plural}
    missing = {pair for pair in said - known if pair[1] or pair[0] not in plurals}
    assert missing == set(), "python -m tests.site.catalogue_texts adds them"
    assert {entry.msgid for entry in catalogue()} - {msgid for msgid, _plural in said} == set()


def test_every_text_is_translated_and_none_is_a_guess() -> None:
    assert len(catalogue()) > 900
    assert [entry.msgid for entry in catalogue() if not entry.translated()] == []
    assert [entry.msgid for entry in catalogue() if entry.fuzzy] == []
    assert [entry.msgid for entry in catalogue() if entry.obsolete] == []


def test_a_translation_fills_in_exactly_what_the_english_text_does() -> None:
    wrong = []
    for entry in catalogue():
        wanted = set(_PLACEHOLDER.findall(entry.msgid))
        if entry.msgid_plural:
            # The form for one may leave the number out, as English sometimes does.
            wanted |= set(_PLACEHOLDER.findall(entry.msgid_plural))
            given = set(_PLACEHOLDER.findall(entry.msgstr_plural[1]))
            if not set(_PLACEHOLDER.findall(entry.msgstr_plural[0])) <= wanted:
                wrong.append(entry.msgid)
        else:
            given = set(_PLACEHOLDER.findall(entry.msgstr))
        if wanted != given:
            wrong.append(entry.msgid)
    assert wrong == []


def test_a_translation_ends_and_begins_like_its_text() -> None:
    wrong = []
    for entry in catalogue():
        for text in [entry.msgstr, *entry.msgstr_plural.values()]:
            if text and (text != text.strip()) != (entry.msgid != entry.msgid.strip()):
                wrong.append(text)
            if text and (text[-1] == ":") != (entry.msgid[-1] == ":"):
                wrong.append(text)
    assert wrong == []


def test_no_text_to_be_filled_in_has_places_without_a_name() -> None:
    nameless = re.compile(r"(?<!%)%(?:[sdr]|\.\d)|\{\d*\}")
    assert [entry.msgid for entry in catalogue() if nameless.search(entry.msgid)] == []


def test_no_marked_text_is_put_together_from_parts() -> None:
    wrong = []
    for package in FLOORS:
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"_", "gettext_noop"}:
                    bad = node.args and isinstance(node.args[0], (ast.JoinedStr, ast.BinOp))
                    wrong += [f"{path.relative_to(ROOT)}:{node.lineno}"] if bad else []
    assert wrong == []


def test_the_extraction_itself_sees_every_kind_of_mark(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        '_("one")\nngettext("%(n)s thing", "%(n)s things", n)\ntext.gettext_noop("two")\nother("no")\n'
    )
    assert set(python_texts(module)) == {("one", ""), ("%(n)s thing", "%(n)s things"), ("two", "")}
    page = tmp_path / "page.html"
    page.write_text(
        '{% load i18n %}{% translate \'Don\\\'t\' %}{% badge "x" text=_("shown") %}plain '
        "{% blocktranslate trimmed count n=n %}\n  {{ n }} card\n{% plural %}\n  {{ n }} cards\n{% endblocktranslate %}"
        "{% blocktranslate trimmed with a=b %}Why {{ a }}?{% endblocktranslate %}"
    )
    found = set(template_texts(page))
    assert {("shown", ""), ("%(n)s card", "%(n)s cards"), ("Why %(a)s?", "")} <= found
    assert not any("plain" in text for text, _plural in found)


def test_a_catalogue_is_brought_up_to_date_without_touching_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.site.catalogue_texts.ROOT", tmp_path)
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "a.py").write_text('_("Old")\n_("New")\nngettext("%(n)s card", "%(n)s cards", n)\n')
    file = begin("xx")
    entries = polib.pofile(str(file), wrapwidth=0)
    entries.append(polib.POEntry(msgid="Gone", msgstr="Weg"))
    entries.append(polib.POEntry(msgid="Old", msgstr="Oud", occurrences=[("decks/b.py", "")]))
    entries.save()
    assert update(file) == (["New", "%(n)s card"], ["Gone"])
    after = polib.pofile(str(file))
    assert [(entry.msgid, entry.msgstr) for entry in after] == [
        ("Old", "Oud"),
        ("New", ""),
        ("%(n)s card", ""),
    ]
    assert after[0].occurrences == [("decks/b.py", "")]
    assert update(file) == ([], [])


def test_the_compiled_catalogue_is_the_committed_one() -> None:
    with translation.override("nl"):
        assert [
            entry.msgid
            for entry in catalogue()
            if not entry.msgid_plural and translation.gettext(entry.msgid) != entry.msgstr
        ] == []


@pytest.mark.parametrize(
    ("language", "expected"), [("nl", "zaterdag 21 november, 23:05"), ("en", "Saturday 21 November, 23:05")]
)
def test_a_day_is_written_in_the_language_of_the_page(language: str, expected: str) -> None:
    with translation.override(language):
        assert Template('{{ time|date:"l j F, H:i" }}').render(Context({"time": HALL_TIME})) == expected


@pytest.mark.parametrize("language", ["nl", "en"])
@pytest.mark.parametrize("format_name", ["DATETIME_FORMAT", "TIME_FORMAT", "SHORT_DATETIME_FORMAT"])
def test_a_time_without_a_format_of_its_own_is_on_a_24_hour_clock(language: str, format_name: str) -> None:
    with translation.override(language):
        text = date_format(HALL_TIME, format_name)
        assert "22:05" in text and not TWELVE_HOURS.search(text)


def test_no_page_names_a_12_hour_format() -> None:
    wrong = []
    for path in (ROOT / "templates").rglob("*.html"):
        for form in re.findall(r"""\|(?:date|time):["']([^"']+)["']""", path.read_text(encoding="utf-8")):
            wrong += [f"{path.name}: {form}"] if re.search(r"(?<!\\)[aAfgGhP]", form) else []
    assert wrong == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "cookie", "given"),
    [
        ("nl", "", "nl"),
        ("nl-BE,nl;q=0.9,en;q=0.5", "", "nl"),
        ("en-GB", "", "en"),
        ("fr,de;q=0.8", "", "en"),
        ("en", "nl", "nl"),
        ("nl", "en", "en"),
        ("nl", "xx", "nl"),
    ],
)
def test_the_cookie_goes_before_the_browser_and_the_browser_before_english(
    asked: str, cookie: str, given: str
) -> None:
    client = Client(headers={"Accept-Language": asked})
    if cookie:
        client.cookies["django_language"] = cookie
    answer = client.get("/sign-in/")
    assert f'<html lang="{given}"' in answer.content.decode()
    assert answer["Content-Language"] == given
    assert "Accept-Language" in answer["Vary"]


@pytest.mark.django_db
def test_the_language_switch_is_remembered_for_a_year() -> None:
    client = Client(headers={"Accept-Language": "en"})
    answer = client.post("/i18n/setlang/", {"language": "nl", "next": "/t/"})
    assert (answer.status_code, answer["Location"]) == (302, "/t/")
    assert answer.cookies["django_language"]["max-age"] == 365 * 24 * 3600
    assert "Toernooien" in client.get("/t/").content.decode()


def test_polib_reads_what_is_committed_without_a_complaint() -> None:
    assert polib.detect_encoding(str(ROOT / "locale/nl/LC_MESSAGES/django.po")).lower() == "utf-8"
    assert catalogue().metadata["Language"] == "nl"
    assert catalogue().metadata["Plural-Forms"] == "nplurals=2; plural=(n != 1);"
