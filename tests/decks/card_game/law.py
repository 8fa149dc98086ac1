"""One kind of event, and nothing to choose."""

from rules_engine.kernel.games import EventKind, Law

LAW = Law(
    kinds=(
        EventKind("three-signs", "Three Cards: best of five", {"game": "three", "pool": "hand", "games": 5}),
    ),
)
