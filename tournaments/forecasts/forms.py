"""The form: the organizer's own numbers, in words, with what is usual already filled in."""

from collections.abc import Mapping
from datetime import time
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.events.setting_words import DOUBLE, KNOCK_OUTS, SINGLE
from tournaments.events.settings import own_settings
from tournaments.simulator import Clock, Cut, Settings
from tournaments.simulator.settings import DROPS, LARGEST_CUT, MOST_PLAYERS
from tournaments.standings import PRESETS, Preset

MOST_ROUNDS = 20
NOBODY, BY_NUMBER, BY_POINTS = "none", "number", "points"
CUTS = {
    NOBODY: gettext_lazy("Nobody: the rounds decide"),
    BY_NUMBER: gettext_lazy("A number of players"),
    BY_POINTS: gettext_lazy("Everybody with enough points"),
}
STAY, USUAL, MANY = "stay", "usual", "many"
STOPS = {
    STAY: gettext_lazy("nobody"),
    USUAL: gettext_lazy("as in five large tournaments that were counted"),
    MANY: gettext_lazy("half as many again"),
}
STRENGTHS = {
    0: gettext_lazy("all are equally strong"),
    100: gettext_lazy("as different as usual"),
    250: gettext_lazy("very different: beginners against champions"),
}
GAMES = {1: gettext_lazy("one game"), 3: gettext_lazy("best of three"), 5: gettext_lazy("best of five")}


def _percent(label: Any, most: int, **kwargs: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=0, max_value=most, **kwargs)


def _choice(label: Any, choices: Mapping[Any, Any], **kwargs: Any) -> forms.TypedChoiceField:
    kept = {str(value): value for value in choices}
    return forms.TypedChoiceField(
        label=label, choices=list(choices.items()), coerce=lambda text: kept[text], **kwargs
    )


class ForecastForm(forms.Form):
    """A tournament and its people; :meth:`settings` of a valid form is what the simulator plays."""

    players = forms.IntegerField(
        label=gettext_lazy("Players"), min_value=4, max_value=MOST_PLAYERS, initial=32
    )
    rounds = forms.IntegerField(label=gettext_lazy("Rounds"), min_value=1, max_value=MOST_ROUNDS, initial=5)
    cut = _choice(gettext_lazy("Who plays the knock-out"), CUTS, initial=NOBODY)
    cut_number = forms.IntegerField(
        label=gettext_lazy("How many players, or how many points"),
        min_value=2,
        max_value=300,
        required=False,
        help_text=gettext_lazy("Players, or points, as you chose above."),
    )
    games = _choice(gettext_lazy("A match"), GAMES, initial=3)
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes for a round"),
        min_value=0,
        max_value=240,
        initial=60,
        help_text=gettext_lazy("0 means no time limit."),
    )
    starts = forms.TimeField(
        label=gettext_lazy("Start of the first round"),
        initial=time(10, 0),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        input_formats=["%H:%M", "%H:%M:%S"],
    )

    draws = _percent(gettext_lazy("Draws, out of a hundred matches"), 100, initial=3)
    stops = _choice(gettext_lazy("How many players drop before the end"), STOPS, initial=USUAL)
    strength = _choice(gettext_lazy("How strong the players are"), STRENGTHS, initial=100)
    late = _percent(gettext_lazy("Late players, out of a hundred"), 90, initial=0)
    late_until = forms.IntegerField(
        label=gettext_lazy("Last round in which a player may still start"),
        min_value=1,
        max_value=MOST_ROUNDS,
        initial=2,
    )
    clans = _percent(gettext_lazy("Players in a clan, out of a hundred"), 100, initial=0)
    clan_size = forms.IntegerField(
        label=gettext_lazy("Clan members who come"), min_value=2, max_value=9, initial=4
    )
    clan_rounds = forms.IntegerField(
        label=gettext_lazy("First rounds in which clan mates do not meet"),
        min_value=0,
        max_value=MOST_ROUNDS,
        initial=0,
    )
    method = _choice(
        own_settings()["method"].setting.label, own_settings()["method"].setting.choices, initial="random"
    )
    leaders = forms.IntegerField(
        label=gettext_lazy("Leaders paired first"), min_value=0, max_value=64, initial=0
    )
    power_last = forms.BooleanField(
        label=gettext_lazy("In the last round everybody is paired by place"), required=False
    )
    knock_out = _choice(gettext_lazy("The knock-out"), KNOCK_OUTS, initial=SINGLE)
    cut_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes for a knock-out match"),
        min_value=0,
        max_value=240,
        initial=0,
        help_text=gettext_lazy("0 means no time limit."),
    )
    match = forms.IntegerField(
        label=gettext_lazy("Minutes after which half of all matches are over"),
        min_value=1,
        max_value=240,
        initial=40,
    )
    between = forms.IntegerField(
        label=gettext_lazy("Minutes from the last result to the next round"),
        min_value=0,
        max_value=120,
        initial=10,
    )
    pause = forms.IntegerField(
        label=gettext_lazy("Minutes of break halfway"), min_value=0, max_value=240, initial=0
    )
    # Nobody chooses it here: it comes with the tournament.
    preset = forms.ChoiceField(
        choices=[(key, key) for key in PRESETS], initial="x610z", widget=forms.HiddenInput
    )

    BASICS = ("players", "rounds", "cut", "cut_number", "games", "minutes", "starts")

    def basics(self) -> list[forms.BoundField]:
        """What everybody fills in."""
        return [self[name] for name in self.BASICS]

    def details(self) -> list[forms.BoundField]:
        """What has usual values."""
        return [field for field in self.visible_fields() if field.name not in self.BASICS]

    def details_have_errors(self) -> bool:
        """Whether something beside the basics must be mended, so that it is shown at once."""
        return any(name not in self.BASICS for name in self.errors)

    def clean(self) -> dict[str, Any]:
        """The number of the cut and what it counts belong together, and both fit the field."""
        data = super().clean() or {}
        cut, number = data.get("cut"), data.get("cut_number")
        if cut in (BY_NUMBER, BY_POINTS) and number is None and "cut_number" not in self.errors:
            self.add_error("cut_number", _("Enter how many players, or how many points."))
        if (
            cut == BY_NUMBER
            and number is not None
            and number > min(LARGEST_CUT, data.get("players") or number)
        ):
            self.add_error("cut_number", _("No more players can advance than there are, and at most 128."))
        players, rounds = data.get("players"), data.get("rounds")
        if players and rounds and rounds > players - 1 + players % 2:
            self.add_error(
                "rounds", _("With this many rounds, somebody would have to play the same opponent twice.")
            )
        return data

    def settings(self, seed: str) -> Settings:
        """The settings of a valid form."""
        data = self.cleaned_data
        start: time = data["starts"]
        kept = ("players", "rounds", "games", "method", "leaders", "power_last", "clan_rounds", "clan_size")
        return Settings(
            **{name: data[name] for name in kept},
            seed=seed,
            cut=_cut(data),
            preset=PRESETS[data["preset"]],
            draws=data["draws"] / 100,
            drops=drops_of(data["stops"]),
            strength=float(data["strength"]),
            late=data["late"] / 100,
            late_until=data["late_until"],
            clans=data["clans"] / 100,
            clock=Clock(
                minutes=data["minutes"],
                cut_minutes=data["cut_minutes"],
                match=float(data["match"]),
                between=float(data["between"]),
                pause=data["pause"],
                start=60 * start.hour + start.minute,
            ),
        )


