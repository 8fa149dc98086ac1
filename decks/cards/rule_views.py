"""The rules of the game in our own words, on one page to which every rule number leads."""

from functools import lru_cache
from typing import TypedDict

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ledger.web import language_of_page
from rules_engine.rulebook import headings, rules

from .words import rule_anchor


class RuleShown(TypedDict):
    """One rule: ``anchor`` is its place on the page, ``number`` what people call it."""

    anchor: str
    number: str
    title: str
    text: str


class HeadingShown(TypedDict):
    """A heading of the rules; ``level`` 2 for a part of the book, 3 for everything below it."""

    anchor: str
    number: str
    title: str
    level: int
    rules: list[RuleShown]


@require_safe
def rule_book(request: HttpRequest) -> HttpResponse:
    """Every rule that a verdict, a deck check or the recorder can name, under the headings of the rule book."""
    return render(request, "decks/rules.html", {"headings": headings_in(language_of_page())})


@lru_cache(maxsize=4)
def headings_in(language: str) -> list[HeadingShown]:
    """The rule book in this language, in its order."""
    found: dict[str, HeadingShown] = {
        heading.id: {
            "anchor": f"part-{heading.id}",
            "number": heading.id if heading.id[0].isdigit() else "",
            "title": heading.title_nl if language == "nl" else heading.title,
            "level": 2 if len(heading.id) < 3 else 3,
            "rules": [],
        }
        for heading in headings().values()
    }
    for one in rules().values():
        found[one.section]["rules"].append(
            {
                "anchor": rule_anchor(one.id),
                "number": one.id.partition("#")[0] if one.id[0].isdigit() else "",
                "title": one.title_in(language),
                "text": one.text_in(language),
            }
        )
    return list(found.values())
