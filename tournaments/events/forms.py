"""Forms of the events room."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.forms import BoundField
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from decks.cards.models import LegalityList
from decks.cards.pools import pool_choices
from decks.lists.check_settings import NO_LIST
from ledger.people import Person
from ledger.shapes import Context
from ledger.web import offer
from rules_engine.games import game_of
from tournaments.organizations.models import Level, Organization
from tournaments.organizations.selectors import ORGANIZING, organizations_of, venues_to_choose

from .deck_policy import acts_of
from .form_fields import USUAL, moment_field, setting_field
from .models import Staff
from .plans import resolve, templates
from .policy import DEFAULTS, PolicyChanges
from .policy_values import all_settings
from .rule_fields import RULING, RuleFields, is_rule
from .setting_words import LISTS
from .settings import Part

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise
else:
    StrOrPromise = object


def pools(game: str = DEFAULTS.game) -> list[tuple[str, object]]:
    """The card pools of a game to choose from, the usual one first."""
    return [("", _("The default for this kind")), *pool_choices(game)]


def kinds() -> list[tuple[str, object]]:
    """The kinds of tournament to choose from."""
    return [(key, item.label) for key, item in templates().items()]


def unknown_to(key: str) -> list[str]:
    """The fields that ask what a game does not have."""
    game = game_of(key)
    asked = {
        "concede_after": "conceding" in game.law.rules,
        "acts": game.decks.limited,
    }
    return [field for field, known in asked.items() if not known]


def limit_lists(game: str = "") -> list[tuple[str, object]]:
    """The lists of banned cards to choose from (of one game, or all), the game's usual one first."""
    dutch = get_language() == "nl"
    named = [
        (row.key, row.name_nl if dutch and row.name_nl else row.name)
        for row in LegalityList.objects.filter(default=False)
        if not game or row.game == game
    ]
    return [("", _("The default list for this game")), (NO_LIST, _("No list")), *named]


NOBODY, BY_TABLE, BY_NUMBER, BY_POINTS = "nobody", "table", "number", "points"
CUTS = {
    "": USUAL,
    NOBODY: _("Nobody: the rounds decide"),
    BY_TABLE: _("As many as suits the number of players"),
    BY_NUMBER: _("A number of players that I choose"),
    BY_POINTS: _("Everybody with enough points"),
}
"""Who goes on into the knock-out, as the form asks it."""