def _cut(data: Mapping[str, Any]) -> Cut:
    number = data["cut_number"] or 0
    return Cut(
        size=number if data["cut"] == BY_NUMBER else 0,
        points=number if data["cut"] == BY_POINTS else 0,
        knock_out=data["knock_out"],
    )


def drops_of(stops: str) -> tuple[tuple[float, ...], ...]:
    """The rates of stopping behind a choice of the form."""
    if stops == STAY:
        return ((0.0,),)
    more = 1.5 if stops == MANY else 1.0
    return tuple(tuple(round(rate * more, 4) for rate in by_wins) for by_wins in DROPS)


def initial_of(settings: Settings) -> dict[str, object]:
    """The form filled with settings that were played before."""
    clock, cut = settings.clock, settings.cut
    stops = next((name for name in STOPS if drops_of(name) == settings.drops), USUAL)
    kept = ("players", "rounds", "games", "method", "leaders", "power_last", "clan_rounds", "clan_size")
    return {
        **{name: getattr(settings, name) for name in kept},
        "cut": BY_NUMBER if cut.size else BY_POINTS if cut.points else NOBODY,
        "cut_number": cut.size or cut.points or None,
        "knock_out": DOUBLE if cut.knock_out == DOUBLE else SINGLE,
        "minutes": clock.minutes,
        "cut_minutes": clock.cut_minutes,
        "match": round(clock.match),
        "between": round(clock.between),
        "pause": clock.pause,
        "starts": time(clock.start // 60, clock.start % 60),
        "draws": round(100 * settings.draws),
        "late": round(100 * settings.late),
        "late_until": settings.late_until,
        "clans": round(100 * settings.clans),
        "strength": round(settings.strength),
        "stops": stops,
        "preset": _preset_key(settings.preset),
    }


def _preset_key(preset: Preset) -> str:
    return preset.key if preset.key in PRESETS else "x610z"
