"""What this room answers the room below it that speaks with the forum: the one way in which the site sends anything."""

import http.client

from community.forum.questions import Said, said_by_forum

from .outgoing import RefusedTarget, ask

MOST_SAID = 200_000
"""Bytes of an answer: what the forum says of one of its people."""


@said_by_forum.answered_by
def _said_by_forum(method: str, url: str, body: bytes | None, headers: dict[str, str]) -> Said:
    try:
        answered = ask(method, url, body, headers, most=MOST_SAID)
    except (RefusedTarget, OSError, http.client.HTTPException):
        return Said(0)
    return Said(answered.status, answered.body, answered.place, answered.again_after)
