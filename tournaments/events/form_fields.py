"""The kinds of field that the forms of this room have: of a setting as it is declared, a moment."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from .settings import Declared

MOMENT = "%Y-%m-%dT%H:%M"
USUAL = _("Default for this kind of tournament")


def setting_field(one: Declared) -> forms.Field | None:
    """The field that asks a setting, which may be left as usual; None for one that forms ask in a way of their own."""
    setting = one.setting
    words: dict[str, Any] = {"label": setting.label, "help_text": setting.help, "required": False}
    if one.asked_as != one.name or not setting.label:
        return None
    if setting.choices:
        return choice_field(setting.choices, **words)
    if one.is_tick:
        return forms.BooleanField(**words)
    if setting.bounds is not None:
        least, most = setting.bounds
        return forms.IntegerField(min_value=least, max_value=most, **words)
    return None


def choice_field(choices: Mapping[Any, Any], **kwargs: Any) -> forms.TypedChoiceField:
    """A choice of the policy that may be left as usual."""
    kept = {str(value): value for value in choices}
    return forms.TypedChoiceField(
        choices=[("", USUAL), *choices.items()],
        coerce=lambda text: kept[text],
        empty_value=None,
        **{"required": False, **kwargs},
    )


def moment_field(**kwargs: Any) -> forms.DateTimeField:
    """A date and time as the browser's own picker."""
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=MOMENT)
    return forms.DateTimeField(widget=widget, input_formats=[MOMENT, "%Y-%m-%d %H:%M"], **kwargs)
