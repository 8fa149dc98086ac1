"""The form that changes a tournament: what it is, and how it is played where that is still open."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ledger.people import Person
from ledger.shapes import Context
from ledger.web import offer
from tournaments.organizations.models import Level, Organization
from tournaments.organizations.selectors import ORGANIZING, organizations_of
from tournaments.towns.names import town_label

from .deck_policy import acts_of
from .edit_services import UNTIL_ENTRY, before_entry, open_fields
from .form_fields import USUAL
from .forms import BY_NUMBER, BY_POINTS, BY_TABLE, NOBODY, BasicsForm, is_play, limit_lists, pools, unknown_to
from .hosts import HOST_FIELDS
from .models import Tournament
from .plans import orders_for, usual_of
from .policy import PolicyChanges
from .policy_values import all_settings, value_in
from .rule_fields import RULING
from .rule_words import ORDERS, chosen_rulings

OF_POLICY = ("lists", *UNTIL_ENTRY)
"""What the basic questions ask of the policy."""
BY_HAND = ("acts", "cut", "rulings")
"""Settings that the form asks in another shape than the policy has."""


class EditForm(BasicsForm):
    """The values as they are; what may no longer change is not asked."""

    description = forms.CharField(
        label=_("Description"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("How to get there, what to bring, what it costs, whom to ask."),
    )
    announcement = forms.CharField(
        label=_("Announcement"),
        max_length=300,
        required=False,
        help_text=_("Shown on top of the tournament page and of every player's screen until you empty it."),
    )
    field_order = (
        "name",
        "organization_id",
        "starts_at",
        "deck_deadline",
        "capacity",
        "venue_id",
        "location",
        "town",
        "scale",
        "beginners",
        "description",
        "announcement",
        *OF_POLICY,
    )

    def __init__(self, *args: Any, tournament: Tournament, user: Person | None = None, **kwargs: Any) -> None:
        """Ask what is still open of this tournament; ``user``: among whose organizations it may be moved."""
        self.tournament = tournament
        self.open, self.game = open_fields(tournament), tournament.game
        super().__init__(*args, **{"initial": _initial(tournament), **kwargs})
        self.offer_hosts(_hosts(tournament, user if "organization_id" in self.open else None))
        unasked = {*unknown_to(tournament.game), *(() if before_entry(tournament) else UNTIL_ENTRY)}
        if usual_of(tournament.template, tournament.policy).teams:
            unasked |= set(UNITS)  # nobody plays this kind alone
        if tournament.scale == Level.CHAMPIONSHIP or not before_entry(tournament):
            unasked |= {"scale"}  # its rules of play make it one, or its places alone
        for field in list(self.fields):
            known = "policy" if is_play(field) or field in OF_POLICY else field
            if known not in self.open or field in unasked:
                del self.fields[field]
        if "pool" in self.fields:
            offer(self, "pool", pools(tournament.game))
        if "limits" in self.fields:
            offer(self, "limits", limit_lists(tournament.game))
        if "preset" in self.fields:
            orders = [(key, ORDERS[key]) for key in orders_for(tournament.policy)]
            offer(self, "preset", [("", USUAL), *orders])

    def clean(self) -> Context:
        """The number of the cut belongs to its choice; nothing of it is asked once the rules are frozen."""
        return super().clean() if "policy" in self.open else self.cleaned_data

    def values(self) -> Context:
        """What the tournament is, of a valid form."""
        data = self.cleaned_data
        values = {name: data[name] for name in self.fields if not is_play(name) and name not in OF_POLICY}
        if values.get("scale", 0) is None:
            del values["scale"]
        if "deck_deadline" in values:
            values["deck_deadline"] = values["deck_deadline"] or values["starts_at"]
        for name in {"starts_at", "deck_deadline"} & set(values):
            now = getattr(self.tournament, name)
            if values[name] == now.replace(second=0, microsecond=0):
                values[name] = now  # the browser's picker has no seconds
        return values

    def changes(self) -> PolicyChanges:
        """How it is played, of a valid form: every value that it asks, as usual for the kind where it is empty."""
        if "policy" not in self.open:
            return {}
        policy = self.tournament.policy
        usual = usual_of(self.tournament.template, policy)
        changes = {key: value_in(usual, key) for key in all_settings()} | self.play_changes()
        for key in ("lists", "pool", "acts"):
            said = self.cleaned_data.get(key)
            changes[key] = (acts_of(said) if key == "acts" else said) if said else getattr(usual, key)
        changes |= {key: bool(self.cleaned_data.get(key)) for key in UNITS}
        unasked = [key for key in ("ruleset", "board", *UNTIL_ENTRY) if key not in self.fields]
        changes |= {key: getattr(policy, key) for key in unasked}
        if changes["rulings"] == chosen_rulings(policy):
            changes["rulings"] = policy.rulings
        return changes


def _hosts(tournament: Tournament, user: Person | None) -> list[Organization]:
    """Whose it may be: an organization for which ``user`` organizes, or the one it has."""
    found = organizations_of(user, *ORGANIZING) if user is not None else []
    own = tournament.organization
    return found if own is None or own in found else [*found, own]


UNITS = ("teams", "crews")
"""Whether players enter alone or together."""


def _initial(tournament: Tournament) -> Context:
    """The form as the tournament is; what is as usual for its kind stands empty."""
    policy = tournament.policy
    usual = usual_of(tournament.template, policy)
    filled = {key: value_in(policy, key) for key in all_settings() if key not in BY_HAND}
    filled = {key: value for key, value in filled.items() if value != value_in(usual, key)}
    basics = ("name", "capacity", "location", "description", "announcement", "starts_at", *HOST_FIELDS)
    filled |= {key: getattr(tournament, key) for key in basics} | {"deck_deadline": tournament.decks_close_at}
    filled["town"] = town_label(tournament.town)
    filled |= {f"{RULING}{name}": option for name, option in chosen_rulings(policy).items()}
    if policy.acts != usual.acts:
        filled["acts"] = ", ".join(policy.acts)
    if (policy.cut, policy.cut_size, policy.cut_points) != (usual.cut, usual.cut_size, usual.cut_points):
        filled["cut_number"] = policy.cut_points or policy.cut_size or None
        filled["cut"] = (
            NOBODY
            if not policy.cut
            else BY_POINTS
            if policy.cut_points
            else BY_NUMBER
            if policy.cut_size
            else BY_TABLE
        )
    return filled
