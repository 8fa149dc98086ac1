"""The organized-play policy of one event, resolved when it is made: one declaration for every setting.

Every value is data, so an event can change it; ``policy_words`` says each in plain words. The basis of the
defaults: rule numbers of the Comprehensive Rules where a rule decides, otherwise our own choice.
"""

from dataclasses import dataclass
from typing import Annotated, TypeVar

import msgspec
from django.utils.translation import gettext_lazy as _

from ledger.shapes import Json
from rules_engine.games import game_of
from tournaments.standings import PRESETS

from .setting_words import (
    AFTER,
    CHAMPIONSHIP,
    CLOSED,
    COMMUNITY,
    DECKS,
    KNOCK_OUTS,
    LEVELS,
    LISTS,
    LIT,
    MATCHES,
    ONLY_OPEN,
    RECORDER_HELP,
    SINGLE,
    STOPPING,
    VOID_ALL,
    check_line,
    decks_line,
    games_line,
    level_line,
    lists_line,
    live_line,
    minutes_line,
    rounds_line,
    stopping_line,
    times_line,
    window_line,
)
from .settings import Part, Setting, Words, own_settings

SWISS, ROUND_ROBIN, PODS = "swiss", "round_robin", "pods"  # the kinds of a first stage
CONSTRUCTED, LIMITED = "constructed", "limited"
CREW_SIZE = 3  # glossary G.crew
CREW_MOST = CREW_SIZE + 1  # with the substitute whom a crew may name (decision 272)
X610Z = "x610z"
DAY = 24 * 60
"""Minutes of a day."""
CREWS = "crews"  # the kind of a stage in which crews meet

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


S = TypeVar("S", bound=msgspec.Struct)
OWN = "own"
"""The field of a policy that holds what was chosen of the settings of formats; the forms ask those in its place."""


