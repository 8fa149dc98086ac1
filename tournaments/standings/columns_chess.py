"""Columns of the chess family: sums over the opponents' scores (FIDE C.07 articles 8, 9 and 16).

With `unplayed_opponent` "none" only real opponents count, which is what card games mean by these names.
"dummy" (rules since 2023): an unplayed round counts as a match against someone with the entrant's own score.
"virtual" (2009): against someone who had the same score before that round, got the other half of its result
and drew ever after.
"""

from __future__ import annotations

from tournaments.standings.tally import Column, Entry, Tally, once

REQUESTED = ("half_bye", "missed")
"""Rounds a player asked to sit out; a round without any row is one of them too."""


Meeting = tuple[bool, int, int]
"""One round: (False if it was sat out freely, the opponent's score, their own points). A cut removes the least."""


def buchholz(t: Tally) -> Column:
    """Sum of the opponents' scores (art. 8.1)."""
    return Column([sum(scores) for scores in kept_scores(t)], t.scale)


def buchholz_cut1(t: Tally) -> Column:
    """Without the lowest one; rounds sat out freely go first (art. 14.1, 16.5)."""
    return Column([sum(scores[1:]) for scores in kept_scores(t)], t.scale)


def buchholz_cut2(t: Tally) -> Column:
    """Without the two lowest ones."""
    return Column([sum(scores[2:]) for scores in kept_scores(t)], t.scale)


def median_buchholz(t: Tally) -> Column:
    """Without the lowest and the highest one (art. 14.3)."""
    return Column([sum(scores[1:]) - max(scores[1:], default=0) for scores in kept_scores(t)], t.scale)


@once
def kept_scores(t: Tally) -> list[list[int]]:
    """Everybody's opponents' scores in the order in which they are cut: freely unplayed rounds first, then low."""
    if t.preset.unplayed_opponent == "none":
        score = adjusted_scores(t).__getitem__
        return [sorted(map(score, others)) for others in t.opponents]
    return [[score for _, score, _ in sorted(rounds)] for rounds in meetings(t)]


def sonneborn_berger(t: Tally) -> Column:
    """Sum of own result x the opponent's score (art. 9.1)."""
    if t.preset.unplayed_opponent != "none":
        sums = [sum([score * points for _, score, points in rounds]) for rounds in meetings(t)]
    else:
        scores = adjusted_scores(t)
        sums = [
            sum([points * scores[o] for _, _, points, others, _, _ in history if points for o in others])
            for history in t.history
        ]
    return Column(sums, t.scale * t.scale)


def koya(t: Tally) -> Column:
    """Own points against opponents with at least half of the full score (art. 9.2)."""
    half = t.last_round * int(t.preset.win * t.scale)
    strong = [2 * points >= half for points in t.points]
    sums = [
        sum(
            [
                points
                for _, _, points, others, _, _ in history
                if points and any(map(strong.__getitem__, others))
            ]
        )
        for history in t.history
    ]
    return Column(sums, t.scale)


@once
def meetings(t: Tally) -> list[list[Meeting]]:
    """Everybody's rounds with a stand-in for each unplayed one, in order, scaled by `t.scale`; cached."""
    adjusted = adjusted_scores(t)
    return [_meetings_of(t, i, adjusted) for i in range(len(t.history))]


def adjusted_scores(t: Tally) -> list[int]:
    """Everybody's score as it counts for opponents.

    2023 (art. 16.3): requested byes that only freely unplayed rounds follow count as draws. 2009: every unplayed
    round counts as a draw.
    """
    if not t.preset.adjust_unplayed:
        return t.points
    draw = int(t.preset.draw * t.scale)
    always = t.preset.unplayed_opponent == "virtual"
    return [_adjusted(t, history, draw, always) for history in t.history]


def _adjusted(t: Tally, history: list[Entry], draw: int, always: bool) -> int:
    by_round = {entry.round: entry for entry in history}
    total, trailing = 0, True
    for number in range(t.last_round, 0, -1):
        entry = by_round.get(number)
        requested = entry is None or entry.kind in REQUESTED
        if always:
            as_draw = entry is None or not entry.opponents
        else:
            as_draw = requested and trailing
            trailing = trailing and (requested or (entry is not None and is_forfeit_loss(entry)))
        total += draw if as_draw else entry.points if entry else 0
    return total


def is_forfeit_loss(entry: Entry) -> bool:
    """A loss without a real match: not coming to a match is sitting it out freely."""
    return entry.result == "l" and not entry.opponents


def _meetings_of(t: Tally, i: int, adjusted: list[int]) -> list[Meeting]:
    by_round: list[Entry | None] = [None] * t.last_round
    for entry in t.history[i]:
        by_round[entry[0] - 1] = entry
    virtual = t.preset.unplayed_opponent == "virtual"
    win, draw = int(t.preset.win * t.scale), int(t.preset.draw * t.scale)
    out: list[Meeting] = []
    before = 0
    for number, found in enumerate(by_round, 1):
        points = found[2] if found else 0
        if found and found[3]:
            for other in found[3]:
                out.append((True, adjusted[other], points))
        else:
            own = before + (win - points) + draw * (t.last_round - number) if virtual else t.points[i]
            free = found is None or found.kind in REQUESTED or is_forfeit_loss(found)
            out.append((not free, own, points))
        before += points
    return out
