"""The forms of a keeper: a card, a ruling, a set, lists, a file. What they may hold is decided by the services."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from rules_engine.games import games
from rules_engine.kernel.card_sheet import FLAG, LINE, RAW, SEVERAL, TEXT, CardField, CardSheet
from rules_engine.x610z.sheet import MAX_LINE

from .models import CardSet, LegalityList
from .pools import USUAL
from .reading import CardParts

MAX_NAME = 80


class CardForm(forms.Form):
    """Everything that stands on one card of a game; ``row()`` is what is read of it."""

    def __init__(
        self, sheet: CardSheet, *args: Any, errata: bool = False, dated: bool = False, **kwargs: Any
    ) -> None:
        """With ``errata`` the form asks for the reason of the change as well, ``dated`` for its day."""
        super().__init__(*args, **kwargs)
        self.sheet = sheet
        for one in sheet.fields:
            if one.asked:
                self.fields[one.name] = _asked(one)
        if errata:
            self.fields["number"].widget.attrs["readonly"] = True
            self.fields["reason"] = forms.CharField(
                label=_("Why it changes"),
                max_length=300,
                help_text=_("Players read this on the card's page."),
            )
        if errata and dated:
            self.fields["effective_on"] = forms.DateField(
                label=_("In force since"), required=False, widget=forms.DateInput(attrs={"type": "date"}),
                help_text=_("Empty: today."),
            )  # fmt: skip

    def row(self, kept: Mapping[str, Any] | None = None) -> CardParts:
        """The parts as typed; ``kept`` are those that no form asks for, from the card before."""
        return {
            one.name: self._typed(one) if one.asked else (kept or {}).get(one.name) or []
            for one in self.sheet.fields
        }

    def _typed(self, one: CardField) -> Any:
        source = self.data if self.is_bound else self.initial
        if one.kind == FLAG:
            return bool(source.get(one.name))
        if one.kind == SEVERAL and one.choices and isinstance(source, QueryDict):
            return source.getlist(one.name)
        return source.get(one.name, "")


def _asked(one: CardField) -> forms.Field:
    """The field of a form that asks for a field of a card."""
    label, help_text = _(one.label), _(one.help) if one.help else ""
    choices = [(value, _(words)) for value, words in one.choices.items()]
    if one.kind == FLAG:
        return forms.BooleanField(label=label, help_text=help_text, required=False)
    if one.kind == SEVERAL and choices:
        boxes = forms.CheckboxSelectMultiple
        return forms.MultipleChoiceField(
            label=label, help_text=help_text, required=one.needed, choices=choices, widget=boxes
        )
    widget: forms.Widget = forms.TextInput()
    if one.kind == TEXT:
        widget = forms.Textarea(attrs={"rows": 5, "spellcheck": "false"})
    elif choices:
        widget = forms.Select(choices=[("", "–"), *choices])
    most = one.most if one.kind in (LINE, TEXT, RAW) else MAX_NAME
    return forms.CharField(
        label=label,
        help_text=help_text,
        required=one.needed,
        max_length=None if choices else most,
        strip=one.kind != TEXT,
        widget=widget,
    )


class ReprintForm(forms.Form):
    """A card printed again: the number, and what a reprint may change."""

    number = forms.CharField(
        label=_("Collector's number"), max_length=40,
        help_text=_("Act.Print run/card number/cards in the act-rarity: D1.1/008/100-C"),
    )  # fmt: skip
    illustrator = forms.CharField(label=_("Illustrator"), max_length=MAX_LINE, required=False)
    flavor = forms.CharField(label=_("Flavor text"), max_length=MAX_LINE, required=False)
    legal = forms.CharField(label=_("Legal text"), max_length=MAX_LINE, required=False)


class PictureForm(forms.Form):
    """A picture of a card, and whom it is owed to."""

    file = forms.FileField(
        label=_("Picture"), help_text=_("PNG, JPEG or WebP, at most 2 MB. It is stored without hidden data."),
        widget=forms.ClearableFileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
    )  # fmt: skip
    credit = forms.CharField(label=_("Who made it"), max_length=120)
    licence = forms.CharField(
        label=_("Licence"), max_length=120, help_text=_("For example CC BY 4.0, or: shown with permission.")
    )
    source = forms.CharField(
        label=_("Where it is from"), max_length=300, required=False,
        help_text=_("An address, or in words. Readers see it; the picture itself is kept here."),
    )  # fmt: skip
    number = forms.ChoiceField(label=_("Printing"), required=False)

    def __init__(self, *args: Any, numbers: Sequence[str], **kwargs: Any) -> None:
        """``numbers``: the collector's numbers of all printings; with only one there is nothing to choose."""
        super().__init__(*args, **kwargs)
        if len(numbers) < 2:
            del self.fields["number"]
            return
        field = self.fields["number"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(number, number) for number in numbers]


