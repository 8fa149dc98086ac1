"""What this room asks the rooms above it: how somebody is reached, who is still a child, and the way to the forum."""

from collections.abc import Iterable
from typing import NamedTuple

from ledger.questions import Question


class Mail(NamedTuple):
    """Where somebody may be reached, and whether that was verified."""

    address: str
    verified: bool


class Said(NamedTuple):
    """What the forum answered: a status (0 when nobody answered), its words, where it leads, seconds to wait."""

    status: int
    body: bytes = b""
    place: str = ""
    again_after: float = 0.0


mail_of: Question[[Iterable[int]], dict[int, Mail]] = Question(
    "the addresses of these people, verified ones before those that were only typed; one query"
)
waits_for_guardian: Question[[Iterable[int]], set[int]] = Question(
    "who of these is of 12 to 15 and has no guardian's word yet; one query"
)
said_by_forum: Question[[str, str, bytes | None, dict[str, str]], Said] = Question(
    "what a server of the settings answers to a request (method, address, body, headers)"
)
