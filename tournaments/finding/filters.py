"""What somebody looks for: read out of an address, checked, and written into an address again.

Everything here may come from anybody, so each value has its bounds; what cannot be is said in words at its field.
"""

import re
from dataclasses import dataclass, fields
from datetime import date
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict
from django.urls import reverse_lazy
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.shapes import Context, Json
from rules_engine.games import GAMES, game_of
from tournaments.organizations.models import Level
from tournaments.towns.names import town_of, towns_like
from tournaments.towns.places import Place

USUAL_KM = 25
DISTANCES = (5, 10, 25, 50, 100, 200)
FIRST_YEAR, LAST_YEAR = 2000, 2100
LONGEST_TEXT, LONGEST_TOWN, MOST_FEE = 80, 80, 1_000
_POSITION = re.compile(r"^\s*(-?\d{1,3}(?:\.\d{1,9})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,9})?)\s*$")


@dataclass(frozen=True)
class Filters:
    """One search. Each field stands in the address under its own name, and only when it is not as usual.

    ``near``: a town as it was written, or a position; ``middle`` is what it means. ``begin`` and ``end``: days, both
    included. ``fee``: at most so many whole euros; 0 is no filter. ``past``: what is over, the newest first.
    """

    q: str = ""
    game: str = ""
    play: str = ""
    level: str = ""
    near: str = ""
    km: int = 0
    begin: date | None = None
    end: date | None = None
    open: bool = False
    beginners: bool = False
    wheelchair: bool = False
    fee: int = 0
    free: bool = False
    past: bool = False
    middle: Place | None = None
    middle_name: str = ""

    @property
    def set(self) -> Json:
        """What is not as usual, by its name in the address."""
        left_out = ("middle", "middle_name")
        found = {one.name: getattr(self, one.name) for one in fields(self) if one.name not in left_out}
        return {name: value for name, value in found.items() if value}

    def address(self, **more: object) -> str:
        """The part of an address behind the question mark; ``more``: what else stands there, empty to leave it out."""
        values = self.set | more
        said = {name: "1" if value is True else str(value) for name, value in values.items() if value}
        return urlencode(said)


class Day(forms.DateField):
    """A day as the browser's own picker writes it, within the years in which anything is held."""

    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")

    def clean(self, value: object) -> date | None:
        """The day; ValidationError for one before or after all events."""
        found: date | None = super().clean(value)
        if found is not None and not FIRST_YEAR <= found.year <= LAST_YEAR:
            raise forms.ValidationError(
                _("Enter a day between the years %(first)s and %(last)s."),
                params={"first": FIRST_YEAR, "last": LAST_YEAR},
            )
        return found


ONE_OF_THE_LIST = {"invalid_choice": _("Choose one of the list.")}
DAYS = {"invalid": _("Enter a day, for example 2026-12-31.")}


def games() -> list[tuple[str, str | Promise]]:
    """Every game, and all of them first."""
    return [("", _("All games")), *((key, game_of(key).name) for key in GAMES)]


def distances() -> list[tuple[str, str]]:
    """How far one can look."""
    return [(str(km), gettext("%(km)s km") % {"km": km}) for km in DISTANCES]


def levels() -> list[tuple[str, str | Promise]]:
    """Every size of an event by its name in the address, and all of them first."""
    return [("", _("All sizes")), *((one.name.lower(), one.label) for one in Level)]


class FindForm(forms.Form):
    """The panel of filters: a form that is sent into the address."""

    q = forms.CharField(
        label=_("Search"),
        max_length=LONGEST_TEXT,
        required=False,
        widget=forms.TextInput(attrs={"type": "search"}),
    )
    near = forms.CharField(
        label=_("Near a town"),
        max_length=LONGEST_TOWN,
        required=False,
        widget=forms.TextInput(
            attrs={
                "list": "towns",
                "autocomplete": "address-level2",
                "hx-get": reverse_lazy("tournaments:towns"),
                "hx-trigger": "input changed delay:150ms",
                "hx-target": "#towns",
                "hx-swap": "innerHTML",
                "hx-push-url": "false",
            }
        ),
    )
    km = forms.TypedChoiceField(
        label=_("How far?"),
        choices=distances,
        coerce=int,
        required=False,
    )
    begin = Day(label=_("From"), required=False, error_messages=DAYS)
    end = Day(label=_("Until"), required=False, error_messages=DAYS)
    game = forms.ChoiceField(label=_("Game"), choices=games, required=False, error_messages=ONE_OF_THE_LIST)
    play = forms.ChoiceField(
        label=_("Decks"),
        choices=[("", _("All decks")), ("constructed", _("constructed")), ("limited", _("limited"))],
        required=False,
        error_messages=ONE_OF_THE_LIST,
    )
    level = forms.ChoiceField(
        label=_("Size of the event"), choices=levels, required=False, error_messages=ONE_OF_THE_LIST
    )
    beginners = forms.BooleanField(label=_("For beginners"), required=False)
    fee = forms.IntegerField(
        label=_("Costs at most (euros)"),
        min_value=1,
        max_value=MOST_FEE,
        required=False,
        error_messages={"invalid": _("Enter a whole number of euros.")},
    )
    free = forms.BooleanField(label=_("Costs nothing"), required=False)
    wheelchair = forms.BooleanField(label=_("Wheelchair accessible"), required=False)
    open = forms.BooleanField(label=_("Places left"), required=False)
    past = forms.BooleanField(label=_("What is over"), required=False)

    def __init__(self, data: QueryDict) -> None:
        """A distance that nobody chose is the usual one."""
        if not data.get("km"):
            data = data.copy()
            data["km"] = str(USUAL_KM)
        super().__init__(data)

    def clean_near(self) -> str:
        """The town or position; one that nobody knows is refused with those that are spelled alike."""
        said = " ".join(self.cleaned_data["near"].split())
        if said and middle_of(said) is None:
            near = ", ".join(town.label for town in towns_like(said, 3))
            text = (
                _("We do not know this town. Do you mean: %(towns)s?")
                if near
                else _("We do not know this town. We know the towns of the Netherlands and Belgium.")
            )
            raise forms.ValidationError(text, params={"towns": near})
        return said

    def clean(self) -> Context:
        """A distance needs a town, and the last day is not before the first."""
        data = super().clean() or {}
        begin, end = data.get("begin"), data.get("end")
        if begin and end and end < begin:
            self.add_error("end", _("This day is before the first one."))
        if "near" in data and not data["near"]:
            data["km"] = None
        return data


def middle_of(said: str) -> tuple[Place, str] | None:
    """The place and the name of a town, or a position and nothing; None for what is neither."""
    position = _POSITION.match(said)
    if position is not None:
        place = Place(float(position[1]), float(position[2])).rounded()
        return (place, "") if place.possible else None
    town = town_of(said)
    return (town.place, town.label_as(said.partition("(")[0])) if town is not None else None


def filters_of(form: FindForm) -> Filters:
    """What a valid form asks; of one with problems what has none."""
    form.full_clean()
    known = {one.name for one in fields(Filters)}
    data = {name: value for name, value in form.cleaned_data.items() if name in known and value}
    found = middle_of(data["near"]) if "near" in data else None
    if found is None:
        return Filters(**{name: value for name, value in data.items() if name not in ("near", "km")})
    middle, name = found
    data["near"] = name or f"{middle.latitude:.2f},{middle.longitude:.2f}"
    return Filters(**data, middle=middle, middle_name=name or gettext("where you are"))


def filters_in(query: str) -> Filters:
    """What a kept address asks, as far as this release understands it."""
    return filters_of(FindForm(QueryDict(query)))
