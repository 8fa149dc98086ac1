"""What this room asks the rooms above it: about the events and the news of an organization."""

from datetime import datetime
from typing import NamedTuple

from ledger.questions import Question

from .models import Organization, Venue


class Headline(NamedTuple):
    """A piece of news as a line: its title, its page, the language it is written in, and since when it is there."""

    title: str
    url: str
    language: str
    at: datetime | None


events_open: Question[[Organization], int] = Question(
    "how many events of an organization are neither over nor called off"
)
found_anew: Question[[Organization], None] = Question(
    "lets the events to come of an organization be found by what it and its venues now say; in the command in progress"
)
events_at: Question[[Venue, datetime], int] = Question(
    "how many events that are not over are held at a venue from a moment on"
)
contests_running: Question[[Organization | None, int], list[Headline]] = Question(
    "the card contests of an organization that can still be entered or voted in, or those a front page shows; one query"
)
headlines: Question[[Organization | None, int], list[Headline]] = Question(
    "the newest news of an organization, or of the site itself, so many at the most; one query"
)
