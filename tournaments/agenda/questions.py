"""What this room asks of the rooms above it."""

from collections.abc import Iterable

from ledger.questions import Question

parted: Question[[int, int], None] = Question(
    "the first of two people has blocked the second; in the command in progress"
)
young: Question[[Iterable[int]], set[int]] = Question("which of these people are 12 to 15; one query")
