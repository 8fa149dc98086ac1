"""Forms of the entries room."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from decks.registration.text import MAX_CHARACTERS
from ledger.web import offer
from tournaments.events.models import Tournament
from tournaments.events.policy import LIMITED

from .models import Entry


class ListArea(forms.Textarea):
    """A box for a list; whether it may stay empty depends on the tick below it, which the browser does not know."""

    def use_required_attribute(self, initial: object) -> bool:
        """Never: the form says so itself."""
        return False


class DeskEntryForm(forms.Form):
    """Enter a guest at the desk, with the list they bring.

    While decks may change, the list can wait. Once they are locked it is needed, unless staff say that it comes later.
    """

    name = forms.CharField(
        label=_("Player's name"),
        max_length=60,
        help_text=_("A guest plays in this tournament only and needs no account."),
    )
    text = forms.CharField(
        label=_("Deck list"),
        max_length=MAX_CHARACTERS,
        widget=ListArea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
    )
    later = forms.BooleanField(
        label=_("The list comes later"),
        required=False,
        help_text=_("Decks are locked: a judge then enters the list, or you give this player more time."),
    )

    def __init__(self, data: Any = None, *, tournament: Tournament) -> None:
        """Ask for what this tournament needs now: no list where none is played, or where opened cards come first."""
        super().__init__(data)
        if not tournament.policy.deck_required or tournament.format == LIMITED:
            del self.fields["text"], self.fields["later"]
            return
        text = self.fields["text"]
        closes = tournament.decks_close_at
        if tournament.state != Tournament.State.RUNNING and (closes is None or timezone.now() < closes):
            text.required = False
            text.help_text = _(
                "One card per line. Without it the player submits the list later, on their own page."
            )
            del self.fields["later"]
        else:
            text.required = not self["later"].value()
            text.help_text = _("One card per line, as the player brought it.")


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
        offer(self, "place", [("", _("A new place")), *places])
