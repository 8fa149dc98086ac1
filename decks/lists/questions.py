"""What this room asks the floors above it: which lists somebody handed in, and which decks were hidden."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from decks.registration.tiles import Held
from ledger.questions import Question


class HandedIn(NamedTuple):
    """A list as it was handed in for an event: what both are called, when it was, and where its owner reads it."""

    held: Held
    name: str
    event: str
    at: datetime
    url: str


handed_in_by: Question[[int], Sequence[HandedIn]] = Question(
    "the lists this person handed in for events that are finished, the newest first; one query"
)
withheld: Question[[str], bool] = Question(
    "whether the deck with this name in addresses was hidden by whom it is reported to, so that its owner alone sees it"
)
