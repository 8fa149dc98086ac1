"""Policies as data: which metrics in which order, and how byes, drops, late entries and floors count.

A preset is a frozen value that survives a JSON round trip, so an event stores the policy it was played under
and later changes of a default never touch a finished tournament. Fractions travel as strings ("33/100").
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from math import lcm
from typing import Any

from tournaments.standings.model import KINDS, SOLO_KINDS, Sentence, StandingsError

THIRD = Fraction(1, 3)
MTG_FLOOR = Fraction(33, 100)
"""Magic's floor is 0.33, not one third: with 1/3 dozens of published rows differ in the third decimal."""

_CHOICES: dict[str, tuple[str, ...]] = {
    "late_missed_round": ("loss", "unplayed"),
    "disqualified": ("unranked", "last", "removed", "ranked"),
    "unplayed_opponent": ("dummy", "virtual", "none"),
}


Json = dict[str, Any]
"""An object of a file, before it is read or after it is written."""


@dataclass(frozen=True)
class Preset:
    """One policy. All numbers are exact; everything has a default, so a stored policy may name only what differs.

    Order: `metrics`, best first, keys of the registry in `metrics.METRICS`.
    Points: `win`, `draw`, `loss`, `bye`, `half_bye`.
    Percentages: `match_floor`/`game_floor` lift a low percentage of an opponent (never one's own);
    `match_ceiling` caps it, `dropped_match_ceiling` for players who left; `draw_share` is what a draw is worth
    as a part of a win (None: draw points / win points). `bye_in_match_win`, `bye_in_game_win`: whether a bye
    round counts in a player's own percentage. A bye or no-show without game score counts as `games_to_win`-0.
    `late_missed_round`: rounds before a late entry are losses or simply unplayed.
    `unplayed_kinds`: kinds that were no real match (no opponent, no game) although two names stand in the row.
    `disqualified`: listed without a rank, ranked after everyone, left out of the list, or ranked as played;
    `disqualified_as_opponent`: whether their matches still count in the tie-breakers of others.
    Pods: `bye_opponents` virtual opponents of `bye_opponent_share` (part of the full score) stand in for a bye.
    Chess: `unplayed_opponent` names the stand-in opponent of an unplayed round, `adjust_unplayed` whether an
    opponent's own unplayed rounds count as draws for this purpose.
    """

    key: str
    name: str
    metrics: tuple[str, ...]
    win: Fraction = Fraction(3)
    draw: Fraction = Fraction(1)
    loss: Fraction = Fraction(0)
    bye: Fraction = Fraction(3)
    half_bye: Fraction = Fraction(1)
    draw_share: Fraction | None = None
    match_floor: Fraction = Fraction(0)
    match_ceiling: Fraction = Fraction(1)
    dropped_match_ceiling: Fraction = Fraction(1)
    game_floor: Fraction = Fraction(0)
    bye_in_match_win: bool = True
    bye_in_game_win: bool = True
    games_to_win: int = 2
    late_missed_round: str = "loss"
    unplayed_kinds: tuple[str, ...] = ()
    disqualified: str = "unranked"
    disqualified_as_opponent: bool = True
    bye_opponents: int = 0
    bye_opponent_share: Fraction = Fraction(0)
    unplayed_opponent: str = "none"
    adjust_unplayed: bool = False

    def __post_init__(self) -> None:
        check_preset(self)

    def but(self, **changes: Any) -> Preset:
        """The same policy with some fields changed, checked again."""
        return replace(self, **changes)

    @property
    def scale(self) -> int:
        """By how much points are multiplied to be whole: 2 where a draw is half a point. Pairing counts in these."""
        worth = (self.win, self.draw, self.loss, self.bye, self.half_bye)
        return lcm(*(value.denominator for value in worth))

    def whole(self, points: Fraction) -> int:
        """Points as the whole number pairing counts in; nothing is lost, and the order stays."""
        return int(points * self.scale)

    def to_json(self) -> Json:
        """Plain JSON data with every field; `from_json` gives back an equal preset."""
        return {item.name: _out(getattr(self, item.name)) for item in fields(self)}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Preset:
        """Read `to_json` data; missing fields take the defaults, unknown or wrong ones raise StandingsError."""
        known = {item.name: item.type for item in fields(cls)}
        unknown = sorted(set(data) - set(known))
        if unknown:
            text = Sentence("there is no such policy field; known fields: %(known)s", known=sorted(known))
            raise StandingsError("preset_field_unknown", text, unknown[0])
        missing = [name for name in ("key", "name", "metrics") if name not in data]
        if missing:
            raise StandingsError("preset_field_missing", "this policy field is required", missing[0])
        return cls(**{name: _in(name, known[name], value) for name, value in data.items()})


def _out(value: object) -> object:
    if isinstance(value, Fraction):
        return str(value)
    return list(value) if isinstance(value, tuple) else value


def _in(name: str, kind: object, value: object) -> Any:
    kind = str(kind)
    if value is None and "None" in kind:
        return None
    if kind.startswith("Fraction") and isinstance(value, str | int) and not isinstance(value, bool):
        try:
            return Fraction(value)
        except (ValueError, ZeroDivisionError):
            pass
    elif (
        kind.startswith("tuple")
        and isinstance(value, list | tuple)
        and all(isinstance(v, str) for v in value)
    ):
        return tuple(value)
    elif kind == type(value).__name__:
        return value
    text = Sentence("%(value)s does not fit %(kind)s (fractions are strings)", value=repr(value), kind=kind)
    raise StandingsError("preset_field_wrong", text, name)


