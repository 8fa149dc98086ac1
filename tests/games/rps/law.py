"""The one kind of event of the toy."""

from rules_engine.kernel.games import EventKind, Law, gettext_noop

LAW = Law(
    kinds=(
        EventKind(
            "rps-evening",
            gettext_noop("Rock, Paper, Scissors: decks of six cards"),
            {"game": "rps", "pool": "rps-three", "games": 1, "minutes": 10, "bye_games": [1, 0]},
        ),
    ),
)
