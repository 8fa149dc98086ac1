"""Worked-out lines of the metrics that need only an entrant's own rounds."""

from __future__ import annotations

from fractions import Fraction

from tournaments.standings.model import Step
from tournaments.standings.tally import Entry, Tally

Lines = tuple[list[Step], Fraction | None]
"""The steps of a cell and its value."""

CODES = {"w": "round_won", "d": "round_drawn", "l": "round_lost", "b": "round_bye", "h": "round_half_bye"}


def points_of(t: Tally, entry: Entry) -> Fraction:
    """The points of one round, unscaled."""
    return Fraction(entry.points, t.scale)


def score(t: Tally, index: int, through: int | None = None) -> Fraction:
    """The points of one entrant, all or through a round."""
    return sum(
        (points_of(t, e) for e in t.history[index] if through is None or e.round <= through),
        start=Fraction(0),
    )


def names(t: Tally, indices: list[int] | tuple[int, ...]) -> str:
    """Ids joined for a sentence."""
    return ", ".join(t.entrants[i].id for i in indices)


def round_line(t: Tally, entry: Entry, value: Fraction | None = None) -> Step:
    """What one round was, worth its points or a given value."""
    code = "round_missed" if entry.kind == "missed" else CODES[entry.result]
    points = points_of(t, entry)
    params = {"round": entry.round, "opponents": names(t, entry.opponents) or "-", "points": points}
    return Step(code, params, points if value is None else value)


def divided(part: Fraction, whole: Fraction | int) -> Lines:
    """The last line of a quotient; 0 when there is nothing to divide by."""
    if not whole:
        return [Step("nothing", {}, Fraction(0))], Fraction(0)
    value = part / whole
    return [Step("divided", {"part": part, "whole": Fraction(whole), "value": value}, value)], value


def total(steps: list[Step]) -> Lines:
    """The steps with their sum below."""
    value = sum((step.value or Fraction(0) for step in steps), start=Fraction(0))
    return [*steps, Step("sum", {"value": value}, value)], value


def match_points(t: Tally, index: int) -> Lines:
    """Every round's points, added up."""
    return total([round_line(t, entry) for entry in t.history[index]])


def average_points(t: Tally, index: int) -> Lines:
    """Points divided by rounds."""
    steps = [round_line(t, entry) for entry in t.history[index]]
    ending, value = divided(score(t, index), len(steps))
    return [*steps, *ending], value


def _counted(t: Tally, index: int, letters: str) -> Lines:
    return total(
        [round_line(t, entry, Fraction(1)) for entry in t.history[index] if entry.result in letters],
    )


def wins(t: Tally, index: int) -> Lines:
    """The rounds won, counted."""
    return _counted(t, index, "wb")


def losses(t: Tally, index: int) -> Lines:
    """The rounds lost, counted."""
    return _counted(t, index, "l")


def loss_rate(t: Tally, index: int) -> Lines:
    """Lost rounds divided by rounds without byes."""
    matches = [entry for entry in t.history[index] if entry.result in "wdl"]
    lost = [entry for entry in matches if entry.result == "l"]
    steps = [round_line(t, entry, Fraction(entry.result == "l")) for entry in matches]
    ending, value = divided(Fraction(len(lost)), len(matches))
    return [*steps, *ending], value


def late_losses(t: Tally, index: int) -> Lines:
    """The squares of the numbers of the lost rounds."""
    lost = [entry.round for entry in t.history[index] if entry.result == "l"]
    return total([Step("squared", {"round": number}, Fraction(number**2)) for number in lost])


def last_round(t: Tally, index: int) -> Lines:
    """The last round with a row."""
    number = max((entry.round for entry in t.history[index]), default=0)
    return [Step("last_round", {"round": number}, Fraction(number))], Fraction(number)


def lot(t: Tally, index: int) -> Lines:
    """The stored lot."""
    drawn = t.entrants[index].random
    return [Step("lot", {"lot": drawn}, Fraction(drawn))], Fraction(drawn)


def _running(t: Tally, index: int, first: int) -> list[Step]:
    out = []
    for number in range(first, t.last_round + 1):
        points = score(t, index, number)
        out.append(Step("running", {"round": number, "points": points}, points))
    return out


def cumulative(t: Tally, index: int) -> Lines:
    """The running score after every round."""
    return total(_running(t, index, 1))


def cumulative_cut1(t: Tally, index: int) -> Lines:
    """The running score after every round but the first."""
    return total(_running(t, index, 2))


def ctb(t: Tally, index: int) -> Lines:
    """A quarter of the old value plus the points so far, round by round."""
    value, steps = Fraction(0), []
    for number in range(1, max((entry.round for entry in t.history[index]), default=0) + 1):
        points = score(t, index, number)
        before, value = value, value / 4 + points
        steps.append(Step("ctb", {"round": number, "before": before, "points": points}, value))
    return steps or [Step("nothing", {}, Fraction(0))], value


def match_parts(t: Tally, index: int) -> tuple[list[Step], Fraction, Fraction]:
    """The lines of a match-win share with its part and whole, before any floor."""
    policy, steps = t.preset, []
    part = whole = Fraction(0)
    for entry in t.history[index]:
        if entry.result in "bh" and not policy.bye_in_match_win:
            steps.append(Step("round_not_counted", {"round": entry.round}, None))
            continue
        worth = points_of(t, entry)
        if entry.result == "d" and policy.draw_share is not None:
            worth = policy.draw_share * policy.win
        part, whole = part + worth, whole + policy.win
        steps.append(Step("match_part", {"round": entry.round, "part": worth, "whole": policy.win}, worth))
    return steps, part, whole


def match_win(t: Tally, index: int) -> Lines:
    """Own match-win share."""
    steps, part, whole = match_parts(t, index)
    ending, value = divided(part, whole)
    return [*steps, *ending], value


def game_parts(t: Tally, index: int) -> tuple[list[Step], Fraction, Fraction]:
    """The lines of a game-win share with its part and whole, before any floor."""
    steps, part, whole = [], 0, 0
    for entry in t.history[index]:
        games = entry.games
        if games is None or (entry.result in "bh" and not t.preset.bye_in_game_win):
            steps.append(Step("round_not_counted", {"round": entry.round}, None))
            continue
        won, lost, drawn = games
        gained, possible = 3 * won + drawn, 3 * (won + lost + drawn)
        part, whole = part + gained, whole + possible
        params = {
            "round": entry.round,
            "won": won,
            "lost": lost,
            "drawn": drawn,
            "part": gained,
            "whole": possible,
        }
        steps.append(Step("games", params, Fraction(gained)))
    return steps, Fraction(part), Fraction(whole)


def game_win(t: Tally, index: int) -> Lines:
    """Own game-win share."""
    steps, part, whole = game_parts(t, index)
    ending, value = divided(part, whole)
    return [*steps, *ending], value


def game_win_floored(t: Tally, index: int) -> Lines:
    """Own game-win share, lifted to the floor."""
    steps, value = game_win(t, index)
    floor, raw = t.preset.game_floor, value or Fraction(0)
    if raw >= floor:
        return steps, raw
    return [*steps, Step("floored", {"raw": raw, "limit": floor}, floor)], floor
