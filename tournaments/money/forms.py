"""Forms of the money room."""

from typing import TYPE_CHECKING

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from ledger.errors import UserError
from ledger.shapes import Arguments
from tournaments.events.form_fields import moment_field

from .amounts import CURRENCIES, cents_of, typed
from .models import Fee, Prize

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise
else:
    StrOrPromise = object


class AmountField(forms.CharField):
    """An amount as people type it; its value is in cents, or None where nothing was typed."""

    def __init__(self, *, label: StrOrPromise, required: bool = True, help_text: StrOrPromise = "") -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "size": 8})
        super().__init__(max_length=12, widget=widget, label=label, required=required, help_text=help_text)

    def clean(self, value: object) -> int | None:
        """The cents; a ValidationError says what is wrong."""
        text = super().clean(value)
        try:
            return cents_of(text) if text else None
        except UserError as error:
            raise forms.ValidationError(error.message) from error


class FeeForm(forms.Form):
    """What the event costs; left empty it asks no fee."""

    cents = AmountField(
        label=_("Fee"), required=False, help_text=_("For example 7.50. Empty: this tournament asks no fee.")
    )
    currency = forms.ChoiceField(label=_("Currency"), choices=[(one, one) for one in CURRENCIES])
    member_cents = AmountField(label=_("For members"), required=False)
    young_cents = AmountField(label=_("Under 16"), required=False)
    early_cents = AmountField(label=_("For those who enter early"), required=False)
    early_until = moment_field(label=_("Early until"), required=False)

    def __init__(self, data: QueryDict | None = None, *, fee: Fee | None) -> None:
        """The fee as it stands."""
        super().__init__(data, initial=_typed(fee))


def _typed(fee: Fee | None) -> dict[str, object]:
    if fee is None:
        return {}
    amounts = ("cents", "member_cents", "young_cents", "early_cents")
    return {
        **{name: typed(getattr(fee, name)) for name in amounts},
        "currency": fee.currency,
        "early_until": fee.early_until,
    }


class CountForm(forms.Form):
    """The cash of a till."""

    begun_cents = AmountField(
        label=_("Change that lay in the till at the beginning"),
        required=False,
        help_text=_("Empty: nothing."),
    )
    counted_cents = AmountField(label=_("Cash counted now"))

    def values(self) -> Arguments:
        """What the service is told."""
        return {
            "counted_cents": self.cleaned_data["counted_cents"],
            "begun_cents": self.cleaned_data["begun_cents"] or 0,
        }


class PrizeForm(forms.Form):
    """A prize to announce."""

    what = forms.CharField(label=_("The prize"), max_length=80)
    by = forms.ChoiceField(label=_("Who gets it"), choices=Prize.By.choices)
    first = forms.IntegerField(label=_("From place"), min_value=1, max_value=4096, initial=1)
    last = forms.IntegerField(
        label=_("To place, or how many are drawn"), min_value=1, max_value=4096, initial=1
    )
    cents = AmountField(
        label=_("Amount of money"), required=False, help_text=_("Empty where the prize is a thing.")
    )

    def values(self) -> Arguments:
        """What the service is told; places and numbers only where they say something."""
        said = dict(self.cleaned_data)
        said["cents"] = said["cents"] or 0
        if said["by"] != Prize.By.PLACE:
            said["first"] = 1
        return said
