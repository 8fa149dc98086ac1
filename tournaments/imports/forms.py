"""The form that takes a file, and the one that confirms what it would become."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.standings import PRESETS

from .preview import MAX_BYTES, Upload


def policies() -> list[tuple[str, object]]:
    """The ways of counting to choose from."""
    return [("", _("As the file says, else as X610Z")), *((key, one.name) for key, one in PRESETS.items())]


class ImportForm(forms.Form):
    """A file, and what differs from what it says."""

    file = forms.FileField(label=_("File"), help_text=_("JSON, CSV or a FIDE report (TRF); at most 1 MB."))
    name = forms.CharField(
        label=_("Name of the tournament"), max_length=100, required=False, help_text=_("Empty: the file's.")
    )
    policy = forms.ChoiceField(label=_("How standings are counted"), choices=policies, required=False)

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
