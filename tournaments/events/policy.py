"""The organized-play policy of one event, resolved when it is made, and the templates it is made from.

Every value is data, so an event can change it; the page shows each in plain words. The basis of the
defaults: rule numbers of the Comprehensive Rules where a rule decides, otherwise our own choice.
"""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

COMMUNITY, CHAMPIONSHIP = "community", "championship"

# (entries up to, Swiss rounds at community level, at championship level, size of the cut at championship level)
ROUNDS_TABLE = (
    (4, 3, 3, 0),
    (8, 3, 3, 0),
    (16, 4, 5, 4),
    (32, 5, 5, 8),
    (64, 6, 6, 8),
    (128, 7, 7, 8),
    (224, 8, 8, 8),
    (384, 9, 9, 8),
)

DEFAULTS: dict[str, Any] = {
    "level": COMMUNITY,
    "min_competitors": 4,
    "rounds": 0,
    "games": 3,
    "minutes": 60,
    "points": {"win": 3, "draw": 1, "loss": 0},
    "preset": "x610z",
    "bye_games": [2, 0],
    "concede_after": 15,
    "late_until_round": 2,
    "deck_required": True,
    "lists": "closed",
    "power_pairing_last_round": False,
}


@dataclass(frozen=True)
class Template:
    """A ready-made event: a name for the list and the policy values that differ from the defaults."""

    key: str
    label: Any
    policy: dict[str, Any]


TEMPLATES = {
    template.key: template
    for template in (
        Template("constructed-community", gettext_lazy("Constructed, one against one, best of three"), {}),
        Template(
            "constructed-quick",
            gettext_lazy("Constructed, one against one, single games"),
            {"games": 1, "minutes": 35, "bye_games": [1, 0]},
        ),
    )
}


@dataclass(frozen=True)
class PolicyLine:
    """One policy value in plain words, with the rule it comes from when a rule decides it."""

    label: str
    value: str
    rule: str | None = None


def resolve(template: str, **changes: Any) -> dict[str, Any]:
    """The whole policy of a new event: defaults, then the template, then the organizer's changes."""
    return {**DEFAULTS, **TEMPLATES[template].policy, **changes}


def rounds_for(policy: dict[str, Any], entries: int) -> int:
    """How many Swiss rounds this many entries play: the event's own number, else the table."""
    if policy["rounds"]:
        return int(policy["rounds"])
    column = 2 if policy["level"] == CHAMPIONSHIP else 1
    for row in ROUNDS_TABLE:
        if entries <= row[0]:
            return row[column]
    return 10


def describe(policy: dict[str, Any]) -> list[PolicyLine]:
    """The policy in plain words for the tournament page."""
    points = policy["points"]
    rounds = (
        _("%(count)s rounds") % {"count": policy["rounds"]}
        if policy["rounds"]
        else _("decided by the number of players")
    )
    games = (
        _("one game")
        if policy["games"] == 1
        else _("first to win %(wins)s games") % {"wins": policy["games"] // 2 + 1}
    )
    lists = _("deck lists stay secret") if policy["lists"] == "closed" else _("deck lists are open")
    return [
        PolicyLine(_("Rounds"), rounds),
        PolicyLine(_("A match"), games),
        PolicyLine(_("Time for a round"), _("%(minutes)s minutes") % {"minutes": policy["minutes"]}),
        PolicyLine(
            _("Points"),
            _("%(win)s for a win, %(draw)s for a draw, %(loss)s for a loss; a bye counts as a win") % points,
        ),
        PolicyLine(_("Draws"), _("only when time has run out"), "106.1a"),
        PolicyLine(
            _("Giving up"),
            _("after %(rounds)s full rounds of a game") % {"rounds": policy["concede_after"]},
            "106.3#3",
        ),
        PolicyLine(_("Decks"), lists),
        PolicyLine(
            _("Coming late"),
            _("possible up to round %(round)s; missed rounds count as lost")
            % {"round": policy["late_until_round"]},
        ),
        PolicyLine(
            _("Organized play"),
            _("at least %(count)s players checked in") % {"count": policy["min_competitors"]},
            "G.organized-play",
        ),
    ]
