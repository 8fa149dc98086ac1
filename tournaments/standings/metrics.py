"""The registry: every tie-breaker by key, with its name, its formula in words and its exact column.

To add one, write a column function in one of the `columns_*` modules, its worked-out lines in the `explain_*` module
beside it, and an entry in the table below.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournaments.standings import columns_basic as basic
from tournaments.standings import columns_chess as chess
from tournaments.standings import columns_share as share
from tournaments.standings import explain_chess, explain_duel, explain_opponents, explain_own
from tournaments.standings import head_to_head as duel
from tournaments.standings.explain_own import Lines
from tournaments.standings.model import StandingsError
from tournaments.standings.tally import Column, Tally

League = Callable[[Tally, Sequence[int]], dict[int, int] | None]
"""Scores inside a group of tied entrants, or None when the comparison does not apply to the group."""


def gettext_noop(message: str) -> str:
    """Mark English text for the message catalogue; the page translates it (this package knows no language)."""
    return message


@dataclass(frozen=True)
class Metric:
    """One tie-breaker. `better`: "high" or "low" wins. `style`: how to show it ("points", "percent", "count").

    `column` computes it for everybody, `told` works it out for one, line by line. Head-to-head metrics have a `league`
    and `told_in_group` instead: they only mean something inside a group of entrants tied on everything before them.
    """

    key: str
    name: str
    short: str
    formula: str
    column: Callable[[Tally], Column] | None = None
    told: Callable[[Tally, int], Lines] | None = None
    league: League | None = None
    told_in_group: Callable[[Tally, int, list[int]], Lines] | None = None
    better: str = "high"
    style: str = "points"

    @property
    def group(self) -> bool:
        """Whether the metric compares only entrants that are tied so far."""
        return self.column is None

    def explain(self, t: Tally, index: int, level_with: Callable[[], list[int]]) -> Lines:
        """Work the metric out for one entrant; `level_with` says who is tied so far, where that counts."""
        if self.told is not None:
            return self.told(t, index)
        if self.told_in_group is None:
            raise TypeError(f"nothing works out {self.key}")
        return self.told_in_group(t, index, level_with())


_BASIC = (
    Metric(
        "match_points",
        gettext_noop("Match points"),
        gettext_noop("Pts"),
        gettext_noop("All your points from matches and byes, added up."),
        basic.match_points,
        explain_own.match_points,
    ),
    Metric(
        "average_points",
        gettext_noop("Points per round"),
        gettext_noop("Avg"),
        gettext_noop("Your points divided by your rounds."),
        basic.average_points,
        explain_own.average_points,
    ),
    Metric(
        "wins",
        gettext_noop("Rounds won"),
        gettext_noop("W"),
        gettext_noop("How many rounds you won, byes included."),
        basic.wins,
        explain_own.wins,
        style="count",
    ),
    Metric(
        "losses",
        gettext_noop("Rounds lost"),
        gettext_noop("L"),
        gettext_noop("How many rounds you lost; fewer is better."),
        basic.losses,
        explain_own.losses,
        better="low",
        style="count",
    ),
    Metric(
        "loss_rate",
        gettext_noop("Share of matches lost"),
        gettext_noop("PML"),
        gettext_noop("Your losses divided by your matches, byes left out; lower is better."),
        basic.loss_rate,
        explain_own.loss_rate,
        better="low",
        style="percent",
    ),
    Metric(
        "late_losses",
        gettext_noop("Late losses"),
        gettext_noop("Late"),
        gettext_noop(
            "Each lost round's number times itself, added up: losing late is better than losing early."
        ),
        basic.late_losses,
        explain_own.late_losses,
        style="count",
    ),
    Metric(
        "last_round",
        gettext_noop("Last round played"),
        gettext_noop("Last"),
        gettext_noop("The last round you played in: whoever stayed ranks above whoever left."),
        basic.last_round,
        explain_own.last_round,
        style="count",
    ),
    Metric(
        "cumulative",
        gettext_noop("Cumulative score"),
        gettext_noop("Sum"),
        gettext_noop("Your score after every round, all added up: early points count more often."),
        basic.cumulative,
        explain_own.cumulative,
    ),
    Metric(
        "cumulative_cut1",
        gettext_noop("Cumulative score without round 1"),
        gettext_noop("Sum-1"),
        gettext_noop("Your score after every round from the second on, all added up."),
        basic.cumulative_cut1,
        explain_own.cumulative_cut1,
    ),
    Metric(
        "ctb",
        gettext_noop("Cumulative tie-break"),
        gettext_noop("CTB"),
        gettext_noop("After each round: a quarter of the number so far plus all your points so far."),
        basic.ctb,
        explain_own.ctb,
    ),
    Metric(
        "random",
        gettext_noop("Drawn lot"),
        gettext_noop("Lot"),
        gettext_noop("A lot drawn before round 1 and kept; the lower number ranks higher."),
        basic.random_lot,
        explain_own.lot,
        better="low",
        style="count",
    ),
)

_SHARES = (
    Metric(
        "mw",
        gettext_noop("Match-win percentage"),
        gettext_noop("MW"),
        gettext_noop("Your match points divided by the most you could have scored."),
        share.match_win,
        explain_own.match_win,
        style="percent",
    ),
    Metric(
        "omw",
        gettext_noop("Opponents' match-win percentage"),
        gettext_noop("OMW"),
        gettext_noop("How well your opponents did: the average of their match-win percentages."),
        share.opponents_match_win,
        explain_opponents.match_win,
        style="percent",
    ),
    Metric(
        "gw",
        gettext_noop("Game-win percentage"),
        gettext_noop("GW"),
        gettext_noop(
            "The games you won out of the games you played; a drawn game counts as a third of a win."
        ),
        share.game_win,
        explain_own.game_win,
        style="percent",
    ),
    Metric(
        "gw_floored",
        gettext_noop("Game-win percentage with floor"),
        gettext_noop("GW+"),
        gettext_noop(
            "Your game-win percentage, but never below the floor: everything below it counts the same."
        ),
        share.game_win_floored,
        explain_own.game_win_floored,
        style="percent",
    ),
    Metric(
        "ogw",
        gettext_noop("Opponents' game-win percentage"),
        gettext_noop("OGW"),
        gettext_noop("The average of your opponents' game-win percentages."),
        share.opponents_game_win,
        explain_opponents.game_win,
        style="percent",
    ),
    Metric(
        "oomw",
        gettext_noop("Opponents' opponents' match-win percentage"),
        gettext_noop("OOMW"),
        gettext_noop("The average of your opponents' own OMW."),
        share.opponents_opponents_match_win,
        explain_opponents.opponents_match_win,
        style="percent",
    ),
    Metric(
        "sos",
        gettext_noop("Strength of schedule"),
        gettext_noop("SoS"),
        gettext_noop("The average of your opponents' points per round."),
        share.strength_of_schedule,
        explain_opponents.strength_of_schedule,
    ),
    Metric(
        "esos",
        gettext_noop("Extended strength of schedule"),
        gettext_noop("ESoS"),
        gettext_noop("The average of your opponents' strength of schedule."),
        share.extended_strength_of_schedule,
        explain_opponents.extended_strength_of_schedule,
    ),
    Metric(
        "opponents_loss_rate",
        gettext_noop("Opponents' share of matches lost"),
        gettext_noop("OML"),
        gettext_noop("The average of your opponents' shares of matches lost; lower is better."),
        share.opponents_loss_rate,
        explain_opponents.loss_rate,
        better="low",
        style="percent",
    ),
    Metric(
        "opponents_ctb",
        gettext_noop("Opponents' cumulative tie-break"),
        gettext_noop("OCTB"),
        gettext_noop("The average of your opponents' cumulative tie-breaks."),
        share.opponents_ctb,
        explain_opponents.ctb,
    ),
    Metric(
        "opponents_average",
        gettext_noop("Opponents' points per round"),
        gettext_noop("OAvg"),
        gettext_noop("The average of the points per round of everybody you sat with; a bye adds stand-ins."),
        share.opponents_average,
        explain_opponents.average,
    ),
    Metric(
        "opponents_win_rate",
        gettext_noop("Opponents' win rate"),
        gettext_noop("OWR"),
        gettext_noop("The average share of rounds won by everybody you sat with; a bye adds stand-ins."),
        share.opponents_win_rate,
        explain_opponents.win_rate,
        style="percent",
    ),
)

_CHESS = (
    Metric(
        "buchholz",
        gettext_noop("Buchholz"),
        gettext_noop("BH"),
        gettext_noop("Your opponents' points, added up."),
        chess.buchholz,
        explain_chess.buchholz,
    ),
    Metric(
        "buchholz_cut1",
        gettext_noop("Buchholz without the lowest"),
        gettext_noop("BH-C1"),
        gettext_noop("Your opponents' points without the lowest one, added up."),
        chess.buchholz_cut1,
        explain_chess.buchholz_cut1,
    ),
    Metric(
        "buchholz_cut2",
        gettext_noop("Buchholz without the two lowest"),
        gettext_noop("BH-C2"),
        gettext_noop("Your opponents' points without the two lowest ones, added up."),
        chess.buchholz_cut2,
        explain_chess.buchholz_cut2,
    ),
    Metric(
        "median_buchholz",
        gettext_noop("Median Buchholz"),
        gettext_noop("BH-M1"),
        gettext_noop("Your opponents' points without the lowest and the highest one, added up."),
        chess.median_buchholz,
        explain_chess.median_buchholz,
    ),
    Metric(
        "sonneborn_berger",
        gettext_noop("Sonneborn-Berger"),
        gettext_noop("SB"),
        gettext_noop("For each match: your points times the opponent's points, all added up."),
        chess.sonneborn_berger,
        explain_chess.sonneborn_berger,
    ),
    Metric(
        "koya",
        gettext_noop("Koya"),
        gettext_noop("KS"),
        gettext_noop("Your points against opponents who scored at least half of all points."),
        chess.koya,
        explain_chess.koya,
    ),
)

_HEAD_TO_HEAD = (
    Metric(
        "h2h_two",
        gettext_noop("Head-to-head of two"),
        gettext_noop("H2H"),
        gettext_noop("If exactly two players are tied and they met: the points from that match."),
        league=duel.only_two,
        told_in_group=explain_duel.only_two,
    ),
    Metric(
        "h2h_all",
        gettext_noop("Head-to-head"),
        gettext_noop("H2H"),
        gettext_noop("If all tied players met each other: the points from those matches."),
        league=duel.mini_league,
        told_in_group=explain_duel.all_met,
    ),
    Metric(
        "h2h_recursive",
        gettext_noop("Head-to-head, repeated"),
        gettext_noop("H2H+"),
        gettext_noop(
            "Head-to-head, again and again among those still tied: how many of them you finish above."
        ),
        league=duel.recursive,
        told_in_group=explain_duel.recursive,
        style="count",
    ),
)

METRICS: dict[str, Metric] = {item.key: item for item in (*_BASIC, *_SHARES, *_CHESS, *_HEAD_TO_HEAD)}
"""The registry by key."""


def metric(key: str) -> Metric:
    """The metric with this key; StandingsError names the known keys otherwise."""
    try:
        return METRICS[key]
    except KeyError:
        raise StandingsError(
            "metric_unknown", f"there is no metric {key!r}; known metrics: {', '.join(METRICS)}"
        ) from None
