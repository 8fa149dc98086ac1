"""Forms of the clans room."""

from django import forms
from django.utils.translation import gettext_lazy as _

from .models import NAME_LENGTH


class ClanForm(forms.Form):
    """Create a clan."""

    name = forms.CharField(
        label=_("Name of the clan"), max_length=NAME_LENGTH, help_text=_("Everybody can read it.")
    )
