"""How an event is played: who meets whom, the cut and the knock-out; in plain words, and what of it can be no policy.

Takes the whole policy (defaults filled in) as plain data. Sources: the rounds table of our organized-play policy,
docs/pairing.md for the ways of pairing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.errors import Problem
from tournaments.pairing.pod_final import SHAPES, pod_cut

SWISS, ROUND_ROBIN, PODS = "swiss", "round_robin", "pods"  # the kinds of a first stage
RANDOM, FOLD, SLIDE = "random", "fold", "slide"  # who meets whom among equal points
SINGLE, DOUBLE = "single", "double"  # the kinds of a knock-out of matches

METHODS = {
    RANDOM: gettext_lazy("drawn by lot"),
    FOLD: gettext_lazy("by place: the first meets the last, the second the last but one"),
    SLIDE: gettext_lazy("by place: the upper half meets the lower half, both from the top"),
}
"""Who meets whom among players with equal points, in the words of form and tournament page."""

LEGS = {1: gettext_lazy("everybody meets everybody once"), 2: gettext_lazy("everybody meets everybody twice")}
"""How often a round robin is played through."""

KNOCK_OUTS = {
    SINGLE: gettext_lazy("who loses is out"),
    DOUBLE: gettext_lazy("who loses twice is out"),
}
"""How a knock-out of matches is played."""

PLAY_DEFAULTS: dict[str, Any] = {
    "method": RANDOM,
    "leaders": 0,
    "power_pairing_last_round": False,
    "clan_rounds": 0,
    "legs": 1,
    "cut": False,
    "cut_size": 0,
    "cut_points": 0,
    "cut_minutes": 0,
    "knock_out": SINGLE,
    "third_place": False,
}
"""``leaders``: how many of the best are paired first, by place. ``clan_rounds``: in how many first rounds clan mates
do not meet. ``cut_size``: how many go on, 0 for the rounds table. ``cut_points``: who goes on has at least these."""

# The whole numbers of a policy with the least and the most they may be (beside ``cut_size``).
NUMBERS = {
    "rounds": (0, 30),
    "leaders": (0, 64),
    "clan_rounds": (0, 20),
    "cut_points": (0, 300),
    "cut_minutes": (0, 240),
    "minutes": (1, 240),
    "check_minutes": (0, 30),
}
SWISS_ONLY = ("method", "leaders", "power_pairing_last_round", "clan_rounds")


@dataclass(frozen=True)
class PolicyLine:
    """One policy value in plain words, with the rule it comes from when a rule decides it."""

    label: str
    value: str
    rule: str | None = None


def final_size(wanted: int, present: int) -> int:
    """How many play the final tables when so many should and so many are here: 16, 10 or 4; 0 for fewer than 4."""
    return max((size for size in SHAPES if size <= min(wanted, present)), default=0)


def cut_size(values: Mapping[str, Any], entries: int, by_table: int) -> int:
    """How many of ``entries`` may go on at most, 0 without a cut; ``by_table`` says the rounds table for matches.

    With a limit of points it is known only after the rounds how many have them: this is the most there can be.
    """
    if not values["cut"]:
        return 0
    if values["pairing"] == PODS:
        return final_size(values["cut_size"] or pod_cut(entries), entries)
    if values["cut_points"] or values["cut_size"]:
        return min(values["cut_size"] or entries, entries)
    return by_table


def play_policy_problems(values: Mapping[str, Any]) -> list[Problem]:
    """What is wrong with the playing part of a new policy: a number out of range, choices that exclude each other."""
    problems = [
        Problem("range", _("Give a whole number between %(least)s and %(most)s.") % span, _asked_as(field))
        for field, span in (
            (field, {"least": least, "most": most}) for field, (least, most) in NUMBERS.items()
        )
        if not span["least"] <= int(values[field]) <= span["most"]
    ]
    for field, choices in (("method", METHODS), ("legs", LEGS), ("knock_out", KNOCK_OUTS)):
        if values[field] not in choices:
            problems.append(Problem("choice", _("Choose one of these."), field))
    if values["pairing"] != SWISS:
        text = _("This is possible only where players with equal points meet.")
        problems += [
            Problem("swiss_only", text, field)
            for field in SWISS_ONLY
            if values[field] != PLAY_DEFAULTS[field]
        ]
    if values["legs"] == 2 and values["pairing"] != ROUND_ROBIN:
        text = _("This is possible only where everybody meets everybody.")
        problems.append(Problem("round_robin_only", text, "legs"))
    if values.get("crews") and (values["pairing"] != SWISS or values["cut"]):
        text = _("Crews meet by points and play no knock-out. Choose a kind of tournament like that.")
        problems.append(Problem("crews_swiss", text, "crews"))
    return problems + _cut_problems(values)


def _asked_as(field: str) -> str:
    """The field of the form where a number of the policy is asked."""
    return "cut_number" if field in ("cut_size", "cut_points") else field


def _cut_problems(values: Mapping[str, Any]) -> list[Problem]:
    problems = []
    pods = values["pairing"] == PODS
    size = int(values["cut_size"])
    if pods and size and size not in SHAPES:
        problems.append(Problem("shape", _("At big tables 4, 10 or 16 players go on."), "cut_number"))
    elif not pods and size and not 2 <= size <= 128:
        text = _("Between 2 and 128 players can go on.")
        problems.append(Problem("cut_size", text, "cut_number"))
    if pods and values["cut_points"]:
        text = _("At big tables a number of players goes on, not everybody with enough points.")
        problems.append(Problem("no_points", text, "cut"))
    if values["knock_out"] == DOUBLE and pods:
        text = _("Big tables have no second chance: their winners go on.")
        problems.append(Problem("no_double", text, "knock_out"))
    if values["third_place"] and (pods or values["knock_out"] == DOUBLE):
        text = _("Only a knock-out in which one loss is enough has a match for third place.")
        problems.append(Problem("no_third", text, "third_place"))
    if not values["cut"] and (values["third_place"] or values["knock_out"] != SINGLE):
        text = _("Nobody goes on in this tournament. Choose first who plays the knock-out.")
        problems.append(Problem("no_cut", text, "cut"))
    return problems


def meeting_lines(values: Mapping[str, Any]) -> list[PolicyLine]:
    """Who meets whom in the rounds before a cut."""
    if values["pairing"] == PODS:
        words = _("tables of about %(count)s players; whoever is left wins the table")
        return [PolicyLine(_("Who meets whom"), words % {"count": values["pod_size"]})]
    if values["pairing"] == ROUND_ROBIN:
        return [PolicyLine(_("Who meets whom"), str(LEGS[values["legs"]]))]
    words = _("players with equal points meet, nobody twice; four players meet everybody once")
    lines = [PolicyLine(_("Who meets whom"), words)]
    if values["method"] != RANDOM:
        lines.append(PolicyLine(_("Among equal points"), str(METHODS[values["method"]])))
    if values["leaders"]:
        words = _("the best %(count)s are paired first, by place: first against second, third against fourth")
        lines.append(PolicyLine(_("Leaders"), words % {"count": values["leaders"]}))
    if values["power_pairing_last_round"]:
        words = _("everybody is paired by place: first against second, third against fourth")
        lines.append(PolicyLine(_("Last round"), words))
    if values["clan_rounds"]:
        words = _("in rounds 1 to %(count)s players of one clan do not meet, whatever their points")
        lines.append(PolicyLine(_("Clan mates"), words % {"count": values["clan_rounds"]}))
    return lines


def cut_lines(values: Mapping[str, Any]) -> list[PolicyLine]:
    """Who goes on after the rounds and how the knock-out is played; nothing without a cut."""
    if not values["cut"]:
        return []
    time = (
        _("%(minutes)s minutes") % {"minutes": values["cut_minutes"]}
        if values["cut_minutes"]
        else _("no time limit")
    )
    lines = [
        PolicyLine(_("The cut"), _pod_cut_words(values) if values["pairing"] == PODS else _cut_words(values)),
        PolicyLine(_("Time for a knock-out match"), time),
    ]
    if values["pairing"] == PODS:
        words = _("the winner of a table goes on; if time runs out, the best placed of those still in")
        return [*lines, PolicyLine(_("Knock-out"), words)]
    if values["knock_out"] == DOUBLE:
        words = _(
            "who loses twice is out; if the player without a loss loses the final, the two play once more"
        )
        lines.append(PolicyLine(_("Losing once"), words))
    if values["third_place"]:
        lines.append(PolicyLine(_("Third place"), _("the losers of the semi-finals play for it")))
    words = _("somebody must win; if time runs out level, the higher place after the rounds goes on")
    return [*lines, PolicyLine(_("Knock-out"), words)]


def _cut_words(values: Mapping[str, Any]) -> str:
    size, points = values["cut_size"], values["cut_points"]
    if size and points:
        words = _("the best %(count)s play a knock-out, as far as they have at least %(points)s points")
        return words % {"count": size, "points": points}
    if points:
        words = _("everybody with at least %(points)s points plays a knock-out; two players at least")
        return words % {"points": points}
    if size:
        return _("the best %(count)s players play a knock-out") % {"count": size}
    return _("the best 4 of up to 16 players, the best 8 of more, play a knock-out; up to 8 players: none")


def _pod_cut_words(values: Mapping[str, Any]) -> str:
    if not values["cut_size"]:
        return _(
            "of 17 to 34 players the best 4 play a final table; of more the best 10 go on: eight play two "
            "semi-finals, the best two wait in the final; up to 16 players: none"
        )
    return {
        4: _("the best 4 play a final table"),
        10: _("the best 10 go on: eight play two semi-finals, whose winners meet the best two in the final"),
        16: _("the best 16 play four semi-finals, whose winners meet in the final"),
    }[values["cut_size"]]
