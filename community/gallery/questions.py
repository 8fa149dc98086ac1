"""What this room asks the rooms above it: of whom anything may be shown."""

from django.db.models import Q

from ledger.questions import Question

may_be_shown: Question[[str], Q] = Question(
    "whose account is in use, and whose guardian a desk has spoken with if they are 12 to 15; with the path to the person"
)
