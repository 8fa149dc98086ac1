"""What an event of Z/X can settle: the rulings, and nothing else."""

from rules_engine.kernel.games import EventKind, Law, gettext_noop

LAW = Law(
    kinds=(
        EventKind(
            "zx-community",
            gettext_noop("Z/X: decks of fifty cards, single games of thirty minutes"),
            {"game": "zx", "pool": "zx-texts", "games": 1, "minutes": 30, "bye_games": [1, 0]},
        ),
    ),
    endings={gettext_noop("When time is up"): "Z19", gettext_noop("Equal Life then"): "Z20"},
)
