"""The opened cell: every line of one metric of one entrant, reproducible by hand.

This is a second, slow and plain way to every number: `Fraction` by `Fraction` from one entrant's rounds, without
the integer columns that the standings use. The tests hold the two against each other for every cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tournaments.standings import explain_chess as chess
from tournaments.standings import explain_duel as duel
from tournaments.standings import explain_opponents as opponents
from tournaments.standings import explain_own as own
from tournaments.standings.explain_own import Lines
from tournaments.standings.metrics import METRICS, metric
from tournaments.standings.model import Arithmetic, Entrant, Match, StandingsError
from tournaments.standings.presets import Preset
from tournaments.standings.ranking import tie_groups
from tournaments.standings.tally import Tally, tally

EXPLAINERS: dict[str, Callable[[Tally, int], Lines]] = {
    "match_points": own.match_points,
    "average_points": own.average_points,
    "wins": own.wins,
    "losses": own.losses,
    "loss_rate": own.loss_rate,
    "late_losses": own.late_losses,
    "last_round": own.last_round,
    "cumulative": own.cumulative,
    "cumulative_cut1": own.cumulative_cut1,
    "ctb": own.ctb,
    "random": own.lot,
    "mw": own.match_win,
    "gw": own.game_win,
    "gw_floored": own.game_win_floored,
    "omw": opponents.match_win,
    "ogw": opponents.game_win,
    "oomw": opponents.opponents_match_win,
    "sos": opponents.strength_of_schedule,
    "esos": opponents.extended_strength_of_schedule,
    "opponents_loss_rate": opponents.loss_rate,
    "opponents_ctb": opponents.ctb,
    "opponents_average": opponents.average,
    "opponents_win_rate": opponents.win_rate,
    "buchholz": chess.buchholz,
    "buchholz_cut1": chess.buchholz_cut1,
    "buchholz_cut2": chess.buchholz_cut2,
    "median_buchholz": chess.median_buchholz,
    "sonneborn_berger": chess.sonneborn_berger,
    "koya": chess.koya,
}
"""How to work out each metric that looks at one entrant; the head-to-head ones are in `GROUP_EXPLAINERS`."""

GROUP_EXPLAINERS: dict[str, Callable[[Tally, int, list[int]], Lines]] = {
    "h2h_two": duel.only_two,
    "h2h_all": duel.all_met,
    "h2h_recursive": duel.recursive,
}


def explain(
    entrants: Iterable[Entrant],
    matches: Iterable[Match],
    preset: Preset,
    entrant_id: str,
    metric_key: str,
    through_round: int | None = None,
) -> Arithmetic:
    """Work out one cell of the standings after `through_round`, line by line.

    The metric need not be in the preset's order; a head-to-head then looks at who is level on match points.
    Raises StandingsError when the entrant or the metric is unknown, or when the rows contradict each other.
    """
    wanted = metric(metric_key)
    t = tally(entrants, matches, preset, through_round)
    index = t.index.get(entrant_id)
    if index is None:
        raise StandingsError("player_unknown", f"no entrant has the id {entrant_id!r}")
    if wanted.group:
        steps, value = GROUP_EXPLAINERS[wanted.key](t, index, _level_with(t, index, wanted.key))
    else:
        steps, value = EXPLAINERS[wanted.key](t, index)
    return Arithmetic(entrant_id, wanted.key, wanted.formula, tuple(steps), value)


def _level_with(t: Tally, index: int, key: str) -> list[int]:
    """Who is level with an entrant (itself included) on everything before the metric `key`."""
    order = t.preset.metrics
    before = order[: order.index(key)] if key in order else ("match_points",)
    for group in tie_groups(t, [METRICS[name] for name in before], {}):
        if index in group.members:
            return group.members
    return [index]
