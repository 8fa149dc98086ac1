"""Inputs and selects are written letter for letter as Django's own templates write them."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django import forms
from django.forms.renderers import TemplatesSetting
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy, override

from x610z_site.style_guide.renderer import WRITERS, PartsRenderer

HOSTILE = "<b title=\"x\">'&amp;'</b>"
CHOICES = [
    ("", "---"),
    (1, 1234.5),
    ("x", gettext_lazy("English")),
    (HOSTILE, HOSTILE),
    (SafeString("<i>"), format_html("<i>{}</i>", HOSTILE)),
    (HOSTILE, [("in", "a group"), (None, True)]),
    (gettext_lazy("Dutch"), ((2, Decimal("1234.50")), (True, date(2026, 1, 2)))),
]
ATTRS = {
    "id": HOSTILE,
    "required": True,
    "disabled": False,
    "data-x": None,
    "min": 3,
    "title": SafeString("<&>"),
}
VALUES = (
    "",
    None,
    0,
    False,
    True,
    12345,
    Decimal("1.50"),
    HOSTILE,
    SafeString(HOSTILE),
    gettext_lazy("English"),
)
WIDGETS = [
    forms.Select, forms.SelectMultiple, forms.NullBooleanSelect, forms.TextInput, forms.NumberInput, forms.EmailInput,
    forms.DateInput, forms.DateTimeInput, forms.TimeInput, forms.PasswordInput, forms.HiddenInput, forms.CheckboxInput,
    forms.URLInput, forms.SearchInput, forms.TelInput,
]  # fmt: skip


def made(kind: type[forms.Widget], attrs: dict[str, Any]) -> forms.Widget:
    if issubclass(kind, forms.Select) and kind is not forms.NullBooleanSelect:
        return kind(attrs, choices=CHOICES)
    return kind(attrs)


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("kind", WIDGETS, ids=lambda kind: kind.__name__)
def test_a_widget_is_written_as_its_template_writes_it(kind: type[forms.Widget], language: str) -> None:
    for attrs in ({}, ATTRS, {"type": "color"}):
        widget = made(kind, attrs)
        assert widget.template_name in WRITERS, widget.template_name
        for name in ("plain", HOSTILE, SafeString("<b>")):
            for value in (*VALUES, *([["x", HOSTILE]] if kind is forms.SelectMultiple else [])):
                with override(language):
                    ours = widget.render(name, value, renderer=PartsRenderer())
                    theirs = widget.render(name, value, renderer=TemplatesSetting())
                assert ours == theirs
                assert hasattr(ours, "__html__")


def test_a_select_whose_choices_have_a_template_of_their_own_is_left_to_it() -> None:
    class Own(forms.Select):
        option_template_name = "django/forms/widgets/radio_option.html"

    rows = Own(choices=CHOICES)
    assert rows.render("a", "x", renderer=PartsRenderer()) == rows.render(
        "a", "x", renderer=TemplatesSetting()
    )
    assert "<label" in rows.render("a", "x", renderer=PartsRenderer())
