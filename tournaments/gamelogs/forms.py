"""The form that submits a log."""

from django import forms
from django.utils.translation import gettext_lazy as _

from .services import MAX_BYTES


class LogForm(forms.Form):
    """A log as a file or as pasted text."""

    game_number = forms.IntegerField(label=_("Which game of the match?"), min_value=1, max_value=9, initial=1)
    file = forms.FileField(label=_("Log file"), required=False, allow_empty_file=True)
    text = forms.CharField(
        label=_("Or paste the log"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false"}),
    )

    asked_if = ("file", "text")

    def content(self) -> bytes:
        """The bytes of a valid form, from the file when there is one."""
        upload = self.cleaned_data.get("file")
        if upload is not None:
            return bytes(upload.read(MAX_BYTES + 1))
        return str(self.cleaned_data.get("text", "")).encode()
