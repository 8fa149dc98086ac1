"""Trigger Conditions in the English of the printed cards (207.4)."""

from __future__ import annotations

import re
from typing import Any

from rules_engine.x610z import nodes as n

from .english_words import cards, player, select, thing
from .page import Page, Unread

PHASE = re.compile(r"(At the beginning of|During|In) (.+?) (reactivation|draw|action|end) phase, (.+)")
WHEN = re.compile(r"(When|Whenever) (.+?), (.+)")
EVENTS = {
    "attacks": "attacks",
    "moves": "moves",
    "is attacked": "attacked",
    "is dealt damage": "damaged",
    "is destroyed": "destroyed",
    "is activated": "activated",
    "enters play": "enters",
    "leaves play": "leaves",
}
WHOSE = {"you": "you", "your": "you", "an opponent": "opponent", "a player": "any"}


def condition(page: Page, line: str) -> tuple[n.When, str] | None:
    """207.4a: "[Trigger condition], [effect]"."""
    if found := PHASE.fullmatch(line):
        word = {"At the beginning of": "at", "During": "during", "In": "in"}[found[1]]
        return n.When(word, "phase", found[3], phase_of(page, found[2])), found[4]
    if (found := WHEN.fullmatch(line)) is None:
        return None
    word, rest = found[1].lower(), found[3]
    if event := re.fullmatch(r"(.+) (draw|discard)s? a card", found[2]):
        return n.When(word, event[2] + "s", whose=WHOSE[event[1]]), rest
    if event := re.fullmatch(r"(.+?) casts? an? (.+)", found[2]):
        return n.When(word, "cast", whose=WHOSE[event[1]], select=cards(event[2])), rest
    for end, event_name in EVENTS.items():
        if found[2].endswith(" " + end):
            return of_thing(page, word, event_name, found[2].removesuffix(" " + end)), rest
    raise Unread(line)


def phase_of(page: Page, words: str) -> Any:
    """Whose phase it is; a target is what the card lies on (207.5a)."""
    if words in ("your", "each player's", "each opponent's"):
        return {"your": "you", "each player's": "any", "each opponent's": "opponent"}[words]
    player(page, words.removesuffix("'s"))
    return "host"


def of_thing(page: Page, word: Any, event: Any, words: str) -> n.When:
    """An event that happens to a permanent."""
    if words == "~":
        return n.When(word, event, ref=n.This())
    if words.startswith("target "):
        return n.When(word, event, ref=thing(page, words))
    return n.When(word, event, select=select(re.sub("^an? ", "", words)))
