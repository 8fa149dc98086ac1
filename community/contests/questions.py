"""What this room asks the room above it, which knows where a request comes from."""

from django.http import HttpRequest

from ledger.questions import Question

network_of: Question[[HttpRequest], str] = Question(
    "the network a request comes from, so wide that a street shares it; empty where nobody knows"
)
