"""The simulator: whole tournaments played on paper, to see what an organizer's settings will do.

Pure: it knows settings and seeds, pairs with the real pairing room and ranks with the real standings room, and must not
know Django, a database, a clock or dice. docs/simulator.md says what is modelled and what every figure means.
"""

from tournaments.simulator.answers import Answers, Between, RecordLine, RoundLine, answer
from tournaments.simulator.event import Played, play
from tournaments.simulator.settings import Clock, Cut, Settings, SettingsError
from tournaments.simulator.totals import Totals, totals_of

__all__ = [
    "Answers",
    "Between",
    "Clock",
    "Cut",
    "Played",
    "RecordLine",
    "RoundLine",
    "Settings",
    "SettingsError",
    "Totals",
    "answer",
    "play",
    "totals_of",
]