def check_preset(policy: Preset) -> None:
    """Raise StandingsError when a policy cannot mean anything: bad shares, unknown kinds, doubled metrics."""

    def need(condition: bool, field: str, message: str) -> None:
        if not condition:
            raise StandingsError("preset_field_wrong", message, field)

    need(bool(policy.metrics), "metrics", "at least one metric is needed")
    need(len(set(policy.metrics)) == len(policy.metrics), "metrics", "a metric appears twice")
    need(policy.win > 0, "win", "a win must be worth something")
    need(policy.games_to_win >= 1, "games_to_win", "at least one game wins a match")
    need(policy.bye_opponents >= 0, "bye_opponents", "cannot be negative")
    for name in ("match_floor", "match_ceiling", "dropped_match_ceiling", "game_floor", "bye_opponent_share"):
        need(0 <= getattr(policy, name) <= 1, name, "a share is between 0 and 1")
    need(policy.draw_share is None or 0 <= policy.draw_share <= 1, "draw_share", "a share is between 0 and 1")
    for name, choices in _CHOICES.items():
        need(
            getattr(policy, name) in choices,
            name,
            Sentence("must be one of %(known)s", known=", ".join(choices)),
        )
    two_named = [kind for kind in KINDS if kind not in SOLO_KINDS]
    for kind in policy.unplayed_kinds:
        need(
            kind in two_named,
            "unplayed_kinds",
            Sentence("must be among %(known)s", known=", ".join(two_named)),
        )


def _mtg(key: str, name: str, metrics: tuple[str, ...]) -> Preset:
    return Preset(key=key, name=name, metrics=metrics, match_floor=MTG_FLOOR, game_floor=MTG_FLOOR)


_X610Z = Preset(
    key="x610z",
    name="X610Z",
    metrics=("match_points", "omw", "gw", "ogw", "oomw", "h2h_all", "random"),
    match_floor=THIRD,
    game_floor=THIRD,
    bye_in_match_win=False,
    bye_in_game_win=False,
)

_ALL = (
    _X610Z,
    _X610Z.but(
        key="x610z_team",
        name="X610Z teams",
        metrics=("match_points", "omw", "oomw", "h2h_all", "random"),
    ),
    Preset(
        key="x610z_pods",
        name="X610Z pods",
        metrics=("match_points", "opponents_average", "wins", "random"),
        win=Fraction(5),
        bye=Fraction(5),
        games_to_win=1,
        bye_opponents=3,
        bye_opponent_share=Fraction(1, 5),
    ),
    _mtg("mtg", "Magic: The Gathering", ("match_points", "omw", "gw", "ogw", "random")),
    _mtg(
        "manatraders",
        "Magic: The Gathering, as ManaTraders ranked it: whoever stayed longer goes first",
        ("match_points", "last_round", "omw", "gw_floored", "ogw", "gw", "random"),
    ),
    Preset(
        key="pokemon",
        name="Pokemon",
        metrics=("match_points", "omw", "oomw", "h2h_two", "random"),
        draw_share=Fraction(1, 2),
        match_floor=Fraction(1, 4),
        dropped_match_ceiling=Fraction(3, 4),
        bye_in_match_win=False,
        bye_in_game_win=False,
    ),
    Preset(
        key="flesh_and_blood",
        name="Flesh and Blood",
        metrics=("match_points", "ctb", "loss_rate", "opponents_loss_rate", "opponents_ctb", "random"),
        win=Fraction(1),
        draw=Fraction(0),
        bye=Fraction(1),
        half_bye=Fraction(0),
        games_to_win=1,
    ),
    Preset(
        key="netrunner",
        name="Netrunner",
        metrics=("match_points", "sos", "esos", "random"),
    ),
    Preset(
        key="commander_pods",
        name="Commander pods",
        metrics=("match_points", "opponents_win_rate", "random"),
        win=Fraction(5),
        bye=Fraction(5),
        match_floor=MTG_FLOOR,
        games_to_win=1,
        bye_opponents=3,
        bye_opponent_share=MTG_FLOOR,
    ),
    Preset(
        key="fide",
        name="FIDE Swiss",
        metrics=(
            "match_points",
            "buchholz_cut1",
            "buchholz",
            "sonneborn_berger",
            "h2h_all",
            "wins",
            "random",
        ),
        win=Fraction(1),
        draw=Fraction(1, 2),
        bye=Fraction(1),
        half_bye=Fraction(1, 2),
        games_to_win=1,
        late_missed_round="unplayed",
        unplayed_kinds=("forfeit", "no_show", "double_loss"),
        unplayed_opponent="dummy",
        adjust_unplayed=True,
    ),
)

PRESETS: dict[str, Preset] = {item.key: item for item in _ALL}
"""The policies we ship, by key."""


def preset(key: str) -> Preset:
    """The shipped policy with this key; StandingsError names the known keys otherwise."""
    try:
        return PRESETS[key]
    except KeyError:
        text = Sentence(
            "there is no preset %(preset)s; known presets: %(known)s",
            preset=repr(key),
            known=", ".join(PRESETS),
        )
        raise StandingsError("preset_unknown", text) from None
