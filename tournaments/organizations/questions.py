"""What this room asks the rooms above it: about the events of an organization."""

from datetime import datetime

from ledger.questions import Question

from .models import Organization, Venue

events_open: Question[[Organization], int] = Question(
    "how many events of an organization are neither over nor called off"
)
events_at: Question[[Venue, datetime], int] = Question(
    "how many events that are not over are held at a venue from a moment on"
)