class Policy(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"imported": "import"}
):
    """Every choice of one event. A value that a stored policy does not have is the one that stands here.

    ``rounds``: 0 when the number of players decides. ``window_days``: of a league, else 0; then ``minutes`` is not
    read. ``games``: the most of one match. ``own``: what was chosen of the settings that belong to a format, by
    name. ``preset``: a key of the shipped presets of standings, or a whole one. ``bye_games``: games won and lost
    by a bye. ``concede_after``: full rounds of a game (106.3#3). ``cut_size``: how many go on, 0 for the rounds
    table. ``cut_points``: who goes on has at least these. ``rulings``: options chosen in place of a default, by the
    ruling's id. ``limits``: the list of banned cards. ``late_minutes``: until then who arrives late may still sit
    down in the round being played. ``live_delay``: after so many minutes the audience sees recorded games; 0:
    never. ``recorder_help``: how much the engine helps who records a game, "" as usual for the level. ``ruleset``:
    the version of the rules. ``imported``: where a finished event came from.
    """

    level: Annotated[
        str,
        Setting(
            label=_("Level"),
            help=_("Decides the penalties, and the number of rounds where you choose none."),
            choices=LEVELS,
            longest=16,
            says=level_line,
        ),
    ] = COMMUNITY
    mode: str = "1v1"
    pairing: str = SWISS
    rounds: Annotated[
        int,
        Setting(
            label=_("Rounds"),
            help=_("Leave empty: the number of players decides."),
            bounds=(0, 30),
            says=rounds_line,
        ),
    ] = 0
    minutes: Annotated[int, Setting(label=_("Minutes for a round"), bounds=(1, 240), says=minutes_line)] = 60
    window_days: Annotated[
        int,
        Setting(
            label=_("Days for a round, in a league"),
            help=_(
                "Players make appointments within these days. Leave empty where a round is played in one go."
            ),
            bounds=(0, 28),
            says=window_line,
        ),
    ] = 0
    stopping: Annotated[
        str,
        Setting(label=_("When somebody stops in a league"), choices=STOPPING, longest=16, says=stopping_line),
    ] = ONLY_OPEN
    times_public: Annotated[
        bool,
        Setting(label=_("Everybody may read when and where a league's matches are played"), says=times_line),
    ] = False
    games: Annotated[int, Setting(label=_("Games of a match"), choices=MATCHES, says=games_line)] = 3
    own: Json = {}
    cut: Annotated[bool, Setting()] = False
    cut_size: Annotated[int, Setting(bounds=(0, 300), asked_as="cut_number")] = 0
    cut_points: Annotated[int, Setting(bounds=(0, 300), asked_as="cut_number")] = 0
    knock_out: Annotated[str, Setting(label=_("The knock-out"), choices=KNOCK_OUTS, longest=16)] = SINGLE
    third_place: Annotated[bool, Setting(label=_("With a match for third place"))] = False
    cut_minutes: Annotated[
        int,
        Setting(label=_("Minutes for a knock-out match"), help=_("0 means no time limit."), bounds=(0, 240)),
    ] = 0
    concede_after: Annotated[
        int,
        Setting(
            label=_("Full rounds of a game before a player may concede it"),
            help=_("Leave empty: 15, as rule 106.3 says for Organized Play."),
            bounds=(0, 60),
        ),
    ] = 15
    late_minutes: Annotated[
        int,
        Setting(
            label=_("Minutes in which somebody late may join a round being played"),
            help=_("Leave empty: 10. After that they lose the round and play from the next one."),
            bounds=(0, 60),
        ),
    ] = 10
    late_until_round: Annotated[
        int,
        Setting(
            label=_("Last round in which somebody may still come in"),
            help=_(
                "While it is played, too: then from the next one. 0 means nobody comes in after the start."
            ),
            bounds=(0, 30),
        ),
    ] = 2
    deck_required: Annotated[
        bool, Setting(label=_("Deck lists before the start"), choices=DECKS, says=decks_line)
    ] = True
    check_minutes: Annotated[
        int,
        Setting(
            label=_("Extra minutes after a deck check"),
            help=_("A table gets these on top of the time the check took."),
            bounds=(0, 30),
            says=check_line,
        ),
    ] = 3
    live_delay: Annotated[
        int,
        Setting(
            label=_("Minutes until the audience sees a recorded game"),
            help=_("Anybody may then follow the board, never a hand. 0 means nobody sees it."),
            bounds=(0, 240),
            says=live_line,
        ),
    ] = 0
    recorder_help: Annotated[
        str,
        Setting(
            label=_("Help for those who record a game"),
            help=_(
                "The engine checks recorded games in any case; this is what the phone shows at the table."
            ),
            choices=RECORDER_HELP,
            longest=16,
        ),
    ] = ""
    limits: Annotated[str, Setting()] = ""
    min_competitors: int = 4
    points: Points = Points()
    preset: Annotated[str | Json, Setting(part=Part.RULES)] = "x610z"
    ruleset: Annotated[str, Setting(part=Part.RULES)] = "x610z/2010-03"
    board: Annotated[str, Setting(part=Part.RULES)] = "act-1"
    rulings: Annotated[dict[str, str], Setting(part=Part.RULES, longest=60)] = {}
    bye_games: tuple[int, int] = (2, 0)
    game: str = X610Z
    format: str = "constructed"
    lists: Annotated[
        str,
        Setting(
            label=_("Who may read deck lists"), part=Part.BASICS, choices=LISTS, longest=16, says=lists_line
        ),
    ] = CLOSED
    pool: Annotated[str, Setting(part=Part.BASICS, until_entry=True)] = "demo"
    acts: Annotated[tuple[str, ...], Setting(part=Part.BASICS, longest=10, until_entry=True)] = ()
    teams: Annotated[bool, Setting(label=_("Players form teams"), part=Part.BASICS, until_entry=True)] = False
    crews: Annotated[
        bool,
        Setting(
            label=_("Players form crews"),
            help=_("A crew is a team of three players of one clan. Crews play against crews."),
            part=Part.BASICS,
            until_entry=True,
        ),
    ] = False
    imported: Json | None = None

    def of(self, struct: type[S]) -> S:
        """The settings that a format declares in this struct, as they are chosen here or as usual."""
        return msgspec.convert(self.own, struct)

    def as_plain(self) -> Json:
        """As it is stored and told to programs: every setting under its name, those of formats too."""
        said: Json = msgspec.to_builtins(self)
        own = said.pop(OWN)
        if self.imported is None:
            del said["import"]
        return said | {name: one.default for name, one in own_settings().items()} | own

    def minutes_of(self, *, knock_out: bool) -> int:
        """How long the clock of a round runs, 0 without a limit; of a league whole days."""
        if self.window_days:
            return self.window_days * DAY
        return self.cut_minutes if knock_out else self.minutes

    @property
    def voids_who_stops(self) -> bool:
        """Whether no match of somebody who stops counts: of a league alone."""
        return bool(self.window_days) and self.stopping == VOID_ALL

    @property
    def help_at_the_table(self) -> str:
        """How much the engine helps at the table; hints at the board are outside assistance at championship level."""
        return self.recorder_help or (AFTER if self.level == CHAMPIONSHIP else LIT)

    @property
    def draws_in_time(self) -> bool:
        """Whether a game can be drawn before time is up: in X610Z it cannot (106.1a), in Z/X it can (101.3)."""
        return game_of(self.game).law.draws_in_time


DEFAULTS = Policy()


PolicyChanges = Json
"""Values of a policy that differ from the usual, by the names of the settings; ``plans.resolve`` checks each."""


@dataclass(frozen=True)
class Template:
    """A ready-made event: a name for the list and the policy values that differ from the defaults."""

    key: str
    label: Words
    policy: PolicyChanges


@dataclass(frozen=True)
class StagePlan:
    """The first stage of an event: its kind, its rounds, and how many go on into the knock-out (0: nobody)."""

    kind: str
    rounds: int
    cut: int


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


def preset_key(policy: Policy) -> str:
    """The key of the standings preset, of a whole one too."""
    return policy.preset if isinstance(policy.preset, str) else str(policy.preset["key"])


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
