"""The organized-play policy of one event, resolved when it is made, and the templates it is made from.

Every value is data, so an event can change it; the page shows each in plain words. The basis of the
defaults: rule numbers of the Comprehensive Rules where a rule decides, otherwise our own choice.
"""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from decks.cards.models import LegalityList
from decks.lists.against import NO_LIST

from . import play_policy
from .play_policy import PLAY_DEFAULTS, PolicyLine
from .play_policy import PODS as PODS
from .play_policy import ROUND_ROBIN as ROUND_ROBIN
from .play_policy import SWISS as SWISS

COMMUNITY, CHAMPIONSHIP = "community", "championship"
CONSTRUCTED, LIMITED = "constructed", "limited"
CREW_SIZE = 3  # glossary G.crew
CREWS = "crews"  # the kind of a stage in which crews meet
CLOSED, FROM_CUT, OPEN = "closed", "cut", "open"  # who may read a deck list beside its owner and the judges

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
# A field this small plays everybody against everybody, unless the event says a number of rounds.
ROUND_ROBIN_FIELD = 4

# (players up to, rounds of pods)
POD_ROUNDS = ((8, 2), (16, 3), (34, 4), (64, 5))
MORE_POD_ROUNDS = 6

DEFAULTS: dict[str, Any] = {
    "level": COMMUNITY,
    "mode": "1v1",
    "pairing": SWISS,
    **PLAY_DEFAULTS,
    "pod_size": 4,
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
    "game": "x610z",
    "format": "constructed",
    "pool": "demo",
    "acts": [],
    "board": "act-1",
    "limits": "",
    "lists": "closed",
    "teams": False,
    "crews": False,
    "check_minutes": 3,
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
        Template(
            "constructed-championship",
            gettext_lazy("Constructed championship: rounds, then the best play a knock-out"),
            {"level": CHAMPIONSHIP, "cut": True, "late_until_round": 1},
        ),
        Template(
            "zx-community",
            gettext_lazy("Z/X: decks of fifty cards, single games of thirty minutes"),
            {"game": "zx", "pool": "zx-demo", "games": 1, "minutes": 30, "bye_games": [1, 0]},
        ),
        Template(
            "limited-community",
            gettext_lazy("Limited: decks from cards opened on the day"),
            {"format": LIMITED},
        ),
        Template(
            "constructed-round-robin",
            gettext_lazy("Constructed, everybody against everybody"),
            {"pairing": ROUND_ROBIN, "late_until_round": 1},
        ),
        Template(
            "multiplayer-pods",
            gettext_lazy("Constructed, tables of three to six players"),
            {
                "mode": "multiplayer",
                "pairing": PODS,
                "cut": True,
                "games": 1,
                "minutes": 75,
                "points": {"win": 5, "draw": 1, "loss": 0},
                "preset": "x610z_pods",
                "bye_games": [1, 0],
            },
        ),
    )
}


LISTS = {
    CLOSED: gettext_lazy("deck lists stay secret"),
    FROM_CUT: gettext_lazy(
        "secret in the rounds; those who play the knock-out show theirs, all at the same moment"
    ),
    OPEN: gettext_lazy("everybody may read all lists, from the start of the first round"),
}
"""Who may read deck lists (M07, S06), in the words of the tournament page."""


def setting(policy: dict[str, Any], key: str) -> Any:
    """A value of an event's policy; an event made before the key existed has its default."""
    return policy.get(key, DEFAULTS[key])


def resolve(template: str, **changes: Any) -> dict[str, Any]:
    """The whole policy of a new event: defaults, then the template, then the organizer's changes."""
    return {**DEFAULTS, **TEMPLATES[template].policy, **changes}


@dataclass(frozen=True)
class StagePlan:
    """The first stage of an event: its kind, its rounds, and how many go on into the knock-out (0: nobody)."""

    kind: str
    rounds: int
    cut: int


