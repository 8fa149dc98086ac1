"""Forms of the recordings room."""

import json
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from .judge_services import REMEDIES
from .models import Recording

Mode = Recording.Mode


class OpenForm(forms.Form):
    """Which game is recorded, and who writes."""

    game_number = forms.IntegerField(label=_("Which game of the match?"), min_value=1, max_value=9, initial=1)
    mode = forms.ChoiceField(label=_("Who writes?"), choices=[])

    def __init__(self, *args: Any, judge: bool = False, games: int = 1, **kwargs: Any) -> None:
        """Players choose between their own phones and a scribe; a judge writes down afterwards."""
        super().__init__(*args, **kwargs)
        modes = [Mode.JUDGE] if judge else [Mode.TWO_PHONES, Mode.SCRIBE]
        self.fields["mode"] = forms.ChoiceField(
            label=_("Who writes?"), choices=[(one.value, one.label) for one in modes]
        )
        self.fields["game_number"] = forms.IntegerField(
            label=_("Which game of the match?"), min_value=1, max_value=games, initial=1
        )


class CodeForm(forms.Form):
    """The code of another phone."""

    code = forms.CharField(label=_("Code"), max_length=40)


class SignForm(forms.Form):
    """What somebody signs."""

    log_sha256 = forms.CharField(max_length=64, widget=forms.HiddenInput)


class ReasonForm(forms.Form):
    """A judge's word with its reason."""

    reason = forms.CharField(label=_("Why?"), max_length=300)


class ResumeForm(forms.Form):
    """A game goes on."""

    minutes = forms.IntegerField(
        label=_("Minutes the table lost"),
        min_value=0,
        max_value=60,
        initial=0,
        help_text=_("They are proposed where the table gets more time."),
    )


class CorrectForm(ReasonForm):
    """A correction: rows as in a judge's line of a log."""

    change = forms.CharField(
        label=_("What changes"),
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        help_text=_('Rows as a judge\'s line of a log has them, one a line: ["damage", "#0", 2]'),
    )

    def clean_change(self) -> list[list[Any]]:
        """The rows, one a line."""
        rows = []
        for line in self.cleaned_data["change"].splitlines():
            if not line.strip():
                continue
            try:
                row = json.loads(line)
            except (ValueError, RecursionError):
                row = None
            if not isinstance(row, list):
                raise forms.ValidationError(_("Every line is a row in square brackets."))
            rows.append(row)
        return rows


class RewindForm(ReasonForm):
    """Taking back to before a line."""

    line = forms.IntegerField(label=_("First line that is undone"), min_value=1)
    remedy = forms.ChoiceField(label=_("Remedy"), choices=[(one, one) for one in REMEDIES])


class PracticeForm(forms.Form):
    """A game to practise."""

    AGAINST = (("random", _("the engine's random player")), ("both", _("yourself: you play both seats")))
    against = forms.ChoiceField(label=_("Against whom?"), choices=AGAINST)
