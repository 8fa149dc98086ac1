"""Forms of the rounds room."""

from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from ledger.web import offer
from tournaments.entries.award_services import LAST_SEED, MOST_BYES
from tournaments.rounds.models import EntryRule

KEPT_EVERYWHERE = (EntryRule.Kind.TABLE, EntryRule.Kind.DISQUALIFIED)
"""What staff decide that every way to play keeps; the rest is for those who pair players by points."""


class SwapForm(forms.Form):
    """Two players of a draft change places."""

    first = forms.ChoiceField(label=_("This player"))
    second = forms.ChoiceField(label=_("swaps with"))
    reason = forms.CharField(label=_("Reason"), max_length=200, help_text=_("Both players can read it."))

    def __init__(
        self, data: QueryDict | None = None, *, players: list[tuple[int, str]] | None = None
    ) -> None:
        """``players`` are the entries of the draft as (id, name)."""
        super().__init__(data)
        for name in ("first", "second"):
            offer(self, name, [("", "—"), *(players or [])])


class AwardForm(forms.Form):
    """Byes in the first rounds, and a place in the order that pairs the first one."""

    entry = forms.ChoiceField(label=_("Player"))
    byes = forms.IntegerField(
        label=_("Awarded byes"),
        min_value=0,
        max_value=MOST_BYES,
        initial=0,
        help_text=_("In so many first rounds. They count as wins, like every bye."),
    )
    seed = forms.IntegerField(
        label=_("Seed"),
        required=False,
        min_value=1,
        max_value=LAST_SEED,
        help_text=_("The place in the order that pairs the first round; empty for no seed."),
    )

    def __init__(self, data: QueryDict | None, *, players: list[tuple[int, str]]) -> None:
        """``players`` are the entries as (id, name)."""
        super().__init__(data)
        offer(self, "entry", [("", "—"), *players])


class RuleForm(forms.Form):
    """A decision about a player that the next pairings keep."""

    entry = forms.ChoiceField(label=_("Player"))
    kind = forms.ChoiceField(label=_("Decision"), choices=EntryRule.Kind.choices)
    other = forms.ChoiceField(
        label=_("Other player"),
        required=False,
        help_text=_("Only for two players who must meet or are kept apart."),
    )
    number = forms.IntegerField(
        label=_("Table or round"),
        required=False,
        min_value=1,
        help_text=_("The number of the table, or of the round."),
    )
    group = forms.CharField(label=_("Clan"), required=False, max_length=40)
    asked_if = ("other", "number", "group")

    def __init__(
        self, *args: Any, players: list[tuple[int, str]] | None = None, everything: bool = True, **kwargs: Any
    ) -> None:
        """``players`` are the entries as (id, name); ``everything``: whether the pairing keeps every decision."""
        super().__init__(*args, **kwargs)
        choices = [("", "—"), *((str(pk), text) for pk, text in players or [])]
        for name in ("entry", "other"):
            cast(forms.ChoiceField, self.fields[name]).choices = choices
        if not everything:
            kinds = [choice for choice in EntryRule.Kind.choices if choice[0] in KEPT_EVERYWHERE]
            cast(forms.ChoiceField, self.fields["kind"]).choices = kinds
            del self.fields["other"], self.fields["group"]
