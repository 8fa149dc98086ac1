"""Forms of reports and decisions."""

from django import forms
from django.utils.translation import gettext_lazy as _

from . import models
from .models import Reason


class ReportForm(forms.Form):
    """What is wrong with something."""

    reason = forms.ChoiceField(
        label=_("What is wrong with it?"), choices=Reason.choices, widget=forms.RadioSelect
    )
    words = forms.CharField(
        label=_("Tell us more, if you want"),
        max_length=models.WORDS,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Who made it never reads this, and is never told who reported it."),
    )


class StrangerForm(ReportForm):
    """The same of somebody without an account, who may leave an address for the answer."""

    mail = forms.EmailField(
        label=_("Your e-mail address"),
        max_length=254,
        required=False,
        help_text=_("Only if you want to hear what was decided. It is forgotten half a year later."),
    )


class DecisionForm(forms.Form):
    """Whether it stays, and why: which of both is needed, the button says."""

    asked_if = ("rule", "answer")

    rule = forms.ChoiceField(
        label=_("If it is hidden: the rule that it breaks"),
        choices=[("", "—"), *Reason.choices],
        required=False,
    )
    answer = forms.CharField(
        label=_("Why"),
        max_length=models.WORDS,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Who made it and who reported it read this. Name nobody."),
    )


class ObjectionForm(forms.Form):
    """Why a decision is wrong."""

    words = forms.CharField(
        label=_("Why is the decision wrong?"),
        max_length=models.WORDS,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
