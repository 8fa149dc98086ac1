"""A ready-made event in which everybody plays everybody."""

from django.utils.translation import gettext_lazy

from tournaments.events.policy import ROUND_ROBIN, Template

TEMPLATES = (
    Template(
        "constructed-round-robin",
        gettext_lazy("Constructed, round robin"),
        {"pairing": ROUND_ROBIN, "late_until_round": 1},
    ),
    Template(
        "league",
        gettext_lazy("League: everybody plays everybody, a week for each round"),
        {"pairing": ROUND_ROBIN, "late_until_round": 0, "window_days": 7},
    ),
)
