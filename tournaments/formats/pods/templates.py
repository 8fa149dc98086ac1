"""A ready-made event of tables of three to six."""

from django.utils.translation import gettext_lazy

from tournaments.events.policy import PODS, Template

TEMPLATES = (
    Template(
        "multiplayer-pods",
        gettext_lazy("Constructed, tables of three to six players"),
        {
            "mode": "multiplayer",
            "pairing": PODS,
            "cut": True,
            "games": 1,
            "minutes": 75,
            "points": {"win": 5, "draw": 1, "loss": 0},
            "preset": "x610z_pods",
            "bye_games": [1, 0],
        },
    ),
)
