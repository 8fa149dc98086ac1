"""The standings room: exact tie-breakers from stored match rows, and the arithmetic behind every cell.

PURE: no Django, no clock, no dice, no database. It takes plain rows (`Entrant`, `Match`) and a policy
(`Preset`), and gives back plain rows (`Row`) or the worked-out sum of one cell (`Arithmetic`).
It must not know who may see what, how a page looks, or in which language it is read.
"""

from tournaments.standings.explanation import explain
from tournaments.standings.metrics import METRICS, Metric, metric
from tournaments.standings.model import (
    KINDS,
    SOLO_KINDS,
    Arithmetic,
    Entrant,
    Match,
    Row,
    StandingsError,
    Step,
)
from tournaments.standings.presets import PRESETS, Preset, preset
from tournaments.standings.ranking import compute

__all__ = [
    "KINDS",
    "METRICS",
    "PRESETS",
    "SOLO_KINDS",
    "Arithmetic",
    "Entrant",
    "Match",
    "Metric",
    "Preset",
    "Row",
    "StandingsError",
    "Step",
    "compute",
    "explain",
    "metric",
    "preset",
]
