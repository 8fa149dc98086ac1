"""The room of season points: ladders from final results, and the arithmetic behind every number.

PURE: no Django, no clock, no dice, no database. It takes plain records (`Season` of `Event`s and a `Circuit`) and
gives back plain records. It must not know who may see what, how a page looks, or in which language it is read.
Ratings stand apart in `ratings`, which alone needs a library.
"""

from tournaments.season_points.circuit import Band, Circuit, CircuitError, EventClass, HonourRule, Window
from tournaments.season_points.clans import ClanResult, ClanRow, clan_ladder
from tournaments.season_points.explain import explain, explain_clan, explain_result
from tournaments.season_points.games import Game
from tournaments.season_points.honours import Award, honours
from tournaments.season_points.ladder import ladder
from tournaments.season_points.meetings import Meetings, meetings
from tournaments.season_points.model import (
    Event,
    Finish,
    Ladder,
    LadderRow,
    Member,
    Result,
    Season,
    SeasonError,
)
from tournaments.season_points.moves import Move, Reason, moves
from tournaments.season_points.one_more import Chance, what_one_more_can_give
from tournaments.season_points.presets import CIRCUITS, circuit

__all__ = [
    "CIRCUITS",
    "Award",
    "Band",
    "Chance",
    "Circuit",
    "CircuitError",
    "ClanResult",
    "ClanRow",
    "Event",
    "EventClass",
    "Finish",
    "Game",
    "HonourRule",
    "Ladder",
    "LadderRow",
    "Meetings",
    "Member",
    "Move",
    "Reason",
    "Result",
    "Season",
    "SeasonError",
    "Window",
    "circuit",
    "clan_ladder",
    "explain",
    "explain_clan",
    "explain_result",
    "honours",
    "ladder",
    "meetings",
    "moves",
    "what_one_more_can_give",
]
