"""A ready-made event in which everybody plays everybody."""

from django.utils.translation import gettext_lazy

from tournaments.events.policy import ROUND_ROBIN, Template

TEMPLATES = (
    Template(
        "constructed-round-robin",
        gettext_lazy("Constructed, round robin"),
        {"pairing": ROUND_ROBIN, "late_until_round": 1},
    ),
)
