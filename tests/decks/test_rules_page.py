"""The rules on one page: every number that is shown somewhere leads to its place there."""

import re
from typing import Any

import pytest
from django.template import Context, Template
from django.test import Client

from rules_engine.rulebook import rules

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def page_in(language: str) -> str:
    """The page as somebody with this language gets it."""
    client = Client()
    client.cookies["django_language"] = language
    return str(client.get("/rules/").content.decode())


@pytest.mark.parametrize("language", ["en", "nl"])
def test_every_rule_stands_there_once_in_the_readers_language(language: str) -> None:
    page = page_in(language)
    anchors = re.findall(r' id="(r\d[^"]+|r[A-Z][^"]+)"', page)
    assert len(set(anchors)) == len(anchors)
    assert {f"r{one.replace('#', '-')}" for one in rules()} <= set(anchors)
    assert rules()["202.8"].title_in(language) in page and f'lang="{language}"' in page
    other = "en" if language == "nl" else "nl"
    assert rules()["202.8"].title_in(other) not in page


@pytest.mark.parametrize("tag", ['{% rule "106.3#2" %}', '{% rule_wording "106.3#2" %}'])
def test_a_rule_number_leads_to_its_place_on_that_page(tag: str) -> None:
    shown: Any = Template("{% load parts %}" + tag).render(Context({}))
    found = re.search(r'href="/rules/#([^"]+)"', shown)
    assert found is not None and f'id="{found[1]}"' in page_in("en")


def test_a_number_that_no_rule_has_leads_nowhere() -> None:
    assert "href" not in Template('{% load parts %}{% rule "999.9" %}').render(Context({}))
