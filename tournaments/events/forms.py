"""Forms of the events room."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from decks.cards.pools import pool_choices

from .models import Staff
from .policy import LISTS, TEMPLATES

MOMENT = "%Y-%m-%dT%H:%M"


def pools() -> list[tuple[str, object]]:
    """The card pools to choose from, the usual one of the game first."""
    return [("", _("The usual one of this kind")), *pool_choices()]


def moment_field(**kwargs: Any) -> forms.DateTimeField:
    """A date and time as the browser's own picker."""
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=MOMENT)
    return forms.DateTimeField(widget=widget, input_formats=[MOMENT, "%Y-%m-%d %H:%M"], **kwargs)


class TournamentForm(forms.Form):
    """A new tournament from a template."""

    template = forms.ChoiceField(
        label=_("Kind of tournament"), choices=[(key, item.label) for key, item in TEMPLATES.items()]
    )
    name = forms.CharField(label=_("Name"), max_length=100)
    starts_at = moment_field(label=_("Start"))
    deck_deadline = moment_field(
        label=_("Deck deadline"), required=False, help_text=_("Without it, decks may change until the start.")
    )
    capacity = forms.IntegerField(label=_("Places"), min_value=4, max_value=2000, initial=32)
    location = forms.CharField(label=_("Place"), max_length=200, required=False)
    lists = forms.ChoiceField(
        label=_("Who may read deck lists"), choices=list(LISTS.items()), required=False, initial="closed"
    )
    pool = forms.ChoiceField(label=_("Cards"), choices=pools, required=False)
    acts = forms.CharField(
        label=_("Acts"),
        max_length=60,
        required=False,
        help_text=_("For example D1, D2. Leave empty for all acts of these cards."),
    )
    teams = forms.BooleanField(label=_("Players form teams"), required=False)
    crews = forms.BooleanField(
        label=_("Players form crews"),
        required=False,
        help_text=_("A crew is a team of three players of one clan."),
    )


class ApprovalForm(forms.Form):
    """The office's decision."""

    note = forms.CharField(label=_("Note to the organizer"), max_length=300, required=False)


class StaffForm(forms.Form):
    """Give a person a role."""

    username = forms.CharField(label=_("Name they sign in with"), max_length=60)
    role = forms.ChoiceField(label=_("Role"), choices=Staff.Role.choices)
