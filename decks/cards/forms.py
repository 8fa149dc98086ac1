"""The forms of a keeper: a card, a ruling, a set, lists, a file. What they may hold is decided by the services."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules_engine.games import games
from rules_engine.x610z.cards import LIFE_BASE_CLASS
from rules_engine.x610z.cardtext import DEFAULT_VOCABULARY
from rules_engine.x610z.pool import CARD_TYPES

from .history import LABELS
from .models import CardSet, LegalityList
from .reading import FIELDS, FLAGS, MAX_LINE, MAX_NAME, MAX_TEXT, CardParts
from .words import KINDS

_HELP = {
    "number": _("Act.Print run/card number/cards in the act-rarity: D1.1/008/100-C"),
    "cost": _("M for Mystic, B for Boost, R for Robiumm, C for any: M2 C1. Empty: free."),
    "restriction": _("How many copies a deck may hold: a number, or infinity."),
    "text": _(
        "In English, in the words of card texts. The box on this page shows what the rules engine understands."
    ),
    "manual": _(
        "Only when the engine can never understand the text: in a logged game a judge enters what it does."
    ),
}


def _select(values: list[tuple[str, Any]]) -> forms.Select:
    return forms.Select(choices=[("", "–"), *values])


class CardForm(forms.Form):
    """Every printed part of one card; ``row()`` is what ``read_row`` reads."""

    def __init__(self, *args: Any, errata: bool = False, **kwargs: Any) -> None:
        """With ``errata`` the form asks for the reason and the day of the change as well."""
        super().__init__(*args, **kwargs)
        for name in FIELDS:
            if name != "known":
                self.fields[name] = self._part(name)
        if errata:
            self.fields["number"].widget.attrs["readonly"] = True
            self.fields["reason"] = forms.CharField(
                label=_("Why it changes"),
                max_length=300,
                help_text=_("Players read this on the card's page."),
            )
            self.fields["effective_on"] = forms.DateField(
                label=_("In force since"), required=False, widget=forms.DateInput(attrs={"type": "date"}),
                help_text=_("Empty: today."),
            )  # fmt: skip

    def _part(self, name: str) -> forms.Field:
        common: dict[str, Any] = {"label": LABELS[name], "help_text": _HELP.get(name, ""), "required": False}
        if name in FLAGS:
            return forms.BooleanField(**common)
        if name in ("text", "text_nl"):
            return forms.CharField(
                **common,
                max_length=MAX_TEXT,
                strip=False,
                widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false"}),
            )
        common["required"] = name in ("number", "name", "type", "restriction")
        chosen: dict[str, list[tuple[str, Any]]] = {
            "type": [(words, KINDS[kind]) for words, kind in CARD_TYPES.items()],
            "class": [(word, word) for word in (*DEFAULT_VOCABULARY.classes, LIFE_BASE_CLASS)],
            "element": [(word, word) for word in DEFAULT_VOCABULARY.elements],
            "crew": [(word, word) for word in DEFAULT_VOCABULARY.crews],
        }
        if name in chosen:
            return forms.CharField(**common, widget=_select(chosen[name]))
        return forms.CharField(**common, max_length=MAX_NAME if name.startswith("name") else MAX_LINE)

    def row(self, known: list[str] | None = None) -> CardParts:
        """The parts as typed, for ``read_row``; ``known`` is kept from the form of the card before."""
        source = self.data if self.is_bound else self.initial
        parts = {name: source.get(name, "") for name in FIELDS if name not in (*FLAGS, "known")}
        flags = {flag: bool(source.get(flag)) for flag in FLAGS}
        return {**parts, **flags, "known": known or []}


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
        label=_("Game"), choices=lambda: [(game.key, game.name) for game in games()], initial="x610z"
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
