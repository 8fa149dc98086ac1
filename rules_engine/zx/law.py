"""What an event of Z/X can settle: the rulings, and nothing else."""

from collections.abc import Mapping

from rules_engine.kernel.games import EventKind, Law, gettext_noop

from .rulings import chosen

_ONE_MORE = gettext_noop("Time is up: finish the turn, one more turn for the other player, then compare Life")
_NO_MORE = gettext_noop("Time is up: finish the turn, then compare Life")


def _time_up(choices: Mapping[str, str]) -> str:
    """How a game ends after time (Z19), in a clock's few words."""
    return _ONE_MORE if chosen(choices)["Z19"] == "one_more_turn" else _NO_MORE


_USUAL: Mapping[str, object] = {
    "game": "zx",
    "pool": "zx-texts",
    "games": 1,
    "minutes": 30,
    "bye_games": [1, 0],
    "rulings": {"Z25": "abilities"},
}
"""What both kinds settle: Shifts are played, and what they say counts (Z25)."""

LAW = Law(
    kinds=(
        EventKind(
            "zx-community",
            gettext_noop("Z/X: decks of fifty cards, single games of thirty minutes"),
            _USUAL,
        ),
        EventKind(
            "zx-championship",
            gettext_noop("Z/X championship: rounds, then a knock-out for the best"),
            {**_USUAL, "level": "championship", "cut": True, "late_until_round": 1},
        ),
    ),
    time_up=_time_up,
    endings={gettext_noop("When time is up"): "Z19", gettext_noop("Equal Life then"): "Z20"},
)
