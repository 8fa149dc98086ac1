"""The form that takes a file, and the one that confirms what it would become."""

from django import forms
from django.utils.translation import gettext_lazy as _

from .preview import MAX_BYTES, Upload

PRESET_NAMES = {
    "x610z": "X610Z",
    "x610z_team": _("X610Z teams"),
    "x610z_pods": _("X610Z pods"),
    "mtg": "Magic: The Gathering",
    "manatraders": _("Magic: The Gathering; whoever stayed in longer ranks higher"),
    "pokemon": "Pokémon",
    "flesh_and_blood": "Flesh and Blood",
    "netrunner": "Netrunner",
    "commander_pods": _("Commander pods"),
    "fide": _("FIDE Swiss"),
}
"""What people call the presets of the standings, by their keys."""


def policies() -> list[tuple[str, object]]:
    """The ways of counting to choose from."""
    return [("", _("As in the file, otherwise X610Z's rules")), *PRESET_NAMES.items()]


class ImportForm(forms.Form):
    """A file, and what differs from what it says."""

    file = forms.FileField(label=_("File"), help_text=_("JSON, CSV or a FIDE report (TRF); at most 1 MB."))
    name = forms.CharField(
        label=_("Name of the tournament"),
        max_length=100,
        required=False,
        help_text=_("Leave empty to use the file's name."),
    )
    policy = forms.ChoiceField(label=_("How standings are calculated"), choices=policies, required=False)

    def upload(self) -> Upload:
        """The file of a valid form, read no further than one byte too far."""
        sent = self.cleaned_data["file"]
        return Upload(bytes(sent.read(MAX_BYTES + 1)), str(sent.name), self.cleaned_data["policy"])


class ConfirmForm(forms.Form):
    """The same again, hidden, with the file packed into a field."""

    content = forms.CharField(widget=forms.HiddenInput, strip=False)
    filename = forms.CharField(widget=forms.HiddenInput, max_length=255)
    name = forms.CharField(widget=forms.HiddenInput, max_length=100, required=False)
    policy = forms.ChoiceField(widget=forms.HiddenInput, choices=policies, required=False)

    def upload(self) -> Upload:
        """The file of a valid form. Raises UserError when it is no file of ours."""
        data = self.cleaned_data
        return Upload.unpacked(data["content"], data["filename"], data["policy"])
