"""The form for a rule of what the end of a circuit gives."""

from collections.abc import Iterable

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from ledger.web import offer

from .invitation_models import LAST_RANK, MOST_DAYS, TITLE_LENGTH, Gift


class GiftForm(forms.Form):
    """To whom, what, and in which final."""

    kind = forms.ChoiceField(label=_("What is given"), choices=Gift.Kind.choices)
    first = forms.IntegerField(label=_("From place"), min_value=1, max_value=LAST_RANK, initial=1)
    last = forms.IntegerField(label=_("to place"), min_value=1, max_value=LAST_RANK)
    final = forms.ChoiceField(
        label=_("Final"),
        required=False,
        help_text=_("A tournament of your organization that has not begun. A title needs none."),
    )
    value = forms.IntegerField(
        label=_("How many"),
        required=False,
        min_value=0,
        max_value=MOST_DAYS,
        help_text=_("Days to answer an invitation (usually 14), or how many byes."),
    )
    title = forms.CharField(label=_("Title"), required=False, max_length=TITLE_LENGTH)
    reason = forms.CharField(
        label=_("Why"),
        max_length=300,
        help_text=_("Everybody who takes part is told, and reads this on the page."),
    )
    asked_if = ("final", "value", "title")

    def __init__(self, data: QueryDict | None, *, finals: Iterable[tuple[str, str]], noticed: bool) -> None:
        """``finals``: the tournaments to choose from, as (slug, name); ``noticed``: whether it must be said why."""
        super().__init__(data)
        offer(self, "final", [("", "—"), *finals])
        if not noticed:
            del self.fields["reason"]
