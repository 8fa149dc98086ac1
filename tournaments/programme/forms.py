"""Forms of the programme room: the words of a circuit; its rules are a form of their own (:mod:`.rule_form`)."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ledger.web import offer
from rules_engine.games import GAMES, game_of

from .models import NAME_LENGTH, Circuit

PRESETS = (
    ("x610z", _("X610Z: evenings, open events and championships, the best 4, 4 and 2")),
    ("pokemon", _("As Play! Pokémon: League Challenges and League Cups, the best 4 of each")),
    ("vekn", _("As VEKN: the best 8 results of 18 months")),
    ("alwaysberunning", _("As AlwaysBeRunning: the best 5 of events you choose")),
)
"""What each preset is, in words."""


class CircuitForm(forms.Form):
    """What a circuit is called, what it is about, from when to when."""

    name = forms.CharField(label=_("Name of the circuit"), max_length=NAME_LENGTH)
    about = forms.CharField(
        label=_("About it"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Everybody can read it."),
    )
    starts = forms.DateField(
        label=_("First day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    ends = forms.DateField(
        label=_("Last day"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    @staticmethod
    def filled(circuit: Circuit) -> dict[str, object]:
        """The form as a circuit is."""
        return {
            "name": circuit.name,
            "about": circuit.about,
            "starts": circuit.starts,
            "ends": circuit.ends,
        }


class NewCircuitForm(CircuitForm):
    """A new circuit: by which preset it begins, and for which game."""

    preset = forms.ChoiceField(
        label=_("Begin with"),
        choices=PRESETS,
        help_text=_("Everything of it can be changed before you open the circuit."),
        widget=forms.RadioSelect,
        initial="x610z",
    )
    game = forms.ChoiceField(label=_("Game"))
    field_order = ("preset", "name", "game", "starts", "ends")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Offer every game; what it is about is written later."""
        super().__init__(*args, **kwargs)
        offer(self, "game", [(key, game_of(key).name) for key in GAMES])
        del self.fields["about"]


class ReasonForm(forms.Form):
    """Why something is changed."""

    reason = forms.CharField(
        label=_("Why"),
        max_length=300,
        help_text=_("Everybody who takes part is told, and reads this on the page."),
    )
