"""The organized-play policy of one event, resolved when it is made, and the templates it is made from.

Every value is data, so an event can change it; ``policy_words`` says each in plain words. The basis of the
defaults: rule numbers of the Comprehensive Rules where a rule decides, otherwise our own choice.
"""

from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils.translation import gettext_lazy

from ledger.shapes import Json
from tournaments.formats import first_format, format_after, formats
from tournaments.standings import PRESETS

SWISS, ROUND_ROBIN, PODS = "swiss", "round_robin", "pods"  # the kinds of a first stage
RANDOM, FOLD, SLIDE = "random", "fold", "slide"  # who meets whom among equal points
SINGLE, DOUBLE = "single", "double"  # the kinds of a knock-out of matches
COMMUNITY, CHAMPIONSHIP = "community", "championship"
CONSTRUCTED, LIMITED = "constructed", "limited"
CREW_SIZE = 3  # glossary G.crew
CREW_MOST = CREW_SIZE + 1  # with the substitute whom a crew may name (decision 272)
X610Z = "x610z"
CREWS = "crews"  # the kind of a stage in which crews meet
CLOSED, FROM_CUT, OPEN = "closed", "cut", "open"  # who may read a deck list beside its owner and the judges
LIT, AFTER, QUIET = (
    "lit",
    "after",
    "quiet",
)  # the recorder lights legal actions, marks faults later, or at the end

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
    list of banned cards. ``late_minutes``: until then who arrives late may still sit down in the round being played.
    ``live_delay``: after so many minutes the audience sees recorded games; 0: never.
    ``recorder_help``: how much the engine helps who records a game, "" as usual for the level.
    ``ruleset``: the version of the rules.
    ``imported``: where a finished event came from.
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
    preset: str | Json = "x610z"
    bye_games: tuple[int, int] = (2, 0)
    concede_after: int = 15
    late_until_round: int = 2
    late_minutes: int = 10
    deck_required: bool = True
    game: str = X610Z
    format: str = "constructed"
    pool: str = "demo"
    acts: tuple[str, ...] = ()
    ruleset: str = "x610z/2010-03"
    board: str = "act-1"
    rulings: dict[str, str] = {}
    limits: str = ""
    lists: str = "closed"
    teams: bool = False
    crews: bool = False
    check_minutes: int = 3
    recorder_help: str = ""
    live_delay: int = 0
    imported: Json | None = None

    @property
    def help_at_the_table(self) -> str:
        """How much the engine helps at the table; hints at the board are outside assistance at championship level."""
        return self.recorder_help or (AFTER if self.level == CHAMPIONSHIP else LIT)

    @property
    def can_be_recorded(self) -> bool:
        """Whether games are recorded here: of Z/X only where the engine helps, for its page shows what can be done."""
        return self.game == X610Z or self.help_at_the_table == LIT

    @property
    def draws_in_time(self) -> bool:
        """Whether a game can be drawn before time is up: in X610Z it cannot (106.1a), in Z/X it can (101.3)."""
        return self.game != X610Z


DEFAULTS = Policy()


PolicyChanges = dict[str, Any]
"""Values of a policy that differ from the usual, by the names of its fields; :func:`resolve` checks each of them."""


@dataclass(frozen=True)
class Template:
    """A ready-made event: a name for the list and the policy values that differ from the defaults."""

    key: str
    label: Any
    policy: PolicyChanges


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
            gettext_lazy("Constructed championship: rounds, then a knock-out for the best"),
            {"level": CHAMPIONSHIP, "cut": True, "late_until_round": 1},
        ),
        Template(
            "zx-community",
            gettext_lazy("Z/X: decks of fifty cards, single games of thirty minutes"),
            {"game": "zx", "pool": "zx-texts", "games": 1, "minutes": 30, "bye_games": [1, 0]},
        ),
        Template(
            "limited-community",
            gettext_lazy("Limited: decks from cards opened on the day"),
            {"format": LIMITED},
        ),
        Template(
            "constructed-round-robin",
            gettext_lazy("Constructed, round robin"),
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
    return msgspec.convert({**templates()[template].policy, **with_points(changes)}, Policy)


def entered_as(policy: Policy) -> tuple[bool, bool]:
    """Whether players enter as teams, and whether those are crews."""
    return policy.teams, policy.crews


def with_points(changes: PolicyChanges) -> PolicyChanges:
    """The same changes with what follows from them, unless that is chosen as well.

    An order of places brings the points it counts in, and the games of a match the games that a bye counts as.
    A crew is a team: with crews there are teams, and without teams no crews.
    """
    crews, entered = (changes.get(key) for key in ("crews", "teams"))
    if crews:
        changes = {**changes, "teams": True}
    elif entered is False:
        changes = {**changes, "crews": False}
    if isinstance(games := changes.get("games"), int) and "bye_games" not in changes:
        changes = {**changes, "bye_games": (games // 2 + 1, 0)}
    order = PRESETS.get(key) if isinstance(key := changes.get("preset"), str) else None
    if order is None or "points" in changes:
        return changes
    worth = {"win": order.win, "draw": order.draw, "loss": order.loss}
    points = {name: int(value) if value.denominator == 1 else str(value) for name, value in worth.items()}
    return {**changes, "points": points}


DUEL_ORDERS = ("x610z", "x610z_team", "mtg", "pokemon", "flesh_and_blood", "netrunner", "fide")
POD_ORDERS = ("x610z_pods", "commander_pods")


def orders_for(policy: Policy) -> tuple[str, ...]:
    """The orders of places that suit the tables of this event: by the key of their preset."""
    return POD_ORDERS if first_format(policy).many_seats else DUEL_ORDERS


def usual_of(template: str, policy: Policy) -> Policy:
    """What is usual for the kind that an event was made from; of an imported day, which no kind made, what it is."""
    return resolve(template) if template in templates() else policy


def templates() -> dict[str, Template]:
    """Everything an organizer can choose from: the usual events, and those that a format brings."""
    return TEMPLATES | {one.key: one for format_ in formats() for one in format_.templates}


@dataclass(frozen=True)
class StagePlan:
    """The first stage of an event: its kind, its rounds, and how many go on into the knock-out (0: nobody)."""

    kind: str
    rounds: int
    cut: int


def stage_plan(policy: Policy, entries: int) -> StagePlan:
    """How this many entries play: the first stage as its format plans it, and the cut."""
    return first_format(policy).plan(policy, entries)


def preset_key(policy: Policy) -> str:
    """The key of the standings preset, of a whole one too."""
    return policy.preset if isinstance(policy.preset, str) else str(policy.preset["key"])


def cut_for(policy: Policy, entries: int) -> int:
    """How many go on into the knock-out at most: the event's own number, else by the table; 0 without a cut.

    With a limit of points it is known only after the rounds how many have them: this is the most there can be.
    """
    return format_after(policy).cut_size(policy, entries) if policy.cut else 0


def table_cut(entries: int) -> int:
    """How many of so many play a knock-out by the rounds table."""
    return next((row[3] for row in ROUNDS_TABLE if entries <= row[0]), 8)


def rounds_for(policy: Policy, entries: int) -> int:
    """How many rounds this many entries play before a cut: the event's own number, else the table."""
    if policy.rounds:
        return policy.rounds
    column = 2 if policy.level == CHAMPIONSHIP else 1
    for row in ROUNDS_TABLE:
        if entries <= row[0]:
            return row[column]
    return 10
