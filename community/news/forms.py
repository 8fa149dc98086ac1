"""Forms of the news."""

import msgspec
from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from . import models
from .models import News
from .services import WORDS, Words


class NewsForm(forms.Form):
    """What a piece of news says."""

    title = forms.CharField(label=_("Title"), max_length=models.TITLE)
    language = forms.ChoiceField(label=_("Language it is written in"), choices=settings.LANGUAGES)
    text = forms.CharField(
        label=_("What there is to tell"),
        max_length=models.TEXT,
        widget=forms.Textarea(attrs={"rows": 10}),
        help_text=_("An empty line begins a new paragraph. Addresses become links."),
    )
    picture = forms.FileField(
        label=_("Picture"),
        required=False,
        help_text=_(
            "A PNG, JPEG or WebP file. It is drawn anew: where and with what it was taken is left out."
        ),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
    )
    alt = forms.CharField(
        label=_("What the picture shows"),
        max_length=models.ALT,
        required=False,
        help_text=_("For everybody who cannot see it."),
    )
    by_mail = forms.BooleanField(
        label=_("Send it as a newsletter when it appears"),
        required=False,
        help_text=_("To everybody who subscribed; it goes out once."),
    )

    @staticmethod
    def filled(news: News) -> dict[str, object]:
        """The form as a piece of news is."""
        return {name: getattr(news, name) for name in WORDS}

    def words(self) -> Words:
        """What was typed."""
        return msgspec.convert({name: self.cleaned_data[name] for name in WORDS}, Words)


class AppearForm(forms.Form):
    """When it appears."""

    at = forms.DateTimeField(
        label=_("Appears"),
        required=False,
        help_text=_("Leave it empty to publish it now."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
