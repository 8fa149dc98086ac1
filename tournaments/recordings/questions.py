"""What this room asks the rooms above it: what follows for the table when a game there stops or goes on."""

from ledger.commands import Command
from ledger.questions import Question

from .models import Recording

table_waits: Question[[Command, Recording], None] = Question(
    "what follows when a recorded game has stopped for a judge"
)
table_plays: Question[[Command, Recording], None] = Question(
    "what follows when a stopped game goes on, or its players take the call back"
)
