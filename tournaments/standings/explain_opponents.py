"""Worked-out lines of the averages over opponents."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from tournaments.standings import explain_own as own
from tournaments.standings.explain_own import Lines, divided
from tournaments.standings.model import Step
from tournaments.standings.tally import Tally


def _mean(t: Tally, index: int, line: Callable[[int, int], Step], stand_in: Fraction | None = None) -> Lines:
    """One `line(round, opponent)` per real opponent, a line per round without one, and the mean."""
    steps: list[Step] = []
    total, count = Fraction(0), 0
    for entry in t.history[index]:
        extra = t.preset.bye_opponents if stand_in is not None and entry.result == "b" else 0
        if extra and stand_in is not None:
            params = {"round": entry.round, "count": extra, "value": stand_in}
            steps.append(Step("stand_ins", params, stand_in * extra))
            total, count = total + stand_in * extra, count + extra
        elif not entry.opponents:
            steps.append(Step("no_opponent", {"round": entry.round}, None))
        for opponent in entry.opponents:
            step = line(entry.round, opponent)
            steps.append(step)
            total, count = total + (step.value or 0), count + 1
    ending, value = divided(total, count)
    return [*steps, *ending], value


def _share_line(
    t: Tally, number: int, opponent: int, part: Fraction, whole: Fraction, low: Fraction, high: Fraction
) -> Step:
    raw = part / whole if whole else Fraction(0)
    value = max(low, min(high, raw)) if whole else low
    params = {"round": number, "opponent": t.entrants[opponent].id, "part": part, "whole": whole, "raw": raw}
    if value > raw:
        return Step("opponent_floored", {**params, "limit": value}, value)
    if value < raw:
        return Step("opponent_capped", {**params, "limit": value}, value)
    return Step("opponent", params, value)


def match_win(t: Tally, index: int) -> Lines:
    """Mean of the opponents' match-win shares with floor and cap."""
    policy = t.preset

    def line(number: int, opponent: int) -> Step:
        _, part, whole = own.match_parts(t, opponent)
        left = t.dropped[opponent]
        high = min(policy.match_ceiling, policy.dropped_match_ceiling) if left else policy.match_ceiling
        return _share_line(t, number, opponent, part, whole, policy.match_floor, high)

    return _mean(t, index, line)


def game_win(t: Tally, index: int) -> Lines:
    """Mean of the opponents' game-win shares with floor."""

    def line(number: int, opponent: int) -> Step:
        _, part, whole = own.game_parts(t, opponent)
        return _share_line(t, number, opponent, part, whole, t.preset.game_floor, Fraction(1))

    return _mean(t, index, line)


def _mean_of_values(t: Tally, index: int, of: Callable[[Tally, int], Lines]) -> Lines:
    def line(number: int, opponent: int) -> Step:
        value = of(t, opponent)[1] or Fraction(0)
        params = {"round": number, "opponent": t.entrants[opponent].id, "value": value}
        return Step("opponent_value", params, value)

    return _mean(t, index, line)


def opponents_match_win(t: Tally, index: int) -> Lines:
    """Mean of the opponents' OMW."""
    return _mean_of_values(t, index, match_win)


def strength_of_schedule(t: Tally, index: int) -> Lines:
    """Mean of the opponents' points per round."""
    return _mean_of_values(t, index, own.average_points)


def extended_strength_of_schedule(t: Tally, index: int) -> Lines:
    """Mean of the opponents' strength of schedule."""
    return _mean_of_values(t, index, strength_of_schedule)


def loss_rate(t: Tally, index: int) -> Lines:
    """Mean of the opponents' loss rates."""
    return _mean_of_values(t, index, own.loss_rate)


def ctb(t: Tally, index: int) -> Lines:
    """Mean of the opponents' cumulative tie-breakers."""
    return _mean_of_values(t, index, own.ctb)


def average(t: Tally, index: int) -> Lines:
    """Pods: mean of points per round, stand-ins for byes."""

    def line(number: int, opponent: int) -> Step:
        points, rounds = own.score(t, opponent), Fraction(len(t.history[opponent]))
        return _share_line(t, number, opponent, points, rounds, Fraction(0), max(points, Fraction(1)))

    return _mean(t, index, line, t.preset.bye_opponent_share * t.preset.win)


def win_rate(t: Tally, index: int) -> Lines:
    """Pods: mean of the floored shares of rounds won, stand-ins for byes."""

    def line(number: int, opponent: int) -> Step:
        won, rounds = own.wins(t, opponent)[1] or Fraction(0), Fraction(len(t.history[opponent]))
        return _share_line(t, number, opponent, won, rounds, t.preset.match_floor, Fraction(1))

    return _mean(t, index, line, t.preset.bye_opponent_share)
