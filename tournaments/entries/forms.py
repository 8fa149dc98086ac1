"""Forms of the entries room."""

from django import forms
from django.utils.translation import gettext_lazy as _


class DeskEntryForm(forms.Form):
    """Enter somebody at the desk."""

    name = forms.CharField(label=_("Player's name"), max_length=60)
    username = forms.CharField(
        label=_("Name they sign in with"),
        max_length=60,
        required=False,
        help_text=_("Leave empty for somebody without an account."),
    )
