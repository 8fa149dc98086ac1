"""The kinds of field that the forms of this room have: a number or choice that may be left as usual, a moment."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from .policy_problems import NUMBERS

MOMENT = "%Y-%m-%dT%H:%M"
USUAL = _("Default for this kind of tournament")


def number_field(key: str, **kwargs: Any) -> forms.IntegerField:
    """A whole number of the policy that may be left empty: then it is as usual for the kind of tournament."""
    least, most = NUMBERS[key]
    return forms.IntegerField(min_value=least, max_value=most, required=False, **kwargs)


def choice_field(choices: dict[Any, Any], **kwargs: Any) -> forms.TypedChoiceField:
    """A choice of the policy that may be left as usual."""
    kept = {str(value): value for value in choices}
    return forms.TypedChoiceField(
        choices=[("", USUAL), *choices.items()],
        coerce=lambda text: kept[text],
        empty_value=None,
        required=False,
        **kwargs,
    )


def moment_field(**kwargs: Any) -> forms.DateTimeField:
    """A date and time as the browser's own picker."""
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=MOMENT)
    return forms.DateTimeField(widget=widget, input_formats=[MOMENT, "%Y-%m-%d %H:%M"], **kwargs)
