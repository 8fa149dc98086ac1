"""Gives every Django form the look of the parts; named by the setting ``FORM_RENDERER``."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from django.forms.renderers import TemplatesSetting
from django.http import HttpRequest
from django.utils.formats import localize
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

FOLDER = "django/forms/widgets/"
OPTION = f"{FOLDER}select_option.html"
Values: TypeAlias = Mapping[str, Any]
"""What Django gives its templates, and in it what it says of a widget."""
INPUTS = "input text number email date datetime time password hidden checkbox search tel url"


class PartsRenderer(TemplatesSetting):
    """Renders forms with ``templates/parts/form.html`` and fields with ``templates/parts/field.html``.

    Needs ``django.forms`` among INSTALLED_APPS, for the templates of the widgets. Inputs and selects are written here,
    letter for letter as those templates write them: a form with many choices is three times as fast, for a template
    includes another for each choice and another for its attributes.
    """

    form_template_name = "parts/form.html"
    field_template_name = "parts/field.html"

    def render(self, template_name: str, context: Values, request: HttpRequest | None = None) -> SafeString:
        """A form, a field or a widget as markup; ``context`` is what Django gives its templates."""
        write = WRITERS.get(template_name)
        written = write(context["widget"]) if write else None
        return (
            SafeString(super().render(template_name, dict(context), request)) if written is None else written
        )


def write_input(widget: Values) -> SafeString:
    """An input with its value and attributes."""
    value = "" if widget["value"] is None else format_html(' value="{}"', widget["value"])
    given = widget["type"], widget["name"], value, _attributes(widget)
    return format_html('<input type="{}" name="{}"{}{}>', *given)


def write_select(widget: Values) -> SafeString | None:
    """A select with its choices, in groups where they have one; None when a choice has a template of its own."""
    groups = widget["optgroups"]
    if any(one["template_name"] != OPTION for _name, options, _index in groups for one in options):
        return None
    made = _together(_group(name, options) for name, options, _index in groups)
    return format_html('<select name="{}"{}>{}\n</select>', widget["name"], _attributes(widget), made)


def _group(name: object, options: Iterable[Values]) -> SafeString:
    made = _together(
        format_html(
            '\n  <option value="{}"{}>{}</option>\n', one["value"], _attributes(one), localize(one["label"])
        )
        for one in options
    )
    return format_html('\n  <optgroup label="{}">{}\n  </optgroup>', localize(name), made) if name else made


def _attributes(widget: Values) -> SafeString:
    given = ((name, value) for name, value in widget["attrs"].items() if value is not False)
    return _together(
        format_html(" {}", name) if value is True else format_html(' {}="{}"', name, value)
        for name, value in given
    )


def _together(parts: Iterable[SafeString]) -> SafeString:
    return format_html_join("", "{}", ((part,) for part in parts))


WRITERS: Mapping[str, Callable[[Values], SafeString | None]] = {
    f"{FOLDER}select.html": write_select,
    **dict.fromkeys((f"{FOLDER}{kind}.html" for kind in INPUTS.split()), write_input),
}
"""By the template that they stand for."""
