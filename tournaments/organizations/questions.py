"""What this room asks the rooms above it: about the events of an organization."""

from datetime import datetime

from ledger.questions import Question

from .models import Organization, Venue

events_open: Question[[Organization], int] = Question(
    "how many events of an organization are neither over nor called off"
)
found_anew: Question[[Organization], None] = Question(
    "lets the events to come of an organization be found by what it and its venues now say; in the command in progress"
)
events_at: Question[[Venue, datetime], int] = Question(
    "how many events that are not over are held at a venue from a moment on"
)
