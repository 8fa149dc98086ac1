"""Forms of the leagues room."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django import forms
from django.utils.translation import gettext_lazy as _

from ledger.shapes import Json
from ledger.web import offer
from tournaments.events.form_fields import moment_field

from .answers import place_words
from .desk_services import BOTH, FIRST, MOST_DAYS, NOBODY, SECOND
from .models import PLACE_LENGTH


class OfferForm(forms.Form):
    """When one can play, by one's own clock, and where."""

    first = moment_field(label=_("I can play on"))
    second = moment_field(label=_("or on"), required=False)
    third = moment_field(label=_("or on"), required=False)
    place = forms.ChoiceField(label=_("Where"))
    own_place = forms.CharField(
        label=_("or at another place"),
        required=False,
        max_length=PLACE_LENGTH,
        help_text=_("A shop, a club. No telephone number or address of mail or the web."),
    )

    def __init__(
        self, data: Mapping[str, object] | None = None, *, places: Sequence[str], typed: bool
    ) -> None:
        """``places``: those of the league; ``typed``: whether another one may be written."""
        super().__init__(data)
        offer(self, "place", [(place, place_words(place)) for place in places])
        if not typed:
            del self.fields["own_place"]

    @property
    def times(self) -> list[datetime]:
        """The moments of a valid form."""
        said = (self.cleaned_data.get(name) for name in ("first", "second", "third"))
        return [at for at in said if at is not None]

    @property
    def where(self) -> str:
        """The place of a valid form."""
        return str(self.cleaned_data.get("own_place") or self.cleaned_data["place"])


class DaysForm(forms.Form):
    """More days."""

    days = forms.IntegerField(label=_("Days more"), min_value=1, max_value=MOST_DAYS, initial=2)


class AbsenceForm(forms.Form):
    """Who did not come."""

    absent = forms.ChoiceField(label=_("Who did not come?"))
    reason = forms.CharField(label=_("Reason"), max_length=300)

    def __init__(self, *, names: Sequence[str], initial: Json) -> None:
        """``names``: who sits there, by seat."""
        super().__init__(initial=initial)
        words = [
            (FIRST, _("%(name)s did not come: the other wins") % {"name": names[0]}),
            (SECOND, _("%(name)s did not come: the other wins") % {"name": names[1]}),
            (BOTH, _("neither came: both lose")),
            (NOBODY, _("nobody is to blame: they find another time")),
        ]
        offer(self, "absent", words)
