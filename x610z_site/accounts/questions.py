"""What this room asks of the room above it: who keeps the word of a young player's guardian."""

from collections.abc import Sequence

from ledger.commands import Actor
from ledger.questions import Question
from ledger.shapes import Done

guardian_given: Question[[Actor, str], Done] = Question(
    "that a player of 12 to 15 gave a way to reach a guardian, kept in the transaction that makes the account"
)
page_opened: Question[[Actor, Sequence[str]], Done] = Question(
    "open the page of somebody of the demo, with these parts"
)
