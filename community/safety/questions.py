"""What this room asks the room that counts tries."""

from django.http import HttpRequest

from ledger.questions import Question

wait_to_report: Question[[HttpRequest], int] = Question(
    "counts one report of somebody without an account, by where it comes from; seconds to wait when there were too many"
)
