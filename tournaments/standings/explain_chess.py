"""Worked-out lines of the chess family (FIDE C.07 articles 8, 9, 14 and 16)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tournaments.standings.columns_chess import REQUESTED, is_forfeit_loss
from tournaments.standings.explain_own import Lines, points_of, score, total
from tournaments.standings.model import Step
from tournaments.standings.tally import Entry, Tally


@dataclass(frozen=True)
class Meeting:
    """One round as it counts: its line, the opponent's score, their own points, and whether it was sat out freely."""

    line: Step
    opponent: str
    score: Fraction
    points: Fraction
    free: bool


def adjusted(t: Tally, index: int) -> Fraction:
    """A score as it counts for the opponents (art. 16.3)."""
    if not t.preset.adjust_unplayed:
        return score(t, index)
    rows = _rounds(t, index)
    value = Fraction(0)
    for number, entry in rows.items():
        later = [rows[other] for other in rows if other > number]
        if t.preset.unplayed_opponent == "virtual":
            as_draw = entry is None or not entry.opponents
        else:
            as_draw = _requested(entry) and all(_free(other) for other in later)
        if as_draw:
            value += t.preset.draw
        elif entry is not None:
            value += points_of(t, entry)
    return value


def _rounds(t: Tally, index: int) -> dict[int, Entry | None]:
    rows: dict[int, Entry | None] = dict.fromkeys(range(1, t.last_round + 1))
    rows.update({entry.round: entry for entry in t.history[index]})
    return rows


def _requested(entry: Entry | None) -> bool:
    return entry is None or entry.kind in REQUESTED


def _free(entry: Entry | None) -> bool:
    return entry is None or entry.kind in REQUESTED or is_forfeit_loss(entry)


def meetings(t: Tally, index: int) -> list[Meeting]:
    """The rounds of one entrant that count for the sums over opponents."""
    out = []
    for number, entry in _rounds(t, index).items():
        points = points_of(t, entry) if entry else Fraction(0)
        if entry and entry.opponents:
            for opponent in entry.opponents:
                out.append(_real(t, number, opponent, points))
        elif t.preset.unplayed_opponent != "none":
            out.append(_stand_in(t, index, number, points, _free(entry)))
    return out


def _real(t: Tally, number: int, opponent: int, points: Fraction) -> Meeting:
    value, plain = adjusted(t, opponent), score(t, opponent)
    name = t.entrants[opponent].id
    params: dict[str, object] = {"round": number, "opponent": name, "value": value}
    code = "opponent_score"
    if value != plain:
        code, params = "opponent_adjusted", {**params, "points": plain}
    return Meeting(Step(code, params, value), name, value, points, False)


def _stand_in(t: Tally, index: int, number: int, points: Fraction, free: bool) -> Meeting:
    policy = t.preset
    code, value = "own_score", score(t, index)
    if policy.unplayed_opponent == "virtual":
        code = "virtual_score"
        value = score(t, index, number - 1) + (policy.win - points) + policy.draw * (t.last_round - number)
    return Meeting(Step(code, {"round": number, "value": value}, value), "-", value, points, free)


def _sum(t: Tally, index: int, low: int, high: int) -> Lines:
    kept = meetings(t, index)
    steps = [meeting.line for meeting in kept]
    for code, times in (("cut_low", low), ("cut_high", high)):
        for _ in range(min(times, len(kept))):
            if code == "cut_low":
                gone = min(kept, key=lambda m: (not m.free, m.score))
            else:
                gone = max(kept, key=lambda m: m.score)
            kept.remove(gone)
            steps.append(Step(code, {"round": gone.line.params["round"], "value": gone.score}, -gone.score))
    return total(steps)


def buchholz(t: Tally, index: int) -> Lines:
    """The opponents' scores added up."""
    return _sum(t, index, 0, 0)


def buchholz_cut1(t: Tally, index: int) -> Lines:
    """Without the lowest."""
    return _sum(t, index, 1, 0)


def buchholz_cut2(t: Tally, index: int) -> Lines:
    """Without the two lowest."""
    return _sum(t, index, 2, 0)


def median_buchholz(t: Tally, index: int) -> Lines:
    """Without the lowest and the highest."""
    return _sum(t, index, 1, 1)


def sonneborn_berger(t: Tally, index: int) -> Lines:
    """Own points times the opponent's score, added up."""
    steps = []
    for meeting in meetings(t, index):
        params = {
            "round": meeting.line.params["round"],
            "opponent": meeting.opponent,
            "points": meeting.points,
            "score": meeting.score,
        }
        steps.append(Step("product", params, meeting.points * meeting.score))
    return total(steps)


def koya(t: Tally, index: int) -> Lines:
    """Own points against opponents with half of the full score or more."""
    half = Fraction(t.last_round) * t.preset.win / 2
    steps = []
    for entry in t.history[index]:
        best = max(entry.opponents, key=lambda o: score(t, o), default=None)
        if best is None:
            steps.append(Step("no_opponent", {"round": entry.round}, None))
            continue
        points = points_of(t, entry)
        params = {
            "round": entry.round,
            "opponent": t.entrants[best].id,
            "score": score(t, best),
            "half": half,
        }
        if score(t, best) >= half:
            steps.append(Step("koya", {**params, "points": points}, points))
        else:
            steps.append(Step("koya_weak", params, None))
    return total(steps)
