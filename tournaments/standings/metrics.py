"""The registry: every tie-breaker by key, with its name, its formula in words and its exact column.

To add one, write a column function in one of the `columns_*` modules and a line in the table below.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tournaments.standings import columns_basic as basic
from tournaments.standings import columns_share as share
from tournaments.standings.model import StandingsError
from tournaments.standings.tally import Column, Tally


def gettext_noop(message: str) -> str:
    """Mark English text for the message catalogue; the page translates it (this package knows no language)."""
    return message


@dataclass(frozen=True)
class Metric:
    """One tie-breaker. `better`: "high" or "low" wins. `style`: how to show it ("points", "percent", "count").

    `column` computes it for everybody; it is None for the head-to-head metrics (`group` is True), which only
    have a meaning inside a group of entrants tied on everything before them.
    """

    key: str
    name: str
    short: str
    formula: str
    column: Callable[[Tally], Column] | None
    better: str = "high"
    style: str = "points"

    @property
    def group(self) -> bool:
        """Whether the metric compares only entrants that are tied so far."""
        return self.column is None


_ALL: tuple[Metric, ...] = (
    Metric(
        "match_points",
        gettext_noop("Match points"),
        gettext_noop("Pts"),
        gettext_noop("All points from matches and byes added up."),
        basic.match_points,
    ),
    Metric(
        "omw",
        gettext_noop("Opponents' match-win percentage"),
        gettext_noop("OMW"),
        gettext_noop("How well your opponents did: the average of their match-win percentages."),
        share.opponents_match_win,
        style="percent",
    ),
    Metric(
        "gw",
        gettext_noop("Game-win percentage"),
        gettext_noop("GW"),
        gettext_noop("Your game points divided by the game points you could have made."),
        share.game_win,
        style="percent",
    ),
    Metric(
        "ogw",
        gettext_noop("Opponents' game-win percentage"),
        gettext_noop("OGW"),
        gettext_noop("The average of the game-win percentages of your opponents."),
        share.opponents_game_win,
        style="percent",
    ),
    Metric(
        "oomw",
        gettext_noop("Opponents' opponents' match-win percentage"),
        gettext_noop("OOMW"),
        gettext_noop("The average of your opponents' own OMW."),
        share.opponents_opponents_match_win,
        style="percent",
    ),
    Metric(
        "last_round",
        gettext_noop("Last round played"),
        gettext_noop("Last"),
        gettext_noop("The last round you took part in: staying counts before leaving."),
        basic.last_round,
        style="count",
    ),
    Metric(
        "random",
        gettext_noop("Drawn lot"),
        gettext_noop("Lot"),
        gettext_noop("A lot drawn before round 1 and stored; the lower number goes first."),
        basic.random_lot,
        better="low",
        style="count",
    ),
)

METRICS: dict[str, Metric] = {item.key: item for item in _ALL}
"""The registry by key."""


def metric(key: str) -> Metric:
    """The metric with this key; StandingsError names the known keys otherwise."""
    try:
        return METRICS[key]
    except KeyError:
        raise StandingsError("metric_unknown", f"no metric {key!r}; known are {', '.join(METRICS)}") from None