class PlayForm(RuleFields):
    """How an event is played, where it differs from its kind: rounds, pairing, the cut, deck checks."""

    cut = forms.ChoiceField(label=_("Who plays the knock-out"), choices=list(CUTS.items()), required=False)
    cut_number = forms.IntegerField(
        label=_("How many players, or how many points"),
        min_value=1,
        max_value=300,
        required=False,
        help_text=_("Players or points, as you chose above. With big tables: 4, 10 or 16 players."),
    )
    limits = forms.ChoiceField(label=_("List of banned cards"), choices=limit_lists, required=False)
    asked_if = ("cut_number",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Ask every setting that is declared, of events and of formats, in the order of the declarations."""
        super().__init__(*args, **kwargs)
        for one in all_settings().values():
            field = setting_field(one)
            if one.name not in self.fields and field is not None:
                self.fields[one.name] = field
        self.order_fields([*(self.field_order or ()), "preset", *play_fields()])

    def clean(self) -> Context:
        """The number of the cut and what it counts belong together."""
        data = super().clean() or {}
        counted = data.get("cut") in (BY_NUMBER, BY_POINTS)
        if counted and data.get("cut_number") is None and "cut_number" not in self.errors:
            self.add_error("cut_number", _("Enter how many players, or how many points."))
        if not counted and data.get("cut_number") is not None:
            self.add_error("cut", _("Choose whether the number below counts players or points."))
        return data

    def basics(self) -> Iterator[BoundField]:
        """The fields that say what the tournament is."""
        return (self[name] for name in self.fields if not is_play(name))

    def play(self) -> Iterator[BoundField]:
        """The fields that say how it is played, apart from the rules of the game."""
        rules = [field.name for field in self.rules()]
        return (self[name] for name in self.fields if is_play(name) and name not in rules)

    def play_has_errors(self) -> bool:
        """Whether something about how it is played must be mended, so that it is shown at once."""
        return any(is_play(name) for name in self.errors)

    def play_changes(self) -> PolicyChanges:
        """What differs from the policy of the kind, of a valid form."""
        data = self.cleaned_data
        asked = play_fields()
        changes = {
            name: data[name]
            for name, one in all_settings().items()
            if name in asked and one.is_said_by(data.get(name))
        }
        changes |= self.rule_changes()
        if data["cut"]:
            number = data["cut_number"]
            changes["cut"] = data["cut"] != NOBODY
            changes["cut_size"] = number if data["cut"] == BY_NUMBER else 0
            changes["cut_points"] = number if data["cut"] == BY_POINTS else 0
        return changes


def is_play(name: str) -> bool:
    """Whether a field says how an event is played, not what it is."""
    return name in play_fields() or is_rule(name)


def play_fields() -> list[str]:
    """The fields that ask how an event is played, in their order, apart from the rules of the game."""
    asked = (one.asked_as for one in all_settings().values() if one.setting.part == Part.PLAY)
    return list(dict.fromkeys(asked))


SIZES = [(level.value, level.label) for level in (Level.EVENING, Level.OPEN)]


def number_choice(label: StrOrPromise, help_text: StrOrPromise = "") -> forms.TypedChoiceField:
    """A choice of a row by its number, or of none; what there is to choose is offered by the form."""
    return forms.TypedChoiceField(
        coerce=int, empty_value=None, required=False, label=label, help_text=help_text
    )


class BasicsForm(PlayForm):
    """What every tournament is, when it is made and when it is changed."""

    organization_id = number_choice(
        _("Organization"), _("Whose tournament it is. Its organizers organize it with you.")
    )
    venue_id = number_choice(_("Venue of the organization"))
    scale = forms.TypedChoiceField(
        label=_("How large it is meant"), choices=SIZES, coerce=int, empty_value=None, required=False
    )
    beginners = forms.BooleanField(
        label=_("For beginners"),
        required=False,
        help_text=_("Somebody explains the game, and nobody needs to know the rules beforehand."),
    )

    name = forms.CharField(label=_("Name"), max_length=100)
    starts_at = moment_field(label=_("Start"))
    deck_deadline = moment_field(
        label=_("Deck deadline"),
        required=False,
        help_text=_(
            "Empty: decks may change until you start. Where decks are built of opened cards, it may be after the start."
        ),
    )
    capacity = forms.IntegerField(label=_("Number of players"), min_value=4, max_value=2000, initial=32)
    location = forms.CharField(label=_("Place"), max_length=200, required=False)
    town = forms.CharField(
        label=_("Town"),
        max_length=80,
        required=False,
        help_text=_(
            "So that people find it near them, and on the map. A town of the Netherlands or Belgium."
        ),
    )
    pool = forms.ChoiceField(label=_("Cards"), choices=pools, required=False)
    acts = forms.CharField(
        label=_("Acts"),
        max_length=60,
        required=False,
        help_text=_("For example D1, D2. Leave empty for all acts of these cards."),
    )

    def offer_hosts(self, organizations: Sequence[Organization]) -> None:
        """Let somebody choose among these organizations and their venues; without any nobody is asked."""
        venues = venues_to_choose(organizations)
        for name, there in (("organization_id", bool(organizations)), ("venue_id", bool(venues))):
            if not there:
                self.fields.pop(name, None)
        if "organization_id" in self.fields:
            named = [(one.pk, one.name) for one in organizations]
            offer(self, "organization_id", [("", _("None: it is mine")), *named])
        if "venue_id" in self.fields:
            offer(self, "venue_id", [("", _("None")), *((one.pk, str(one)) for one in venues)])


OF_CARDS = ("pool", "acts")
"""The basic questions that follow the game."""


class TournamentForm(BasicsForm):
    """A new tournament from a template: what it is first, how it is played after that."""

    field_order = (
        *("template", "name", "organization_id", "starts_at", "deck_deadline", "capacity"),
        *("venue_id", "location", "town", "scale", "beginners", "lists", "teams", "crews", "pool", "acts"),
    )

    template = forms.ChoiceField(label=_("Kind of tournament"), choices=kinds)
    lists = forms.ChoiceField(
        label=_("Who may read deck lists"), choices=list(LISTS.items()), required=False, initial="closed"
    )

    def __init__(self, *args: Any, user: Person | None = None, **kwargs: Any) -> None:
        """Ask what the game of the chosen kind has: its rulings, its cards; and for which organization of ``user``."""
        chosen = (args[0] if args else None) or kwargs.get("data") or kwargs.get("initial") or {}
        kind = chosen.get("template", "")
        self.game = resolve(kind).game if kind in templates() else DEFAULTS.game
        super().__init__(*args, **kwargs)
        self.offer_hosts(organizations_of(user, *ORGANIZING) if user is not None else ())
        offer(self, "pool", pools(self.game))
        for field in {*unknown_to(self.game)} & {*self.fields}:
            del self.fields[field]

    def basics(self) -> Iterator[BoundField]:
        """What every tournament is, of whichever game."""
        return (field for field in super().basics() if field.name not in OF_CARDS)

    def cards(self) -> Iterator[BoundField]:
        """With which cards it is played: other questions in another game."""
        return (self[name] for name in OF_CARDS if name in self.fields)

    def clean(self) -> Context:
        """Rulings of another game are not dropped in silence: the form asks those of the game now chosen."""
        data = super().clean()
        asked = {name for name in self.data if name.startswith(RULING) and self.data[name]}
        if asked - set(self.fields):
            text = _("You chose rulings of another game. Below are those of this kind of tournament.")
            self.add_error("template", text)
        return data

    def changes(self) -> PolicyChanges:
        """What differs from the template's policy, of a valid form."""
        data = self.cleaned_data
        changes = {key: data[key] for key in ("lists", "pool") if data[key]} | self.play_changes()
        if data.get("acts"):
            changes["acts"] = acts_of(data["acts"])
        if data["teams"] or data["crews"]:
            changes |= {"teams": True, "crews": data["crews"]}
        return changes


class ApprovalForm(forms.Form):
    """The office's decision."""

    note = forms.CharField(label=_("Note to the organizer"), max_length=300, required=False)


class StaffForm(forms.Form):
    """Offer a person a role."""

    username = forms.CharField(
        label=_("Username"),
        max_length=60,
        help_text=_("Nothing happens until this person says yes on their own page."),
    )
    role = forms.ChoiceField(label=_("Role"), choices=Staff.Role.choices)
