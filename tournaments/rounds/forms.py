"""Forms of the rounds room."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats.letters import claim_for

from .models import EntryRule, Match


class ScoreForm(forms.Form):
    """Games won by each side and drawn games, as on the slip."""

    first = forms.IntegerField(label=_("Games won"), min_value=0, max_value=9)
    second = forms.IntegerField(label=_("Games won"), min_value=0, max_value=9)
    drawn = forms.IntegerField(label=_("Drawn games"), min_value=0, max_value=9, required=False, initial=0)

    def __init__(self, *args: Any, names: tuple[str, str] = ("", ""), **kwargs: Any) -> None:
        """``names`` are the two players, used as labels."""
        super().__init__(*args, **kwargs)
        for field, name in zip(("first", "second"), names, strict=True):
            if name:
                self.fields[field].label = name

    @property
    def score(self) -> tuple[int, int, int]:
        """The score of a valid form."""
        data = self.cleaned_data
        return (data["first"], data["second"], data.get("drawn") or 0)


class StaffScoreForm(ScoreForm):
    """A result entered, ruled or corrected by staff."""

    kind = forms.ChoiceField(
        label=_("How it ended"),
        choices=[(value, label) for value, label in Match.Kind.choices if value != Match.Kind.BYE],
        initial=Match.Kind.PLAYED,
    )
    reason = forms.CharField(label=_("Reason"), max_length=300, required=False)
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)


class PodForm(forms.Form):
    """How a table of three to six ended: who won, or who was still in when time ran out."""

    winner = forms.ChoiceField(label=_("Who won the table?"), required=False)
    still_in = forms.MultipleChoiceField(
        label=_("Nobody: time ran out. Who was still in?"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, names: list[str] | None = None, **kwargs: Any) -> None:
        """``names`` are the players in seat order."""
        super().__init__(*args, **kwargs)
        seats = [(str(position), name) for position, name in enumerate(names or [])]
        cast(forms.ChoiceField, self.fields["winner"]).choices = [("", _("Nobody")), *seats]
        cast(forms.MultipleChoiceField, self.fields["still_in"]).choices = seats
        self.size = len(seats)

    def clean(self) -> dict[str, Any]:
        """Somebody won, or nobody and some were still in; both is a contradiction."""
        data = super().clean() or {}
        if bool(data.get("winner")) == bool(data.get("still_in")):
            raise forms.ValidationError(
                _("Say who won. Only if time ran out and nobody won, say who was still in."),
                code="one_of_two",
            )
        return data

    @property
    def claim(self) -> str:
        """A letter for every seat of a valid form."""
        data = self.cleaned_data
        won = int(data["winner"]) if data["winner"] else None
        return claim_for(self.size, winner=won, still_in={int(one) for one in data["still_in"]})


class StaffPodForm(PodForm):
    """How a table ended, entered, ruled or corrected by staff."""

    reason = forms.CharField(label=_("Reason"), max_length=300, required=False)
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)


class SwapForm(forms.Form):
    """Two players of a draft change places."""

    first = forms.ChoiceField(label=_("This player"))
    second = forms.ChoiceField(label=_("changes places with"))
    reason = forms.CharField(label=_("Reason"), max_length=200, help_text=_("Both players can read it."))

    def __init__(self, *args: Any, players: list[tuple[int, str]] | None = None, **kwargs: Any) -> None:
        """``players`` are the entries of the draft as (id, name)."""
        super().__init__(*args, **kwargs)
        choices = [("", "—"), *((str(pk), text) for pk, text in players or [])]
        for name in ("first", "second"):
            cast(forms.ChoiceField, self.fields[name]).choices = choices


class RuleForm(forms.Form):
    """A decision about a player that the next pairings keep."""

    entry = forms.ChoiceField(label=_("Player"))
    kind = forms.ChoiceField(label=_("What is decided"), choices=EntryRule.Kind.choices)
    other = forms.ChoiceField(
        label=_("Other player"), required=False, help_text=_("Only for two who meet or are kept apart.")
    )
    number = forms.IntegerField(
        label=_("Table or round"),
        required=False,
        min_value=1,
        help_text=_("The number of the table, or of the round."),
    )
    group = forms.CharField(label=_("Clan"), required=False, max_length=40)

    def __init__(self, *args: Any, players: list[tuple[int, str]] | None = None, **kwargs: Any) -> None:
        """``players`` are the entries as (id, name)."""
        super().__init__(*args, **kwargs)
        choices = [("", "—"), *((str(pk), text) for pk, text in players or [])]
        for name in ("entry", "other"):
            cast(forms.ChoiceField, self.fields[name]).choices = choices
