"""Forms of the entries room."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from .models import Entry


class DeskEntryForm(forms.Form):
    """Enter a guest at the desk."""

    name = forms.CharField(
        label=_("Player's name"),
        max_length=60,
        help_text=_("A guest plays in this tournament only and needs no account."),
    )


class InviteForm(forms.Form):
    """Ask somebody with an account to play, or to take over what a guest has played."""

    username = forms.CharField(
        label=_("Username"),
        max_length=60,
        help_text=_("Nothing happens until this person says yes on their own page."),
    )
    place = forms.TypedChoiceField(label=_("To take which place?"), coerce=int, required=False)

    def __init__(self, *args: Any, guests: Iterable[Entry], **kwargs: Any) -> None:
        """Offer the places of these guests beside a new one."""
        super().__init__(*args, **kwargs)
        places = [(entry.number, entry.name) for entry in guests]
        self.fields["place"].choices = [("", _("A new place")), *places]  # type: ignore[attr-defined]  # a choice field
