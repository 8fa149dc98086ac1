"""What the rooms below ask of money, answered in this room's own words."""

from tournaments.entries import questions as of_entries
from tournaments.events import questions as of_events

from .fee_services import fee_copied
from .selectors import owing

of_entries.owes.answered_by(owing)
of_events.copied.answered_by(fee_copied)
