"""Forms of the agenda room."""

from collections.abc import Iterable, Mapping

from django import forms
from django.utils.translation import gettext_lazy as _

from ledger.people import Account
from ledger.web import offer
from rules_engine.games import games
from tournaments.events.form_fields import moment_field

from .models import PLACE_LENGTH
from .services import FORMATS


class MomentForm(forms.Form):
    """When and where, by the clock of the site."""

    starts_at = moment_field(label=_("Date and time"))
    place = forms.CharField(
        label=_("Place"),
        required=False,
        max_length=PLACE_LENGTH,
        widget=forms.TextInput(attrs={"list": "places"}),  # venues that the page offers
        help_text=_("Where you meet: a shop, a club. No telephone number or address of mail or the web."),
    )


class FriendlyForm(MomentForm):
    """Propose a friendly game."""

    user_id = forms.TypedChoiceField(label=_("With whom?"), coerce=int)
    game = forms.ChoiceField(label=_("Game"))
    format = forms.ChoiceField(label=_("Decks"), choices=list(FORMATS.items()))
    field_order = ("user_id", "starts_at", "place", "game", "format")

    def __init__(
        self,
        data: Mapping[str, object] | None = None,
        *,
        partners: Iterable[Account],
        initial: dict[str, object] | None = None,
    ) -> None:
        """``partners``: whom the person may ask."""
        super().__init__(data, initial=initial)
        offer(self, "user_id", [(one.pk, one.display_name) for one in partners])
        offer(self, "game", [(one.key, one.name) for one in games()])


class FriendForm(forms.Form):
    """Ask somebody to be friends, by the name with which they sign in."""

    username = forms.CharField(label=_("Username"), max_length=60)
