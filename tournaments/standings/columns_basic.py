"""Columns that need only an entrant's own rounds."""

from __future__ import annotations

from itertools import accumulate

from tournaments.standings.tally import Column, Entry, Tally, once, ratios


def match_points(t: Tally) -> Column:
    """All points from matches and byes."""
    return Column(t.points, t.scale)


def wins(t: Tally) -> Column:
    """Rounds won, full byes and no-show wins included (FIDE C.07 art. 7.1)."""
    return Column(t.won)


def losses(t: Tally) -> Column:
    """Rounds lost, missed ones that count as a loss included."""
    return Column(t.totals.losses)


def last_round(t: Tally) -> Column:
    """The number of the last round with a row; 0 without one."""
    return Column([history[-1].round if history else 0 for history in t.history])


def random_lot(t: Tally) -> Column:
    """The stored lot."""
    return Column([entrant.random for entrant in t.entrants])


@once
def average_points(t: Tally) -> Column:
    """Points per round, byes included; 0 without a round."""
    return ratios(t.points, [len(history) for history in t.history], t.scale)


@once
def loss_rate(t: Tally) -> Column:
    """Lost rounds / rounds that were no bye (Flesh and Blood: PML); 0 without such a round."""
    sums = t.totals
    matches = [sum(three) for three in zip(sums.wins, sums.draws, sums.losses, strict=True)]
    return ratios(sums.losses, matches)


def late_losses(t: Tally) -> Column:
    """Sum of the squares of the numbers of the rounds lost: losing late weighs more."""
    return Column([sum([e[0] * e[0] for e in history if e[1] == "l"]) for history in t.history])


def cumulative(t: Tally) -> Column:
    """The running score after every round, added up (FIDE C.07 art. 7.5, progressive score)."""
    return Column([sum(scores) for scores in running(t)], t.scale)


def cumulative_cut1(t: Tally) -> Column:
    """The progressive score without the first round's running score."""
    return Column([sum(scores[1:]) for scores in running(t)], t.scale)


@once
def ctb(t: Tally) -> Column:
    """Flesh and Blood's cumulative tie-breaker: after each round a quarter of the old one plus all points so far.

    Runs through the entrant's own last round, so leaving early is no gain. As integers: with R the last round of
    the event, 4^R times the tie-breaker stays whole.
    """
    whole = 4**t.last_round
    numerators = []
    for history, scores in zip(t.history, running(t), strict=True):
        total = 0
        for points in scores[: history[-1].round if history else 0]:
            total = total // 4 + points * whole
        numerators.append(total)
    return Column(numerators, whole * t.scale)


@once
def running(t: Tally) -> list[list[int]]:
    """Everybody's scaled score after each round 1..last, also through rounds without a row; cached."""
    return [_running(history, t.last_round) for history in t.history]


def _running(history: list[Entry], last_round: int) -> list[int]:
    gains = [0] * last_round
    for entry in history:
        gains[entry[0] - 1] = entry[2]
    return list(accumulate(gains))
