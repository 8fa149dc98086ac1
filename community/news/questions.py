"""What this room asks the room above it: that what has just appeared goes out by mail."""

from ledger.commands import Command
from ledger.questions import Question

from .models import News

appeared: Question[[Command, News], None] = Question(
    "a piece of news can be read by everybody from now on; in the command in progress"
)
