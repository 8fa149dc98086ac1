"""What this room asks of the room above it: who keeps the word of a young player's guardian."""

from collections.abc import Sequence
from typing import NamedTuple

from ledger.commands import Actor
from ledger.questions import Question
from ledger.shapes import Done


class Shown(NamedTuple):
    """What somebody chose to show: the code of the open page, else "", what is on it, and whether the real name is.

    ``waits``: of 12 to 15, and no desk has spoken with the guardian yet, so nothing of this is shown.
    """

    code: str = ""
    parts: frozenset[str] = frozenset()
    real_name: bool = False
    waits: bool = False


shown_of: Question[[int], Shown] = Question("what this person chose to show everybody; one query")
guardian_given: Question[[Actor, str], Done] = Question(
    "that a player of 12 to 15 gave a way to reach a guardian, kept in the transaction that makes the account"
)
page_opened: Question[[Actor, Sequence[str]], Done] = Question(
    "open the page of somebody of the demo, with these parts"
)
named_anew: Question[[int], None] = Question(
    "somebody has another name: pages that name people as they are called now are made again, in this command"
)
