"""The forms of a keeper of Z/X cards. What they may hold is decided by the services."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from .reading import MAX_NAME, CardParts
from .zx_reading import KEYWORDS, MAX_TEXT, RANGES, ZX_FIELDS, ZX_FLAGS
from .zx_words import ZX_COLOURS, ZX_KINDS, ZX_LABELS

_HELP = {
    "number": _("As printed: B01-005."),
    "player_name": _("Only on a Player card and a Player Extra."),
    "colours": _("Several for a card of several colours; none for a colourless card."),
    "tribes": _("Several with a comma between them: Braver, Mythos."),
    "power": _("Only on what counts as a Z/X."),
    "text": _(
        "In English, an ability on each line. The box on this page shows what the rules engine understands."
    ),
    "manual": _(
        "Only when the engine cannot understand the text: in a logged game a judge enters what it does."
    ),
}
_CHOSEN: dict[str, list[tuple[str, Any]]] = {
    "colours": list(ZX_COLOURS.items()),
    "keywords": [(word, word) for word in (*KEYWORDS, *RANGES)],
}


class ZxCardForm(forms.Form):
    """Every printed part of one card of Z/X; ``row()`` is what ``read_zx_row`` reads."""

    def __init__(self, *args: Any, errata: bool = False, **kwargs: Any) -> None:
        """With ``errata`` the form asks for the reason of the change as well."""
        super().__init__(*args, **kwargs)
        for name in ZX_FIELDS:
            self.fields[name] = self._part(name)
        if errata:
            self.fields["number"].widget.attrs["readonly"] = True
            self.fields["reason"] = forms.CharField(
                label=_("Why it changes"),
                max_length=300,
                help_text=_("Players read this on the card's page."),
            )

    def _part(self, name: str) -> forms.Field:
        common: dict[str, Any] = {
            "label": ZX_LABELS[name],
            "help_text": _HELP.get(name, ""),
            "required": name in ("number", "name", "type"),
        }
        if name in ZX_FLAGS:
            return forms.BooleanField(**common)
        if name in _CHOSEN:
            boxes = forms.CheckboxSelectMultiple
            return forms.MultipleChoiceField(**common, choices=_CHOSEN[name], widget=boxes)
        if name == "text":
            area = forms.Textarea(attrs={"rows": 5, "spellcheck": "false"})
            return forms.CharField(**common, max_length=MAX_TEXT, strip=False, widget=area)
        if name == "type":
            return forms.CharField(**common, widget=forms.Select(choices=[("", "–"), *ZX_KINDS.items()]))
        return forms.CharField(**common, max_length=MAX_NAME)

    def row(self) -> CardParts:
        """The parts as typed, for ``read_zx_row``."""
        if not self.is_bound:
            return {name: self.initial.get(name, "") for name in ZX_FIELDS}
        row: CardParts = {name: self.data.get(name, "") for name in ZX_FIELDS if name not in ZX_FLAGS}
        row |= {name: self.data.getlist(name) for name in _CHOSEN if hasattr(self.data, "getlist")}
        return {**row, **{name: bool(self.data.get(name)) for name in ZX_FLAGS}}


class ZxPoolForm(forms.Form):
    """A pool of Z/X cards to freeze."""

    label = forms.CharField(label=_("Name in English"), max_length=80)
    label_nl = forms.CharField(label=_("Name in Dutch"), max_length=80, required=False)
    slug = forms.SlugField(label=_("Short name"), max_length=40)
    demonstration = forms.BooleanField(label=_("With the demonstration cards"), required=False, initial=True)


class ZxConfirmForm(forms.Form):
    """The confirmation of an import."""

    reason = forms.CharField(label=_("Why the cards change"), max_length=300, required=False)
