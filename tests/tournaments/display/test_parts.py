"""The shared parts and their tags, rendered alone."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django import forms
from django.contrib.staticfiles import finders
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation

from tests.pages import flat
from tournaments.templatetags.parts import BADGES


def render(source: str, **context: Any) -> str:
    return Template("{% load parts %}" + source).render(Context(context))


def test_a_known_rule_opens_its_wording() -> None:
    text = render('{% rule "202.8" %}')
    assert "Keep the same direction" in text
    assert "popovertarget=" in text


def test_a_rule_is_worded_in_the_readers_language() -> None:
    with translation.override("nl"):
        assert "Keep the same direction" not in render('{% rule "202.8" %}')


def test_an_unknown_rule_is_a_plain_number() -> None:
    text = render("{% rule number %}", number="<b>999</b>")
    assert "popover" not in text
    assert "&lt;b&gt;999" in text
    assert render('{% rule_wording "999.9" %}') == ""


def test_the_same_rule_twice_has_two_ids() -> None:
    text = render('{% rule "202.8" %}{% rule "202.8" %}')
    assert 'id="rule-1"' in text
    assert 'id="rule-2"' in text


def test_ids_of_a_fragment_differ_from_those_of_the_page() -> None:
    plain = RequestFactory().get("/x/")
    fragment = RequestFactory().get("/x/part/", headers={"HX-Request": "true"})
    page_text = render('{% rule "202.8" %}', request=plain)
    assert 'id="rule-1"' in page_text
    assert 'id="rule-1"' not in render('{% rule "202.8" %}', request=fragment)


@pytest.mark.parametrize("kind", sorted(BADGES))
def test_every_badge_has_a_word_beside_an_icon_of_the_sprite(kind: str) -> None:
    _tone, icon, word = BADGES[kind]
    text = render("{% badge kind %}", kind=kind)
    assert str(word) in text
    with open(str(finders.find("icons/sprite.svg")), encoding="utf-8") as sprite:
        assert f'id="{icon}"' in sprite.read()


def test_a_new_state_does_not_break_a_badge() -> None:
    assert "frozen" in render('{% badge "frozen" %}')


@pytest.mark.parametrize(
    ("cookie", "theme", "scheme"),
    [
        ("dark", "dark", "dark"),
        ("light", "light", "light"),
        ('"><script>', "system", "light dark"),
        (None, "system", "light dark"),
    ],
)
def test_only_the_three_themes_are_taken_from_the_cookie(cookie: str | None, theme: str, scheme: str) -> None:
    request = RequestFactory().get("/")
    if cookie is not None:
        request.COOKIES["theme"] = cookie
    assert render("{% theme_name %}|{% theme_scheme %}", request=request) == f"{theme}|{scheme}"


def test_a_table_names_its_rows_and_marks_ones_own() -> None:
    table = {
        "caption": "Standings",
        "head": 1,
        "columns": [{"label": "Place", "number": True}, {"label": "Player"}],
        "rows": [{"cells": [1, {"text": "<i>Noor</i>", "url": "/p/1/"}], "current": True}],
    }
    text = flat(render_to_string("parts/table.html", {"table": table}))
    assert '<th scope="row"' in text
    assert 'aria-current="true"' in text
    assert "&lt;i&gt;Noor" in text


def test_a_row_with_too_few_cells_is_a_bug() -> None:
    table = {"caption": "x", "columns": [{"label": "a"}, {"label": "b"}], "rows": [{"cells": [1]}]}
    with pytest.raises(ValueError, match="longer"):
        render_to_string("parts/table.html", {"table": table})


class NameForm(forms.Form):
    """A form with one field that must be filled."""

    name = forms.CharField(label="Name", help_text="As on your card.")


def test_a_field_with_an_error_is_tied_to_its_message() -> None:
    text = str(NameForm({}))
    assert 'aria-describedby="id_name_helptext id_name_error"' in text
    assert 'id="id_name_error"' in text
    assert 'id="id_name_helptext"' in text
    assert 'href="#id_name"' in text


def test_a_fresh_form_shows_no_summary() -> None:
    assert "error-summary" not in str(NameForm())


def test_a_clock_gives_the_server_time_and_the_end() -> None:
    clock = {
        "now": datetime(2026, 3, 1, 14, 0, tzinfo=UTC),
        "ends_at": datetime(2026, 3, 1, 14, 50, tzinfo=UTC),
        "paused_at": None,
        "extension_minutes": 3,
    }
    text = render_to_string("parts/clock.html", {"clock": clock})
    assert 'data-now="2026-03-01T14:00:00+00:00"' in text
    assert 'data-ends-at="2026-03-01T14:50:00+00:00"' in text
    assert 'data-extension="3"' in text


def test_a_clock_that_has_not_started_shows_the_length_of_the_round() -> None:
    clock = {
        "now": datetime(2026, 3, 1, 14, 0, tzinfo=UTC),
        "ends_at": None,
        "paused_at": None,
        "minutes": 60,
    }
    assert "60:00" in render_to_string("parts/clock.html", {"clock": clock})


def test_a_bye_is_called_a_bye() -> None:
    match = {"table": None, "round": 1, "players": [{"name": "Mila"}], "badges": [("bye", "")]}
    assert 'aria-label="Bye"' in render_to_string("parts/match_card.html", {"match": match})


class Asks(forms.Form):
    """One field of each way a question may stay open."""

    needed = forms.CharField()
    note = forms.CharField(required=False)
    chosen = forms.ChoiceField(choices=[("a", "A"), ("b", "B")], required=False)
    open = forms.ChoiceField(choices=[("", "none"), ("a", "A")], required=False)
    by_age = forms.CharField(required=False)
    asked_if = ("by_age",)

    def clean_note(self) -> str:
        """What is missed is not called optional in the same breath."""
        raise forms.ValidationError("Enter it.")


@pytest.mark.parametrize(
    ("name", "stays"),
    [("needed", False), ("note", True), ("chosen", False), ("open", True), ("by_age", False)],
)
def test_only_what_may_stay_empty_is_called_optional(name: str, stays: bool) -> None:
    text = render('{% include "parts/field.html" %}', field=Asks()[name])
    assert ("optional" in text) is stays
    missed = render('{% include "parts/field.html" %}', field=Asks({})["note"])
    assert "Enter it." in missed and "optional" not in missed
