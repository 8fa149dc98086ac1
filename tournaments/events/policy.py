"""The organized-play policy of one event, resolved when it is made, and the templates it is made from.

Every value is data, so an event can change it; ``policy_words`` says each in plain words. The basis of the
defaults: rule numbers of the Comprehensive Rules where a rule decides, otherwise our own choice.
"""

from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils.translation import gettext_lazy

from tournaments.pairing.pod_final import SHAPES, pod_cut

SWISS, ROUND_ROBIN, PODS = "swiss", "round_robin", "pods"  # the kinds of a first stage
RANDOM, FOLD, SLIDE = "random", "fold", "slide"  # who meets whom among equal points
SINGLE, DOUBLE = "single", "double"  # the kinds of a knock-out of matches
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


class Points(msgspec.Struct, frozen=True):
    """What a match is worth in the standings; a text is a fraction, of an event that was played elsewhere."""

    win: int | str = 3
    draw: int | str = 1
    loss: int | str = 0


class Policy(msgspec.Struct, frozen=True, kw_only=True, rename={"imported": "import"}):
    """Every choice of one event. A value that a stored policy does not have is the one that stands here.

    ``rounds``: 0 when the number of players decides. ``games``: the most of one match. ``preset``: a key of the
    shipped presets of standings, or a whole one. ``bye_games``: games won and lost by a bye. ``concede_after``: full
    rounds of a game (106.3#3). ``leaders``: how many of the best are paired first, by place. ``clan_rounds``: in how
    many first rounds clan mates do not meet. ``cut_size``: how many go on, 0 for the rounds table. ``cut_points``: who
    goes on has at least these. ``rulings``: options chosen in place of a default, by the ruling's id. ``limits``: the
    list of banned cards. ``imported``: where a finished event came from.
    """

    level: str = COMMUNITY
    mode: str = "1v1"
    pairing: str = SWISS
    method: str = RANDOM
    leaders: int = 0
    power_pairing_last_round: bool = False
    clan_rounds: int = 0
    legs: int = 1
    cut: bool = False
    cut_size: int = 0
    cut_points: int = 0
    cut_minutes: int = 0
    knock_out: str = SINGLE
    third_place: bool = False
    pod_size: int = 4
    min_competitors: int = 4
    rounds: int = 0
    games: int = 3
    minutes: int = 60
    points: Points = Points()
    preset: str | dict[str, Any] = "x610z"
    bye_games: tuple[int, int] = (2, 0)
    concede_after: int = 15
    late_until_round: int = 2
    deck_required: bool = True
    game: str = "x610z"
    format: str = "constructed"
    pool: str = "demo"
    acts: tuple[str, ...] = ()
    board: str = "act-1"
    rulings: dict[str, str] = {}
    limits: str = ""
    lists: str = "closed"
    teams: bool = False
    crews: bool = False
    check_minutes: int = 3
    imported: dict[str, Any] | None = None


DEFAULTS = Policy()


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


def resolve(template: str, **changes: Any) -> Policy:
    """The whole policy of a new event: defaults, then the template, then the organizer's changes.

    Raises ``msgspec.ValidationError`` for a value of another type than the field's.
    """
    return msgspec.convert({**TEMPLATES[template].policy, **changes}, Policy)


@dataclass(frozen=True)
class StagePlan:
    """The first stage of an event: its kind, its rounds, and how many go on into the knock-out (0: nobody)."""

    kind: str
    rounds: int
    cut: int


def stage_plan(policy: Policy, entries: int) -> StagePlan:
    """How this many entries play: everybody against everybody, Swiss rounds, or pods; and the cut."""
    if policy.crews:
        return StagePlan(CREWS, _crew_rounds(policy, entries // CREW_SIZE), 0)
    kind = policy.pairing
    if kind == SWISS and entries == ROUND_ROBIN_FIELD and not policy.rounds:
        kind = ROUND_ROBIN
    if kind == ROUND_ROBIN:
        legs = policy.legs if policy.pairing == ROUND_ROBIN else 1
        return StagePlan(kind, legs * (entries - 1 + entries % 2), cut_for(policy, entries))
    return StagePlan(kind, rounds_for(policy, entries), cut_for(policy, entries))


def _crew_rounds(policy: Policy, crews: int) -> int:
    """Rounds of so many crews: as for players, but never so many that two crews would have to meet again."""
    without_rematch = max(crews - 1 + crews % 2, 1)
    return rounds_for(policy, crews) if policy.rounds else min(rounds_for(policy, crews), without_rematch)


def preset_key(policy: Policy) -> str:
    """The key of the standings preset, of a whole one too."""
    return policy.preset if isinstance(policy.preset, str) else str(policy.preset["key"])


def cut_for(policy: Policy, entries: int) -> int:
    """How many go on into the knock-out at most: the event's own number, else by the table; 0 without a cut."""
    by_table = next((row[3] for row in ROUNDS_TABLE if entries <= row[0]), 8)
    return cut_size(policy, entries, by_table)


def rounds_for(policy: Policy, entries: int) -> int:
    """How many rounds this many entries play before a cut: the event's own number, else the table."""
    if policy.rounds:
        return policy.rounds
    if policy.pairing == PODS:
        return next((rounds for most, rounds in POD_ROUNDS if entries <= most), MORE_POD_ROUNDS)
    column = 2 if policy.level == CHAMPIONSHIP else 1
    for row in ROUNDS_TABLE:
        if entries <= row[0]:
            return row[column]
    return 10


def final_size(wanted: int, present: int) -> int:
    """How many play the final tables when so many should and so many are here: 16, 10 or 4; 0 for fewer than 4."""
    return max((size for size in SHAPES if size <= min(wanted, present)), default=0)


def cut_size(policy: Policy, entries: int, by_table: int) -> int:
    """How many of ``entries`` may go on at most, 0 without a cut; ``by_table`` says the rounds table for matches.

    With a limit of points it is known only after the rounds how many have them: this is the most there can be.
    """
    if not policy.cut:
        return 0
    if policy.pairing == PODS:
        return final_size(policy.cut_size or pod_cut(entries), entries)
    if policy.cut_points or policy.cut_size:
        return min(policy.cut_size or entries, entries)
    return by_table
