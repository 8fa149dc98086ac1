"""What this room asks the room above it, which counts what comes from one address."""

from django.http import HttpRequest

from ledger.questions import Question

wait_to_ask: Question[[HttpRequest], int] = Question(
    "seconds before a newsletter may be asked for from where this request comes; 0 when it may, and that is counted"
)
