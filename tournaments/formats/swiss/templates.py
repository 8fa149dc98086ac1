"""Ready-made events of Swiss rounds, the usual one first."""

from django.utils.translation import gettext_lazy

from tournaments.events.policy import LIMITED, Template
from tournaments.events.setting_words import CHAMPIONSHIP

TEMPLATES = (
    Template("constructed-community", gettext_lazy("Constructed, one against one, best of three"), {}),
    Template(
        "constructed-quick",
        gettext_lazy("Constructed, one against one, single games"),
        {"games": 1, "minutes": 35, "bye_games": [1, 0]},
    ),
    Template(
        "constructed-championship",
        gettext_lazy("Constructed championship: rounds, then a knock-out for the best"),
        {"level": CHAMPIONSHIP, "cut": True, "late_until_round": 1},
    ),
    Template(
        "limited-community",
        gettext_lazy("Limited: decks from cards opened on the day"),
        {"format": LIMITED},
    ),
    Template(
        "league-swiss",
        gettext_lazy("League: Swiss rounds, a week for each"),
        {"window_days": 7},
    ),
)
