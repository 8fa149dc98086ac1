"""Forms of the gallery."""

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from decks.cards.models import Card
from decks.cards.selectors import card_of

from . import models
from .licences import KEYS
from .models import Work
from .services import Words


class WorkForm(forms.Form):
    """What an artist says of a picture or a story."""

    picture = forms.FileField(
        label=gettext_lazy("Picture"),
        required=False,
        help_text=gettext_lazy(
            "A PNG, JPEG or WebP file. It is drawn anew: where and with what it was taken is left out."
        ),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
    )
    alt = forms.CharField(
        label=gettext_lazy("What the picture shows"),
        max_length=models.ALT,
        help_text=gettext_lazy("For everybody who cannot see it."),
    )
    title = forms.CharField(label=gettext_lazy("Title"), max_length=models.TITLE)
    text = forms.CharField(
        max_length=models.TEXT,
        required=False,
        help_text=gettext_lazy(
            "An empty line begins a new paragraph. Name no real people, not yourself either."
        ),
    )
    language = forms.ChoiceField(label=gettext_lazy("Language it is written in"), choices=settings.LANGUAGES)
    card = forms.CharField(
        label=gettext_lazy("Number of the card it is about"),
        max_length=40,
        required=False,
        help_text=gettext_lazy("If it is about one, such as D1.1/008. It is then shown at that card."),
    )
    licence = forms.ChoiceField(
        label=gettext_lazy("What we may do with it"), choices=KEYS, widget=forms.RadioSelect
    )
    named = forms.BooleanField(
        label=gettext_lazy("Show the name I have in the hall"),
        required=False,
        help_text=gettext_lazy(
            "Otherwise it says Artist and some letters. Under 16 it always does, and your real name is never shown."
        ),
    )
    made_it = forms.BooleanField(
        label=gettext_lazy("I made this myself, without copying anybody's picture or text"), required=False
    )

    def __init__(
        self,
        data: QueryDict | None,
        files: MultiValueDict[str, UploadedFile] | None,
        *,
        initial: dict[str, object],
        kind: str,
        new: bool,
    ) -> None:
        """``kind`` of the work; a ``new`` one asks whether its sender made it."""
        super().__init__(data, files, initial=initial)
        story = kind == Work.Kind.STORY
        for name in ("picture", "alt") if story else ():
            del self.fields[name]
        if not new:
            del self.fields["made_it"]
        elif not story:
            self.fields["picture"].required = True
        text = self.fields["text"]
        text.label = _("Your story") if story else _("A few words about it, if you like")
        text.widget = forms.Textarea(attrs={"rows": 14 if story else 3, "maxlength": models.TEXT})

    @staticmethod
    def filled(work: Work) -> dict[str, object]:
        """The form as a work is."""
        said = {name: getattr(work, name) for name in Words.__annotations__}
        return said | {"card": work.card.short if work.card is not None else ""}

    def clean_card(self) -> Card | None:
        """The card of that number; an error when there is none."""
        number = self.cleaned_data["card"].strip()
        found = card_of(number) if number else None
        if number and found is None:
            raise forms.ValidationError(_("There is no card with this number."))
        return found

    def words(self) -> Words:
        """What was typed."""
        said = self.cleaned_data
        return {
            "title": said["title"],
            "language": said["language"],
            "text": said["text"],
            "alt": said.get("alt", ""),
            "named": said["named"],
            "licence": said["licence"],
        }
