"""What this room asks of the rooms above it."""

from collections.abc import Iterable

from ledger.questions import Question

young: Question[[Iterable[int]], set[int]] = Question("which of these people are 12 to 15; one query")