class RulingForm(forms.Form):
    """A ruling in both languages with the rules it rests on."""

    text = forms.CharField(
        label=_("In English"), max_length=600, widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("What was asked and what is right, in one or two sentences."),
    )  # fmt: skip
    text_nl = forms.CharField(
        label=_("In Dutch"), max_length=600, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    rules = forms.CharField(label=_("Rules"), max_length=120, help_text=_("Numbers of rules: 202.8, 402.9"))
    given_on = forms.DateField(
        label=_("Given on"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text=_("Empty: today."),
    )


class SetForm(forms.ModelForm):
    """A set's names and the day it came out; ``mark`` says from what they were changed."""

    mark = forms.CharField(max_length=16, widget=forms.HiddenInput)

    class Meta:
        model = CardSet
        fields = ["name", "name_nl", "released_on"]
        labels = {
            "name": _("Name in English"),
            "name_nl": _("Name in Dutch"),
            "released_on": _("Released"),
        }
        widgets = {"released_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")}


class ListForm(forms.Form):
    """A new list of banned and restricted cards."""

    name = forms.CharField(label=_("Name in English"), max_length=80)
    name_nl = forms.CharField(label=_("Name in Dutch"), max_length=80, required=False)
    slug = forms.SlugField(
        label=_("Short name"), max_length=40, help_text=_("For searches and addresses: spring-list")
    )
    game = forms.ChoiceField(
        label=_("Game"), choices=lambda: [(game.key, game.name) for game in games()], initial=USUAL
    )
    default = forms.BooleanField(label=_("Applies when a tournament names no list"), required=False)


class EntryForm(forms.Form):
    """A card on a list."""

    of = forms.ModelChoiceField(label=_("List"), queryset=LegalityList.objects.none(), to_field_name="key")
    number = forms.CharField(label=_("Collector's number"), max_length=40)
    limit = forms.IntegerField(
        label=_("Copies allowed"), min_value=0, max_value=99, help_text=_("0 means banned.")
    )
    starts_on = forms.DateField(label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}))
    ends_on = forms.DateField(
        label=_("Last day"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    reason = forms.CharField(label=_("Why"), max_length=300, required=False)
    reason_nl = forms.CharField(label=_("Why, in Dutch"), max_length=300, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Offer the lists there are."""
        super().__init__(*args, **kwargs)
        field = self.fields["of"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = LegalityList.objects.all()


class PoolForm(forms.Form):
    """A pool to freeze."""

    label = forms.CharField(label=_("Name in English"), max_length=80)
    label_nl = forms.CharField(label=_("Name in Dutch"), max_length=80, required=False)
    slug = forms.SlugField(label=_("Short name"), max_length=40)
    sets = forms.MultipleChoiceField(label=_("Sets"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Offer the sets there are."""
        super().__init__(*args, **kwargs)
        field = self.fields["sets"]
        if isinstance(field, forms.MultipleChoiceField):
            field.choices = [(row.code, f"{row.code} {row.name}".strip()) for row in CardSet.objects.all()]


class EnteredPoolForm(forms.Form):
    """A pool of entered cards to freeze."""

    label = forms.CharField(label=_("Name in English"), max_length=80)
    label_nl = forms.CharField(label=_("Name in Dutch"), max_length=80, required=False)
    slug = forms.SlugField(label=_("Short name"), max_length=40)
    demonstration = forms.BooleanField(label=_("With the demonstration cards"), required=False, initial=True)


class FileForm(forms.Form):
    """A file of cards."""

    file = forms.FileField(
        label=_("File"), help_text=_("JSON or CSV, as this page exports them; at most 4 MB.")
    )


class ConfirmForm(forms.Form):
    """The confirmation of an import."""

    reason = forms.CharField(label=_("Why the cards change"), max_length=300, required=False)
    effective_on = forms.DateField(
        label=_("In force since"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text=_("Empty: today."),
    )

    def __init__(self, *args: Any, dated: bool, **kwargs: Any) -> None:
        """Ask for the day only where a change can have one of its own."""
        super().__init__(*args, **kwargs)
        if not dated:
            del self.fields["effective_on"]
