"""What this room asks the rooms above it: where a player sits, and what is known of the person."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Expression, Q
from django.utils.translation import gettext_lazy as _

from ledger.commands import Command
from ledger.questions import Question
from tournaments.events.models import Tournament

from .models import Entry

PAGE_WORDS = {
    "results": _("Results"),
    "season": _("Seasons"),
    "opponents": _("Head-to-heads"),
    "decks": _("Decks"),
    "clan": _("Clan"),
    "honours": _("Honours"),
    "rating": _("Rating"),
}
PAGE_PARTS = tuple(PAGE_WORDS)
"""What a player's page can hold; each is shown only when its owner says so."""


class OpenPage(NamedTuple):
    """A player's page that its owner opened to everybody: the secret part of its address, and what is on it.

    ``followed``: whether others may follow it.
    """

    user_id: int
    name: str
    code: str
    parts: frozenset[str]
    followed: bool = False


sits_in_open_match: Question[[Entry], bool] = Question("whether the entry has a match without a final result")
sits_in_draft: Question[[Entry], bool] = Question("whether the entry is seated in a round that is a draft")
draft_follows: Question[[Command, Tournament], bool] = Question(
    "pair a draft again for somebody who is back; whether there was one, and nobody had changed it by hand"
)
takes_list: Question[[Command, Entry, str], None] = Question(
    "store the list with which somebody comes in at the desk; UserError with all that is wrong with it"
)
clock_runs_for: Question[[Entry], bool] = Question("whether the time of the entry's match runs")

kept_places: Question[[Tournament], int] = Question(
    "how many places of a tournament are kept for people who are invited, or will be"
)
owes: Question[[Tournament], dict[int, str]] = Question(
    "what is still to be paid, in words, by entry; nothing where no fee is asked"
)
waits_for_guardian: Question[[str], Q] = Question(
    "with whose guardian the desk of the entry's event has not spoken; with the path to the person"
)
shows_real_name: Question[[str], Q] = Question(
    "whose real name everybody may read; with the path to the person"
)
open_page: Question[[str], OpenPage | None] = Question("whose page has this code, if it is open")
open_pages: Question[[Iterable[int]], dict[int, OpenPage]] = Question(
    "which of these people have an open page; one query"
)
page_code: Question[[str], Expression] = Question(
    "the code of a person's open page, or nothing; with the path to the person"
)
