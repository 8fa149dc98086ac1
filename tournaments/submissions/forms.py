"""Forms of the submissions room."""

from django import forms
from django.utils.translation import gettext_lazy as _


class ExtensionForm(forms.Form):
    """More time for one player's deck."""

    minutes = forms.IntegerField(label=_("Minutes from now"), min_value=1, max_value=24 * 60, initial=10)
    reason = forms.CharField(label=_("Why"), max_length=200, help_text=_("The player will see this."))
