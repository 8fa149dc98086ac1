"""What the money of an event asks the rooms above it."""

from ledger.questions import Question
from tournaments.events.models import Tournament

final_numbers: Question[[Tournament], list[tuple[int, int]]] = Question(
    "the numbers of the entries with the places they have at the end, best first; nothing before the end"
)
