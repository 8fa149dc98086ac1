"""What this room asks the rooms above it: of whom anything may be shown."""

from django.db.models import Q

from ledger.questions import Question

may_be_shown: Question[[str], Q] = Question(
    "whose account is in use, and of 12 to 15 whose guardian a desk has spoken with; with the path to the person"
)