def stage_plan(policy: dict[str, Any], entries: int) -> StagePlan:
    """How this many entries play: everybody against everybody, Swiss rounds, or pods; and the cut."""
    if setting(policy, "crews"):
        return StagePlan(CREWS, _crew_rounds(policy, entries // CREW_SIZE), 0)
    kind = policy.get("pairing", SWISS)
    if kind == SWISS and entries == ROUND_ROBIN_FIELD and not policy["rounds"]:
        kind = ROUND_ROBIN
    if kind == ROUND_ROBIN:
        legs = setting(policy, "legs") if policy.get("pairing") == ROUND_ROBIN else 1
        return StagePlan(kind, legs * (entries - 1 + entries % 2), cut_for(policy, entries))
    return StagePlan(kind, rounds_for(policy, entries), cut_for(policy, entries))


def _crew_rounds(policy: dict[str, Any], crews: int) -> int:
    """Rounds of so many crews: as for players, but never so many that two crews would have to meet again."""
    without_rematch = max(crews - 1 + crews % 2, 1)
    return rounds_for(policy, crews) if policy["rounds"] else min(rounds_for(policy, crews), without_rematch)


def cut_for(policy: dict[str, Any], entries: int) -> int:
    """How many go on into the knock-out at most: the event's own number, else by the table; 0 without a cut."""
    by_table = next((row[3] for row in ROUNDS_TABLE if entries <= row[0]), 8)
    return play_policy.cut_size({**DEFAULTS, **policy}, entries, by_table)


def rounds_for(policy: dict[str, Any], entries: int) -> int:
    """How many rounds this many entries play before a cut: the event's own number, else the table."""
    if policy["rounds"]:
        return int(policy["rounds"])
    if policy.get("pairing") == PODS:
        return next((rounds for most, rounds in POD_ROUNDS if entries <= most), MORE_POD_ROUNDS)
    column = 2 if policy["level"] == CHAMPIONSHIP else 1
    for row in ROUNDS_TABLE:
        if entries <= row[0]:
            return row[column]
    return 10


def describe(policy: dict[str, Any]) -> list[PolicyLine]:
    """The policy in plain words for the tournament page."""
    values = {**DEFAULTS, **policy}
    points = policy["points"]
    rounds = (
        ngettext("%(count)s round", "%(count)s rounds", policy["rounds"]) % {"count": policy["rounds"]}
        if policy["rounds"]
        else _("decided by the number of players")
    )
    games = (
        _("one game")
        if policy["games"] == 1
        else _("first to win %(wins)s games") % {"wins": policy["games"] // 2 + 1}
    )
    return [
        *play_policy.meeting_lines(values),
        PolicyLine(_("Rounds"), rounds),
        *play_policy.cut_lines(values),
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
        *_deck_lines(policy),
        PolicyLine(
            _("A deck check"),
            _("the table gets the time of the check back, and %(minutes)s minutes more")
            % {"minutes": values["check_minutes"]},
        ),
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


def _deck_lines(policy: dict[str, Any]) -> list[PolicyLine]:
    """What a deck is made of and who may read it; events made before a key existed have its default."""
    values = {**DEFAULTS, **policy}
    acts = (
        _("acts %(acts)s") % {"acts": ", ".join(values["acts"])}
        if values["acts"]
        else _("all acts of the set")
    )
    lines = [PolicyLine(_("Deck"), *_deck_words(values)), PolicyLine(_("Cards"), acts, "307.2")]
    if values["game"] == DEFAULTS["game"]:
        lines.append(
            PolicyLine(
                _("Board"), _("the board of act %(act)s") % {"act": values["board"].rpartition("-")[2]}
            )
        )
    else:
        lines.pop()
    if values["limits"]:
        lines.append(PolicyLine(_("Banned cards"), _limits_words(values["limits"])))
    lines.append(PolicyLine(_("Deck lists"), str(LISTS[values["lists"]])))
    return lines + _team_lines(values)


def _limits_words(key: str) -> str:
    """The name of the list of banned cards that an event chose, in the reader's language."""
    if key == NO_LIST:
        return _("no list; what a card itself says still counts")
    chosen = LegalityList.objects.filter(key=key).first()
    if chosen is None:
        return key
    return chosen.name_nl if get_language() == "nl" and chosen.name_nl else chosen.name


def _team_lines(values: dict[str, Any]) -> list[PolicyLine]:
    """Whether players form teams whose decks share the team restriction; nothing where they do not."""
    if not values["teams"]:
        return []
    words = _(
        "three players of one registered clan form a crew; crews meet seat against seat, and who wins more seats "
        "wins the match"
    )
    lines = [PolicyLine(_("Crews"), words, "G.crew")] if values["crews"] else []
    return lines + _restriction_lines(values)


def _restriction_lines(values: dict[str, Any]) -> list[PolicyLine]:
    """Teams in words, with the team restriction where it counts."""
    if values["format"] == LIMITED or values["game"] != DEFAULTS["game"]:
        return [PolicyLine(_("Teams"), _("players form teams"))]
    shared = _(
        "players form teams; a card's team restriction counts over their decks and sideboards together"
    )
    return [PolicyLine(_("Teams"), shared, "G.team-restriction")]


def _deck_words(values: dict[str, Any]) -> tuple[str, str | None]:
    """The size of a deck in words, and the rule that says so."""
    if values["game"] == "zx":
        return _("exactly 50 cards, 20 of them with the Ignition icon; Dynamis up to 16 cards"), None
    if values["format"] == LIMITED:
        return _("at least 36 cards from those you open on the day; the rest is your sideboard"), "101.1b"
    return _("at least 51 cards with one Life Base; a sideboard of 10 cards, or none"), "101.1a"
