"""Hold computed standings against published ones: points, every figure to its decimals, and the order.

The order is compared among those who had a row in the last round: platforms treat dropped players in their own
ways. Publishers compare averages as binary floating-point numbers; where our exact averages are equal, the
published order of the two is chance, so an inversion behind such a tie is a note and no difference.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from tournaments.standings.formats_base import Published, Results
from tournaments.standings.metrics import METRICS
from tournaments.standings.model import Row, Sentence
from tournaments.standings.presets import Preset
from tournaments.standings.ranking import compute
from tournaments.standings.wording import decimal

ALIASES = {"points": "match_points"}
"""Published names of figures that differ from our metric keys."""

AVERAGES = (
    "omw",
    "ogw",
    "oomw",
    "sos",
    "esos",
    "opponents_average",
    "opponents_win_rate",
    "opponents_loss_rate",
)


@dataclass
class Comparison:
    """What was compared and what differed. `differences` empty means the published table is reproduced.

    Each difference is a :class:`Sentence`, so that a page can say it in its own language.
    """

    figures: int = 0
    ordered: int = 0
    differences: list[Sentence] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def compare(results: Results, policy: Preset, digits: int = 3) -> Comparison:
    """Compute the event under `policy` and hold it against everything published in the file."""
    out = Comparison()
    rows = {row.id: row for row in compute(results.entrants, results.matches, policy)}
    for published in results.published:
        _figures(results, policy, published, digits, out)
        _order(results, rows, published, policy, out)
    return out


def _figures(results: Results, policy: Preset, published: Published, digits: int, out: Comparison) -> None:
    names = {name for figures in published.figures.values() for name in figures}
    keys = {name: ALIASES.get(name, name) for name in names if ALIASES.get(name, name) in METRICS}
    out.notes.extend(f"no metric for the published figure {name!r}" for name in sorted(names - set(keys)))
    if not keys:
        return
    values = compute(results.entrants, results.matches, policy.but(metrics=tuple(sorted(set(keys.values())))))
    exact = {row.id: row.values for row in values}
    half = Fraction(1, 2 * 10**digits)
    for player, figures in published.figures.items():
        for name, key in keys.items():
            if name not in figures:
                continue
            ours = exact[player][key] or Fraction(0)
            out.figures += 1
            if abs(ours - figures[name]) > (0 if key == "match_points" else half):
                theirs = decimal(figures[name], digits)
                text = "%(player)s: %(figure)s is %(ours)s, but the file says %(theirs)s"
                both = {"ours": decimal(ours, digits + 3), "theirs": theirs}
                out.differences.append(Sentence(text, player=player, figure=name, **both))


def _order(
    results: Results, rows: dict[str, Row], published: Published, policy: Preset, out: Comparison
) -> None:
    last = {player for match in results.matches if match.round == results.rounds for player in match.players}
    stayed = [player for player in published.order if player in last]
    out.ordered += len(stayed)
    for above, below in pairwise(stayed):
        _pair(rows[above], rows[below], policy, out)


def _pair(above: Row, below: Row, policy: Preset, out: Comparison) -> None:
    tied = None
    for key in policy.metrics:
        mine, theirs = above.values[key], below.values[key]
        if mine == theirs or mine is None or theirs is None:
            tied = tied or (key if key in AVERAGES else None)
            continue
        if (mine < theirs) == (METRICS[key].better == "high"):
            line = "%(above)s is above %(below)s in the file, but %(metric)s says otherwise"
            both = {"above": above.id, "below": below.id, "metric": key}
            if tied:
                out.notes.append(
                    f"{line % both}; both have exactly the same {tied}, where rounding decides elsewhere"
                )
            else:
                values = {"mine": decimal(mine, 6), "other": decimal(theirs, 6)}
                out.differences.append(Sentence(f"{line} (%(mine)s and %(other)s)", **both, **values))
        return
