"""The form of the newsletter."""

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class SubscribeForm(forms.Form):
    """Who wants it, and in which languages."""

    address = forms.EmailField(
        label=_("Your e-mail address"),
        max_length=254,
        help_text=_("You get one mail with a link. Only when you open that link do we send anything else."),
    )
    wants = forms.ChoiceField(
        label=_("Which news"), choices=[("any", _("news in every language")), *settings.LANGUAGES]
    )
