"""Every sentence of the engine in both languages: it names people and cards, shows nothing raw, and is one language.

The sentences are those of the cases of ``test_rules`` (every check of the engine, broken once) and all tables of words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from rules_engine.kernel.errors import RuleBroken, Violation
from rules_engine.x610z.corrections import _ROWS
from rules_engine.x610z.finding import Finding
from rules_engine.x610z.messages import CATALOGUE, text
from rules_engine.x610z.play import KINDS
from rules_engine.x610z.revealed import KINDS as REVEALED
from rules_engine.x610z.spoken import spoken
from tests.rules_engine.x610z.test_rules import BROKEN, Table

RAW = re.compile(
    r"(?<!\()(?<!\d:)#\d+"  # an object without its card in front of it
    r"|(?<!\()stack:\d|seat:\d|\b(?:seat|stoel) \d"  # a number in the place of a person or an action
    r"|\b[A-Z]\d\.\d+/"  # a collector's number
    r"|\b[a-z]+_[a-z_]+|[\[\]{}%]|\bNone\b|\bTrue\b|\bFalse\b|\?"  # a key, or a value that is missing
)
ENGLISH = frozenset({
    "the", "and", "not", "with", "this", "that", "cards", "players", "must", "may", "has", "have", "from",
    "to", "it", "for", "by", "be", "are", "were", "which", "who", "whose", "its", "any", "all", "but", "there",
    "can", "cannot", "seat", "line", "turn", "phase", "round", "already", "only", "more", "than", "again",
    "each", "another", "does", "do", "did", "why", "what", "deck's", "hands", "choose", "chosen", "write",
    "written", "log", "rules", "rule", "game", "nobody", "nothing", "everybody", "missing",
})  # fmt: skip
DUTCH = frozenset({
    "de", "het", "een", "niet", "en", "van", "kaart", "kaarten", "beurt", "speler", "spelers", "zijn", "wordt",
    "worden", "mag", "moet", "maar",
})  # fmt: skip
TERMS = re.compile(
    r"Energy Crystal Cards?|Energy Crystals?|End Phase|Murphy's Law|No Attack Zone|Life Bases?|"
    r"Starting Dots?|Ending Dots?|multi player game"
)
"""Names of the game that both languages share."""

REPLAYS = ("claimed_draw", "derived_draw", "other_result")
"""Told by an audit, which adds the names; ``test_audit`` reads these sentences."""


@cache
def told() -> tuple[tuple[str, Finding], ...]:
    """Every case that breaks a rule, as the finding that people read."""
    found = []
    for rule, code, case in BROKEN:
        table = Table()
        try:
            violation = case(table)
        except RuleBroken as broken:
            violation = broken.violation
        if (
            isinstance(violation, Violation)
            and violation.code in CATALOGUE.findings("en")
            and code not in REPLAYS
        ):
            more = spoken(table.st, violation.seat, violation.params)
            params = {**violation.params, **more}
            found.append((case.__name__, Finding(1, 1, violation.seat, rule, violation.code, params)))
    return tuple(found)


def test_every_check_that_a_case_breaks_has_a_sentence() -> None:
    assert len(told()) > 120
    assert len({finding.code for _, finding in told()}) > 80


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_no_sentence_shows_raw_notation(lang: str) -> None:
    shown = {(name, finding.text(lang)) for name, finding in told() if RAW.search(finding.text(lang))}
    assert shown == set()


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_a_sentence_about_a_player_names_him(lang: str) -> None:
    """Where the sentence has a place for a person, a name stands there, not "this player"."""
    unnamed = re.compile(r"\b(this player|deze speler|this choice of|deze keuze van)\b", re.I)
    assert {name for name, finding in told() if unnamed.search(finding.text(lang))} == set()


def tables() -> Iterator[tuple[str, str, str]]:
    """Every pair of words: where it stands, the English and the Dutch."""
    shared = {"findings": CATALOGUE.findings("en")}
    for name, table in {**CATALOGUE.tables("en"), **shared}.items():
        dutch = CATALOGUE.findings("nl") if name in shared else CATALOGUE.table(name, "nl")
        for key, english in table.items():
            yield f"{name}.{key}", english, dutch[key]


def words(sentence: str) -> set[str]:
    """The small words of a sentence, without places for values and names of the game."""
    return set(
        re.findall(r"[^\W\d_]+(?:'s)?", TERMS.sub(" ", re.sub(r"%\(\w+\)[sd](?:'s)?", " ", sentence)).lower())
    )


def test_dutch_sentences_hold_no_english() -> None:
    assert {place: words(dutch) & ENGLISH for place, _, dutch in tables() if words(dutch) & ENGLISH} == {}


def test_english_sentences_hold_no_dutch() -> None:
    assert {place: words(english) & DUTCH for place, english, _ in tables() if words(english) & DUTCH} == {}


def test_both_languages_have_the_same_places_for_values() -> None:
    for place, english, dutch in tables():
        used = [set(re.findall(r"%\((\w+)\)[sd]|\{(\d)\}", one)) for one in (english, dutch)]
        assert used[0] >= used[1] - {("who", ""), ("pool", "")}, place


def test_a_sentence_of_the_finding_is_whole_words_in_dutch_too() -> None:
    """Filled in, a Dutch sentence has no English in it but names of cards, players and the game."""
    for name, finding in told():
        said = finding.text("nl")
        for known in (*finding.params.get("names", {}).values(), *finding.params.get("players", ())):
            said = said.replace(str(known), " ")
        assert not words(said) & ENGLISH, (name, said)


def test_everything_that_can_be_done_and_every_row_of_a_correction_has_words() -> None:
    assert set(CATALOGUE.table("do", "en")) == set(KINDS)
    assert set(CATALOGUE.table("rows", "en")) == set(_ROWS)
    assert set(CATALOGUE.table("revealed", "en")) == set(REVEALED)


def test_a_language_that_is_not_known_is_answered_in_english() -> None:
    assert text("stack_empty", {}, "fr") == CATALOGUE.findings("en")["stack_empty"]
